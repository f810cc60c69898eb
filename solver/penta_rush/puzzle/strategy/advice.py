"""Advice: what to do with the roll on the table, and what score each choice leads to.

option   what may be done with the roll: a shape circled somewhere, or given up somewhere
playout  a game played on to its end, with rolls by chance; those of one number are the same for all
tally    what the playouts of each option have gained so far, luck aside: of as many, whenever
         they end
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np

from solver.errors import BrokenInvariantError, GameError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import check_on_card
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import ROUNDS, PuzzleState, first_violation
from solver.penta_rush.puzzle.strategy.kernel.game import MAX_MOVES, options, trials
from solver.penta_rush.puzzle.strategy.kernel.state import Flags, Floats, PlacementTables, Ints
from solver.penta_rush.puzzle.strategy.simulation import round_from_move
from solver.penta_rush.puzzle.strategy.tables import placement_tables
from solver.runtime.threads import in_threads

_CHUNK = 25  # playouts


class PlayoutBudget(NamedTuple):
    """How many *playouts* an option, some seconds of them; the *seed* of their rolls."""

    playouts: int = 200
    seed: int = 0
    jobs: int = 1


class RatedMove(NamedTuple):
    """What may be done, and the score to expect at the end: its mean, its standard error.

    *estimate* is the mean without playouts, by the strategy's estimate.
    """

    round: PuzzleRound
    mean: float
    error: float
    estimate: float


class Advice(NamedTuple):
    """The *options*, the best first, by so many *playouts* of each; of none, by the estimate."""

    options: list[RatedMove]
    playouts: int


class PlayoutStatistics(NamedTuple):
    """The *sums* of what *playouts* of each option gained, in points, and of the *squares*."""

    playouts: int
    sums: Floats  # (options,)
    squares: Floats  # (options,)

    def plus(self, more: "PlayoutStatistics") -> "PlayoutStatistics":
        """Return the tally of these playouts and of *more*."""
        playouts, sums, squares = more
        return PlayoutStatistics(self.playouts + playouts, self.sums + sums, self.squares + squares)

    @property
    def means(self) -> Floats:
        """The mean gain of each option."""
        return self.sums / self.playouts

    @property
    def errors(self) -> Floats:
        """The standard error of each mean; 0 of a single playout."""
        spread = self.squares / self.playouts - self.means**2
        return np.sqrt(np.maximum(spread, 0.0)) / sqrt(max(1, self.playouts - 1))


def advise(state: PuzzleState, roll: Roll, points: Points, effort: PlayoutBudget) -> list[RatedMove]:
    """Return the `MAX_MOVES` that the estimate likes best, the best by playouts first.

    Without playouts the mean is the estimate, and the error 0. The same for the same seed,
    whatever the jobs. Raises `GameError` when no round is left, `RollError` when the card cannot
    show the roll, or no dice can.
    """
    question = Decision.of(state, roll, points)
    *_, tally = question.tallies(effort)
    return question.answer(tally).options


class Root(NamedTuple):
    """A state as the kernels know it: where its playouts begin."""

    placement_tables: PlacementTables
    free: Flags  # (cells,), row by row
    unused: int  # a bit a shape


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What to do with *roll* in *state*: the *moves* that the estimate likes best, and *values*.

    These are the points to expect from now on, by the estimate.
    """

    state: PuzzleState
    roll: Roll
    points: Points
    root: Root
    moves: Ints  # (options, 3)
    values: Floats  # (options,), descending

    @classmethod
    def of(cls, state: PuzzleState, roll: Roll, points: Points) -> "Decision":
        """Return the question. Raises `GameError` and `RollError` where there is none."""
        if len(state.rounds) >= ROUNDS:
            raise GameError("game", expected="a round left to play", found=f"{ROUNDS} played")
        check_on_card(roll, state.card)
        root = _root(state, points)
        moves, values = np.empty((MAX_MOVES, 3), np.int64), np.empty(MAX_MOVES)
        number = list(rolls(state.card.symbols)).index(roll)
        count = options(*root, number, moves, values)
        return cls(state, roll, points, root, moves[:count], values[:count])

    def tallies(self, effort: PlayoutBudget) -> Iterator[PlayoutStatistics]:
        """Yield the tally as playouts go on: at first of none, at last of all."""
        tally = self.untried
        yield tally
        firsts = range(0, effort.playouts, _CHUNK)
        for more in in_threads(partial(self._tried, effort), firsts, jobs=effort.jobs):
            tally = tally.plus(more)
            yield tally

    @property
    def untried(self) -> PlayoutStatistics:
        """The tally of no playouts."""
        return PlayoutStatistics(0, np.zeros(len(self.moves)), np.zeros(len(self.moves)))

    def answer(self, tally: PlayoutStatistics) -> Advice:
        """Return the advice that a *tally* leads to, once the referee has seen it."""
        gained = sum(self.points[one.shape] for one in self.state.rounds if one.circled)
        means, errors = self.values, np.zeros(len(self.values))
        if tally.playouts:
            means, errors = tally.means, tally.errors
        best_first = sorted(range(len(means)), key=lambda at: (-means[at], at))
        ranked = [
            RatedMove(
                self._round(at),
                gained + float(means[at]),
                float(errors[at]),
                gained + float(self.values[at]),
            )
            for at in best_first
        ]
        return Advice(ranked, tally.playouts)

    def _tried(self, effort: PlayoutBudget, first: int) -> PlayoutStatistics:
        """Return the tally of a chunk of playouts, from the number *first* on."""
        count = min(_CHUNK, effort.playouts - first)
        tally = self.untried._replace(playouts=count)
        seed = np.uint64(effort.seed % 2**64)
        trials(*self.root, self.moves, seed, first, count, tally.sums, tally.squares)
        return tally

    def _round(self, at: int) -> PuzzleRound:
        """Return the move of this number as a round; that it breaks no rule is seen to."""
        found = round_from_move(self.root.ground, self.roll, self.moves[at].tolist(), self.state.card)
        breach = first_violation(self.state, found, alone=True)
        if breach:
            raise BrokenInvariantError(f"{found}: {breach[1]}")
        return found


def _root(state: PuzzleState, points: Points) -> Root:
    free = state.free
    flags = np.array([cell in free for cell in sorted(state.card.cells)], np.uint8)
    unused = sum(1 << SHAPES.index(shape) for shape in state.unused)
    return Root(placement_tables(state.card, points), flags, unused)
