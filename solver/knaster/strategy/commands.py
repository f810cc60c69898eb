"""`penta knaster simulate`: solitaires played by a program."""

import click

from solver import knaster
from solver.console.command import Search, command
from solver.console.options import (
    WholeNumber,
    games_option,
    jobs_option,
    parse_with,
    policy_option,
    seconds_option,
    seed_option,
)
from solver.console.output import plot_option
from solver.knaster.options import MAX_PLIES, values_option

_MAX_ROLLS = 51  # of a solitaire: each number written, each one circled, the last roll


@command(
    examples=(
        "penta knaster simulate --games 200",
        "penta knaster simulate --policy greedy --games 200 --plot scores.svg",
        "penta knaster simulate --plies 2 --games 4 --json",
        "penta knaster simulate --turns 26 --games 200",
    )
)
@policy_option(
    (level.label for level in knaster.Level),
    default=knaster.Level.TABLE.label,
    help_text="Choose who plays.",
)
@click.option(
    "--plies",
    type=WholeNumber(1, MAX_PLIES),
    metavar="N",
    help="Let the table program look at N rolls, 1 (the default) to 3; more take longer.",
)
@click.option(
    "--table",
    metavar="FILE",
    callback=parse_with(lambda name: name),
    help="Play by the table that 'penta knaster train' wrote to FILE, not by the bundled one.",
)
@games_option(default=1000)
@click.option(
    "--turns",
    type=WholeNumber(1, _MAX_ROLLS),
    metavar="N",
    help="End each game after N rolls, as somebody else may, and let the table program know.",
)
@values_option
@seed_option("Seed of the random rolls.", default=0)
@jobs_option("Play in N threads instead of one per core; the answer is the same.")
@seconds_option("Stop after S seconds with the games played so far.")
@plot_option("Draw the scores in FILE (.svg, .png or .pdf).")
def simulate(
    *,
    policy: str,
    plies: int | None,
    table: str | None,
    games: int,
    turns: int | None,
    values: knaster.LineValues,
    seed: int,
    jobs: int | None,
) -> "Search[knaster.Simulation]":
    """Play solitaires, and show how they score.

    The programs: random makes any legal move; greedy the move that earns most points at once, of
    several any; table the move after which most points are expected, by a table that was learned.
    With 2 or 3 plies it looks at all that the next roll, or the next two, may be, and plays better
    and more slowly.

    Prints how often scores occurred, their mean and its standard error, and the shares of games
    with 50, 80, 100 and more points. The rolls of a game depend on --seed and its number alone. The
    referee checks the first 1,000 games, and one in ten of the others. After Ctrl-C the games
    played so far are shown.
    """
    level = knaster.Level[policy.upper()]
    if level is not knaster.Level.TABLE and (plies or table):
        raise click.UsageError("--plies and --table go with --policy table.")
    spec = knaster.SimulationSpec(
        games=games,
        seed=seed,
        level=level,
        plies=plies or 1,
        turns=turns,
        table=None if table is None else knaster.read_table(table),
        values=values,
    )
    return knaster.simulate(spec, jobs=jobs)
