"""A tiling problem as an exact cover: the options of a region and pieces, in the documented order.

**The order of tilings.** Two tilings are compared at the first position that they cover
differently: there the orientation with the lower number comes first. That is also the
lexicographic order of the sorted options.

**Distinct tilings** are counted up to the symmetries of the region. One pentomino breaks the
symmetry: of each class the tiling is listed in which it comes first, and of several such, the first
in the order. So a search places it only where no symmetry takes it to an earlier option; such a
tiling stands for as many as there are images of that option.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import NamedTuple

from solver.cover import cpsat, exact_cover
from solver.errors import PiecesError, quoted
from solver.geometry.bitset import bits
from solver.geometry.cell import Cell, components, neighbours
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES, fixed_pentominoes
from solver.search import Advance
from solver.tiling.region import Region, cell_order, symmetries
from solver.tiling.rules import Tiling, TilingPlacement, parse_pieces

Covers = Callable[[Sequence[Iterable[object]], Sequence[object]], Iterable[tuple[int, ...]]]

COVERS: dict[str, Covers] = {
    "exact-cover": partial(exact_cover.covers, in_order=True),
    "cp-sat": cpsat.all_covers,
}


class TilingCount(NamedTuple):
    """How many tilings there are, and how many up to the symmetries of the region."""

    tilings: int
    distinct: int


class Option(NamedTuple):
    """An orientation placed on the region; options compare in the documented order.

    A cell is known by its position in the region's cell order, an orientation by its number among
    the 63 of `fixed_pentominoes`. *positions* are a bit set, of which *first* is the lowest.
    """

    first: int
    orientation: int
    shape: str
    positions: int


@dataclass(frozen=True)
class TilingProblem:
    """The tilings of *region* by *pieces* (letters), all or the *distinct* ones."""

    region: Region
    pieces: str = SHAPES
    distinct: bool = False

    def __post_init__(self) -> None:
        if self.pieces != parse_pieces(self.pieces):
            raise PiecesError("pieces", expected="sorted letters", found=quoted(self.pieces))

    @cached_property
    def cell_order(self) -> list[Cell]:
        """The cell at each position."""
        return cell_order(self.region.cells)

    @cached_property
    def position(self) -> dict[tuple[int, int], int]:
        """The position of each cell."""
        return {cell: position for position, cell in enumerate(self.cell_order)}

    @cached_property
    def adjacent(self) -> list[list[int]]:
        """The positions that share an edge with each."""
        return [
            [self.position[other] for other in neighbours(cell) if other in self.position]
            for cell in self.cell_order
        ]

    @property
    def pieces_needed(self) -> int:
        """The number of pentominoes in a tiling."""
        return len(self.cell_order) // PENTOMINO_SIZE

    @cached_property
    def options(self) -> list[Option]:
        """All options, sorted."""
        return sorted(_options(self.cell_order, self.pieces))

    @cached_property
    def symmetries(self) -> list[list[int]]:
        """The symmetries of the region as maps of positions, the identity first."""
        return [
            [self.position[image[cell]] for cell in self.cell_order]
            for image in symmetries(self.region.cells)
        ]

    @cached_property
    def symmetry_breaker(self) -> str:
        """The pentomino with the fewest options, of those that have one; empty without options."""
        shapes = [option.shape for option in self.options]
        return min(sorted(set(shapes)), key=shapes.count, default="")

    def images(self, option: Option) -> list[Option]:
        """Return where each symmetry takes *option*."""
        positions = list(bits(option.positions))
        return [
            self._by_positions[sum(1 << mapped[position] for position in positions)]
            for mapped in self.symmetries
        ]

    @cached_property
    def _by_positions(self) -> dict[int, Option]:
        return {option.positions: option for option in self.options}

    @cached_property
    def search_options(self) -> list[Option]:
        """The options that a search needs: of distinct tilings, with the symmetry broken."""
        return [
            option
            for option in self.options
            if not self.distinct
            or option.shape != self.symmetry_breaker
            or option == min(self.images(option))
        ]

    @property
    def infeasible_reason(self) -> str:
        """Why there is no tiling, if counting cells and pieces shows it; else empty."""
        if self.pieces_needed > len(self.pieces):
            needed, cells = self.pieces_needed, len(self.cell_order)
            return f"{cells} cells need {needed} pieces, not {len(self.pieces)}"
        for component in components(self.region.cells):
            if len(component) % PENTOMINO_SIZE:
                cells_text = f"the {len(component)} cells" if len(component) > 1 else "the one cell"
                return f"{cells_text} from {min(component)} on cannot be filled by fives"
        return ""

    def placement(self, shape: str, positions: int) -> TilingPlacement:
        """Return the placement of *shape* on *positions*, a bit set."""
        return TilingPlacement(shape, tuple(sorted(self.cell_order[at] for at in bits(positions))))


def _options(cells: list[Cell], pieces: str) -> Iterator[Option]:
    """Yield every placement of *pieces* on *cells*."""
    bit = {cell: 1 << position for position, cell in enumerate(cells)}

    @cache
    def shifted_bits(down: int, right: int) -> list[int]:
        """Return for each cell the bit of the one so far away, or 0 where that is a hole."""
        return [bit.get(Cell(row + down, col + right), 0) for row, col in cells]

    orientations = (
        (shape, orientation)
        for shape, fixed in fixed_pentominoes().items()
        for orientation in fixed
    )
    for number, (shape, orientation) in enumerate(orientations):
        if shape in pieces:
            corner, *others = sorted(orientation)
            steps = (shifted_bits(row - corner.row, col - corner.col) for row, col in others)
            for cell_bits in zip(bit.values(), *steps, strict=True):
                if all(cell_bits):
                    positions = sum(cell_bits)
                    first = (positions & -positions).bit_length() - 1
                    yield Option(first, number, shape, positions)


@dataclass(frozen=True)
class CoverEngine:
    """Searches for the tilings of *problem* by *covers*, which yields exact covers.

    That knows nothing of pentominoes: a position is a primary item, a pentomino a secondary one.
    Options are in the documented order, so covers as ascending indices come in that order too.
    """

    problem: TilingProblem
    covers: Covers

    def tilings(self, *, progress: Advance | None = None) -> Iterator[Tiling]:  # noqa: ARG002 - it knows of no steps
        """Yield the tilings, or the distinct ones, in the documented order."""
        for options in self._all():
            if not self.problem.distinct or self._is_first_of_its_class(options):
                placed = ((option.shape, option.positions) for option in options)
                yield tuple(self.problem.placement(*each) for each in placed)

    def count(self, *, progress: Advance | None = None) -> TilingCount:  # noqa: ARG002
        """Return how many tilings there are, all and distinct, whichever the problem asks for."""
        is_first = [self._is_first_of_its_class(options) for options in self._all()]
        return TilingCount(len(is_first), sum(is_first))

    def _all(self) -> Iterator[list[Option]]:
        """Yield the sorted options of every tiling."""
        if self.problem.infeasible_reason:
            return
        options = self.problem.options
        items = [[*bits(option.positions), option.shape] for option in options]
        for cover in self.covers(items, range(len(self.problem.cell_order))):
            yield [options[number] for number in cover]

    def _is_first_of_its_class(self, options: list[Option]) -> bool:
        """Return whether a tiling, as its sorted *options*, is the one to list of its class."""
        breaker = self.problem.symmetry_breaker

        def rank(options: list[Option]) -> tuple[list[Option], list[Option]]:
            return [option for option in options if option.shape == breaker], options

        images = zip(*map(self.problem.images, options), strict=True)
        return all(rank(options) <= rank(sorted(image)) for image in images)


def first_tiling(problem: TilingProblem, *, node_limit: int) -> Tiling | None:
    """Return the first tiling, or None; raise `UndecidedError` after *node_limit* options."""
    covers = partial(exact_cover.covers, in_order=True, node_limit=node_limit)
    return next(CoverEngine(problem, covers).tilings(), None)
