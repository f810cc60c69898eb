"""The code inside the trim line of a card: its id as a QR code, for `penta rush read`.

A code of the least size takes the strongest error correction that it has room for.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from solver.drawing.scene import BLACK, WHITE, Box, Mark, Paint, Polygon
from solver.penta_rush.card import Card
from solver.penta_rush.printed_code import QUIET, format_code

_OVERLAP = 0.02  # of a module, from row to row: dots of a screen show no gap


def code_side(card: Card) -> int:
    """Return how many modules the code of *card* is wide, without the light margin around it."""
    return len(_modules(card))


def code_marks(card: Card, box: Box) -> Iterator[Mark]:
    """Yield the code of *card* in *box*, a square, with its light margin."""
    rows = _modules(card)
    side = box.width / (len(rows) + 2 * QUIET)
    yield Polygon(box.corners, Paint(fill=WHITE))
    for row, modules in enumerate(rows):
        top = box.y + (QUIET + row) * side
        start = 0
        for is_dark, run in groupby(modules):
            width = len(list(run))
            if is_dark:
                left = box.x + (QUIET + start) * side
                bar = Box(left, top, width * side, (1 + _OVERLAP) * side)
                yield Polygon(bar.corners, Paint(fill=BLACK))
            start += width


@lru_cache(maxsize=256)
def _modules(card: Card) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of modules, True where they are dark."""
    import segno

    code = segno.make_qr(format_code(card), error="l")
    return tuple(tuple(map(bool, row)) for row in code.matrix)
