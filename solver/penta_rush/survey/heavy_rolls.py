"""The packings of a card's heavy rolls: counted by the kernel, roll by roll, in threads.

A heavy roll may take ten seconds. So the main thread, which alone hears a Ctrl-C, only waits.
"""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any

import numpy as np

from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points
from solver.penta_rush.survey import kernel
from solver.penta_rush.survey.tables import placement_table, roll_table
from solver.runtime.parallel import cores, thread_map

KernelRow = list[int]  # placements, packings, optimum, optimal, max_size


def count_rolls(
    card: Card, points: Points, symbols: str, rolls: Sequence[Roll], *, deadline: float | None
) -> Iterator[KernelRow | None]:
    """Yield what the kernel finds for each of *rolls*, in their order.

    After *deadline*, on the monotonic clock, it yields None. The dice show *symbols*.
    """
    placements = placement_table(card.rows, card.cols, points)
    numbers = [[symbols.index(symbol) for line in card.lines for symbol in line]]
    cells, no_limit = np.array(numbers, np.uint64), np.uint64(kernel.UNCOUNTED)
    stop = np.zeros(1, np.uint64)
    compile_survey()

    def count(roll: Roll) -> KernelRow | None:
        results: np.ndarray[Any, Any] = np.empty((1, 1, kernel.COLUMNS), np.uint64)
        selected = roll_table(symbols, (roll,))
        kernel.survey(cells, placements, selected, no_limit, results, stop)
        return None if stop[0] else results[0, 0].tolist()

    with _stopped_after(deadline, stop):
        yield from thread_map(count, rolls, jobs=cores(), ahead=1, stop=lambda: stop.fill(1))


def compile_survey() -> None:
    """Compile the kernel, in this thread, unless it is compiled already."""
    no_cards, results = np.empty((0, 1), np.uint64), np.empty((0, 1, kernel.COLUMNS), np.uint64)
    tables = placement_table(1, 1, Points((1,) * 12)), roll_table("ABC")
    kernel.survey(no_cards, *tables, np.uint64(0), results, np.zeros(1, np.uint64))


@contextmanager
def _stopped_after(deadline: float | None, stop: kernel.Array) -> Iterator[None]:
    """Set *stop* when *deadline* comes while the block runs."""
    seconds = math.inf if deadline is None else deadline - time.monotonic()
    if seconds <= 0:
        stop.fill(1)
    if not 0 < seconds < math.inf:
        yield
        return
    timer = Timer(seconds, stop.fill, [1])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
