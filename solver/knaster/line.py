"""The twelve lines of a sheet: five rows, five columns, two diagonals."""

from typing import NamedTuple

from solver.geometry.cell import Cell, col_name, row_name

SIZE = 5
CELLS = tuple(Cell(row, col) for row in range(SIZE) for col in range(SIZE))


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
