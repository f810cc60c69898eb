"""The command `tile`: the first tiling of a region, how many there are, or a list of them."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from solver.console.options import (
    WholeNumber,
    examples,
    input_argument,
    jobs_option,
    json_option,
    parse_with,
    seconds_option,
)
from solver.console.pictures import check_pictures, picture_options, write_pictures
from solver.console.progress import progress_bar
from solver.console.terminal import print_error, show, show_json, shows_outlines, stream_lines
from solver.errors import CheckpointError, UndecidedError, quoted
from solver.files.input_text import Named, printable, read_named
from solver.geometry.polyomino import SHAPES
from solver.runtime.interruption import deferred, ended_after
from solver.runtime.parallel import cores
from solver.tiling import report
from solver.tiling.cover_engine import COVERS, CoverEngine, first_tiling
from solver.tiling.engine import TilingEngine
from solver.tiling.problem import TilingProblem
from solver.tiling.region import Region, is_rectangle_text
from solver.tiling.rules import Tiling, checked, parse_pieces

if TYPE_CHECKING:
    from solver.tiling.checkpoint import TilingCheckpoint

_KERNEL = "kernel"
_MAX_DRAWN = 10_000  # cells with the holes: more fit no screen, and take seconds to draw
_NODE_LIMIT = 20_000  # options tried in plain Python before the kernel is called: half a second


def _named_region(name: str) -> Named[Region]:
    if is_rectangle_text(name):
        return Named(name, Region.parse(name))
    other = "a rectangle (6x10)"
    return read_named(Region.parse, name, kind="region", samples="regions", other=other)


@click.command(
    "tile",
    epilog=examples(
        "penta tile 6x10",
        "penta tile 6x10 --count",
        "penta tile chessboard --distinct",
        "penta tile 5x5 --pieces FILPUV",
        "penta tile 3x20 --all",
        "penta tile 4x15 --all --distinct --limit 2",
        "penta tile 5x12 --count --json",
        "penta tile corners --svg corners.svg",
    ),
)
@input_argument("REGION", _named_region, samples="regions")
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
    default=SHAPES,
    callback=parse_with(parse_pieces),
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
    type=click.Choice([_KERNEL, *COVERS], case_sensitive=False),
    default=_KERNEL,
    show_default=True,
    help="Choose the search engine; all give the same answer, kernel the fastest.",
)
@picture_options
@json_option
@click.pass_context
def tile(
    context: click.Context,
    named: Named[Region],
    *,
    pieces: str,
    checkpoint: str | None,
    jobs: int | None,
    engine: str,
    limit: int | None,
    seconds: float | None,
    svg: str | None,
    png: str | None,
    counting: bool,
    distinct: bool,
    listing: bool,
    as_json: bool,
) -> None:
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
    if checkpoint and (engine != _KERNEL or not (counting or listing)):
        raise click.UsageError(
            "--checkpoint goes with --count, --distinct, --all or --limit, and --engine kernel."
        )
    if (svg or png) and (counting or listing):
        raise click.UsageError("--svg and --png go with the first tiling alone, as it is drawn.")
    check_pictures(context, svg=svg, png=png)
    problem, jobs = TilingProblem(named.value, pieces, distinct=distinct), jobs or cores()
    if counting or listing:
        limited = ended_after(seconds)
        with limited, _open_checkpoint(checkpoint, problem, listing=listing) as kept:
            searcher = _make_engine(engine, problem, jobs, kept)
            if counting:
                is_tileable = _print_count(searcher, distinct=distinct, as_json=as_json)
            else:
                written = kept.written_part(sys.stdout) if kept is not None else b""
                is_tileable = _print_list(searcher, limit, written.decode(errors="replace"))
    else:
        with ended_after(seconds):
            tiling = _first_tiling(problem, engine, jobs)
        is_tileable = tiling is not None
        if tiling and (svg or png):
            from solver.tiling.picture import tiling_picture

            picture = tiling_picture(problem.region, tiling)
            write_pictures(picture, title=f"A tiling of {named.title}", svg=svg, png=png)
        _print_first(problem.region, tiling, as_json=as_json)
    if not is_tileable:
        reason = f": {problem.infeasible_reason}" if problem.infeasible_reason else ""
        answer = f"no tiling of {named.title}{reason}"
        if counting or listing or as_json:
            print_error(answer)
        else:
            click.echo(answer)
        context.exit(1)


def _print_first(region: Region, tiling: Tiling | None, *, as_json: bool) -> None:
    if as_json:
        show_json(report.first_tiling_json(region, tiling))
    elif tiling:
        drawn = region.rows * region.cols <= _MAX_DRAWN and shows_outlines(sys.stdout)
        show(report.tiling_text(region, tiling, drawn=drawn))


def _first_tiling(problem: TilingProblem, engine: str, jobs: int) -> Tiling | None:
    """Return the first tiling, checked by the referee; None if there is none.

    The kernel finds it only if plain Python does not find it soon. To load the kernel takes longer
    than to find most first tilings; both find the same one.
    """
    region, pieces = problem.region, problem.pieces
    if engine == _KERNEL:
        with suppress(UndecidedError):
            tilings = filter(None, [first_tiling(problem, node_limit=_NODE_LIMIT)])
            return next(checked(region, pieces, tilings), None)
    with progress_bar("searching", "tilings") as advance:
        found = _make_engine(engine, problem, jobs, None).tilings(progress=advance)
        return next(checked(region, pieces, found), None)


def _print_count(searcher: TilingEngine, *, distinct: bool, as_json: bool) -> bool:
    with progress_bar("counting", "tilings") as advance:
        count = searcher.count(progress=advance)
    if as_json:
        show_json(report.count_json(searcher.problem.region, count))
    else:
        click.echo(count.distinct if distinct else count.tilings)
    return count.tilings > 0


def _print_list(searcher: TilingEngine, limit: int | None, written: str) -> bool:
    """Print the tilings except for the *written* part; return whether there are any."""
    # A progress bar would break the lines of a list on the same terminal.
    bar = nullcontext() if sys.stdout.isatty() else progress_bar("searching", "tilings")
    with bar as advance:
        tilings = islice(searcher.tilings(progress=advance), limit)
        problem = searcher.problem
        lines = report.tiling_lines(checked(problem.region, problem.pieces, tilings))
        first = next(lines, "")
        stream_lines(_resume_after(written, chain([first], lines)))
    return bool(first) or limit == 0


def _resume_after(written: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield the rest of *lines* after their *written* part.

    Raises `CheckpointError` when something else was written.
    """
    place = 0
    for line in lines:
        part = written[place : place + len(line)]
        if not line.startswith(part):
            break
        if len(part) < len(line):
            yield line[len(part) :]
        place += len(line)
    if place < len(written):
        where = f"output, at character {place} from where the list began"
        expected, hint = "the list as it was left", "a list begins anew in another file"
        raise CheckpointError(where, expected=expected, found=quoted(written[place:]), hint=hint)


def _make_engine(
    name: str, problem: TilingProblem, jobs: int, kept: "TilingCheckpoint | None"
) -> TilingEngine:
    if name in COVERS:
        return CoverEngine(problem, COVERS[name])
    with deferred():  # an interrupted import may hang what comes after it
        from solver.tiling.kernel_engine import KernelEngine  # numba: most of a second

    return KernelEngine(problem, jobs=jobs, kept=kept)


@contextmanager
def _open_checkpoint(
    name: str | None, problem: TilingProblem, *, listing: bool
) -> "Iterator[TilingCheckpoint | None]":
    """Open the checkpoint of this name; None if there is no name."""
    if name is None:
        yield None
        return
    with deferred():
        from solver.tiling.checkpoint import TilingCheckpoint

    with closing(TilingCheckpoint(name, problem, listing=listing)) as checkpoint:
        try:
            yield checkpoint
        except KeyboardInterrupt:
            print_error(f"progress is saved: the same command goes on from {printable(name)}")
            raise
