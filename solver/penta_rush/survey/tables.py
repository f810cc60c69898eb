"""The survey of many cards: what the kernel needs, made of cards, points and dice; in threads.

figures  for each card and roll: placements, packings, optimum, optimal, most
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from solver.errors import CardError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.matching import fixed_placements
from solver.penta_rush.points import Points
from solver.penta_rush.survey import kernel
from solver.penta_rush.survey.kernel import Array, PlacementTable, RollTable
from solver.runtime.parallel import thread_map

_WORD = 64
_TOGETHER = 64  # cards that a thread takes at a time: some 50 ms


def survey_cards(
    cards: Sequence[Card], points: Points, symbols: str, *, max_counted: int, jobs: int
) -> Array:
    """Return the figures of *cards*, (cards, rolls, FIGURES), as `survey_many` is asked for them.

    Raises `CardError` when the cards are not of one size.
    """
    rows, cols = cards[0].rows, cards[0].cols
    for card in cards:
        if (card.rows, card.cols) != (rows, cols):
            raise CardError(
                "cards", expected=f"all {rows}x{cols}", found=f"{card.rows}x{card.cols}"
            )
    ground, known = placement_table(rows, cols, points), roll_table(symbols)
    number = {symbol: at for at, symbol in enumerate(symbols)}
    numbered = [[number[symbol] for line in card.lines for symbol in line] for card in cards]
    symbols_at = np.array(numbered, np.uint64)
    found = np.empty((len(cards), int(known.total[0]), kernel.FIGURES), np.uint64)

    def work(start: int) -> None:
        some = slice(start, start + _TOGETHER)
        kernel.survey(symbols_at[some], ground, known, np.uint64(max_counted), found[some])

    for _ in thread_map(work, range(0, len(cards), _TOGETHER), jobs=jobs):
        pass
    return found


@lru_cache(maxsize=4)
def placement_table(rows: int, cols: int, points: Points) -> PlacementTable:
    """Return the placements on any card of *rows* x *cols*, in the documented order."""
    every = [spot for alike in fixed_placements(rows, cols, points.highest_first) for spot in alike]
    words = max(2, -(-(rows * cols + len(SHAPES)) // _WORD))
    low = (1 << _WORD) - 1
    return PlacementTable(
        cells=_array([[spot.corner + at for at in spot.offsets] for spot in every], 5),
        marks=_array(
            [[spot.mask >> _WORD * w & low for w in range(words)] for spot in every], words
        ),
        shapes=np.array([SHAPES.index(spot.shape) for spot in every], np.uint64),
        points=np.array([points[spot.shape] for spot in every], np.uint64),
    )


def _array(rows: list[list[int]], cols: int) -> Array:
    return np.array(rows, np.uint64).reshape(len(rows), cols)


@lru_cache(maxsize=4)
def roll_table(symbols: str, some: tuple[Roll, ...] = ()) -> RollTable:
    """Return the legal rolls of dice that bear *symbols*, or *some* of them.

    At most a quarter of the table is full.
    """
    signatures = [
        sum(1 << 2 * symbols.index(symbol) for symbol in roll.symbols)
        for roll in some or rolls(symbols)
    ]
    size = (4 * len(signatures)).bit_length()
    keys, numbers = [0] * (1 << size), [0] * (1 << size)
    for number, signature in enumerate(signatures):
        at = (signature * kernel.MIXER & (1 << _WORD) - 1) >> _WORD - size
        while keys[at]:
            at = (at + 1) % len(keys)
        keys[at], numbers[at] = signature, number
    return RollTable(
        keys=np.array(keys, np.uint64),
        numbers=np.array(numbers, np.uint64),
        shift=np.array([_WORD - size], np.uint64),
        total=np.array([len(signatures)], np.uint64),
    )
