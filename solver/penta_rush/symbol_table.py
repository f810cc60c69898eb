"""A card as people have it: rows of words, emoji, digits or letters, as in a file of a spreadsheet.

What stands between the symbols is found out: semicolons, else tabs, else commas, else blanks; with
nothing between them, every character is a symbol. A text may begin with the legend of the card, one
``A = red circle`` per line.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase

from solver.errors import CardError, did_you_mean, quoted
from solver.penta_rush.legend import (
    Legend,
    check_name,
    graphemes,
    is_letter,
    letters_for,
    name_key,
    normalized_name,
)

Row = Sequence[str]

_LEGEND_LINE = re.compile(r"([A-Za-z])\s*[=:]\s*(.*)")
_SYMBOL_CATEGORIES = "LNS"  # of Unicode: letters, numbers, symbols, but not punctuation alone


def split_legend(lines: Mapping[int, str], source: str) -> tuple[dict[str, str], dict[int, str]]:
    """Return the names by letters at the beginning of *lines*, by line numbers, and the others.

    Raises `CardError` when a letter has two names.
    """
    names: dict[str, str] = {}
    others = dict(lines)
    for number, line in lines.items():
        if (match := _legend_line(line)) is None:
            break
        letter, name = match[1].upper(), normalized_name(match[2])
        where = f"{source}, line {number}"
        check_name(name, where)
        if letter in names:
            found = f"{quoted(name)}, and {quoted(names[letter])} before"
            raise CardError(where, expected=f"one name of {letter}", found=found)
        names[letter] = name
        del others[number]
    return names, others


def is_legend_line(line: str) -> bool:
    """Return whether *line* gives a letter a name, as ``A = red circle`` does."""
    return _legend_line(line) is not None


def symbol_rows(lines: Mapping[int, str], source: str) -> dict[int, Row]:
    """Return the symbols of each of *lines*, by their numbers; nothing but blanks is left out.

    Raises `CardError` when a line breaks the rules of quoting, or has an empty cell.
    """
    separator = next((mark for mark in ";\t," if any(mark in line for line in lines.values())), "")
    split = {
        number: [
            normalized_name(cell)
            for cell in (_csv_cells(line, separator, f"{source}, line {number}")
                         if separator else line.split())
        ]
        for number, line in lines.items()
    }  # fmt: skip
    rows = {number: row for number, row in split.items() if any(row)}
    if not separator and _are_characters(rows.values()):
        return {number: graphemes("".join(row)) for number, row in rows.items()}
    if not rows:
        return {}
    # A spreadsheet may have empty columns beside the card.
    first = min(next(col for col, cell in enumerate(row) if cell) for row in rows.values())
    trimmed: dict[int, Row] = {}
    for number, row in rows.items():
        last = max(col for col, cell in enumerate(row) if cell)
        symbols = row[first : last + 1]
        if "" in symbols:
            where = f"{source}, line {number}, symbol {symbols.index('') + 1}"
            raise CardError(where, expected="a symbol", found="an empty cell")
        trimmed[number] = symbols
    return trimmed


def are_names(rows: Mapping[int, Row], names: Mapping[str, str]) -> bool:
    """Return whether all symbols of *rows* are among *names*."""
    known = {name_key(name) for name in names.values()}
    return all(name_key(symbol) in known for row in rows.values() for symbol in row)


def split_words(line: str) -> list[str]:
    """Return the groups of letters in *line*: what tabs separate, or blanks if there are none."""
    words = line.strip().split("\t") if "\t" in line.strip() else line.split()
    return [word for word in map(normalized_name, words) if word]


def are_words(rows: Mapping[int, Row], *, irregular: bool) -> bool:
    """Return whether *rows* of groups of letters look like words, not like letters in groups.

    Words come again and again, in rows of one length. *irregular* ones are not all of one length,
    as groups of letters are, and none is a single letter.
    """
    words = [word.casefold() for row in rows.values() for word in row]
    widths = {len(row) for row in rows.values()}
    if len(widths) > 1 or 1 in widths or 2 * len({*words}) > len(words):
        return False
    are_letters = [all(map(is_letter, word.split())) for word in words]
    if irregular:
        return not any(are_letters) and len({*map(len, words)}) > 1
    return not all(are_letters)


def in_letters(
    rows: Mapping[int, Row], names: Mapping[str, str], source: str
) -> tuple[tuple[str, ...], Legend]:
    """Return *rows*, by their line numbers, in letters, and the legend.

    *names* are those known before, by letters; if there are any, every symbol must be one of them,
    or a letter. Raises `CardError` when one is not, or when more than 26 differ.
    """
    spelling: dict[str, str] = {}  # the first one of each symbol, by its small letters
    for number, row in rows.items():
        for position, symbol in enumerate(row, start=1):
            if name_key(symbol) not in spelling:
                _check_symbol(symbol, names, f"{source}, line {number}, symbol {position}")
                spelling[name_key(symbol)] = symbol
    if len(spelling) > len(ascii_uppercase):
        expected = f"at most {len(ascii_uppercase)} different symbols"
        raise CardError(source, expected=expected, found=str(len(spelling)))
    letters = {name_key(symbol): letter for letter, symbol in names.items()}
    if names:
        unnamed = {key: symbol.upper() for key, symbol in spelling.items() if key not in letters}
        letters = unnamed | letters
        legend = Legend.of(names)
    else:
        letter_of = letters_for(list(spelling.values()))
        letters = {name_key(symbol): letter for symbol, letter in letter_of.items()}
        legend = Legend.of(
            {letter: letter if is_letter(name) else name for name, letter in letter_of.items()}
        )
    lines = ("".join(letters[name_key(symbol)] for symbol in row) for row in rows.values())
    return tuple(lines), legend


def _legend_line(line: str) -> re.Match[str] | None:
    # A spreadsheet may have put quotes around the line, and separators after it.
    text = line.strip().rstrip(",;\t ")
    return _LEGEND_LINE.fullmatch(text.strip('"') if text.startswith('"') else text)


def _are_characters(rows: Iterable[Row]) -> bool:
    """Return whether every character of *rows* is a symbol, perhaps with blanks between them."""
    return all(len(row) == 1 or all(len(graphemes(text)) == 1 for text in row) for row in rows)


def _csv_cells(line: str, separator: str, where: str) -> list[str]:
    try:
        (cells,) = csv.reader([line], delimiter=separator, skipinitialspace=True, strict=True)
    except (csv.Error, ValueError) as error:  # ValueError: a line within quotes
        reason = str(error).replace("\t", r"\t")
        found = f"{quoted(line)} ({reason})"
        raise CardError(where, expected="cells, in quotes or not", found=found) from None
    return cells


def _check_symbol(symbol: str, names: Mapping[str, str], where: str) -> None:
    from unicodedata import category

    if names:
        if not (is_letter(symbol) or are_names({0: [symbol]}, names)):
            expected = f"a symbol of the legend ({', '.join(names.values())})"
            hint = did_you_mean(symbol, names.values())
            raise CardError(where, expected=expected, found=quoted(symbol), hint=hint)
        return
    if "=" in symbol:
        hint = "the legend stands before the rows"
        raise CardError(where, expected="a symbol", found=quoted(symbol), hint=hint)
    check_name(symbol, where)
    if not any(category(character)[0] in _SYMBOL_CATEGORIES for character in symbol):
        expected = "a letter, a word, a digit or an emoji"
        raise CardError(where, expected=expected, found=quoted(symbol))
