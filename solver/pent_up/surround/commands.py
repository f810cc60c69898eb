"""The command of Surround: shows the bundled answers, or finds and proves them anew."""

from typing import Any

import click

from solver import pent_up
from solver.console.command import command
from solver.console.options import WholeNumber, jobs_option, parse_with


@command(
    examples=(
        "penta up surround",
        "penta up surround X",
        "penta up surround I --all",
        "penta up surround P --limit 2",
        "penta up surround I --search",
        "penta up surround W --svg rings.svg",
        "penta up surround X --json",
        "penta up surround --rings",
    ),
    pictures=True,
)
@click.argument(
    "shape",
    metavar="[SHAPE]",
    required=False,
    callback=parse_with(lambda text: text and pent_up.parse_shape(text)),
)
@click.option(
    "--all",
    "listed",
    is_flag=True,
    help="Print every solution as it is found, one line of JSON each; P takes minutes.",
)
@click.option("--limit", type=WholeNumber(0, 10**9), metavar="N", help="List N solutions only.")
@click.option("--rings", "most_rings", is_flag=True, help="Show the most rings known.")
@click.option("--search", is_flag=True, help="Find and prove the answer anew: a minute per shape.")
@jobs_option("Search with N processes instead of one per core; same answer.")
@click.pass_context
def surround(
    context: click.Context,
    *,
    shape: str | None,
    listed: bool,
    limit: int | None,
    most_rings: bool,
    search: bool,
    jobs: int | None,
    svg: str | None,
    png: str | None,
) -> Any:
    """Surround a tile by white tiles, and these by black ones.

    SHAPE is the letter of the tile in the middle; without it, the answers for all twelve are shown.
    All tiles lie on the table. The ring of white tiles covers all cells that share an edge with the
    middle tile, with as few tiles as possible. The ring of black tiles around it does the same,
    with as few as possible of the other eleven.

    A solution is a ring of white tiles, with the middle tile as it is drawn: turned and mirrored
    solutions count separately. Distinct solutions are counted up to the turns and flips that map
    the middle tile onto itself. A solution is surroundable if there is a ring of black tiles around
    it. Each answer is proven by two independent methods, exhaustive search and CP-SAT.

    --rings shows the most rings, white and black in turn, that are known to be possible with the
    two sets of tiles.
    """
    picture = None if svg is png is None else "--png" if svg is None else "--svg"
    if picture and shape is None and not most_rings:
        raise click.UsageError(f"{picture} goes with SHAPE, or with --rings.")
    listed = listed or limit is not None
    if listed and (search or picture or context.params["as_json"]):
        other = picture or "--svg"
        raise click.UsageError(f"--all and --limit do not go with --search, {other} and --json.")
    if most_rings and (shape is not None or listed or search):
        raise click.UsageError("--rings does not go with SHAPE, --all, --limit and --search.")
    if jobs is not None and not search:
        raise click.UsageError("--jobs goes with --search.")
    if listed:
        return pent_up.list_solutions(shape, limit=limit)
    if most_rings:
        return pent_up.most_rings()
    return pent_up.solve_surround(shape, jobs=jobs) if search else pent_up.surround_tile(shape)
