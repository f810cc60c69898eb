"""Gains: by how much the entries of a position change, line by line and value by value.

Each is looked up once for all cells of a line, so that the score of a move is a sum of few numbers.
"""

import numpy as np

from solver.knaster.strategy.kernel.evaluation import (
    ValueTable,
    count_entry,
    counts_value,
    line_entry,
    stage_of,
)
from solver.knaster.strategy.kernel.line_state import ALL_CIRCLED, NONE
from solver.knaster.strategy.kernel.moves import Moves
from solver.knaster.strategy.kernel.position import LINE_COUNT, NO_LIMIT, Board, Positions
from solver.runtime.jit import borrowing_jit, typed_int

WRITE, CIRCLE = typed_int(0), typed_int(1)


@borrowing_jit
def fill_gains(
    board: Board,
    table: ValueTable,
    positions: Positions,
    row: int,
    first: int,
    end: int,
    moves: Moves,
) -> None:
    """Fill in *gain* for the rolls from *first* to *end* - 1, and *total*."""
    moves.hands[row, first:end] = 0
    for kind in range(2):
        if ends_game(positions, row, kind):
            moves.total[row, kind] = 0
        else:
            moves.total[row, kind] = counts_value(
                table, positions, row, stage_after(positions, row, kind)
            )
        for line in range(LINE_COUNT):
            _fill_line(board, table, positions, row, kind, line, first, end, moves)


@borrowing_jit
def _fill_line(
    board: Board,
    table: ValueTable,
    positions: Positions,
    row: int,
    kind: int,
    line: int,
    first: int,
    end: int,
    moves: Moves,
) -> None:
    state = positions.line[row, line]
    is_over = ends_game(positions, row, kind)
    stage = stage_after(positions, row, kind)
    before = np.float32(0)
    if not is_over:
        before = table.entries[line_entry(board, table, line, state, stage)]
        moves.total[row, kind] += before
    for value in range(first, end):
        if kind == WRITE:
            after = board.states.write[state, value]
            if board.states.bonus[state, value]:
                moves.hands[row, value] |= 1 << line
        else:
            after = board.states.circle[state, value]
        if after == NONE:
            continue
        gain = np.float32(0)
        if not is_over:
            gain = table.entries[line_entry(board, table, line, after, stage)] - before
        if after == ALL_CIRCLED and kind == CIRCLE:
            gain += np.float32(board.points[line])
        moves.gain[row, kind, line, value] = gain


@borrowing_jit
def ends_game(positions: Positions, row: int, kind: int) -> bool:
    """Return whether nothing of the table counts after a move: the game or the sheet is at its end.

    The last roll of a full sheet is counted out when it is written in.
    """
    if positions.turns[row] == 1:
        return True
    return bool(positions.empty_count[row] <= (1 if kind == WRITE else 0))


@borrowing_jit
def stage_after(positions: Positions, row: int, kind: int) -> int:
    """Return the stage after a move."""
    empty_count, turns = positions.empty_count[row], positions.turns[row]
    if kind == WRITE:
        empty_count -= 1
    return stage_of(empty_count, turns if turns == NO_LIMIT else turns - 1)


@borrowing_jit
def circle_count(
    table: ValueTable, positions: Positions, row: int, value: int, stage: int
) -> np.float32:
    """Count a number of *value* as circled; return by how much its entry changes."""
    open_count, circled = positions.open_count[row, value], positions.circled_count[row, value]
    positions.open_count[row, value] = open_count - 1
    positions.circled_count[row, value] = circled + 1
    after: np.float32 = table.entries[count_entry(table, value, open_count - 1, circled + 1, stage)]
    before: np.float32 = table.entries[count_entry(table, value, open_count, circled, stage)]
    return after - before


@borrowing_jit
def uncircle_count(positions: Positions, row: int, value: int) -> None:
    """Undo `circle_count`."""
    positions.open_count[row, value] += 1
    positions.circled_count[row, value] -= 1


@borrowing_jit
def write_count(
    table: ValueTable, positions: Positions, row: int, value: int, stage: int
) -> np.float32:
    """Count a number of *value* as written; return by how much its entry changes."""
    open_count, circled = positions.open_count[row, value], positions.circled_count[row, value]
    positions.open_count[row, value] = open_count + 1
    positions.empty_count[row] -= 1
    after: np.float32 = table.entries[count_entry(table, value, open_count + 1, circled, stage)]
    before: np.float32 = table.entries[count_entry(table, value, open_count, circled, stage)]
    return after - before


@borrowing_jit
def unwrite_count(positions: Positions, row: int, value: int) -> None:
    """Undo `write_count`."""
    positions.open_count[row, value] -= 1
    positions.empty_count[row] += 1
