"""A sheet in text: the grid, the points of the twelve lines round it, what is circled.

Circled numbers stand in brackets, and so do the points of a line whose numbers are all circled.
The points of a row stand at its right end, those of a col below it, those of a diagonal at its
right end too. On a terminal what is circled is green, and what is marked orange.
"""

from collections.abc import Collection

from solver.drawing.styled_text import StyledLine, StyledText
from solver.drawing.text_grid import patch_style
from solver.geometry.cell import Cell, col_name, row_name
from solver.knaster.line import LINES, SIZE, Line, LineValues
from solver.knaster.sheet import Sheet

_MARK, _DIM = "*", "dim"
_CIRCLED_HUE, _MARKED_HUE = 2, 0  # of the palette: green and orange
_MIN_WIDTH = 4  # characters of a cell: two digits in brackets
_FALLING, _RISING = LINES[2 * SIZE :]


def sheet_lines(
    sheet: Sheet, *, marked: Collection[Cell] = (), values: LineValues
) -> list[StyledLine]:
    """Return *sheet* with the points of its lines, and a star after each *marked* number.

    Marked are cells such as those that a move changes.
    """
    width = max(_MIN_WIDTH, len(f"({max(values.points)})"))
    points = _points_of(sheet, values, width)
    names = " ".join(_circled_text(col_name(col), width) for col in range(SIZE))
    lines: list[StyledLine] = [[(f"   {names} ", _DIM), points[_RISING]]]
    for row in range(SIZE):
        lines.append([(f"{row_name(row):>2} ", _DIM)])
        for col in range(SIZE):
            lines[-1].append(_cell_text(sheet, Cell(row, col), marked, width))
        lines[-1].append(points[LINES[row]])
    foot: StyledLine = [("  ", "")]
    for below in (*LINES[SIZE : 2 * SIZE], _FALLING):
        foot += [(" ", ""), points[below]]
    lines.append(foot)
    for line in lines:
        text, style = line[-1]
        line[-1] = text.rstrip(), style
    return lines


def _points_of(sheet: Sheet, values: LineValues, width: int) -> dict[Line, StyledText]:
    circled_lines = sheet.circled_lines()
    points = {}
    for line, value in values.of_lines().items():
        is_circled = line in circled_lines
        text = _circled_text(str(value), width, circled=is_circled)
        points[line] = text, patch_style(_CIRCLED_HUE) if is_circled else _DIM
    return points


def _cell_text(sheet: Sheet, cell: Cell, marked: Collection[Cell], width: int) -> StyledText:
    """Return the number in *cell*, with space for a star behind it."""
    number, is_circled = sheet[cell], cell in sheet.circled
    text = _circled_text("." if number is None else str(number), width, circled=is_circled)
    if cell in marked:
        return (text.rstrip() + _MARK).ljust(width + 1), patch_style(_MARKED_HUE)
    return text.ljust(width + 1), patch_style(_CIRCLED_HUE) if is_circled else ""


def _circled_text(text: str, width: int, *, circled: bool = False) -> str:
    """Return *text* with brackets if it is *circled*, with space for them if it is not."""
    return (f"({text})" if circled else f"{text} ").rjust(width)
