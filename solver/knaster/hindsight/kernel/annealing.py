"""Simulated annealing over final sheets: what stands where, and which rolls circle.

A state is a number in each cell, and for each value how many of its rolls circle; a move swaps two
cells, or lets a roll that circled be written, and the other way round. The merit of a state is what
can be circled: a point for each number, and the points of the lines, in part as soon as they are
circled in part. Hands that circle more than is needed yet count a little.
"""

from typing import NamedTuple

import numpy as np

from solver.knaster.hindsight.kernel.matching import (
    NONE,
    State,
    clear,
    deal,
    hand_of,
    make_move,
    match,
    new_state,
    undo_move,
)
from solver.knaster.strategy.kernel.line_state import LINE_LENGTH
from solver.knaster.strategy.kernel.position import CELL_COUNT, EMPTY, LINE_COUNT, Grid
from solver.runtime.kernel import Ints, compiled, kernel
from solver.runtime.word import uniform

_HAND_MERIT = 0.3  # of a cell that a hand circles
# The share of its points for a line, by how many of its numbers are circled.
_SHARE = np.array([0, 0.02, 0.06, 0.15, 0.35, 1])
_COOLING_STEPS = 64  # between two temperatures


class BestState(NamedTuple):
    """The best state found."""

    value: Ints  # (CELL_COUNT,): the number less 2, or EMPTY
    # (CELL_COUNT,): what circles it: a line, LINE_COUNT + value for a roll, or NONE
    owner: Ints


def blank_state() -> BestState:
    """Return the state that a search fills in."""
    return BestState(np.zeros(CELL_COUNT, np.int64), np.zeros(CELL_COUNT, np.int64))


@kernel
def anneal(
    grid: Grid,
    rolls: Ints,
    most_circling: Ints,
    worth: Ints,
    seed: int,
    steps: int,
    hot: float,
    cold: float,
    best: BestState,
) -> int:
    """Find the *best* final sheet in *steps* steps for the numbers of *rolls*, all used.

    Return its points, by the *worth* of the lines; -1 if the rolls cannot all be used.

    *rolls* (VALUES,) counts them by value, of which *most_circling* may circle; *worth* is that of
    the lines. The temperature falls from *hot* to *cold*. The search ends early at a sheet that is
    full and has every number circled.
    """
    random = np.array([seed], np.uint64)
    state = new_state()
    if not deal(state, rolls, most_circling, random):
        return -1
    hands = state.matching.capacity[:LINE_COUNT]
    before = np.zeros(LINE_COUNT, np.int64)
    for line in range(LINE_COUNT):
        hands[line] = hand_of(grid, state.value, line)
    goal = CELL_COUNT + np.sum(worth)
    merit, score = _merit(grid, state, worth, -1.0)
    most = score
    _keep(state, best)
    temperature, cooling = hot, (cold / hot) ** (_COOLING_STEPS / steps)
    for step in range(steps):
        if most == goal:
            break
        if step % _COOLING_STEPS == 0:
            temperature *= cooling
        first, second, old = make_move(state, most_circling, random)
        if first == NONE:
            continue
        before[:] = hands
        for cell in (first, second):
            for number in range(grid.line_count[cell]):
                line = grid.lines_of_cell[cell, number]
                hands[line] = hand_of(grid, state.value, line)
        threshold = merit + temperature * np.log(uniform(random))
        new_merit, score = _merit(grid, state, worth, threshold)
        if new_merit >= threshold:
            merit = new_merit
            if score > most:
                most = score
                _keep(state, best)
            continue
        hands[:] = before
        undo_move(state, first, second, old)
    return most


@compiled
def _merit(grid: Grid, state: State, worth: Ints, threshold: float) -> tuple[float, int]:
    """Return the merit of a state, and its score; a bound and -1 if it is below *threshold*."""
    value, matching = state.value, state.matching
    written = 0
    for cell in range(CELL_COUNT):
        written += value[cell] != EMPTY
    hands = int(np.sum(matching.capacity[:LINE_COUNT]))
    circling = int(np.sum(state.circling))
    hand_merit = _HAND_MERIT * min(hands, written - circling)
    most = 1.0 * min(written, hands + circling)
    for line in range(LINE_COUNT):
        if worth[line]:
            count = 0
            for position in range(LINE_LENGTH):
                count += value[grid.cells_of_line[line, position]] != EMPTY
            most += worth[line] * _SHARE[count]
    if most + hand_merit < threshold:
        return most + hand_merit, -1
    _order(grid, state, worth)
    clear(matching)
    score = 0
    for chosen in state.order:
        if value[chosen] != EMPTY:
            score += match(grid, matching, value, int(chosen))
    merit = score + hand_merit
    for line in range(LINE_COUNT):
        if worth[line]:
            count = 0
            for position in range(LINE_LENGTH):
                count += matching.owner[grid.cells_of_line[line, position]] != NONE
            merit += worth[line] * _SHARE[count]
            if count == LINE_LENGTH:
                score += worth[line]
    return merit, score


@compiled
def _order(grid: Grid, state: State, worth: Ints) -> None:
    """Sort the cells: first those whose full lines are worth the most."""
    if np.max(worth) == 0:
        return
    state.weight[:] = 0
    for line in range(LINE_COUNT):
        is_full = True
        for position in range(LINE_LENGTH):
            is_full &= state.value[grid.cells_of_line[line, position]] != EMPTY
        if is_full:
            for position in range(LINE_LENGTH):
                state.weight[grid.cells_of_line[line, position]] += worth[line]
    order = state.order
    for position in range(1, CELL_COUNT):  # nearly sorted already, since the move before
        cell, hole = order[position], position
        while hole > 0 and state.weight[order[hole - 1]] < state.weight[cell]:
            order[hole] = order[hole - 1]
            hole -= 1
        order[hole] = cell


@compiled
def _keep(state: State, best: BestState) -> None:
    best.value[:] = state.value
    best.owner[:] = state.matching.owner
