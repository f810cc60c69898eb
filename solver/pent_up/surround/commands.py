"""The command of Surround: shows the bundled answers, or finds and proves them anew."""

import json
import sys
from contextlib import nullcontext
from itertools import count, islice
from typing import Any

import click

from solver.console.options import WholeNumber, examples, jobs_option, json_option, parse_with
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.progress import progress_bar
from solver.console.terminal import show_answer, shows_outlines, stream_lines
from solver.errors import PiecesError, quoted
from solver.geometry.polyomino import SHAPES, check_shape
from solver.pent_up.surround import report
from solver.pent_up.surround.answer import (
    SurroundAnswer,
    answer_json,
    bundled_answers,
    known_rings,
    solution_json,
)


def _parse_shape(text: str | None) -> str | None:
    """Return the letter of the pentomino that *text* names, in any case."""
    if text is not None:
        check_shape(text.upper(), "shape", PiecesError, found=quoted(text))
    return text and text.upper()


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
@click.argument("shape", metavar="[SHAPE]", required=False, callback=parse_with(_parse_shape))
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
@picture_options
@json_option
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
    as_json: bool,
) -> None:
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
    if listed and (search or picture or as_json):
        other = picture or "--svg"
        raise click.UsageError(f"--all and --limit do not go with --search, {other} and --json.")
    if most_rings and (shape is not None or listed or search):
        raise click.UsageError("--rings does not go with SHAPE, --all, --limit and --search.")
    if jobs is not None and not search:
        raise click.UsageError("--jobs goes with --search.")
    check_pictures(context, svg=svg, png=png)
    shapes, drawn = shape or SHAPES, shows_outlines(sys.stdout)
    if listed:
        _list_solutions(shapes, limit)
        return
    answer: Any
    rings = []
    if most_rings:
        rings = known_rings()
        answer, lines = report.rings_json(rings), report.rings_text(rings, drawn=drawn)
    else:
        answers = (
            _solve(shapes, jobs) if search else [bundled_answers()[letter] for letter in shapes]
        )
        if shape is None:
            answer, lines = [*map(answer_json, answers)], report.answers_table(answers)
        else:
            rings = answers[0].example.rings(shape)
            answer, lines = answer_json(answers[0]), report.answer_text(answers[0], drawn=drawn)
    if picture:
        from solver.pent_up.picture import level_scene

        title = f"Rings around {rings[0][0].shape}"
        scene = level_scene(report.ring_moves(rings), title=title)
        write_pictures(scene, title=title, svg=svg, png=png)
    show_answer(answer, lines, as_json=as_json)


def _list_solutions(shapes: str, limit: int | None) -> None:
    """Write the first *limit* solutions, or all, as they are found."""
    from solver.pent_up.surround.proof import solutions

    # On a terminal that shows the list as well, a bar would break its lines.
    bar = nullcontext() if sys.stdout.isatty() else progress_bar("listing", "solutions")
    with bar as progress:
        numbers = count(1)

        def count_all(done: int, total: int, _in_this_shape: int, _note: str = "") -> None:
            if progress:
                progress(done, total, next(numbers))

        lines = (
            json.dumps({"shape": shape, **solution_json(solution)}) + "\n"
            for shape in shapes
            for solution in solutions(shape, progress=count_all)
        )
        stream_lines(islice(lines, limit))


def _solve(shapes: str, jobs: int | None) -> list[SurroundAnswer]:
    """Return the answers for *shapes*, found anew by *jobs* processes, by default one per core."""
    from solver.pent_up.surround.proof import solve
    from solver.runtime.parallel import cores, process_map

    with process_map(jobs or cores()) as map_tasks, progress_bar("proving", "answers") as progress:
        return [solve(shape, map_tasks=map_tasks, progress=progress) for shape in shapes]
