"""The games of a simulation, played by compiled code and checked by the referee."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from solver.knaster.dice import throws
from solver.knaster.record import Record, Turn
from solver.knaster.rules import check
from solver.knaster.sheet import MIN_NUMBER
from solver.knaster.strategy.advisor import turn_of
from solver.knaster.strategy.kernel.position import NO_LIMIT
from solver.knaster.strategy.kernel.search import MAX_ROLLS, NOTHING, PlayedMoves, play_games
from solver.knaster.strategy.program import Level, SimulationSpec
from solver.knaster.strategy.table import bundled_table, layout, new_board
from solver.simulation import played_in_threads

_CHECKED, _CHECKED_EVERY = 1000, 10  # games: all of the first ones, then one in ten
_BATCH_S = 0.2  # how long a thread plays before it hands its games over
_GAME_S = (0.0004, 0.02, 2.0)  # a game of at most one, two and three plies, about
_CHECK_S = 0.003  # the referee's look at a game, about
_SEED_BITS = 64


def play_scores(spec: SimulationSpec, *, jobs: int | None = None) -> Iterator[int]:
    """Yield the scores of the games of *spec*, by their numbers, as *jobs* threads play them.

    The referee checks the first thousand games, and one in ten of the others: that takes longer
    than a game at one ply.
    """
    simulator = Simulator(spec)
    game_s = _GAME_S[spec.plies - 1] if spec.level is Level.TABLE else _GAME_S[0]
    size = max(1, int(_BATCH_S / (game_s + _CHECK_S)))

    def play_batch(numbers: range) -> list[int]:
        games = simulator.play(numbers)
        for index, number in enumerate(numbers):
            if number < _CHECKED or number % _CHECKED_EVERY == 0:
                check(games.record(index), spec.values, games.scores[index])
        return games.scores

    return played_in_threads(play_batch, spec.games, size=size, jobs=jobs)


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
        turns = (
            Turn(roll) if move[0] == NOTHING else turn_of(roll, *move)
            for roll, move in zip(self.rolls[index], moves, strict=False)
        )
        return Record.of_solitaire(tuple(turns))


class Simulator:
    """Plays the games of *spec*, several at a call; calls may be made in several threads."""

    def __init__(self, spec: SimulationSpec) -> None:
        self._spec = spec
        self._board = new_board(spec.values)
        if spec.level is Level.TABLE:
            learned = spec.table or bundled_table(known_end=spec.known_end)
            self._table = learned.value_table(spec.values)
        else:  # the kernel scores every move by a table
            self._table = layout(spec.values, known_end=spec.known_end)

    def play(self, numbers: Sequence[int]) -> SimulatedGames:
        """Return the games with these *numbers*."""
        spec = self._spec
        rngs = [spec.rng(number) for number in numbers]
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
            int(spec.level),
            spec.plies if spec.level is Level.TABLE else 1,
            NO_LIMIT if spec.turns is None else spec.turns,
            np.array(rolls) - MIN_NUMBER,
            seeds,
            played,
        )
        return SimulatedGames(rolls, played)
