"""Advice: what to do with the roll on the table, and what score each choice leads to.

The moves that the estimate ranks highest are compared by playouts, games played to their end with
random rolls. Playouts of the same number see the same rolls for every move, and the luck of the
rolls is removed, so that a few playouts are enough to tell the moves apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import sqrt
from operator import add
from typing import NamedTuple

from solver.errors import BrokenInvariantError, GameError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import check_on_card
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import ROUNDS, PuzzleState, first_violation
from solver.penta_rush.puzzle.strategy.kernel.estimate import blank_estimate
from solver.penta_rush.puzzle.strategy.kernel.game import MAX_MOVES, rank_moves
from solver.penta_rush.puzzle.strategy.kernel.playout import run_playouts
from solver.penta_rush.puzzle.strategy.kernel.state import Floats, KernelState, build_state
from solver.penta_rush.puzzle.strategy.program import RatedMove
from solver.penta_rush.puzzle.strategy.simulation import round_from_move, solitaire_tables
from solver.runtime.arrays import HAS_NUMPY, np
from solver.runtime.kernel import Array2
from solver.runtime.parallel import thread_map

_CHUNK = 25 if HAS_NUMPY else 1  # playouts: they are a hundred times slower in plain Python


class PlayoutStatistics(NamedTuple):
    """The *sums* of the points that each move gained in *playouts*, and of their *squares*."""

    playouts: int
    sums: Floats  # (moves,)
    squares: Floats  # (moves,)

    def plus(self, more: "PlayoutStatistics") -> "PlayoutStatistics":
        """Return the statistics of these playouts and of *more*."""
        return PlayoutStatistics(*map(add, self, more))

    @property
    def means(self) -> Floats:
        """The mean gain of each move."""
        return self.sums / self.playouts

    @property
    def errors(self) -> Floats:
        """The standard error of each mean; 0 of a single playout."""
        variance = self.squares / self.playouts - self.means * self.means
        return np.sqrt(np.maximum(variance, 0.0)) / sqrt(max(1, self.playouts - 1))


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What to do with *roll* in *state*: the *moves* that the estimate ranks highest.

    *values* are the points that it expects of them from now on. *start* is the state as the
    kernels know it.
    """

    state: PuzzleState
    roll: Roll
    points: Points
    start: KernelState
    moves: Array2[np.int64]  # (moves, 3)
    values: Floats  # (moves,), descending

    @classmethod
    def of(
        cls, state: PuzzleState, roll: Roll, points: Points, *, only_crosses: bool = False
    ) -> "Decision":
        """Return the decision, on crosses alone if only those are allowed.

        Raises `GameError` and `RollError` where there is none.
        """
        if len(state.rounds) >= ROUNDS:
            raise GameError("game", expected="a round left to play", found=f"{ROUNDS} played")
        check_on_card(roll, state.card)
        tables, free = solitaire_tables(state.card, points), state.free
        flags = np.array([cell in free for cell in sorted(state.card.cells)], np.uint8)
        unused = sum(1 << SHAPES.index(shape) for shape in state.unused)
        start = build_state(tables, flags, unused)
        roll_index = list(rolls(state.card.symbols)).index(roll)
        matches = int(tables.roll_starts[roll_index + 1] - tables.roll_starts[roll_index])
        limit = MAX_MOVES + (matches if only_crosses else 0)  # every match may rank higher
        moves, values = np.empty((limit, 3), np.int64), np.empty(limit)
        count = rank_moves(start, roll_index, blank_estimate(tables), moves, values)
        kept = [at for at in range(count) if not (only_crosses and moves[at, 2])][:MAX_MOVES]
        return cls(state, roll, points, start, moves[kept], np.take(values, kept))

    @property
    def no_playouts(self) -> PlayoutStatistics:
        """The statistics before any playout."""
        return PlayoutStatistics(0, np.zeros(len(self.moves)), np.zeros(len(self.moves)))

    def run(self, playouts: int, seed: int, jobs: int) -> Iterator[PlayoutStatistics]:
        """Run *playouts* of each move in *jobs* threads, and iterate over the statistics so far.

        The first are of none. The rolls depend on the *seed* and on the number of the playout.
        """
        run_chunk = partial(self._run_chunk, playouts, seed)
        chunks = thread_map(run_chunk, range(0, playouts, _CHUNK), jobs=jobs)
        return accumulate(chunks, PlayoutStatistics.plus, initial=self.no_playouts)

    def rated_moves(self, statistics: PlayoutStatistics) -> list[RatedMove]:
        """Return the moves, the best by *statistics* first, once the referee has checked them.

        Without playouts they are rated by the estimate.
        """
        scored = sum(self.points[played.shape] for played in self.state.rounds if played.circled)
        means, errors = self.values, np.zeros(len(self.values))
        if statistics.playouts:
            means, errors = statistics.means, statistics.errors
        best_first = sorted(range(len(means)), key=lambda index: (-means[index], index))
        return [
            RatedMove(
                self._checked_round(index),
                scored + float(means[index]),
                float(errors[index]),
                scored + float(self.values[index]),
            )
            for index in best_first
        ]

    def _run_chunk(self, playouts: int, seed: int, first: int) -> PlayoutStatistics:
        """Return the statistics of a chunk of *playouts*, from the number *first* on."""
        count = min(_CHUNK, playouts - first)
        chunk = self.no_playouts._replace(playouts=count)
        word = np.uint64(seed % 2**64)
        run_playouts(self.start, self.moves, word, first, count, chunk.sums, chunk.squares)
        return chunk

    def _checked_round(self, index: int) -> PuzzleRound:
        """Return the move of this index as a round that breaks no rule."""
        move = self.moves[index].tolist()
        checked_round = round_from_move(self.start.tables, self.roll, move, self.state.card)
        violation = first_violation(self.state, checked_round, alone=True)
        if violation:
            raise BrokenInvariantError(f"{checked_round}: {violation[1]}")
        return checked_round
