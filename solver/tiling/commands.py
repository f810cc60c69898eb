"""The command of tilings: reads a region, asks one question, prints the answer."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

import click

from solver.console.options import examples, json_option, parse_with
from solver.console.terminal import print_error, progress, show, show_json, shows_outlines, stream
from solver.errors import CheckpointError, UndecidedError, quoted
from solver.files.input_text import printable, read_text
from solver.geometry.polyomino import SHAPES
from solver.runtime.processes import cores
from solver.runtime.sigint import deferred
from solver.tiling import report
from solver.tiling.cover_engine import COVERS, Model, first_tiling
from solver.tiling.engine import Engine
from solver.tiling.problem import Problem
from solver.tiling.region import Region, is_rectangle_text, parse_region
from solver.tiling.rules import Tiling, parse_pieces, passed

if TYPE_CHECKING:
    from solver.tiling.checkpoint import TilingCheckpoint

_KERNEL = "kernel"
_PATIENCE = 20_000  # options that plain Python tries before the kernel is called: half a second


class NamedRegion(NamedTuple):
    """A region, and how to speak of it."""

    title: str
    region: Region


def _named_region(name: str) -> NamedRegion:
    if is_rectangle_text(name):
        return NamedRegion(name, parse_region(name))
    text = read_text(name, kind="region", samples="regions", other="a rectangle (6x10)")
    title = f"region {printable(name)}"
    return NamedRegion(title, parse_region(text, source=title))


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
    ),
)
@click.argument("named", metavar="REGION", callback=parse_with(_named_region))
@click.option("--count", "counting", is_flag=True, help="Print how many tilings there are.")
@click.option("--distinct", is_flag=True, help="Count or list up to the region's symmetries.")
@click.option("--all", "listing", is_flag=True, help="Print every tiling, a line of JSON each.")
@click.option(
    "--limit",
    type=click.IntRange(0, sys.maxsize),
    metavar="N",
    help="List the first N tilings; as --all, but stop.",
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
    help="Keep what is found in FILE, and go on from there if it was interrupted.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Search with N threads instead of one a core; same answer.",
)
@click.option(
    "--engine",
    type=click.Choice([_KERNEL, *COVERS]),
    default=_KERNEL,
    show_default=True,
    help="Who searches; all give the same answer, kernel the fastest.",
)
@json_option
@click.pass_context
def tile(
    context: click.Context,
    named: NamedRegion,
    *,
    pieces: str,
    checkpoint: str | None,
    jobs: int | None,
    engine: str,
    limit: int | None,
    counting: bool,
    distinct: bool,
    listing: bool,
    as_json: bool,
) -> None:
    """Fill REGION with pentominoes, each at most once.

    REGION is a rectangle (6x10, rows before cols), or a picture of up to 60 cells: a file, '-' for
    standard input, or a sample (chessboard, corners). In a picture '.' is a cell to fill and '#' a
    hole; short lines end in holes. Parts that do not touch and enclosed holes are welcome.

    The first tiling is drawn. --count gives the number of all, --distinct that of those which no
    turn or flip of the region takes into each other.

    The order of --all: where two tilings first differ, the pentomino with the earlier letter comes
    first, then the one with the earlier orientation. Cells are taken part by part, along the
    shorter side of a rectangle, and in other regions along the rows or the cols, whichever leaves
    fewer open ends.

    A list with --checkpoint begins anew with its first line, at once; but appended (>>) to the file
    it was written to before, it goes on where that ends.
    """
    listing = listing or limit is not None
    counting = counting or (distinct and not listing)
    if counting and listing:
        raise click.UsageError("--count does not go with --all and --limit; give one of them.")
    if checkpoint and (engine != _KERNEL or not (counting or listing)):
        raise click.UsageError(
            "--checkpoint goes with --count, --distinct, --all or --limit, and --engine kernel."
        )
    problem = Problem(named.region, pieces, distinct=distinct)
    if counting or listing:
        with _kept(checkpoint, problem, listing=listing) as kept:
            solver = _engine(engine, problem, jobs or cores(), kept)
            if counting:
                found = _count(solver, distinct=distinct, as_json=as_json)
            else:
                written = kept.already_in(sys.stdout) if kept is not None else b""
                found = _list(solver, limit, written.decode(errors="replace"))
    else:
        found = _first(problem, engine, jobs or cores(), as_json=as_json)
    if not found:
        reason = f": {problem.why_not}" if problem.why_not else ""
        answer = f"no tiling of {named.title}{reason}"
        if counting or listing or as_json:
            print_error(answer)
        else:
            click.echo(answer)
        context.exit(1)


def _first(problem: Problem, engine: str, jobs: int, *, as_json: bool) -> bool:
    tiling = next(_passed(problem, _quickly(problem, engine, jobs)), None)
    if as_json:
        show_json(report.first_json(problem.region, tiling))
    elif tiling:
        show(report.picture(problem.region, tiling, drawn=shows_outlines(sys.stdout)))
    return tiling is not None


def _quickly(problem: Problem, engine: str, jobs: int) -> Iterator[Tiling]:
    """Yield the first tiling; the kernel, which takes longer to come than most of them, if need be.

    Both have the same order, and so the same first.
    """
    if engine == _KERNEL:
        try:
            first = first_tiling(problem, patience=_PATIENCE)
        except UndecidedError:
            pass
        else:
            return iter([] if first is None else [first])
    return _engine(engine, problem, jobs, None).tilings()


def _count(solver: Engine, *, distinct: bool, as_json: bool) -> bool:
    with progress("counting", "tilings") as advance:
        count = solver.count(progress=advance)
    if as_json:
        show_json(report.count_json(solver.problem.region, count))
    else:
        click.echo(count.distinct if distinct else count.tilings)
    return count.tilings > 0


def _list(solver: Engine, limit: int | None, written: str) -> bool:
    """Write the tilings, but for what is *written* of them, and return whether there are any."""
    # A bar would break the lines of a list on the same terminal.
    watched = nullcontext() if sys.stdout.isatty() else progress("searching", "tilings")
    with watched as advance:
        tilings = islice(solver.tilings(progress=advance), limit)
        lines = report.tiling_lines(_passed(solver.problem, tilings))
        first = next(lines, "")
        stream(_behind(written, chain([first], lines)))
    return bool(first) or limit == 0


def _behind(written: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield what of *lines* comes behind what is *written*.

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
        raise CheckpointError(
            f"output, at character {place} from where the list began",
            expected="the list as it was left",
            found=quoted(written[place:]),
            hint="a list begins anew in another file",
        )


def _passed(problem: Problem, tilings: Iterable[Tiling]) -> Iterator[Tiling]:
    return passed(problem.region, problem.pieces, tilings)


def _engine(name: str, problem: Problem, jobs: int, kept: "TilingCheckpoint | None") -> Engine:
    if name in COVERS:
        return Model(problem, COVERS[name])
    with deferred():  # an import that is broken off may hang what comes after
        from solver.tiling.kernel_engine import Kernel  # numba: most of a second

    return Kernel(problem, jobs=jobs, kept=kept)


@contextmanager
def _kept(
    name: str | None, problem: Problem, *, listing: bool
) -> "Iterator[TilingCheckpoint | None]":
    """Yield the checkpoint of this name, if there is to be one."""
    if name is None:
        yield None
        return
    with deferred():
        from solver.tiling.checkpoint import TilingCheckpoint

    with closing(TilingCheckpoint(name, problem, listing=listing)) as checkpoint:
        try:
            yield checkpoint
        except KeyboardInterrupt:
            print_error(f"what was found is kept: the same command goes on from {printable(name)}")
            raise
