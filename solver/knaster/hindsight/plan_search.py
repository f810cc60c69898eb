"""The search for the best plan: the most points, and of 115 with the fewest rolls."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver.knaster.hindsight.few_rolls import MAX_FEW, best_of_few
from solver.knaster.hindsight.final_sheet import FinalSheet, NoLine, Source
from solver.knaster.hindsight.kernel.annealing import BestState, anneal
from solver.knaster.hindsight.kernel.matching import NONE
from solver.knaster.hindsight.score_bound import score_bound
from solver.knaster.line import CELLS, LINES, LineValues
from solver.knaster.record import Record, Turn
from solver.knaster.rules import after_turn, judge
from solver.knaster.sheet import MIN_NUMBER
from solver.knaster.strategy.kernel.line_state import VALUES
from solver.knaster.strategy.kernel.position import EMPTY, grid_of_lines

if TYPE_CHECKING:
    from solver.geometry.cell import Cell

# Steps of the search, about two million of which take a second; measured by benchmarks/knaster.py.
_FIRST_STEPS = 10_000  # with a number of rolls, to circle every number at all
_FEWER_RUNS, _FEWER_STEPS = 1, 50_000  # to circle them with fewer rolls
_SCORE_RUNS = 5  # where not every number can be circled
_SCORE_STEPS = 50_000
_RETRIES = 2  # where a final sheet is found, but no turns that lead to it
# Temperatures that were tried: in numbers circled, and in points where lines count too.
_CIRCLES_HEAT = (0.6, 0.3)
_POINTS_HEAT = (3.0, 0.5)


class PlanSearch:
    """The best plan so far: its *turns*, none at first, and its *score*; a *bound* for any.

    *report* is called with the steps done, their total and a note, before each step.
    """

    def __init__(
        self, rolls: Sequence[int], values: LineValues, report: Callable[[int, int, str], None]
    ) -> None:
        self.rolls, self.values, self._report = tuple(rolls), values, report
        self.turns: tuple[Turn, ...] = ()
        self.score = -1
        self.bound = score_bound(rolls, values)

    def run(self) -> None:
        """Improve the plan until nothing more is to be done."""
        if len(self.rolls) <= MAX_FEW:
            turns, bound = best_of_few(self.rolls, self.values)
            self.bound = min(self.bound, bound)
            self._keep(turns)
        if self._circle_everything():
            self._use_fewer_rolls()
        else:
            self._score_most()

    def _circle_everything(self) -> bool:
        """Look for a plan that circles every number, with more and more rolls."""
        for count in range(len(CELLS), len(self.rolls) + 1):
            self._report(count, len(self.rolls), f"with {count} rolls")
            for seed in range(_RETRIES if count > len(CELLS) else 1):
                if self._try_to_circle(count, seed, _FIRST_STEPS):
                    return True
        return False

    def _use_fewer_rolls(self) -> None:
        """Look longer for such a plan with fewer rolls, one by one."""
        for run in range(_FEWER_RUNS):
            count = len(self.turns) - 1
            if count < len(CELLS):
                return
            self._report(run, _FEWER_RUNS, f"with {count} rolls")
            self._try_to_circle(count, _RETRIES + run, _FEWER_STEPS)

    def _score_most(self) -> None:
        """Look for the plan with the most points, where not every number can be circled."""
        if self.score == self.bound:
            return
        count = min(len(self.rolls), len(CELLS))
        written = score_most(
            self.rolls[:count], self.values, seed=0, steps=_SCORE_STEPS, circling=False
        )
        self._keep(written)
        counts = [
            count for count in range(count, len(self.rolls) + 1) if _can_use(self.rolls[:count])
        ]
        for run in range(_SCORE_RUNS):
            if self.score == self.bound:
                return
            self._report(run, _SCORE_RUNS, f"{self.score} points")
            used = self.rolls[: counts[-1 - run % min(2, len(counts))]]
            self._keep(score_most(used, self.values, seed=run, steps=_SCORE_STEPS))

    def _try_to_circle(self, count: int, seed: int, steps: int) -> bool:
        """Look for a plan that circles every number with the first *count* rolls; keep it."""
        turns = circle_everything(self.rolls[:count], seed=seed, steps=steps)
        if turns is None:
            return False
        self.turns, self.score = turns, self.values.max_score
        return True

    def _keep(self, turns: tuple[Turn, ...] | None) -> None:
        """Keep the plan with these *turns*, played to the end, if it is better."""
        turns = self._played_out(turns) if turns else None
        if turns:
            score = judge(Record.of_solitaire(turns)).sheets[0].score(self.values)
            if score > self.score:
                self.turns, self.score = turns, score

    def _played_out(self, turns: tuple[Turn, ...]) -> tuple[Turn, ...] | None:
        """Return *turns* with the last roll, where that is missing; None if more are."""
        verdict = judge(Record.of_solitaire(turns))
        sheet = verdict.sheets[0]
        if verdict.over or len(turns) == len(self.rolls):
            return turns
        if not sheet.is_full:
            return None
        roll = self.rolls[len(turns)]
        circles = [Turn(roll, circle=cell) for cell in sheet.circle_cells(roll)]
        last = [Turn(roll), *circles]
        return (*turns, max(last, key=lambda turn: after_turn(sheet, turn).score(self.values)))


def _can_use(rolls: Sequence[int]) -> bool:
    """Return whether there are plans with just these *rolls*: enough of them can circle."""
    return len(rolls) - len(CELLS) <= sum(most_circling(rolls).values())


def circle_everything(rolls: Sequence[int], *, seed: int, steps: int) -> tuple[Turn, ...] | None:
    """Return turns with just these *rolls* that end with every number circled, if found.

    A million steps take half a second, or some seconds where points are counted.
    """
    counts, most = _by_value(Counter(rolls)), _by_value(most_circling(rolls))
    worth = np.zeros(len(LINES), np.int64)
    best = anneal(grid_of_lines(), counts, most, worth, seed, steps, *_CIRCLES_HEAT)
    return _final_sheet(best).turns(rolls) if best.score == len(CELLS) else None


def score_most(
    rolls: Sequence[int], values: LineValues, *, seed: int, steps: int, circling: bool = True
) -> tuple[Turn, ...] | None:
    """Return turns with just these *rolls* that score much; None if there are none such.

    Without *circling* every roll is written. There are such turns for 25 rolls or fewer.
    """
    counts = _by_value(Counter(rolls))
    most = _by_value(most_circling(rolls) if circling else {})
    worth = np.array(values.points, np.int64)
    best = anneal(grid_of_lines(), counts, most, worth, seed, steps, *_POINTS_HEAT)
    return _final_sheet(best).turns(rolls) if best.score >= 0 else None


def most_circling(rolls: Sequence[int]) -> dict[int, int]:
    """Return how many of the *rolls* of each number may circle: each has an equal one written.

    >>> most_circling([7, 7, 4, 7])
    {7: 1, 4: 0}
    """
    return {roll: count // 2 for roll, count in Counter(rolls).items()}


def _by_value(counts: dict[int, int]) -> NDArray[np.int64]:
    return np.array([counts.get(value + MIN_NUMBER, 0) for value in range(VALUES)], np.int64)


def _final_sheet(best: BestState) -> FinalSheet:
    numbers: dict[Cell, int] = {}
    sources: dict[Cell, Source] = {}
    for cell, value, owner in zip(CELLS, best.value.tolist(), best.owner.tolist(), strict=True):
        if value != EMPTY:
            numbers[cell] = value + MIN_NUMBER
        if owner != NONE:
            sources[cell] = LINES[owner] if owner < len(LINES) else NoLine.BY_ROLL
    return FinalSheet(numbers, sources)
