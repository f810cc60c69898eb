"""Which cards are records: by size, number of symbols and least mean, the flattest card known.

A record is a card for tiles of default points. Its least mean is the mean of its best scores,
rounded down to half a point, and not 0: no card of its size with as many symbols and a mean of at
least that is flatter, or as flat and richer. So with the mean of the records of a size, their sd
grows.
"""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import floor
from typing import Any, NamedTuple

from generator.catalogue.entry import CardStatus, Entry, format_row
from generator.catalogue.store import Catalogue, StoredEntry, named_catalogue
from solver.penta_rush.points import default_points
from solver.question import question

BUNDLED = "records"  # the bundled catalogue of records
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


class Announcement(NamedTuple):
    """A new record *entry*, and the record *before*; None where there was none.

    That is the flattest that was as rich, or else the flattest of the poorer ones that it beats.
    """

    entry: Entry
    before: Entry | None

    def __str__(self) -> str:
        (mean, _, *_), before = self.entry.statistics, self.before
        category, least = Category.of(self.entry), float(least_mean(self.entry))
        sd = f"sd {self.entry.statistics.sd:.2f}"
        if before is None:
            return f"the first for {category} at a mean of at least {least:g}: {sd}"
        text = f"a record for {category}: {sd} at a mean of at least {least:g}; before "
        if before.statistics.variance == self.entry.statistics.variance:
            return f"{text}the mean was {float(before.statistics.mean):.2f}, not {float(mean):.2f}"
        poorer = least_mean(before) < least_mean(self.entry)
        at = f" at {float(least_mean(before)):g}" if poorer else ""
        return f"{text}{before.statistics.sd:.2f}{at}"

    def to_json(self) -> dict[str, Any]:
        """Return the announcement as JSON."""
        category, before = Category.of(self.entry), self.before
        return {
            "size": category.size,
            "symbols": category.symbols,
            "least_mean": float(least_mean(self.entry)),
            "sd": self.entry.statistics.sd,
            "mean": float(self.entry.statistics.mean),
            "before": before
            and {
                "card": str(before.card),
                "sd": before.statistics.sd,
                "mean": float(before.statistics.mean),
            },
        }


class KnownRecords:
    """The records among all that is *stored*."""

    @question
    def __init__(self, stored: Collection[StoredEntry]) -> None:
        self._records = records(stored)

    @classmethod
    def beside(cls, file: str) -> "KnownRecords":
        """Return the records that are bundled or in the catalogue *file*, made if it is missing.

        Raises `CatalogueError` when one of them cannot be read, or *file* not be written.
        """
        with Catalogue(file) as catalogue:
            catalogue.check_writable()
        stored: list[StoredEntry] = []
        for name in (named_catalogue(BUNDLED), file):
            with Catalogue(name, create=False) as catalogue:
                stored += catalogue.entries()
        return cls(stored)

    def announcements(self, entries: Iterable[Entry]) -> Iterator[Announcement | None]:
        """Yield what is announced of each of *entries*: None unless it beats all before it, too."""
        known = self._records
        for entry in entries:
            rivals = [each.entry for each in known if Category.of(each.entry) == Category.of(entry)]
            is_beaten_by = partial(is_flatter, entry)
            rich = [rival for rival in rivals if least_mean(rival) >= least_mean(entry)]
            if not all(map(is_beaten_by, rich)):
                yield None
                continue
            before = next(filter(is_beaten_by, [*rich, *rivals]), None)
            new = StoredEntry(format_row(entry), entry)
            known = records([*known, new])
            yield Announcement(entry, before) if new in known else None
