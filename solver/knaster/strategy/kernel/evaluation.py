"""The value of a position: the points that it is expected to earn, by a table that was learned.

The value is a sum: for each of the 12 lines an entry by its state, its class and the stage; for the
set of values that a roll could circle, for each value by how many of its numbers are circled and
how many not, and for the empty cells, an entry by the stage each. The *stage* is the number of
turns left where that is known, and else of empty cells.

What is known is not looked up: a full sheet has one roll left, whose worth is counted out.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.knaster.strategy.kernel.line_state import (
    ALL_CIRCLED,
    VALUES,
)
from solver.knaster.strategy.kernel.position import CELLS, LINES, NO_LIMIT, Board, Positions
from solver.runtime.jit import jit

MAX_COUNT = 5  # numbers of a value: more are taken for as many
COUNTS = MAX_COUNT + 1
VALUE_CLASSES = (VALUES + 1) // 2  # values that are equally rare
MASKS = 1 << VALUES
FEATURES = LINES + 1 + VALUES + 1  # of a position: entries that are added


class ValueTable(NamedTuple):
    """The entries, and how a position finds its own."""

    entries: NDArray[np.float32]  # of all kinds, one after another
    stages: int
    feature_count: int  # of line states
    masks_at: int  # where the entries for sets of values begin
    counts_at: int
    empty_at: int


@jit
def stage_of(positions: Positions, row: int) -> int:
    """Return the stage of the position."""
    turns = positions.turns[row]
    return positions.empty_count[row] if turns == NO_LIMIT else turns


@jit
def mirrored_mask(mask: int) -> int:
    """Return the set of values *mask* with every v taken for 14 - v, if that is less."""
    mirrored = 0
    for value in range(VALUES):
        if (mask >> value) & 1:
            mirrored |= 1 << (VALUES - 1 - value)
    return min(mask, mirrored)


@jit
def line_entry(board: Board, table: ValueTable, line: int, state: int, stage: int) -> int:
    """Return where the entry of a line is."""
    row = board.line_class[line] * table.stages + stage
    return row * table.feature_count + board.states.feature[state]


@jit
def count_entry(table: ValueTable, value: int, open_count: int, circled: int, stage: int) -> int:
    """Return where the entry of a value is, by its numbers that are not circled and circled."""
    value_class = min(value, VALUES - 1 - value)
    counts = min(open_count, MAX_COUNT) * COUNTS + min(circled, MAX_COUNT)
    return table.counts_at + (stage * VALUE_CLASSES + value_class) * COUNTS * COUNTS + counts


@jit
def shared_value(table: ValueTable, positions: Positions, row: int, stage: int) -> float:
    """Return the part of the value that is not by lines."""
    mask, total = 0, np.float32(0)
    for value in range(VALUES):
        open_count = positions.open_count[row, value]
        if open_count:
            mask |= 1 << value
        circled = positions.circled_count[row, value]
        total += table.entries[count_entry(table, value, open_count, circled, stage)]
    total += table.entries[table.masks_at + stage * MASKS + mirrored_mask(mask)]
    total += table.entries[table.empty_at + stage * (CELLS + 1) + positions.empty_count[row]]
    return total


@jit
def static_value(board: Board, table: ValueTable, positions: Positions, row: int) -> float:
    """Return the points that the position is expected to earn, as the table has it."""
    if positions.turns[row] == 0:
        return np.float32(0)
    if positions.empty_count[row] == 0:
        return np.float32(last_roll_value(board, positions, row))
    stage = stage_of(positions, row)
    total = shared_value(table, positions, row, stage)
    for line in range(LINES):
        state = positions.line[row, line]
        total += table.entries[line_entry(board, table, line, state, stage)]
    return total


@jit
def last_roll_value(board: Board, positions: Positions, row: int) -> float:
    """Return the points that the one roll left to a full sheet is expected to earn."""
    best = np.zeros(VALUES, np.int64)
    for cell in range(CELLS):
        if not positions.circled[row, cell]:
            value = positions.value[row, cell]
            earned = 1
            for number in range(board.line_count[cell]):
                line = board.lines_of_cell[cell, number]
                if board.states.circle[positions.line[row, line], value] == ALL_CIRCLED:
                    earned += board.points[line]
            best[value] = max(best[value], earned)
    expected = 0.0
    for value in range(VALUES):
        expected += board.chance[value] * best[value]
    return expected


@jit
def list_entries(
    board: Board,
    table: ValueTable,
    positions: Positions,
    row: int,
    entries: NDArray[np.int32],
) -> None:
    """List in *entries* (FEATURES,) where the entries of a position are."""
    stage = stage_of(positions, row)
    for line in range(LINES):
        entries[line] = line_entry(board, table, line, positions.line[row, line], stage)
    mask = 0
    for value in range(VALUES):
        open_count = positions.open_count[row, value]
        if open_count:
            mask |= 1 << value
        circled = positions.circled_count[row, value]
        entries[LINES + value] = count_entry(table, value, open_count, circled, stage)
    entries[LINES + VALUES] = table.masks_at + stage * MASKS + mirrored_mask(mask)
    empty = positions.empty_count[row]
    entries[LINES + VALUES + 1] = table.empty_at + stage * (CELLS + 1) + empty
