"""The twelve lines of a sheet, five rows, five columns and two diagonals, and their points.

The points are the bundled ones, or those of a person's own file: TOML with three lists, ``rows``
and ``cols`` of five and ``diagonals`` of two.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Self

import data
from solver.errors import PointsError, did_you_mean, quoted
from solver.files.json_reader import parse_toml
from solver.geometry.cell import Cell, col_name, row_name

SIZE = 5
CELLS = tuple(Cell(row, col) for row in range(SIZE) for col in range(SIZE))
MAX_LINE_POINTS = 1000
_LENGTHS = {"rows": SIZE, "cols": SIZE, "diagonals": 2}


class Line(NamedTuple):
    """A line by its *name*, such as ``row 2``, and its five *cells*."""

    name: str
    cells: tuple[Cell, ...]


def _lines() -> tuple[Line, ...]:
    span = range(SIZE)
    rows = [Line(f"row {row_name(row)}", tuple(Cell(row, col) for col in span)) for row in span]
    cols = [Line(f"col {col_name(col)}", tuple(Cell(row, col) for row in span)) for col in span]
    falling = tuple(Cell(index, index) for index in span)
    rising = tuple(Cell(SIZE - 1 - index, index) for index in span)
    diagonals = [Line(f"diagonal {cells[0]}-{cells[-1]}", cells) for cells in (falling, rising)]
    return (*rows, *cols, *diagonals)


# Rows from the top, columns from the left, the diagonal from the top left, the other one.
LINES = _lines()


@dataclass(frozen=True, slots=True)
class LineValues:
    """The *points* of each line, in the order of `LINES`: rows, columns, diagonals.

    >>> default_line_values().points
    (9, 8, 7, 6, 5, 9, 8, 7, 6, 5, 10, 10)
    """

    points: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.points) != len(LINES):
            found = str(len(self.points))
            raise PointsError("line values", expected=f"{len(LINES)} of them", found=found)
        for line, points in zip(LINES, self.points, strict=True):
            _check_points(points, f"line values, {line.name}")

    def __str__(self) -> str:
        start, rows = 0, []
        for name, length in _LENGTHS.items():
            rows.append(f"{name} = {list(self.points[start : start + length])}\n")
            start += length
        return "".join(rows)

    @property
    def max_score(self) -> int:
        """The score of a sheet on which every number is circled.

        >>> default_line_values().max_score
        115
        """
        return sum(self.points) + SIZE * SIZE

    @classmethod
    def parse(cls, text: str, *, source: str = "line values") -> Self:
        """Return the line values in *text*, a TOML file; *source* names it in messages.

        Raises `PointsError` when a list is missing, or has not as many whole numbers from 0 to 1000
        as there are such lines.
        """
        expected = "lines like 'rows = [9, 8, 7, 6, 5]'"
        table = parse_toml(text, source, PointsError, expected=expected)
        for name in table:
            if name not in _LENGTHS:
                known = ", ".join(_LENGTHS)
                hint = did_you_mean(name, _LENGTHS)
                raise PointsError(source, expected=known, found=quoted(name), hint=hint)
        points: list[int] = []
        for name, length in _LENGTHS.items():
            if name not in table:
                raise PointsError(source, expected=f"a list {name!r}", found="none")
            values = table[name]
            if not isinstance(values, list) or len(values) != length:
                found = f"{len(values)}" if isinstance(values, list) else quoted(values)
                expected = f"a list of {length} numbers"
                raise PointsError(f"{source}, {name}", expected=expected, found=found)
            for number, value in enumerate(values, start=1):
                _check_points(value, f"{source}, {name}, number {number}")
            points += values
        return cls(tuple(points))


@cache
def default_line_values() -> LineValues:
    """Return the bundled line values."""
    return LineValues.parse(data.read("line_values.toml"), source="bundled line values")


def _check_points(value: Any, where: str) -> None:
    if type(value) is not int or not 0 <= value <= MAX_LINE_POINTS:
        expected = f"a whole number from 0 to {MAX_LINE_POINTS}"
        raise PointsError(where, expected=expected, found=quoted(value))
