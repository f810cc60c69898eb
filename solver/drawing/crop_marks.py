"""The marks by which things on a page are cut: lines for scissors, boxes in a .pdf for printers."""

from collections.abc import Iterable, Iterator, Sequence

from solver.drawing.scene import BLACK, THIN, Box, Line, Paint, Point, bounding_box

CROP_MARK = 3.0  # mm, the least length of a crop mark
_ROUNDING = 1e-9


def crop_marks(trims: Sequence[Box], kept_clear: Sequence[Box], within: Box) -> list[Line]:
    """Return lines along the edges of *trims* all over *within*, interrupted at *kept_clear*."""
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
    trims: Iterable[Box], kept_clear: Sequence[Box], within: Box
) -> Iterator[tuple[float, float, float]]:
    """Yield x, top and bottom of the lines along the left and the right edges of *trims*."""
    for x in sorted({edge for box in trims for edge in (box.x, box.right)}):
        crossed = (box for box in kept_clear if box.x - _ROUNDING < x < box.right + _ROUNDING)
        spans = sorted((box.y, box.bottom) for box in crossed)
        top = within.y
        for start, end in (*spans, (within.bottom, within.bottom)):
            bottom = min(start, within.bottom)
            if bottom - top > _ROUNDING:
                yield x, top, bottom
            top = max(top, end)


def _transposed(boxes: Iterable[Box]) -> list[Box]:
    return [Box(y, x, height, width) for x, y, width, height in boxes]
