"""The command of Surround: shows the answers that are known, or finds them anew."""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import count, islice

import click

from solver.console.options import examples, json_option, parse_with
from solver.console.progress import progress_bar
from solver.console.terminal import show, show_json, shows_outlines, stream
from solver.files.output_file import write_atomic
from solver.geometry.polyomino import SHAPES
from solver.pent_up.picture import level_svg
from solver.pent_up.surround import report
from solver.pent_up.surround.answer import SurroundAnswer, answer_json, bundled_answers, known_rings
from solver.pent_up.surround.rules import Ring, parse_shape
from solver.runtime.parallel import cores


def _shape(text: str | None) -> str | None:
    return None if text is None else parse_shape(text)


@click.command(
    "surround",
    epilog=examples(
        "penta up surround",
        "penta up surround X",
        "penta up surround I --all",
        "penta up surround P --limit 2",
        "penta up surround I --search",
        "penta up surround W --svg rings.svg",
        "penta up surround X --json",
        "penta up surround --rings",
    ),
)
@click.argument("shape", metavar="[SHAPE]", required=False, callback=parse_with(_shape))
@click.option(
    "--all",
    "listing",
    is_flag=True,
    help="Print every solution as it is found, a line of JSON each; P takes minutes.",
)
@click.option("--limit", type=click.IntRange(0, 10**9), metavar="N", help="The first N of --all.")
@click.option("--rings", "most", is_flag=True, help="Show the most rings known.")
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
    limit: int | None,
    most: bool,
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

    --rings shows as many rings as are known to be laid in turn, white and black, from the two sets.
    """
    if svg is not None and shape is None and not most:
        raise click.UsageError("--svg goes with SHAPE, or with --rings.")
    listing = listing or limit is not None
    if listing and (search or svg is not None or as_json):
        raise click.UsageError("--all and --limit do not go with --search, --svg and --json.")
    if most and (shape is not None or listing or search):
        raise click.UsageError("--rings does not go with SHAPE, --all, --limit and --search.")
    if jobs is not None and not search:
        raise click.UsageError("--jobs goes with --search.")
    if listing:
        _list(shape or SHAPES, limit)
    elif most:
        _show_rings(svg, as_json=as_json)
    else:
        _show_answers(shape, svg, jobs or cores(), search=search, as_json=as_json)


def _show_rings(svg: str | None, *, as_json: bool) -> None:
    rings = known_rings()
    _write(svg, rings)
    if as_json:
        show_json(report.rings_json(rings))
    else:
        show(report.rings_text(rings, drawn=shows_outlines(sys.stdout)))


def _show_answers(
    shape: str | None, svg: str | None, jobs: int, *, search: bool, as_json: bool
) -> None:
    shapes = shape or SHAPES
    answers = _found(shapes, jobs) if search else [bundled_answers()[one] for one in shapes]
    if shape is None:
        if as_json:
            show_json([answer_json(answer) for answer in answers])
        else:
            show(report.answers_table(answers))
        return
    (answer,) = answers
    _write(svg, answer.example.rings(shape))
    if as_json:
        show_json(answer_json(answer))
    else:
        show(report.answer_text(answer, drawn=shows_outlines(sys.stdout)))


def _write(svg: str | None, rings: Sequence[Ring]) -> None:
    """Write the picture of *rings* to the file *svg*, if there is to be one."""
    if svg is not None:
        (centre,) = rings[0]
        picture = level_svg(report.ring_moves(rings), title=f"Rings around {centre.shape}")
        write_atomic(svg, picture, kind="picture")


def _list(shapes: str, limit: int | None) -> None:
    """Write the first *limit* solutions, or all, as they are found."""
    from solver.pent_up.surround.proof import solutions

    # A bar would break the lines of a list on the same terminal.
    watched = nullcontext() if sys.stdout.isatty() else progress_bar("listing", "solutions")
    with watched as advance:
        numbers = count(1)

        def told(done: int, total: int) -> None:
            if advance:
                advance(done, total, next(numbers))

        lines = (
            line
            for shape in shapes
            for line in report.solution_lines(shape, solutions(shape, progress=told))
        )
        stream(islice(lines, limit))


def _found(shapes: str, jobs: int) -> list[SurroundAnswer]:
    """Return the answers for *shapes*, found anew by so many processes."""
    from solver.pent_up.surround.proof import solve
    from solver.runtime.parallel import ProcessPool

    with ProcessPool(jobs) as processes, progress_bar("proving", "answers") as advance:

        def told(done: int, total: int) -> None:
            advance(done, total, 0)  # nothing is found before all of it is proven

        return [solve(shape, each=processes.map, progress=told) for shape in shapes]
