"""The rows of a card in a text that is more than letters with blanks, and notes on how it was read.

First the dialect is found, then the table, then what of it is no cell.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solver.errors import CardError, quoted
from solver.penta_rush.card_text import dialect, letters_or_words, margin
from solver.penta_rush.card_text.comment import settled
from solver.penta_rush.card_text.dialect import CellText
from solver.penta_rush.card_text.letters_or_words import MAX_SIDE
from solver.penta_rush.legend import normalized_name
from solver.penta_rush.reading import Reading
from solver.penta_rush.symbol_table import merging_notes

_MOST_LINES = 5 * MAX_SIDE  # the rows, and rulings, titles and comments among them
_ID = re.compile(r"\d{1,9}\s*[xX]\s*\d{1,9}\s*:.*")
_FOREIGN = (
    (re.compile(r"<[!?/A-Za-z]"), "a page or picture of markup", "save the table as CSV"),
    (re.compile(r"\{\\rtf"), "a document of a word processor", "save it as plain text"),
    (
        re.compile(r"[\[{]\s*(\"|\[|\{|'|\d|$)"),
        "JSON or a list of a program",
        "write a line per row",
    ),
)


class CardRows(NamedTuple):
    """The *rows* of symbols, by their line numbers, and *notes* on what was decided or left out."""

    rows: dict[int, Sequence[str]]
    notes: tuple[str, ...]


def card_rows(
    lines: Mapping[int, str],
    names: Mapping[str, str],
    source: str,
    reading: Reading | None = None,
) -> CardRows:
    """Return the rows of symbols in *lines*, by their numbers, without legend and plain comments.

    *names* are the names of symbols, by letters, if they are known before. Raises `CardError` where
    the lines are no table, or where one says two things.
    """
    if len(lines) > _MOST_LINES:
        where = f"{source}, line {[*lines][MAX_SIDE]}"
        raise CardError(where, expected=f"at most {MAX_SIDE} rows", found=str(len(lines)))
    lines, separator = dialect.declared(lines)
    _refuse_foreign(lines, source)
    if separator is None:
        separator = dialect.separators(lines, source)
    lines, notes = settled(lines, separator, source)
    lines, ruled = dialect.without_rulings(lines, separator)
    table = {
        number: dialect.split_cells(line, separator, f"{source}, line {number}")
        for number, line in lines.items()
    }
    if dialect.is_ruled(separator):
        _check_bars(lines, table, ruled, source)
    cells = dialect.without_outer_quotes(table, source)
    rows = _trimmed({number: _names(row) for number, row in cells.items()})
    if not rows:
        return CardRows({}, ())
    is_quoted = any(cell.is_quoted for row in cells.values() for cell in row)
    if separator or is_quoted:
        notes += _one_cell_notes(rows, source) if is_quoted else ()
    else:
        rows, told = _words_or_letters(lines, rows, names, source, reading)
        notes += told
    rows, told = margin.without_margins(rows, names, source, ruled=ruled, typed=not separator)
    for number, row in rows.items():
        for position, symbol in enumerate(row, start=1):
            where = f"{source}, line {number}, symbol {position}"
            if not symbol:
                raise CardError(where, expected="a symbol", found="an empty cell")
            if _ID.fullmatch(symbol):
                hint = "a card id stands alone, or '# ' before what is no part of it"
                raise CardError(where, expected="a symbol", found=quoted(symbol), hint=hint)
    return CardRows(rows, (*notes, *told, *merging_notes(rows, source)))


def row_symbols(line: str, where: str) -> list[str]:
    """Return the symbols in *line*, a row with separators. Raises `CardError` as `card_rows`."""
    separator = dialect.separators({1: line}, where)
    cells = dialect.without_outer_quotes({1: dialect.split_cells(line, separator, where)}, where)
    row = _trimmed({1: _names(cells[1])}).get(1, [])
    if "" in row:
        raise CardError(f"{where}, symbol {row.index('') + 1}",
                        expected="a symbol", found="an empty cell")  # fmt: skip
    return list(row)


def _names(cells: Sequence[CellText]) -> list[str]:
    return [normalized_name(cell.text) for cell in cells]


def _trimmed(rows: Mapping[int, Sequence[str]]) -> dict[int, Sequence[str]]:
    """Return *rows* without the empty rows and columns that a spreadsheet may have around them."""
    filled = {number: row for number, row in rows.items() if any(row)}
    if not filled:
        return {}
    first = min(next(col for col, cell in enumerate(row) if cell) for row in filled.values())
    return {
        number: row[first : max(col for col, cell in enumerate(row) if cell) + 1]
        for number, row in filled.items()
    }


def _words_or_letters(
    lines: Mapping[int, str],
    words: Mapping[int, Sequence[str]],
    names: Mapping[str, str],
    source: str,
    reading: Reading | None,
) -> letters_or_words.Taken:
    """Return the rows of *words* that blanks separate, as they are taken, and notes."""
    has_tabs = any("\t" in line.strip() for line in lines.values())
    taken = letters_or_words.taken(words, names, source, reading)
    if has_tabs and reading is None:
        note = f"{source}: tabs and blanks separate letters alike (commas make other cells)"
        return letters_or_words.Taken(taken.rows, [note])
    if len({*map(len, taken.rows.values())}) > 1 and not _counts_ahead(words):
        without_title, title_notes = margin.without_title_words(words, source)
        if title_notes:
            again = letters_or_words.taken(without_title, names, source, reading)
            return letters_or_words.Taken(again.rows, [*title_notes, *again.notes])
    if reading is None and taken.rows == dict(words):
        notes = letters_or_words.double_blank_note(lines, source)
        return letters_or_words.Taken(taken.rows, [*taken.notes, *notes])
    return taken


def _counts_ahead(words: Mapping[int, Sequence[str]]) -> bool:
    """Return whether the first line of *words* is one shorter than the others, as a header is."""
    first, *others = map(len, words.values())
    return {*others} == {first + 1}


def _check_bars(
    lines: Mapping[int, str],
    table: Mapping[int, Sequence[CellText]],
    ruled: int | None,
    source: str,
) -> None:
    """Raise `CardError` if a line between bars is empty, or one but a title has none.

    The header of a ruled table may be empty.
    """
    first = next(iter(lines), 0)
    for number, line in lines.items():
        has_bar = any(bar in line for bar in dialect.BARS)
        is_empty = not any(cell.text for cell in table[number])
        if (is_empty and number != ruled) or (not has_bar and number != first):
            where, hint = f"{source}, line {number}", "commas separate cells that show bars"
            expected = "cells between bars as in the other lines"
            raise CardError(where, expected=expected, found=quoted(line.strip()), hint=hint)


def _one_cell_notes(rows: Mapping[int, Sequence[str]], source: str) -> tuple[str, ...]:
    """Return a note if quotes make one cell of every line, though there are blanks in it."""
    firsts = [row[0] for row in rows.values() if len(row) == 1]
    if len(firsts) < len(rows) or not any(" " in first for first in firsts):
        return ()
    return (f"{source}: every line is one cell, as its quotes say (without them, blanks separate)",)


def _refuse_foreign(lines: Mapping[int, str], source: str) -> None:
    """Raise `CardError` if *lines* are those of a file that is no table of text."""
    first = next(iter(lines.values()), "").strip()
    for pattern, found, hint in _FOREIGN:
        if pattern.match(first):
            raise CardError(source, expected="rows of symbols", found=found, hint=hint)
