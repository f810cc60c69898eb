"""The list of the legal moves of a roll, each with its score.

A score is that of `static_value` after the move, with the points that the move earns.
"""

from solver.knaster.strategy.kernel.evaluation import (
    CIRCLE,
    WRITE,
    Workspace,
    circle_count,
    ends_game,
    fill_gains,
    line_entry,
    set_value,
    stage_after,
    static_value,
    uncircle_count,
    unwrite_count,
    write_count,
)
from solver.knaster.strategy.kernel.line_state import ALL_CIRCLED
from solver.knaster.strategy.kernel.position import (
    CELL_COUNT,
    CIRCLES,
    EMPTY,
    NO_BONUS,
    WRITES,
    append_move,
    circle_all,
    copy,
    end_turn,
    write,
)
from solver.runtime.arrays import np
from solver.runtime.kernel import borrowing


@borrowing
def list_moves(work: Workspace, row: int, roll: int) -> int:
    """List every legal move of *roll* in *row* of *moves*, with its score; return how many.

    Row + 1 of the positions is used up.
    """
    fill_gains(work, row, roll, roll + 1)
    return list_moves_by_gains(work, row, roll)


@borrowing
def list_moves_by_gains(work: Workspace, row: int, roll: int) -> int:
    """List the moves as `list_moves` does, when the gains of *roll* have been filled in."""
    positions, moves = work.positions, work.moves
    moves.length[row] = 0
    if positions.open_count[row, roll] > 0:
        _list_circles(work, row, roll)
    if positions.empty_count[row] > 0:
        _list_writes(work, row, roll)
    return int(moves.length[row])


@borrowing
def _list_circles(work: Workspace, row: int, roll: int) -> None:
    board, table, positions, moves = work
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


@borrowing
def _list_writes(work: Workspace, row: int, roll: int) -> None:
    board, table, positions, moves = work
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
            list_bonus(work, row, cell, roll, hands, score)
        else:
            list_bonuses(work, row, cell, roll)


@borrowing
def list_bonus(
    work: Workspace, row: int, cell: int, roll: int, hands: int, total: np.float32
) -> None:
    """List the moves that write *roll* in *cell*, which fills a line with a hand, that of *hands*.

    *total* is the value by lines and counts when nothing is circled. No other line goes through two
    cells of a line; so what the other lines gain is a sum over the cells circled.
    """
    board, table, positions, moves = work
    line = 0
    while hands != 1 << line:
        line += 1
    stage = stage_after(positions, row, WRITE)
    before = positions.line[row, line]
    full = board.states.write[before, roll]
    total -= table.entries[line_entry(board, table, line, full, stage)]
    count = _fill_open_cells(work, row, line, cell, roll, stage)
    cells, values, gains = moves.open_cell, moves.open_value, moves.open_gain
    size = min(board.states.bonus[before, roll], count)
    positions.open_count[row, roll] += 1
    positions.empty_count[row] -= 1
    for subset in range(1 << count):
        if _ones(subset) != size:
            continue
        score, state, bonus = total, full, NO_BONUS
        for index in range(count):
            if (subset >> index) & 1:
                score += gains[index]
                score += circle_count(table, positions, row, values[index], stage)
                state = board.states.circle[state, values[index]]
                bonus |= 1 << cells[index]
        score += table.entries[line_entry(board, table, line, state, stage)]
        if state == ALL_CIRCLED:
            score += np.float32(board.points[line])
        score += set_value(table, positions, row, stage)
        for index in range(count):
            if (subset >> index) & 1:
                uncircle_count(positions, row, values[index])
        append_move(moves, row, cell, WRITES, bonus, score)
    unwrite_count(positions, row, roll)


@borrowing
def _fill_open_cells(work: Workspace, row: int, line: int, cell: int, roll: int, stage: int) -> int:
    """Fill in the cells of *line* that are not circled when *roll* is in *cell*; return how many.

    Each is listed with its value, and with what the other lines gain when it is circled.
    """
    board, table, positions, moves = work
    cells, values, gains = moves.open_cell, moves.open_value, moves.open_gain
    count = 0
    for other in board.grid.cells_of_line[line]:
        if positions.circled[row, other]:
            continue
        cells[count] = other
        values[count] = roll if other == cell else positions.value[row, other]
        gains[count] = 1
        for number in range(board.grid.line_count[other]):
            crossing = board.grid.lines_of_cell[other, number]
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
    return count


@borrowing
def list_bonuses(work: Workspace, row: int, cell: int, roll: int) -> None:
    """List the moves that write *roll* in *cell* and circle what the hands of its lines ask for.

    The lines that *cell* fills share no other cell. So the order of their hands only decides which
    of them circles *cell*, or whether none does, where each has enough other cells.
    """
    board, _table, positions, moves = work
    count = 0
    sizes, others, other_count = moves.bonus_size, moves.others, moves.other_count
    other_count[:] = 0
    none_is_legal = True
    for number in range(board.grid.line_count[cell]):
        line = board.grid.lines_of_cell[cell, number]
        size = board.states.bonus[positions.line[row, line], roll]
        if size == 0:
            continue
        sizes[count] = size
        for other in board.grid.cells_of_line[line]:
            if other != cell and not positions.circled[row, other]:
                others[count, other_count[count]] = other
                other_count[count] += 1
        none_is_legal = none_is_legal and size <= other_count[count]
        count += 1
    has_circled_all = False
    for circler in range(-1, count):  # the line that circles the cell itself, or none
        if circler == -1 and not none_is_legal:
            continue
        if circler >= 0 and other_count[circler] < sizes[circler]:
            if has_circled_all:
                continue  # two lines that circle all they have: either may circle the cell
            has_circled_all = True
        _list_choices(work, row, cell, roll, count, circler)


@borrowing
def _list_choices(
    work: Workspace, row: int, cell: int, roll: int, count: int, circler: int
) -> None:
    """List the moves in which each of *count* lines with a hand circles some of its other cells.

    That of the number *circler* circles *cell* as well, none if it is -1.
    """
    moves = work.moves
    sizes, others, other_count = moves.bonus_size, moves.others, moves.other_count
    subset = moves.subset
    subset[:] = 0
    number = 0
    while number >= 0:  # an odometer over the subsets of the right sizes
        if number == count:
            cells = NO_BONUS if circler == -1 else 1 << cell
            for line in range(count):
                for index in range(other_count[line]):
                    if (subset[line] >> index) & 1:
                        cells |= 1 << others[line, index]
            _append_evaluated(work, row, cell, roll, cells)
            number -= 1
            if number >= 0:
                subset[number] += 1
            continue
        size = min(sizes[number] - (1 if number == circler else 0), other_count[number])
        while subset[number] < 1 << other_count[number] and _ones(subset[number]) != size:
            subset[number] += 1
        if subset[number] < 1 << other_count[number]:
            number += 1
        else:
            subset[number] = 0
            number -= 1
            if number >= 0:
                subset[number] += 1


@borrowing
def _ones(subset: int) -> int:
    """Return how many of the five lowest bits are set."""
    return (
        (subset & 1) + (subset >> 1 & 1) + (subset >> 2 & 1) + (subset >> 3 & 1) + (subset >> 4 & 1)
    )


@borrowing
def _append_evaluated(work: Workspace, row: int, cell: int, roll: int, bonus: int) -> None:
    board, table, positions, moves = work
    copy(positions, row, row + 1)
    write(board, positions, row + 1, cell, roll)
    earned = circle_all(board, positions, row + 1, bonus)
    end_turn(positions, row + 1)
    score = np.float32(earned) + static_value(board, table, positions, row + 1)
    append_move(moves, row, cell, WRITES, bonus, score)
