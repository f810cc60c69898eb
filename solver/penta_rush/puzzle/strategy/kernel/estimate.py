"""The estimate: the points to expect of a state, and what each placement alive adds to them.

stage      rounds from the next one: it is 0 there
survival   the chance that a placement alive now is so at a stage; it falls as the free cells do
offer      the chance that the roll of a stage has a match of a shape
value      of a bit set of unused shapes: the points to expect when a stage begins with it, if the
           offers of shapes and stages do not depend on each other
slope      how the value grows with an offer
worth      what so many placements of a shape with one roll are worth, by the chance of the roll

The value is a dynamic programme over the subsets of the unused shapes: of what is offered, the
shape is circled that leaves most; if it is better to give one up, that is done. Its slopes come by
going back from the whole set. So what a placement takes from others is a sum over those it meets.
"""

from typing import NamedTuple

import numpy as np

from solver.penta_rush.puzzle.strategy.kernel.state import (
    EVERY,
    SHAPE_COUNT,
    SIZE,
    Flags,
    Floats,
    Ground,
    Ints,
    State,
    size_of,
)
from solver.runtime.jit import jit

CAP = 24  # placements of a shape with one roll: further ones add nothing
STAGES = SHAPE_COUNT + 1
# What fits the survival seen in games played by the estimate itself, on 10x10 cards.
WEAR = 4.5
GIVEN_UP = SHAPE_COUNT  # the place in *order* of the shape to give up
_NEGLIGIBLE = 1e-9  # a chance


class Estimate(NamedTuple):
    """Room for what is computed of a state, used over and over."""

    survival: Floats  # (STAGES,)
    offer: Floats  # (12, STAGES)
    value: Floats  # (4096,)
    order: Flags  # (4096, 13): the shapes of a set, the best to circle first; the one to give up
    taken: Flags  # (4096,): how many of them are better circled than one given up
    reach: Floats  # (4096,): the chance that a set is what is left
    slope: Floats  # (12, STAGES)
    held: Floats  # (12, STAGES): the chance that a shape is unused at a stage
    worth: Floats  # (12, CAP + 1)
    weights: Floats  # (C,): the worth of the placements on a cell
    met: Ints  # (P,): placements


@jit
def blank_estimate(ground: Ground) -> Estimate:
    """Return an estimate with room for any state on *ground*."""
    return Estimate(
        np.zeros(STAGES),
        np.zeros((SHAPE_COUNT, STAGES)),
        np.zeros(EVERY + 1),
        np.zeros((EVERY + 1, SHAPE_COUNT + 1), np.uint8),
        np.zeros(EVERY + 1, np.uint8),
        np.zeros(EVERY + 1),
        np.zeros((SHAPE_COUNT, STAGES)),
        np.zeros((SHAPE_COUNT, STAGES)),
        np.zeros((SHAPE_COUNT, CAP + 1)),
        np.zeros(len(ground.cover_starts) - 1),
        np.zeros(len(ground.shapes), np.int64),
    )


@jit
def expect(ground: Ground, state: State, free: int, stages: int, estimate: Estimate) -> None:
    """Fill survival, offers and values, stage 0 having *free* cells and *stages* shapes unused."""
    for stage in range(stages + 1):
        part = max(0.0, 1.0 - SIZE * stage / max(free, 1))
        estimate.survival[stage] = part**WEAR
    _offer(ground, state, stages, estimate)
    solve(ground.points, state.left[0], stages, estimate)


@jit
def _offer(ground: Ground, state: State, stages: int, estimate: Estimate) -> None:
    mass = np.empty(CAP + 1)  # the chance of a roll with so many placements
    estimate.offer[:] = 0.0
    for shape in range(SHAPE_COUNT):
        if not state.fits[shape]:
            continue
        mass[:] = 0.0
        for roll in range(len(ground.chances)):
            there = int(state.counts[shape, roll])
            mass[min(CAP, there)] += ground.chances[roll]
        for stage in range(stages):
            lost, none = 1.0 - estimate.survival[stage], 1.0
            for most in range(1, CAP + 1):
                none *= lost
                estimate.offer[shape, stage] += mass[most] * (1.0 - none)


@jit
def solve(points: Floats, unused: int, stages: int, estimate: Estimate) -> None:
    """Fill value, order and taken of the subsets of *unused* with up to *stages* shapes."""
    value, order = estimate.value, estimate.order
    totals = np.empty(SHAPE_COUNT)
    value[0] = 0.0
    some = -unused & unused
    while some:
        given_up, size = -1.0, 0
        rest = some
        for shape in range(SHAPE_COUNT):
            if not rest >> shape & 1:
                continue
            without = value[some ^ 1 << shape]
            if without > given_up:
                given_up = without
                order[some, GIVEN_UP] = shape
            total = points[shape] + without
            at = size
            while at > 0 and totals[at - 1] < total:
                totals[at] = totals[at - 1]
                order[some, at] = order[some, at - 1]
                at -= 1
            totals[at] = total
            order[some, at] = shape
            size += 1
        taken = 0
        while taken < size and totals[taken] > given_up:
            taken += 1
        estimate.taken[some] = taken
        total = given_up
        if size <= stages:
            for at in range(taken - 1, -1, -1):
                total += estimate.offer[order[some, at], stages - size] * (totals[at] - total)
        value[some] = total
        some = some - unused & unused


@jit
def incline(points: Floats, whole: int, stages: int, estimate: Estimate) -> None:
    """Fill slope and held, where play goes on from *whole*, a subset of those solved."""
    value, order, offer, reach = estimate.value, estimate.order, estimate.offer, estimate.reach
    estimate.slope[:] = 0.0
    estimate.held[:] = 0.0
    rests = np.empty(SHAPE_COUNT + 1)
    some = whole
    while some:
        reach[some] = 0.0
        some = (some - 1) & whole
    reach[whole] = 1.0
    some = whole
    while some:
        chance = reach[some]
        if chance > _NEGLIGIBLE:
            stage = stages - size_of(some)
            for shape in range(SHAPE_COUNT):
                if some >> shape & 1:
                    estimate.held[shape, stage] += chance
            taken = int(estimate.taken[some])
            given_up = some ^ 1 << int(order[some, GIVEN_UP])
            rests[taken] = value[given_up]
            for at in range(taken - 1, -1, -1):
                shape = int(order[some, at])
                total = points[shape] + value[some ^ 1 << shape]
                rests[at] = rests[at + 1] + offer[shape, stage] * (total - rests[at + 1])
            for at in range(taken):
                shape = int(order[some, at])
                total = points[shape] + value[some ^ 1 << shape]
                estimate.slope[shape, stage] += chance * (total - rests[at + 1])
                reach[some ^ 1 << shape] += chance * offer[shape, stage]
                chance *= 1.0 - offer[shape, stage]
            reach[given_up] += chance
        some = (some - 1) & whole


@jit
def weigh(shapes: int, first: int, stages: int, estimate: Estimate, worth: Floats) -> None:
    """Fill *worth* of *shapes* at the stage *first*, given that each is unused then."""
    worth[:] = 0.0
    for shape in range(SHAPE_COUNT):
        held = estimate.held[shape, first]
        if not shapes >> shape & 1 or held < _NEGLIGIBLE or estimate.survival[first] == 0.0:
            continue
        for stage in range(first, stages):
            slope = estimate.slope[shape, stage] / held
            lost, none = 1.0 - estimate.survival[stage] / estimate.survival[first], 1.0
            for count in range(1, CAP + 1):
                none *= lost
                worth[shape, count] += slope * (1.0 - none)


@jit
def loss(ground: Ground, state: State, placement: int, worth: Floats, met: Ints) -> float:
    """Return what *placement* takes from those that it meets; *met* is room to count them."""
    alive, counts, rolls = state.alive, state.counts, len(ground.chances)
    total, count = 0.0, 0
    for at in range(SIZE):
        cell = ground.cells[placement, at]
        for place in range(ground.cover_starts[cell], ground.cover_starts[cell + 1]):
            other = ground.cover[place]
            if alive[other] == 1:
                alive[other] = 2  # met
                met[count] = other
                count += 1
                shape, roll = ground.shapes[other], ground.rolls[other]
                there = np.int64(counts[shape, roll])
                counts[shape, roll] -= 1
                if roll < rolls and there <= CAP:
                    fall = worth[shape, there] - worth[shape, there - 1]
                    total += ground.chances[roll] * fall
    for at in range(count):
        other = met[at]
        alive[other] = 1
        counts[ground.shapes[other], ground.rolls[other]] += 1
    return total


@jit
def burden(ground: Ground, state: State, worth: Floats, weights: Floats) -> None:
    """Fill *weights*: for each cell what the placements on it are worth, each by itself."""
    weights[:] = 0.0
    rolls = len(ground.chances)
    for placement in range(len(ground.shapes)):
        shape, roll = ground.shapes[placement], ground.rolls[placement]
        if state.alive[placement] and roll < rolls:
            there = np.int64(state.counts[shape, roll])
            there = there if there < CAP else np.int64(CAP)
            own = ground.chances[roll] * (worth[shape, there] - worth[shape, there - 1])
            for at in range(SIZE):
                weights[ground.cells[placement, at]] += own


@jit
def strain(ground: Ground, placement: int, weights: Floats) -> float:
    """Return the weights under *placement*: about its loss, and soon had."""
    total = 0.0
    for at in range(SIZE):
        total += weights[ground.cells[placement, at]]
    return total
