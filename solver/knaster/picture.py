"""Pictures of sheets as they are printed: a green grid, and the points of the lines in white boxes.

Circled numbers have a ring, and so have the points of a line whose numbers are all circled.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from solver.drawing.scene import (
    FAINT,
    THIN,
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
)
from solver.geometry.cell import Cell, col_name, row_name
from solver.knaster.line import CELLS, LINES, SIZE
from solver.knaster.line_values import LineValues
from solver.knaster.sheet import Sheet

_SIDE = 10.0  # mm, of a cell
_MARGIN, _GAP = 8.0, 10.0  # mm: around all sheets, and between two of them
_TITLE_RISE = 5.5  # mm, from the upper edge of a sheet to the baseline of its title
_TITLE, _NUMBER, _POINTS, _NAME, _NOTE = 3.6, 4.6, 3.4, 2.4, 2.4  # mm, the sizes of texts
_NOTE_DROP = 3.5  # mm, from a number to the note below it
_NAME_GAP = 1.4  # mm, from a name to its row or col
_RING, _POINTS_RING = 3.9, 3.1  # mm, the radius of a ring round a number, and round points
_RING_WIDTH = 0.6  # mm
_INSET = 1.0  # mm, from the edge of a cell to a box with points
_SHEETS_PER_ROW = 4

_GRID, _CELL, _MARKED, _ACCENT = "#7fb08c", "#dcefdf", "#f3c98b", "#b03a2e"
_WIDTH = (SIZE + 1) * _SIDE  # of the grid with the points beside it


def sheets_scene(
    sheets: Sequence[tuple[str, Sheet]],
    values: LineValues,
    *,
    marked: Collection[Cell] = (),
    notes: Mapping[Cell, str] | None = None,
) -> Scene:
    """Return the picture of *sheets*, each under its title, with the *marked* cells in colour.

    *notes* are short texts, written small in their cells.
    """
    left, top = _MARGIN + _NAME, _MARGIN + _TITLE_RISE + _TITLE
    across, down = _WIDTH + _GAP, _WIDTH + _GAP + _TITLE_RISE
    marks: list[Mark] = []
    for number, (title, sheet) in enumerate(sheets):
        row, col = divmod(number, _SHEETS_PER_ROW)
        at = Point(left + col * across, top + row * down)
        text = cut_to_width(printable_text(title), _TITLE, _WIDTH)
        marks.append(Text(Point(at.x, at.y - _TITLE_RISE), text, _TITLE, bold=True))
        marks += _sheet_marks(sheet, values, at, frozenset(marked))
        marks += [_note_mark(sheet, cell, note, at) for cell, note in (notes or {}).items()]
    cols = min(len(sheets), _SHEETS_PER_ROW)
    rows = -(-len(sheets) // _SHEETS_PER_ROW)
    width, height = left + cols * across - _GAP, top + rows * down - _GAP - _TITLE_RISE
    return Scene(Box(0, 0, width + _MARGIN, height + _MARGIN), marks)


def _sheet_marks(
    sheet: Sheet, values: LineValues, at: Point, marked: Collection[Cell]
) -> Iterator[Mark]:
    """Yield a *sheet* whose grid has its upper left corner *at* a point."""
    for cell in CELLS:
        box = _box(at, cell)
        yield Polygon(box.corners, Paint(_MARKED if cell in marked else _CELL, _GRID, THIN))
        number = sheet[cell]
        if number is not None:
            yield centred_text(box.centre, str(number), _NUMBER)
        if cell in sheet.circled:
            yield _ring(box, _RING)
    circled_lines = sheet.circled_lines()
    for line, points in zip(LINES, values.points, strict=True):
        box = _box(at, _points_cell(line.cells))
        yield Polygon(box.grown(-_INSET).corners, Paint(WHITE, _GRID, THIN))
        yield centred_text(box.centre, str(points), _POINTS, bold=line in circled_lines)
        if line in circled_lines:
            yield _ring(box, _POINTS_RING)
    for index in range(SIZE):
        middle = (index + 0.5) * _SIDE
        name = centred_text(
            Point(at.x - _NAME_GAP, at.y + middle), row_name(index), _NAME, colour=FAINT, bold=False
        )
        yield name._replace(anchor=Anchor.END)
        top = Point(at.x + middle, at.y - _NAME_GAP)
        yield Text(top, col_name(index), _NAME, Anchor.MIDDLE, FAINT)


def _note_mark(sheet: Sheet, cell: Cell, note: str, at: Point) -> Text:
    """Return the *note* of a cell: in its middle, or below its number."""
    x, y = _box(at, cell).centre
    middle = Point(x, y if sheet[cell] is None else y + _NOTE_DROP)
    return centred_text(middle, cut_to_width(note, _NOTE, _SIDE), _NOTE, bold=False)


def _points_cell(cells: Sequence[Cell]) -> Cell:
    """Return where the points of a line stand: one step beyond its last cell."""
    before, last = cells[-2:]
    return Cell(2 * last.row - before.row, 2 * last.col - before.col)


def _box(at: Point, cell: Cell) -> Box:
    return Box(at.x + cell.col * _SIDE, at.y + cell.row * _SIDE, _SIDE, _SIDE)


def _ring(box: Box, radius: float) -> Circle:
    return Circle(box.centre, radius, Paint(stroke=_ACCENT, width=_RING_WIDTH))
