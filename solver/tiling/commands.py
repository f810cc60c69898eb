"""The command `tile`: the first tiling of a region, how many there are, or a list of them."""

import sys

import click

from solver import tiling
from solver.console.command import Named, Search, command
from solver.console.number_types import WholeNumber
from solver.console.options import file_argument, jobs_option, parse_with, seconds_option


@command(
    examples=(
        "penta tile 6x10",
        "penta tile 6x10 --count",
        "penta tile chessboard --distinct",
        "penta tile 5x5 --pieces FILPUV",
        "penta tile 3x20 --all",
        "penta tile 4x15 --all --distinct --limit 2",
        "penta tile 5x12 --count --json",
        "penta tile corners --svg corners.svg",
    ),
    pictures=True,
)
@file_argument(
    "REGION",
    tiling.Region.parse,
    kind="region",
    samples="regions",
    other="a rectangle (6x10)",
    is_literal=tiling.is_rectangle_text,
)
@click.option("--count", "counting", is_flag=True, help="Print how many tilings there are.")
@click.option("--distinct", is_flag=True, help="Count or list up to the region's symmetries.")
@click.option("--all", "listing", is_flag=True, help="Print every tiling, one line of JSON each.")
@click.option(
    "--limit",
    type=WholeNumber(0, sys.maxsize),
    metavar="N",
    help="Print the first N tilings, as --all does.",
)
@click.option(
    "--pieces",
    metavar="LETTERS",
    default=tiling.PIECES,
    callback=parse_with(tiling.parse_pieces),
    help="Use only these pentominoes, each at most once.",
)
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Save progress in FILE; after an interruption, go on from it.",
)
@seconds_option("Stop after S seconds, and leave what an interruption leaves; exit code 3.")
@jobs_option("Search with N threads instead of one per core; same answer.")
@click.option(
    "--engine",
    type=click.Choice(tiling.ENGINES, case_sensitive=False),
    default=tiling.KERNEL,
    show_default=True,
    help="Choose the search engine; all give the same answer, kernel the fastest.",
)
def tile(
    named: Named[tiling.Region],
    *,
    pieces: str,
    checkpoint: str | None,
    jobs: int | None,
    engine: str,
    limit: int | None,
    counting: bool,
    distinct: bool,
    listing: bool,
    svg: str | None,
    png: str | None,
) -> "Search[tiling.RegionTiling] | Search[tiling.TilingTotal] | Search[tiling.TilingList]":
    """Fill REGION with pentominoes, each at most once.

    REGION is a rectangle (6x10, rows before cols), or a picture of up to 60 cells: a file, '-' for
    standard input, or a sample (chessboard, corners). In a picture '.' is a cell to fill and '#' a
    hole; short lines end in holes. Separate parts and enclosed holes are allowed.

    By default the first tiling is drawn. --count prints how many tilings there are, --distinct how
    many if those that a turn or flip of the region takes into each other count as one.

    The order of --all: where two tilings first differ, the pentomino with the earlier letter comes
    first, then the one with the earlier orientation. Cells are compared part by part, along the
    shorter side of a rectangle, and in other regions along the rows or the cols, whichever makes
    the search shorter.

    With --checkpoint a list that is interrupted is printed again from its first line, without
    searching again. Appended (>>) to the file that it was written to before, it goes on where that
    ends.
    """
    listing = listing or limit is not None
    counting = counting or (distinct and not listing)
    if counting and listing:
        raise click.UsageError("--count does not go with --all and --limit; give one of them.")
    if checkpoint and (engine != tiling.KERNEL or not (counting or listing)):
        raise click.UsageError(
            "--checkpoint goes with --count, --distinct, --all or --limit, and --engine kernel."
        )
    if (svg or png) and (counting or listing):
        raise click.UsageError("--svg and --png go with the first tiling alone, as it is drawn.")
    name, region = named
    if counting:
        return tiling.count(
            region,
            pieces=pieces,
            shows_distinct=distinct,
            engine=engine,
            jobs=jobs,
            checkpoint=checkpoint,
            name=name,
        )
    if listing:
        return tiling.listed(
            region,
            pieces=pieces,
            distinct=distinct,
            limit=limit,
            engine=engine,
            jobs=jobs,
            checkpoint=checkpoint,
            output=sys.stdout,
            name=name,
        )
    return tiling.first(region, pieces=pieces, engine=engine, jobs=jobs, name=name)
