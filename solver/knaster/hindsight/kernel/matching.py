"""Which numbers of a sheet can be circled: a matching of cells to what may circle them.

A *source* circles a number: one of the twelve lines, as often as its hand says, or the rolls of one
value that are not written, each once. When a line fills, all its cells have numbers; so for which
cells there are enough sources is a matter of bipartite matching, whatever the order of the turns.
The sets of cells that can be matched are a matroid: taking the cells one by one, and keeping each
for which there is an augmenting path, covers as many as can be covered, and the first of them.
"""

from typing import NamedTuple

import numpy as np

from solver.knaster.strategy.kernel.line_state import (
    BONUS_BY_EQUAL_PAIRS,
    LINE_LENGTH,
    STRAIGHT_BONUS,
    VALUES,
)
from solver.knaster.strategy.kernel.position import CELL_COUNT, EMPTY, LINE_COUNT, Grid
from solver.runtime.kernel import Array1, Ints, Words, borrowing, compiled
from solver.runtime.word import below

_SOURCES = LINE_COUNT + VALUES  # the lines, then the values
NONE = -1  # no line, and no source
_CIRCLING_RATE = 6  # one move in six changes which rolls circle


class Matching(NamedTuple):
    """Sources with their *capacity*, how much is *used*, and the *owner* of each cell."""

    capacity: Ints  # (_SOURCES,)
    used: Ints  # (_SOURCES,)
    owner: Ints  # (CELL_COUNT,): the source that circles it, or NONE
    reached_by: Ints  # (_SOURCES,): in the search for a path
    queue: Ints  # (_SOURCES,): reached, in this order
    dead: Array1[np.bool_]  # (_SOURCES,): no path leads through them


@compiled
def new_matching() -> Matching:
    """Return a matching of no cell to sources without capacity."""
    return Matching(
        np.zeros(_SOURCES, np.int64),
        np.zeros(_SOURCES, np.int64),
        np.full(CELL_COUNT, NONE, np.int64),
        np.zeros(_SOURCES, np.int64),
        np.zeros(_SOURCES, np.int64),
        np.zeros(_SOURCES, np.bool_),
    )


@compiled
def hand_of(grid: Grid, value: Ints, line: int) -> int:
    """Return how many cells the hand of *line* circles; 0 if the line is not full."""
    pairs, least, most = 0, VALUES, 0
    for position in range(LINE_LENGTH):
        here = value[grid.cells_of_line[line, position]]
        if here == EMPTY:
            return 0
        least, most = min(least, here), max(most, here)
        for other in range(position):
            pairs += here == value[grid.cells_of_line[line, other]]
    if pairs == 0 and most - least == LINE_LENGTH - 1:
        return STRAIGHT_BONUS
    circles: int = BONUS_BY_EQUAL_PAIRS[pairs]
    return circles


@compiled
def clear(matching: Matching) -> None:
    """Match no cell."""
    matching.used[:] = 0
    matching.dead[:] = False
    matching.owner[:] = NONE


@compiled
def match(grid: Grid, matching: Matching, value: Ints, cell: int) -> bool:
    """Match *cell* too, if it can be beside the others; return whether it is."""
    count = grid.line_count[cell]
    for number in range(count + 1):
        source = _source(grid, value, cell, number)
        if matching.used[source] < matching.capacity[source]:
            matching.used[source] += 1
            matching.owner[cell] = source
            return True
    return _augment(grid, matching, value, cell)


@compiled
def _source(grid: Grid, value: Ints, cell: int, number: int) -> int:
    """Return the source of this *number* that may circle *cell*: its value comes last."""
    source: int = LINE_COUNT + value[cell]
    if number < grid.line_count[cell]:
        source = grid.lines_of_cell[cell, number]
    return source


@compiled
def _augment(grid: Grid, matching: Matching, value: Ints, cell: int) -> bool:
    """Match *cell* along the shortest path of cells that change their sources, if there is one.

    If there is none, no later path leads through the sources reached either: they are `dead`.
    """
    matching.reached_by[:] = NONE
    length = _reach(grid, matching, value, cell, 0)
    done = 0
    while done < length:
        full = matching.queue[done]
        done += 1
        for other in range(CELL_COUNT):
            if matching.owner[other] == full:
                length = _reach(grid, matching, value, other, length)
                if length == NONE:
                    break
    if length == NONE:
        _shift(matching, cell)
        return True
    for number in range(length):
        matching.dead[matching.queue[number]] = True
    return False


@compiled
def _reach(grid: Grid, matching: Matching, value: Ints, cell: int, length: int) -> int:
    """Put the sources of *cell* into the queue, which has this *length*; return the new one.

    NONE if one of them has capacity left, which is then the first of the queue.
    """
    for number in range(grid.line_count[cell] + 1):
        source = _source(grid, value, cell, number)
        if matching.dead[source] or matching.reached_by[source] != NONE:
            continue
        if matching.used[source] < matching.capacity[source]:
            matching.reached_by[source] = cell
            matching.queue[0] = source
            return NONE
        if matching.capacity[source]:
            matching.reached_by[source] = cell
            matching.queue[length] = source
            length += 1
    return length


@compiled
def _shift(matching: Matching, first: int) -> None:
    """Give the source with capacity left to the cell that reached it, and so on back to *first*."""
    source = matching.queue[0]
    matching.used[source] += 1
    while True:
        cell = matching.reached_by[source]
        freed = matching.owner[cell]
        matching.owner[cell] = source
        if cell == first:
            return
        source = freed


class State(NamedTuple):
    """What stands where, which rolls circle, and what can be circled so."""

    value: Ints  # (CELL_COUNT,): the number less 2, or EMPTY
    circling: Ints  # (VALUES,): rolls of a value that circle; the matching has it too
    matching: Matching
    order: Ints  # (CELL_COUNT,): of the cells as they are matched
    weight: Ints  # (CELL_COUNT,)


@compiled
def new_state() -> State:
    """Return a state without numbers in which no roll circles."""
    return State(
        np.full(CELL_COUNT, EMPTY, np.int64),
        np.zeros(VALUES, np.int64),
        new_matching(),
        np.arange(CELL_COUNT),
        np.zeros(CELL_COUNT, np.int64),
    )


@compiled
def deal(state: State, rolls: Ints, most_circling: Ints, random: Words) -> bool:
    """Let no more rolls circle than have to, the most frequent ones; write the others at random."""
    left = rolls.copy()
    while np.sum(left) > CELL_COUNT:
        most = NONE
        for value in range(VALUES):
            is_free = state.circling[value] < most_circling[value]
            if is_free and (most == NONE or left[value] > left[most]):
                most = value
        if most == NONE:
            return False
        left[most] -= 1
        state.circling[most] += 1
    state.matching.capacity[LINE_COUNT:] = state.circling
    cell = 0
    for value in range(VALUES):
        for _ in range(left[value]):
            state.value[cell] = value
            cell += 1
    for cell in range(CELL_COUNT - 1, 0, -1):
        other = below(random, cell + 1)
        state.value[cell], state.value[other] = state.value[other], state.value[cell]
    return True


@borrowing
def make_move(state: State, most_circling: Ints, random: Words) -> tuple[int, int, int]:
    """Change *state* at random; return the two cells changed, and the value that the first had.

    They are one cell if it changed which rolls circle. Nothing has changed if the first is NONE.
    """
    first, second = below(random, CELL_COUNT), below(random, CELL_COUNT)
    old, other = state.value[first], state.value[second]
    if below(random, _CIRCLING_RATE) == 0:
        is_changed = _change_circling(state, most_circling, first, random)
        return first if is_changed else NONE, first, old
    if old == other:
        return NONE, NONE, old
    state.value[first], state.value[second] = other, old
    return first, second, old


@borrowing
def undo_move(state: State, first: int, second: int, old: int) -> None:
    """Undo what `make_move` did when it returned these."""
    new = state.value[first]
    if first == second:
        _count_circling(state, old, new)
    else:
        state.value[second] = new
    state.value[first] = old


@borrowing
def _change_circling(state: State, most_circling: Ints, cell: int, random: Words) -> bool:
    """Let the roll in *cell* circle, if there is one, and one that did, or none, be written there.

    Returns whether this is possible, and changes anything.
    """
    old, new = state.value[cell], below(random, VALUES + 1)
    if new == VALUES:
        new = EMPTY
    if new == old or (new != EMPTY and state.circling[new] == 0):
        return False
    if old != EMPTY and state.circling[old] >= most_circling[old]:
        return False
    state.value[cell] = new
    _count_circling(state, new, old)
    return True


@borrowing
def _count_circling(state: State, written: int, circles: int) -> None:
    """Count a roll of the value *written* no longer as one that circles, and one that *circles*."""
    if written != EMPTY:
        state.circling[written] -= 1
        state.matching.capacity[LINE_COUNT + written] -= 1
    if circles != EMPTY:
        state.circling[circles] += 1
        state.matching.capacity[LINE_COUNT + circles] += 1
