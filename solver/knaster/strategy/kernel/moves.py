"""Moves: what a roll may do to a position, and the value of what each leaves."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.knaster.strategy.kernel.evaluation import (
    ValueTable,
    line_entry,
    shared_value,
    static_value,
)
from solver.knaster.strategy.kernel.line_state import ALL_CIRCLED, LINE_LENGTH
from solver.knaster.strategy.kernel.position import (
    CELLS,
    EMPTY,
    LINES,
    LINES_OF_CELL,
    NO_LIMIT,
    Board,
    Positions,
    circle,
    circle_all,
    copy,
    end_turn,
    write,
)
from solver.runtime.jit import jit

# The middle cell can fill 4 lines, with C(4,3) ** 4 + 4 C(4,2) C(4,3) ** 3 ways to circle; another
# on a diagonal 3, and the rest 2.
MAX_MOVES = 25 + 1792 + 8 * 352 + 16 * 64
_PASS = -1
_ONE = np.uint32(1)


class Moves(NamedTuple):
    """A list of moves; *count* says how many of it are in use."""

    cell: NDArray[np.int8]  # (rows, MAX_MOVES): where to write or circle
    circles: NDArray[np.bool_]  # (rows, MAX_MOVES): whether to circle
    bonus: NDArray[np.uint32]  # (rows, MAX_MOVES): the further cells to circle, as a bit set
    score: NDArray[np.float32]  # (rows, MAX_MOVES): points earned, and the value of what is left
    count: NDArray[np.int64]  # (rows,)


@jit
def blank_moves(rows: int) -> Moves:
    """Return *rows* empty lists of moves."""
    return Moves(
        np.zeros((rows, MAX_MOVES), np.int8),
        np.zeros((rows, MAX_MOVES), np.bool_),
        np.zeros((rows, MAX_MOVES), np.uint32),
        np.zeros((rows, MAX_MOVES), np.float32),
        np.zeros(rows, np.int64),
    )


@jit
def make_move(
    board: Board, positions: Positions, row: int, moves: Moves, number: int, roll: int
) -> int:
    """Make a move of the list of the same *row*; return the points that it earns."""
    cell = moves.cell[row, number]
    if moves.circles[row, number]:
        earned = circle(board, positions, row, cell)
    else:
        write(board, positions, row, cell, roll)
        earned = circle_all(board, positions, row, moves.bonus[row, number])
    end_turn(positions, row)
    return earned


@jit
def list_moves(
    board: Board, table: ValueTable, positions: Positions, row: int, roll: int, moves: Moves
) -> int:
    """List every legal move of *roll* in *row* of *moves*, with its score; return how many.

    Row + 1 of *positions* is used up. There is none when the sheet is full and has no number to
    circle.
    """
    moves.count[row] = 0
    if positions.open_count[row, roll] > 0:
        _list_circles(board, table, positions, row, roll, moves)
    if positions.empty_count[row] > 0:
        _list_writes(board, table, positions, row, roll, moves)
    return moves.count[row]


@jit
def _list_circles(
    board: Board, table: ValueTable, positions: Positions, row: int, roll: int, moves: Moves
) -> None:
    is_known = positions.empty_count[row] == 0 or positions.turns[row] == 1
    turns = positions.turns[row]
    stage = positions.empty_count[row] if turns == NO_LIMIT else turns - 1
    total, shared = np.float32(0), np.float32(0)
    if not is_known:
        for line in range(LINES):
            state = positions.line[row, line]
            total += table.entries[line_entry(board, table, line, state, stage)]
        positions.open_count[row, roll] -= 1
        positions.circled_count[row, roll] += 1
        shared = shared_value(table, positions, row, stage)
        positions.open_count[row, roll] += 1
        positions.circled_count[row, roll] -= 1
    for cell in range(CELLS):
        if positions.value[row, cell] != roll or positions.circled[row, cell]:
            continue
        score = total + shared + np.float32(1)
        for number in range(board.line_count[cell]):
            line = board.lines_of_cell[cell, number]
            state = positions.line[row, line]
            circled = board.states.circle[state, roll]
            if circled == ALL_CIRCLED:
                score += board.points[line]
            if not is_known:
                score += table.entries[line_entry(board, table, line, circled, stage)]
                score -= table.entries[line_entry(board, table, line, state, stage)]
        _append(moves, row, cell, True, np.uint32(0), score)


@jit
def _list_writes(
    board: Board, table: ValueTable, positions: Positions, row: int, roll: int, moves: Moves
) -> None:
    turns = positions.turns[row]
    empty_count = positions.empty_count[row]
    is_known = empty_count == 1 or turns == 1
    stage = empty_count - 1 if turns == NO_LIMIT else turns - 1
    total, shared = np.float32(0), np.float32(0)
    if not is_known:
        for line in range(LINES):
            state = positions.line[row, line]
            total += table.entries[line_entry(board, table, line, state, stage)]
        positions.open_count[row, roll] += 1
        positions.empty_count[row] -= 1
        shared = shared_value(table, positions, row, stage)
        positions.empty_count[row] += 1
        positions.open_count[row, roll] -= 1
    for cell in range(CELLS):
        if positions.value[row, cell] != EMPTY:
            continue
        has_bonus = False
        score = total + shared
        for number in range(board.line_count[cell]):
            line = board.lines_of_cell[cell, number]
            state = positions.line[row, line]
            if board.states.bonus[state, roll]:
                has_bonus = True
                break
            if not is_known:
                written = board.states.write[state, roll]
                score += table.entries[line_entry(board, table, line, written, stage)]
                score -= table.entries[line_entry(board, table, line, state, stage)]
        if has_bonus:
            _list_bonuses(board, table, positions, row, cell, roll, moves)
        elif is_known:
            _append_evaluated(board, table, positions, row, cell, roll, np.uint32(0), moves)
        else:
            _append(moves, row, cell, False, np.uint32(0), score)


@jit
def _list_bonuses(
    board: Board,
    table: ValueTable,
    positions: Positions,
    row: int,
    cell: int,
    roll: int,
    moves: Moves,
) -> None:
    """List the moves that write *roll* in *cell* and circle what the hands of its lines ask for.

    The lines that *cell* fills share no other cell. So the order in which their hands are paid only
    decides which of them circles *cell*: one of those with a hand, or none, where each has enough
    other cells.
    """
    count = 0
    bonus = np.zeros(LINES_OF_CELL, np.int64)
    others = np.zeros((LINES_OF_CELL, LINE_LENGTH - 1), np.int64)
    other_count = np.zeros(LINES_OF_CELL, np.int64)
    none_is_legal = True
    for number in range(board.line_count[cell]):
        line = board.lines_of_cell[cell, number]
        hand = board.states.bonus[positions.line[row, line], roll]
        if hand == 0:
            continue
        bonus[count] = hand
        for other in board.cells_of_line[line]:
            if other != cell and not positions.circled[row, other]:
                others[count, other_count[count]] = other
                other_count[count] += 1
        none_is_legal = none_is_legal and hand <= other_count[count]
        count += 1
    for circler in range(-1, count):  # the line that circles the cell itself, or none
        if circler == -1 and not none_is_legal:
            continue
        first = np.uint32(0) if circler == -1 else _ONE << np.uint32(cell)
        subset = np.zeros(LINES_OF_CELL, np.int64)  # of the other cells of each line
        number = 0
        while number >= 0:  # an odometer over the subsets of the right sizes
            if number == count:
                cells = first
                for line in range(count):
                    for index in range(other_count[line]):
                        if (subset[line] >> index) & 1:
                            cells |= _ONE << np.uint32(others[line, index])
                _append_evaluated(board, table, positions, row, cell, roll, cells, moves)
                number -= 1
                if number >= 0:
                    subset[number] += 1
                continue
            size = min(bonus[number] - (1 if number == circler else 0), other_count[number])
            while subset[number] < 1 << other_count[number] and _ones(subset[number]) != size:
                subset[number] += 1
            if subset[number] < 1 << other_count[number]:
                number += 1
            else:
                subset[number] = 0
                number -= 1
                if number >= 0:
                    subset[number] += 1


@jit
def _ones(subset: int) -> int:
    return (subset & 1) + (subset >> 1 & 1) + (subset >> 2 & 1) + (subset >> 3 & 1)


@jit
def _append_evaluated(
    board: Board,
    table: ValueTable,
    positions: Positions,
    row: int,
    cell: int,
    roll: int,
    bonus: np.uint32,
    moves: Moves,
) -> None:
    copy(positions, row, row + 1)
    write(board, positions, row + 1, cell, roll)
    earned = circle_all(board, positions, row + 1, bonus)
    end_turn(positions, row + 1)
    score = np.float32(earned) + static_value(board, table, positions, row + 1)
    _append(moves, row, cell, False, bonus, score)


@jit
def _append(
    moves: Moves, row: int, cell: int, circles: bool, bonus: np.uint32, score: float
) -> None:
    number = moves.count[row]
    moves.cell[row, number] = cell
    moves.circles[row, number] = circles
    moves.bonus[row, number] = bonus
    moves.score[row, number] = score
    moves.count[row] = number + 1


@jit
def best_number(moves: Moves, row: int) -> int:
    """Return the number of the first move of the highest score."""
    best = 0
    for number in range(1, moves.count[row]):
        if moves.score[row, number] > moves.score[row, best]:
            best = number
    return best
