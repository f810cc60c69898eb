"""Which cards are records: by size, number of symbols and least mean, the flattest card known.

There are records of two kinds: for perfect play, by the best scores, and for people of the usual
skill, by what is expected of them; of those, cards on which the model of people is not exact are
none.

A record is a card for tiles of default points. Its least mean is the mean of its scores,
rounded down to half a point, and not 0: no card of its size with as many symbols and a mean of at
least that is flatter, or as flat and richer. So with the mean of the records of a size, their sd
grows.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import floor, sqrt
from typing import Any, NamedTuple

from generator.catalogue.entry import CardStatus, Entry, PeopleStatistics, format_row
from generator.catalogue.store import Catalogue, StoredEntry, named_catalogue
from generator.spec import USUAL_PEOPLE
from solver.errors import CatalogueError
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
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


class Figures(NamedTuple):
    """The *mean* and the *variance* by which cards are compared."""

    mean: Fraction
    variance: Fraction

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def least_mean(self) -> Fraction:
        """The greatest whole or half number of points that the mean reaches."""
        per_point = _LEAST_MEANS_PER_POINT
        return Fraction(floor(self.mean * per_point), per_point)


def figures_of(entry: Entry, *, people: bool = False) -> Figures | None:
    """Return the figures of *entry* for perfect play or for *people*; None if there are none."""
    if not people:
        return Figures(entry.statistics.mean, entry.statistics.variance)
    if entry.people is None or entry.people.skill != USUAL_PEOPLE:
        return None
    _, mean, sd = entry.people
    return None if mean is None or sd is None else Figures(mean, sd**2)


def _figures(entry: Entry, *, people: bool) -> Figures:
    if (found := figures_of(entry, people=people)) is None:
        raise CatalogueError("people", expected="how they do on the card", found="nothing")
    return found


def least_mean(entry: Entry, *, people: bool = False) -> Fraction:
    """Return the least mean of *entry*, which has figures of this kind."""
    return _figures(entry, people=people).least_mean


def with_people(stored: StoredEntry) -> StoredEntry:
    """Return what is *stored* with how people do; it is measured if that is not known."""
    entry = stored.entry
    if entry.people is not None and entry.people.skill == USUAL_PEOPLE:
        return stored
    survey = Survey(entry.card, entry.points, symbols=entry.dice)
    entry = replace(entry, people=PeopleStatistics.of(survey))
    return StoredEntry(format_row(entry), entry)


def records(stored: Iterable[StoredEntry], *, people: bool = False) -> list[StoredEntry]:
    """Return the records among all that is *stored*: small sizes first, and then the flattest.

    They are those for perfect play or those for *people*.
    """
    found: list[StoredEntry] = []
    usual = [
        each
        for each in stored
        if each.entry.points == default_points() and figures_of(each.entry, people=people)
    ]
    ranked = sorted(usual, key=lambda each: _rank(each.entry, people=people))
    for _, group in groupby(ranked, key=lambda each: Category.of(each.entry)):
        reached = Fraction(0)
        for each in group:  # all before it are flatter
            if (mean := least_mean(each.entry, people=people)) > reached:
                reached = mean
                found.append(each)
    return found


def is_flatter(entry: Entry, other: Entry, *, people: bool = False) -> bool:
    """Return whether *entry* is flatter than *other*, or as flat and richer."""
    return _flatness(entry, people=people) < _flatness(other, people=people)


def _flatness(entry: Entry, *, people: bool) -> tuple[Fraction, Fraction]:
    mean, variance = _figures(entry, people=people)
    return variance, -mean


def _rank(
    entry: Entry, *, people: bool
) -> tuple[int, Category, tuple[Fraction, Fraction], bool, bool, str]:
    """Return what *entry* is sorted by.

    Of cards as flat and as rich, one that is proved leads, and then one that a search has found.
    """
    category, is_open = Category.of(entry), entry.status is not CardStatus.PROVED
    flatness, is_unexplained = _flatness(entry, people=people), entry.seed is None
    return category.cells, category, flatness, is_open, is_unexplained, str(entry.card)


class Announcement(NamedTuple):
    """A new record *entry*, and the record *before*; None where there was none.

    That is the flattest that was as rich, or else the flattest of the poorer ones that it beats.
    The record is one for *people* or for perfect play.
    """

    entry: Entry
    before: Entry | None
    people: bool = False

    def __str__(self) -> str:
        now, category = self._figures(self.entry), Category.of(self.entry)
        kind = f"people on {category}" if self.people else f"{category}"
        sd, least = f"sd {now.sd:.2f}", float(now.least_mean)
        if self.before is None:
            return f"the first for {kind} at a mean of at least {least:g}: {sd}"
        before = self._figures(self.before)
        text = f"a record for {kind}: {sd} at a mean of at least {least:g}; before "
        if before.variance == now.variance:
            return f"{text}the mean was {float(before.mean):.2f}, not {float(now.mean):.2f}"
        poorer = before.least_mean < now.least_mean
        at = f" at {float(before.least_mean):g}" if poorer else ""
        return f"{text}{before.sd:.2f}{at}"

    def _figures(self, entry: Entry) -> Figures:
        return _figures(entry, people=self.people)

    def to_json(self) -> dict[str, Any]:
        """Return the announcement as JSON."""
        category, now, before = Category.of(self.entry), self._figures(self.entry), None
        if self.before is not None:
            old = self._figures(self.before)
            before = {"card": str(self.before.card), "sd": old.sd, "mean": float(old.mean)}
        return {
            "size": category.size,
            "symbols": category.symbols,
            "least_mean": float(now.least_mean),
            "sd": now.sd,
            "mean": float(now.mean),
            "before": before,
        }


class Announced(NamedTuple):
    """What is announced of a card: that it is a record for *perfect* play, and for *people*."""

    perfect: Announcement | None
    people: Announcement | None

    def to_json(self) -> dict[str, Any]:
        """Return both as JSON, under the names that they have beside a card."""
        perfect, people = (each and each.to_json() for each in self)
        return {"record": perfect, "people_record": people}


class KnownRecords:
    """The records among all that is *stored*."""

    @question
    def __init__(self, stored: Collection[StoredEntry]) -> None:
        self._records = records(stored)
        usual = [each for each in stored if each.entry.points == default_points()]
        self._for_people = records(usual, people=True)
        self._unmeasured = [each for each in usual if each.entry.people is None]

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

    def announced(self, entries: Collection[Entry]) -> list[Announced]:
        """Return what is announced of each of *entries*, of both kinds of records."""
        kinds = (self.announcements(entries, people=people) for people in (False, True))
        return [Announced(*each) for each in zip(*kinds, strict=True)]

    def announcements(
        self, entries: Iterable[Entry], *, people: bool = False
    ) -> Iterator[Announcement | None]:
        """Yield what is announced of each of *entries*: None unless it beats all before it, too.

        It is a record for perfect play, or for *people*. Cards of its size that another penta has
        kept without measuring how people do are measured for that.
        """
        known = self._records if not people else self._for_people
        for entry in entries:
            category, figures = Category.of(entry), figures_of(entry, people=people)
            if figures is None:
                yield None
                continue
            if people and self._measure(category):
                known = records([*known, *self._for_people], people=True)
            rivals = [each.entry for each in known if Category.of(each.entry) == category]
            is_beaten_by = partial(is_flatter, entry, people=people)
            least = figures.least_mean
            rich = [rival for rival in rivals if least_mean(rival, people=people) >= least]
            if not all(map(is_beaten_by, rich)):
                yield None
                continue
            before = next(filter(is_beaten_by, [*rich, *rivals]), None)
            new = StoredEntry(format_row(entry), entry)
            known = records([*known, new], people=people)
            yield Announcement(entry, before, people) if new in known else None

    def _measure(self, category: Category) -> bool:
        """Measure the cards of *category* that were not, for people; return whether any is new."""
        found = [each for each in self._unmeasured if Category.of(each.entry) == category]
        self._unmeasured = [each for each in self._unmeasured if each not in found]
        self._for_people = records([*self._for_people, *map(with_people, found)], people=True)
        return bool(found)
