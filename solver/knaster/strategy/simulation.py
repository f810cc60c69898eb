"""Simulations: seeded games of the solitaire, played by a policy.

The rolls of a game depend on the seed and its number alone, so that all policies meet the same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

import numpy as np

from solver.knaster.dice import throws
from solver.knaster.line import CELLS
from solver.knaster.line_values import LineValues
from solver.knaster.record import Record, Turn
from solver.knaster.rules import check
from solver.knaster.sheet import MIN_NUMBER
from solver.knaster.strategy.kernel.game import MAX_ROLLS, NOTHING, PlayedMoves, play_games
from solver.knaster.strategy.kernel.position import NO_LIMIT
from solver.knaster.strategy.policy import Policy
from solver.knaster.strategy.table import LearnedTable, bundled_table, layout, new_board
from solver.runtime.parallel import thread_map

_CHECKED, _CHECKED_EVERY = 1000, 10  # games: all of the first ones, then one in ten
_BATCH_S = 0.2  # how long a thread plays before it hands its games over
_GAME_S = (0.0004, 0.02, 2.0)  # a game of at most one, two and three plies, about
_CHECK_S = 0.003  # the referee's look at a game, about
_SEED_BITS = 64


class SimulationSpec(NamedTuple):
    """A number of *games* by *policy*, which end after *turns* rolls, if these are known.

    The policy that plays by a table looks *plies* rolls ahead; the *table* is by default a bundled
    one.
    """

    policy: Policy
    games: int
    seed: int
    values: LineValues
    plies: int = 1
    turns: int | None = None
    table: LearnedTable | None = None

    @property
    def title(self) -> str:
        """The policy, with what belongs to it, in words."""
        plies = f" at {self.plies} {'ply' if self.plies == 1 else 'plies'}"
        turns = "" if self.turns is None else f", {self.turns} rolls"
        return f"policy {self.policy.label}{plies if self.policy is Policy.TABLE else ''}{turns}"


@dataclass(frozen=True)
class SimulationResult:
    """The *scores* of the games of *spec* that were played, at least one, by their numbers."""

    spec: SimulationSpec
    scores: Sequence[int]

    @property
    def mean(self) -> float:
        """The mean score."""
        return fmean(self.scores)

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None of a single game."""
        return pstdev(self.scores) / sqrt(len(self.scores) - 1) if len(self.scores) > 1 else None

    @property
    def mean_text(self) -> str:
        """The mean with its standard error, if it has one."""
        return f"{self.mean:.2f}" + ("" if self.error is None else f" ± {self.error:.2f}")

    @cached_property
    def distribution(self) -> dict[int, int]:
        """The number of games with each score that occurred, ascending."""
        return dict(sorted(Counter(self.scores).items()))

    def share(self, threshold: int) -> float:
        """Return the share of games of *threshold* points and more."""
        reached = sum(count for score, count in self.distribution.items() if score >= threshold)
        return reached / len(self.scores)


def simulate(spec: SimulationSpec, *, jobs: int = 1) -> Iterator[int]:
    """Yield the scores of the games of *spec*, by their numbers, as *jobs* threads play them.

    They are the same for the same seed, whatever *jobs*. The referee checks the first thousand
    games, and one in ten of the others: it takes longer than the policies that look at one ply.
    """
    simulator = Simulator(spec)
    game_s = _GAME_S[spec.plies - 1] if spec.policy is Policy.TABLE else _GAME_S[0]
    size = max(1, int(_BATCH_S / (game_s + _CHECK_S)))
    batches = (range(start, min(start + size, spec.games)) for start in range(0, spec.games, size))

    def play_batch(numbers: range) -> list[int]:
        games = simulator.play(numbers)
        for index, number in enumerate(numbers):
            if number < _CHECKED or number % _CHECKED_EVERY == 0:
                check(games.record(index), spec.values, games.scores[index])
        return games.scores

    yield from chain.from_iterable(thread_map(play_batch, batches, jobs=jobs))


def compile_kernels(spec: SimulationSpec) -> None:
    """Compile what plays *spec*, which takes some seconds the first time."""
    Simulator(spec._replace(plies=1)).play(range(1))


class SimulatedGames(NamedTuple):
    """Some games: their *rolls*, more than were needed, and what was *played*."""

    rolls: Sequence[Sequence[int]]
    played: PlayedMoves

    @property
    def scores(self) -> list[int]:
        """The score of each game."""
        scores: list[int] = self.played.score.tolist()
        return scores

    def record(self, index: int) -> Record:
        """Return the record of the game with this *index*."""
        count = self.played.turns[index]
        columns = (self.played.cell, self.played.circles, self.played.bonus)
        moves = zip(*(column[index, :count].tolist() for column in columns), strict=True)
        turns = (_turn(roll, *move) for roll, move in zip(self.rolls[index], moves, strict=False))
        return Record.of_solitaire(tuple(turns))


class Simulator:
    """Plays the games of *spec*, several at a call; calls may be made in several threads."""

    def __init__(self, spec: SimulationSpec) -> None:
        self._spec = spec
        self._board = new_board(spec.values)
        known_end = spec.turns is not None
        if spec.policy is Policy.TABLE:
            learned = spec.table or bundled_table(known_end=known_end)
            self._table = learned.value_table(spec.values)
        else:  # the kernel scores every move by a table
            self._table = layout(spec.values, known_end=known_end)

    def play(self, numbers: Sequence[int]) -> SimulatedGames:
        """Return the games with these *numbers*."""
        spec = self._spec
        rngs = [Random(f"{spec.seed} {number}") for number in numbers]
        rolls = [[throw.roll for throw in islice(throws(rng), MAX_ROLLS)] for rng in rngs]
        seeds = np.array([rng.getrandbits(_SEED_BITS) for rng in rngs], np.uint64)
        shape = (len(numbers), MAX_ROLLS)
        played = PlayedMoves(
            np.zeros(shape, np.int8),
            np.zeros(shape, np.bool_),
            np.zeros(shape, np.int64),
            np.zeros(len(numbers), np.int64),
            np.zeros(len(numbers), np.int64),
        )
        play_games(
            self._board,
            self._table,
            int(spec.policy),
            spec.plies if spec.policy is Policy.TABLE else 1,
            NO_LIMIT if spec.turns is None else spec.turns,
            np.array(rolls) - MIN_NUMBER,
            seeds,
            played,
        )
        return SimulatedGames(rolls, played)


def _turn(roll: int, cell: int, circles: bool, bonus: int) -> Turn:  # noqa: FBT001 - of a kernel
    if cell == NOTHING:
        return Turn(roll)
    if circles:
        return Turn(roll, circle=CELLS[cell])
    cells = tuple(other for number, other in enumerate(CELLS) if bonus >> number & 1)
    return Turn(roll, write=CELLS[cell], bonus=cells)
