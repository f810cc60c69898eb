"""A catalogue as text: tables of cards and of records, and the command that makes each."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.card_symmetry import symmetry_name
from generator.catalogue.entry import CatalogueRow
from generator.catalogue.record import Category, least_mean
from generator.catalogue.store import StoredEntry
from generator.spec import USUAL_PEOPLE, command_line, number_text
from solver.drawing.styled_text import (
    MAX_WIDTH,
    StyledLine,
    plain_line,
    unbroken_items,
    wrapped,
    wrapped_lines,
)
from solver.penta_rush.people.skill import CAVEAT

_INDENT = "  "
_CONTINUED = " \\"
_FIRST = ("rows", "cols", "symbols", "target")  # as they are asked for
_NEEDED = {*_FIRST, "steps", "seed"}


def row_table(rows: Sequence[CatalogueRow]) -> Iterator[StyledLine]:
    """Yield a table of the cards for each choice of tile values."""
    by_points = sorted(rows, key=lambda row: row.points)  # stable
    for number, (points, group) in enumerate(groupby(by_points, key=lambda row: row.points)):
        if number:
            yield plain_line("")
        yield [(f"tiles {points}", "bold")]
        yield plain_line("   sd   mean  least  greatest  duds  symbols  status      card")
        for row in group:
            yield plain_line(
                f"{row.sd:5.2f}  {row.mean:5.2f}  {row.least:>5}  {row.greatest:>8}  {row.duds:>4}"
                f"  {row.symbols:>7}  {row.status:<10}  {row.canonical}"
            )


def record_table(records: Sequence[StoredEntry]) -> Iterator[StyledLine]:
    """Yield a table for each size and number of symbols, the flattest card first."""
    for number, (category, group) in enumerate(groupby(records, _category)):
        if number:
            yield plain_line("")
        yield [(str(category), "bold")]
        yield plain_line("least mean     sd   mean  least  greatest  symmetry      status")
        for row, entry in group:
            yield plain_line(
                f"{float(least_mean(entry)):>10g}  {row.sd:5.2f}  {row.mean:5.2f}  {row.least:>5}"
                f"  {row.greatest:>8}  {symmetry_name(entry.card) or 'none':<12}  {row.status}"
            )
            yield from _origin_lines(StoredEntry(row, entry))


def people_table(records: Sequence[StoredEntry]) -> Iterator[StyledLine]:
    """Yield a table of the *records* for people, with the figures for perfect play beside them."""
    for number, (category, group) in enumerate(groupby(records, _category)):
        if number:
            yield plain_line("")
        yield [(f"{category}, for people of skill {number_text(USUAL_PEOPLE)}", "bold")]
        yield plain_line("least mean     sd   mean  perfect: sd   mean  least  greatest  symmetry")
        for each in group:
            row, entry = each
            yield plain_line(
                f"{float(least_mean(entry, people=True)):>10g}  {row.people_sd:5.2f}"
                f"  {row.people_mean:5.2f}  {row.sd:11.2f}  {row.mean:5.2f}  {row.least:>5}"
                f"  {row.greatest:>8}  {symmetry_name(entry.card) or 'none'}"
            )
            yield from _origin_lines(each)
    if records:
        yield plain_line("")
        yield from wrapped_lines(f"People of skill {number_text(USUAL_PEOPLE)}. {CAVEAT}")


def _origin_lines(record: StoredEntry) -> Iterator[StyledLine]:
    yield plain_line(f"{_INDENT}{record.row.card}")
    command = made_by(record.entry.options)
    yield from map(plain_line, _wrapped(command).split("\n") if command else ())


def made_by(options: Mapping[str, Any]) -> str | None:
    """Return the command that makes a card found with *options*; None if there is none.

    A search that was stopped before its last step has none, as its schedule was that of all steps.
    """
    done = options.get("done")
    texts = {name: value for name, value in options.items() if name != "done"}
    is_of_search = texts.keys() >= _NEEDED and all(
        isinstance(value, str) and re.fullmatch("[a-z-]+", name) for name, value in texts.items()
    )
    if not is_of_search or not texts["steps"].isdecimal() or len(texts["steps"]) > len(str(10**15)):
        return None
    is_whole = isinstance(done, int) and done >= int(texts["steps"])
    ordered = {name: texts[name] for name in dict.fromkeys((*_FIRST, *texts))}
    return command_line(ordered) if is_whole else None


def _category(record: StoredEntry) -> Category:
    return Category.of(record.entry)


def _wrapped(command: str) -> str:
    r"""Return *command*, indented, its lines broken between options and ended with ``\``."""
    options = unbroken_items(re.split(" (?=--)", command), " ")
    width = MAX_WIDTH - len(_CONTINUED)
    return f"{_CONTINUED}\n".join(wrapped(options, first=_INDENT, others=2 * _INDENT, width=width))
