"""The commands that play Pent-Up: suggest a good move, and play matches."""

from fractions import Fraction

import click

from solver import pent_up
from solver.console.command import Named, Search, command
from solver.console.options import WholeNumber, jobs_option, seed_option, with_options
from solver.console.output import output_file_option
from solver.pent_up.options import (
    lowest_option,
    record_argument,
    search_budget,
    seconds_option,
    steps_option,
    upto_option,
)

_thinking_options = with_options(
    seconds_option,
    steps_option,
    seed_option("Seed of the random choices, any whole number.", default=0),
    lowest_option,
)


@command(
    examples=(
        "penta up suggest duel --upto 20",
        "penta up suggest duel --upto 12 --steps 40 --seed 1",
        "penta up suggest duel --upto 20 --steps 40 --svg move.svg",
        "penta up suggest duel --upto 20 --lowest --json",
    ),
    pictures=True,
)
@record_argument
@upto_option
@_thinking_options
def suggest(
    named: Named[pent_up.Record],
    *,
    upto: int | None,
    seconds: Fraction | None,
    steps: int | None,
    seed: int,
    lowest: bool,
) -> pent_up.SuggestedMove:
    """Suggest a good move for the side to move after RECORD.

    The move is printed with the result to expect. When at most four tiles are left, half of the
    time goes into solving the game: if that succeeds, the move and its result are proved. Otherwise
    the move comes from Monte Carlo tree search. This plays many games to the end at random, called
    playouts, most of them after the moves that do well; the result to expect is how often the
    suggested move won, drew and lost in them.
    """
    seconds_each, steps = search_budget(seconds, steps)
    return pent_up.suggest(
        named.value,
        upto=upto,
        seconds=seconds_each,
        steps=steps,
        seed=seed,
        lowest=lowest,
        title=named.title,
    )


@command(
    examples=(
        "penta up match --games 2 --seconds 0.01",
        "penta up match --against greedy --games 4 --steps 5 --lowest --json",
        "penta up match --games 2 --steps 5 --records games.ndjson",
    ),
    files={"records": lambda result: pent_up.records_text(result.records).encode()},
)
@click.option(
    "--games",
    type=WholeNumber(1, 10**6),
    default=20,
    show_default=True,
    metavar="N",
    help="Play N games against each player.",
)
@click.option(
    "--against",
    type=click.Choice(pent_up.PROGRAM_NAMES, case_sensitive=False),
    help="Play this player only.",
)
@_thinking_options
@jobs_option("Play N games at a time instead of one per core.")
@output_file_option(
    "--records", help="Write the games to FILE, one record per line, replacing what it holds."
)
def match(
    *,
    games: int,
    against: str | None,
    seconds: Fraction | None,
    steps: int | None,
    seed: int,
    lowest: bool,
    jobs: int | None,
) -> Search[pent_up.MatchResult]:
    """Play suggested moves against two simple players.

    The random player makes any legal move, all equally likely. The greedy player makes a legal move
    on the highest level that any move reaches (with --lowest, on the lowest), all such moves
    equally likely. White plays the suggested moves in the first game, Black in the second, and so
    on. The referee checks every game.

    Prints how many games the suggested moves won, drew and lost, and their points, half a point for
    a draw, each with a 95 % confidence interval (Wilson's score). Ctrl-C ends a match early: the
    games played so far are counted and written, and the exit code is 130. Each line that --records
    writes is a record for 'penta up referee'. With --steps and the same --seed the results are the
    same, whatever --jobs.
    """
    seconds_each, steps = search_budget(seconds, steps)
    return pent_up.match(
        games=games,
        against=[against] if against else pent_up.PROGRAM_NAMES,
        seconds=seconds_each,
        steps=steps,
        seed=seed,
        lowest=lowest,
        jobs=jobs,
    )
