"""A region and pieces as an exact cover: what may be laid, in the documented order.

position     a cell by its place in the sweep of the region
orientation  one of the 63 fixed pentominoes by its number: by letter, then as `orientations` has it
option       an orientation laid on the region; its positions are a bit set
leader       the pentomino by which the symmetry of the region is broken

**The order of tilings.** Two tilings are compared at the first position that they cover
differently: there the orientation with the lower number comes first. Options are sorted by first
position and orientation, and there is one for such a pair at most; so this is also the
lexicographic order of the sorted options.

**Distinct tilings** are counted up to the symmetries of the region. Of each class the one is
listed in which the leader comes first, and of several such, the first in the order. So a search
for distinct tilings lays the leader only where no symmetry takes it to an earlier option; each of
its tilings stands for as many with the leader elsewhere as there are images of that option.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from solver.errors import PiecesError, quoted
from solver.geometry.bitset import bits
from solver.geometry.cell import Cell, Cells, components, neighbours
from solver.geometry.polyomino import SHAPES, fixed_pentominoes
from solver.tiling.region import PENTOMINO_SIZE, Region, cell_order, symmetries
from solver.tiling.rules import TilingPlacement, Tiling, parse_pieces


class Option(NamedTuple):
    """An orientation laid on the region; options compare as the documented order has them."""

    first: int
    orientation: int
    shape: str
    positions: int


@dataclass(frozen=True)
class TilingProblem:
    """What is asked: the tilings of *region* by *pieces* (letters), all or the *distinct* ones."""

    region: Region
    pieces: str = SHAPES
    distinct: bool = False

    def __post_init__(self) -> None:
        if self.pieces != parse_pieces(self.pieces):
            raise PiecesError("pieces", expected="sorted letters", found=quoted(self.pieces))

    @cached_property
    def sweep(self) -> list[Cell]:
        """The cell at each position."""
        return cell_order(self.region.cells)

    @cached_property
    def position(self) -> dict[tuple[int, int], int]:
        """The position of each cell."""
        return {cell: position for position, cell in enumerate(self.sweep)}

    @cached_property
    def beside(self) -> list[list[int]]:
        """The positions that share an edge with each."""
        return [
            [self.position[other] for other in neighbours(cell) if other in self.position]
            for cell in self.sweep
        ]

    @property
    def needed(self) -> int:
        """The number of pentominoes in a tiling."""
        return len(self.sweep) // PENTOMINO_SIZE

    @cached_property
    def options(self) -> list[Option]:
        """All that may be laid, sorted."""
        return sorted(_options(self.sweep, self.pieces))

    @cached_property
    def symmetries(self) -> list[list[int]]:
        """The symmetries of the region as maps of positions, the identity first."""
        return [
            [self.position[image[cell]] for cell in self.sweep]
            for image in symmetries(self.region.cells)
        ]

    @cached_property
    def leader(self) -> str:
        """The pentomino with the fewest options, of those that have one; empty without options."""
        laid = [option.shape for option in self.options]
        return min(sorted(set(laid)), key=laid.count, default="")

    def image(self, option: Option, symmetry: int) -> Option:
        """Return where the symmetry of this number takes *option*."""
        moved = self.symmetries[symmetry]
        return self._at[sum(1 << moved[position] for position in bits(option.positions))]

    def is_first_image(self, option: Option) -> bool:
        """Return whether no symmetry takes *option* to an earlier one."""
        images = (self.image(option, symmetry) for symmetry in range(len(self.symmetries)))
        return all(option <= image for image in images)

    @cached_property
    def laid(self) -> list[Option]:
        """The options that a search needs to lay: the leader of distinct tilings at its first."""
        return [
            option
            for option in self.options
            if not self.distinct or option.shape != self.leader or self.is_first_image(option)
        ]

    @cached_property
    def _at(self) -> dict[int, Option]:
        return {option.positions: option for option in self.options}

    @property
    def why_not(self) -> str:
        """Why there can be no tiling, as far as counting tells; empty if there may be one."""
        if self.needed > len(self.pieces):
            return f"{len(self.sweep)} cells need {self.needed} pieces, not {len(self.pieces)}"
        for component in components(self.region.cells):
            if len(component) % PENTOMINO_SIZE:
                cells = f"the {len(component)} cells" if len(component) > 1 else "the one cell"
                return f"{cells} from {min(component)} on cannot be filled by fives"
        return ""

    def tiling(self, options: Sequence[Option]) -> Tiling:
        """Return the tiling of *options*."""
        return tuple(self.placement(option.shape, option.positions) for option in options)

    def placement(self, shape: str, positions: int) -> TilingPlacement:
        """Return the placement of *shape* on *positions*, a bit set."""
        return TilingPlacement(shape, tuple(sorted(self.sweep[at] for at in bits(positions))))


def numbered_orientations() -> list[tuple[str, Cells]]:
    """Return the 63 orientations by their numbers: the letter and the cells of each."""
    return [(shape, one) for shape, several in fixed_pentominoes().items() for one in several]


def _options(cells: list[Cell], pieces: str) -> Iterator[Option]:
    """Yield every placement of *pieces* on *cells*."""
    bit = {cell: 1 << position for position, cell in enumerate(cells)}

    @cache
    def away(down: int, right: int) -> list[int]:
        """Return for each cell the bit of the one so far away, or 0 where that is a hole."""
        return [bit.get(Cell(row + down, col + right), 0) for row, col in cells]

    for number, (shape, orientation) in enumerate(numbered_orientations()):
        if shape in pieces:
            corner, *others = sorted(orientation)
            steps = (away(row - corner.row, col - corner.col) for row, col in others)
            for one, two, three, four, five in zip(bit.values(), *steps, strict=True):
                if two and three and four and five:
                    positions = one | two | three | four | five
                    first = (positions & -positions).bit_length() - 1
                    yield Option(first, number, shape, positions)
