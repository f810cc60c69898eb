"""The grid of a sheet as it is printed: green cells, and the points of the lines in white boxes.

The points of a line stand one step beyond its last cell; the cells of the diagonals are a darker
green. Circled numbers have a ring, and so have the points of a line whose numbers are all circled.
Lengths are given as parts of the side of a cell, so that a grid may have any size.
"""

from collections.abc import Collection, Iterator

from solver.drawing.scene import (
    WHITE,
    Box,
    Circle,
    Mark,
    Paint,
    Point,
    Polygon,
    centred_text,
    text_width,
)
from solver.geometry.cell import Cell
from solver.knaster.line import CELLS, LINES, SIZE, Line
from solver.knaster.line_values import LineValues
from solver.knaster.sheet import Sheet

CELL_GREEN, LINE_GREEN = "#e6f3e9", "#3d8b5f"

_DIAGONAL_GREEN, _MARKED, _ACCENT = "#cfe6d5", "#f3c98b", "#b03a2e"
_BOX, _BOX_STEP = 0.56, 0.42  # the side of a box with points, and from the grid to its middle
POINTS_ROOM = _BOX_STEP + _BOX / 2  # right of the grid and below it, above at its right corner
_NUMBER, _POINTS = 0.43, 0.3  # the sizes of texts
_RING, _POINTS_RING = 0.38, 0.25  # radii
_THIN, _FRAME, _RING_LINE = 0.02, 0.05, 0.055  # widths of lines
_POINTS_WIDTH = 0.4  # what a long number may take


def grid_marks(
    sheet: Sheet, values: LineValues, grid: Box, *, marked: Collection[Cell] = ()
) -> Iterator[Mark]:
    """Yield *sheet* in the square *grid* and the points beside it; *marked* cells stand out."""
    side = grid.width / SIZE
    diagonals = {cell for line in LINES[2 * SIZE :] for cell in line.cells}
    for cell in CELLS:
        green = _DIAGONAL_GREEN if cell in diagonals else CELL_GREEN
        paint = Paint(_MARKED if cell in marked else green, LINE_GREEN, _THIN * side)
        yield Polygon(cell_box(cell, grid).corners, paint)
    yield Polygon(grid.corners, Paint(stroke=LINE_GREEN, width=_FRAME * side))
    for cell in CELLS:
        centre, number = cell_box(cell, grid).centre, sheet[cell]
        if number is not None:
            yield centred_text(centre, str(number), _NUMBER * side)
        if cell in sheet.circled:
            yield _ring(centre, _RING, side)
    circled_lines = sheet.circled_lines()
    for line, points in zip(LINES, values.points, strict=True):
        centre = _points_centre(line, grid)
        yield from _points_marks(points, centre, side)
        if line in circled_lines:
            yield _ring(centre, _POINTS_RING, side)


def cell_box(cell: Cell, grid: Box) -> Box:
    """Return where *cell* lies in the square *grid*."""
    side = grid.width / SIZE
    return Box(grid.x + cell.col * side, grid.y + cell.row * side, side, side)


def _points_marks(points: int, centre: Point, side: float) -> Iterator[Mark]:
    box, text = Box(*centre, 0.0, 0.0).grown(_BOX / 2 * side), str(points)
    yield Polygon(box.corners, Paint(WHITE, LINE_GREEN, _THIN * side))
    size = min(_POINTS * side, _POINTS_WIDTH * side / text_width(text, 1.0))
    yield centred_text(centre, text, size)


def _points_centre(line: Line, grid: Box) -> Point:
    """Return the middle of the box with the points of *line*, one step beyond its last cell."""
    before, last = line.cells[-2:]
    x, y = cell_box(last, grid).centre
    step = (0.5 + _BOX_STEP) * grid.width / SIZE
    return Point(x + (last.col - before.col) * step, y + (last.row - before.row) * step)


def _ring(centre: Point, radius: float, side: float) -> Circle:
    return Circle(centre, radius * side, Paint(stroke=_ACCENT, width=_RING_LINE * side))
