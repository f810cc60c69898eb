"""Simulations: seeded games of the solitaire, played by compiled code and checked by the referee.

The rolls of a game depend on the seed and its number alone, so that all programs meet the same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from solver import simulation
from solver.answer import Answer
from solver.drawing.chart import scores_chart
from solver.drawing.scene import Scene
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.knaster.dice import throws
from solver.knaster.line import default_line_values
from solver.knaster.record import Record, Turn
from solver.knaster.rules import check
from solver.knaster.sheet import MIN_NUMBER
from solver.knaster.strategy.advisor import turn_of
from solver.knaster.strategy.kernel.position import NO_LIMIT
from solver.knaster.strategy.kernel.search import MAX_ROLLS, NOTHING, PlayedMoves, play_games
from solver.knaster.strategy.program import Level, SimulationSpec
from solver.knaster.strategy.table import bundled_table, layout, new_board
from solver.question import Count, question
from solver.search import Search
from solver.simulation import Scores, histogram_lines, played_in_threads

THRESHOLDS = (50, 80, 100)  # points: good, super, spectacular, as the booklet says
_BIN, _MAX_BINS = 5, 30  # points that share a line of the histogram; lines
_DECIMALS = 4

_CHECKED, _CHECKED_EVERY = 1000, 10  # games: all of the first ones, then one in ten
_BATCH_S = 0.2  # how long a thread plays before it hands its games over
_GAME_S = (0.0004, 0.02, 2.0)  # a game of at most one, two and three plies, about
_CHECK_S = 0.003  # the referee's look at a game, about
_SEED_BITS = 64


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Answer):
    """The *scores* of the games of *spec* that were played, by their numbers."""

    spec: SimulationSpec
    scores: Scores
    title = "Solitaires of Knaster"

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        """Yield how often scores occurred, some scores a line, their mean and the best shares."""
        spec, scores = self.spec, self.scores
        yield plain_line(f"{plural(len(scores), 'solitaire')}, {spec.title}")
        yield plain_line("")
        yield from histogram_lines(self._bins(), drawn=drawn)
        yield plain_line("")
        yield plain_line(scores.mean_line)
        shares = (f"{points} and more in {scores.share(points):.1%}" for points in THRESHOLDS)
        yield plain_line(", ".join(shares))

    def _bins(self) -> dict[str, int]:
        """Return how many games had the scores of each line of the histogram."""
        lowest, highest = min(self.scores), max(self.scores)
        size = _BIN
        while highest // size - lowest // size >= _MAX_BINS:  # lines may have a thousand points
            size *= 2
        counts = Counter(score // size for score in self.scores)
        digits, bins = max(3, len(str(highest))), {}
        for number in range(lowest // size, highest // size + 1):
            first = number * size
            last = min(first + size - 1, self.spec.values.max_score)
            upper = f"-{last}" if first < last else ""
            bins[f"{first:>{digits}}{upper.ljust(digits + 1)}"] = counts[number]
        return bins

    def to_json(self) -> dict[str, Any]:
        """Return the scores, how often each occurred, their mean and the shares of good games."""
        spec, scores = self.spec, self.scores
        shares = {str(points): round(scores.share(points), _DECIMALS) for points in THRESHOLDS}
        return {
            "program": spec.level.label,
            "plies": spec.plies if spec.level is Level.TABLE else None,
            "turns": spec.turns,
            "seed": spec.seed,
            "games": len(scores),
            "mean": round(scores.mean, _DECIMALS),
            "error": None if scores.error is None else round(scores.error, _DECIMALS),
            "shares": shares,
            "distribution": [[score, count] for score, count in scores.distribution.items()],
            "scores": list(scores),
        }

    def picture(self) -> Scene:
        """Return the chart of the scores."""
        heading, mean = f"{self.title}, {self.spec.title}", f"mean {self.scores.mean_text}"
        return scores_chart({"": self.scores}, heading=heading, mean=mean)

    @property
    def notes(self) -> list[str]:
        """That the table was learned for other line values, if it was."""
        spec = self.spec
        learned_for = default_line_values() if spec.table is None else spec.table.values
        is_scaled = spec.level is Level.TABLE and spec.values != learned_for
        text = "the table was learned for other line values: it is scaled to these"
        return [text] if is_scaled else []


@question
def simulate(spec: SimulationSpec, *, jobs: Count | None = None) -> Search[Simulation]:
    """Return the search that plays the games of *spec* in *jobs* threads, by default one per core.

    The scores are the same whatever *jobs*. The referee checks the first thousand games, and one in
    ten of the others: that takes longer than a game at one ply.

    >>> simulate(SimulationSpec(games=2, level=Level.GREEDY)).run()
    <Simulation: 2 solitaires, program greedy>
    """
    count = total = 0

    def mean_text(score: int) -> str:
        nonlocal count, total
        count, total = count + 1, total + score
        return f"mean {total / count:.1f}"

    def play() -> Iterator[int]:
        nonlocal count, total
        count = total = 0
        size = max(1, int(_BATCH_S / (_GAME_S[spec.plies - 1] + _CHECK_S)))
        play_checked = Simulator(spec).checked_scores
        return played_in_threads(play_checked, spec.games, size=size, jobs=jobs)

    return simulation.simulation(
        play, lambda played: Simulation(spec, Scores(played)), total=spec.games, note=mean_text
    )


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

    def checked_scores(self, numbers: range) -> list[int]:
        """Return the scores of the games with these *numbers*; the referee looks at some."""
        games = self.play(numbers)
        for index, number in enumerate(numbers):
            if number < _CHECKED or number % _CHECKED_EVERY == 0:
                check(games.record(index), self._spec.values, games.scores[index])
        return games.scores

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
            spec.plies,
            NO_LIMIT if spec.turns is None else spec.turns,
            np.array(rolls) - MIN_NUMBER,
            seeds,
            played,
        )
        return SimulatedGames(rolls, played)
