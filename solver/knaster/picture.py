"""Pictures of sheets as they are printed, each under its title, with the names of rows and cols."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from solver.drawing.scene import (
    FAINT,
    Anchor,
    Box,
    Mark,
    Point,
    Scene,
    Text,
    centred_text,
    cut_to_width,
    printable_text,
)
from solver.geometry.cell import Cell, col_name, row_name
from solver.knaster.grid_art import POINTS_ROOM, cell_box, grid_marks
from solver.knaster.line import SIZE
from solver.knaster.line_values import LineValues
from solver.knaster.sheet import Sheet

_SIDE = 10.0  # mm, of a cell
_MARGIN, _GAP = 8.0, 10.0  # mm: around all sheets, and between two of them
_TITLE_RISE = 5.5  # mm, from the upper edge of a sheet to the baseline of its title
_TITLE, _NAME, _NOTE = 3.6, 2.4, 2.4  # mm, the sizes of texts
_NOTE_DROP = 3.6  # mm, from a number to the note below it
_NAME_GAP = 1.4  # mm, from a name to its row or col
_SHEETS_PER_ROW = 4
_WIDTH = (SIZE + POINTS_ROOM) * _SIDE  # of the grid with the points beside it


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
    """Yield the names of the rows and the cols of *grid*."""
    for index in range(SIZE):
        middle = (index + 0.5) * _SIDE
        left = Point(grid.x - _NAME_GAP, grid.y + middle)
        name = centred_text(left, row_name(index), _NAME, colour=FAINT, bold=False)
        yield name._replace(anchor=Anchor.END)
        top = Point(grid.x + middle, grid.y - _NAME_GAP)
        yield Text(top, col_name(index), _NAME, Anchor.MIDDLE, FAINT)


def _note_mark(sheet: Sheet, cell: Cell, note: str, grid: Box) -> Text:
    """Return the *note* of a cell: in its middle, or below its number."""
    x, y = cell_box(cell, grid).centre
    middle = Point(x, y if sheet[cell] is None else y + _NOTE_DROP)
    return centred_text(middle, cut_to_width(note, _NOTE, _SIDE), _NOTE, bold=False)
