"""Games of the solitaire played by a program, and what programs do with a roll.

A move is an array of three: a shape; its placement, or -1 if it is not drawn; and whether it is
circled (1) or crossed (0). Simple programs choose one by a rule, the others by the estimate. The
rollout program chooses by sequential halving: each round of playouts drops the worse half of the
moves. The estimate counts as some playouts of its own.
"""

from solver.geometry.polyomino import PENTOMINO_SIZE
from solver.penta_rush.puzzle.strategy.kernel.estimate import (
    MAX_COUNT,
    Estimate,
    backpropagate,
    blank_estimate,
    covered_weight,
    fill_cell_weights,
    fill_estimate,
    fill_worth,
    overlap_loss,
)
from solver.penta_rush.puzzle.strategy.kernel.playout import run_playouts
from solver.penta_rush.puzzle.strategy.kernel.state import (
    ALL_SHAPES,
    SHAPE_COUNT,
    KernelState,
    SolitaireTables,
    build_state,
    count_shapes,
    use_shape,
)
from solver.penta_rush.puzzle.strategy.program import Level
from solver.runtime.arrays import np
from solver.runtime.kernel import (
    Array1,
    Array2,
    Array3,
    Ints,
    Words,
    borrowing,
    compiled,
    kernel,
    typed_int,
)
from solver.runtime.word import splitmix64

MAX_MOVES = 8  # that are compared by playouts
_PRIOR_PLAYOUTS = 50  # that the estimate counts as
_MAX_BEHIND = 0.35  # points: moves that the estimate puts further behind the best are not tried
_MAX_CROSSINGS = 4  # placements considered for crossing a shape: those that cost the others least
_FIRST, _, _MOBILE, _VALUE, _ROLLOUT = map(int, Level)
_CROSSED, _CIRCLED, _NOT_DRAWN = typed_int(0), typed_int(1), typed_int(-1)
_NONE = typed_int(0)


@kernel
def play_games(
    tables: SolitaireTables,
    rolls: Array2[np.int64],
    level: int,
    playouts: int,
    seeds: Words,
    moves: Array3[np.int64],
) -> None:
    """Fill in *moves*, (games, 12, 3), of the games with these *rolls*, (games, 12)."""
    estimate = blank_estimate(tables)
    free = np.ones(len(tables.cell_starts) - 1, np.uint8)
    for game in range(len(rolls)):
        state = build_state(tables, free, ALL_SHAPES)
        for turn in range(SHAPE_COUNT):
            move = moves[game, turn]
            roll, seed = rolls[game, turn], splitmix64(seeds[game] + np.uint64(turn))
            if level < _VALUE:
                _choose_simple_move(state, roll, level, estimate, move)
            else:
                move_playouts = playouts if level == _ROLLOUT else 0
                _choose_move(state, roll, move_playouts, seed, estimate, move)
            use_shape(state, move[0], move[1])


@compiled
def _choose_move(
    state: KernelState, roll: int, playouts: int, seed: np.uint64, estimate: Estimate, move: Ints
) -> None:
    """Fill in *move*, the best by the estimate, or by *playouts* playouts in all."""
    limit = MAX_MOVES if playouts else 1
    moves, values = np.empty((limit, 3), np.int64), np.empty(limit)
    count = rank_moves(state, roll, estimate, moves, values)
    while count > 1 and values[count - 1] < values[0] - _MAX_BEHIND:
        count -= 1
    if count_shapes(state.unused[0]) > 1:
        _sequential_halving(state, moves[:count], values[:count], playouts, seed)
    for column in range(3):
        move[column] = moves[0, column]


@compiled
def _sequential_halving(
    state: KernelState,
    moves: Array2[np.int64],
    values: Array1[np.float64],
    playouts: int,
    seed: np.uint64,
) -> None:
    """Put the best of *moves* first."""
    count = len(moves)
    halvings = 0
    while 1 << halvings < count:
        halvings += 1
    sums, squares = _PRIOR_PLAYOUTS * values, np.zeros(count)
    done = _NONE
    while count > 1:
        batch = max(playouts // (halvings * count), 1)
        run_playouts(state, moves[:count], seed, done, batch, sums, squares)
        done += batch
        _sort(moves, sums, count)
        count = (count + 1) // 2


@borrowing
def _sort(moves: Array2[np.int64], sums: Array1[np.float64], count: int) -> None:
    """Sort the first *count* moves and sums by sum, the highest first; equal ones stay in order."""
    for end in range(1, count):
        at = end
        while at > 0 and sums[at - 1] < sums[at]:
            sums[at - 1], sums[at] = sums[at], sums[at - 1]
            for column in range(3):
                moves[at - 1, column], moves[at, column] = moves[at, column], moves[at - 1, column]
            at -= 1


@borrowing
def _choose_simple_move(
    state: KernelState, roll: int, level: int, estimate: Estimate, move: Ints
) -> None:
    """Fill in *move* by a program of this *level*, which looks no round ahead."""
    tables = state.tables
    points, shapes = tables.points, tables.shapes
    if level == _MOBILE:  # every placement lost costs the same
        for count in range(MAX_COUNT + 1):
            estimate.worth[:, count] = count
    best, least_loss = -1, 0.0
    for index in range(tables.roll_starts[roll], tables.roll_starts[roll + 1]):
        placement = tables.by_roll[index]
        if not state.alive[placement]:
            continue
        if best < 0:
            is_better = True
        elif level == _FIRST:
            is_better = _reads_before(tables.cells[placement], tables.cells[best])
        else:
            is_better = points[shapes[placement]] > points[shapes[best]]
        if level == _MOBILE and (is_better or points[shapes[placement]] == points[shapes[best]]):
            loss = overlap_loss(state, placement, estimate.worth, estimate.overlapping)
            is_better = is_better or loss < least_loss
            least_loss = loss if is_better else least_loss
        best = placement if is_better else best
    if best >= 0:
        move[0], move[1], move[2] = shapes[best], best, 1
        return
    _choose_crossing(state, level, estimate, move)


@borrowing
def _reads_before(cells: Ints, others: Ints) -> bool:
    for at in range(PENTOMINO_SIZE):
        if cells[at] != others[at]:
            return bool(cells[at] < others[at])
    return False


@borrowing
def _choose_crossing(state: KernelState, level: int, estimate: Estimate, move: Ints) -> None:
    tables, something_fits = state.tables, state.shape_counts.any()
    given_up = -1
    for shape in range(SHAPE_COUNT):
        if state.shape_counts[shape] or (not something_fits and state.unused[0] >> shape & 1):
            is_better = given_up < 0 or (
                level != _FIRST and tables.points[shape] < tables.points[given_up]
            )
            given_up = shape if is_better else given_up
    move[0], move[1], move[2] = given_up, -1, 0
    least_loss = np.inf
    for placement in range(tables.shape_spans[given_up, 0], tables.shape_spans[given_up, 1]):
        if state.alive[placement] and (move[1] < 0 or level == _MOBILE):
            loss = 0.0
            if level == _MOBILE:
                loss = overlap_loss(state, placement, estimate.worth, estimate.overlapping)
            if loss < least_loss:
                least_loss, move[1] = loss, placement


@kernel
def rank_moves(
    state: KernelState,
    roll: int,
    estimate: Estimate,
    moves: Array2[np.int64],
    values: Array1[np.float64],
) -> int:
    """Fill in *moves*, (limit, 3), the best first, and their *values*; return how many there are.

    A value is the points to expect from now on, by the estimate.
    """
    tables, unused, limit = state.tables, state.unused[0], len(moves)
    points, something_fits = tables.points, state.shape_counts.any()
    stages = count_shapes(unused) - 1
    fill_estimate(state, state.free_count[0] - PENTOMINO_SIZE, stages, estimate)
    weights = np.empty(len(tables.shapes))
    values[:] = -np.inf
    count = _NONE
    for shape in range(SHAPE_COUNT):
        rest = unused ^ 1 << shape
        if not unused >> shape & 1 or points[shape] + estimate.value[rest] <= values[limit - 1]:
            continue
        without = estimate.value[rest]
        if not something_fits:
            count = _insert_ranked(moves, values, count, without, shape, _NOT_DRAWN, _CROSSED)
            continue
        if state.shape_counts[shape] == 0:
            continue
        backpropagate(points, rest, stages, estimate)
        fill_worth(rest, 0, stages, estimate, estimate.worth)
        for index in range(tables.roll_starts[roll], tables.roll_starts[roll + 1]):
            placement = tables.by_roll[index]
            if state.alive[placement] and tables.shapes[placement] == shape:
                loss = overlap_loss(state, placement, estimate.worth, estimate.overlapping)
                value = points[shape] + (without - loss)
                count = _insert_ranked(moves, values, count, value, shape, placement, _CIRCLED)
        if without <= values[limit - 1]:
            continue
        fill_cell_weights(state, estimate.worth, estimate.cell_weights)
        first, end = tables.shape_spans[shape]
        for placement in range(first, end):
            weights[placement] = np.inf
            if state.alive[placement]:
                weights[placement] = covered_weight(tables, placement, estimate.cell_weights)
        for _ in range(min(_MAX_CROSSINGS, state.shape_counts[shape])):
            placement = first + np.argmin(weights[first:end])
            weights[placement] = np.inf
            loss = overlap_loss(state, placement, estimate.worth, estimate.overlapping)
            value = without - loss
            count = _insert_ranked(moves, values, count, value, shape, placement, _CROSSED)
    return count


@borrowing
def _insert_ranked(
    moves: Array2[np.int64],
    values: Array1[np.float64],
    count: int,
    value: float,
    shape: int,
    placement: int,
    circled: int,
) -> int:
    """Insert a move by its value, after those of equal value; return how many there are."""
    limit = len(moves)
    if count == limit and value <= values[limit - 1]:
        return count
    at = min(count, limit - 1)
    while at > 0 and values[at - 1] < value:
        values[at] = values[at - 1]
        for column in range(3):
            moves[at, column] = moves[at - 1, column]
        at -= 1
    values[at] = value
    moves[at, 0], moves[at, 1], moves[at, 2] = shape, placement, circled
    return min(count + 1, limit)
