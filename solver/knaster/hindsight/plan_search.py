"""The search for the best plan: the most points, and of 115 with the fewest rolls; its bound.

If *w* rolls are written, of the rolls of one number at most half circle, and of all at most n - w.
A hand circles at most as many cells as the best hand that these rolls contain, and w cells can fill
a limited number of lines. So there is a limit c for the numbers circled, and w is another one. The
bound is c and the points of the best set of lines with c cells, for the best w.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from solver.knaster.hindsight.few_rolls import MAX_FEW, best_of_few
from solver.knaster.hindsight.final_sheet import FinalSheet, NoLine
from solver.knaster.hindsight.kernel.annealing import BestState, anneal, blank_state
from solver.knaster.hindsight.kernel.matching import NONE
from solver.knaster.line import CELLS, LINES, SIZE, LineValues
from solver.knaster.record import Record, Turn
from solver.knaster.rules import Hand, after_turn, judge
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER
from solver.knaster.strategy.kernel.line_state import VALUES
from solver.knaster.strategy.kernel.position import EMPTY, grid_of_lines

# Steps of the search, about two million of which take a second; measured by benchmarks/knaster.py.
_FIRST_STEPS = 10_000  # with a number of rolls, to circle every number at all
_FEWER_STEPS = 50_000  # to circle them with fewer rolls
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
        """Look longer for such a plan with one roll fewer."""
        count = len(self.turns) - 1
        if count >= len(CELLS):
            self._report(0, 1, f"with {count} rolls")
            self._try_to_circle(count, _RETRIES, _FEWER_STEPS)

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
        rolls = self.rolls[:count]
        counts, most = _by_value(Counter(rolls)), _by_value(most_circling(rolls))
        worth = np.zeros(len(LINES), np.int64)
        best = blank_state()
        score = anneal(grid_of_lines(), counts, most, worth, seed, steps, *_CIRCLES_HEAT, best)
        turns = _final_sheet(best).turns(rolls) if score == len(CELLS) else None
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


def score_most(
    rolls: Sequence[int], values: LineValues, *, seed: int, steps: int, circling: bool = True
) -> tuple[Turn, ...] | None:
    """Return turns with just these *rolls* that score much; None if there are none such.

    Without *circling* every roll is written. There are such turns for 25 rolls or fewer.
    """
    counts = _by_value(Counter(rolls))
    most = _by_value(most_circling(rolls) if circling else {})
    worth = np.array(values.points, np.int64)
    best = blank_state()
    score = anneal(grid_of_lines(), counts, most, worth, seed, steps, *_POINTS_HEAT, best)
    return _final_sheet(best).turns(rolls) if score >= 0 else None


def most_circling(rolls: Sequence[int]) -> dict[int, int]:
    """Return how many of the *rolls* of each number may circle: each has an equal one written.

    >>> most_circling([7, 7, 4, 7])
    {7: 1, 4: 0}
    """
    return {roll: count // 2 for roll, count in Counter(rolls).items()}


def _by_value(counts: dict[int, int]) -> NDArray[np.int64]:
    return np.array([counts.get(value + MIN_NUMBER, 0) for value in range(VALUES)], np.int64)


def _final_sheet(best: BestState) -> FinalSheet:
    cells = [*zip(CELLS, best.value.tolist(), best.owner.tolist(), strict=True)]
    return FinalSheet(
        {cell: value + MIN_NUMBER for cell, value, _ in cells if value != EMPTY},
        {
            cell: LINES[owner] if owner < len(LINES) else NoLine.BY_ROLL
            for cell, _, owner in cells
            if owner != NONE
        },
    )


def score_bound(rolls: Sequence[int], values: LineValues) -> int:
    """Return a score that no plan for *rolls* exceeds, by the argument above.

    >>> from solver.knaster.line import default_line_values
    >>> score_bound([6, 7, 8, 9, 10, 6, 7], default_line_values())  # a diagonal
    15
    """
    counts = Counter(rolls)
    circling = sum(count // 2 for count in counts.values())
    hand = best_hand(counts)
    full = _most_full_lines()
    points = _most_points(values)
    bounds = []
    for written in range(min(len(rolls), len(CELLS)) + 1):
        circled = min(written, circling, len(rolls) - written)
        circled = min(written, circled + hand * full[written])
        bounds.append(circled + points[circled])
    return max(bounds)


def best_hand(counts: Counter[int]) -> int:
    """Return how many cells the best hand circles that can be made of numbers of these *counts*."""
    numbers = range(MIN_NUMBER, MAX_NUMBER + 1)
    runs = (numbers[start : start + SIZE] for start in range(len(numbers) - SIZE + 1))
    most = sorted(counts.values(), reverse=True)
    kinds = {
        Hand.STRAIGHT: any(all(counts[number] for number in run) for run in runs),
        Hand.FIVE: most[:1] >= [5],
        Hand.FOUR: most[:1] >= [4],
        Hand.FULL_HOUSE: most[:1] >= [3] and most[1:2] >= [2],
        Hand.THREE: most[:1] >= [3],
        Hand.TWO_PAIRS: most[1:2] >= [2],
    }
    return max((hand.bonus for hand, is_there in kinds.items() if is_there), default=0)


@cache
def _line_sets() -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return each set of lines, as numbers in `LINES`, and of how many cells it is."""
    cells = [sum(1 << CELLS.index(cell) for cell in line.cells) for line in LINES]
    sets = []
    for chosen in range(1 << len(LINES)):
        lines = tuple(line for line in range(len(LINES)) if chosen >> line & 1)
        union = reduce(or_, (cells[line] for line in lines), 0)
        sets.append((union.bit_count(), lines))
    return tuple(sets)


@cache
def _most_full_lines() -> list[int]:
    """Return how many lines can be full at most, by the number of cells filled, 0 to 25.

    >>> _most_full_lines()[:15]
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4]
    """
    sets = _line_sets()
    return [
        max(len(lines) for cells, lines in sets if cells <= count)
        for count in range(len(CELLS) + 1)
    ]


@cache
def _most_points(values: LineValues) -> list[int]:
    """Return the points of the best set of lines, by the most cells they have together."""
    best = [0] * (len(CELLS) + 1)
    for cells, lines in _line_sets():
        best[cells] = max(best[cells], sum(values.points[line] for line in lines))
    return [max(best[: count + 1]) for count in range(len(CELLS) + 1)]
