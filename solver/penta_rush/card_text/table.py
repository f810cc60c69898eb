"""The rows of a card in a text that is more than letters with blanks, and notes on its reading."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from solver.errors import CardError, quoted
from solver.penta_rush.card_id import MAX_SIDE, is_card_id
from solver.penta_rush.card_text import (
    dialect,
    group,
    label,
    letters_or_table,
    letters_or_words,
    margin,
)
from solver.penta_rush.card_text.comment import glued_notes, settled, without_markup
from solver.penta_rush.card_text.dialect import CellText
from solver.penta_rush.card_text.letters_or_words import Noted, Rows
from solver.penta_rush.symbol_name import MAX_NAME_LENGTH, Reading, graphemes, normalized_name
from solver.penta_rush.symbol_table import check_no_legend, merging_notes

_MOST_LINES = 5 * MAX_SIDE  # the rows, and rulings, titles and comments among them
_MOST_COLS = 2**14  # of a spreadsheet, which may fill them up with empty cells
_MOST_CHARACTERS = MAX_SIDE * (2 * MAX_NAME_LENGTH + 3)  # all doubled quotes, in quotes
_FOREIGN = (
    (re.compile(r"<[!?/A-Za-z]"), "a page or picture of markup", "save the table as CSV"),
    (re.compile(r"\{\\rtf"), "a document of a word processor", "save it as plain text"),
    (re.compile(r"[\[{]\s*([\"\[{'\d]|$)"), "JSON or a list of a program", "write a line per row"),
)


def card_rows(
    lines: Mapping[int, str], names: Mapping[str, str], source: str, reading: Reading | None = None
) -> Noted:
    """Return the rows of symbols in *lines*, and notes on what was decided or left out.

    The *lines*, by their numbers, have no legend and no plain comments. Raises `CardError` where
    they are no table, or where one says two things.
    """
    if len(lines) > _MOST_LINES:
        where = f"{source}, line {[*lines][MAX_SIDE]}"
        raise CardError(where, expected=f"at most {MAX_SIDE} rows", found=str(len(lines)))
    lines, marked = without_markup(lines, source)
    lines, separator = dialect.declared(lines)
    check_no_legend(lines, source)
    _refuse_foreign(lines, source)
    if separator is None:
        separator = letters_or_table.separators(lines, source)
    lines, notes = settled(lines, separator, source)
    _check_lengths(lines, separator, source)
    lines, ruled = dialect.without_rulings(lines, separator)
    table = _split(lines, separator, source)
    letters, more = group.without_separators(table, separator, names, source, reading)
    notes += more
    if letters is not None:
        lines, separator = letters, ""
        table = _split(lines, separator, source)
    if dialect.is_ruled(separator):
        _check_bars(lines, table, ruled, source)
    cells = dialect.without_outer_quotes(table, source)
    notes += glued_notes(cells, source)
    rows = _trimmed({number: _names(row) for number, row in cells.items()})
    if not rows:
        return {}, []
    is_quoted = any(cell.is_quoted for row in cells.values() for cell in row)
    notes, take = [*marked, *notes], partial(_taken, names=names, source=source, reading=reading)
    is_compact, typed = False, rows
    if separator or is_quoted:
        taking = [*letters_or_words.one_row_note(rows, source)]
    else:
        (rows, taking), titles = take(rows)
        notes += titles
        if reading is None:
            taking += _blank_notes(lines, typed, rows, source)
        is_compact = any(len(row) < len(rows.get(at, ())) for at, row in typed.items())
    rows, more = margin.without_margins(rows, names, source, ruled=ruled, is_compact=is_compact)
    if dialect.is_ruled(separator) and reading is None:
        more += group.bar_note(rows, table, source)
    is_one_column = rows and all(len(row) == 1 and len(row[0]) > 1 for row in rows.values())
    if (separator or is_quoted or more) and is_one_column and not is_compact:
        # Nothing separates its cells any more: they may be rows themselves.
        rows, taking = _column_rows(rows, take, source, is_quoted=is_quoted)
    _check_cells(rows, source)
    return rows, [*notes, *taking, *more, *merging_notes(rows, source)]


def _check_cells(rows: Rows, source: str) -> None:
    for number, row in rows.items():
        for position, symbol in enumerate(row, start=1):
            where = f"{source}, line {number}, symbol {position}"
            if not symbol:
                hint = "leave out what is no cell, or write the symbol"
                raise CardError(where, expected="a symbol", found="an empty cell", hint=hint)
            if is_card_id(symbol):
                hint = "a card id stands alone, or '# ' before what is no part of it"
                raise CardError(where, expected="a symbol", found=quoted(symbol), hint=hint)


def row_of(line: str, number: int, source: str, reading: Reading | None = None) -> Noted:
    """Return the row that *line* is, if it has symbols, and notes. Raises as `card_rows`."""
    where = f"{source}, line {number}"
    separator = letters_or_table.separators({number: line}, source)
    table = {number: dialect.split_cells(line, separator, where)}
    letters, notes = group.without_separators(table, separator, {}, source, reading)
    if letters is not None:
        return {number: graphemes("".join(letters[number].split()))}, notes
    cells = dialect.without_outer_quotes(table, source)
    rows = _trimmed({number: _names(cells[number])})
    if "" in rows.get(number, ()):
        where += f", symbol {rows[number].index('') + 1}"
        raise CardError(where, expected="a symbol", found="an empty cell")
    if dialect.is_ruled(separator) and reading is None:
        notes += group.bar_note(rows, table, source)
    return rows, notes


def _split(lines: Mapping[int, str], separator: str, source: str) -> dict[int, list[CellText]]:
    return {
        number: dialect.split_cells(line, separator, f"{source}, line {number}")
        for number, line in lines.items()
    }


def _names(cells: Sequence[CellText]) -> list[str]:
    return [normalized_name(cell.text) for cell in cells]


def _trimmed(rows: Rows) -> Rows:
    filled = {number: row for number, row in rows.items() if any(row)}
    if not filled:
        return {}
    first = min(next(col for col, cell in enumerate(row) if cell) for row in filled.values())
    return {
        number: row[first : max(col for col, cell in enumerate(row) if cell) + 1]
        for number, row in filled.items()
    }


def _check_lengths(lines: Mapping[int, str], separator: str, source: str) -> None:
    for number, line in lines.items():
        cells = sum(map(line.count, separator)) + 1
        length = len("".join(line.strip(f"{separator} ").split()))
        if cells > _MOST_COLS or length > _MOST_CHARACTERS:
            found = f"{cells} cells" if cells > _MOST_COLS else f"{length} characters"
            where = f"{source}, line {number}"
            raise CardError(where, expected=f"at most {MAX_SIDE} symbols", found=found)


def _taken(
    words: Rows, names: Mapping[str, str], source: str, reading: Reading | None
) -> tuple[Noted, list[str]]:
    take = partial(letters_or_words.taken, names=names, source=source, reading=reading)
    below, titles = label.without_title_words(words, take, source)
    return take(below), titles


def _blank_notes(lines: Mapping[int, str], words: Rows, rows: Rows, source: str) -> Iterator[str]:
    if any("\t" in line.strip() for line in lines.values()):
        yield f"{source}: tabs and blanks separate letters alike (commas make other cells)"
    elif all(rows[number] == words[number] for number in rows):
        yield from letters_or_words.double_blank_note(lines, source)
    elif len(words) == 1:
        yield from letters_or_words.grouped_row_note(words, rows, source)


def _column_rows(
    rows: Rows, take: Callable[[Rows], tuple[Noted, list[str]]], source: str, *, is_quoted: bool
) -> Noted:
    words: Rows = {number: row[0].split() for number, row in rows.items()}
    if any(len(row) > 1 for row in words.values()):
        is_letters = all(len(word) == 1 for row in words.values() for word in row)
        if is_letters and not is_quoted:
            return words, [letters_or_words.taking_note(words, source, are_words=False)]
        marks = "quotes" if is_quoted else "separators"
        text = f"every line is one cell, as its {marks} say (without them, blanks separate)"
        return rows, [f"{source}: {text}"]
    (taken, _), titles = take(words)
    if is_quoted and taken == rows:
        return rows, []
    shown = rows if is_quoted else taken
    are_words = is_quoted or all(len(row) == 1 for row in taken.values())
    note = letters_or_words.taking_note(shown, source, are_words=are_words)
    return shown, [note] if is_quoted else [*titles, note]


def _check_bars(
    lines: Mapping[int, str],
    table: Mapping[int, Sequence[CellText]],
    ruled: int | None,
    source: str,
) -> None:
    """Raise `CardError` if a row between bars is empty, or if a line but a title has none."""
    first = next(iter(lines), 0)
    for number, line in lines.items():
        has_bar = any(bar in line for bar in letters_or_table.BARS)
        is_empty = not any(cell.text for cell in table[number])
        if (is_empty and number != ruled) or (not has_bar and number != first):
            where, hint = f"{source}, line {number}", "commas separate cells that show bars"
            expected = "cells between bars as in the other lines"
            raise CardError(where, expected=expected, found=quoted(line.strip()), hint=hint)


def _refuse_foreign(lines: Mapping[int, str], source: str) -> None:
    first = next(iter(lines.values()), "").strip()
    for pattern, found, hint in _FOREIGN:
        if pattern.match(first):
            raise CardError(source, expected="rows of symbols", found=found, hint=hint)
