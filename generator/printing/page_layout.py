"""Where the cards lie on the paper, where their backs lie, and what is printed around them.

Above and below the cards are strips of equal height, for a title line and a scale bar, and the
cards lie in the middle of the page, so that the backs have room on a page that is turned over.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

from solver.drawing.page_slots import MARGIN, Measure, PageLayout, Spacing, fitting_layouts
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
    bounding_box,
    cut_to_width,
    text_width,
)

_TITLE, _NOTE = 2.4, 1.9  # mm, the sizes of texts
_LENGTHS = (100.0, 50.0, 20.0)  # mm, of the bar: the longest that fits beside its note
_STEP, _TICK, _END_TICK, _BAR_LINE = 10, 1.2, 2.6, 0.25
_NOTE_GAP = 2.0  # mm, between the bar and its note


def scale_bar(paper: Box) -> Box:
    """Return where on *paper* the bar lies that shows whether it was printed at its size."""
    for length in _LENGTHS:
        room = paper.width - 2 * MARGIN - (_NOTE_GAP + text_width(_note(length), _NOTE))
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
    yield Text(Point(bar.right + _NOTE_GAP, bar.y), _note(bar.width), _NOTE, colour=FAINT)


def _note(length: float) -> str:
    is_short = length == _LENGTHS[-1]
    return f"{length:g} mm" if is_short else f"{length:g} mm if printed at full size"


CARD_PAPER = "card"  # a page for each card, as large as the card with its bleed
STRIP = 7.0  # above for the title, below for the scale bar
CAPTION = 4.0  # below each card, and kept free above
_GAP = 2.0  # between the bleeds of two cards side by side
_ROUNDING = 1e-9


class DuplexEdge(Enum):
    """The side of the paper over which it is turned for the backs."""

    LONG = "long"
    SHORT = "short"


class Mirror(Enum):
    """What is exchanged on the back of a page: left and right, or top and bottom."""

    LEFT_RIGHT = "left and right"
    TOP_BOTTOM = "top and bottom"


def mirror(paper: Box, edge: DuplexEdge) -> Mirror:
    """Return what is exchanged on the back of *paper* that is turned over its *edge*."""
    is_upright = paper.height >= paper.width
    return Mirror.LEFT_RIGHT if (edge is DuplexEdge.LONG) == is_upright else Mirror.TOP_BOTTOM


def inside(paper: Box) -> Box:
    """Return the part of *paper* between the title and the scale bar."""
    width, height = paper.width - 2 * MARGIN, paper.height - 2 * (MARGIN + STRIP)
    return Box(MARGIN, MARGIN + STRIP, width, height)


def choose_layout(
    sizes: Sequence[tuple[float, float]],
    paper: str,
    *,
    bleed: float,
    measure: str = "size",
    otherwise: str = "",
) -> PageLayout:
    """Return the layout of cards of these *sizes* that takes fewer pages, upright or across.

    Its slots have the size of the largest card. Upright, if both take as many. Raises `PaperError`,
    which names the *measure* of the cards, when a card with its bleed does not fit; it suggests a
    larger paper, or *otherwise* this one.
    """
    width, height = map(max, zip(*sizes, strict=True))
    fitting = fitting_layouts(
        (width, height),
        paper,
        Spacing(bleed, _GAP, CAPTION, ends=MARGIN + STRIP + CAPTION),
        measure=Measure(measure, max(width, height)),
        otherwise=otherwise,
    )
    return min(fitting, key=lambda layout: -(-len(sizes) // layout.capacity))


def flow_boxes(sizes: Sequence[tuple[float, float]], room: Box, *, gap: float) -> list[list[Box]]:
    """Return boxes of these *sizes*, line by line in *room*, as one list per page.

    Each size fits into *room*. The lines of a page are aligned, and centred as a whole.
    """
    pages: list[list[Box]] = []
    x = y = bottom = 0.0
    for width, height in sizes:
        if x + width > room.width + _ROUNDING:
            x, y = 0.0, bottom + gap
        if not pages or y + height > room.height + _ROUNDING:
            pages.append([])
            x = y = bottom = 0.0
        pages[-1].append(Box(x, y, width, height))
        x, bottom = x + width + gap, max(bottom, y + height)
    for page in pages:
        left = room.x + (room.width - bounding_box(page).width) / 2
        page[:] = [box._replace(x=box.x + left, y=box.y + room.y) for box in page]
    return pages


def behind(box: Box, paper: Box, edge: DuplexEdge) -> Box:
    """Return where *box* lies, seen from behind, when *paper* is turned over its *edge*.

    >>> upright = Box(0, 0, 210, 297)
    >>> behind(Box(10, 20, 100, 50), upright, DuplexEdge.LONG)
    Box(x=100, y=20, width=100, height=50)
    >>> behind(Box(10, 20, 100, 50), upright, DuplexEdge.SHORT)
    Box(x=10, y=227, width=100, height=50)
    """
    if mirror(paper, edge) is Mirror.LEFT_RIGHT:
        return box._replace(x=paper.width - box.right)
    return box._replace(y=paper.height - box.bottom)
