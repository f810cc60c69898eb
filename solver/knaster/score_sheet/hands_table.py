"""The table of hands on a score sheet: each with an example, and as many rings as it circles.

Lengths are given as parts of the side of a cell of the grid.
"""

from collections import Counter
from collections.abc import Iterator

from solver.drawing.scene import (
    BLACK,
    FAINT,
    Anchor,
    Box,
    Circle,
    Mark,
    Paint,
    Point,
    Polygon,
    Text,
    centred_text,
)
from solver.knaster.grid_art import CELL_GREEN, LINE_GREEN
from solver.knaster.rules import Hand

# In the order of the rules, with the examples there.
EXAMPLES = {
    Hand.THREE: (7, 8, 7, 7, 4),
    Hand.FOUR: (6, 3, 6, 6, 6),
    Hand.FIVE: (8, 8, 8, 8, 8),
    Hand.TWO_PAIRS: (5, 6, 6, 10, 5),
    Hand.FULL_HOUSE: (4, 9, 4, 4, 9),
    Hand.STRAIGHT: (7, 10, 8, 6, 9),
}

_HEAD, _ROW = 0.32, 0.66  # heights: of the line above the rows, and of a row
_BASELINE, _NUMBERS = 0.18, 0.26  # of a text, and the top of an example: from the top of a row
_NAME, _NUMBER, _HEADING = 0.2, 0.19, 0.17  # the sizes of texts
_CELL = 0.29  # the side of a cell of an example
_RING, _RING_STEP = 0.1, 0.27  # the radius of a ring, and from one to the next
_THIN, _RING_LINE = 0.015, 0.03  # widths of lines


def table_marks(at: Point, width: float, side: float) -> Iterator[Mark]:
    """Yield the table, its upper left corner *at* a point, for a grid whose cells have a *side*."""
    baseline, right = at.y + _BASELINE * side, at.x + width
    yield Text(Point(at.x, baseline), "A full line with", _HEADING * side, colour=FAINT)
    yield Text(Point(right, baseline), "circles", _HEADING * side, Anchor.END, FAINT)
    for number, (hand, example) in enumerate(EXAMPLES.items()):
        y = at.y + (_HEAD + number * _ROW) * side
        name = hand.label.capitalize()
        yield Text(Point(at.x, y + _BASELINE * side), name, _NAME * side, bold=True)
        top = y + _NUMBERS * side
        yield from _example_marks(hand, example, Point(at.x, top), side)
        middle = Point(right, top + _CELL / 2 * side)
        yield from _rings(hand.bonus, middle, side)


def _example_marks(hand: Hand, numbers: tuple[int, ...], at: Point, side: float) -> Iterator[Mark]:
    """Yield five cells with *numbers*; those that make no part of the *hand* are faint."""
    counts, width = Counter(numbers), _CELL * side
    for index, number in enumerate(numbers):
        box = Box(at.x + index * width, at.y, width, width)
        yield Polygon(box.corners, Paint(CELL_GREEN, LINE_GREEN, _THIN * side))
        is_part = hand is Hand.STRAIGHT or counts[number] > 1
        colour = BLACK if is_part else FAINT
        yield centred_text(box.centre, str(number), _NUMBER * side, colour=colour, bold=is_part)


def _rings(count: int, right: Point, side: float) -> Iterator[Circle]:
    """Yield *count* rings in a row that ends at the point *right*."""
    for index in range(count):
        centre = Point(right.x - (_RING + index * _RING_STEP) * side, right.y)
        yield Circle(centre, _RING * side, Paint(stroke=BLACK, width=_RING_LINE * side))
