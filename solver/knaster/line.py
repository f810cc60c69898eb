"""The twelve lines of a sheet, five rows, five columns and two diagonals, and their points.

The points are the bundled ones, or those of a person's own file: TOML with three lists, ``rows``
and ``cols`` of five and ``diagonals`` of two.
"""

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import NamedTuple, Self

import data
from solver.errors import PointsError, quoted
from solver.files.json_reader import Fields, Json, Reader, list_of, parse_toml, whole_number
from solver.geometry.cell import Cell, col_name, row_name
from solver.question import check_argument, question

SIZE = 5
CELLS = tuple(Cell(row, col) for row in range(SIZE) for col in range(SIZE))
MAX_LINE_POINTS = 1000
_LENGTHS = {"rows": SIZE, "cols": SIZE, "diagonals": 2}
_POINTS = f"a whole number from 0 to {MAX_LINE_POINTS}"


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
        check_argument(self.points, tuple, "line values")  # of what, is said below
        if len(self.points) != len(LINES):
            found = str(len(self.points))
            raise PointsError("line values", expected=f"{len(LINES)} of them", found=found)
        for line, points in self.of_lines().items():
            if type(points) is not int or not 0 <= points <= MAX_LINE_POINTS:
                where = f"line values, {line.name}"
                raise PointsError(where, expected=_POINTS, found=quoted(points))

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
    @question
    def parse(cls, text: str, *, source: str = "line values") -> Self:
        """Return the line values in *text*, which is TOML; raise `PointsError` if it has none."""
        expected = "lines like 'rows = [9, 8, 7, 6, 5]'"
        table = parse_toml(text, source, PointsError, expected=expected)
        readers = {name: _points_of(name, length) for name, length in _LENGTHS.items()}
        fields = Fields(Json(table, source, PointsError), readers)
        return cls(tuple(chain.from_iterable(fields.values())))

    def of_lines(self) -> dict[Line, int]:
        """Return the points of each line."""
        return dict(zip(LINES, self.points, strict=True))


@cache
def default_line_values() -> LineValues:
    """Return the bundled line values."""
    return LineValues.parse(data.read("line_values.toml"), source="bundled line values")


def _points_of(name: str, length: int) -> Reader[tuple[int, ...]]:
    expected = f"a list of {length} numbers"
    read = list_of(whole_number(0, MAX_LINE_POINTS, _POINTS), expected, each=f"{name}, number")

    def read_points(json: Json) -> tuple[int, ...]:
        points = read(json)
        if len(points) != length:
            raise json.wrong(expected, str(len(points)))
        return points

    return read_points
