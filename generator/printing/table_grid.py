"""Cards for online tables: one image with a grid of equal cells, which a program cuts up evenly.

Tabletop Simulator takes up to 10 x 7 cells, at least 2 x 2, and shows the last one for a card that
is hidden, so that no card lies there. Tabletop Playground takes the same image as a texture. Cells
are whole dots, or the cuts would run through the cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isqrt

from solver.drawing.scene import MM_PER_INCH, Box
from solver.errors import PaperError

TABLE_PAPER = "table"  # an image of faces and one of backs
MOST_DOTS = 10_000  # a side, which a program takes
_USUAL_DOTS = 4096  # a side, which every graphics card takes
_USUAL_DPI = 300
_LEAST, _COLS, _ROWS = 2, 10, 7
MOST_CARDS = _COLS * _ROWS - 1


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A grid of *cols* x *rows* cells, each *width* x *height* dots, *dpi* to the inch."""

    cols: int
    rows: int
    width: int
    height: int
    dpi: int

    @property
    def last(self) -> int:
        """The number of the last cell, which no card has."""
        return self.cols * self.rows - 1

    @property
    def size(self) -> Box:
        """The whole grid, in mm."""
        scale = MM_PER_INCH / self.dpi
        return Box(0.0, 0.0, self.cols * self.width * scale, self.rows * self.height * scale)

    def cell(self, number: int) -> Box:
        """Return the cell *number*, row by row from 0, in mm."""
        row, col = divmod(number, self.cols)
        width, height = self.size.width / self.cols, self.size.height / self.rows
        return Box(col * width, row * height, width, height)

    def cell_json(self, number: int) -> dict[str, object]:
        """Return where the cell *number* lies: its col and row from 0, and its box in dots."""
        row, col = divmod(number, self.cols)
        x, y = col * self.width, row * self.height
        box = {"x": x, "y": y, "width": self.width, "height": self.height}
        return {"col": col, "row": row, "dots": box}


def table_grid(sizes: Sequence[tuple[float, float]], dpi: int | None) -> TableGrid:
    """Return the grid for up to 69 cards of these *sizes* in mm, nearly as many cols as rows.

    Without *dpi*, it has the dots that fit into 4096 x 4096, and at most 300 an inch. Raises
    `PaperError` when a side has more than 10000.

    >>> table_grid([(120, 120)] * 4, None)
    TableGrid(cols=3, rows=2, width=1361, height=1361, dpi=288)
    """
    cells = len(sizes) + 1
    cols = max(_LEAST, isqrt(cells - 1) + 1, ceil(cells / _ROWS))
    rows = max(_LEAST, ceil(cells / cols))
    width, height = map(max, zip(*sizes, strict=True))

    def grid(dots: int) -> TableGrid:
        return TableGrid(
            cols, rows, ceil(width / MM_PER_INCH * dots), ceil(height / MM_PER_INCH * dots), dots
        )

    def longest_side(dots: int) -> int:
        each = grid(dots)
        return max(cols * each.width, rows * each.height)

    def most(limit: int) -> int:
        return next(dots for dots in range(limit, 0, -1) if longest_side(dots) <= limit)

    if dpi is None:
        return grid(min(_USUAL_DPI, most(_USUAL_DOTS)))
    if longest_side(dpi) > MOST_DOTS:
        expected = f"at most {most(MOST_DOTS)}, as an image has up to {MOST_DOTS} dots a side"
        raise PaperError("dpi", expected=expected, found=str(dpi))
    return grid(dpi)
