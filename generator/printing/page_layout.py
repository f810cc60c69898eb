"""Where the cards lie on the paper, where they are cut, and where their backs lie.

Above and below the cards are strips of equal height, and the cards lie in the middle of the page,
so that the backs have room on a page that is turned over.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from generator.printing.paper import CARD_PAPER, paper_size
from solver.drawing.scene import BLACK, THIN, Box, Line, Paint, Point, bounding_box
from solver.errors import PaperError

MARGIN = 5.0  # mm, where many printers do not print
STRIP = 7.0  # above for the title, below for the scale bar
CAPTION = 4.0  # below each card, and kept free above
_CROP_MARK = 3.0  # the least length of a crop mark
_GAP = 2.0  # between the bleeds of two cards side by side
_LARGER = ("A3", "A2")  # what a message suggests
_ROUNDING = 1e-9


class DuplexEdge(Enum):
    """The side of the paper over which it is turned for the backs."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class PageLayout:
    """Slots for cards on *paper*, at most *cols* x *rows*, each *width* x *height* plus *bleed*.

    A slot has the size of the largest card.
    """

    paper: Box
    cols: int
    rows: int
    width: float
    height: float
    bleed: float

    @property
    def capacity(self) -> int:
        """The number of slots on a page."""
        return self.cols * self.rows

    def slots(self, count: int) -> list[Box]:
        """Return *count* slots, row by row, in the middle of the page as a whole."""
        cols = min(count, self.cols)
        rows = -(-count // cols)
        across, down = self.width + 2 * self.bleed + _GAP, self.height + 2 * self.bleed + CAPTION
        left = (self.paper.width - cols * across + _GAP) / 2 + self.bleed
        top = (self.paper.height - rows * down + CAPTION) / 2 + self.bleed
        places = (divmod(number, cols) for number in range(count))
        return [
            Box(left + col * across, top + row * down, self.width, self.height)
            for row, col in places
        ]


def inside(paper: Box) -> Box:
    """Return the part of *paper* between the title and the scale bar."""
    width, height = paper.width - 2 * MARGIN, paper.height - 2 * (MARGIN + STRIP)
    return Box(MARGIN, MARGIN + STRIP, width, height)


def choose_layout(sizes: Sequence[tuple[float, float]], paper: str, *, bleed: float) -> PageLayout:
    """Return the layout of cards of these *sizes* that takes fewer pages, upright or across.

    Upright, if both take as many. Raises `PaperError` when a card with its bleed does not fit.
    """
    width, height = map(max, zip(*sizes, strict=True))
    layouts, share = _layouts(width, height, paper, bleed=bleed)
    fitting = [layout for layout in layouts if layout.capacity]
    if not fitting:
        size, with_bleed = max(width, height), f" with a bleed of {bleed:g} mm" if bleed else ""
        larger = (name for name in _LARGER if _layouts(width, height, name, bleed=bleed)[1] >= 1)
        raise PaperError(
            "size",
            expected=f"at most {int(size * share)} mm on {paper}{with_bleed}",
            found=f"{size:g} mm",
            hint=f"larger paper: --paper {next(larger, CARD_PAPER)}",
        )
    return min(fitting, key=lambda layout: -(-len(sizes) // layout.capacity))


def card_page_layout(size: tuple[float, float], *, bleed: float) -> PageLayout:
    """Return the layout of a page that is a card of this *size* with its bleed, and no more."""
    width, height = size
    paper = Box(0.0, 0.0, width + 2 * bleed, height + 2 * bleed)
    return PageLayout(paper, 1, 1, width, height, bleed)


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
    is_upright = paper.height >= paper.width
    if (edge is DuplexEdge.LONG) == is_upright:
        return box._replace(x=paper.width - box.right)
    return box._replace(y=paper.height - box.bottom)


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
    """Return the TrimBox and the BleedBox of a page: around all cards, or *paper* without one."""
    if not trims:
        return paper, paper
    trim = bounding_box(trims)
    return trim, trim.grown(bleed)


def _layouts(
    width: float, height: float, paper: str, *, bleed: float
) -> tuple[list[PageLayout], float]:
    """Return the layouts on *paper* upright and across, and how much larger the cards may be."""
    short, long = paper_size(paper)
    layouts, shares = [], [0.0]
    for sheet in (Box(0.0, 0.0, short, long), Box(0.0, 0.0, long, short)):
        across, down = inside(sheet).width - 2 * _CROP_MARK, inside(sheet).height - 2 * CAPTION
        shares.append(min((across - 2 * bleed) / width, (down - 2 * bleed) / height))
        cols = int((across + _GAP + _ROUNDING) / (width + 2 * bleed + _GAP))
        rows = int((down + CAPTION + _ROUNDING) / (height + 2 * bleed + CAPTION))
        layouts.append(PageLayout(sheet, cols, rows, width, height, bleed))
    return layouts, max(shares)


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
