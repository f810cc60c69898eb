"""Moves: what a roll may do to a position, and the value of what each leaves.

A score is that of `static_value` after the move, with the points that the move earns. It is put
together from what the entries of the lines change by: each is looked up once for all cells.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.knaster.strategy.kernel.evaluation import (
    ValueTable,
    count_entry,
    counts_value,
    line_entry,
    set_value,
    stage_of,
    static_value,
)
from solver.knaster.strategy.kernel.line_state import ALL_CIRCLED, LINE_LENGTH, NONE, VALUES
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
from solver.runtime.jit import borrowing_jit, jit

# The middle cell can fill 4 lines, with C(4,3) ** 4 + 4 C(4,2) C(4,3) ** 3 ways to circle; another
# on a diagonal 3, and the rest 2.
MAX_MOVES = 25 + 1792 + 8 * 352 + 16 * 64
_WRITE, _CIRCLE = 0, 1
_NO_BONUS = np.uint32(0)
_ONE = np.uint32(1)


class Moves(NamedTuple):
    """Rows of lists of moves; *length* says how many of a list are in use."""

    cell: NDArray[np.int64]  # (rows, MAX_MOVES): where to write or circle
    circles: NDArray[np.bool_]  # (rows, MAX_MOVES): whether to circle
    bonus: NDArray[np.uint32]  # (rows, MAX_MOVES): the further cells to circle, as a bit set
    score: NDArray[np.float32]  # (rows, MAX_MOVES): points earned, and the value of what is left
    length: NDArray[np.int64]  # (rows,)
    gain: NDArray[
        np.float32
    ]  # (rows, 2, LINES, VALUES): of a line when a value is written, circled
    hands: NDArray[np.int64]  # (rows, VALUES): the lines that a value fills with a hand, a bit set
    total: NDArray[np.float32]  # (rows, 2): the value by lines and counts, at the stages after that
    # Of the line that a number fills, its cells that are not circled.
    bonus_cell: NDArray[np.int64]  # (LINE_LENGTH,)
    bonus_value: NDArray[np.int64]  # (LINE_LENGTH,)
    bonus_gain: NDArray[np.float32]  # (LINE_LENGTH,): what circling one adds, but for that line
    hand_bonus: NDArray[np.int64]
    others: NDArray[np.int64]
    other_count: NDArray[np.int64]
    subset: NDArray[np.int64]
    best: NDArray[np.int64]


@jit
def blank_moves(rows: int) -> Moves:
    """Return *rows* empty lists of moves."""
    return Moves(
        np.zeros((rows, MAX_MOVES), np.int64),
        np.zeros((rows, MAX_MOVES), np.bool_),
        np.zeros((rows, MAX_MOVES), np.uint32),
        np.zeros((rows, MAX_MOVES), np.float32),
        np.zeros(rows, np.int64),
        np.zeros((rows, 2, LINES, VALUES), np.float32),
        np.zeros((rows, VALUES), np.int64),
        np.zeros((rows, 2), np.float32),
        np.zeros(LINE_LENGTH, np.int64),
        np.zeros(LINE_LENGTH, np.int64),
        np.zeros(LINE_LENGTH, np.float32),
        np.zeros(LINES_OF_CELL, np.int64),
        np.zeros((LINES_OF_CELL, LINE_LENGTH - 1), np.int64),
        np.zeros(LINES_OF_CELL, np.int64),
        np.zeros(LINES_OF_CELL, np.int64),
        np.zeros(VALUES, np.int64),
    )


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
        if _ends_game(positions, row, kind):
            moves.total[row, kind] = 0
        else:
            moves.total[row, kind] = counts_value(
                table, positions, row, _stage(positions, row, kind)
            )
        for line in range(LINES):
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
    is_over = _ends_game(positions, row, kind)
    stage = _stage(positions, row, kind)
    before = np.float32(0)
    if not is_over:
        before = table.entries[line_entry(board, table, line, state, stage)]
        moves.total[row, kind] += before
    for value in range(first, end):
        if kind == _WRITE:
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
        if after == ALL_CIRCLED and kind == _CIRCLE:
            gain += np.float32(board.points[line])
        moves.gain[row, kind, line, value] = gain


@borrowing_jit
def _ends_game(positions: Positions, row: int, kind: int) -> bool:
    """Return whether nothing of the table counts after a move: the game or the sheet is at its end.

    The last roll of a full sheet is counted out when it is written in.
    """
    if positions.turns[row] == 1:
        return True
    return bool(positions.empty_count[row] == (1 if kind == _WRITE else 0))


@borrowing_jit
def _stage(positions: Positions, row: int, kind: int) -> int:
    """Return the stage after a move."""
    empty_count, turns = positions.empty_count[row], positions.turns[row]
    if kind == _WRITE:
        empty_count -= 1
    return stage_of(empty_count, turns if turns == NO_LIMIT else turns - 1)


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
    total = moves.total[row, _CIRCLE] + np.float32(1)
    if not _ends_game(positions, row, _CIRCLE):
        stage = _stage(positions, row, _CIRCLE)
        total += _circle_count(table, positions, row, roll, stage)
        total += set_value(table, positions, row, stage)
        _uncircle_count(positions, row, roll)
    for cell in range(CELLS):
        if positions.value[row, cell] == roll and not positions.circled[row, cell]:
            score = total
            for number in range(board.line_count[cell]):
                score += moves.gain[row, _CIRCLE, board.lines_of_cell[cell, number], roll]
            _append(moves, row, cell, 1, _NO_BONUS, score)


@borrowing_jit
def _list_writes(
    board: Board, table: ValueTable, positions: Positions, row: int, roll: int, moves: Moves
) -> None:
    is_over = _ends_game(positions, row, _WRITE)
    total, stage = moves.total[row, _WRITE], _stage(positions, row, _WRITE)
    common = np.float32(0)
    if not is_over:
        total += _write_count(table, positions, row, roll, stage)
        common = set_value(table, positions, row, stage)
        _unwrite_count(positions, row, roll)
    for cell in range(CELLS):
        if positions.value[row, cell] != EMPTY:
            continue
        score = total
        for number in range(board.line_count[cell]):
            score += moves.gain[row, _WRITE, board.lines_of_cell[cell, number], roll]
        hands = moves.hands[row, roll] & board.line_mask[cell]
        if hands == 0 and not is_over:
            _append(moves, row, cell, 0, _NO_BONUS, score + common)
        elif hands & (hands - 1) == 0 and not is_over:
            _list_bonus(board, table, positions, row, cell, roll, hands, score, moves)
        else:
            _list_bonuses(board, table, positions, row, cell, roll, moves)


@borrowing_jit
def _list_bonus(
    board: Board,
    table: ValueTable,
    positions: Positions,
    row: int,
    cell: int,
    roll: int,
    hands: int,
    total: np.float32,
    moves: Moves,
) -> None:
    """List the moves that write *roll* in *cell*, which fills a line with a hand, that of *hands*.

    *total* is the value by lines and counts when nothing is circled. Every line through two cells
    of a line is that line. So what the other lines gain is a sum over the cells circled.
    """
    line = 0
    while hands != 1 << line:
        line += 1
    stage = _stage(positions, row, _WRITE)
    before = positions.line[row, line]
    size = board.states.bonus[before, roll]
    full = board.states.write[before, roll]
    total -= table.entries[line_entry(board, table, line, full, stage)]
    cells, values, gains = moves.bonus_cell, moves.bonus_value, moves.bonus_gain
    count = 0
    for other in board.cells_of_line[line]:
        if positions.circled[row, other]:
            continue
        cells[count] = other
        values[count] = roll if other == cell else positions.value[row, other]
        gains[count] = 1
        for number in range(board.line_count[other]):
            crossing = board.lines_of_cell[other, number]
            if crossing == line:
                continue
            state = positions.line[row, crossing]
            if other == cell:
                state = board.states.write[state, roll]
            circled = board.states.circle[state, values[count]]
            gains[count] += table.entries[line_entry(board, table, crossing, circled, stage)]
            gains[count] -= table.entries[line_entry(board, table, crossing, state, stage)]
            if circled == ALL_CIRCLED:
                gains[count] += np.float32(board.points[crossing])
        count += 1
    size = min(size, count)
    positions.open_count[row, roll] += 1
    positions.empty_count[row] -= 1
    for subset in range(1 << count):
        if _ones(subset) != size:
            continue
        score, state, bonus = total, full, _NO_BONUS
        for index in range(count):
            if (subset >> index) & 1:
                score += gains[index]
                score += _circle_count(table, positions, row, values[index], stage)
                state = board.states.circle[state, values[index]]
                bonus |= _ONE << np.uint32(cells[index])
        score += table.entries[line_entry(board, table, line, state, stage)]
        if state == ALL_CIRCLED:
            score += np.float32(board.points[line])
        score += set_value(table, positions, row, stage)
        for index in range(count):
            if (subset >> index) & 1:
                _uncircle_count(positions, row, values[index])
        _append(moves, row, cell, 0, bonus, score)
    _unwrite_count(positions, row, roll)


@borrowing_jit
def _circle_count(
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
def _uncircle_count(positions: Positions, row: int, value: int) -> None:
    positions.open_count[row, value] += 1
    positions.circled_count[row, value] -= 1


@borrowing_jit
def _write_count(
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
def _unwrite_count(positions: Positions, row: int, value: int) -> None:
    positions.open_count[row, value] -= 1
    positions.empty_count[row] += 1


@borrowing_jit
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
    bonus, others, other_count = moves.hand_bonus, moves.others, moves.other_count
    other_count[:] = 0
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
    subset = moves.subset
    for circler in range(-1, count):  # the line that circles the cell itself, or none
        if circler == -1 and not none_is_legal:
            continue
        subset[:] = 0
        number = 0
        while number >= 0:  # an odometer over the subsets of the right sizes
            if number == count:
                cells = _NO_BONUS if circler == -1 else _ONE << np.uint32(cell)
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


@borrowing_jit
def _ones(subset: int) -> int:
    """Return how many of the five lowest bits are set."""
    return (
        (subset & 1) + (subset >> 1 & 1) + (subset >> 2 & 1) + (subset >> 3 & 1) + (subset >> 4 & 1)
    )


@borrowing_jit
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
    _append(moves, row, cell, 0, bonus, score)


@borrowing_jit
def _append(
    moves: Moves, row: int, cell: int, circles: int, bonus: np.uint32, score: np.float32
) -> None:
    number = moves.length[row]
    moves.cell[row, number] = cell
    moves.circles[row, number] = circles
    moves.bonus[row, number] = bonus
    moves.score[row, number] = score
    moves.length[row] = number + 1
