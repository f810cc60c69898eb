"""The commands of strong play: advice for the roll on the table, and games by the thousand."""

import sys
from collections.abc import Iterable
from typing import TypeVar

import click

from solver.console.options import examples, input_names, json_option, parse_with
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show, show_json, shows_outlines
from solver.errors import GameError, quoted
from solver.files.output_file import check_writable, write_atomic
from solver.penta_rush.dice import Roll, parse_roll
from solver.penta_rush.options import NamedCard, named_card, points_option
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.commands import NamedPuzzle, named_puzzle
from solver.penta_rush.puzzle.rules import PuzzleState, judge
from solver.penta_rush.puzzle.strategy import report
from solver.penta_rush.puzzle.strategy.policy import ROLLOUT_PLAYOUTS, Policy
from solver.runtime.parallel import cores

_BAR = 40
_POLICIES = [policy.label for policy in Policy]
_Found = TypeVar("_Found")

_jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Play N games at a time instead of one a core; the answer is the same.",
)
_seed_option = click.option(
    "--seed", type=int, default=0, show_default=True, metavar="S", help="A number of your choice."
)


def _parsed_roll(text: str | None) -> Roll | None:
    return None if text is None else parse_roll(text)


@click.command(
    epilog=examples(
        "penta rush puzzle advise alone --playouts 10",
        "penta rush puzzle advise alone --roll ABCDE --playouts 0 --json",
    )
)
@click.argument("named", metavar="STATE", callback=parse_with(named_puzzle))
@click.option("--roll", metavar="ROLL", callback=parse_with(_parsed_roll), help="What was thrown.")
@click.option("--player", metavar="NAME", help="Who asks, instead of the first player.")
@points_option
@click.option(
    "--playouts",
    type=click.IntRange(0, 10**6),
    default=200,
    show_default=True,
    metavar="N",
    help="How many games to play on after each choice; 0 is the estimate alone.",
)
@_seed_option
@_jobs_option
@json_option
def advise(
    named: NamedPuzzle,
    *,
    roll: Roll | None,
    player: str | None,
    points: Points,
    playouts: int,
    seed: int,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Advise what to do with the roll on the table after STATE.

    STATE is a game as the referee reads it, a file, '-' or a sample, with "roll" beside "players"
    unless --roll says it. The best shapes to circle or to cross are ranked by the final score to
    expect, as if twelve rounds are played and no timer: the mean of games played on to their end,
    less the luck of their rolls, and its standard error. Interrupted, what was played is told.
    """
    from solver.penta_rush.puzzle.strategy.advice import PlayoutBudget, Decision

    roll = roll or named.game.roll
    if roll is None:
        hint = "--roll says it"
        raise GameError(named.title, expected="a roll on the table", found="none", hint=hint)
    state = _state_of(named, player, points)
    question = Decision.of(state, roll, points)
    tally, stopped = question.untried, False
    try:
        with progress_bar("playing on", "playouts of each option") as advance:
            for tally in question.tallies(PlayoutBudget(playouts, seed, jobs or cores())):
                advance(tally.playouts, playouts, tally.playouts)
    except KeyboardInterrupt:
        stopped = True
        if not tally.playouts:
            print_error("interrupted before any playout: what is told is the estimate alone")
    advice = question.answer(tally)
    if as_json:
        show_json(report.advice_json(advice))
    else:
        show(report.advice_text(state, roll, advice, drawn=shows_outlines(sys.stdout)))
    if stopped:
        raise KeyboardInterrupt


@click.command(
    epilog=examples(
        "penta rush puzzle simulate meadow --games 20",
        "penta rush puzzle simulate pocket --games 2 --policy mobile --json",
    )
)
@click.argument("named", metavar="CARD", callback=parse_with(named_card))
@click.option(
    "--games",
    type=click.IntRange(1, 10**7),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games.",
)
@click.option(
    "--policy",
    type=click.Choice(_POLICIES),
    default=Policy.VALUE.label,
    show_default=True,
    help="Who plays, from the simplest to the dearest.",
)
@click.option(
    "--playouts",
    type=click.IntRange(1, 10**6),
    default=ROLLOUT_PLAYOUTS,
    show_default=True,
    metavar="N",
    help="How many games the rollout policy plays on, a round.",
)
@click.option(
    "--hindsight/--no-hindsight",
    default=None,
    help="Find the best score of each game as well; by default where a card has room for it.",
)
@points_option
@_seed_option
@_jobs_option
@click.option("--plot", metavar="FILE", help="Draw the scores: .svg, .png or .pdf.")
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
    points: Points,
    seed: int,
    jobs: int | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Play solitaires on CARD, and tell how they score.

    Policies: first takes the first match; greedy the match of the most points; mobile of these
    the one that leaves the most matches to expect; value what an estimate likes best; rollout, of
    what the estimate likes, what scores most in games played on to their end.

    Rollout plays best, and takes more than a hundred times as long as value.

    Told are the mean, its standard error, the distribution, how many games were perfect, and what
    the mean is of the best that the rolls of the same games allowed. The rolls of a game depend on
    --seed and its number alone. Interrupted, what was played is told.
    """
    from solver.penta_rush.puzzle.hindsight.known_rolls import is_spacious
    from solver.penta_rush.puzzle.strategy.chart import form_of, picture
    from solver.penta_rush.puzzle.strategy.hindsight_scores import optima
    from solver.penta_rush.puzzle.strategy.simulation import SimulatedGame, SimulationSpec, SimulationResult
    from solver.penta_rush.puzzle.strategy.simulation import simulate as play

    form = None if plot is None else form_of(plot)
    check_writable([("plot", plot)], sources=input_names(context))
    series = SimulationSpec(named.card, points, Policy[policy.upper()], games, seed, playouts)
    jobs = jobs or cores()
    played: list[SimulatedGame] = []
    best: list[int] = []
    stopped = False
    try:
        _gather(play(series, jobs=jobs), played, games, label="playing")
        if is_spacious(named.card) if hindsight is None else hindsight:
            _gather(optima(series, played, jobs=jobs), best, games, label="in hindsight")
    except KeyboardInterrupt:
        stopped = True
    if played:
        # Interrupted in hindsight, those games that have an optimum to stand beside.
        found = SimulationResult(series, played[: len(best) or games], best)
        if plot is not None and form is not None:
            write_atomic(plot, picture(found, form, title=named.title), kind="plot")
        if as_json:
            show_json(report.simulation_json(found))
        else:
            width = _BAR if shows_outlines(sys.stdout) else 0
            show(report.simulation_text(found, title=named.title, width=width))
    if stopped:
        raise KeyboardInterrupt


def _gather(found: Iterable[_Found], into: list[_Found], total: int, *, label: str) -> None:
    """Put what is *found* of *total* games *into* a list, which keeps it when Ctrl-C ends it."""
    with progress_bar(label, "games") as advance:
        for one in found:
            into.append(one)
            advance(len(into), total, len(into))


def _state_of(named: NamedPuzzle, player: str | None, points: Points) -> PuzzleState:
    """Return the state of *player*, by default the first, in a legal game with a round left."""
    judgement = judge(named.game, points)
    if judgement.breach:
        who, number, rule, _ = judgement.breach
        where = f"{named.title}, {who}, round {number}"
        raise GameError(where, expected="a legal round", found=rule.value)
    names = [one.name for one in named.game.players]
    if player is not None and player not in names:
        raise GameError(
            f"{named.title}, player", expected=f"one of {', '.join(names)}", found=quoted(player)
        )
    if judgement.over:
        raise GameError(named.title, expected="a round left to play", found="a game that is over")
    one = named.game.players[0 if player is None else names.index(player)]
    return PuzzleState(named.game.card, one.rounds)
