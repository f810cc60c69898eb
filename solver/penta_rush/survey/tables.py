"""The input of the survey kernel: the placements on cards of one size, the rolls of the dice."""

from functools import lru_cache

import numpy as np

from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.matching import fixed_placements
from solver.penta_rush.points import Points
from solver.penta_rush.survey.kernel import MIXER, Array, PlacementTable, RollTable

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
