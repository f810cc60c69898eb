"""What is seen of a pile: its heights, the tiles of a level, the tiles from above.

frame  the least rectangle around some cells; grids are strings of its rows
label  of a tile: the letter of its shape, a capital for White, a small one for Black
"""

from collections.abc import Callable, Iterable, Mapping
from string import ascii_lowercase, digits
from typing import NamedTuple

from solver.drawing.text_grid import Patch
from solver.geometry.cell import Cell
from solver.pent_up.record import Colour, TileMove
from solver.pent_up.rules import Pile

COLOUR_HUES = {Colour.WHITE: 3, Colour.BLACK: 1}  # places in the palette, far apart
EMPTY = "."

_DIGITS = 9  # the greatest height that is one
_HEIGHTS = EMPTY + digits[1:] + ascii_lowercase  # one character each, as letters go on from 9


class Frame(NamedTuple):
    """A rectangle of the table, from the cell *origin*."""

    origin: Cell
    rows: int
    cols: int

    def grid(self, mark: Callable[[Cell], str]) -> list[str]:
        """Return the *mark* of each cell, a string a row."""
        top, left = self.origin
        return [
            "".join(mark(Cell(row, col)) for col in range(left, left + self.cols))
            for row in range(top, top + self.rows)
        ]


def frame_around(cells: Iterable[Cell]) -> Frame:
    """Return the least frame that holds *cells*; with none, a single cell."""
    rows, cols = zip(*(list(cells) or [Cell(0, 0)]), strict=True)
    top, left = min(rows), min(cols)
    return Frame(Cell(top, left), max(rows) - top + 1, max(cols) - left + 1)


def height_grid(pile: Pile, frame: Frame) -> list[str]:
    """Return the heights of *pile*, a character a cell, ``.`` for the bare table."""
    return frame.grid(lambda cell: _HEIGHTS[pile.height_at(cell)])


def heights_legend(pile: Pile) -> str:
    """Return what the letters among the heights of *pile* are; empty where there are none.

    >>> heights_legend(Pile())
    ''
    """
    letters = (f"{_HEIGHTS[height]} is {height}" for height in range(_DIGITS + 1, pile.height + 1))
    return ", ".join(letters)


def tile_patch(move: TileMove, cells: Iterable[Cell] | None = None) -> Patch:
    """Return a tile as drawn: all of it, or those of its *cells* that are seen."""
    label = move.shape if move.colour is Colour.WHITE else move.shape.lower()
    return Patch(label, move.cells if cells is None else cells, COLOUR_HUES[move.colour])


def tiles_on_level(pile: Pile, level: int) -> list[TileMove]:
    """Return the tiles on a level, in the order in which they were laid."""
    return [move for move in pile.moves if move.level == level]


def format_counts(counts: Mapping[Colour, int]) -> str:
    """Return how many tiles of each colour there are, in words."""
    return ", ".join(f"{counts[colour]} {colour.value}" for colour in Colour)


def patches_from_above(pile: Pile) -> list[Patch]:
    """Return what is seen of the tiles from above."""
    seen: dict[int, list[Cell]] = {}
    for cell in sorted(pile.cells):
        seen.setdefault(pile.top_tile(cell), []).append(cell)
    return [tile_patch(pile.moves[number], seen[number]) for number in sorted(seen)]
