"""How the cards that a search has found reach the user: files, stdout, a catalogue.

All that is written is worked out before any of it is written, and a card is not lost: where its
file cannot be written after all, as on a disk that is full by now, the card goes to stdout.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.annealing.population import SearchProgress
from generator.catalogue.entry import Entry
from generator.catalogue.record import Announcement, KnownRecords
from generator.catalogue.store import Catalogue
from generator.result import GenerationResult
from generator.spec import GenerationSpec
from solver.console.terminal import print_error
from solver.errors import SourceError
from solver.files.output_file import write_all_atomic
from solver.runtime.interruption import interruptible

# A card of usual size is measured in a third of it. After a Ctrl-C nobody waits longer.
_LIMIT_S = 0.4


class Found(NamedTuple):
    """How far a search for *spec* has come."""

    spec: GenerationSpec
    progress: SearchProgress


class Destination(NamedTuple):
    """Where the cards go: to the files *names*, if there are any, and to a *catalogue*.

    stdout has them *as_json*; or a summary, where they go to files; or in full. With a catalogue,
    the *records* known before tell which of the cards are news.
    """

    names: list[str]
    catalogue: str | None
    as_json: bool
    records: KnownRecords | None = None


@dataclass(frozen=True)
class Delivery:
    """What is written of *result*: *texts* to files, *entries* to a catalogue, *answer* to stdout.

    *texts* go to stdout where they cannot be written to files. *news* has the records among the
    entries.
    """

    result: GenerationResult
    destination: Destination
    texts: Sequence[str]
    answer: str
    entries: Sequence[Entry]
    news: Sequence[Announcement | None] = ()

    @classmethod
    def of_result(cls, result: GenerationResult, destination: Destination) -> "Delivery":
        """Return what goes to *destination* of *result*, whose cards are measured."""
        texts = list(result.files()) if destination.names else []
        entries = list(result.entries()) if destination.catalogue is not None else []
        news = list(destination.records.announcements(entries)) if destination.records else []
        if destination.as_json:
            answer = json.dumps(_with_news(result.to_json(), news)) + "\n"
        elif destination.names:
            answer = "".join(f"{line}\n" for line in result.summaries(destination.names))
        else:  # the table of rolls of each card of a set would be long
            answer = "\n".join(result.files(short=len(result.cards) > 1))
        return cls(result, destination, texts, answer, entries, news)

    @classmethod
    def of_search(cls, found: Found, destination: Destination, *, interrupted: bool) -> "Delivery":
        """Return what goes to *destination* of the cards *found*, which are measured.

        That may take long. Where the search was *interrupted* it has a moment, and a Ctrl-C ends
        it; then the cards are written as they are.
        """
        spec, (cards, steps) = found.spec, (found.progress.cards, found.progress.steps_done)

        def measured() -> Delivery:
            return cls.of_result(GenerationResult.of_search(spec, cards, steps), destination)

        try:
            return interruptible(measured, limit_s=_LIMIT_S if interrupted else None)
        except (KeyboardInterrupt, TimeoutError):
            bare = GenerationResult(spec, cards, steps, is_measured=False)
            return cls.of_result(bare, destination)

    def deliver(self) -> None:
        """Write all of it. Raises `SourceError` where a file cannot be written."""
        names = self.destination.names
        try:
            # A set that is not made of its card yet has fewer cards than files.
            files = dict(zip(names, map(str.encode, self.texts), strict=False))
            write_all_atomic(files, kind="card")
        except SourceError:
            sys.stdout.write(self.answer if self.destination.as_json else "\n".join(self.texts))
            raise
        sys.stdout.write(self.answer)
        if self.destination.catalogue is not None and not self.result.is_measured:
            print_error("the cards are not in the catalogue, as they are not measured")
        elif self.destination.catalogue is not None:
            with Catalogue(self.destination.catalogue) as catalogue:
                for entry in self.entries:
                    catalogue.add(entry)
            for news in filter(None, self.news):
                print_error(str(news))


def _with_news(answer: dict[str, Any], news: Sequence[Announcement | None]) -> dict[str, Any]:
    """Return the *answer* about a card or several with a key of each that has its *news*."""
    records = [{"record": each and each.to_json()} for each in news]
    if not records:
        return answer
    if "cards" not in answer:
        return {**answer, **records[0]}
    cards = [{**card, **record} for card, record in zip(answer["cards"], records, strict=True)]
    return {**answer, "cards": cards}
