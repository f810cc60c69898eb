"""The bars of the histogram of best scores, in the report and in the chart."""

from fractions import Fraction
from typing import NamedTuple

from solver.penta_rush.fairness.card_fairness import Distribution

_MAX_BARS = 30


class Bar(NamedTuple):
    """The values from *first* to *last*, and their *chance*."""

    first: int
    last: int
    chance: Fraction


def histogram_bars(distribution: Distribution) -> list[Bar]:
    """Return the bars of *distribution*, one for each value, or wider ones if there are over 30.

    >>> half = Fraction(1, 2)
    >>> [(bar.first, bar.last) for bar in histogram_bars(Distribution({4: half, 6: half}))]
    [(4, 4), (5, 5), (6, 6)]
    """
    least = distribution.least
    width = 1 + (distribution.greatest - least) // _MAX_BARS
    chances = dict.fromkeys(range(least, distribution.greatest + 1, width), Fraction())
    for value, chance in distribution.chances.items():
        chances[value - (value - least) % width] += chance
    return [Bar(first, first + width - 1, chance) for first, chance in chances.items()]
