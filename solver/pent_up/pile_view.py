"""What is shown of a pile: its heights, the tiles of a level, the tiles from above.

A tile is labelled by the letter of its shape, a capital for White, a small letter for Black.
"""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase, digits
from typing import NamedTuple

from solver.drawing.styled_text import StyledLine, plain_line
from solver.drawing.text_grid import Patch, draw_grid
from solver.geometry.cell import Cell
from solver.pent_up.record import Colour, TileMove
from solver.pent_up.rules import Pile

# White and dark on any screen, with letters that are seen on them.
COLOUR_FILLS = {Colour.WHITE: "#000000 on #ffffff", Colour.BLACK: "#ffffff on #303030"}
GAME_OVER = "All tiles are laid."
EMPTY = "."

_MAX_DIGIT = 9  # heights above it are shown as letters
_HEIGHT_MARKS = EMPTY + digits[1:] + ascii_lowercase


class Frame(NamedTuple):
    """A rectangle of the table, from the cell *origin*."""

    origin: Cell
    rows: int
    cols: int

    @property
    def cells(self) -> list[list[Cell]]:
        """The cells, row by row."""
        top, left = self.origin
        return [
            [Cell(row, col) for col in range(left, left + self.cols)]
            for row in range(top, top + self.rows)
        ]


def frame_around(cells: Iterable[Cell]) -> Frame:
    """Return the smallest frame that holds *cells*; without any, a single cell."""
    rows, cols = zip(*(list(cells) or [Cell(0, 0)]), strict=True)
    top, left = min(rows), min(cols)
    return Frame(Cell(top, left), max(rows) - top + 1, max(cols) - left + 1)


def heights_drawing(
    pile: Pile, frame: Frame, patches: Sequence[Patch], *, drawn: bool
) -> list[StyledLine]:
    """Return the heights in *frame*, with *patches* outlined or, unless *drawn*, beside."""
    grid = ["".join(_HEIGHT_MARKS[pile.height_at(cell)] for cell in row) for row in frame.cells]
    return draw_grid(grid, patches, drawn=drawn, origin=frame.origin)


def heights_legend(pile: Pile) -> list[StyledLine]:
    """Return the line that says which heights of *pile* are shown as letters, if any are."""
    heights = range(_MAX_DIGIT + 1, pile.height + 1)
    legend = ", ".join(f"{_HEIGHT_MARKS[height]} is {height}" for height in heights)
    return [plain_line(f"Heights: {legend}")] if legend else []


def tile_patch(move: TileMove, cells: Iterable[Cell] | None = None) -> Patch:
    """Return a tile as a patch of a drawing: all of it, or only those of its *cells* in view."""
    label = move.shape if move.colour is Colour.WHITE else move.shape.lower()
    shown = move.cells if cells is None else cells
    return Patch(label, shown, fill=COLOUR_FILLS[move.colour])


def tiles_on_level(pile: Pile, level: int) -> list[TileMove]:
    """Return the tiles on a level, in the order in which they were laid."""
    return [move for move in pile.moves if move.level == level]


def format_counts(counts: Mapping[Colour, int]) -> str:
    """Return how many tiles of each colour there are, such as ``1 white, 2 black``."""
    return ", ".join(f"{counts[colour]} {colour.value}" for colour in Colour)


def view_from_above(pile: Pile, *, drawn: bool, frame: Frame | None = None) -> list[StyledLine]:
    """Return the heights of *pile* and its tiles as they are seen from above, in *frame*."""
    visible: dict[int, list[Cell]] = {}
    for cell in sorted(pile.cells):
        visible.setdefault(pile.top_tile(cell), []).append(cell)
    patches = [tile_patch(pile.moves[number], visible[number]) for number in sorted(visible)]
    frame = frame or frame_around(pile.cells)
    return [*heights_drawing(pile, frame, patches, drawn=drawn), *heights_legend(pile)]
