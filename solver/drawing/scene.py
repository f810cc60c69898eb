"""What a picture shows, in millimetres, independent of the file format it is written in.

Points lie x to the right and y down from the upper left corner of the paper. Later marks lie over
earlier ones.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, takewhile
from math import cos, pi, sin
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from solver.drawing.artwork import Artwork

BLACK, WHITE = "#000000", "#ffffff"
FAINT = "#6e6e6e"  # of texts and lines of less weight
MM_PER_INCH = 25.4
THIN = 0.1  # mm: a line that is seen but not looked at

_HALF_CAPITAL = 0.36  # em, from the baseline to the middle of a capital letter
# Widths of Helvetica's characters in ems, rounded up; others are small, or of another script.
_WIDTHS = {
    "iljI.,:;'|!": 0.28,
    "frt()[]-/ ": 0.36,
    "FJLTZ": 0.62,
    "ABEKPSVXY": 0.67,
    "CDHNRUw": 0.73,
    "GOQMm": 0.84,
}
_SMALL, _WIDE = 0.56, 1.02
_JOINS = re.compile("[\u200d\U000e0020-\U000e007f]")  # emoji: a joiner, the region of a flag


class Point(NamedTuple):
    """A point of the paper."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle of the paper."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners, clockwise from the upper left."""
        x, y, right, bottom = self.x, self.y, self.right, self.bottom
        return Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)

    def moved(self, x: float, y: float) -> "Box":
        """Return the box so much further right and down."""
        return self._replace(x=self.x + x, y=self.y + y)

    def grown(self, by: float) -> "Box":
        """Return the box with each edge moved outwards."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


class Paint(NamedTuple):
    """Colours like ``#e69f00``; the *width* of the stroke, and whether it is *dashed*.

    Neither *fill* nor *stroke* is needed.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dashed: bool = False


class Polygon(NamedTuple):
    """A closed line from corner to corner."""

    points: tuple[Point, ...]
    paint: Paint


class Line(NamedTuple):
    """A line from *start* to *end*, without caps beyond them."""

    start: Point
    end: Point
    paint: Paint


class Circle(NamedTuple):
    """A circle."""

    centre: Point
    radius: float
    paint: Paint


class Anchor(Enum):
    """Which part of a text lies at its point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Text(NamedTuple):
    """A *text* whose *anchor* lies at the point *at*, on the baseline; *size* is its em."""

    at: Point
    text: str
    size: float
    anchor: Anchor = Anchor.START
    colour: str = BLACK
    bold: bool = False


class Emoji(NamedTuple):
    """A *character* that has an `emoji_outline`, set like a text that begins *at* a point."""

    at: Point
    character: str
    size: float
    colour: str = BLACK


class Picture(NamedTuple):
    """An *artwork* that fills *place*, which has its aspect."""

    artwork: "Artwork"
    place: Box


Mark = Polygon | Line | Circle | Text | Emoji | Picture


@dataclass(frozen=True, slots=True)
class Scene:
    """*marks* on white paper of this *size*."""

    size: Box
    marks: Sequence[Mark]


@dataclass(frozen=True, slots=True)
class Page(Scene):
    """A scene that a print shop cuts at *trim*, and whose print goes beyond, as far as *bleed*."""

    trim: Box
    bleed: Box


def fitted(scene: Scene, box: Box) -> list[Mark]:
    """Return the marks of *scene*, as large as they can be in *box*, in the middle of it."""
    scale = min(box.width / scene.size.width, box.height / scene.size.height)
    width, height = scene.size.width * scale, scene.size.height * scale
    origin = Point(box.centre.x - width / 2, box.centre.y - height / 2)
    return [_scaled(mark, origin, scale) for mark in scene.marks]


def _scaled(mark: Mark, origin: Point, scale: float) -> Mark:
    """Return *mark*, enlarged by *scale* and moved, so that (0, 0) lies at *origin*."""

    def at(*points: Point) -> tuple[Point, ...]:
        return transformed(points, origin, scale)

    match mark:
        case Text() | Emoji():
            return mark._replace(at=at(mark.at)[0], size=mark.size * scale)
        case Picture(artwork, place):
            (x, y), *_ = at(*place.corners)
            return Picture(artwork, Box(x, y, place.width * scale, place.height * scale))
    paint = mark.paint._replace(width=mark.paint.width * scale)
    match mark:
        case Polygon(points, _):
            return Polygon(at(*points), paint)
        case Line(start, end, _):
            (start, end) = at(start, end)
            return Line(start, end, paint)
        case Circle(centre, radius, _):
            return Circle(at(centre)[0], radius * scale, paint)


def centred_text(  # noqa: PLR0913 - as of a text
    at: Point,
    text: str,
    size: float,
    *,
    colour: str = BLACK,
    bold: bool = True,
    anchor: Anchor = Anchor.MIDDLE,
) -> Text:
    """Return a line of *text* whose capitals have their middle at the height of *at*."""
    return Text(Point(at.x, at.y + _HALF_CAPITAL * size), text, size, anchor, colour, bold)


def regular_polygon(count: int, radius: float, *, inner: float | None = None) -> list[Point]:
    """Return the corners of a regular polygon around the origin, the first at the top.

    With an *inner* radius it is a star: between two corners lies one at that distance.

    >>> regular_polygon(4, 2.0)[1]
    Point(x=2.0, y=0.0)
    """
    steps = count if inner is None else 2 * count
    corners = []
    for step in range(steps):
        distance = radius if inner is None or step % 2 == 0 else inner
        angle = 2 * pi * step / steps
        x, y = round(distance * sin(angle), 6), round(-distance * cos(angle), 6)
        corners.append(Point(x + 0.0, y + 0.0))  # -0.0 becomes 0.0
    return corners


def transformed(points: Iterable[Point], origin: Point, scale: float) -> tuple[Point, ...]:
    """Return *points* enlarged by *scale* and moved, so that (0, 0) lies at *origin*."""
    return tuple(Point(origin.x + scale * x, origin.y + scale * y) for x, y in points)


def bounding_box(boxes: Sequence[Box]) -> Box:
    """Return the smallest box around all of *boxes*.

    >>> bounding_box([Box(1, 1, 2, 2), Box(4, 0, 1, 1)])
    Box(x=1, y=0, width=4, height=3)
    """
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def text_width(text: str, size: float) -> float:
    """Return an upper bound of the width of *text* set in Helvetica of this *size*."""
    return size * sum(map(_em, text))


def cut_to_width(text: str, size: float, width: float) -> str:
    """Return *text*, cut short with dots if it is wider than *width* millimetres.

    >>> cut_to_width("harbour", 2.0, 100.0), cut_to_width("harbour", 2.0, 6.0)
    ('harbour', 'har...')
    """
    if text_width(text, size) <= width:
        return text
    dots = text_width("...", 1.0)
    totals = takewhile(lambda total: size * (total + dots) <= width, accumulate(map(_em, text)))
    kept = text[: sum(1 for _ in totals)]
    return f"{kept.rstrip()}..." if kept else ""


def printable_text(text: str) -> str:
    r"""Return *text* with a question mark for each character that a file may not hold.

    >>> printable_text("my\ncard")
    'my?card'
    """
    return "".join(
        character if character.isprintable() or _JOINS.match(character) else "?"
        for character in text
    )


def _em(letter: str) -> float:
    known = next((width for letters, width in _WIDTHS.items() if letter in letters), None)
    return known or (_SMALL if letter in ascii_lowercase + digits else _WIDE)
