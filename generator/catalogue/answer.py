"""What a catalogue answers: its records, all its cards, and whether they are right."""

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from generator.card_symmetry import symmetry_name
from generator.catalogue.audit import ENGINES, AuditResult, audit
from generator.catalogue.entry import UNCHECKED, CardStatus, CatalogueRow, Entry
from generator.catalogue.listing import made_by, people_table, record_table, row_table
from generator.catalogue.record import BUNDLED, Category, figures_of, least_mean, with_people
from generator.catalogue.record import records as records_of
from generator.catalogue.store import Catalogue, StoredEntry, named_catalogue, parsed_rows
from generator.spec import USUAL_PEOPLE, Chance, number_text
from solver.answer import Answer, Outcome
from solver.drawing.styled_text import StyledLine, plain_line, plural
from solver.errors import PentaError, quoted
from solver.penta_rush.points import default_points
from solver.question import Count, Limit, OneOf, Within, question
from solver.runtime.parallel import cores, process_map
from solver.search import Report, Search

if TYPE_CHECKING:  # most lists are not drawn
    from solver.drawing.scene import Scene

_CHART_SYMBOLS = 6  # where the records have several


@dataclass(frozen=True, repr=False)
class CardList(Answer):
    """Cards of a catalogue: its records, or any of its cards if *only_records* is false.

    *rows* are their rows in the file, *where* the catalogue's name in messages, *symbols* the
    number asked for, and *parsed* what the rows hold, if that is known. The records are those for
    *people* or those for perfect play; *measured* cards of the file were measured for it only now.
    """

    rows: Sequence[CatalogueRow]
    where: str
    symbols: int | None = None
    only_records: bool = True
    parsed: Sequence[StoredEntry] | None = None
    people: bool = False
    measured: int = 0
    title = "The flattest cards known"  # of the chart

    @property
    def summary(self) -> str:
        """How many cards there are, and where."""
        kind = "record" if self.only_records else "card"
        for_people = " for people" if self.people else ""
        return f"{plural(len(self.rows), kind)}{for_people} in {self.where}"

    @cached_property
    def stored(self) -> list[StoredEntry]:
        """The rows with what they hold. Raises `CatalogueError` for one that is damaged."""
        return [*parsed_rows(self.rows, self.where)] if self.parsed is None else [*self.parsed]

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - there is no outline
        """Yield a table of records for each size, or one of cards for each choice of values."""
        if not self.only_records:
            return row_table(self.rows)
        return people_table(self.stored) if self.people else record_table(self.stored)

    def to_json(self) -> list[dict[str, Any]]:
        """Return a list of the cards, as JSON."""
        as_json = record_json if self.only_records else _card_json
        return [as_json(each) for each in self.stored]

    def picture(self) -> "Scene":
        """Return the chart of the sd of the cards of each size, that of people if it is theirs."""
        from generator.catalogue.chart import records_chart

        found = records_of(self.stored, people=self.people)
        shown = {Category.of(each.entry).symbols for each in found}
        symbols = self.symbols or (shown.pop() if len(shown) == 1 else _CHART_SYMBOLS)
        entries = [each.entry for each in found]
        return records_chart(entries, symbols=symbols, people=self.people)

    @property
    def notes(self) -> Sequence[str]:
        """That there is no card, where there is none, and how many were measured for people."""
        notes = []
        if self.measured:
            cards = plural(self.measured, "card")
            notes.append(f"how people do was not in the catalogue for {cards}: it was measured now")
        return notes if self.rows else [*notes, "no card in the catalogue matches"]


@dataclass(frozen=True, slots=True, repr=False)
class Audit(Answer):
    """The *results* for the cards of a list: a no if one is wrong, or there is none to check."""

    cards: CardList
    results: Sequence[AuditResult]
    title = CardList.title

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:  # noqa: ARG002 - there is no outline
        """Yield a line for each card, and what they vouch for."""
        yield from map(plain_line, map(audit_text, self.results))
        if self.results:
            yield plain_line(scope_text())

    def to_json(self) -> list[dict[str, Any]]:
        """Return the results as JSON; those of records with all that is known of the record."""
        verdicts = map(audit_json, self.results)
        if not self.cards.only_records:
            return list(verdicts)
        pairs = zip(self.cards.stored, verdicts, strict=False)  # it may have been interrupted
        return [{**record_json(stored), **verdict} for stored, verdict in pairs]

    def picture(self) -> "Scene":
        """Return the chart of the cards, as `CardList` does."""
        return self.cards.picture()

    @property
    def outcome(self) -> Outcome:
        """Yes if there are cards and all of them are right."""
        is_right = bool(self.results) and not any(result.differences for result in self.results)
        return Outcome.YES if is_right else Outcome.NO

    @property
    def notes(self) -> Sequence[str]:
        """That there is no card, where there is none."""
        return self.cards.notes


@question
def records(  # noqa: PLR0913 - what varies comes first
    catalogue: str = BUNDLED,
    *,
    size: tuple[Count, Count] | None = None,
    symbols: Annotated[int, Within(1, 26)] | None = None,
    every: bool = False,
    limit: Limit | None = None,
    people: Chance | None = None,
) -> CardList:
    """Return the records in a *catalogue*, a file or a bundled one; or *every* card of it.

    *size* selects cards of these rows and cols, turned or not, *symbols* those for dice with this
    number of symbols; *limit* is the greatest number of cards, the flattest first: within each size
    for records, over all sizes otherwise. The records are those for perfect play, or for *people*
    of the usual skill. Raises `CatalogueError` where the catalogue cannot be read.

    >>> [str(each.entry.card) for each in records(size=(3, 5)).stored]
    ['3x5:AACACACBBBCBCAB']
    """
    if people not in {None, USUAL_PEOPLE}:
        usual = number_text(USUAL_PEOPLE)
        found = f"people={number_text(people)}"
        raise PentaError(
            "--for", expected=f"perfect, or people of skill {usual}", found=quoted(found)
        )
    if people is not None and every:
        raise PentaError("--for", expected="records, not all cards, for people", found="--all")
    with Catalogue(named_catalogue(catalogue), create=False) as opened:
        rows, where = opened.rows(symbols=symbols), opened.where
    if size is not None:
        rows = [row for row in rows if sorted((row.rows, row.cols)) == sorted(size)]
    if every:
        return CardList(rows[:limit], where, symbols, only_records=False)
    parsed, measured = [*parsed_rows(rows, where)], 0
    if people is not None:
        known = [each for each in parsed if each.entry.points == default_points()]
        parsed = [*map(with_people, known)]
        measured = sum(map(operator.ne, known, parsed))
    parsed = records_of(parsed, people=people is not None)[:limit]
    shown = [each.row for each in parsed]
    return CardList(
        shown, where, symbols, parsed=parsed, people=people is not None, measured=measured
    )


@question
def verify(
    cards: CardList,
    *,
    engine: Annotated[str, OneOf([*ENGINES])] = "cp-sat",
    jobs: Count | None = None,
) -> Search[Audit]:
    """Return a search that checks *cards* by a second *engine*, in *jobs* processes.

    >>> verify(records(size=(3, 5)), engine="plain", jobs=1).run().outcome
    <Outcome.YES: 0>
    """

    def work(report: Report[Audit]) -> Audit:
        results: list[AuditResult] = []
        rows = cards.rows
        with process_map(max(1, min(jobs or cores(), len(rows)))) as map_tasks:
            report(0, len(rows), 0)
            for result in audit(rows, engine, map_tasks):
                results.append(result)
                items = [audit_text(result)]
                if len(results) == len(rows):
                    items.append(scope_text())
                report(len(results), len(rows), len(results), items=items)
        return Audit(cards, results)

    return Search(work, label="checking", noun="rows", line=lambda text: f"{text}\n")


def record_json(record: StoredEntry) -> dict[str, Any]:
    """Return *record* as JSON."""
    entry = record.entry
    return {
        "size": Category.of(entry).size,
        "least_mean": float(least_mean(entry)),
        "symmetry": symmetry_name(entry.card),
        "command": made_by(entry.options),
        **_card_json(record),
    }


def _card_json(stored: StoredEntry) -> dict[str, Any]:
    row, entry = stored
    return {
        "card": row.canonical,
        "sd": row.sd,
        "mean": row.mean,
        "min": row.least,
        "max": row.greatest,
        "duds": row.duds,
        "symbols": row.symbols,
        "points": row.points,
        "exact": {"mean": row.exact_mean, "variance": row.exact_variance},
        "status": row.status,
        "proof": row.proof or None,
        "people": _people_json(entry),
        "found": {
            "card": row.card,
            "dice": row.dice,
            "version": row.version,
            "seed": entry.seed,
            "options": entry.options,
        },
    }


def _people_json(entry: Entry) -> dict[str, Any] | None:
    """Return how people do on the card of *entry*; None if that is not known."""
    if entry.people is None:
        return None
    figures = figures_of(entry, people=True)
    return {"least_mean": figures and float(figures.least_mean), **entry.people.to_json()}


def audit_text(result: AuditResult) -> str:
    """Return the line that says whether a row is right, or what differs."""
    row, differences = result
    if differences:
        return f"differs  {row.canonical}  {'; '.join(differences)}"
    proof = f": {row.proof}" if row.status == CardStatus.PROVED.value else ""
    return f"ok  {row.canonical}  {row.status}{proof}"


def scope_text() -> str:
    """Return the line that says what an audit vouches for."""
    *others, last = UNCHECKED
    trusted = f"{', '.join(others)} and {last}"
    return f"Checked: cards, scores, people and proofs. Taken on trust: {trusted}."


def audit_json(result: AuditResult) -> dict[str, Any]:
    """Return the result for a row as JSON."""
    row, differences = result
    return {
        "card": row.canonical,
        "points": row.points,
        "symbols": row.symbols,
        "ok": not differences,
        "differs": differences,
        "status": row.status,
        "proof": row.proof or None,
        "unchecked": list(UNCHECKED),
    }
