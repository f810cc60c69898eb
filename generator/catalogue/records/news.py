"""The news that a card is a record: flatter than all that are known of its kind."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from generator.catalogue.entry import Entry, format_row
from generator.catalogue.records.record import Category, is_flatter, least_mean, records
from generator.catalogue.store import Catalogue, StoredEntry, named_catalogue

BUNDLED = "records"  # the bundled catalogue of records


class RecordNews(NamedTuple):
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
        """Return the news as JSON."""
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

    def __init__(self, stored: Iterable[StoredEntry]) -> None:
        self._records = records(stored)

    @classmethod
    def beside(cls, file: str) -> "KnownRecords":
        """Return the records that are bundled or in the catalogue *file*.

        Raises `CatalogueError` when one of them cannot be read.
        """
        stored: list[StoredEntry] = []
        for name in (named_catalogue(BUNDLED), file):
            with Catalogue(name, create=False) as catalogue:
                stored += catalogue.entries()
        return cls(stored)

    def news(self, entries: Iterable[Entry]) -> Iterator[RecordNews | None]:
        """Yield for each of *entries* the news if it is a record, beside those before it too."""
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
            yield RecordNews(entry, before) if new in known else None
