"""The dialect of a table: the quotes around its cells, and the rulings between its rows."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solver.errors import CardError, quoted
from solver.penta_rush.card_text.letters_or_table import BARS

_DECLARED = re.compile(r'"?sep=([;,|\t])?[";,\t]*')  # the first line of some CSV files
# A line that is nothing but a ruling: of Markdown, below a title, or of box drawing characters.
_RULING = re.compile(r"[\s|+:.*\-=_\u2010-\u2015\u2500-\u257f]*")
_RULED = re.compile(r"-{2}|={2}|_{2}|\|\s*:?-+:?\s*\|")
_BOX_RULED = re.compile(r"[\u2014\u2015\u2500\u2501\u2504\u2505\u2508\u2509\u2550]")
_BOX = re.compile(r"[\u2500-\u257f]")
_PAIRS = ("''", "\u2018\u2019", "\u201c\u201d", "\u201e\u201c", "\u201a\u2018", "\u00ab\u00bb",
          "\u00bb\u00ab", "\u2039\u203a", "``")  # fmt: skip
_OPENING, _CLOSING = "\u2018\u201c\u201e\u201a\u00ab\u2039[{('", "\u2019\u201d\u00bb\u203a]})'"


class CellText(NamedTuple):
    """The *text* of a cell, and whether quotes stood around it."""

    text: str
    is_quoted: bool = False


def is_ruled(separator: str) -> bool:
    """Return whether bars are the *separator*."""
    return bool(separator) and separator in BARS


def declared(lines: Mapping[int, str]) -> tuple[dict[int, str], str | None]:
    """Return *lines* without a first one such as ``sep=;``, and the separator that it names."""
    first = next(iter(lines), 0)
    match = _DECLARED.fullmatch(lines[first].strip()) if lines else None
    kept = {number: line for number, line in lines.items() if number != first or not match}
    return kept, match[1] if match else None


def without_rulings(lines: Mapping[int, str], separator: str) -> tuple[dict[int, str], int | None]:
    """Return *lines* without rulings, and the line of a header, which has the only ruling below."""
    rulings = [
        number
        for number, line in lines.items()
        if _RULING.fullmatch(line)
        and (_RULED.search(line) or (is_ruled(separator) and _BOX_RULED.search(line)))
    ]
    kept = {number: line for number, line in lines.items() if number not in rulings}
    numbers = list(kept)
    inner = [each for each in rulings if numbers and numbers[0] < each < numbers[-1]]
    is_below_first = len(inner) == 1 and len(numbers) > 1 and inner[0] < numbers[1]
    is_around_every_row = len(numbers) == 1 + len(inner) and len(rulings) > len(inner)
    return kept, numbers[0] if is_below_first and not is_around_every_row else None


def split_cells(line: str, separator: str, where: str) -> list[CellText]:
    """Return the cells of *line*, between characters of *separator*, or else blanks."""
    if not separator:
        return _split_words(line, where)
    blank = r"[^\S\t]" if separator == "\t" else r"\s"
    marks = re.escape(separator)
    cell = re.compile(rf'{blank}*"((?:[^"]|"")*)"{blank}*(?=[{marks}]|$)|([^{marks}]*)')
    cells, at = [], 0
    while match := cell.match(line, at):
        bare = (match[2] or "").strip()
        if bare.startswith('"'):
            raise CardError(where, expected="cells, in quotes or not", found=quoted(line.strip()))
        if is_ruled(separator) and _BOX.search(bare):
            raise CardError(where, expected="symbols between rulings", found=quoted(bare))
        if len(bare) > 1 and any(bar in bare for bar in BARS):
            hint = "quotes around a cell keep it"
            raise CardError(where, expected="one kind of separator", found=quoted(bare), hint=hint)
        cells.append(_cell(match))
        at = match.end() + 1
        if at > len(line):
            break
    return cells


def _split_words(line: str, where: str) -> list[CellText]:
    """Return what blanks separate in *line*; quotes keep blanks. Raises `CardError` as above."""
    if '"' not in line:
        return [CellText(word) for word in line.split()]
    words = [_cell(match) for match in re.finditer(r'"((?:[^"]|"")*)"(?!\S)|(\S+)', line)]
    if any(not word.is_quoted and word.text.startswith('"') and word.text != '"' for word in words):
        raise CardError(where, expected="words, in quotes or not", found=quoted(line.strip()))
    return words


def _cell(match: re.Match[str]) -> CellText:
    text = match[1].replace('""', '"') if match[2] is None else match[2].strip()
    return CellText(text, is_quoted=match[2] is None)


def without_outer_quotes(
    rows: Mapping[int, Sequence[CellText]], source: str
) -> dict[int, list[CellText]]:
    """Return *rows* without the quotes around every cell; raise `CardError` if one has no pair."""
    shown = [cell.text for row in rows.values() for cell in row if cell.text]
    for pair in _PAIRS:
        if shown and all(len(text) > len(pair) and text[0] + text[-1] == pair for text in shown):
            return {
                number: [CellText(cell.text[1:-1], cell.text != "") for cell in row]
                for number, row in rows.items()
            }
    for number, row in rows.items():
        for position, cell in enumerate(row, start=1):
            text = cell.text
            if cell.is_quoted or not any(map(str.isalnum, text)):
                continue
            opens, closes = text[0] in _OPENING, text[-1] in _CLOSING
            if (opens and not any(each in text[1:] for each in _CLOSING)) or (
                closes and not any(each in text[:-1] for each in _OPENING)
            ):
                where = f"{source}, line {number}, symbol {position}"
                hint = "double quotes around a cell keep it"
                kind = "brackets" if {text[0], text[-1]} & {*"()[]{}"} else "quotes"
                raise CardError(where, expected=f"both {kind}", found=quoted(text), hint=hint)
    return {number: list(row) for number, row in rows.items()}
