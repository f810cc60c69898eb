"""Text that fits a terminal of 80 columns, whatever names files and symbols have."""

import re
from collections.abc import Iterable, Iterator

from solver.drawing.scene import printable_text
from solver.drawing.text_grid import display_width

WIDTH = 80  # columns
_DOTS = "..."
_COMMA = re.compile(r"(?<=,)")


def wrapped(head: str, items: Iterable[str], separator: str = "  ") -> Iterator[str]:
    """Yield *head* and the *items* after it, on as many lines as they need, indented like the head.

    An item that is too long for a line is broken after its commas. The blanks at the end of a
    separator are left out where a line ends.

    >>> list(wrapped("worst  ", ["AABCC 5", "DEEFF 6"]))
    ['worst  AABCC 5  DEEFF 6']
    """
    indent, line, between = " " * display_width(head), head, ""
    for item in items:
        is_long = display_width(indent + item) > WIDTH
        for number, piece in enumerate(_COMMA.split(item) if is_long else [item]):
            between = between if number == 0 else ""
            longer = line + between + piece
            if line.strip() != head.strip() and display_width(longer + separator.rstrip()) > WIDTH:
                yield (line + between).rstrip()
                longer = indent + piece
            line = longer
        between = separator
    yield line.rstrip()


def sentence(text: str, indent: str = "") -> Iterator[str]:
    """Yield *text* on as many lines as it needs, each indented."""
    return wrapped(indent, text.split(), " ")


def fitting(name: str, width: int = WIDTH) -> str:
    """Return *name* in at most *width* columns, its middle left out if it is longer.

    >>> fitting("card /home/anna/games/cards/meadow.txt", 24)
    'card /home...meadow.txt'
    """
    name = printable_text(name)
    if display_width(name) <= width:
        return name
    room = (width - len(_DOTS)) // 2
    return f"{_cut(name, room)}{_DOTS}{_cut(name[::-1], room)[::-1]}"


def padded(text: str, width: int) -> str:
    """Return *text* with blanks after it, so that it takes *width* columns."""
    return text + " " * (width - display_width(text))


def _cut(text: str, width: int) -> str:
    while display_width(text) > width:
        text = text[:-1]
    return text
