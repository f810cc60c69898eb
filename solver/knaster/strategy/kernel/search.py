"""The search: what a position is worth when the next rolls are looked at one by one."""

import numpy as np

from solver.knaster.strategy.kernel.evaluation import ValueTable, static_value
from solver.knaster.strategy.kernel.gains import (
    fill_gains,
)
from solver.knaster.strategy.kernel.line_state import VALUES
from solver.knaster.strategy.kernel.move_list import (
    list_moves,
    list_moves_by_gains,
)
from solver.knaster.strategy.kernel.moves import (
    Moves,
    best_number,
    make_move,
)
from solver.knaster.strategy.kernel.position import Board, Positions, copy
from solver.runtime.jit import borrowing_jit, typed_int

_FIRST_ROLL, _END_OF_ROLLS = typed_int(0), typed_int(VALUES)
_LISTED = np.float32(1e9)  # taken off the score of a move that has been looked at


@borrowing_jit
def expected_value(
    board: Board,
    table: ValueTable,
    positions: Positions,
    moves: Moves,
    row: int,
    plies: int,
    width: int,
) -> float:
    """Return the points that the position in *row* is expected to earn from the next roll on.

    So many *plies*, the next rolls, are looked at, each with its moves: the *width* most promising
    ones, except at the last of them. So many further rows of *positions* and *moves* are used up.
    """
    if plies == 0 or positions.turns[row] == 0 or positions.empty_count[row] == 0:
        return np.float64(static_value(board, table, positions, row))
    expected = 0.0
    fill_gains(board, table, positions, row, _FIRST_ROLL, _END_OF_ROLLS, moves)
    for roll in range(VALUES):
        list_moves_by_gains(board, table, positions, row, roll, moves)
        best = 0.0
        if plies == 1:
            best = np.float64(moves.score[row, best_number(moves, row)])
        else:
            for number in range(min(width, moves.length[row])):
                candidate = best_number(moves, row)
                moves.score[row, candidate] -= _LISTED
                copy(positions, row, row + 1)
                earned = make_move(board, positions, row + 1, moves, row, candidate, roll)
                later = expected_value(board, table, positions, moves, row + 1, plies - 1, width)
                score = earned + later
                if number == 0 or score > best:
                    best = score
        expected += board.chance[roll] * best
    return expected


@borrowing_jit
def rate_moves(
    board: Board,
    table: ValueTable,
    positions: Positions,
    moves: Moves,
    row: int,
    roll: int,
    plies: int,
    width: int,
) -> int:
    """List the moves of *roll* with their scores at so many *plies*; return how many there are.

    Beyond one ply only the *width* most promising moves are looked at; the others are left out.
    """
    list_moves(board, table, positions, row, roll, moves)
    if plies == 1:
        return int(moves.length[row])
    looked_at = min(width, moves.length[row])
    for number in range(looked_at):
        _promote(moves, row, number)
    for number in range(looked_at):
        copy(positions, row, row + 1)
        earned = make_move(board, positions, row + 1, moves, row, number, roll)
        later = expected_value(board, table, positions, moves, row + 1, plies - 1, width)
        moves.score[row, number] = earned + later
    moves.length[row] = looked_at
    return int(looked_at)


@borrowing_jit
def _promote(moves: Moves, row: int, number: int) -> None:
    """Swap the move at *number* with the best one from there on."""
    best = number
    for other in range(number + 1, moves.length[row]):
        if moves.score[row, other] > moves.score[row, best]:
            best = other
    cell, circles = moves.cell[row, number], moves.circles[row, number]
    bonus, score = moves.bonus[row, number], moves.score[row, number]
    moves.cell[row, number] = moves.cell[row, best]
    moves.circles[row, number] = moves.circles[row, best]
    moves.bonus[row, number] = moves.bonus[row, best]
    moves.score[row, number] = moves.score[row, best]
    moves.cell[row, best], moves.circles[row, best] = cell, circles
    moves.bonus[row, best], moves.score[row, best] = bonus, score
