"""Comments: where ``#`` begins one, and where it is part of a name such as ``C#`` or ``#red``.

``#`` begins a comment at the beginning of a line or after a blank, if a blank, another ``#`` or a
``!`` follows, or nothing. Right after another character it never does. Glued to what follows, as in
``#red``, it may be either; the other lines of the text then say which.
"""

import re
from collections.abc import Iterator, Mapping

from solver.errors import CardError, quoted

_COMMENT = re.compile(r"(?:^|(?<=\s))#(?=[ \u00a0#!]|$)")
_AFTER_BAR = re.compile(r"\|\s*$")  # there it stands in a cell of a ruled table
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
            if not _AFTER_BAR.search(line, 0, match.start()):
                return line[: match.start()]
    return line


def settled(
    lines: Mapping[int, str], separator: str, source: str
) -> tuple[dict[int, str], list[str]]:
    """Return *lines* with each ``#`` glued to a word kept or cut off as a comment, and notes.

    *separator* is what separates the cells, empty for blanks. It is kept where the line is then as
    wide as those without one. Raises `CardError` where a comment would hold cells.
    """
    starts = {number: _glued_at(line, separator) for number, line in lines.items()}
    if not any(start is not None for start in starts.values()):
        return dict(lines), []
    widths = {_width(lines[number], separator) for number, at in starts.items() if at is None}
    whole_widths = {_width(line, separator) for line in lines.values()}
    width = next(iter(widths or whole_widths)) if len(widths or whole_widths) == 1 else None
    others = [line for number, line in lines.items() if starts[number] is None]
    are_letters = bool(others) and all(_are_letters(line) for line in others)
    kept: dict[int, str] = {}
    notes = []
    for number, line in lines.items():
        start = starts[number]
        if start is None:
            kept[number] = line
            continue
        where, cut, comment = f"{source}, line {number}", line[:start], line[start:].rstrip()
        fits = _width(line, separator) == width
        if fits and not (are_letters or (separator and cut.strip())):
            kept[number] = line
            if not cut.strip():
                notes.append(f"{where}: taken for a row, not for a comment ({_HINT})")
            continue
        if cut.strip():
            if separator and separator in comment:
                raise CardError(where, expected="a cell or a comment",
                                found=quoted(comment), hint=_HINT)  # fmt: skip
            kept[number] = cut
        if fits or (separator and cut.strip()):
            notes.append(f"{where}: {quoted(comment)} is taken for a comment ({_HINT})")
    return kept, notes


def _glued_at(line: str, separator: str) -> int | None:
    """Return where the first ``#`` stands that may begin a comment or a cell, if there is one."""
    return next(_glued(line, separator), None) if "#" in line else None


def _glued(line: str, separator: str) -> Iterator[int]:
    for match in _GLUED.finditer(line):
        before = line[: match.start()].rstrip(" ")
        # After a separator it begins a cell; within quotes it is in one.
        if not (separator and before[-1:] in {*separator}) and before.count('"') % 2 == 0:
            yield match.start()


def _width(line: str, separator: str) -> int:
    return sum(map(line.count, separator)) + 1 if separator else len(line.split())


def _are_letters(line: str) -> bool:
    return line.isascii() and all(len(word) == 1 and word.isalpha() for word in line.split())
