"""Where the cards lie on the paper, where it is cut, and where their backs lie.

slot       the room of one card: as large as the largest card of the sheet
bleed      how far the border of a card is printed beyond its edge, for a cut that goes astray
crop mark  a line at an edge of a card, as long as the page; it leaves out cards and their bleed
edge       the side of the paper over which it is turned for the backs, the long or the short one

Above and below the cards are strips of one height, left and right there is nothing: so a page
that is turned over has room for the backs where the cards were.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from solver.drawing.scene import BLACK, THIN, Box, Line, Paint, Point, union
from solver.errors import PaperError

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "Letter": (215.9, 279.4)}

MARGIN = 5.0  # where many printers do not print
HEAD = 7.0  # above and below: the title, the scale bar
CAPTION = 4.0  # below each card, and kept free above
_MARK = 3.0  # the least length of a crop mark
_GAP = 2.0  # between the bleeds of two cards side by side
_NIL = 1e-9  # shorter is nothing: rounding

_Span = tuple[float, float]


class Edge(Enum):
    """The side of the paper over which it is turned."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Layout:
    """Slots on *paper*, at most *cols* x *rows* of them, each *wide* x *high*, with a *bleed*."""

    paper: Box
    cols: int
    rows: int
    wide: float
    high: float
    bleed: float

    @property
    def most(self) -> int:
        """The number of cards a page."""
        return self.cols * self.rows

    @property
    def inner(self) -> Box:
        """What can be printed between the title and the scale bar."""
        return _inner(self.paper)

    def slots(self, count: int) -> list[Box]:
        """Return the slots of *count* cards, row by row, all together in the middle of the page."""
        cols = min(count, self.cols)
        rows = -(-count // cols)
        across, down = self.wide + 2 * self.bleed + _GAP, self.high + 2 * self.bleed + CAPTION
        left = (self.paper.width - cols * across + _GAP) / 2 + self.bleed
        top = (self.paper.height - rows * down + CAPTION) / 2 + self.bleed
        places = [divmod(number, cols) for number in range(count)]
        return [
            Box(left + col * across, top + row * down, self.wide, self.high) for row, col in places
        ]


def lay_out(sizes: Sequence[tuple[float, float]], paper: str, *, bleed: float) -> Layout:
    """Return the layout of cards of these *sizes*, the paper upright or across.

    It is the one that takes fewer pages; of equal ones, upright.
    Raises `PaperError` when a card with its bleed does not fit on the paper.
    """
    wide, high = max(size[0] for size in sizes), max(size[1] for size in sizes)
    short, long = PAPERS[paper]
    found = []
    for sheet in (Box(0.0, 0.0, short, long), Box(0.0, 0.0, long, short)):
        room = _room(sheet)
        cols = int((room.width + _GAP + _NIL) / (wide + 2 * bleed + _GAP))
        rows = int((room.height + CAPTION + _NIL) / (high + 2 * bleed + CAPTION))
        found.append(Layout(sheet, cols, rows, wide, high, bleed))
    fitting = [layout for layout in found if layout.most]
    if not fitting:
        raise _too_large(paper, found)
    return min(fitting, key=lambda layout: -(-len(sizes) // layout.most))


def flow(sizes: Sequence[tuple[float, float]], room: Box, *, gap: float) -> list[list[Box]]:
    """Return the places of things of these *sizes* in *room*, line by line, a list a page.

    Each thing fits into *room*. The lines begin one below the other, in the middle as a whole.
    """
    pages: list[list[Box]] = []
    x = y = below = 0.0
    for wide, high in sizes:
        if x + wide > room.width + _NIL:
            x, y = 0.0, below + gap
        if not pages or y + high > room.height + _NIL:
            pages.append([])
            x = y = below = 0.0
        pages[-1].append(Box(x, y, wide, high))
        x, below = x + wide + gap, max(below, y + high)
    return [_centred(page, room) for page in pages]


def mirrored(box: Box, paper: Box, edge: Edge) -> Box:
    """Return where *box* lies, seen from behind, when *paper* is turned over its *edge*.

    >>> upright = Box(0, 0, 210, 297)
    >>> mirrored(Box(10, 20, 100, 50), upright, Edge.LONG)
    Box(x=100, y=20, width=100, height=50)
    >>> mirrored(Box(10, 20, 100, 50), upright, Edge.SHORT)
    Box(x=10, y=227, width=100, height=50)
    """
    upright = paper.height >= paper.width
    if (edge is Edge.LONG) == upright:
        return box._replace(x=paper.width - box.right)
    return box._replace(y=paper.height - box.bottom)


def crop_marks(trims: Sequence[Box], kept: Sequence[Box], within: Box) -> list[Line]:
    """Return the crop marks of *trims*: they run all over *within*, and leave out *kept*."""
    ink = Paint(stroke=BLACK, width=THIN)
    marks = []
    for x in sorted({edge for box in trims for edge in (box.x, box.right)}):
        met = [(box.y, box.bottom) for box in kept if box.x - _NIL < x < box.right + _NIL]
        for start, end in _left_out((within.y, within.bottom), met):
            marks.append(Line(Point(x, start), Point(x, end), ink))
    for y in sorted({edge for box in trims for edge in (box.y, box.bottom)}):
        met = [(box.x, box.right) for box in kept if box.y - _NIL < y < box.bottom + _NIL]
        for start, end in _left_out((within.x, within.right), met):
            marks.append(Line(Point(start, y), Point(end, y), ink))
    return marks


def boxes(trims: Sequence[Box], paper: Box, bleed: float) -> tuple[Box, Box]:
    """Return where a page is trimmed and to where it bleeds: around all cards, or the paper."""
    if not trims:
        return paper, paper
    trim = union(trims)
    return trim, trim.grown(bleed)


def _centred(page: Sequence[Box], room: Box) -> list[Box]:
    all_of_it = union(page)
    left, top = room.x + (room.width - all_of_it.width) / 2, room.y
    return [box._replace(x=box.x + left, y=box.y + top) for box in page]


def _inner(paper: Box) -> Box:
    width, height = paper.width - 2 * MARGIN, paper.height - 2 * (MARGIN + HEAD)
    return Box(MARGIN, MARGIN + HEAD, width, height)


def _room(paper: Box) -> Box:
    """Return where cards and their bleed may lie."""
    x, y, width, height = _inner(paper)
    return Box(x + _MARK, y + CAPTION, width - 2 * _MARK, height - 2 * CAPTION)


def _too_large(paper: str, tried: Sequence[Layout]) -> PaperError:
    wide, high, bleed = tried[0].wide, tried[0].high, tried[0].bleed
    edge = max(wide, high)
    share = max(_share(_room(layout.paper), wide, high, bleed) for layout in tried)
    beside = f" with a bleed of {bleed:g} mm" if bleed else ""
    return PaperError(
        "size",
        expected=f"at most {int(edge * share):g} mm on {paper}{beside}",
        found=f"{edge:g} mm",
        hint="" if paper == "A3" else "larger paper: --paper A3",
    )


def _share(room: Box, wide: float, high: float, bleed: float) -> float:
    return max(0.0, min((room.width - 2 * bleed) / wide, (room.height - 2 * bleed) / high))


def _left_out(whole: _Span, taken: Iterable[_Span]) -> list[_Span]:
    """Return the parts of a span that those *taken* leave."""
    at, parts = whole[0], []
    for start, end in sorted(taken):
        parts.append((at, min(start, whole[1])))
        at = max(at, end)
    parts.append((at, whole[1]))
    return [(start, end) for start, end in parts if end - start > _NIL]
