"""The twelve tiles to cut out: each pentomino with its letter and its points.

The points stand, large, in the cell nearest to the middle of the tile, beside the letter.
"""

from generator.printing.card_art import PIECE_WHITE
from solver.drawing.colour import lightened
from solver.drawing.outline import outline
from solver.drawing.patch_marks import lines_within
from solver.drawing.scene import (
    BLACK,
    FAINT,
    THIN,
    Box,
    Mark,
    Paint,
    Point,
    Polygon,
    Text,
    centred_text,
    text_width,
)
from solver.drawing.text_grid import PALETTE
from solver.geometry.cell import middle_of
from solver.geometry.polyomino import SHAPES, pentominoes

GAP = 8.0  # mm between two tiles

_EDGE = 0.25  # mm, of the line to cut along
_POINTS, _LETTER, _ROOM = 0.5, 0.2, 0.8  # of a cell's side


def tile_size(shape: str, side: float) -> tuple[float, float]:
    """Return the width and the height of a tile whose cells have this *side*.

    >>> tile_size("I", 11.0)
    (55.0, 11.0)
    """
    cells = pentominoes()[shape]
    cols, rows = 1 + max(cell.col for cell in cells), 1 + max(cell.row for cell in cells)
    return side * cols, side * rows


def tile(shape: str, points: int, place: Box, side: float, *, low_ink: bool) -> list[Mark]:
    """Return the marks of a tile worth *points*, from the upper left of *place*."""
    cells, origin = pentominoes()[shape], Point(place.x, place.y)
    colour = PALETTE[SHAPES.index(shape) % len(PALETTE)]
    fill = None if low_ink else lightened(colour, PIECE_WHITE)
    middle = middle_of(cells)
    x, y = origin.x + middle.col * side, origin.y + middle.row * side
    size = min(_POINTS * side, _ROOM * side / text_width(str(points), 1.0))
    return [
        Polygon(outline(cells, origin, side), Paint(fill, BLACK, _EDGE)),
        *lines_within(cells, origin, side, Paint(stroke=FAINT, width=THIN)),
        centred_text(Point(x + side / 2, y + side / 2), str(points), size),
        Text(Point(x + 0.08 * side, y + 0.24 * side), shape, _LETTER * side, colour=FAINT),
    ]
