"""Games of the solitaire, played by a policy; and what moves are worth in a state.

halving  moves are tried in turn, the better half of them twice as often; the estimate counts as so
         many playouts
"""

import numpy as np

from solver.penta_rush.puzzle.strategy.kernel.estimate import Estimate, blank_estimate
from solver.penta_rush.puzzle.strategy.kernel.moves import ROLLOUT, VALUE, ranked, simple
from solver.penta_rush.puzzle.strategy.kernel.playout import mixed, tried
from solver.penta_rush.puzzle.strategy.kernel.state import (
    EVERY,
    SHAPE_COUNT,
    Flags,
    Floats,
    Ground,
    Ints,
    State,
    opened,
    size_of,
    use,
)
from solver.runtime.jit import jit

Words = np.ndarray[tuple[int], np.dtype[np.uint64]]

OPTIONS = 8  # moves that playouts are for
_TRUST = 50  # playouts
_FAR = 0.35  # points: what the estimate puts so far behind is not tried


@jit
def games(
    ground: Ground, rolls: Ints, policy: int, playouts: int, seeds: Words, moves: Ints
) -> None:
    """Fill *moves*, (games, 12, 3), of the games with these *rolls*, (games, 12)."""
    estimate = blank_estimate(ground)
    free = np.ones(len(ground.cover_starts) - 1, np.uint8)
    for game in range(len(rolls)):
        state = opened(ground, free, EVERY)
        for turn in range(SHAPE_COUNT):
            move = moves[game, turn]
            roll, seed = rolls[game, turn], mixed(seeds[game] + np.uint64(turn))
            if policy < VALUE:
                simple(ground, state, roll, policy, estimate, move)
            else:
                number = playouts if policy == ROLLOUT else 0
                _chosen(ground, state, roll, number, seed, estimate, move)
            use(ground, state, move[0], move[1])


@jit
def _chosen(
    ground: Ground,
    state: State,
    roll: int,
    playouts: int,
    seed: np.uint64,
    estimate: Estimate,
    move: Ints,
) -> None:
    """Fill *move* with the best by the estimate, or by so many *playouts* in all."""
    most = OPTIONS if playouts else 1
    moves, values = np.empty((most, 3), np.int64), np.empty(most)
    count = ranked(ground, state, roll, estimate, moves, values)
    while count > 1 and values[count - 1] < values[0] - _FAR:
        count -= 1
    if size_of(state.left[0]) > 1:
        _halve(ground, state, moves[:count], values[:count], playouts, seed)
    move[:] = moves[0]


@jit
def _halve(
    ground: Ground, state: State, moves: Ints, values: Floats, playouts: int, seed: np.uint64
) -> None:
    """Put the best of *moves* first."""
    count = len(moves)
    halvings = 0
    while 1 << halvings < count:
        halvings += 1
    sums, squares = _TRUST * values, np.zeros(count)
    tries = 0
    while count > 1:
        each = max(playouts // (halvings * count), 1)
        tried(ground, state, moves[:count], seed, tries, each, sums, squares)
        tries += each
        order = np.argsort(-sums[:count], kind="mergesort")
        moves[:count] = moves[:count][order]
        sums[:count] = sums[:count][order]
        count = (count + 1) // 2


@jit
def options(
    ground: Ground, free: Flags, unused: int, roll: int, moves: Ints, values: Floats
) -> int:
    """Fill *moves* by rank, and the *values* of the estimate; return how many there are."""
    state = opened(ground, free, unused)
    return ranked(ground, state, roll, blank_estimate(ground), moves, values)


@jit
def trials(
    ground: Ground,
    free: Flags,
    unused: int,
    moves: Ints,
    seed: np.uint64,
    first: int,
    count: int,
    sums: Floats,
    squares: Floats,
) -> None:
    """Add to *sums* and *squares* what *moves* score in the playouts *first* and *count* on."""
    tried(ground, opened(ground, free, unused), moves, seed, first, count, sums, squares)
