"""Where the slots and the pentagons of the board lie in a drawing of characters.

A hexagon is six rows high and fourteen cols wide, or a multiple. Slots are strokes, which share no
character with each other, and leave free the one where they meet.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from solver.geocinco.board import PITCH, STRAIT_SHIFT, Board, is_northern

ROWS, COLS = 6, 14  # from a hexagon to the next
_STRAIT_ROWS, _STRAIT_COLS = 3, 2  # how far the southern half of a strait is moved
_STEEP = 2  # a stroke is level where it is more than twice as wide as high
_FALLING, _RISING, _LEVEL = "\\", "/", "-"


class Place(NamedTuple):
    """The place of a character; row counts down and col right, from the middle of hexagon A1."""

    row: int
    col: int

    def moved(self, by: "Place") -> "Place":
        """Return the place that lies *by* rows and cols further down and right."""
        return Place(self.row + by.row, self.col + by.col)

    def towards(self, other: "Place", share: float) -> "Place":
        """Return the place at a *share* of the way to another."""
        row = self.row + share * (other.row - self.row)
        col = self.col + share * (other.col - self.col)
        return Place(round(row), round(col))


class Stroke(NamedTuple):
    """The places of a slot from left to right, and the *character* that it is drawn with."""

    places: tuple[Place, ...]
    character: str

    @property
    def middle(self) -> Place:
        """The place in its middle."""
        return self.places[len(self.places) // 2]


@dataclass(frozen=True)
class TextLayout:
    """The *strokes* of slots, and the *middles* of pentagons, by their names."""

    strokes: Mapping[str, Stroke]
    middles: Mapping[str, Place]


@cache
def text_layout(board: Board, scale: int = 1) -> TextLayout:
    """Return the layout of *board*, *scale* times as large.

    The southern half of a strait is laid out as on the whole board, and then moved.
    """
    strokes = {}
    middles = {}
    for pentagon in board.pentagons:
        is_moved = board.name == "strait" and not is_northern(pentagon.hexagon, pentagon.colour)
        shift = Place(scale * _STRAIT_ROWS, scale * _STRAIT_COLS) if is_moved else Place(0, 0)
        corners = [
            _place(vertex, scale, STRAIT_SHIFT if is_moved else (0, 0))
            for vertex in pentagon.vertices
        ]
        middles[pentagon.name] = _mean(corners).moved(shift)
        for slot, ends in zip(pentagon.slots, pairwise([*corners, corners[0]]), strict=True):
            places, character = _stroke(*ends)
            strokes[slot] = Stroke(tuple(place.moved(shift) for place in places), character)
    return TextLayout(strokes, middles)


def places_between(start: Place, end: Place) -> Iterator[Place]:
    """Yield the places on the way from *start* to *end*, without these two."""
    steps = max(abs(end.row - start.row), abs(end.col - start.col))
    for step in range(1, steps):
        yield start.towards(end, step / steps)


def _place(vertex: tuple[int, int], scale: int, shift: tuple[int, int]) -> Place:
    """Return the place of a *vertex* before it was moved by a *shift*."""
    x, y = vertex[0] - shift[0], vertex[1] - shift[1]
    return Place(round(scale * y * ROWS / PITCH), round(scale * x * COLS / PITCH))


def _stroke(one: Place, other: Place) -> Stroke:
    start, end = sorted((one, other), key=lambda place: (place.col, place.row))
    down, right = end.row - start.row, end.col - start.col
    slanted = _FALLING if down > 0 else _RISING
    character = _LEVEL if right > _STEEP * abs(down) else slanted
    return Stroke(tuple(places_between(start, end)), character)


def _mean(places: list[Place]) -> Place:
    rows, cols = zip(*places, strict=True)
    return Place(round(sum(rows) / len(rows)), round(sum(cols) / len(cols)))
