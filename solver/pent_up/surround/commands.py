"""The command of Surround: shows the answers that are known, or finds them anew."""

import sys
from collections.abc import Iterator

import click

from solver.commands import examples, json_option, read_by
from solver.pent_up.picture import level_svg
from solver.pent_up.surround import report
from solver.pent_up.surround.answer import Answer, answer_json, shipped
from solver.pent_up.surround.rules import parse_shape
from solver.polyomino import SHAPES
from solver.processes import cores
from solver.target import write_whole
from solver.terminal import progress, show, show_json, shows_outlines, stream


def _shape(text: str | None) -> str | None:
    return None if text is None else parse_shape(text)


@click.command(
    "surround",
    epilog=examples(
        "penta up surround",
        "penta up surround X",
        "penta up surround I --all",
        "penta up surround I --search",
        "penta up surround W --svg rings.svg",
        "penta up surround X --json",
    ),
)
@click.argument("shape", metavar="[SHAPE]", required=False, callback=read_by(_shape))
@click.option("--all", "listing", is_flag=True, help="Print every solution, a line of JSON each.")
@click.option("--search", is_flag=True, help="Find and prove the answer anew, in a minute a shape.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Search with N processes instead of one a core; same answer.",
)
@click.option("--svg", metavar="FILE", help="Write the picture of both rings to FILE as well.")
@json_option
def surround(
    shape: str | None,
    *,
    listing: bool,
    search: bool,
    jobs: int | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Surround a tile by white ones, these by black ones.

    SHAPE is the letter of the tile in the middle; without it, all twelve are answered. Everything
    lies flat on the table. The white tiles are as few as can be, and every edge of the middle tile
    touches one; then every edge of a white tile touches another tile, with as few of the eleven
    other black tiles as can be.

    Solutions are white rings, with the middle tile as it is drawn; images of each other count
    apart, distinct solutions up to the turns and flips that keep the middle tile in place. A
    solution is surroundable if there is a black ring around it. Two engines prove each answer.
    """
    if svg is not None and shape is None:
        raise click.UsageError("--svg goes with SHAPE.")
    if listing and (search or svg is not None or as_json):
        raise click.UsageError("--all does not go with --search, --svg and --json.")
    if jobs is not None and not search:
        raise click.UsageError("--jobs goes with --search.")
    shapes = SHAPES if shape is None else shape
    if listing:
        stream(_lines(shapes))
        return
    answers = _found(shapes, jobs or cores()) if search else [shipped()[one] for one in shapes]
    if svg is not None:
        (answer,) = answers
        moves = report.tiles_of(answer.example.rings(answer.shape))
        write_whole(svg, level_svg(moves, title=f"{answer.shape} surrounded"), kind="picture")
    if as_json:
        found = [answer_json(answer) for answer in answers]
        show_json(found if shape is None else found[0])
    elif shape is None:
        show(report.table(answers))
    else:
        show(report.answer_text(answers[0], drawn=shows_outlines(sys.stdout)))


def _lines(shapes: str) -> Iterator[str]:
    from solver.pent_up.surround.proof import solutions

    for shape in shapes:
        yield from report.solution_lines(shape, solutions(shape))


def _found(shapes: str, jobs: int) -> list[Answer]:
    """Return the answers for *shapes*, found anew by so many processes."""
    from solver.pent_up.surround.proof import find
    from solver.processes import Processes

    with Processes(jobs) as processes, progress("proving", "answers") as advance:

        def told(done: int, total: int) -> None:
            advance(done, total, 0)  # nothing is found before all of it is proven

        return [find(shape, each=processes.map, progress=told) for shape in shapes]
