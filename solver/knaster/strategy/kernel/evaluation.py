"""The value of a position: the points that it is expected to earn, by a table that was learned.

The value is a sum: for each of the 12 lines an entry by its state, its class and the stage; for the
set of values that a roll could circle, for each value by how many of its numbers are circled and
how many not, and for the empty cells, an entry by the stage each. The *stage* is the number of
turns left where that is known, and else of empty cells.

What is known is not looked up: a full sheet has one roll left, whose worth is counted out.
A *gain* is by how much an entry changes. Each is looked up once for all cells of a line, so that
the score of a move is a sum of few numbers.
"""

from typing import NamedTuple

from solver.knaster.strategy.kernel.line_state import ALL_CIRCLED, NONE, VALUES
from solver.knaster.strategy.kernel.position import (
    CELL_COUNT,
    LINE_COUNT,
    NO_LIMIT,
    Board,
    Moves,
    Positions,
)
from solver.runtime.arrays import NDArray, np
from solver.runtime.kernel import Array1, borrowing, compiled, typed_int

MAX_COUNT = 5  # numbers of a value: more are taken for as many
COUNTS = MAX_COUNT + 1
VALUE_CLASSES = (VALUES + 1) // 2  # values that are equally rare
MASKS = 1 << VALUES
MAX_TURNS = 40  # left: more are taken for as many
_FINE_TURNS = 24
TURN_STAGES = _FINE_TURNS + (MAX_TURNS - _FINE_TURNS + 1) // 2 + 1
EMPTY_STAGES = CELL_COUNT + 1
FEATURES = LINE_COUNT + 1 + VALUES + 1  # of a position: entries that are added
WRITE, CIRCLE = typed_int(0), typed_int(1)


class ValueTable(NamedTuple):
    """The entries, and how a position finds its own."""

    entries: Array1[np.float32]  # of all kinds, one after another
    stages: int
    feature_count: int  # of line states
    masks_at: int  # where the entries for sets of values begin
    counts_at: int
    empty_at: int
    mask_classes: Array1[np.int16]  # (MASKS,): equal for sets that are mirror images


class Workspace(NamedTuple):
    """What a search works with; it goes down the rows of *positions* and *moves*."""

    board: Board
    table: ValueTable
    positions: Positions
    moves: Moves


@borrowing
def stage_of(empty_count: int, turns: int) -> int:
    """Return the stage of a position with *empty_count* empty cells and *turns* turns left.

    Beyond 24 turns, two of them share a stage; beyond 40, all do.
    """
    if turns == NO_LIMIT:
        return empty_count
    if turns <= _FINE_TURNS:
        return turns
    return _FINE_TURNS + (min(turns, MAX_TURNS) - _FINE_TURNS + 1) // 2


@compiled
def mask_classes() -> NDArray[np.int16]:
    """Return for each set of values the lesser of itself and of its mirror image, v as 14 - v."""
    classes = np.zeros(MASKS, np.int16)
    for mask in range(MASKS):
        mirrored = 0
        for value in range(VALUES):
            if (mask >> value) & 1:
                mirrored |= 1 << (VALUES - 1 - value)
        classes[mask] = min(mask, mirrored)
    return classes


@borrowing
def line_entry(board: Board, table: ValueTable, line: int, state: int, stage: int) -> int:
    """Return where the entry of a line is."""
    row = int(board.line_class[line]) * table.stages + stage
    return row * table.feature_count + int(board.states.feature[state])


@borrowing
def count_entry(table: ValueTable, value: int, open_count: int, circled: int, stage: int) -> int:
    """Return where the entry of a value is, by its numbers that are not circled and circled."""
    value_class = min(value, VALUES - 1 - value)
    counts = min(open_count, MAX_COUNT) * COUNTS + min(circled, MAX_COUNT)
    return table.counts_at + (stage * VALUE_CLASSES + value_class) * COUNTS * COUNTS + counts


@borrowing
def counts_value(table: ValueTable, positions: Positions, row: int, stage: int) -> np.float32:
    """Return the part of the value that the counts of all values have."""
    total = np.float32(0)
    for value in range(VALUES):
        open_count = positions.open_count[row, value]
        circled = positions.circled_count[row, value]
        total += table.entries[count_entry(table, value, open_count, circled, stage)]
    return total


@borrowing
def set_value(table: ValueTable, positions: Positions, row: int, stage: int) -> np.float32:
    """Return the part of the value that the set of values to circle and the empty cells have."""
    total: np.float32 = table.entries[mask_entry(table, positions, row, stage)]
    total += table.entries[empty_entry(table, positions.empty_count[row], stage)]
    return total


@borrowing
def mask_entry(table: ValueTable, positions: Positions, row: int, stage: int) -> int:
    """Return where the entry of the set of values to circle is."""
    mask = 0
    for value in range(VALUES):
        if positions.open_count[row, value]:
            mask |= 1 << value
    return table.masks_at + stage * MASKS + int(table.mask_classes[mask])


@borrowing
def empty_entry(table: ValueTable, empty_count: int, stage: int) -> int:
    """Return where the entry of a number of empty cells is."""
    return table.empty_at + stage * (CELL_COUNT + 1) + empty_count


@borrowing
def static_value(board: Board, table: ValueTable, positions: Positions, row: int) -> np.float32:
    """Return the points that the position is expected to earn, as the table has it."""
    if positions.turns[row] == 0:
        return np.float32(0)
    if positions.empty_count[row] == 0:
        return np.float32(last_roll_value(board, positions, row))
    stage = stage_of(positions.empty_count[row], positions.turns[row])
    total = counts_value(table, positions, row, stage)
    total += set_value(table, positions, row, stage)
    for line in range(LINE_COUNT):
        state = positions.line[row, line]
        total += table.entries[line_entry(board, table, line, state, stage)]
    return total


@borrowing
def last_roll_value(board: Board, positions: Positions, row: int) -> float:
    """Return the points that the one roll left to a full sheet is expected to earn."""
    expected = 0.0
    for value in range(VALUES):
        if not positions.open_count[row, value]:
            continue
        best = 0
        for cell in range(CELL_COUNT):
            if positions.circled[row, cell] or positions.value[row, cell] != value:
                continue
            earned = 1
            for number in range(board.grid.line_count[cell]):
                line = board.grid.lines_of_cell[cell, number]
                if board.states.circle[positions.line[row, line], value] == ALL_CIRCLED:
                    earned += board.points[line]
            best = max(best, earned)
        expected += board.chance[value] * best
    return expected


@borrowing
def list_entries(
    board: Board, table: ValueTable, positions: Positions, row: int, entries: Array1[np.int32]
) -> None:
    """List in *entries* (FEATURES,) where the entries of a position are."""
    stage = stage_of(positions.empty_count[row], positions.turns[row])
    for line in range(LINE_COUNT):
        entries[line] = line_entry(board, table, line, positions.line[row, line], stage)
    for value in range(VALUES):
        open_count = positions.open_count[row, value]
        circled = positions.circled_count[row, value]
        entries[LINE_COUNT + value] = count_entry(table, value, open_count, circled, stage)
    entries[LINE_COUNT + VALUES] = mask_entry(table, positions, row, stage)
    entries[LINE_COUNT + VALUES + 1] = empty_entry(table, positions.empty_count[row], stage)


@borrowing
def fill_gains(work: Workspace, row: int, first: int, end: int) -> None:
    """Fill in *gain* for the rolls from *first* to *end* - 1, and *total*."""
    _board, table, positions, moves = work
    moves.hands[row, first:end] = 0
    for kind in range(2):
        if ends_game(positions, row, kind):
            moves.total[row, kind] = 0
        else:
            moves.total[row, kind] = counts_value(
                table, positions, row, stage_after(positions, row, kind)
            )
        for line in range(LINE_COUNT):
            _fill_line(work, row, kind, line, first, end)


@borrowing
def _fill_line(work: Workspace, row: int, kind: int, line: int, first: int, end: int) -> None:
    board, table, positions, moves = work
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


@borrowing
def ends_game(positions: Positions, row: int, kind: int) -> bool:
    """Return whether nothing of the table counts after a move: the game or the sheet is at its end.

    The last roll of a full sheet is counted out when it is written in.
    """
    if positions.turns[row] == 1:
        return True
    return bool(positions.empty_count[row] <= (1 if kind == WRITE else 0))


@borrowing
def stage_after(positions: Positions, row: int, kind: int) -> int:
    """Return the stage after a move."""
    empty_count, turns = positions.empty_count[row], positions.turns[row]
    if kind == WRITE:
        empty_count -= 1
    return stage_of(empty_count, turns if turns == NO_LIMIT else turns - 1)


@borrowing
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


@borrowing
def uncircle_count(positions: Positions, row: int, value: int) -> None:
    """Undo `circle_count`."""
    positions.open_count[row, value] += 1
    positions.circled_count[row, value] -= 1


@borrowing
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


@borrowing
def unwrite_count(positions: Positions, row: int, value: int) -> None:
    """Undo `write_count`."""
    positions.open_count[row, value] -= 1
    positions.empty_count[row] += 1
