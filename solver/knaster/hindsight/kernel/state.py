"""States of the search for a final sheet, and the moves between them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.knaster.hindsight.kernel.matching import NONE, Matching, new_matching
from solver.knaster.strategy.kernel.line_state import VALUES
from solver.knaster.strategy.kernel.position import CELL_COUNT, EMPTY, LINE_COUNT
from solver.runtime.jit import below, borrowing_jit, jit

_CIRCLING_RATE = 6  # one move in six changes which rolls circle


class State(NamedTuple):
    """What stands where, which rolls circle, and what can be circled so."""

    value: NDArray[np.int64]  # (CELL_COUNT,): the number less 2, or EMPTY
    circling: NDArray[np.int64]  # (VALUES,): rolls of a value that circle; the matching has it too
    matching: Matching
    order: NDArray[np.int64]  # (CELL_COUNT,): of the cells as they are matched
    weight: NDArray[np.int64]  # (CELL_COUNT,)


@jit
def new_state() -> State:
    """Return a state without numbers in which no roll circles."""
    return State(
        np.full(CELL_COUNT, EMPTY, np.int64),
        np.zeros(VALUES, np.int64),
        new_matching(),
        np.arange(CELL_COUNT),
        np.zeros(CELL_COUNT, np.int64),
    )


@jit
def deal(
    state: State,
    rolls: NDArray[np.int64],
    most_circling: NDArray[np.int64],
    random: NDArray[np.uint64],
) -> bool:
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


@borrowing_jit
def make_move(
    state: State, most_circling: NDArray[np.int64], random: NDArray[np.uint64]
) -> tuple[int, int, int]:
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


@borrowing_jit
def undo_move(state: State, first: int, second: int, old: int) -> None:
    """Undo what `make_move` did when it returned these."""
    new = state.value[first]
    if first == second:
        _count_circling(state, old, new)
    else:
        state.value[second] = new
    state.value[first] = old


@borrowing_jit
def _change_circling(
    state: State, most_circling: NDArray[np.int64], cell: int, random: NDArray[np.uint64]
) -> bool:
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


@borrowing_jit
def _count_circling(state: State, written: int, circles: int) -> None:
    """Count a roll of the value *written* as such, no longer as one that circles, or EMPTY.

    The other way round with the one that *circles*.
    """
    if written != EMPTY:
        state.circling[written] -= 1
        state.matching.capacity[LINE_COUNT + written] -= 1
    if circles != EMPTY:
        state.circling[circles] += 1
        state.matching.capacity[LINE_COUNT + circles] += 1
