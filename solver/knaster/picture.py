"""Pictures of sheets as they are printed: green cells, points of the lines in white boxes.

The points of a line stand one step beyond its last cell; the cells of the diagonals are a darker
green. Circled numbers have a ring, and so have the points of a line whose numbers are all circled.
Lengths within a grid are given as parts of the side of a cell, so that it may have any size.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from solver.drawing.scene import (
    FAINT,
    WHITE,
    Anchor,
    Box,
    Circle,
    Mark,
    Paint,
    Point,
    Polygon,
    Scene,
    Text,
    centred_text,
    cut_to_width,
    printable_text,
    text_width,
)
from solver.geometry.cell import Cell, col_name, row_name
from solver.knaster.line import CELLS, LINES, SIZE, Line, LineValues
from solver.knaster.sheet import Sheet

CELL_GREEN, LINE_GREEN = "#e6f3e9", "#3d8b5f"

_DIAGONAL_GREEN, _MARKED, _ACCENT = "#cfe6d5", "#f3c98b", "#b03a2e"
_BOX, _BOX_STEP = 0.56, 0.42  # the side of a box with points, and from the grid to its middle
POINTS_SPACE = _BOX_STEP + _BOX / 2  # right of the grid and below it, above at its right corner
_NUMBER, _POINTS = 0.43, 0.3  # the sizes of texts
_RING, _POINTS_RING = 0.38, 0.25  # radii
_THIN, _FRAME, _RING_LINE = 0.02, 0.05, 0.055  # widths of lines
_POINTS_WIDTH = 0.4  # what a long number may take

# Of the pictures of sheets.
_SIDE = 10.0  # mm, of a cell
_MARGIN, _GAP = 8.0, 10.0  # mm: around all sheets, and between two of them
_TITLE_RISE = 5.5  # mm, from the upper edge of a sheet to the baseline of its title
_TITLE, _NAME, _NOTE = 3.6, 2.4, 2.4  # mm, the sizes of texts
_NOTE_DROP = 3.6  # mm, from a number to the note below it
_NAME_GAP = 1.4  # mm, from a name to its row or col
_SHEETS_PER_ROW = 4
_WIDTH = (SIZE + POINTS_SPACE) * _SIDE  # of the grid with the points beside it


def sheets_scene(
    sheets: Sequence[tuple[str, Sheet]],
    values: LineValues,
    *,
    marked: Collection[Cell] = (),
    notes: Mapping[Cell, str] | None = None,
) -> Scene:
    """Return the picture of *sheets* and their titles, with *marked* cells and short *notes*."""
    left, top = _MARGIN + _NAME, _MARGIN + _TITLE_RISE + _TITLE
    across, down = _WIDTH + _GAP, _WIDTH + _GAP + _TITLE_RISE
    marks: list[Mark] = []
    for number, (title, sheet) in enumerate(sheets):
        row, col = divmod(number, _SHEETS_PER_ROW)
        x, y = left + col * across, top + row * down
        grid = Box(x, y, SIZE * _SIDE, SIZE * _SIDE)
        text = cut_to_width(printable_text(title), _TITLE, grid.width)
        marks.append(Text(Point(x, y - _TITLE_RISE), text, _TITLE, bold=True))
        marks += [*grid_marks(sheet, values, grid, marked=marked), *_names(grid)]
        marks += [_note_mark(sheet, cell, note, grid) for cell, note in (notes or {}).items()]
    cols = min(len(sheets), _SHEETS_PER_ROW)
    rows = -(-len(sheets) // _SHEETS_PER_ROW)
    width, height = left + cols * across - _GAP, top + rows * down - _GAP - _TITLE_RISE
    return Scene(Box(0, 0, width + _MARGIN, height + _MARGIN), marks)


def _names(grid: Box) -> Iterator[Mark]:
    for index in range(SIZE):
        middle = (index + 0.5) * _SIDE
        left = Point(grid.x - _NAME_GAP, grid.y + middle)
        end = Anchor.END
        yield centred_text(left, row_name(index), _NAME, colour=FAINT, bold=False, anchor=end)
        top = Point(grid.x + middle, grid.y - _NAME_GAP)
        yield Text(top, col_name(index), _NAME, Anchor.MIDDLE, FAINT)


def _note_mark(sheet: Sheet, cell: Cell, note: str, grid: Box) -> Text:
    """Return the *note* of a cell: in its middle, or below its number."""
    x, y = cell_box(cell, grid).centre
    middle = Point(x, y if sheet[cell] is None else y + _NOTE_DROP)
    return centred_text(middle, cut_to_width(note, _NOTE, _SIDE), _NOTE, bold=False)


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
