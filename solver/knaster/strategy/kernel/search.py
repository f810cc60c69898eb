"""The search: what a position is worth when the next rolls are looked at one by one."""

import numpy as np

from solver.knaster.strategy.kernel.evaluation import ValueTable, static_value
from solver.knaster.strategy.kernel.gains import fill_gains
from solver.knaster.strategy.kernel.line_state import VALUES
from solver.knaster.strategy.kernel.move_list import list_moves, list_moves_by_gains
from solver.knaster.strategy.kernel.moves import Moves, best_number, make_move
from solver.knaster.strategy.kernel.position import Board, Positions, copy
from solver.runtime.jit import borrowing_jit, typed_int

_FIRST_ROLL, _END_OF_ROLLS = typed_int(0), typed_int(VALUES)


@borrowing_jit
def expected_value(
    board: Board, table: ValueTable, positions: Positions, moves: Moves, row: int, plies: int
) -> float:
    """Return the points that the position in *row* is expected to earn from the next roll on.

    So many *plies*, the next rolls, are looked at, each with all its moves. So many further rows of
    *positions* and *moves* are used up.
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
            for number in range(moves.length[row]):
                copy(positions, row, row + 1)
                earned = make_move(board, positions, row + 1, moves, row, number, roll)
                later = expected_value(board, table, positions, moves, row + 1, plies - 1)
                best = max(best, earned + later)
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
) -> int:
    """List the moves of *roll* with their scores *plies* plies ahead; return how many there are."""
    list_moves(board, table, positions, row, roll, moves)
    if plies > 1:
        for number in range(moves.length[row]):
            copy(positions, row, row + 1)
            earned = make_move(board, positions, row + 1, moves, row, number, roll)
            later = expected_value(board, table, positions, moves, row + 1, plies - 1)
            moves.score[row, number] = earned + later
    return int(moves.length[row])
