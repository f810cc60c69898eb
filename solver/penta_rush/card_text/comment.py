"""Comments: where ``#`` begins one, and where it is part of a name such as ``C#`` or ``#red``.

It begins one at the beginning of a line or after a blank, if a blank, another ``#``, a ``!`` or
nothing follows. Glued to a word, as in ``#red``, it may be either; the other lines then say which.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from solver.errors import CardError, quoted
from solver.penta_rush.card_text.dialect import CellText

_COMMENT = re.compile(r"(?:^|(?<=\s))#(?=[ \u00a0#!]|$)")
_KEYCAP = "\ufe0f\u20e3"  # after '#', they make it an emoji
_GLUED = re.compile(rf"(?:^|(?<=\s))#(?=[^ \u00a0#!{_KEYCAP}])")
_HINT = "write '# ' before a comment, or quotes around a cell"


def without_comment(line: str) -> str:
    """Return *line* without the comment that ``#`` and a blank begin.

    >>> without_comment("red C# #sun  # a row")
    'red C# #sun  '
    """
    if "#" in line:
        for match in _COMMENT.finditer(line):
            # After a bar it stands in a cell of a ruled table.
            if _shown_before(line, match.start()) != "|":
                return line[: match.start()]
    return line


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
        before = _shown_before(line, at, separator)
        if not (before and before in separator) and quotes % 2 == 0:
            yield at


def _shown_before(line: str, end: int, separator: str = "") -> str:
    """Return the last character of *line* before *end* that is no blank; a *separator* is none."""
    at = end - 1
    while at >= 0 and line[at].isspace() and line[at] not in separator:
        at -= 1
    return line[at] if at >= 0 else ""


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
