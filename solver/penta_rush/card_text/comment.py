"""Comments: where ``#`` begins one, and where it is part of a name such as ``C#`` or ``#red``.

``#`` begins one at the beginning of a line or after a blank, if a blank, another ``#``, a ``!`` or
nothing follows. Glued to a word, as in ``#red``, it may be either; the other lines then say which.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from string import punctuation

from solver.errors import CardError, quoted
from solver.penta_rush.card_text.dialect import CellText
from solver.penta_rush.symbol_name import shown_before

_KEYCAP = "\ufe0f\u20e3"  # after '#', they make it an emoji
_GLUED = re.compile(rf"(?:^|(?<=\s))#(?=[^ \u00a0#!{_KEYCAP}])")
_HINT = "write '# ' before a comment, or quotes around a cell"

# The page or mail around a card leaves fences, front matter, marks and ``//`` at its lines. A mark
# such as ``>`` or a number such as ``1.`` is one of a list if every line begins with it.
Lines = dict[int, str]

_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*\S*\s*")
_RULE = re.compile(r"\s*-{3,}\s*")
_FIELD = re.compile(r"\s*[A-Za-z][\w-]*:(\s.*)?")
_SLASHES = re.compile(r"(?:^|(?<=\s))//(?=\s|$).*")
_MARK = re.compile(r"\s*([>*+\-\u2010-\u2015\u2022\u2023\u2043\u00b7])\s+(?=\S)")
_NUMBER = re.compile(r"\s*\(?(\d{1,2})[.):]\s+(?=\S)")
_SIGNS = ">+"  # may be symbols of a card as well


def settled(
    lines: Mapping[int, str], separator: str, source: str
) -> tuple[dict[int, str], list[str]]:
    """Return *lines* with each ``#`` glued to a word kept or cut off as a comment, and notes.

    *separator* is what separates the cells, empty for blanks. It is kept where the line is then as
    wide as those without one. Raises `CardError` where a comment would hold cells.
    """
    starts = {number: next(_glued(line, separator), None) for number, line in lines.items()}
    if not any(start is not None for start in starts.values()):
        return dict(lines), []
    plain = [number for number, at in starts.items() if at is None] or [*lines]
    # The first line may be a title, with a width of its own.
    widths = {_width(lines[number], separator) for number in plain[1:] or plain}
    width = next(iter(widths)) if len(widths) == 1 else None
    are_letters = _are_letters([line[: starts[number]] for number, line in lines.items()])
    words = Counter(word for line in lines.values() for word in line.split())
    kept: dict[int, str] = {}
    notes = []
    for number, line in lines.items():
        start = starts[number]
        if start is None:
            kept[number] = line
            continue
        where, cut, comment = f"{source}, line {number}", line[:start], line[start:].rstrip()
        fits = _width(line, separator) == width
        is_again = all(words[word] > 1 for word in comment.split())  # as those of a comment do not
        if fits and (is_again or not are_letters) and not (separator and cut.strip()):
            kept[number] = line
            if not cut.strip():
                notes.append(f"{where}: taken for a row, not for a comment ({_HINT})")
            elif are_letters or not is_again:
                notes.append(f"{where}: {quoted(comment)} is taken for cells ({_HINT})")
            continue
        if cut.strip():
            if separator and separator in comment:
                raise CardError(where, expected="a cell or a comment",
                                found=quoted(comment), hint=_HINT)  # fmt: skip
            kept[number] = cut
        if fits or (separator and (cut.strip() or any(each in comment for each in separator))):
            notes.append(f"{where}: {quoted(comment)} is taken for a comment ({_HINT})")
    return kept, notes


def glued_notes(rows: Mapping[int, Sequence[CellText]], source: str) -> Iterator[str]:
    """Yield a note for each cell of *rows* such as ``sun#x`` where ``sun`` is a symbol as well."""
    symbols = {cell.text.casefold() for row in rows.values() for cell in row}
    for number, row in rows.items():
        for cell in row:
            name, mark, comment = cell.text.partition("#")
            is_symbol = name.strip() and name.strip().casefold() in symbols
            if mark and comment and not cell.is_quoted and is_symbol:
                text = f"{quoted(cell.text)} is taken for one symbol, not for {quoted(name)}"
                yield f"{source}, line {number}: {text} and a comment ({_HINT})"


def _glued(line: str, separator: str) -> Iterator[int]:
    quotes = at = 0
    for match in _GLUED.finditer(line):
        quotes += line.count('"', at, match.start())
        at = match.start()
        # After a separator it begins a cell; within quotes it is in one.
        before = shown_before(line, at, separator)
        if not (before and before in separator) and quotes % 2 == 0:
            yield at


def _width(line: str, separator: str) -> int:
    return sum(map(line.count, separator)) + 1 if separator else len(line.split())


def _are_letters(lines: Sequence[str]) -> bool:
    """Return whether *lines* are single letters, or one group each, repeated or in capitals."""
    rows = [words for line in lines if (words := line.split())]
    shown = "".join(chain.from_iterable(rows))
    if not (shown.isascii() and shown.isalpha()):
        return False
    if all(len(word) == 1 for row in rows for word in row):
        return True
    is_again = 2 * len({*shown.casefold()}) <= len(shown)
    return all(len(row) == 1 for row in rows) and (shown.isupper() or is_again)


def without_markup(lines: Mapping[int, str], source: str) -> tuple[Lines, list[str]]:
    """Return *lines* without what is markup, and notes on it."""
    kept, notes = dict(lines), []
    for part in (_without_front_matter, _without_fences, _without_slashes, _without_marks):
        kept, more = part(kept, source)
        notes += more
    return kept, notes


def _without_front_matter(lines: Lines, source: str) -> tuple[Lines, list[str]]:
    numbers = list(lines)
    rules = [number for number in numbers if _RULE.fullmatch(lines[number])]
    if len(rules) < 2 or rules[0] != numbers[0]:  # noqa: PLR2004 - above and below
        return lines, []
    fields = [number for number in numbers if rules[0] < number < rules[1]]
    if not fields or not all(_FIELD.fullmatch(lines[number]) for number in fields):
        return lines, []
    note = f"{source}, line {fields[0]}: left out as front matter: {lines[fields[0]].strip()}"
    return {number: line for number, line in lines.items() if number > rules[1]}, [note]


def _without_fences(lines: Lines, source: str) -> tuple[Lines, list[str]]:
    fences = [number for number, line in lines.items() if _FENCE.fullmatch(line)]
    if len(fences) != 2:  # noqa: PLR2004 - above and below
        return lines, []
    note = f"{source}, line {fences[0]}: left out as a fence: {quoted(lines[fences[0]].strip())}"
    return {number: line for number, line in lines.items() if number not in fences}, [note]


def _without_slashes(lines: Lines, source: str) -> tuple[Lines, list[str]]:
    cut = {number: _SLASHES.sub("", line) for number, line in lines.items()}
    changed = [number for number in lines if cut[number] != lines[number]]
    if not changed:
        return lines, []
    comment = quoted(lines[changed[0]][len(cut[changed[0]]) :].strip())
    note = f"{source}, line {changed[0]}: {comment} is taken for a comment ('# ' begins one)"
    return {number: line for number, line in cut.items() if line.strip()}, [note]


def _without_marks(lines: Lines, source: str) -> tuple[Lines, list[str]]:
    """Return *lines* without the mark or number before each; the first line may have none."""
    numbers = list(lines)
    listed = numbers[1:] if len(numbers) > 2 and not _mark(lines[numbers[0]]) else numbers  # noqa: PLR2004
    inner = {number: lines[number][len(_mark(lines[number])) :] for number in listed}
    marks = [_mark(lines[number]).strip() for number in listed]
    if not marks or not all(marks):
        return lines, []
    bare = [mark.lstrip("(").rstrip(".):") for mark in marks]
    if (first := bare[0]).isdecimal():
        is_symbol = len(marks) == 1 and bool(_NUMBER.match(inner[listed[0]]))
        if is_symbol or bare != [str(int(first) + index) for index in range(len(marks))]:
            return lines, []
        note = f"{source}: left out as row numbers: {', '.join(marks)}"
    else:
        others = "".join(inner.values())
        # Another sign alone, such as '<', may be a symbol of the only row.
        has_signs = any(len(word) == 1 and word in punctuation for word in others.split())
        is_symbol = first in _SIGNS and (first in others or (len(marks) == 1 and has_signs))
        if len({*marks}) > 1 or is_symbol:
            return lines, []
        note = f"{source}: left out as a mark before every row: {first}"
    return {**{number: lines[number] for number in numbers}, **inner}, [note]


def _mark(line: str) -> str:
    match = _MARK.match(line) or _NUMBER.match(line)
    return match[0] if match else ""
