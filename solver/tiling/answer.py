"""What can be asked about tilings: the first one, how many there are, and a list of them."""

from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, TextIO

from solver.answer import Answer, Outcome
from solver.drawing.styled_text import StyledLine, plain_line
from solver.drawing.text_grid import Patch, colour_adjacent, outlined_grid
from solver.errors import UndecidedError
from solver.geometry.cell import Cell, middle_of
from solver.geometry.polyomino import SHAPES
from solver.question import Count, Limit, OneOf, question
from solver.search import Report, Search
from solver.tiling.problem import COVERS, CoverEngine, TilingCount, TilingProblem, first_tiling
from solver.tiling.region import HOLE, Region
from solver.tiling.rules import Tiling, checked, parse_pieces, tiling_line

if TYPE_CHECKING:
    from solver.drawing.scene import Scene
    from solver.tiling.checkpoint import TilingCheckpoint
    from solver.tiling.kernel_engine import KernelEngine

PIECES = SHAPES  # all twelve
KERNEL = "kernel"
ENGINES = (KERNEL, *COVERS)
_MAX_DRAWN = 10_000  # cells with the holes: more fit no screen, and take seconds to draw
_NODE_LIMIT = 20_000  # options tried in plain Python before the kernel is called: half a second
_SIDE = 9.0  # mm, of a cell
_SIZE = 180.0  # mm, the longer side of the region at most
_LETTER = 0.5  # of a cell
_GRID, _GRID_COLOUR = 0.12, "#ffffff"


@dataclass(frozen=True, slots=True, repr=False)
class RegionTiling(Answer):
    """A *tiling* of *region*, or None with a *reason* why there is none."""

    region: Region
    tiling: Tiling | None
    name: str = "the region"
    reason: str = ""

    @property
    def title(self) -> str:
        """What the picture shows."""
        return f"A tiling of {self.name}"

    @property
    def summary(self) -> str:
        """Which pieces tile the region, or why none do."""
        return self.reason or f"{self.name}, tiled by {''.join(sorted(dict(self.tiling or ())))}"

    @property
    def outcome(self) -> Outcome:
        """No if there is no tiling."""
        return Outcome.NO if self.tiling is None else Outcome.YES

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield the tiling as outlines if it can be *drawn*, else as letters, with ``#`` holes."""
        region = self.region
        if self.tiling is None:
            yield plain_line(self.reason)
            return
        drawn = drawn and region.rows * region.cols <= _MAX_DRAWN
        shape_at = {cell: shape for shape, cells in self.tiling for cell in cells}
        hole = " " if drawn else HOLE
        grid = [
            "".join(shape_at.get(Cell(row, col), hole) for col in range(region.cols))
            for row in range(region.rows)
        ]
        if drawn:
            patches = colour_adjacent([Patch(*placement) for placement in self.tiling])
            yield from outlined_grid(grid, patches, named=False)
        else:
            yield from (plain_line(" ".join(line)) for line in grid)

    def to_json(self) -> dict[str, Any]:
        """Return the region and its tiling, or null."""
        placements = [placement.to_json() for placement in sorted(self.tiling or ())]
        found = None if self.tiling is None else {"placements": placements}
        return {"region": self.region.to_json(), "tiling": found}

    def picture(self) -> "Scene | None":
        """Return the tiling in colours, each pentomino outlined and with its letter."""
        from solver.drawing import outline, scene

        if self.tiling is None:
            return None
        side = min(_SIDE, _SIZE / max(self.region.rows, self.region.cols))
        width = min(outline.OUTLINE, side / 10)
        field = scene.Box(width, width, self.region.cols * side, self.region.rows * side)
        origin = scene.Point(field.x, field.y)
        patches = colour_adjacent([Patch(*placement) for placement in self.tiling])
        marks = outline.patch_fills(patches, origin, side)
        grid = scene.Paint(stroke=_GRID_COLOUR, width=_GRID)
        for patch in patches:
            marks += outline.lines_within(frozenset(patch.cells), origin, side, grid)
        marks += outline.patch_outlines(patches, origin, side, width=width)
        for shape, cells in self.tiling:
            row, col = middle_of(cells)
            centre = scene.Point(origin.x + (col + 0.5) * side, origin.y + (row + 0.5) * side)
            marks.append(scene.centred_text(centre, shape, _LETTER * side))
        return scene.Scene(field.grown(width), marks)


@dataclass(frozen=True, slots=True, repr=False)
class TilingTotal(Answer):
    """How many *tilings* of *region* there are, and how many *distinct* ones.

    *shows_distinct*: the text is the number of distinct ones. *notes* say why there are none.
    """

    region: Region
    tilings: int
    distinct: int
    shows_distinct: bool = False
    notes: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """No if there are none."""
        return Outcome.YES if self.tilings else Outcome.NO

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - a number
        """Yield the number that was asked for."""
        yield plain_line(str(self.distinct if self.shows_distinct else self.tilings))

    def to_json(self) -> dict[str, Any]:
        """Return the region and both numbers."""
        return {"region": self.region.to_json(), "tilings": self.tilings, "distinct": self.distinct}


@dataclass(frozen=True, slots=True, repr=False)
class TilingList(Answer):
    """The end of a list of *count* tilings, which came as they were found."""

    count: int
    outcome: Outcome
    notes: tuple[str, ...] = ()

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - a number
        """Yield how many there were."""
        yield plain_line(f"{self.count} tilings")

    def to_json(self) -> int:
        """Return how many there were."""
        return self.count


@question
def first(
    region: Region,
    *,
    pieces: str = PIECES,
    engine: Annotated[str, OneOf(ENGINES)] = KERNEL,
    jobs: Count | None = None,
    name: str = "the region",
) -> Search[RegionTiling]:
    """Return the search for the first tiling of *region* by different *pieces*.

    *engine* is one of `ENGINES`; all give the same answer. The kernel is called, in *jobs* threads,
    by default one per core, only if plain Python does not find it soon: to load it takes longer
    than to find most first tilings. Raises `PiecesError` where *pieces* does not name pentominoes.

    >>> print(first(Region.parse("3x5"), pieces="FILNV").run())
    L L L L V
    L N N N V
    N N V V V
    """
    problem = _problem(region, pieces)

    def work(report: Report[RegionTiling]) -> RegionTiling:
        found: Iterable[Tiling | None] = ()
        if engine == KERNEL:
            with suppress(UndecidedError):
                found = [first_tiling(problem, node_limit=_NODE_LIMIT)]
        found = found or _engine(problem, engine, jobs).tilings(progress=report)
        tiling = next(checked(region, problem.pieces, filter(None, found)), None)
        reason = "" if tiling else _none_text(problem, name)
        return RegionTiling(region, tiling, name, reason)

    return Search(work, label="searching", noun="tilings")


@question
def count(  # noqa: PLR0913 - what varies, and how it is counted
    region: Region,
    *,
    pieces: str = PIECES,
    shows_distinct: bool = False,
    engine: Annotated[str, OneOf(ENGINES)] = KERNEL,
    jobs: Count | None = None,
    checkpoint: str | None = None,
    name: str = "the region",
) -> Search[TilingTotal]:
    """Return the search for how many tilings there are, all and distinct ones.

    No turn or flip takes distinct tilings into each other. *checkpoint* is the name of a file in
    which the kernel keeps what it has counted. Other arguments as in `first`.

    >>> count(Region.parse("4x5")).run().distinct
    50
    """
    problem = _problem(region, pieces)

    def work(report: Report[TilingTotal]) -> TilingTotal:
        with _kept(checkpoint, problem, listing=False) as kept:
            counted = _engine(problem, engine, jobs, kept).count(progress=report)
        notes = () if counted.tilings else (_none_text(problem, name),)
        return TilingTotal(region, *counted, shows_distinct, notes)

    return Search(work, label="counting", noun="tilings", checkpoint=checkpoint)


@question
def listed(  # noqa: PLR0913 - what varies, and how it is searched for
    region: Region,
    *,
    pieces: str = PIECES,
    distinct: bool = False,
    limit: Limit | None = None,
    engine: Annotated[str, OneOf(ENGINES)] = KERNEL,
    jobs: Count | None = None,
    checkpoint: str | None = None,
    output: TextIO | None = None,
    name: str = "the region",
) -> Search[TilingList]:
    """Return the search whose items are the tilings, each a line of JSON, at most *limit* of them.

    They come in the documented order. *output* is where they are written to: with a *checkpoint*, a
    list that is appended to it goes on where it ends. Other arguments as in `count`.
    """
    problem = _problem(region, pieces, distinct=distinct)

    def work(report: Report[TilingList]) -> TilingList:
        latest = (0, 0, 0)

        def advance(done: int, total: int, found: int, note: str = "", /, **_: Any) -> None:
            nonlocal latest
            latest = (done, total, found)
            report(*latest, note)

        total = 0
        with _kept(checkpoint, problem, listing=True) as kept:
            found = _engine(problem, engine, jobs, kept).tilings(progress=advance)
            lines = map(tiling_line, checked(region, problem.pieces, islice(found, limit)))
            for text in lines if kept is None or output is None else kept.unwritten(lines, output):
                total += 1
                if text:
                    report(*latest, items=[text])
        if total or limit == 0:
            return TilingList(total, Outcome.YES)
        return TilingList(total, Outcome.NO, (_none_text(problem, name),))

    return Search(work, label="searching", noun="tilings", line=str, checkpoint=checkpoint)


@question
def tilings(
    region: Region, *, pieces: str | None = None, distinct: bool = False
) -> Iterator[Tiling]:
    """Iterate over all tilings of *region* by different *pieces*, by default all twelve.

    They come in the documented order; with *distinct*, one of those that turns and flips take into
    each other. Raises `PentaError` when *pieces* does not name pentominoes.
    """
    problem = _problem(region, pieces, distinct=distinct)
    return checked(region, problem.pieces, _engine(problem, KERNEL, 1).tilings())


@question
def count_tilings(region: Region, *, pieces: str | None = None) -> TilingCount:
    """Return how many tilings there are, all and distinct ones. Arguments as in `tilings`."""
    return _engine(_problem(region, pieces), KERNEL, 1).count()


def _problem(region: Region, pieces: str | None, *, distinct: bool = False) -> TilingProblem:
    return TilingProblem(region, parse_pieces(PIECES if pieces is None else pieces), distinct)


def _engine(
    problem: TilingProblem, name: str, jobs: int | None, kept: "TilingCheckpoint | None" = None
) -> "CoverEngine | KernelEngine":
    if name in COVERS:
        return CoverEngine(problem, COVERS[name])
    from solver.runtime.parallel import cores
    from solver.tiling.kernel_engine import KernelEngine

    return KernelEngine(problem, jobs=jobs or cores(), kept=kept)


def _kept(
    name: str | None, problem: TilingProblem, *, listing: bool
) -> "closing[TilingCheckpoint] | nullcontext[None]":
    if name is None:
        return nullcontext()
    from solver.tiling.checkpoint import TilingCheckpoint

    return closing(TilingCheckpoint(name, problem, listing=listing))


def _none_text(problem: TilingProblem, name: str) -> str:
    reason = f": {problem.infeasible_reason}" if problem.infeasible_reason else ""
    return f"no tiling of {name}{reason}"
