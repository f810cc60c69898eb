"""The twelve tiles to cut out: each pentomino with its letter and its points.

label  the points, large, in the cell nearest to the middle of the tile; the letter beside them
"""

from generator.printing.card_art import FAINT, lightened
from solver.drawing.outline import outline
from solver.drawing.scene import (
    BLACK,
    THIN,
    Anchor,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Text,
    text_width,
)
from solver.drawing.text_grid import PALETTE
from solver.geometry.cell import Cell, Cells, middle_of
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
    return side * (1 + max(cell.col for cell in cells)), side * (
        1 + max(cell.row for cell in cells)
    )


def tile(shape: str, points: int, place: Box, side: float, *, low_ink: bool) -> list[Mark]:
    """Return the marks of a tile worth *points*, from the upper left of *place*."""
    cells, origin = pentominoes()[shape], Point(place.x, place.y)
    tint = None if low_ink else lightened(PALETTE[SHAPES.index(shape) % len(PALETTE)])
    shown = middle_of(cells)
    x, y = origin.x + shown.col * side, origin.y + shown.row * side
    number = str(points)
    size = min(_POINTS * side, _ROOM * side / text_width(number, 1.0))
    below = Point(x + side / 2, y + side / 2 + 0.36 * size)
    return [
        Polygon(outline(cells, origin, side), Paint(tint, BLACK, _EDGE)),
        *_folds(cells, origin, side),
        Text(below, number, size, Anchor.MIDDLE, BLACK, bold=True),
        Text(Point(x + 0.08 * side, y + 0.24 * side), shape, _LETTER * side, colour=FAINT),
    ]


def _folds(cells: Cells, origin: Point, side: float) -> list[Mark]:
    """Return the lines between the cells of a tile."""
    ink, lines = Paint(stroke=FAINT, width=THIN), []
    for row, col in sorted(cells):
        x, y = origin.x + col * side, origin.y + row * side
        if Cell(row, col - 1) in cells:
            lines.append(Line(Point(x, y), Point(x, y + side), ink))
        if Cell(row - 1, col) in cells:
            lines.append(Line(Point(x, y), Point(x + side, y), ink))
    return list(lines)
