"""What a proof is about: whether every roll can be worth so much on a card of some size."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.points import MAX_POINTS, Points
from solver.penta_rush.rules import MAX_PLACEMENTS

MAX_VALUE = MAX_POINTS * MAX_PLACEMENTS  # of a roll
Shapes = tuple[str, ...]


@dataclass(frozen=True)
class MinimumValueProblem:
    """To find a card of *rows* x *cols* on which every roll of *symbols* is worth *minimum*."""

    rows: int
    cols: int
    symbols: str
    points: Points
    minimum: int

    @property
    def rolls(self) -> list[Roll]:
        """Every legal roll, in alphabetical order."""
        return list(rolls(self.symbols))

    @property
    def roll_count(self) -> int:
        """The number of rolls: of five different symbols, with one pair, and with two."""
        count = len(self.symbols)
        one_pair = count * comb(max(count - 1, 0), 3)
        return comb(count, 5) + one_pair + comb(count, 2) * max(count - 2, 0)

    def card(self, symbols: Sequence[str]) -> Card:
        """Return the card that shows these *symbols*, row by row."""
        starts = range(0, len(symbols), self.cols)
        return Card(tuple("".join(symbols[start : start + self.cols]) for start in starts))


def minimal_shapes(points: Points, minimum: int) -> list[Shapes]:
    """Return the sets of at most five shapes that are worth *minimum*, but less without any one.

    >>> from solver.penta_rush.points import default_points
    >>> ["".join(shapes) for shapes in minimal_shapes(default_points(), 18)]
    ['ITVWX', 'ITWXZ', 'IVWXZ']
    """
    return [
        shapes
        for size in range(1, MAX_PLACEMENTS + 1)
        for shapes in combinations(SHAPES, size)
        if 0
        <= sum(map(points.__getitem__, shapes)) - minimum
        < min(map(points.__getitem__, shapes))
    ]
