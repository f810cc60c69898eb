"""The news that a card is a record: flatter than all that are known of its kind."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from generator.catalogue.entry import Entry
from generator.catalogue.records.record import Category, is_flatter, least_mean, records
from generator.catalogue.store import Catalogue, named_catalogue

BUNDLED = "records"  # the bundled catalogue of records


class RecordNews(NamedTuple):
    """A new record *entry*, and the record *before*; None where there was none."""

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
        return f"{text}{before.statistics.sd:.2f}"

    def to_json(self) -> dict[str, Any]:
        """Return the news as JSON."""
        category, before = Category.of(self.entry), self.before
        return {
            "size": f"{category.rows}x{category.cols}",
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
    """The records among *entries*, and among those that are added."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._records = records(entries)

    @classmethod
    def beside(cls, file: str) -> "KnownRecords":
        """Return the records that are bundled or in the catalogue *file*.

        Raises `CatalogueError` when one of them cannot be read.
        """
        entries: list[Entry] = []
        for name in (named_catalogue(BUNDLED), file):
            with Catalogue(name, create=False) as catalogue:
                entries += [entry for _, entry in catalogue.entries()]
        return cls(entries)

    def add(self, entry: Entry) -> RecordNews | None:
        """Add *entry*, and return the news if it is a record."""
        before = next((known for known in self._records if _may_be_beaten(known, entry)), None)
        if before is not None and not is_flatter(entry, before):
            return None
        self._records = records([*self._records, entry])
        return RecordNews(entry, before) if entry in self._records else None


def _may_be_beaten(known: Entry, entry: Entry) -> bool:
    """Return whether *known* is as rich as *entry* has to be, of the same size and symbols."""
    is_rich = least_mean(known) >= least_mean(entry)
    return is_rich and Category.of(known) == Category.of(entry)
