"""The commands `advise` and `simulate`: advice on a roll, and solitaires played by a policy."""

import sys
import time
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from typing import TypeVar

import click

from solver.console.options import (
    WholeNumber,
    examples,
    games_option,
    input_argument,
    jobs_option,
    json_option,
    policy_option,
    seconds_option,
    seed_option,
)
from solver.console.output import check_outputs, output_file_option
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show, show_answer, show_json, shows_outlines
from solver.drawing.chart import CHART_ENDINGS
from solver.errors import GameError, UndecidedError, quoted
from solver.files.input_text import Named
from solver.files.output_file import check_ending, write_atomic
from solver.penta_rush.card_json import beside_card_json, notes_json
from solver.penta_rush.options import (
    NamedCard,
    card_argument,
    chosen_reading,
    points_for,
    points_option,
    reading_option,
)
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.options import NamedPuzzle, named_puzzle
from solver.penta_rush.puzzle.rules import PuzzleState, judge
from solver.penta_rush.puzzle.strategy import report
from solver.penta_rush.puzzle.strategy.policy import ROLLOUT_PLAYOUTS, Policy
from solver.penta_rush.reading import LETTERS_HINT
from solver.runtime.interruption import interruptible, interruptible_items
from solver.runtime.parallel import cores

_BAR_WIDTH = 40
_Item = TypeVar("_Item")

_jobs_option = jobs_option(
    "Play N games at a time instead of one per core; the answer is the same."
)
_seed_option = seed_option("Seed of the random rolls.", default=0)


@click.command(
    epilog=examples(
        "penta rush puzzle advise alone --playouts 10",
        "penta rush puzzle advise alone --roll ABCDE --playouts 0 --json",
    )
)
@input_argument("STATE", named_puzzle, samples="puzzles")
@click.option("--roll", "roll_text", metavar="ROLL", help="The roll on the table.")
@reading_option
@click.option("--player", metavar="NAME", help="Advise NAME, not the first player.")
@click.option(
    "--only-crosses", is_flag=True, help="Advise which shape to cross, after a wrong outline."
)
@points_option
@click.option(
    "--playouts",
    type=WholeNumber(0, 10**6),
    default=200,
    show_default=True,
    metavar="N",
    help="Play N games to their end after each choice; 0 uses the estimate alone.",
)
@seconds_option("Stop after S seconds with the games played so far.")
@_seed_option
@_jobs_option
@json_option
def advise(
    named: NamedPuzzle,
    *,
    roll_text: str | None,
    player: str | None,
    only_crosses: bool,
    points: Points | None,
    playouts: int,
    seconds: float | None,
    seed: int,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Advise what to do with the roll on the table after STATE.

    STATE is a game as the referee reads it, a file, '-' or a sample. It names the roll as "roll"
    beside "players", unless --roll is given. In a game that 'penta rush play' saved, it is the roll
    that the dice show next.

    The best shapes to circle or to cross are ranked by their expected final score, if all twelve
    rounds are played and nobody turns the timer. That is the mean score of games played to their
    end, with the luck of their rolls removed, and is shown with its standard error. After Ctrl-C
    the advice is based on the games played so far.
    """
    interruptible(partial(import_module, "solver.penta_rush.puzzle.strategy.advice"))
    from solver.penta_rush.puzzle.strategy.advice import Decision, PlayoutBudget

    cards, roll = named.value.cards, named.value.roll
    card = cards[0]  # all of them have one legend
    points = points_for(points, *(Named(named.title, each) for each in cards))
    if roll_text is not None:
        roll = card.legend.parse_roll(
            roll_text, reading=chosen_reading(), letters_hint=LETTERS_HINT
        )
    if roll is None:
        hint = "--roll says it"
        raise GameError(named.title, expected="a roll on the table", found="none", hint=hint)
    state = _state_of(named, player, points)
    decide = partial(Decision.of, state, roll, points, only_crosses=only_crosses)
    decision = interruptible(decide)
    statistics, stopped = decision.no_playouts, False
    run = decision.run(PlayoutBudget(playouts, seed, jobs or cores()))
    try:
        if playouts:
            interruptible(decision.compile)  # before the clock of --seconds runs
        with progress_bar("playing on", "playouts of each option") as advance:
            for statistics in interruptible_items(run, limit_s=seconds):
                advance(statistics.playouts, playouts, statistics.playouts)
    except KeyboardInterrupt:
        stopped = True
        if not statistics.playouts:
            print_error("interrupted before any playout: this is the estimate alone")
    except TimeoutError:
        print_error(f"stopped after {statistics.playouts} of {playouts} playouts of each option")
    moves = decision.rated_moves(statistics)
    show_answer(
        report.advice_json(moves, statistics.playouts)
        | beside_card_json(card, points)
        | notes_json(card),
        report.advice_text(state, roll, moves, drawn=shows_outlines(sys.stdout)),
        as_json=as_json,
    )
    if stopped:
        raise KeyboardInterrupt


@click.command(
    epilog=examples(
        "penta rush puzzle simulate meadow --games 20",
        "penta rush puzzle simulate pocket --games 2 --policy mobile --json",
    )
)
@card_argument
@games_option(default=100)
@policy_option(
    (policy.label for policy in Policy),
    default=Policy.VALUE.label,
    help_text="Choose who plays; from the simplest to the strongest and slowest.",
)
@click.option(
    "--playouts",
    type=WholeNumber(1, 10**6),
    default=ROLLOUT_PLAYOUTS,
    show_default=True,
    metavar="N",
    help="Let the rollout policy play N games to their end in each round.",
)
@click.option(
    "--hindsight/--no-hindsight",
    default=None,
    help="Also find the best score that the rolls of each game allowed; the default on cards "
    "large enough for it to be found fast.",
)
@points_option
@_seed_option
@_jobs_option
@seconds_option("Stop after S seconds with the games played so far.")
@output_file_option("--plot", help="Draw the scores in FILE (.svg, .png or .pdf).")
@json_option
@click.pass_context
def simulate(
    context: click.Context,
    named: NamedCard,
    *,
    games: int,
    policy: str,
    playouts: int,
    hindsight: bool | None,
    points: Points | None,
    seed: int,
    jobs: int | None,
    seconds: float | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Play solitaires on CARD, and show how they score.

    A match is a place where an unused shape can be drawn and shows the roll. The policies: first
    circles the first match; greedy the match of the most points; mobile, of these, the one that
    leaves the most matches to expect; value the match, or crosses the shape, that leaves the most
    points to expect, by an estimate; rollout, of the moves that the estimate ranks highest, takes
    the one that scores most in games played to their end.

    Rollout plays best, and takes more than a hundred times as long as value.

    Prints the distribution of the scores, their mean and its standard error, the share of perfect
    games, in which every shape is circled, and the mean as a share of the best scores that the same
    rolls allowed. The rolls of a game depend on --seed and its number alone. After Ctrl-C the games
    played so far are shown.
    """
    interruptible(partial(import_module, "solver.penta_rush.puzzle.strategy.simulation"))
    from solver.penta_rush.puzzle.hindsight.known_rolls import is_spacious
    from solver.penta_rush.puzzle.strategy.chart import scores_chart
    from solver.penta_rush.puzzle.strategy.simulation import (
        SimulatedGame,
        SimulationResult,
        SimulationSpec,
        hindsight_scores,
    )
    from solver.penta_rush.puzzle.strategy.simulation import simulate as play

    ending = None if plot is None else check_ending(plot, CHART_ENDINGS, kind="plot")
    check_outputs(context, [("plot", plot)])
    counted = points_for(points, named)
    spec = SimulationSpec(named.value, counted, Policy[policy.upper()], games, seed, playouts)
    jobs = jobs or cores()
    played: list[SimulatedGame] = []
    optima: list[int] = []
    stopped = False
    deadline = None if seconds is None else time.monotonic() + seconds
    try:
        _collect(play(spec, jobs=jobs), played, games, deadline, label="playing")
        if is_spacious(named.value) if hindsight is None else hindsight:
            best_scores = hindsight_scores(spec, played, jobs=jobs)
            _collect(best_scores, optima, games, deadline, label="in hindsight")
    except KeyboardInterrupt:
        stopped = True
    except TimeoutError:
        if not played:
            raise UndecidedError("no game was played to its end in that time") from None
        print_error(f"stopped with {len(optima) or len(played)} of {games} games")
    if played:
        # When it was stopped in hindsight, only the games whose best score was found.
        result = SimulationResult(spec, played[: len(optima) or games], optima)
        if plot is not None and ending is not None:
            write_atomic(plot, scores_chart(result, ending, title=named.title), kind="plot")
        if as_json:
            show_json(report.simulation_json(result))
        else:
            width = _BAR_WIDTH if shows_outlines(sys.stdout) else 0
            show(report.simulation_text(result, title=named.title, width=width))
    if stopped:
        raise KeyboardInterrupt


def _collect(
    items: Iterable[_Item], into: list[_Item], total: int, deadline: float | None, *, label: str
) -> None:
    """Append *items*, one for each of *total* games, *into* a list that survives a Ctrl-C.

    Raises `TimeoutError` at the *deadline* on the monotonic clock.
    """
    limit_s = None if deadline is None else max(0.0, deadline - time.monotonic())
    with progress_bar(label, "games") as advance:
        for item in interruptible_items(items, limit_s=limit_s):
            into.append(item)
            advance(len(into), total, len(into))


def _state_of(named: NamedPuzzle, player: str | None, points: Points) -> PuzzleState:
    """Return the state of *player*, by default the first, in a legal game with a round left."""
    verdict = judge(named.value, points)
    if verdict.violation:
        number, name, rule, _ = verdict.violation
        where = f"{named.title}, {name}, round {number}"
        raise GameError(where, expected="a legal round", found=rule.value)
    game = named.value
    states = {
        each.name: PuzzleState(card, each.rounds)
        for each, card in zip(game.players, game.player_cards, strict=True)
    }
    player = next(iter(states)) if player is None else player
    if player not in states:
        expected = f"one of {', '.join(states)}"
        raise GameError(f"{named.title}, player", expected=expected, found=quoted(player))
    if verdict.over:
        raise GameError(named.title, expected="a round left to play", found="a game that is over")
    return states[player]
