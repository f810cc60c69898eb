"""A sheet in text: the grid, the points of the twelve lines round it, what is circled.

Circled numbers stand in brackets, and so do the points of a line whose numbers are all circled.
The points of a row stand at its right end, those of a col below it, those of a diagonal at its
right end too. On a terminal every circled number has a frame of its own.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from solver.drawing.text_grid import (
    Patch,
    StyledLine,
    StyledText,
    outlined_grid,
    patch_style,
    plain_line,
)
from solver.geometry.cell import Cell, col_name, row_name
from solver.knaster.line import LINES, SIZE, Line
from solver.knaster.line_values import LineValues, default_line_values
from solver.knaster.sheet import Sheet

_MARK = "*"  # follows a marked number where no frames are drawn
_CIRCLED_HUE, _MARKED_HUE = 2, 0  # of the palette: green and orange
_MIN_WIDTH = 4  # characters of a cell: two digits in brackets
_FALLING, _RISING = LINES[2 * SIZE :]


class _Points(NamedTuple):
    """The points of a line as *text*, and whether it is *circled*."""

    text: str
    circled: bool

    @property
    def styled(self) -> StyledText:
        """The text in its style on a terminal."""
        return self.text, patch_style(_CIRCLED_HUE) if self.circled else "dim"


def sheet_lines(
    sheet: Sheet,
    *,
    drawn: bool,
    marked: Collection[Cell] = (),
    values: LineValues | None = None,
) -> list[StyledLine]:
    """Return *sheet* with the points of its lines, framed and in colour if lines can be *drawn*.

    *marked* cells, such as those that a move changes, have a frame in another colour, or a star.
    *values* are by default the bundled ones.
    """
    values = values or default_line_values()
    width = max(_MIN_WIDTH, len(f"({max(values.points)})"))
    points = _points_of(sheet, values, width)
    view = _framed if drawn else _starred
    return list(view(sheet, points, frozenset(marked), width))


def _points_of(sheet: Sheet, values: LineValues, width: int) -> dict[Line, _Points]:
    circled_lines = sheet.circled_lines()
    points = {}
    for line, value in zip(LINES, values.points, strict=True):
        circled = line in circled_lines
        points[line] = _Points(_circled_text(str(value), width, circled=circled), circled)
    return points


def _framed(
    sheet: Sheet, points: dict[Line, _Points], marked: Collection[Cell], width: int
) -> Iterator[StyledLine]:
    """Yield the lines of a sheet with a frame around each circled or marked cell."""
    patches = [Patch("", [cell], _CIRCLED_HUE) for cell in sorted(sheet.circled)]
    patches += [Patch("", [cell], _MARKED_HUE) for cell in sorted(marked)]
    grid = [
        [_cell_text(sheet, Cell(row, col), width) for col in range(SIZE)] for row in range(SIZE)
    ]
    head, *framed = outlined_grid(grid, patches)
    yield [*head, (" ", ""), points[_RISING].styled]
    for number, styled in enumerate(framed):
        row, is_text = divmod(number, 2)  # frames lie above and below each row of numbers
        yield [*styled, points[LINES[row]].styled] if is_text else styled
    foot: StyledLine = [("   ", "")]
    for line in (*LINES[SIZE : 2 * SIZE], _FALLING):
        foot += [(" ", ""), points[line].styled]
    yield foot


def _starred(
    sheet: Sheet, points: dict[Line, _Points], marked: Collection[Cell], width: int
) -> Iterator[StyledLine]:
    """Yield the lines of a sheet, with a star after each marked cell."""
    names = " ".join(_circled_text(col_name(col), width) for col in range(SIZE))
    yield plain_line(f"   {names} {points[_RISING].text}".rstrip())
    for row in range(SIZE):
        cells = [Cell(row, col) for col in range(SIZE)]
        text = "".join(
            (_cell_text(sheet, cell, width).rstrip() + _MARK * (cell in marked)).ljust(width + 1)
            for cell in cells
        )
        yield plain_line(f"{row_name(row):>2} {text}{points[LINES[row]].text}".rstrip())
    foot = " ".join(points[line].text for line in (*LINES[SIZE : 2 * SIZE], _FALLING))
    yield plain_line(f"   {foot}".rstrip())


def _cell_text(sheet: Sheet, cell: Cell, width: int) -> str:
    number = sheet[cell]
    return _circled_text(
        "." if number is None else str(number), width, circled=cell in sheet.circled
    )


def _circled_text(text: str, width: int, *, circled: bool = False) -> str:
    """Return *text* with brackets if it is *circled*, with room for them if it is not."""
    return (f"({text})" if circled else f"{text} ").rjust(width)
