"""Positions: sheets as arrays, and the two things that happen to a cell of one.

A position is a row of each array; a search keeps its line of positions in further rows. Cells are
counted row by row from the top left, values from 0.
"""

from functools import cache
from typing import NamedTuple

from solver.knaster.line import CELLS, LINES
from solver.knaster.strategy.kernel.line_state import ALL_CIRCLED, LINE_LENGTH, VALUES, LineStates
from solver.runtime.arrays import np
from solver.runtime.kernel import (
    Array1,
    Array2,
    Array4,
    Ints,
    borrowing,
    compiled,
    kernel,
    typed_int,
)

CELL_COUNT = 25
LINE_COUNT = 12
LINES_OF_CELL = 4  # at most, for the middle cell
EMPTY = -1
NO_LIMIT = -1  # of turns: the game goes on until the sheet is full
FIRST = typed_int(0)  # row
_NO_LINE = -1
# At most 25 circles, and for each cell the ways to write in it. They are most where each line that
# it fills has a hand of 2: C(4,2) ways for each that does not circle the cell itself, C(4,1) for
# one that does. The middle cell fills 4 lines, another on a diagonal 3, and the rest 2.
MAX_MOVES = 25 + (6**4 + 4 * 4 * 6**3) + 8 * (6**3 + 3 * 4 * 6**2) + 16 * (6**2 + 2 * 4 * 6)
WRITES, CIRCLES = typed_int(0), typed_int(1)
NO_BONUS = typed_int(0)


class Grid(NamedTuple):
    """Which cells a line has, and which lines go through a cell."""

    cells_of_line: Array2[np.int64]  # (LINE_COUNT, LINE_LENGTH), ascending
    lines_of_cell: Array2[np.int64]  # (CELL_COUNT, LINES_OF_CELL); behind the last of them -1
    line_count: Ints  # (CELL_COUNT,): lines through a cell


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
    line_mask: Ints  # (CELL_COUNT,): the lines through a cell as a bit set
    points: Ints  # (LINE_COUNT,)
    line_class: Ints  # (LINE_COUNT,): lines of one class share their values
    states: LineStates
    chance: Array1[np.float64]  # (VALUES,)


class Positions(NamedTuple):
    """Rows of positions."""

    value: Array2[np.int64]  # (rows, CELL_COUNT), or EMPTY
    circled: Array2[np.bool_]  # (rows, CELL_COUNT)
    line: Array2[np.int16]  # (rows, LINE_COUNT): the states of the lines
    open_count: Array2[np.int64]  # (rows, VALUES): numbers of a value that are not circled
    circled_count: Array2[np.int64]  # (rows, VALUES)
    empty_count: Ints  # (rows,)
    turns: Ints  # (rows,): turns left, or NO_LIMIT


@compiled
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


@borrowing
def clear(positions: Positions, row: int, turns: int) -> None:
    """Make of *row* an empty sheet with *turns* turns left."""
    positions.value[row] = EMPTY
    positions.circled[row, :] = False
    positions.line[row] = 0
    positions.open_count[row] = 0
    positions.circled_count[row] = 0
    positions.empty_count[row] = CELL_COUNT
    positions.turns[row] = turns


@borrowing
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


@borrowing
def end_turn(positions: Positions, row: int) -> None:
    """Count a turn down, if turns are limited."""
    if positions.turns[row] > 0:
        positions.turns[row] -= 1


@kernel
@borrowing
def write(board: Board, positions: Positions, row: int, cell: int, value: int) -> None:
    """Write *value* in the empty *cell*; its bonus is circled by calls of `circle`."""
    positions.value[row, cell] = value
    positions.open_count[row, value] += 1
    positions.empty_count[row] -= 1
    for number in range(board.grid.line_count[cell]):
        line = board.grid.lines_of_cell[cell, number]
        positions.line[row, line] = board.states.write[positions.line[row, line], value]


@kernel
@borrowing
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


@borrowing
def circle_all(board: Board, positions: Positions, row: int, cells: int) -> int:
    """Circle the cells of the bit set *cells*; return the points earned."""
    earned = 0
    for cell in range(CELL_COUNT):
        if (cells >> cell) & 1:
            earned += circle(board, positions, row, cell)
    return earned


class Moves(NamedTuple):
    """Rows of lists of moves; *length* says how many of a list are in use."""

    cell: Array2[np.int64]  # (rows, MAX_MOVES): where to write or circle
    circles: Array2[np.bool_]  # (rows, MAX_MOVES): whether to circle
    bonus: Array2[np.int64]  # (rows, MAX_MOVES): the further cells to circle, as a bit set
    score: Array2[np.float32]  # (rows, MAX_MOVES): points earned, and the value of what is left
    length: Ints  # (rows,)
    # (rows, 2, LINE_COUNT, VALUES): what a line gains when a value is written in it, or circled
    gain: Array4[np.float32]
    hands: Array2[np.int64]  # (rows, VALUES): the lines that a value fills with a hand, a bit set
    total: Array2[np.float32]  # (rows, 2): the value by lines and counts, at the stages after that
    # Buffers for the line that a number fills with a hand: its cells that are not circled, their
    # values, and what circling each of them gains in other lines.
    open_cell: Ints  # (LINE_LENGTH,)
    open_value: Ints  # (LINE_LENGTH,)
    open_gain: Array1[np.float32]  # (LINE_LENGTH,)
    # And for several such lines: how many cells each circles, its cells that are not circled but
    # for the one just written, how many these are, and a subset of them as bits.
    bonus_size: Ints  # (LINES_OF_CELL,)
    others: Array2[np.int64]  # (LINES_OF_CELL, LINE_LENGTH - 1)
    other_count: Ints  # (LINES_OF_CELL,)
    subset: Ints  # (LINES_OF_CELL,)


@compiled
def blank_moves(rows: int) -> Moves:
    """Return *rows* empty lists of moves."""
    return Moves(
        np.zeros((rows, MAX_MOVES), np.int64),
        np.zeros((rows, MAX_MOVES), np.bool_),
        np.zeros((rows, MAX_MOVES), np.int64),
        np.zeros((rows, MAX_MOVES), np.float32),
        np.zeros(rows, np.int64),
        np.zeros((rows, 2, LINE_COUNT, VALUES), np.float32),
        np.zeros((rows, VALUES), np.int64),
        np.zeros((rows, 2), np.float32),
        np.zeros(LINE_LENGTH, np.int64),
        np.zeros(LINE_LENGTH, np.int64),
        np.zeros(LINE_LENGTH, np.float32),
        np.zeros(LINES_OF_CELL, np.int64),
        np.zeros((LINES_OF_CELL, LINE_LENGTH - 1), np.int64),
        np.zeros(LINES_OF_CELL, np.int64),
        np.zeros(LINES_OF_CELL, np.int64),
    )


@borrowing
def append_move(
    moves: Moves, row: int, cell: int, circles: int, bonus: int, score: np.float32
) -> None:
    """Append a move to the list in *row*."""
    number = moves.length[row]
    moves.cell[row, number] = cell
    moves.circles[row, number] = circles
    moves.bonus[row, number] = bonus
    moves.score[row, number] = score
    moves.length[row] = number + 1


@borrowing
def make_move(
    board: Board,
    positions: Positions,
    row: int,
    moves: Moves,
    moves_row: int,
    number: int,
    roll: int,
) -> int:
    """Make in *row* the move *number* of the list in *moves_row*; return the points it earns."""
    cell = moves.cell[moves_row, number]
    if moves.circles[moves_row, number]:
        earned = circle(board, positions, row, cell)
    else:
        write(board, positions, row, cell, roll)
        earned = circle_all(board, positions, row, moves.bonus[moves_row, number])
    end_turn(positions, row)
    return earned


@borrowing
def best_number(moves: Moves, row: int) -> int:
    """Return the number of the first move of the highest score."""
    best = 0
    for number in range(1, moves.length[row]):
        if moves.score[row, number] > moves.score[row, best]:
            best = number
    return best
