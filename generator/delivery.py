"""How the cards that a search has found reach the user: files, stdout, a catalogue.

All that is written is worked out before any of it is written, and a card is not lost: where its
file cannot be written after all, as on a disk that is full by now, the card goes to stdout.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.annealing.population import SearchProgress
from generator.catalogue.entry import Entry
from generator.catalogue.store import Catalogue
from generator.result import GenerationResult
from generator.spec import GenerationSpec
from solver.console.terminal import print_error, show, show_json
from solver.drawing.text_grid import StyledLine
from solver.errors import SourceError
from solver.files.output_file import write_all_atomic
from solver.runtime.sigint import interruptible

# A card of usual size is measured in a tenth of it. After a Ctrl-C nobody waits longer.
_LIMIT_S = 0.6


class Found(NamedTuple):
    """How far a search for *spec* has come."""

    spec: GenerationSpec
    progress: SearchProgress


@dataclass(frozen=True)
class Delivery:
    """What is written: *texts*, those of the cards' files, and what stdout has without files.

    That is *short*, as a set has no table of rolls there. *lines* are said where there are files,
    *answer* is the JSON, and *entries* go to a catalogue.
    """

    result: GenerationResult
    texts: Sequence[str]
    short: Sequence[str]
    lines: Sequence[StyledLine]
    answer: dict[str, Any]
    entries: Sequence[Entry]

    @classmethod
    def of_result(cls, result: GenerationResult, names: list[str]) -> "Delivery":
        """Return what is written of *result* if its cards go to the files *names*, or to none."""
        return cls(
            result,
            texts=list(result.files()),
            short=list(result.files(short=len(result.cards) > 1)),
            lines=list(result.summaries(names)) if names else [],
            answer=result.to_json(),
            entries=list(result.entries()),
        )

    @classmethod
    def of_search(
        cls, spec: GenerationSpec, found: SearchProgress, names: list[str], *, interrupted: bool
    ) -> "Delivery":
        """Return what is written of the cards *found*, which are measured.

        That may take long. Where the search was *interrupted* it has a moment, and a Ctrl-C ends
        it; then the cards are written as they are.
        """

        def measured() -> "Delivery":
            result = GenerationResult.of_search(spec, found.cards, found.steps_done)
            return cls.of_result(result, names)

        try:
            return interruptible(measured, limit_s=_LIMIT_S if interrupted else None)
        except (KeyboardInterrupt, TimeoutError):
            bare = GenerationResult(spec, found.cards, found.steps_done, is_measured=False)
            return cls.of_result(bare, names)

    def deliver(self, names: list[str], catalogue: str | None, *, as_json: bool) -> None:
        """Write the cards to the files *names*, print them or a summary, and fill the *catalogue*.

        Raises `SourceError` where a file could not be written: the cards are on stdout then.
        """
        written = dict(zip(names, map(str.encode, self.texts), strict=False))
        failure: SourceError | None = None
        try:
            write_all_atomic(written, kind="card")
        except SourceError as error:
            failure = error
        if as_json:
            show_json(self.answer)
        elif failure:
            sys.stdout.write("\n".join(self.texts))
        elif names:
            show(self.lines)
        else:
            sys.stdout.write("\n".join(self.short))
        if failure:
            raise failure
        if catalogue is not None:
            self._add_to(catalogue)

    def _add_to(self, catalogue: str) -> None:
        if not self.result.is_measured:
            print_error("the cards are not in the catalogue, as they are not measured")
            return
        with Catalogue(catalogue) as opened:
            for entry in self.entries:
                opened.add(entry)
