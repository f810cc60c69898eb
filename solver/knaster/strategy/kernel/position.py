"""Positions: sheets as arrays, and the two things that happen to a cell of one.

A position is a row of each array; a search keeps its line of positions in further rows. Cells are
counted row by row from the top left, values from 0.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.knaster.line import CELLS, LINES
from solver.knaster.strategy.kernel.line_state import ALL_CIRCLED, VALUES, LineStates
from solver.runtime.jit import borrowing_jit, jit, typed_int

CELL_COUNT = 25
LINE_COUNT = 12
LINES_OF_CELL = 4  # at most, for the middle cell
EMPTY = -1
NO_LIMIT = -1  # of turns: the game goes on until the sheet is full
FIRST = typed_int(0)  # row
_NO_LINE = -1


class Grid(NamedTuple):
    """Which cells a line has, and which lines go through a cell."""

    cells_of_line: NDArray[np.int64]  # (LINE_COUNT, LINE_LENGTH), ascending
    lines_of_cell: NDArray[np.int64]  # (CELL_COUNT, LINES_OF_CELL); behind the last of them -1
    line_count: NDArray[np.int64]  # (CELL_COUNT,): lines through a cell


@cache
def grid_of_lines() -> Grid:
    """Return the cells and lines of a sheet."""
    cells_of_line = np.array([sorted(map(CELLS.index, line.cells)) for line in LINES])
    lines_of_cell = np.full((CELL_COUNT, LINES_OF_CELL), _NO_LINE)
    line_count = np.zeros(CELL_COUNT, np.int64)
    for line, cells in enumerate(cells_of_line):
        for cell in cells:
            lines_of_cell[cell, line_count[cell]] = line
            line_count[cell] += 1
    return Grid(cells_of_line, lines_of_cell, line_count)


class Board(NamedTuple):
    """The lines of a sheet, what they are worth, and the transitions between their states."""

    grid: Grid
    line_mask: NDArray[np.int64]  # (CELL_COUNT,): the lines through a cell as a bit set
    points: NDArray[np.int64]  # (LINE_COUNT,)
    line_class: NDArray[np.int64]  # (LINE_COUNT,): lines of one class share their values
    states: LineStates
    chance: NDArray[np.float64]  # (VALUES,)


class Positions(NamedTuple):
    """Rows of positions."""

    value: NDArray[np.int64]  # (rows, CELL_COUNT), or EMPTY
    circled: NDArray[np.bool_]  # (rows, CELL_COUNT)
    line: NDArray[np.int16]  # (rows, LINE_COUNT): the states of the lines
    open_count: NDArray[np.int64]  # (rows, VALUES): numbers of a value that are not circled
    circled_count: NDArray[np.int64]  # (rows, VALUES)
    empty_count: NDArray[np.int64]  # (rows,)
    turns: NDArray[np.int64]  # (rows,): turns left, or NO_LIMIT


@jit
def blank_positions(rows: int) -> Positions:
    """Return *rows* empty sheets without a limit of turns."""
    return Positions(
        np.full((rows, CELL_COUNT), EMPTY, np.int64),
        np.zeros((rows, CELL_COUNT), np.bool_),
        np.zeros((rows, LINE_COUNT), np.int16),
        np.zeros((rows, VALUES), np.int64),
        np.zeros((rows, VALUES), np.int64),
        np.full(rows, CELL_COUNT, np.int64),
        np.full(rows, NO_LIMIT, np.int64),
    )


@borrowing_jit
def clear(positions: Positions, row: int, turns: int) -> None:
    """Make of *row* an empty sheet with *turns* turns left."""
    positions.value[row] = EMPTY
    positions.circled[row, :] = False
    positions.line[row] = 0
    positions.open_count[row] = 0
    positions.circled_count[row] = 0
    positions.empty_count[row] = CELL_COUNT
    positions.turns[row] = turns


@borrowing_jit
def copy(positions: Positions, source: int, target: int) -> None:
    """Copy the position in row *source* to row *target*."""
    for cell in range(CELL_COUNT):
        positions.value[target, cell] = positions.value[source, cell]
        positions.circled[target, cell] = positions.circled[source, cell]
    for line in range(LINE_COUNT):
        positions.line[target, line] = positions.line[source, line]
    for value in range(VALUES):
        positions.open_count[target, value] = positions.open_count[source, value]
        positions.circled_count[target, value] = positions.circled_count[source, value]
    positions.empty_count[target] = positions.empty_count[source]
    positions.turns[target] = positions.turns[source]


@borrowing_jit
def end_turn(positions: Positions, row: int) -> None:
    """Count a turn down, if turns are limited."""
    if positions.turns[row] > 0:
        positions.turns[row] -= 1


@borrowing_jit
def write(board: Board, positions: Positions, row: int, cell: int, value: int) -> None:
    """Write *value* in the empty *cell*; its bonus is circled by calls of `circle`."""
    positions.value[row, cell] = value
    positions.open_count[row, value] += 1
    positions.empty_count[row] -= 1
    for number in range(board.grid.line_count[cell]):
        line = board.grid.lines_of_cell[cell, number]
        positions.line[row, line] = board.states.write[positions.line[row, line], value]


@borrowing_jit
def circle(board: Board, positions: Positions, row: int, cell: int) -> int:
    """Circle the number in *cell*; return the points that it and its lines earn."""
    value = positions.value[row, cell]
    positions.circled[row, cell] = True
    positions.open_count[row, value] -= 1
    positions.circled_count[row, value] += 1
    earned = 1
    for number in range(board.grid.line_count[cell]):
        line = board.grid.lines_of_cell[cell, number]
        state = board.states.circle[positions.line[row, line], value]
        positions.line[row, line] = state
        if state == ALL_CIRCLED:
            earned += board.points[line]
    return earned


@borrowing_jit
def circle_all(board: Board, positions: Positions, row: int, cells: int) -> int:
    """Circle the cells of the bit set *cells*; return the points earned."""
    earned = 0
    for cell in range(CELL_COUNT):
        if (cells >> cell) & 1:
            earned += circle(board, positions, row, cell)
    return earned
