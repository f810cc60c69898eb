"""Simulations: seeded games of the solitaire, played by a policy.

The rolls of a game depend on the seed and its number alone, so that all policies meet the same.
"""

from collections.abc import Iterable, Iterator, Sequence
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
from solver.penta_rush.puzzle.hindsight.best_plan import best_score
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.rules import ROUNDS, check
from solver.penta_rush.puzzle.strategy.kernel.game import play_games
from solver.penta_rush.puzzle.strategy.kernel.state import Ints, SolitaireTables
from solver.penta_rush.puzzle.strategy.policy import ROLLOUT_PLAYOUTS, Policy
from solver.penta_rush.puzzle.strategy.tables import solitaire_tables
from solver.runtime.parallel import process_map, thread_map

_BATCH_S = 0.2  # how long a thread plays before it hands its games over
_GAME_S = {Policy.VALUE: 0.01, Policy.ROLLOUT: 2.0}  # a game, about
_FAST_GAME_S = 0.001  # a game of the other policies
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
    """The rounds of a game that a policy played, and its score."""

    rounds: tuple[PuzzleRound, ...]
    score: int


@dataclass(frozen=True)
class SimulationResult:
    """The *games* of *spec* that were played, at least one, in the order of their numbers.

    *optima* are the best scores that their rolls allowed; empty if they were not asked for.
    """

    spec: SimulationSpec
    games: Sequence[SimulatedGame]
    optima: Sequence[int] = ()

    @cached_property
    def scores(self) -> list[int]:
        """The score of each game."""
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
    def share(self) -> float | None:
        """The mean as a share of the best in hindsight; None if unknown, or no game can score."""
        return self.mean / fmean(self.optima) if any(self.optima) else None

    @property
    def distribution(self) -> dict[int, int]:
        """The number of games with each score that occurred, ascending."""
        return {score: self.scores.count(score) for score in sorted(set(self.scores))}

    @property
    def perfect(self) -> float:
        """The share of games in which every shape was circled."""
        return self.scores.count(sum(self.spec.points.values)) / len(self.scores)


def standard_error(scores: Sequence[float]) -> float:
    """Return the standard error of the mean of *scores*; 0 of a single one."""
    return pstdev(scores) / sqrt(len(scores) - 1) if len(scores) > 1 else 0.0


def simulate(spec: SimulationSpec, *, jobs: int = 1) -> Iterator[SimulatedGame]:
    """Yield the games of *spec* in the order of their numbers, as *jobs* threads play them.

    The same for the same seed, whatever *jobs*. Raises `RollError` when the card shows fewer
    symbols than dice need.
    """
    card, points, policy, games, seed, playouts = spec
    tables = solitaire_tables(card, points)
    size = max(1, int(_BATCH_S / _GAME_S.get(policy, _FAST_GAME_S)))
    batches = (range(start, min(start + size, games)) for start in range(0, games, size))
    legal_rolls = list(rolls(card.symbols))
    roll_index = {roll: index for index, roll in enumerate(legal_rolls)}

    def play_batch(numbers: range) -> list[SimulatedGame]:
        rngs = [Random(f"{seed} {number}") for number in numbers]
        rolled = [[roll_index[roll_dice(card.symbols, rng)] for _ in range(ROUNDS)] for rng in rngs]
        seeds = np.array([rng.getrandbits(_SEED_BITS) for rng in rngs], np.uint64)
        moves = np.empty((len(numbers), ROUNDS, 3), np.int64)
        play_games(tables, np.array(rolled, np.int64), int(policy), playouts, seeds, moves)
        return [
            _checked_game(spec, tables, [legal_rolls[index] for index in indices], game_moves)
            for indices, game_moves in zip(rolled, moves, strict=True)
        ]

    yield from chain.from_iterable(thread_map(play_batch, batches, jobs=jobs))


def hindsight_scores(
    spec: SimulationSpec, games: Iterable[SimulatedGame], *, jobs: int = 1
) -> Iterator[int]:
    """Yield the best score that the rolls of each of *games* allowed, had they been known.

    It is the same whatever *jobs*, the number of processes. Raises `WorkerError` when processes
    are killed again and again.
    """
    known = (
        KnownRollsGame(spec.card, tuple(played.roll for played in game.rounds), spec.points)
        for game in games
    )
    with process_map(jobs) as map_tasks:  # the search is plain Python: threads would not be faster
        yield from map_tasks(best_score, known)


def _checked_game(
    spec: SimulationSpec, tables: SolitaireTables, rolled: Sequence[Roll], moves: Ints
) -> SimulatedGame:
    """Return the game of these rolls and moves, once the referee has agreed to it."""
    card, points, *_ = spec
    rounds = tuple(
        round_from_move(tables, roll, move, card)
        for roll, move in zip(rolled, moves.tolist(), strict=True)
    )
    score = sum(points[played.shape] for played in rounds if played.circled)
    verdict = check(PuzzleGame((card,), (PuzzlePlayer("penta", rounds),)), points)
    if not verdict.over or verdict.standings[0].points != score:
        raise BrokenInvariantError(f"a game of {score} points: {verdict}")
    return SimulatedGame(rounds, score)


def round_from_move(
    tables: SolitaireTables, roll: Roll, move: Sequence[int], card: Card
) -> PuzzleRound:
    """Return a *move* of the kernel as a round."""
    shape, placement, circled = move
    numbers = tables.cells[placement].tolist() if placement >= 0 else []
    cells = tuple(Cell(*divmod(number, card.cols)) for number in numbers)
    return PuzzleRound(roll, SHAPES[shape], cells, circled=bool(circled))
