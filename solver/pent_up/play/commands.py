"""The commands that play Pent-Up: a good move, and matches against the players to beat."""

import json
import sys
from fractions import Fraction
from random import Random

import click

from solver.console.options import ExactNumber, examples, input_names, json_option, with_options
from solver.console.progress import progress_bar
from solver.console.terminal import show, show_json, shows_outlines
from solver.drawing.text_grid import plain_line
from solver.files.output_file import check_writable, write_atomic
from solver.pent_up.options import NamedRecord, legal_pile, record_argument, upto_option
from solver.pent_up.play import report
from solver.pent_up.play.budget import SearchBudget
from solver.pent_up.play.player import OPPONENTS
from solver.pent_up.play.suggestion import suggest_move
from solver.pent_up.position import Position
from solver.pent_up.record import record_json
from solver.pent_up.report import GAME_OVER
from solver.pent_up.rules import is_over
from solver.runtime.parallel import cores

_OPTIONS = (
    click.option(
        "--seconds",
        type=ExactNumber(above=0, most=10**6),
        show_default="1",
        metavar="S",
        help="How long to think about a move.",
    ),
    click.option(
        "--steps",
        type=click.IntRange(1, 10**9),
        metavar="N",
        help="Instead of --seconds: how many playouts; the same every time.",
    ),
    click.option(
        "--seed",
        type=int,
        default=0,
        show_default=True,
        metavar="S",
        help="A number of your choice.",
    ),
    click.option("--lowest", is_flag=True, help="More tiles on the lowest level win."),
)


@click.command(
    epilog=examples(
        "penta up suggest duel --upto 20",
        "penta up suggest duel --upto 12 --steps 40 --seed 1",
        "penta up suggest duel --upto 20 --lowest --json",
    )
)
@record_argument
@upto_option
@with_options(*_OPTIONS)
@json_option
def suggest(
    named: NamedRecord,
    *,
    upto: int | None,
    seconds: Fraction | None,
    steps: int | None,
    seed: int,
    lowest: bool,
    as_json: bool,
) -> None:
    """Suggest a good move after RECORD for the side to move.

    It is shown with the result to expect. With four tiles left or fewer, the game is solved if half
    of the time is enough; else the move comes of Monte Carlo tree search, and what is told is how
    often it won in games that went on by lot from where both sides played well.
    """
    effort = _effort(seconds, steps)
    pile = legal_pile(named, upto)
    if is_over(pile.moves):
        if as_json:
            show_json({"move": None})
        else:
            show([plain_line(GAME_OVER)])
        return
    position = Position.from_moves(pile.moves)
    advice = suggest_move(position, Random(seed), effort, lowest=lowest)
    move = position.as_move(advice.placement)
    if as_json:
        show_json(report.suggestion_json(move, advice))
    else:
        show(report.suggestion_text(pile, move, advice, drawn=shows_outlines(sys.stdout)))


@click.command(
    epilog=examples(
        "penta up match --games 2 --seconds 0.01",
        "penta up match --against greedy --games 4 --steps 5 --lowest --json",
        "penta up match --games 2 --steps 5 --records games.ndjson",
    )
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**6),
    default=20,
    show_default=True,
    metavar="N",
    help="How many games against each player.",
)
@click.option("--against", type=click.Choice(list(OPPONENTS)), help="Only this player; else both.")
@with_options(*_OPTIONS)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Play N games at a time instead of one a core.",
)
@click.option(
    "--records",
    metavar="FILE",
    help="Write the games to FILE, a record a line; what was there is replaced.",
)
@json_option
@click.pass_context
def match(
    context: click.Context,
    *,
    games: int,
    against: str | None,
    seconds: Fraction | None,
    steps: int | None,
    seed: int,
    lowest: bool,
    jobs: int | None,
    records: str | None,
    as_json: bool,
) -> None:
    """Play suggested moves against two simple players.

    The random player makes any legal move, all equally likely; the greedy one a legal move on the
    highest level that any of them reaches (with --lowest, on the lowest), all such equally likely.
    The moves of suggest are White's in the first game, Black's in the second, and so on. Every game
    passes the referee.

    Games won, drawn and lost are told with 95 % confidence intervals (Wilson's score), and points:
    a draw is half of one. Each line that --records writes is a game that the referee takes. With
    --steps it is the same for the same --seed, whatever --jobs.
    """
    from solver.pent_up.play import match as arena  # with what starts processes

    check_writable([("records", records)], sources=input_names(context))
    effort = _effort(seconds, steps)
    pairings = [
        arena.Pairing(number, name, effort, seed, lowest)
        for name in ([against] if against else OPPONENTS)
        for number in range(games)
    ]
    played: dict[str, list[arena.PlayedGame]] = {pairing.against: [] for pairing in pairings}
    stopped = False
    try:
        with progress_bar("playing", "games") as advance:
            found = arena.play_games(pairings, jobs=jobs or cores())
            for number, game in enumerate(found, start=1):
                played[game.pairing.against].append(game)
                advance(number, len(pairings), number)
    except KeyboardInterrupt:
        stopped = True
    tallies = {name: arena.count_results(own) for name, own in played.items() if own}
    if records is not None and tallies:
        lines = (json.dumps(record_json(game.record)) for own in played.values() for game in own)
        write_atomic(records, "".join(f"{line}\n" for line in lines).encode(), kind="records")
    if as_json:
        show_json(report.match_json(tallies))
    else:
        show(report.match_text(tallies))
    if stopped:
        raise KeyboardInterrupt


def _effort(seconds: Fraction | None, steps: int | None) -> SearchBudget:
    """Return the effort of a move, by default a second; the two do not go together."""
    if seconds is not None and steps is not None:
        raise click.UsageError("--steps does not go with --seconds.")
    return SearchBudget(1 if seconds is None else float(seconds), steps)
