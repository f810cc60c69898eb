"""Playouts: games played to their end from a state, to see which of its moves scores best.

All playouts from one state follow one plan, the values and worths that the estimate gives there:
nothing is estimated anew in them, which makes them fast and hardly worse. Playouts of the same
number see the same rolls, whatever was moved before.

The last round is not played: its expected points are known exactly. A control variate removes the
luck of the rolls from the points. Its mean is 0 whatever the plan, and a mean without that luck is
as exact after about a quarter of the playouts (the advantage sum estimator: Zinkevich, Bowling,
Bard, Kan and Billings, AAAI 2006).
"""

from typing import NamedTuple

from solver.penta_rush.puzzle.strategy.kernel.estimate import (
    GIVE_UP_INDEX,
    MAX_COUNT,
    STAGES,
    Estimate,
    backpropagate,
    blank_estimate,
    covered_weight,
    fill_cell_weights,
    fill_estimate,
    fill_worth,
    overlap_loss,
)
from solver.penta_rush.puzzle.strategy.kernel.state import (
    SHAPE_COUNT,
    KernelState,
    SolitaireTables,
    clone_state,
    copy_state,
    count_shapes,
    live_state,
    use_shape,
)
from solver.runtime.arrays import np
from solver.runtime.kernel import Array1, Array2, Array3, Ints, borrowing, compiled, kernel
from solver.runtime.word import GOLDEN_GAMMA, MULTIPLIER_2, splitmix64

_11 = np.uint64(11)
_2_TO_MINUS_53 = 2.0**-53


class PlayoutPlan(NamedTuple):
    """What playouts from one state are played by: parts of an `Estimate`, and worths by stage."""

    value: Array1[np.float64]  # (4096,)
    order: Array2[np.uint8]  # (4096, 13)
    circled_count: Array1[np.uint8]  # (4096,)
    worths: Array3[np.float64]  # (STAGES, 12, MAX_COUNT + 1)


@borrowing
def playout_roll(tables: SolitaireTables, seed: np.uint64, turn: int) -> int:
    """Return the roll of the round *turn* of the playout with this *seed*."""
    word = splitmix64(seed + np.uint64(turn) * GOLDEN_GAMMA)
    uniform = np.float64(word >> _11) * _2_TO_MINUS_53
    roll = int(np.searchsorted(tables.cumulative_chances, uniform, side="right"))
    return min(roll, len(tables.cumulative_chances) - 1)


@compiled
def build_plan(state: KernelState, estimate: Estimate) -> PlayoutPlan:
    """Return the plan for playouts from *state*."""
    unused = state.unused[0]
    stages = count_shapes(unused)
    worths = np.zeros((STAGES, SHAPE_COUNT, MAX_COUNT + 1))
    fill_estimate(state, state.free_count[0], stages, estimate)
    backpropagate(state.tables.points, unused, stages, estimate)
    for stage in range(stages):
        fill_worth(unused, stage, stages, estimate, worths[stage])
    return PlayoutPlan(
        estimate.value.copy(), estimate.order.copy(), estimate.circled_count.copy(), worths
    )


@compiled
def play_out(
    state: KernelState, plan: PlayoutPlan, stage: int, seed: np.uint64, estimate: Estimate
) -> float:
    """Play *state* to its end from *stage* of the *plan* on; return the points less the luck.

    It changes *state*.
    """
    tables, gained = state.tables, 0.0
    move = np.empty(3, np.int64)
    for turn in range(count_shapes(state.unused[0]) - 1):
        worth, roll = plan.worths[stage + turn], playout_roll(tables, seed, turn)
        gained -= control_variate(state, plan, roll)
        _choose_quick_move(state, roll, plan.value, worth, estimate, move)
        gained += tables.points[move[0]] * move[2]
        use_shape(state, move[0], move[1])
    for shape in range(SHAPE_COUNT):
        if state.unused[0] >> shape & 1:
            for roll in range(len(tables.chances)):
                if state.counts[shape, roll]:
                    gained += tables.points[shape] * tables.chances[roll]
    return gained


@borrowing
def control_variate(state: KernelState, plan: PlayoutPlan, roll: int) -> float:
    """Return how much luckier *roll* is than the mean roll, by the plan: its mean is 0."""
    value, mean = 0.0, 0.0
    for other in range(len(state.tables.chances)):
        other_value = _planned_value(state, plan, other)
        mean += state.tables.chances[other] * other_value
        if other == roll:
            value = other_value
    return value - mean


@borrowing
def _planned_value(state: KernelState, plan: PlayoutPlan, roll: int) -> float:
    """Return what the plan expects of *roll*, if all placements of a shape were alike."""
    unused = state.unused[0]
    for at in range(plan.circled_count[unused]):
        shape = int(plan.order[unused, at])
        if state.counts[shape, roll]:
            return float(state.tables.points[shape] + plan.value[unused ^ 1 << shape])
    return float(plan.value[unused ^ 1 << int(plan.order[unused, GIVE_UP_INDEX])])


@borrowing
def _choose_quick_move(
    state: KernelState,
    roll: int,
    value: Array1[np.float64],
    worth: Array2[np.float64],
    estimate: Estimate,
    move: Ints,
) -> None:
    """Fill in *move*: circle the best match, or cross the shape whose loss costs least."""
    tables, points, unused = state.tables, state.tables.points, state.unused[0]
    best = -np.inf
    for index in range(tables.roll_starts[roll], tables.roll_starts[roll + 1]):
        placement = tables.by_roll[index]
        if state.alive[placement]:
            shape = tables.shapes[placement]
            total = points[shape] + value[unused ^ 1 << shape]
            if total > best:
                total -= overlap_loss(state, placement, worth, estimate.overlapping)
                if total > best:
                    best = total
                    move[0], move[1], move[2] = shape, placement, 1
    something_fits = state.shape_counts.any()
    given_up, without = -1, best
    for shape in range(SHAPE_COUNT):
        if state.shape_counts[shape] or (not something_fits and unused >> shape & 1):
            total = value[unused ^ 1 << shape]
            if total > without:
                given_up, without = shape, total
    if given_up < 0:
        return
    if not something_fits:
        move[0], move[1], move[2] = given_up, -1, 0
        return
    fill_cell_weights(state, worth, estimate.cell_weights)
    least_weight, lightest = np.inf, -1
    for placement in range(tables.shape_spans[given_up, 0], tables.shape_spans[given_up, 1]):
        if state.alive[placement]:
            weight = covered_weight(tables, placement, estimate.cell_weights)
            if weight < least_weight:
                least_weight, lightest = weight, placement
    if without - overlap_loss(state, lightest, worth, estimate.overlapping) > best:
        move[0], move[1], move[2] = given_up, lightest, 0


@kernel
def run_playouts(
    state: KernelState,
    moves: Array2[np.int64],
    seed: np.uint64,
    first: int,
    count: int,
    sums: Array1[np.float64],
    squares: Array1[np.float64],
) -> None:
    """Add to *sums* what each of *moves* scores in *count* playouts, and its square to *squares*.

    The playouts are numbered from *first* on. The moves are of *state*, and the scores are of the
    points from now on.
    """
    start, indices = live_state(state)
    moved, scratch = clone_state(start), clone_state(start)
    estimate = blank_estimate(start.tables)
    plan = build_plan(start, estimate)
    for at in range(len(moves)):
        copy_state(start, moved)
        shape, placement, circled = moves[at]
        drawn = np.searchsorted(indices, placement) if placement >= 0 else -1
        use_shape(moved, shape, drawn)
        for number in range(first, first + count):
            copy_state(moved, scratch)
            # From 1 on: of number 0 and seed 0 the mixed word would be 0.
            playout_seed = splitmix64(seed + np.uint64(number + 1) * MULTIPLIER_2)
            gained = play_out(scratch, plan, 1, playout_seed, estimate)
            gained += circled * start.tables.points[shape]
            sums[at] += gained
            squares[at] += gained * gained
