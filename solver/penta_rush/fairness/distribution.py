"""Exact distributions of a whole number over the throws, and their histograms."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import sqrt
from typing import Any, NamedTuple, Self, TypeVar

QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
_MAX_BARS = 30
_Value = TypeVar("_Value")


class Bar(NamedTuple):
    """A bar of a histogram: the values from *first* to *last*, and their *chance*."""

    first: int
    last: int
    chance: Fraction


@dataclass(frozen=True)
class Distribution:
    """The distribution of a whole number over the throws; *chances* ascend by value."""

    chances: dict[int, Fraction]

    @classmethod
    def of_rolls(cls, values: Iterable[int], ways: Iterable[int]) -> Self:
        """Return the distribution of *values*, one for each roll, which *ways* throws give."""
        throws = throws_by_value(values, ways)
        total = throws.total()
        return cls({value: Fraction(throws[value], total) for value in sorted(throws)})

    @cached_property
    def mean(self) -> Fraction:
        """The mean value."""
        return sum((value * chance for value, chance in self.chances.items()), Fraction())

    @cached_property
    def variance(self) -> Fraction:
        """The mean squared distance to the mean."""
        squares = sum((value**2 * chance for value, chance in self.chances.items()), Fraction())
        return squares - self.mean**2

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def least(self) -> int:
        """The least value."""
        return min(self.chances)

    @property
    def greatest(self) -> int:
        """The greatest value."""
        return max(self.chances)

    @property
    def figures(self) -> list[float | Fraction]:
        """The mean, the standard deviation, the least value, the quantiles and the greatest."""
        quantiles = map(self.quantile, QUANTILES)
        return [self.mean, self.sd, self.least, *quantiles, self.greatest]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON."""
        return {
            "mean": float(self.mean),
            "sd": self.sd,
            "min": self.least,
            "max": self.greatest,
            "quantiles": {f"{float(share):g}": self.quantile(share) for share in QUANTILES},
        }

    def quantile(self, share: Fraction) -> int:
        """Return the least value such that at least *share* of the throws have it or less."""
        cumulative = zip(self.chances, accumulate(self.chances.values()), strict=True)
        return next(value for value, chance in cumulative if chance >= share)

    def histogram(self) -> list[Bar]:
        """Return a bar for each value, or wider bars where there would be more than 30.

        >>> half = Fraction(1, 2)
        >>> [(bar.first, bar.last) for bar in Distribution({4: half, 6: half}).histogram()]
        [(4, 4), (5, 5), (6, 6)]
        """
        width = 1 + (self.greatest - self.least) // _MAX_BARS
        chances = dict.fromkeys(range(self.least, self.greatest + 1, width), Fraction())
        for value, chance in self.chances.items():
            chances[value - (value - self.least) % width] += chance
        return [Bar(first, first + width - 1, chance) for first, chance in chances.items()]


def throws_by_value(values: Iterable[_Value], ways: Iterable[int]) -> Counter[_Value]:
    """Return how many throws give each value; *values* and *ways* have an entry for each roll."""
    throws: Counter[_Value] = Counter()
    for value, count in zip(values, ways, strict=True):
        throws[value] += count
    return throws


def format_percent(chance: Fraction) -> str:
    """Return *chance* in percent, with one decimal and without the sign."""
    return f"{float(100 * chance):.1f}"
