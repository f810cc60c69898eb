"""Advice: what to do with the roll on the table, and what score each choice leads to.

option   what may be done with the roll: a shape circled somewhere, or given up somewhere
playout  a game played on to its end, with rolls by chance; those of one number are the same for all
"""

from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import NamedTuple

import numpy as np

from solver.dice import Roll, rolls
from solver.errors import BrokenInvariantError, GameError
from solver.penta_rush.card import check_on_card
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import Round
from solver.penta_rush.puzzle.rules import ROUNDS, State, broken
from solver.penta_rush.puzzle.strategy.ground import ground
from solver.penta_rush.puzzle.strategy.kernel.field import Floats
from solver.penta_rush.puzzle.strategy.kernel.game import OPTIONS, options, trials
from solver.penta_rush.puzzle.strategy.simulation import round_of
from solver.polyomino import SHAPES

_CHUNK = 25


class Effort(NamedTuple):
    """How many *playouts* an option, some seconds of them; the *seed* of their rolls."""

    playouts: int = 200
    seed: int = 0
    jobs: int = 1


class Option(NamedTuple):
    """What may be done, and the score to expect at the end: its mean, its standard error.

    *estimate* is the mean without playouts, by the strategy's estimate.
    """

    round: Round
    mean: float
    error: float
    estimate: float


def advise(state: State, roll: Roll, points: Points, effort: Effort) -> list[Option]:
    """Return the `OPTIONS` that the estimate likes best, the best by playouts first.

    Without playouts the mean is the estimate, and the error 0. The same for the same seed,
    whatever the jobs. Raises `GameError` when no round is left, `RollError` when the card cannot
    show the roll, or no dice can.
    """
    playouts, seed, jobs = effort
    card = state.card
    if len(state.rounds) >= ROUNDS:
        raise GameError("game", expected="a round left to play", found=f"{ROUNDS} played")
    check_on_card(roll, card)
    field = ground(card, points)
    free = np.zeros(card.rows * card.cols, np.uint8)
    free[[row * card.cols + col for row, col in sorted(state.free)]] = 1
    unused = sum(1 << SHAPES.index(shape) for shape in state.unused)
    moves, values = np.empty((OPTIONS, 3), np.int64), np.empty(OPTIONS)
    number = list(rolls(card.symbols)).index(roll)
    count = options(field, free, unused, number, moves, values)
    gained = sum(points[one.shape] for one in state.rounds if one.circled)

    def work(first: int) -> tuple[Floats, Floats]:
        sums, squares = np.zeros(count), np.zeros(count)
        some = min(_CHUNK, playouts - first)
        word = np.uint64(seed % 2**64)
        trials(field, free, unused, moves[:count], word, first, some, sums, squares)
        return sums, squares

    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(work, range(0, playouts, _CHUNK)))
    means, errors = values[:count], np.zeros(count)
    if playouts:
        means = np.sum([sums for sums, _ in found], axis=0) / playouts
        spread = np.sum([squares for _, squares in found], axis=0) / playouts - means**2
        errors = np.sqrt(np.maximum(spread, 0.0)) / sqrt(max(1, playouts - 1))
    order = sorted(range(count), key=lambda at: (-means[at], at))
    ranked = [
        Option(
            round_of(field, roll, moves[at].tolist(), card),
            gained + float(means[at]),
            float(errors[at]),
            gained + float(values[at]),
        )
        for at in order
    ]
    for one in ranked:
        breach = broken(state, one.round, alone=True)
        if breach:
            raise BrokenInvariantError(f"{one.round}: {breach[1]}")
    return ranked
