"""Bit boards: sets of cells of a square window of the table, one bit per cell, row by row.

An orientation is known by its number: shapes in alphabetical order, then in the order of
`fixed_pentominoes`. It is laid by its corner, the upper left cell of the rectangle around it. The
tiles of a `Position` keep a margin as wide as the longest tile from the edge of the window, so that
no shift carries a bit over the end of a row into the next one.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from solver.geometry.cell import Cell, Cells
from solver.geometry.polyomino import PENTOMINO_SIZE, fixed_pentominoes

DEFAULT_SIDE = 32  # cells: few games of 24 tiles need more


class Window(NamedTuple):
    """The window of *side* x *side* cells whose upper left one, bit 0, is *origin*."""

    origin: Cell
    side: int

    @property
    def middle(self) -> int:
        """The bit in the middle."""
        return self.side * (self.side // 2) + self.side // 2

    def bit(self, cell: Cell) -> int:
        """Return the number of the bit of *cell*, which must lie in the window."""
        return (cell.row - self.origin.row) * self.side + cell.col - self.origin.col

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit."""
        row, col = divmod(bit, self.side)
        return Cell(self.origin.row + row, self.origin.col + col)


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
    return tuple((shape, cells) for shape, fixed in fixed_pentominoes().items() for cells in fixed)


@cache
def orientation_numbers() -> Mapping[str, range]:
    """Return the numbers of the orientations of each shape."""
    letters = "".join(shape for shape, _ in all_orientations())
    return {shape: range(letters.index(shape), letters.rindex(shape) + 1) for shape in letters}


@cache
def cell_offsets(side: int) -> tuple[tuple[int, ...], ...]:
    """Return the offsets of every orientation, ascending, in a window of this *side*."""
    return tuple(
        tuple(sorted(row * side + col for row, col in cells)) for _, cells in all_orientations()
    )


@cache
def margin_mask(side: int) -> int:
    """Return the cells of the margin of a window of this *side*."""
    row = ((1 << PENTOMINO_SIZE) - 1) * (1 | 1 << (side - PENTOMINO_SIZE))
    left_and_right = sum(row << number * side for number in range(side))
    top = (1 << PENTOMINO_SIZE * side) - 1
    return left_and_right | top | top << (side - PENTOMINO_SIZE) * side


def neighbour_mask(cells: int, side: int) -> int:
    """Return the other cells that share an edge with *cells*, none of them at the window's edge."""
    return (cells << 1 | cells >> 1 | cells << side | cells >> side) & ~cells
