"""What is printed around the contents of a page: a title line above, and a scale bar below."""

from collections.abc import Iterator

from generator.printing.page_layout import STRIP
from solver.drawing.page_slots import MARGIN
from solver.drawing.scene import (
    BLACK,
    FAINT,
    Anchor,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Text,
    cut_to_width,
    text_width,
)

_TITLE, _NOTE = 2.4, 1.9  # mm, the sizes of texts
_LENGTHS = (100.0, 50.0, 20.0)  # mm, of the bar: the longest that fits beside its note
_STEP, _TICK, _END_TICK, _BAR_LINE = 10, 1.2, 2.6, 0.25
_GAP = 2.0  # between the bar and its note


def scale_bar(paper: Box) -> Box:
    """Return where on *paper* the bar lies that shows whether it was printed at its size."""
    for length in _LENGTHS:
        room = paper.width - 2 * MARGIN - _note_width(length)
        if length <= room:
            break
    middle = (paper.width - length) / 2
    x = max(MARGIN, min(middle, MARGIN + room - length))
    return Box(x, paper.height - MARGIN - STRIP / 2 + 1, length, 0.0)


def frame_marks(paper: Box, title: str, page_note: str) -> Iterator[Mark]:
    """Yield the title line of a page, with a note at its right end, and the scale bar."""
    left, right, baseline = MARGIN, paper.width - MARGIN, MARGIN + 0.8 * _TITLE
    title = cut_to_width(title, _TITLE, right - left - text_width(page_note, _TITLE) - 5)
    yield Text(Point(left, baseline), title, _TITLE, colour=FAINT)
    yield Text(Point(right, baseline), page_note, _TITLE, Anchor.END, FAINT)
    yield from _bar_marks(scale_bar(paper))


def _bar_marks(bar: Box) -> Iterator[Mark]:
    paint = Paint(stroke=BLACK, width=_BAR_LINE)
    yield Line(Point(bar.x, bar.y), Point(bar.right, bar.y), paint)
    for distance in range(0, int(bar.width) + 1, _STEP):
        height = _END_TICK if distance in {0, int(bar.width)} else _TICK
        x = bar.x + distance
        yield Line(Point(x, bar.y - height), Point(x, bar.y), paint)
    yield Text(Point(bar.right + _GAP, bar.y), _note(bar.width), _NOTE, colour=FAINT)


def _note(length: float) -> str:
    is_short = length == _LENGTHS[-1]
    return f"{length:g} mm" if is_short else f"{length:g} mm if printed at full size"


def _note_width(length: float) -> float:
    return _GAP + text_width(_note(length), _NOTE)
