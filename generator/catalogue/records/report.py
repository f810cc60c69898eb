"""Records as a table and as JSON, each with the command that makes its card."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.catalogue.records.record import Category, least_mean
from generator.catalogue.records.symmetry import symmetry_name
from generator.catalogue.report import row_json
from generator.catalogue.store import StoredEntry
from generator.spec import command_line
from solver.drawing.text_grid import MAX_WIDTH, StyledLine, plain_line, unbroken_items, wrapped

_INDENT = "  "
_CONTINUED = " \\"
_FIRST = ("rows", "cols", "symbols", "target")  # as they are asked for
_NEEDED = {*_FIRST, "steps", "seed"}


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
            yield plain_line(f"{_INDENT}{row.card}")
            command = made_by(entry.options)
            yield from map(plain_line, _wrapped(command).split("\n") if command else ())


def record_json(record: StoredEntry) -> dict[str, Any]:
    """Return *record* as JSON."""
    row, entry = record
    return {
        "size": _category(record).size,
        "least_mean": float(least_mean(entry)),
        "symmetry": symmetry_name(entry.card),
        "command": made_by(entry.options),
        **row_json(row, entry),
    }


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
