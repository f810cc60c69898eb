"""The choices: what to do with a roll, by simple rules or by the estimate.

move  (3,): a shape, its placement or -1, and whether it is circled, 1 or 0
rank  moves in order of what they leave to expect, the best first
"""

import numpy as np

from solver.penta_rush.puzzle.strategy.kernel.estimate import (
    CAP,
    Estimate,
    burden,
    expect,
    incline,
    loss,
    strain,
    weigh,
)
from solver.penta_rush.puzzle.strategy.kernel.state import (
    SHAPE_COUNT,
    SIZE,
    Floats,
    Ground,
    Ints,
    State,
    anything_fits,
    size_of,
)
from solver.penta_rush.puzzle.strategy.policy import Policy
from solver.runtime.jit import jit

FIRST, GREEDY, MOBILE, VALUE, ROLLOUT = (int(policy) for policy in Policy)
_PLACES = 4  # where a shape may be crossed: those that take least from the others


@jit
def simple(
    ground: Ground, state: State, roll: int, policy: int, estimate: Estimate, move: Ints
) -> None:
    """Fill *move* by a *policy* that looks no round ahead."""
    points, shapes = ground.points, ground.shapes
    if policy == MOBILE:
        for count in range(CAP + 1):
            estimate.worth[:, count] = count
    best, least = -1, 0.0
    for at in range(ground.starts[roll], ground.starts[roll + 1]):
        one = ground.by_roll[at]
        if not state.alive[one]:
            continue
        if best < 0:
            ahead = True
        elif policy == FIRST:
            ahead = _reads_before(ground.cells[one], ground.cells[best])
        else:
            ahead = points[shapes[one]] > points[shapes[best]]
        if policy == MOBILE and (ahead or points[shapes[one]] == points[shapes[best]]):
            taken = loss(ground, state, one, estimate.worth, estimate.met)
            ahead = ahead or taken < least
            least = taken if ahead else least
        best = one if ahead else best
    if best >= 0:
        move[0], move[1], move[2] = shapes[best], best, 1
        return
    _give_up(ground, state, policy, estimate, move)


@jit
def _reads_before(cells: Ints, others: Ints) -> bool:
    for at in range(SIZE):
        if cells[at] != others[at]:
            return bool(cells[at] < others[at])
    return False


@jit
def _give_up(ground: Ground, state: State, policy: int, estimate: Estimate, move: Ints) -> None:
    fitting = anything_fits(state)
    given_up = -1
    for shape in range(SHAPE_COUNT):
        if state.fits[shape] or (not fitting and state.left[0] >> shape & 1):
            cheaper = given_up < 0 or (
                policy != FIRST and ground.points[shape] < ground.points[given_up]
            )
            given_up = shape if cheaper else given_up
    move[0], move[1], move[2] = given_up, -1, 0
    least = np.inf
    for one in range(ground.spans[given_up, 0], ground.spans[given_up, 1]):
        if state.alive[one] and (move[1] < 0 or policy == MOBILE):
            taken = 0.0
            if policy == MOBILE:
                taken = loss(ground, state, one, estimate.worth, estimate.met)
            if taken < least:
                least, move[1] = taken, one


@jit
def ranked(
    ground: Ground, state: State, roll: int, estimate: Estimate, moves: Ints, values: Floats
) -> int:
    """Fill *moves*, (most, 3), and the *values* that they come to; return how many there are."""
    points, unused, most = ground.points, state.left[0], len(moves)
    stages = size_of(unused) - 1
    expect(ground, state, state.left[1] - SIZE, stages, estimate)
    fitting = anything_fits(state)
    strains = np.empty(len(ground.shapes))
    values[:] = -np.inf
    count = 0
    for shape in range(SHAPE_COUNT):
        rest = unused ^ 1 << shape
        if not unused >> shape & 1 or points[shape] + estimate.value[rest] <= values[most - 1]:
            continue
        without = estimate.value[rest]
        if not fitting:
            count = _insert(moves, values, count, without, shape, -1, 0)
            continue
        if state.fits[shape] == 0:
            continue
        incline(points, rest, stages, estimate)
        weigh(rest, 0, stages, estimate, estimate.worth)
        for at in range(ground.starts[roll], ground.starts[roll + 1]):
            one = ground.by_roll[at]
            if state.alive[one] and ground.shapes[one] == shape:
                left = without - loss(ground, state, one, estimate.worth, estimate.met)
                count = _insert(moves, values, count, points[shape] + left, shape, one, 1)
        if without <= values[most - 1]:
            continue
        burden(ground, state, estimate.worth, estimate.weights)
        first, end = ground.spans[shape]
        for one in range(first, end):
            strains[one] = strain(ground, one, estimate.weights) if state.alive[one] else np.inf
        for _ in range(min(_PLACES, state.fits[shape])):
            one = first + np.argmin(strains[first:end])
            strains[one] = np.inf
            left = without - loss(ground, state, one, estimate.worth, estimate.met)
            count = _insert(moves, values, count, left, shape, one, 0)
    return count


@jit
def _insert(
    moves: Ints, values: Floats, count: int, value: float, shape: int, one: int, circled: int
) -> int:
    """Put a move where it ranks; of equal ones the first stays ahead. Return how many there are."""
    most = len(moves)
    if count == most and value <= values[most - 1]:
        return count
    at = min(count, most - 1)
    while at > 0 and values[at - 1] < value:
        values[at] = values[at - 1]
        moves[at] = moves[at - 1]
        at -= 1
    values[at] = value
    moves[at, 0], moves[at, 1], moves[at, 2] = shape, one, circled
    return min(count + 1, most)
