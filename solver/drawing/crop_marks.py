"""The marks by which things on a page are cut: lines for scissors, boxes in a .pdf for printers."""

from collections.abc import Iterable, Iterator, Sequence

from solver.drawing.scene import BLACK, THIN, Box, Line, Paint, Point, bounding_box

CROP_MARK = 3.0  # mm, the least length of a crop mark at the edge of the paper
_CLEAR = 1.0  # mm, from a card that is not cut there, or half of what is between
_ROUNDING = 1e-6


def crop_marks(trims: Sequence[Box], kept_clear: Sequence[Box], within: Box) -> list[Line]:
    """Return lines along the edges of *trims* all over *within*, interrupted at *kept_clear*.

    Each of *trims* lies in one of *kept_clear*. Where another card stands in the way of a line, it
    ends before that, lest it looks like one that the other card is cut along.
    """
    paint = Paint(stroke=BLACK, width=THIN)
    down = _cuts_down(trims, kept_clear, within)
    across = _cuts_down(_transposed(trims), _transposed(kept_clear), *_transposed([within]))
    return [
        *(Line(Point(x, top), Point(x, bottom), paint) for x, top, bottom in down),
        *(Line(Point(left, y), Point(right, y), paint) for y, left, right in across),
    ]


def trim_and_bleed(trims: Sequence[Box], paper: Box, bleed: float) -> tuple[Box, Box]:
    """Return the TrimBox and the BleedBox of a page: around all *trims*, or *paper* without one."""
    if not trims:
        return paper, paper
    trim = bounding_box(trims)
    return trim, trim.grown(bleed)


def _cuts_down(
    trims: Sequence[Box], kept_clear: Sequence[Box], within: Box
) -> Iterator[tuple[float, float, float]]:
    """Yield x, top and bottom of the lines along the left and the right edges of *trims*."""
    for x in sorted({edge for box in trims for edge in (box.x, box.right)}):
        crossed = [box for box in kept_clear if box.x - _ROUNDING < x < box.right + _ROUNDING]
        own = [box for box in crossed if _is_cut(box, trims, x)]
        others = [box for box in crossed if box not in own and _is_cut(box, trims)]
        top = within.y
        for start, end in sorted([*((box.y, box.bottom) for box in crossed), (within.bottom,) * 2]):
            bottom = min(start, within.bottom)
            if bottom - top > _ROUNDING:
                yield from _without_others(x, top, bottom, own, others)
            top = max(top, end)


def _is_cut(kept_clear: Box, trims: Sequence[Box], x: float | None = None) -> bool:
    """Return whether one of *trims* lies in *kept_clear*, and has an edge at *x* if it is given."""
    around = kept_clear.grown(_ROUNDING)
    return any(
        around.x <= trim.x
        and trim.right <= around.right
        and around.y <= trim.y
        and trim.bottom <= around.bottom
        and (x is None or min(abs(x - trim.x), abs(x - trim.right)) < _ROUNDING)
        for trim in trims
    )


def _without_others(
    x: float, top: float, bottom: float, own: Sequence[Box], others: Sequence[Box]
) -> Iterator[tuple[float, float, float]]:
    """Yield the line at *x* from *top* to *bottom*, kept clear of the cards *others*.

    There is none unless the nearest card above or below is one of *own*, nor between a text
    and one of *others*.
    """
    cards = [*own, *others]
    above = [box for box in cards if box.bottom < top + _ROUNDING]
    below = [box for box in cards if box.y > bottom - _ROUNDING]
    before = max(above, key=lambda box: box.bottom, default=None)
    after = min(below, key=lambda box: box.y, default=None)
    starts_at_card = before is not None and before.bottom > top - _ROUNDING
    ends_at_card = after is not None and after.y < bottom + _ROUNDING
    clear = min(_CLEAR, (bottom - top) / 2)
    if before in others and starts_at_card:
        if after in own and ends_at_card:
            yield x, top + clear, bottom
    elif after in others and ends_at_card:
        if before in own and starts_at_card:
            yield x, top, bottom - clear
    elif before in own or after in own:
        yield x, top, bottom


def _transposed(boxes: Iterable[Box]) -> list[Box]:
    return [Box(y, x, height, width) for x, y, width, height in boxes]
