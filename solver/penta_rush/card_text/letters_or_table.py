"""Whether the text of a card is plain letters, or a table with marks between cells, as of CSV.

Semicolons, tabs, commas and bars always separate cells, and one text has one kind of them, unless
quotes stand around the others. Without any, blanks separate.
"""

import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from solver.errors import CardError
from solver.penta_rush.symbol_name import SEPARATORS, is_letter

_DRAWN_BARS = "\u00a6\u2502\u2503\u2551\uff5c"
BARS = f"|{_DRAWN_BARS}"
# A quote within a word, as in 5", begins nothing. Plain letters need no pattern compiled.
_QUOTED_PART = rf'(?<![^\s{SEPARATORS}{re.escape(BARS)}])"(?:[^"]|"")*"'
_QUOTES_HINT = "quotes around a cell keep what is in it together"


def are_plain_letters(rows: Mapping[int, Sequence[str]]) -> bool:
    """Return whether *rows* are single letters, or lines of capitals that begin the alphabet."""
    letters = {*"".join(map("".join, rows.values()))}
    if not letters or not all(map(is_letter, letters)):
        return False
    begin = letters == {*ascii_uppercase[: len(letters)]}
    are_single = all(len(group) == 1 for row in rows.values() for group in row)
    return are_single or (begin and all(len(row) == 1 for row in rows.values()))


def separators(lines: Mapping[int, str], source: str) -> str:
    """Return the marks that separate cells, none for blanks; raise `CardError` for two kinds."""
    bare = {number: re.sub(_QUOTED_PART, "", line).strip() for number, line in lines.items()}
    lines_of = reversed(bare.items())
    found = {mark: number for number, line in lines_of for mark in SEPARATORS if mark in line}
    if len(found) > 1:
        number = max(found.values())
        names = " and ".join(repr(mark) for mark in SEPARATORS if mark in found)
        where = f"{source}, line {number}"
        raise CardError(where, expected="one kind of separator", found=names, hint=_QUOTES_HINT)
    if found:
        mark = next(iter(found))
        return "" if mark == "\t" and are_letters_by_tabs(lines) else mark
    shown = {*"".join(bare.values())}
    if "|" in shown and shown & {*_DRAWN_BARS}:
        raise CardError(source, expected="one kind of bar", found="several", hint=_QUOTES_HINT)
    return "|" if "|" in shown else _DRAWN_BARS if shown & {*_DRAWN_BARS} else ""


def are_letters_by_tabs(lines: Mapping[int, str]) -> bool:
    """Return whether *lines* are single letters, with a mixture of tabs and blanks between them."""
    stripped = [line.strip() for line in lines.values()]
    with_tabs = [line for line in stripped if "\t" in line]
    are_letters = all(line.isascii() and "".join(line.split()).isalpha() for line in stripped)
    are_single = all(len(word) == 1 for line in with_tabs for word in line.split())
    has_others = len(with_tabs) < len(stripped) or any(
        len(cell.split()) > 1 for line in with_tabs for cell in line.split("\t")
    )
    return are_letters and are_single and has_others
