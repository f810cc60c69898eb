"""Text that fits a terminal of 80 columns, whatever names files and symbols have."""

from solver.drawing.scene import printable_text
from solver.drawing.text_grid import MAX_WIDTH, display_width

_DOTS = "..."


def fitting(name: str, width: int = MAX_WIDTH) -> str:
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
