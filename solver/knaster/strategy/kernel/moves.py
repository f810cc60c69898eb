"""Moves: lists of what a roll may do to a position, each with its score."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.knaster.strategy.kernel.line_state import LINE_LENGTH, VALUES
from solver.knaster.strategy.kernel.position import (
    LINE_COUNT,
    LINES_OF_CELL,
    Board,
    Positions,
    circle,
    circle_all,
    end_turn,
    write,
)
from solver.runtime.jit import borrowing_jit, jit, typed_int

# At most 25 circles, and for each cell the ways to write in it. They are most where each line that
# it fills has a hand of 2: C(4,2) ways for each that does not circle the cell itself, C(4,1) for
# one that does. The middle cell fills 4 lines, another on a diagonal 3, and the rest 2.
MAX_MOVES = 25 + (6**4 + 4 * 4 * 6**3) + 8 * (6**3 + 3 * 4 * 6**2) + 16 * (6**2 + 2 * 4 * 6)
WRITES, CIRCLES = typed_int(0), typed_int(1)
NO_BONUS = typed_int(0)


class Moves(NamedTuple):
    """Rows of lists of moves; *length* says how many of a list are in use."""

    cell: NDArray[np.int64]  # (rows, MAX_MOVES): where to write or circle
    circles: NDArray[np.bool_]  # (rows, MAX_MOVES): whether to circle
    bonus: NDArray[np.int64]  # (rows, MAX_MOVES): the further cells to circle, as a bit set
    score: NDArray[np.float32]  # (rows, MAX_MOVES): points earned, and the value of what is left
    length: NDArray[np.int64]  # (rows,)
    # (rows, 2, LINE_COUNT, VALUES): what a line gains when a value is written in it, or circled
    gain: NDArray[np.float32]
    hands: NDArray[np.int64]  # (rows, VALUES): the lines that a value fills with a hand, a bit set
    total: NDArray[np.float32]  # (rows, 2): the value by lines and counts, at the stages after that
    # Buffers for the line that a number fills with a hand: its cells that are not circled, their
    # values, and what circling each of them gains in other lines.
    open_cell: NDArray[np.int64]  # (LINE_LENGTH,)
    open_value: NDArray[np.int64]  # (LINE_LENGTH,)
    open_gain: NDArray[np.float32]  # (LINE_LENGTH,)
    # And for several such lines: how many cells each circles, its cells that are not circled but
    # for the one just written, how many these are, and a subset of them as bits.
    bonus_size: NDArray[np.int64]  # (LINES_OF_CELL,)
    others: NDArray[np.int64]  # (LINES_OF_CELL, LINE_LENGTH - 1)
    other_count: NDArray[np.int64]  # (LINES_OF_CELL,)
    subset: NDArray[np.int64]  # (LINES_OF_CELL,)


@jit
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


@borrowing_jit
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


@borrowing_jit
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


@borrowing_jit
def best_number(moves: Moves, row: int) -> int:
    """Return the number of the first move of the highest score."""
    best = 0
    for number in range(1, moves.length[row]):
        if moves.score[row, number] > moves.score[row, best]:
            best = number
    return best
