"""What a picture shows, in exact millimetres, whatever file it will be written to.

point   x to the right and y down, from the upper left corner of the paper
box     a rectangle by that corner and its size
ink     how a mark is painted: its fill, its stroke and the width of that, none of them needed
mark    a polygon, a line, a circle or a text; later ones lie on earlier ones
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from math import cos, pi, sin
from string import ascii_lowercase, digits
from typing import NamedTuple

BLACK, WHITE = "#000000", "#ffffff"
THIN = 0.1  # of a line to cut along

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
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Its middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> tuple[Point, ...]:
        """Its corners, clockwise from the upper left."""
        x, y, right, bottom = self.x, self.y, self.right, self.bottom
        return Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)

    def grown(self, by: float) -> "Box":
        """Return it with each edge moved outwards."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


class Paint(NamedTuple):
    """Colours like ``#e69f00``; the *width* of the stroke, which is *dashed* or not."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dashed: bool = False


class Polygon(NamedTuple):
    """A closed outline."""

    points: tuple[Point, ...]
    ink: Paint


class Line(NamedTuple):
    """A line from *start* to *end*, which ends exactly there."""

    start: Point
    end: Point
    ink: Paint


class Circle(NamedTuple):
    """A circle."""

    centre: Point
    radius: float
    ink: Paint


class Anchor(Enum):
    """What of a text lies at its point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Text(NamedTuple):
    """A *text* on its baseline; *size* is its em, *anchor* what lies at the point *at*."""

    at: Point
    text: str
    size: float
    anchor: Anchor = Anchor.START
    colour: str = BLACK
    bold: bool = False


Mark = Polygon | Line | Circle | Text


def rectangle(box: Box, ink: Paint) -> Polygon:
    """Return *box* as a mark."""
    return Polygon(box.corners, ink)


def ring(count: int, radius: float, *, inner: float | None = None) -> list[Point]:
    """Return the corners of a regular polygon around the origin, the first at the top.

    With an *inner* radius it is a star: between two corners, one lies so far from the middle.

    >>> ring(4, 2.0)[1]
    Point(x=2.0, y=0.0)
    """
    steps = count if inner is None else 2 * count
    found = []
    for step in range(steps):
        far = radius if inner is None or step % 2 == 0 else inner
        turn = 2 * pi * step / steps
        found.append(Point(round(far * sin(turn), 6) + 0.0, round(-far * cos(turn), 6) + 0.0))
    return found


def union(boxes: Sequence[Box]) -> Box:
    """Return the smallest box around all of *boxes*.

    >>> union([Box(1, 1, 2, 2), Box(4, 0, 1, 1)])
    Box(x=1, y=0, width=4, height=3)
    """
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def width_of(text: str, size: float) -> float:
    """Return how wide *text* is at most, set in Helvetica of this *size*."""
    return size * sum(map(_em, text))


def fitted(text: str, size: float, width: float) -> str:
    """Return *text*, cut short with dots if it is wider than *width* millimetres.

    >>> fitted("harbour", 2.0, 100.0), fitted("harbour", 2.0, 6.0)
    ('harbour', 'har...')
    """
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "...", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}..." if text else ""


def shifted(points: Iterable[Point], to: Point, scale: float) -> tuple[Point, ...]:
    """Return *points* that lie around the origin, enlarged and moved *to* where they belong."""
    return tuple(Point(to.x + scale * x, to.y + scale * y) for x, y in points)


def _em(letter: str) -> float:
    known = next((width for some, width in _WIDTHS.items() if letter in some), None)
    return known or (_SMALL if letter in ascii_lowercase + digits else _WIDE)
