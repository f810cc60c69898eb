"""A window of the table: a square part of it whose cells are the bits of an int, row by row.

orientation  by its number: the shapes in alphabetical order, of each those of `polyomino`
corner       the upper left cell of the rectangle around an orientation, where that is laid
offset       of a cell of an orientation: how many bits it lies behind the corner

Tiles keep a margin from the window's edge that is as wide as a tile is long. So what touches them
lies in the window, and nothing that is shifted runs over the end of a row into the next one.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from solver.geometry.cell import Cell, Cells
from solver.geometry.polyomino import fixed_pentominoes

DEFAULT_SIDE = 32  # cells: few games of 24 tiles need more
_MARGIN = 5


class Window(NamedTuple):
    """The window of *side* x *side* cells whose upper left one, the bit 0, is *first*."""

    first: Cell
    side: int

    @property
    def middle(self) -> int:
        """The bit in the middle."""
        return self.side * (self.side // 2) + self.side // 2

    def bit(self, cell: Cell) -> int:
        """Return the number of the bit of *cell*, which lies in the window."""
        return (cell.row - self.first.row) * self.side + cell.col - self.first.col

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit."""
        row, col = divmod(bit, self.side)
        return Cell(self.first.row + row, self.first.col + col)


def window_around(cell: Cell, side: int = DEFAULT_SIDE) -> Window:
    """Return the window with *cell* in its middle."""
    return Window(Cell(cell.row - side // 2, cell.col - side // 2), side)


def corner_of(cells: Iterable[Cell]) -> Cell:
    """Return the upper left cell of the rectangle around *cells*.

    >>> corner_of([Cell(3, 7), Cell(4, 6)])
    Cell(row=3, col=6)
    """
    rows, cols = zip(*cells, strict=True)
    return Cell(min(rows), min(cols))


@cache
def all_orientations() -> tuple[tuple[str, Cells], ...]:
    """Return the 63 orientations by their numbers: the letter, and the cells at the origin."""
    return tuple((shape, one) for shape, fixed in fixed_pentominoes().items() for one in fixed)


@cache
def orientation_numbers() -> Mapping[str, range]:
    """Return the numbers of the orientations of each shape."""
    letters = [shape for shape, _ in all_orientations()]
    return {
        shape: range(letters.index(shape), letters.index(shape) + letters.count(shape))
        for shape in letters
    }


@cache
def cell_offsets(side: int) -> tuple[tuple[int, ...], ...]:
    """Return the offsets of every orientation, ascending, in a window of this *side*."""
    return tuple(
        tuple(sorted(row * side + col for row, col in one)) for _, one in all_orientations()
    )


@cache
def full_mask(side: int) -> int:
    """Return all cells of a window of this *side*."""
    return (1 << side * side) - 1


@cache
def margin_mask(side: int) -> int:
    """Return the cells of a window of this *side* that a tile keeps from."""
    row = ((1 << _MARGIN) - 1) * (1 | 1 << (side - _MARGIN))
    sides = sum(row << number * side for number in range(side))
    ends = (1 << _MARGIN * side) - 1
    return sides | ends | ends << (side - _MARGIN) * side


def neighbour_mask(cells: int, side: int) -> int:
    """Return what shares an edge with *cells*, none of them at the edge, and is none of them."""
    return (cells << 1 | cells >> 1 | cells << side | cells >> side) & ~cells
