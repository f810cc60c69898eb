"""Which cards are records: by size, number of symbols and least mean, the flattest card known.

A record is a card for tiles of default points. Its least mean is the mean of its best scores,
rounded down to half a point, and not 0: no card of its size with as many symbols and a mean of at
least that is flatter, or as flat and richer. So with the mean of the records of a size, their sd
grows.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from math import floor
from typing import NamedTuple

from generator.catalogue.entry import CardStatus, Entry
from generator.catalogue.store import StoredEntry
from solver.penta_rush.points import default_points

_LEAST_MEANS_PER_POINT = 2


class Category(NamedTuple):
    """What cards are compared with each other: *cols* are never fewer than *rows*.

    A card turned a quarter is the same card, though it has other rows and cols.
    """

    rows: int
    cols: int
    symbols: int

    @classmethod
    def of(cls, entry: Entry) -> "Category":
        """Return the category of *entry*."""
        rows, cols = sorted((entry.card.rows, entry.card.cols))
        return cls(rows, cols, len(entry.dice))

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @property
    def size(self) -> str:
        """The rows and cols, as they are typed."""
        return f"{self.rows}x{self.cols}"

    def __str__(self) -> str:
        return f"{self.size}, {self.symbols} symbols"


def least_mean(entry: Entry) -> Fraction:
    """Return the greatest whole or half number of points that the mean of *entry* reaches."""
    per_point = _LEAST_MEANS_PER_POINT
    return Fraction(floor(entry.statistics.mean * per_point), per_point)


def records(stored: Iterable[StoredEntry]) -> list[StoredEntry]:
    """Return the records among all that is *stored*: small sizes first, and then the flattest."""
    found: list[StoredEntry] = []
    usual = [each for each in stored if each.entry.points == default_points()]
    ranked = sorted(usual, key=lambda each: _rank(each.entry))
    for _, group in groupby(ranked, key=lambda each: Category.of(each.entry)):
        reached = Fraction(0)
        for each in group:  # all before it are flatter
            if least_mean(each.entry) > reached:
                reached = least_mean(each.entry)
                found.append(each)
    return found


def is_flatter(entry: Entry, other: Entry) -> bool:
    """Return whether *entry* is flatter than *other*, or as flat and richer."""
    return _flatness(entry) < _flatness(other)


def _flatness(entry: Entry) -> tuple[Fraction, Fraction]:
    return entry.statistics.variance, -entry.statistics.mean


def _rank(entry: Entry) -> tuple[int, Category, tuple[Fraction, Fraction], bool, bool, str]:
    """Return what *entry* is sorted by.

    Of cards as flat and as rich, one that is proved leads, and then one that a search has found.
    """
    category, is_open = Category.of(entry), entry.status is not CardStatus.PROVED
    is_unexplained = entry.seed is None
    return category.cells, category, _flatness(entry), is_open, is_unexplained, str(entry.card)
