"""The input of the survey kernel: the placements on cards of one size, the rolls of the dice."""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import Timer
from typing import Any

from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.matching import fixed_placements
from solver.penta_rush.points import Points
from solver.penta_rush.survey import kernel
from solver.penta_rush.survey.kernel import MIXER, Array, PlacementTable, RollTable
from solver.runtime.arrays import np
from solver.runtime.parallel import cores, thread_map

_WORD = 64  # bits


@lru_cache(maxsize=4)
def placement_table(rows: int, cols: int, points: Points) -> PlacementTable:
    """Return the placements on any card of *rows* x *cols*, in the documented order."""
    by_orientation = fixed_placements(rows, cols, points.highest_first)
    placements = [placement for translates in by_orientation for placement in translates]
    words = max(2, -(-(rows * cols + len(SHAPES)) // _WORD))
    word_mask = (1 << _WORD) - 1
    cells = [
        [placement.corner + offset for offset in placement.offsets] for placement in placements
    ]
    masks = [
        [placement.mask >> _WORD * word & word_mask for word in range(words)]
        for placement in placements
    ]
    return PlacementTable(
        cells=_array(cells, PENTOMINO_SIZE),
        masks=_array(masks, words),
        shapes=np.array([SHAPES.index(placement.shape) for placement in placements], np.uint64),
        points=np.array([points[placement.shape] for placement in placements], np.uint64),
    )


def _array(rows: list[list[int]], cols: int) -> Array:
    return np.array(rows, np.uint64).reshape(len(rows), cols)


@lru_cache(maxsize=4)
def roll_table(symbols: str, selection: tuple[Roll, ...] = ()) -> RollTable:
    """Return the legal rolls of dice with these *symbols*, or only a *selection* of them.

    At most a quarter of the hash table is full.
    """
    signatures = [
        sum(1 << 2 * symbols.index(symbol) for symbol in roll.symbols)
        for roll in selection or rolls(symbols)
    ]
    size = (4 * len(signatures)).bit_length()
    keys, numbers = [0] * (1 << size), [0] * (1 << size)
    for number, signature in enumerate(signatures):
        index = (signature * MIXER & (1 << _WORD) - 1) >> _WORD - size
        while keys[index]:
            index = (index + 1) % len(keys)
        keys[index], numbers[index] = signature, number
    return RollTable(
        keys=np.array(keys, np.uint64),
        numbers=np.array(numbers, np.uint64),
        shift=np.uint64(_WORD - size),
        total=np.uint64(len(signatures)),
    )


KernelRow = list[int]  # placements, packings, optimum, optimal, max_size


def count_rolls(
    card: Card, points: Points, symbols: str, rolls: Sequence[Roll], *, deadline: float | None
) -> Iterator[KernelRow | None]:
    """Yield what the kernel finds for each of *rolls*; None after *deadline*, a monotonic time."""
    placements = placement_table(card.rows, card.cols, points)
    numbers = [[symbols.index(symbol) for line in card.lines for symbol in line]]
    cells, no_limit = np.array(numbers, np.uint64), np.uint64(kernel.UNCOUNTED)
    stop = np.zeros(1, np.uint64)

    def count(roll: Roll) -> KernelRow | None:
        results: np.ndarray[Any, Any] = np.empty((1, 1, kernel.COLUMNS), np.uint64)
        selected = roll_table(symbols, (roll,))
        kernel.survey(cells, placements, selected, no_limit, results, stop)
        return None if stop[0] else results[0, 0].tolist()

    with _stopped_after(deadline, stop):
        yield from thread_map(count, rolls, jobs=cores(), ahead=1, stop=lambda: stop.fill(1))


@contextmanager
def _stopped_after(deadline: float | None, stop: kernel.Array) -> Iterator[None]:
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
