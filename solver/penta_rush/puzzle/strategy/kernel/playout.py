"""Playouts: games played to their end from a state, and the moves that do best in them.

plan     the values, and the worths at each stage, that the estimate gives at the root of playouts
playout  a game by the plan: so fast, since nothing is estimated anew, and hardly worse
number   of a playout: those of one number see the same rolls, whatever was moved before
luck     of a roll: how far what the plan makes of its matches is above the mean of all rolls

What is last is exact: the chance that the roll has a match of the last shape. Luck is taken off the
points; its mean is 0, whatever the plan, and without it some four times fewer playouts tell as much
(the advantage sum estimator: Zinkevich, Bowling, Bard, Kan and Billings, AAAI 2006).
"""

from typing import NamedTuple

import numpy as np

from solver.penta_rush.puzzle.strategy.kernel.estimate import (
    CAP,
    GIVEN_UP,
    STAGES,
    Estimate,
    blank_estimate,
    burden,
    expect,
    incline,
    loss,
    strain,
    weigh,
)
from solver.penta_rush.puzzle.strategy.kernel.state import (
    SHAPE_COUNT,
    Flags,
    Floats,
    Ground,
    Ints,
    State,
    anything_fits,
    clone,
    copy,
    narrowed,
    size_of,
    use,
)
from solver.runtime.jit import jit

_STEP = np.uint64(0x9E3779B97F4A7C15)  # splitmix64: Steele, Lea and Flood, OOPSLA 2014
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_UNIT = 2.0**-53


class Plan(NamedTuple):
    """What playouts from one root are played by."""

    value: Floats  # (4096,)
    order: Flags  # (4096, 13)
    taken: Flags  # (4096,)
    worths: Floats  # (STAGES, 12, CAP + 1)


@jit
def mixed(word: np.uint64) -> np.uint64:
    """Return a word that looks like chance, another for each *word*."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@jit
def thrown(ground: Ground, seed: np.uint64, turn: int) -> int:
    """Return the roll of the round *turn* of the game with this *seed*."""
    word = mixed(seed + np.uint64(turn) * _STEP)
    part = np.float64(word >> _11) * _UNIT
    roll = int(np.searchsorted(ground.upto, part, side="right"))
    return min(roll, len(ground.upto) - 1)


@jit
def planned(ground: Ground, state: State, estimate: Estimate) -> Plan:
    """Return the plan of playouts from *state*."""
    unused = state.left[0]
    stages = size_of(unused)
    worths = np.zeros((STAGES, SHAPE_COUNT, CAP + 1))
    expect(ground, state, state.left[1], stages, estimate)
    incline(ground.points, unused, stages, estimate)
    for stage in range(stages):
        weigh(unused, stage, stages, estimate, worths[stage])
    return Plan(estimate.value.copy(), estimate.order.copy(), estimate.taken.copy(), worths)


@jit
def played(
    ground: Ground, state: State, plan: Plan, stage: int, seed: np.uint64, estimate: Estimate
) -> float:
    """Play *state*, which is changed, from *stage* of the *plan* on; return points without luck."""
    gained = 0.0
    move = np.empty(3, np.int64)
    for turn in range(size_of(state.left[0]) - 1):
        worth, roll = plan.worths[stage + turn], thrown(ground, seed, turn)
        gained -= luck(ground, state, plan, roll)
        _quick(ground, state, roll, plan.value, worth, estimate, move)
        gained += ground.points[move[0]] * move[2]
        use(ground, state, move[0], move[1])
    for shape in range(SHAPE_COUNT):
        if state.left[0] >> shape & 1:
            for roll in range(len(ground.chances)):
                if state.counts[shape, roll]:
                    gained += ground.points[shape] * ground.chances[roll]
    return gained


@jit
def luck(ground: Ground, state: State, plan: Plan, roll: int) -> float:
    """Return how far *roll* is above the mean of all, if no place were better than another."""
    own, mean = 0.0, 0.0
    for other in range(len(ground.chances)):
        made = _made(ground, state, plan, other)
        mean += ground.chances[other] * made
        if other == roll:
            own = made
    return own - mean


@jit
def _made(ground: Ground, state: State, plan: Plan, roll: int) -> float:
    """Return what the plan makes of the best match of *roll*, or without a match."""
    unused = state.left[0]
    for at in range(plan.taken[unused]):
        shape = int(plan.order[unused, at])
        if state.counts[shape, roll]:
            return float(ground.points[shape] + plan.value[unused ^ 1 << shape])
    return float(plan.value[unused ^ 1 << int(plan.order[unused, GIVEN_UP])])


@jit
def _quick(
    ground: Ground,
    state: State,
    roll: int,
    value: Floats,
    worth: Floats,
    estimate: Estimate,
    move: Ints,
) -> None:
    """Fill *move* with the best match, or the shape best to give up where it takes least."""
    points, unused = ground.points, state.left[0]
    best = -np.inf
    for at in range(ground.starts[roll], ground.starts[roll + 1]):
        one = ground.by_roll[at]
        if state.alive[one]:
            shape = ground.shapes[one]
            left = points[shape] + value[unused ^ 1 << shape]
            if left > best:
                left -= loss(ground, state, one, worth, estimate.met)
                if left > best:
                    best = left
                    move[0], move[1], move[2] = shape, one, 1
    fitting = anything_fits(state)
    given_up, without = -1, best
    for shape in range(SHAPE_COUNT):
        if state.fits[shape] or (not fitting and unused >> shape & 1):
            left = value[unused ^ 1 << shape]
            if left > without:
                given_up, without = shape, left
    if given_up < 0:
        return
    if not fitting:
        move[0], move[1], move[2] = given_up, -1, 0
        return
    burden(ground, state, worth, estimate.weights)
    least, place = np.inf, -1
    for one in range(ground.spans[given_up, 0], ground.spans[given_up, 1]):
        if state.alive[one]:
            taken = strain(ground, one, estimate.weights)
            if taken < least:
                least, place = taken, one
    if without - loss(ground, state, place, worth, estimate.met) > best:
        move[0], move[1], move[2] = given_up, place, 0


@jit
def tried(
    ground: Ground,
    state: State,
    moves: Ints,
    seed: np.uint64,
    first: int,
    count: int,
    sums: Floats,
    squares: Floats,
) -> None:
    """Add to *sums* and *squares* what each of *moves* scores in playouts *first* and *count* on.

    The moves are of *state*; what is added is the points from now on.
    """
    small, root, names = narrowed(ground, state)
    estimate = blank_estimate(small)
    plan = planned(small, root, estimate)
    after, scratch = clone(root), clone(root)
    for at in range(len(moves)):
        copy(root, after)
        shape, one, circled = moves[at]
        use(small, after, shape, np.searchsorted(names, one) if one >= 0 else -1)
        for number in range(first, first + count):
            copy(after, scratch)
            own = mixed(seed + np.uint64(number + 1) * _SECOND)  # of 0 it would be 0
            gained = played(small, scratch, plan, 1, own, estimate)
            gained += circled * small.points[shape]
            sums[at] += gained
            squares[at] += gained * gained
