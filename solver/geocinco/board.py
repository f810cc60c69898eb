"""The board: a Cairo tiling of pentagons in four colours, whose sides are the slots for tokens.

The picture of the game's own board is lost, and its rules do not describe it. This board is ours.

Coordinates are integers, y down. Hexagon ``C3`` consists of four pentagons around a centre, and
slot ``C3r2`` is side 2 of its red one. A slot between two pentagons has two names; the lesser, by
digit, letter and colour, is the one that is written.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

from solver.errors import PentaError, StateError, closest_match, quoted

LETTERS, DIGITS = "ABCDE", "12345"
COLOURS = ("red", "yellow", "green", "blue")
SIDES = 5  # of a pentagon
BOARD_NOTE = "The board is ours: the picture of the game's own is lost."

PITCH = 8  # from a hexagon's centre to the next
# Clockwise from the first; side k joins vertex k to the next.
_VERTICES = {
    "red": ((-4, 0), (-3, -3), (0, -4), (1, -1), (-1, 1)),
    "yellow": ((0, -4), (3, -5), (5, -3), (4, 0), (1, -1)),
    "green": ((4, 0), (3, 3), (0, 4), (-1, 1), (1, -1)),
    "blue": ((0, 4), (-3, 5), (-5, 3), (-4, 0), (-1, 1)),
}
# Hexagons that are northern, whole or in these colours.
_NORTHERN = {"A3": COLOURS, "B3": COLOURS, "C3": ("red", "yellow")}
_NORTHERN_DIGITS = "12"
STRAIT_SHIFT = (1, 3)  # how far the southern pentagons of the board of this name are moved
_LONG = 10  # the squared length of a longer slot; that of a shorter one is 8
_MAX_SQUARED_GAP = 128  # between the lines of two slots that a bridge joins

# The name of a slot with its four parts in the orders in which people write them.
_SPELLINGS = [
    re.compile(one + other)
    for parts in product(
        (r"(?P<letter>[a-e])(?P<digit>\d)", r"(?P<digit>\d)(?P<letter>[a-e])"),
        (r"(?P<colour>[rygb])(?P<side>\d)", r"(?P<side>\d)(?P<colour>[rygb])"),
    )
    for one, other in permutations(parts)
]

_Point = tuple[int, int]


class Hexagon(NamedTuple):
    """The four pentagons at the coordinate of a *digit* and a *letter*, in this order of theirs.

    >>> str(Hexagon("3", "C"))
    'C3'
    """

    digit: str
    letter: str

    def __str__(self) -> str:
        return self.letter + self.digit


HEXAGONS = tuple(Hexagon(digit, letter) for digit in DIGITS for letter in LETTERS)


class Pentagon(NamedTuple):
    """The pentagon of a *colour* in a *hexagon*: its *vertices*, clockwise, and its *slots*."""

    hexagon: Hexagon
    colour: str
    vertices: tuple[_Point, ...]
    slots: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name, as in "C3r"."""
        return f"{self.hexagon}{self.colour[0]}"


class Slot(NamedTuple):
    """A slot: its *name* and its *other* one, if any, its *ends*, and the *colours* it borders."""

    name: str
    other: str | None
    ends: tuple[_Point, _Point]
    colours: frozenset[str]


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """The board of a *name*, "whole" or "strait"; slots are known by the names that are written.

    Of a strait, the southern pentagons are moved away, so that bridges alone join the halves.
    """

    name: str
    pentagons: tuple[Pentagon, ...]
    slots: Mapping[str, Slot]

    def __repr__(self) -> str:
        return f"<Board {self.name}>"

    @classmethod
    def named(cls, name: str) -> "Board":
        """Return the board of this *name*; raise `StateError` if it is not one of `BOARDS`."""
        if name not in BOARDS:
            raise StateError("board", expected=" or ".join(BOARDS), found=quoted(name))
        return _board(name)

    @cached_property
    def adjacent(self) -> Mapping[str, tuple[str, ...]]:
        """The slots that share a vertex with each slot, in the order of `slots`."""
        at_vertex: dict[_Point, set[str]] = defaultdict(set)
        for slot in self.slots.values():
            for end in slot.ends:
                at_vertex[end].add(slot.name)
        near = {
            slot.name: {other for end in slot.ends for other in at_vertex[end]} - {slot.name}
            for slot in self.slots.values()
        }
        return {name: tuple(self.in_order(others)) for name, others in near.items()}

    @cached_property
    def bridge_places(self) -> frozenset[frozenset[str]]:
        """The pairs of slots that a bridge can join: opposite sides of a hexagon, as a rule."""
        return frozenset(
            frozenset((first.name, second.name))
            for first, second in combinations(self.slots.values(), 2)
            if _faces(first.ends, second.ends)
        )

    @cached_property
    def hexagon_slots(self) -> Mapping[Hexagon, frozenset[str]]:
        """The slots of each hexagon, inside it and around it."""
        found: dict[Hexagon, set[str]] = defaultdict(set)
        for pentagon in self.pentagons:
            found[pentagon.hexagon].update(pentagon.slots)
        return {hexagon: frozenset(slots) for hexagon, slots in found.items()}

    @cached_property
    def pentagon_of(self) -> Mapping[tuple[Hexagon, str], Pentagon]:
        """The pentagon of each hexagon and colour."""
        return {(pentagon.hexagon, pentagon.colour): pentagon for pentagon in self.pentagons}

    @cached_property
    def bordering(self) -> Mapping[str, frozenset[str]]:
        """The slots that border each colour."""
        return {
            colour: frozenset(slot.name for slot in self.slots.values() if colour in slot.colours)
            for colour in COLOURS
        }

    def of_colour(self, colour: str) -> tuple[Pentagon, ...]:
        """Return the pentagons of a *colour*, by their hexagons."""
        return tuple(pentagon for pentagon in self.pentagons if pentagon.colour == colour)

    def in_order(self, slots: Iterable[str]) -> list[str]:
        """Return *slots* in the order of the board's."""
        wanted = set(slots)
        return [slot for slot in self.slots if slot in wanted]

    def is_long(self, slot: str) -> bool:
        """Return whether a *slot* is one of the longer ones."""
        (ax, ay), (bx, by) = self.slots[slot].ends
        return (bx - ax) ** 2 + (by - ay) ** 2 == _LONG

    def slot_name(self, text: str, where: str, error: type[PentaError]) -> str:
        """Return the written name of the slot that *text* names; raise *error* if there is none."""
        typed = text[:1].upper() + text[1:].lower()
        if typed not in self._written:
            expected = "a slot, as C3r2: letter A-E, digit 1-5, colour r y g b, side 1-5"
            near = self._reordered(typed)
            if near is None and len(typed) == len("C3r2"):
                near = closest_match(typed, self._written)
            hint = f"did you mean {near!r}?" if near else ""
            raise error(where, expected=expected, found=quoted(text), hint=hint)
        return self._written[typed]

    def _reordered(self, typed: str) -> str | None:
        """Return the slot in whose name the parts of *typed* stand in another order, or apart."""
        text = re.sub(r"[\s,;.:/_-]", "", typed).lower()
        for colour in COLOURS:
            text = text.replace(colour, colour[0])
        for spelling in _SPELLINGS:
            if match := spelling.fullmatch(text):
                name = "".join(map(match.group, ("letter", "digit", "colour", "side")))
                if name.capitalize() in self._written:
                    return name.capitalize()
        return None

    @cached_property
    def _written(self) -> Mapping[str, str]:
        """The written name of each slot by each of its names."""
        names = {slot.name: slot.name for slot in self.slots.values()}
        return names | {slot.other: slot.name for slot in self.slots.values() if slot.other}


BOARDS = ("whole", "strait")


def is_northern(hexagon: Hexagon, colour: str) -> bool:
    """Return whether the pentagon of *colour* in *hexagon* is of the northern half."""
    return hexagon.digit in _NORTHERN_DIGITS or colour in _NORTHERN.get(str(hexagon), ())


@cache
def _board(name: str) -> Board:
    slots: dict[str, Slot] = {}
    written_at: dict[frozenset[_Point], str] = {}
    pentagons = []
    # In the order that decides which of two names is the lesser, the one that is written.
    for hexagon, (colour, relative) in product(HEXAGONS, _VERTICES.items()):
        x, y = PITCH * LETTERS.index(hexagon.letter), PITCH * DIGITS.index(hexagon.digit)
        if name == "strait" and not is_northern(hexagon, colour):
            x, y = x + STRAIT_SHIFT[0], y + STRAIT_SHIFT[1]
        vertices = tuple((x + dx, y + dy) for dx, dy in relative)
        sides = []
        for side, ends in enumerate(pairwise((*vertices, vertices[0])), start=1):
            one = f"{hexagon}{colour[0]}{side}"
            written = written_at.setdefault(frozenset(ends), one)
            if written == one:
                slots[one] = Slot(one, None, ends, frozenset({colour}))
            else:
                colours = slots[written].colours | {colour}
                slots[written] = slots[written]._replace(other=one, colours=colours)
            sides.append(written)
        pentagons.append(Pentagon(hexagon, colour, vertices, tuple(sides)))
    return Board(name, tuple(pentagons), slots)


def _faces(first: tuple[_Point, _Point], second: tuple[_Point, _Point]) -> bool:
    """Return whether two slots are parallel, of equal length, face to face, and near enough."""
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    ux, uy = bx - ax, by - ay
    vx, vy = dx - cx, dy - cy
    length = ux * ux + uy * uy
    if ux * vy != uy * vx or vx * vx + vy * vy != length:
        return False
    # From the middle of one to that of the other, doubled; along the slots and across them.
    mx, my = cx + dx - ax - bx, cy + dy - ay - by
    along, across = mx * ux + my * uy, mx * uy - my * ux
    is_beside = abs(along) <= length  # at most half a slot, doubled, times its length
    return is_beside and 0 < across * across <= 4 * length * _MAX_SQUARED_GAP
