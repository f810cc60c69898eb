"""One score sheet: a line for the name, the hands, the grid with its points, boxes for the score.

Lengths are given as parts of the side of a cell of the grid, so that all of it grows with the cell.
"""

from collections.abc import Iterator

from solver.drawing.scene import (
    FAINT,
    WHITE,
    Anchor,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Text,
    centred_text,
    text_width,
)
from solver.knaster.grid_art import LINE_GREEN, POINTS_ROOM, grid_marks
from solver.knaster.line import SIZE
from solver.knaster.line_values import LineValues
from solver.knaster.score_sheet.hands_table import table_marks
from solver.knaster.sheet import Sheet

_SIDES, _ENDS = 0.3, 0.23  # kept free left and right, above and below, for the scissors
_COLUMN, _GAP = 2.78, 0.32  # the width of the hands, and from them to the grid
_WIDTH = 2 * _SIDES + _COLUMN + _GAP + SIZE + POINTS_ROOM
_HEIGHT = 2 * _ENDS + 2 * POINTS_ROOM + SIZE
_BASELINE = 0.55  # of the title and the name, from the top of what is not kept free
_TITLE, _TEXT = 0.42, 0.2  # the sizes of texts
_AFTER_TEXT, _BELOW_NAME = 0.08, 0.05  # from "Name" to the line for it, and that line's drop
_BOX_WIDTH, _BOX_HEIGHT, _BOX_GAP = 0.9, 0.37, 0.08  # of the boxes for the score
_THIN = 0.02  # the width of lines

# What is counted at the end, from the top, and whether it is set in bold.
_COUNTS = {"Points of lines": False, "Circled numbers": False, "Total": True}


def score_sheet_size(side: float) -> tuple[float, float]:
    """Return the width and the height of a score sheet whose grid has cells of this *side*."""
    return _WIDTH * side, _HEIGHT * side


def score_sheet_marks(sheet: Sheet, values: LineValues, place: Box, side: float) -> Iterator[Mark]:
    """Yield a score sheet at *place*, which has its size, on which *sheet* is written already."""
    left, top = place.x + _SIDES * side, place.y + _ENDS * side
    width, bottom = _COLUMN * side, place.bottom - _ENDS * side
    grid = Box(left + width + _GAP * side, top + POINTS_ROOM * side, SIZE * side, SIZE * side)
    title = Point(left, top + _BASELINE * side)
    yield Text(title, "Knaster", _TITLE * side, bold=True)
    yield from _name_marks(Point(grid.x, title.y), grid.right - _GAP * side, side)
    yield from table_marks(Point(left, grid.y), width, side)
    yield from _count_marks(Point(left, bottom), width, side)
    yield from grid_marks(sheet, values, grid)


def _name_marks(at: Point, right: float, side: float) -> Iterator[Mark]:
    """Yield the line to write a name on, which begins *at* a point and ends at *right*."""
    yield Text(at, "Name", _TEXT * side, colour=FAINT)
    start = at.x + text_width("Name", _TEXT * side) + _AFTER_TEXT * side
    y = at.y + _BELOW_NAME * side
    yield Line(Point(start, y), Point(right, y), Paint(stroke=FAINT, width=_THIN * side))


def _count_marks(at: Point, width: float, side: float) -> Iterator[Mark]:
    """Yield the boxes for what is counted at the end; their lower left corner is *at* a point."""
    step = (_BOX_HEIGHT + _BOX_GAP) * side
    for number, (name, is_bold) in enumerate(reversed(_COUNTS.items())):
        box_width, height = _BOX_WIDTH * side, _BOX_HEIGHT * side
        box = Box(at.x + width - box_width, at.y - height - number * step, box_width, height)
        line = (2 if is_bold else 1) * _THIN * side
        yield Polygon(box.corners, Paint(WHITE, LINE_GREEN, line))
        left = Point(at.x, box.centre.y)
        text = centred_text(left, name, _TEXT * side, bold=is_bold)
        yield text._replace(anchor=Anchor.START)
