"""The simulation: seeded games of the solitaire, played by a policy.

series  games that are asked for
batch   the games that a thread plays at a time

The rolls of a game depend on the seed and its number alone, so that all policies meet the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

import numpy as np

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, roll_dice, rolls
from solver.penta_rush.points import Points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer, PuzzleRound
from solver.penta_rush.puzzle.rules import ROUNDS, check
from solver.penta_rush.puzzle.strategy.kernel.game import play_games as play_games
from solver.penta_rush.puzzle.strategy.kernel.state import PlacementTables, Ints
from solver.penta_rush.puzzle.strategy.policy import ROLLOUT_PLAYOUTS, Policy
from solver.penta_rush.puzzle.strategy.tables import placement_tables
from solver.runtime.threads import in_threads

_BATCH_S = 0.2
_GAME_S = {Policy.VALUE: 0.01, Policy.ROLLOUT: 2.0}  # a game, about
_FAST_GAME_S = 0.001
_SEED_BITS = 64


class SimulationSpec(NamedTuple):
    """So many *games* of *policy* on *card*; *playouts* are of the rollout policy, a round."""

    card: Card
    points: Points
    policy: Policy
    games: int
    seed: int
    playouts: int = ROLLOUT_PLAYOUTS


class SimulatedGame(NamedTuple):
    """A game that a policy played: its rounds, and its score."""

    rounds: tuple[PuzzleRound, ...]
    score: int

    def game(self, card: Card) -> PuzzleGame:
        """Return it as the referee judges it."""
        return PuzzleGame(card, (PuzzlePlayer("penta", self.rounds),))


@dataclass(frozen=True)
class SimulationResult:
    """The *games* of a *series* that were played, at least one, in the order of their numbers.

    *optima* are the best scores that their rolls allowed, none where they were not sought.
    """

    series: SimulationSpec
    games: Sequence[SimulatedGame]
    optima: Sequence[int] = ()

    @cached_property
    def scores(self) -> list[int]:
        """What each game scored."""
        return [game.score for game in self.games]

    @property
    def mean(self) -> float:
        """The mean score."""
        return fmean(self.scores)

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 of a single game."""
        return standard_error(self.scores)

    @property
    def distribution(self) -> dict[int, int]:
        """The number of games with each score that occurred, ascending."""
        return {score: self.scores.count(score) for score in sorted(set(self.scores))}

    @property
    def perfect(self) -> float:
        """The share of games in which every shape was circled."""
        return self.scores.count(sum(self.series.points.values)) / len(self.scores)


def standard_error(scores: Sequence[float]) -> float:
    """Return the standard error of the mean of *scores*; 0 of one alone."""
    return pstdev(scores) / sqrt(len(scores) - 1) if len(scores) > 1 else 0.0


def simulate(series: SimulationSpec, *, jobs: int = 1) -> Iterator[SimulatedGame]:
    """Yield the games of *series* in the order of their numbers, as *jobs* threads play them.

    The same for the same seed, whatever *jobs*. Raises `RollError` when the card shows fewer
    symbols than dice need.
    """
    card, points, policy, games, seed, playouts = series
    field = placement_tables(card, points)
    size = max(1, int(_BATCH_S / _GAME_S.get(policy, _FAST_GAME_S)))
    batches = [range(start, min(start + size, games)) for start in range(0, games, size)]
    legal = list(rolls(card.symbols))
    number_of = {roll: number for number, roll in enumerate(legal)}

    def work(numbers: range) -> list[SimulatedGame]:
        rngs = [Random(f"{seed} {number}") for number in numbers]
        fallen = [[number_of[roll_dice(card.symbols, rng)] for _ in range(ROUNDS)] for rng in rngs]
        seeds = np.array([rng.getrandbits(_SEED_BITS) for rng in rngs], np.uint64)
        moves = np.empty((len(numbers), ROUNDS, 3), np.int64)
        play_games(field, np.array(fallen, np.int64), int(policy), playouts, seeds, moves)
        return [
            _played(field, [legal[roll] for roll in own], done, card, points)
            for own, done in zip(fallen, moves, strict=True)
        ]

    yield from chain.from_iterable(in_threads(work, batches, jobs=jobs))


def _played(
    field: PlacementTables, rolled: Sequence[Roll], moves: Ints, card: Card, points: Points
) -> SimulatedGame:
    rounds = tuple(
        round_from_move(field, roll, move, card) for roll, move in zip(rolled, moves.tolist(), strict=True)
    )
    played = SimulatedGame(rounds, sum(points[one.shape] for one in rounds if one.circled))
    judgement = check(played.game(card), points)
    if not judgement.over or judgement.standings[0].points != played.score:
        raise BrokenInvariantError(f"a game of {played.score} points: {judgement}")
    return played


def round_from_move(field: PlacementTables, roll: Roll, move: Sequence[int], card: Card) -> PuzzleRound:
    """Return a *move* of the kernel as a round."""
    shape, placement, circled = move
    cells = field.cells[placement].tolist() if placement >= 0 else []
    where = tuple(Cell(*divmod(cell, card.cols)) for cell in cells)
    return PuzzleRound(roll, SHAPES[shape], where, circled=bool(circled))
