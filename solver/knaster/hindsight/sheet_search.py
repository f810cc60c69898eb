"""The search for a final sheet: arrays for the kernel, and what it found as turns."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver.knaster.hindsight.final_sheet import FinalSheet, NoLine, Source
from solver.knaster.hindsight.kernel.annealing import BestState, anneal
from solver.knaster.hindsight.kernel.matching import NONE
from solver.knaster.line import CELLS, LINES
from solver.knaster.line_values import LineValues
from solver.knaster.record import Turn
from solver.knaster.sheet import MIN_NUMBER
from solver.knaster.strategy.kernel.line_state import VALUES
from solver.knaster.strategy.kernel.position import EMPTY, grid_of_lines

if TYPE_CHECKING:
    from solver.geometry.cell import Cell

# Temperatures that were tried: in numbers circled, and in points where lines count too.
_CIRCLES_HEAT = (0.6, 0.3)
_POINTS_HEAT = (3.0, 0.5)


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
