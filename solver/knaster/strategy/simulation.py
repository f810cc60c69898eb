"""Simulations: seeded games of the solitaire, played by a program.

The rolls of a game depend on the seed and its number alone, so that all programs meet the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from solver import simulation
from solver.answer import Answer
from solver.drawing.chart import scores_chart
from solver.drawing.scene import Scene
from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.knaster.line import default_line_values
from solver.knaster.strategy.program import Level, SimulationSpec
from solver.question import Count, question
from solver.search import Search
from solver.simulation import Scores, histogram_lines

THRESHOLDS = (50, 80, 100)  # points: good, super, spectacular, as the booklet says
_BIN, _MAX_BINS = 5, 30  # points that share a line of the histogram; lines
_DECIMALS = 4


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
        counts = dict.fromkeys(range(lowest // size, highest // size + 1), 0)
        for score in self.scores:
            counts[score // size] += 1
        digits, bins = max(3, len(str(highest))), {}
        for number, count in counts.items():
            first = number * size
            last = min(first + size - 1, self.spec.values.max_score)
            upper = f"-{last}" if first < last else ""
            bins[f"{first:>{digits}}{upper.ljust(digits + 1)}"] = count
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

    The scores are the same whatever *jobs*.

    >>> simulate(SimulationSpec(games=2, level=Level.GREEDY)).run()
    <Simulation: 2 solitaires, program greedy>
    """
    count = total = 0

    def mean_text(score: int) -> str:
        nonlocal count, total
        count, total = count + 1, total + score
        return f"mean {total / count:.1f}"

    def play() -> Iterator[int]:
        from solver.knaster.strategy.simulator import play_scores

        nonlocal count, total
        count = total = 0
        return play_scores(spec, jobs=jobs)

    return simulation.simulation(
        play, lambda played: Simulation(spec, Scores(played)), total=spec.games, note=mean_text
    )
