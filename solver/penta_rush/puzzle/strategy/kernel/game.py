"""Games of the solitaire played by a policy.

The rollout policy chooses by sequential halving: each round of playouts drops the worse half of the
moves. The estimate counts as some playouts of its own.
"""

import numpy as np

from solver.penta_rush.puzzle.strategy.kernel.estimate import Estimate, blank_estimate
from solver.penta_rush.puzzle.strategy.kernel.moves import (
    ROLLOUT,
    VALUE,
    choose_simple_move,
    rank_moves,
)
from solver.penta_rush.puzzle.strategy.kernel.playout import run_playouts
from solver.penta_rush.puzzle.strategy.kernel.state import (
    ALL_SHAPES,
    SHAPE_COUNT,
    Floats,
    Ints,
    KernelState,
    SolitaireTables,
    build_state,
    count_shapes,
    use_shape,
)
from solver.runtime.jit import borrowing_jit, jit, splitmix64, typed_int

Words = np.ndarray[tuple[int], np.dtype[np.uint64]]

MAX_MOVES = 8  # that are compared by playouts
_PRIOR_PLAYOUTS = 50  # that the estimate counts as
_NONE = typed_int(0)
_MAX_BEHIND = 0.35  # points: moves that the estimate puts further behind the best are not tried


@jit
def play_games(
    tables: SolitaireTables, rolls: Ints, policy: int, playouts: int, seeds: Words, moves: Ints
) -> None:
    """Fill in *moves*, (games, 12, 3), of the games with these *rolls*, (games, 12)."""
    estimate = blank_estimate(tables)
    free = np.ones(len(tables.cell_starts) - 1, np.uint8)
    for game in range(len(rolls)):
        state = build_state(tables, free, ALL_SHAPES)
        for turn in range(SHAPE_COUNT):
            move = moves[game, turn]
            roll, seed = rolls[game, turn], splitmix64(seeds[game] + np.uint64(turn))
            if policy < VALUE:
                choose_simple_move(state, roll, policy, estimate, move)
            else:
                move_playouts = playouts if policy == ROLLOUT else 0
                _choose_move(state, roll, move_playouts, seed, estimate, move)
            use_shape(state, move[0], move[1])


@jit
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


@jit
def _sequential_halving(
    state: KernelState, moves: Ints, values: Floats, playouts: int, seed: np.uint64
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


@borrowing_jit
def _sort(moves: Ints, sums: Floats, count: int) -> None:
    """Sort the first *count* moves and sums by sum, the highest first; equal ones stay in order."""
    for end in range(1, count):
        at = end
        while at > 0 and sums[at - 1] < sums[at]:
            sums[at - 1], sums[at] = sums[at], sums[at - 1]
            for column in range(3):
                moves[at - 1, column], moves[at, column] = moves[at, column], moves[at - 1, column]
            at -= 1
