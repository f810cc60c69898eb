"""Lines of styled text: how wide they are, where they break, and how they stand side by side."""

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

_GAP = "   "  # between texts that stand side by side
_NO_BREAK = "\N{NO-BREAK SPACE}"
MAX_WIDTH = 80  # characters of a line
_COMMA = re.compile(r"(?<=,)")

StyledText = tuple[str, str]
StyledLine = list[StyledText]


def plain_line(text: str) -> StyledLine:
    """Return *text* as a line without a style."""
    return [(text, "")]


def plain_text(line: StyledLine) -> str:
    """Return *line* without its styles."""
    return "".join(text for text, _ in line)


def plural(count: int, noun: str) -> str:
    """Return *count* with its *noun*, in the plural where it is one.

    >>> plural(1, "packing"), plural(2104, "packing")
    ('1 packing', '2,104 packings')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def display_width(text: str) -> int:
    """Return how many columns of a terminal *text* takes: an emoji takes two."""
    if text.replace(_NO_BREAK, " ").isascii():
        return len(text)
    from wcwidth import width  # few cards show more than letters

    return int(width(text))


def wrapped(
    text: str, *, first: str = "", others: str | None = None, width: int = MAX_WIDTH
) -> list[str]:
    """Return *text* in lines of at most *width* columns, broken at blanks that are not `unbroken`.

    The first of them begins with *first*, the others with *others*, by default as many blanks. A
    word that is longer than a line is broken after its commas.

    >>> wrapped("roll " * 14 + unbroken("A B C D"), first="  > ")
    ['  > roll roll roll roll roll roll roll roll roll roll roll roll roll roll', '    A B C D']
    """
    indent = " " * display_width(first) if others is None else others
    lines: list[str] = []
    line, gap = first, ""
    for word in text.split(" ") if text.strip() else ():
        is_long = display_width(indent + word) > width
        for piece in _COMMA.split(word) if is_long else [word]:
            if line != first and display_width(f"{line}{gap}{piece}".rstrip(" ")) > width:
                lines.append(line)
                line, gap = indent, ""
            line, gap = f"{line}{gap}{piece}", ""
        gap = " " if line.strip() else ""
    lines += [line] if text.strip() else []
    return [line.replace(_NO_BREAK, " ").rstrip() for line in lines]


def wrapped_lines(text: str, *, first: str = "", others: str | None = None) -> list[StyledLine]:
    """Return the lines of *text*, `wrapped`, without a style."""
    return list(map(plain_line, wrapped(text, first=first, others=others)))


def unbroken(text: str) -> str:
    """Return *text* so that `wrapped` keeps it on one line."""
    return text.replace(" ", _NO_BREAK)


def unbroken_items(items: Iterable[str], separator: str = "  ") -> str:
    """Return *items* with the *separator* between them so that `wrapped` breaks no item."""
    return separator.join(map(unbroken, items))


def capitalised(text: str) -> str:
    """Return *text* with a capital at its start, and the rest as it is."""
    return f"{text[:1].upper()}{text[1:]}"


def side_by_side(left: Sequence[StyledLine], right: Sequence[StyledLine]) -> list[StyledLine]:
    """Return the lines of *left* with those of *right* beside them.

    If they would be wider than 80 characters, the lines of *right* stand below, after an empty one.

    >>> for line in side_by_side([plain_line("ab"), plain_line("c")], [plain_line("de")]):
    ...     print(plain_text(line).rstrip())
    ab   de
    c
    """
    widths = [
        max((display_width(plain_text(line)) for line in each), default=0) for each in (left, right)
    ]
    if sum(widths) + len(_GAP) > MAX_WIDTH:
        return [*left, plain_line(""), *right]
    lines = []
    for first, second in zip_longest(left, right, fillvalue=plain_line("")):
        space = widths[0] - display_width(plain_text(first))
        lines.append([*first, (" " * space + _GAP, ""), *second])
    return lines
