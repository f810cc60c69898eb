"""The list of the legal moves of a roll, each with its score.

A score is that of `static_value` after the move, with the points that the move earns.
"""

import numpy as np

from solver.knaster.strategy.kernel.bonus import list_bonus, list_bonuses
from solver.knaster.strategy.kernel.evaluation import ValueTable, set_value
from solver.knaster.strategy.kernel.gains import (
    CIRCLE,
    WRITE,
    circle_count,
    ends_game,
    fill_gains,
    stage_after,
    uncircle_count,
    unwrite_count,
    write_count,
)
from solver.knaster.strategy.kernel.moves import CIRCLES, NO_BONUS, WRITES, Moves, append_move
from solver.knaster.strategy.kernel.position import CELL_COUNT, EMPTY, Board, Positions
from solver.runtime.jit import borrowing_jit


@borrowing_jit
def list_moves(
    board: Board, table: ValueTable, positions: Positions, row: int, roll: int, moves: Moves
) -> int:
    """List every legal move of *roll* in *row* of *moves*, with its score; return how many.

    Row + 1 of *positions* is used up. There is none when the sheet is full and has no number to
    circle.
    """
    fill_gains(board, table, positions, row, roll, roll + 1, moves)
    return list_moves_by_gains(board, table, positions, row, roll, moves)


@borrowing_jit
def list_moves_by_gains(
    board: Board, table: ValueTable, positions: Positions, row: int, roll: int, moves: Moves
) -> int:
    """List the moves as `list_moves` does, when the gains of *roll* have been filled in."""
    moves.length[row] = 0
    if positions.open_count[row, roll] > 0:
        _list_circles(board, table, positions, row, roll, moves)
    if positions.empty_count[row] > 0:
        _list_writes(board, table, positions, row, roll, moves)
    return int(moves.length[row])


@borrowing_jit
def _list_circles(
    board: Board, table: ValueTable, positions: Positions, row: int, roll: int, moves: Moves
) -> None:
    total = moves.total[row, CIRCLE] + np.float32(1)
    if not ends_game(positions, row, CIRCLE):
        stage = stage_after(positions, row, CIRCLE)
        total += circle_count(table, positions, row, roll, stage)
        total += set_value(table, positions, row, stage)
        uncircle_count(positions, row, roll)
    for cell in range(CELL_COUNT):
        if positions.value[row, cell] == roll and not positions.circled[row, cell]:
            score = total
            for number in range(board.grid.line_count[cell]):
                score += moves.gain[row, CIRCLE, board.grid.lines_of_cell[cell, number], roll]
            append_move(moves, row, cell, CIRCLES, NO_BONUS, score)


@borrowing_jit
def _list_writes(
    board: Board, table: ValueTable, positions: Positions, row: int, roll: int, moves: Moves
) -> None:
    is_over = ends_game(positions, row, WRITE)
    total, stage = moves.total[row, WRITE], stage_after(positions, row, WRITE)
    common = np.float32(0)
    if not is_over:
        total += write_count(table, positions, row, roll, stage)
        common = set_value(table, positions, row, stage)
        unwrite_count(positions, row, roll)
    for cell in range(CELL_COUNT):
        if positions.value[row, cell] != EMPTY:
            continue
        score = total
        for number in range(board.grid.line_count[cell]):
            score += moves.gain[row, WRITE, board.grid.lines_of_cell[cell, number], roll]
        hands = moves.hands[row, roll] & board.line_mask[cell]
        if hands == 0 and not is_over:
            append_move(moves, row, cell, WRITES, NO_BONUS, score + common)
        elif hands & (hands - 1) == 0 and not is_over:
            list_bonus(board, table, positions, row, cell, roll, hands, score, moves)
        else:
            list_bonuses(board, table, positions, row, cell, roll, moves)
