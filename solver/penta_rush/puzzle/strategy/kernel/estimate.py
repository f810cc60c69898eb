"""The estimate: the points to expect from a state, and how many of them each placement is worth.

stage     rounds counted from the next one, which is stage 0
survival  the chance that a placement alive now is still alive at a stage; it falls with the number
          of free cells
worth     what n placements of one shape with one roll add to the points to expect, if that roll
          falls

The value is a dynamic programme over the subsets of the unused shapes, as if matches of different
shapes and stages were independent. In each round the best shape with a match is circled, unless it
is better to give one up. The gradient, by backpropagation, says how the value grows with the chance
of each match. So what a placement costs the others is a sum over those that it overlaps.
"""

from typing import NamedTuple

from solver.geometry.polyomino import PENTOMINO_SIZE
from solver.penta_rush.puzzle.strategy.kernel.state import (
    ALL_SHAPES,
    SHAPE_COUNT,
    KernelState,
    SolitaireTables,
    count_shapes,
)
from solver.runtime.arrays import np
from solver.runtime.kernel import Array1, Array2, Ints, borrowing, compiled

MAX_COUNT = 24  # placements of a shape with one roll: further ones add nothing
STAGES = SHAPE_COUNT + 1
# Fitted to the survival in games played by the estimate itself, on 10x10 cards.
_SURVIVAL_EXPONENT = 4.5
GIVE_UP_INDEX = SHAPE_COUNT  # where *order* has the shape to give up
_NEGLIGIBLE = 1e-9  # a chance


class Estimate(NamedTuple):
    """Buffers for the figures of a state, used over and over; a subset of shapes is a bit set."""

    survival: Array1[np.float64]  # (STAGES,)
    # (12, STAGES): that the roll of a stage has a match of a shape
    match_probability: Array2[np.float64]
    # (4096,): the points to expect when a stage begins with a subset unused
    value: Array1[np.float64]
    # (4096, 13): the shapes of a subset, the best to circle first; one to give up
    order: Array2[np.uint8]
    # (4096,): how many of these it is better to circle than to give that one up
    circled_count: Array1[np.uint8]
    reach_probability: Array1[np.float64]  # (4096,): that play comes to a subset
    gradient: Array2[np.float64]  # (12, STAGES): of the value, by match_probability
    unused_probability: Array2[np.float64]  # (12, STAGES): that a shape is unused at a stage
    worth: Array2[np.float64]  # (12, MAX_COUNT + 1)
    cell_weights: Array1[np.float64]  # (C,): the worth of the placements on a cell
    overlapping: Ints  # (P,): placements


@compiled
def blank_estimate(tables: SolitaireTables) -> Estimate:
    """Return an estimate with room for any state of *tables*."""
    return Estimate(
        np.zeros(STAGES),
        np.zeros((SHAPE_COUNT, STAGES)),
        np.zeros(ALL_SHAPES + 1),
        np.zeros((ALL_SHAPES + 1, SHAPE_COUNT + 1), np.uint8),
        np.zeros(ALL_SHAPES + 1, np.uint8),
        np.zeros(ALL_SHAPES + 1),
        np.zeros((SHAPE_COUNT, STAGES)),
        np.zeros((SHAPE_COUNT, STAGES)),
        np.zeros((SHAPE_COUNT, MAX_COUNT + 1)),
        np.zeros(len(tables.cell_starts) - 1),
        np.zeros(len(tables.shapes), np.int64),
    )


@compiled
def fill_estimate(state: KernelState, free: int, stages: int, estimate: Estimate) -> None:
    """Fill in survival, match probabilities and values.

    Stage 0 begins with *free* cells and *stages* unused shapes.
    """
    for stage in range(stages + 1):
        free_share = max(0.0, 1.0 - PENTOMINO_SIZE * stage / max(free, 1))
        estimate.survival[stage] = free_share**_SURVIVAL_EXPONENT
    chances = state.tables.chances
    count_chances = np.empty(MAX_COUNT + 1)  # of a roll, by its number of placements
    estimate.match_probability[:] = 0.0
    for shape in range(SHAPE_COUNT):
        if not state.shape_counts[shape]:
            continue
        count_chances[:] = 0.0
        for roll in range(len(chances)):
            count_chances[min(MAX_COUNT, int(state.counts[shape, roll]))] += chances[roll]
        for stage in range(stages):
            one_lost, all_lost = 1.0 - estimate.survival[stage], 1.0
            for count in range(1, MAX_COUNT + 1):
                all_lost *= one_lost
                estimate.match_probability[shape, stage] += count_chances[count] * (1.0 - all_lost)
    solve_values(state.tables.points, state.unused[0], stages, estimate)


@compiled
def solve_values(points: Array1[np.float64], unused: int, stages: int, estimate: Estimate) -> None:
    """Fill in value, order and circled_count for the subsets of *unused* of up to *stages*."""
    value, order = estimate.value, estimate.order
    totals = np.empty(SHAPE_COUNT)
    value[0] = 0.0
    subset = -unused & unused
    while subset:
        given_up, size = -1.0, 0
        for shape in range(SHAPE_COUNT):
            if not subset >> shape & 1:
                continue
            without = value[subset ^ 1 << shape]
            if without > given_up:
                given_up = without
                order[subset, GIVE_UP_INDEX] = shape
            total = points[shape] + without
            at = size
            while at > 0 and totals[at - 1] < total:
                totals[at] = totals[at - 1]
                order[subset, at] = order[subset, at - 1]
                at -= 1
            totals[at] = total
            order[subset, at] = shape
            size += 1
        circled_count = 0
        while circled_count < size and totals[circled_count] > given_up:
            circled_count += 1
        estimate.circled_count[subset] = circled_count
        total = given_up
        if size <= stages:
            for at in range(circled_count - 1, -1, -1):
                probability = estimate.match_probability[order[subset, at], stages - size]
                total += probability * (totals[at] - total)
        value[subset] = total
        subset = subset - unused & unused


@compiled
def backpropagate(points: Array1[np.float64], start: int, stages: int, estimate: Estimate) -> None:
    """Fill in gradient and unused_probability of play from *start*, a subset already solved."""
    value, order = estimate.value, estimate.order
    probability, reach = estimate.match_probability, estimate.reach_probability
    estimate.gradient[:] = 0.0
    estimate.unused_probability[:] = 0.0
    otherwise = np.empty(SHAPE_COUNT + 1)  # the value if no shape before this one has a match
    subset = start
    while subset:
        reach[subset] = 0.0
        subset = (subset - 1) & start
    reach[start] = 1.0
    subset = start
    while subset:
        chance = reach[subset]
        if chance > _NEGLIGIBLE:
            stage = stages - count_shapes(subset)
            for shape in range(SHAPE_COUNT):
                if subset >> shape & 1:
                    estimate.unused_probability[shape, stage] += chance
            circled_count = int(estimate.circled_count[subset])
            given_up = subset ^ 1 << int(order[subset, GIVE_UP_INDEX])
            otherwise[circled_count] = value[given_up]
            for at in range(circled_count - 1, -1, -1):
                shape = int(order[subset, at])
                total = points[shape] + value[subset ^ 1 << shape]
                gain = total - otherwise[at + 1]
                otherwise[at] = otherwise[at + 1] + probability[shape, stage] * gain
            for at in range(circled_count):
                shape = int(order[subset, at])
                total = points[shape] + value[subset ^ 1 << shape]
                estimate.gradient[shape, stage] += chance * (total - otherwise[at + 1])
                reach[subset ^ 1 << shape] += chance * probability[shape, stage]
                chance *= 1.0 - probability[shape, stage]
            reach[given_up] += chance
        subset = (subset - 1) & start


@borrowing
def fill_worth(
    shapes: int, first: int, stages: int, estimate: Estimate, worth: Array2[np.float64]
) -> None:
    """Fill in *worth* of *shapes* at the stage *first*, given that each is unused then."""
    worth[:] = 0.0
    survival = estimate.survival
    for shape in range(SHAPE_COUNT):
        unused = estimate.unused_probability[shape, first]
        if not shapes >> shape & 1 or unused < _NEGLIGIBLE or survival[first] == 0.0:
            continue
        for stage in range(first, stages):
            gradient = estimate.gradient[shape, stage] / unused
            one_lost, all_lost = 1.0 - survival[stage] / survival[first], 1.0
            for count in range(1, MAX_COUNT + 1):
                all_lost *= one_lost
                worth[shape, count] += gradient * (1.0 - all_lost)


@borrowing
def overlap_loss(
    state: KernelState, placement: int, worth: Array2[np.float64], overlapping: Ints
) -> float:
    """Return what the placements that *placement* overlaps are worth.

    *overlapping* is a buffer for them.
    """
    tables, alive, counts = state.tables, state.alive, state.counts
    roll_count = len(tables.chances)
    total, overlap_count = 0.0, 0
    for at in range(PENTOMINO_SIZE):
        cell = tables.cells[placement, at]
        for index in range(tables.cell_starts[cell], tables.cell_starts[cell + 1]):
            other = tables.by_cell[index]
            if alive[other] == 1:
                alive[other] = 2  # already counted
                overlapping[overlap_count] = other
                overlap_count += 1
                shape, roll = tables.shapes[other], tables.rolls[other]
                count = np.int64(counts[shape, roll])
                counts[shape, roll] -= 1
                if roll < roll_count and count <= MAX_COUNT:
                    drop = worth[shape, count] - worth[shape, count - 1]
                    total += tables.chances[roll] * drop
    for at in range(overlap_count):
        other = overlapping[at]
        alive[other] = 1
        counts[tables.shapes[other], tables.rolls[other]] += 1
    return total


@borrowing
def fill_cell_weights(
    state: KernelState, worth: Array2[np.float64], cell_weights: Array1[np.float64]
) -> None:
    """Fill in, for each cell, what the placements on it are worth, each lost by itself."""
    cell_weights[:] = 0.0
    tables, roll_count = state.tables, len(state.tables.chances)
    for placement in range(len(tables.shapes)):
        shape, roll = tables.shapes[placement], tables.rolls[placement]
        if state.alive[placement] and roll < roll_count:
            count = np.int64(state.counts[shape, roll])
            count = count if count < MAX_COUNT else np.int64(MAX_COUNT)
            drop = tables.chances[roll] * (worth[shape, count] - worth[shape, count - 1])
            for at in range(PENTOMINO_SIZE):
                cell_weights[tables.cells[placement, at]] += drop


@borrowing
def covered_weight(
    tables: SolitaireTables, placement: int, cell_weights: Array1[np.float64]
) -> float:
    """Return the weight of the cells of *placement*: a fast stand-in for its `overlap_loss`."""
    total = 0.0
    for at in range(PENTOMINO_SIZE):
        total += cell_weights[tables.cells[placement, at]]
    return total
