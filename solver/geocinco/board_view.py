"""The board in text: slots as short strokes, tokens as letters, for a terminal of 80 columns.

A token is drawn in capital letters of its colour. A pentagon has its small letter in its middle, a
tower in brackets. Free slots are dots, or strokes where lines can be drawn. Stars mark slots, and
bridges are lines of equals signs. A hexagon is six rows high and fourteen cols wide, or a multiple;
strokes share no character with each other, and leave free the one where they meet.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from solver.drawing.styled_text import StyledLine, StyledText
from solver.drawing.text_grid import patch_style
from solver.geocinco.board import (
    COLOURS,
    DIGITS,
    LETTERS,
    PITCH,
    STRAIT_SHIFT,
    Board,
    Hexagon,
    is_northern,
)
from solver.geocinco.rules.position import towers
from solver.geocinco.state import State

_HUES = dict(zip(COLOURS, (4, 3, 2, 1), strict=True))  # places in the palette
_MARK = "*", patch_style(5)
_FREE, _BRIDGE = ".", "="
_DIM = "dim"
_KEY_SCALE = 2
_INWARDS = 0.45  # of the way from a slot to the middle of its pentagon, where its number stands

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


class TextLayout(NamedTuple):
    """The *strokes* of slots, and the *middles* of pentagons, by their names."""

    strokes: Mapping[str, Stroke]
    middles: Mapping[str, Place]


_Drawing = dict[Place, StyledText]


def colour_style(colour: str) -> str:
    """Return the style of a player's *colour*, for text about it elsewhere."""
    return patch_style(_HUES[colour])


def board_lines(
    state: State, *, marked: Collection[str] = (), drawn: bool = False
) -> list[StyledLine]:
    """Return the board of *state*, with stars on and beside the *marked* slots."""
    return _lines(_names(state.board) | _board(state, marked, drawn=drawn))


def board_window(
    state: State, *, rows: int, marked: Collection[str], wanted: str = "", drawn: bool = False
) -> tuple[list[StyledLine], list[str]]:
    """Return *rows* lines of the board, where most *marked* slots are, and these in their order.

    If one of these slots is *wanted*, the lines have it. They have the numbers of this order, from
    1, in place of stars.
    """
    strokes = text_layout(state.board).strokes
    drawing, names = _board(state, marked, drawn=drawn), _names(state.board)
    first, last = (choose(row for row, _ in drawing) for choose in (min, max))
    spans = {slot: [row for row, _ in strokes[slot].places] for slot in marked}
    middle = sum(map(sum, spans.values())) / max(1, sum(map(len, spans.values())))
    seen = rows - 1  # below the letters of the hexagons

    def shown(top: int) -> list[str]:
        return [slot for slot, at in spans.items() if top <= min(at) and max(at) < top + seen]

    def off(top: int) -> float:
        return abs(top + (seen - 1) / 2 - middle)

    tops = range(first, max(first, last - seen + 1) + 1)
    top = max(tops, key=lambda row: (wanted in shown(row), len(shown(row)), -off(row)))
    numbered = sorted(shown(top), key=lambda slot: strokes[slot].middle)
    taken = {place for stroke in strokes.values() for place in stroke.places}
    written: set[Place] = set()
    for number, slot in enumerate(numbered, start=1):
        own = {*strokes[slot].places[slot in state.tokens :]}
        row, start = _start_of(str(number), strokes[slot], taken - own, written)
        places = [Place(row, col) for col in range(start, start + len(str(number)))]
        drawing |= {at: (digit, _MARK[1]) for at, digit in zip(places, str(number), strict=True)}
        written |= {*places}
    kept = {at: text for at, text in (drawing | names).items() if top <= at.row < top + seen}
    letters = {Place(top - 1, at.col): text for at, text in names.items() if at.row < first}
    return _lines(letters | kept), numbered


def _start_of(
    text: str, stroke: Stroke, taken: Collection[Place], written: Collection[Place]
) -> Place:
    """Return where *text* begins that lies on or beside *stroke*, on none of the *taken* places.

    It does not touch what is *written* to the left or right of it, if that can be.
    """
    middle = stroke.middle
    near = sorted(stroke.places, key=lambda at: abs(at.row - middle.row) + abs(at.col - middle.col))
    ways = [at._replace(col=at.col + by) for by in (0, -1, 1, -2) for at in near]

    def is_bad(start: Place) -> tuple[bool, bool]:
        around = [start._replace(col=start.col + by) for by in range(-1, len(text) + 1)]
        return any(at in taken for at in around[1:-1]), any(at in written for at in around)

    return min(ways, key=is_bad)


def _board(state: State, marked: Collection[str], *, drawn: bool) -> _Drawing:
    """Return the drawing of the board of *state*, as `board_lines` shows it, without names."""
    layout = text_layout(state.board)
    drawing = _bridges(state) | _pentagons(state)
    for slot, (places, character) in layout.strokes.items():
        owner = state.tokens.get(slot)
        if owner is not None:
            drawing |= dict.fromkeys(places, (owner[0].upper(), colour_style(owner)))
        elif slot in marked:
            drawing |= dict.fromkeys(places, _MARK)
        else:
            drawing |= dict.fromkeys(places, (character if drawn else _FREE, _DIM))
    for slot in marked:
        if slot in state.tokens:
            *others, last = layout.strokes[slot].places
            drawing[last if others else Place(last.row, last.col + 1)] = _MARK
    return drawing


def hexagon_lines(board: Board, hexagon: Hexagon, *, drawn: bool = False) -> list[StyledLine]:
    """Return a *hexagon* twice as large, with the numbers of the sides of its pentagons."""
    layout = text_layout(board, _KEY_SCALE)
    drawing: _Drawing = {}
    for colour in COLOURS:
        pentagon = board.pentagon_of[hexagon, colour]
        middle = layout.middles[pentagon.name]
        _write(drawing, middle, pentagon.name, colour_style(colour))
        for number, slot in enumerate(pentagon.slots, start=1):
            places, character = layout.strokes[slot]
            drawing |= dict.fromkeys(places, (character if drawn else _FREE, _DIM))
            beside = layout.strokes[slot].middle.towards(middle, _INWARDS)
            drawing[beside] = str(number), colour_style(colour)
    return _lines(drawing)


def _names(board: Board) -> _Drawing:
    """Return the letters of the hexagons above the board, and their digits to the left of it."""
    layout = text_layout(board)
    places = [place for stroke in layout.strokes.values() for place in stroke.places]
    top, left = min(row for row, _ in places) - 1, min(col for _, col in places) - 2
    drawing: _Drawing = {}
    for number, letter in enumerate(LETTERS):
        drawing[Place(top, number * COLS)] = letter, _DIM
    for digit in DIGITS:
        hexagon = Hexagon(digit, LETTERS[0])
        middles = [layout.middles[board.pentagon_of[hexagon, colour].name] for colour in COLOURS]
        drawing[Place(_mean(middles).row, left)] = digit, _DIM
    return drawing


def _bridges(state: State) -> _Drawing:
    """Return the bridges, from the middle of a slot to that of another."""
    strokes = text_layout(state.board).strokes
    drawing: _Drawing = {}
    for colour, first, second in sorted(state.bridges):
        way = places_between(strokes[first].middle, strokes[second].middle)
        drawing |= dict.fromkeys(way, (_BRIDGE, colour_style(colour)))
    return drawing


def _pentagons(state: State) -> _Drawing:
    """Return the letters of the pentagons, those of towers in brackets."""
    middles = text_layout(state.board).middles
    drawing: _Drawing = {
        middles[pentagon.name]: (pentagon.colour[0], _DIM) for pentagon in state.board.pentagons
    }
    for colour in state.players:
        for tower in towers(state, colour):
            _write(drawing, middles[tower.name], f"[{colour[0]}]", colour_style(colour))
    return drawing


def _write(drawing: _Drawing, middle: Place, text: str, style: str) -> None:
    """Write *text* into *drawing* with its middle at a place."""
    for col, character in enumerate(text, start=middle.col - len(text) // 2):
        drawing[Place(middle.row, col)] = character, style


def _lines(drawing: _Drawing) -> list[StyledLine]:
    """Return the lines of *drawing*, without blanks at their ends."""
    left = min(col for _, col in drawing)
    lines = []
    for row in range(min(row for row, _ in drawing), max(row for row, _ in drawing) + 1):
        right = max((place.col for place in drawing if place.row == row), default=left - 1)
        texts = [drawing.get(Place(row, col), (" ", "")) for col in range(left, right + 1)]
        lines.append(
            [
                ("".join(text for text, _ in group), style)
                for style, group in groupby(texts, key=lambda text: text[1])
            ]
        )
    return lines


@cache
def text_layout(board: Board, scale: int = 1) -> TextLayout:
    """Return the layout of *board*, *scale* times as large."""
    strokes = {}
    middles = {}
    for pentagon in board.pentagons:
        is_moved = board.name == "strait" and not is_northern(pentagon.hexagon, pentagon.colour)
        shift = Place(scale * _STRAIT_ROWS, scale * _STRAIT_COLS) if is_moved else Place(0, 0)
        right, down = STRAIT_SHIFT if is_moved else (0, 0)
        corners = [  # before it was moved
            Place(
                round(scale * (y - down) * ROWS / PITCH), round(scale * (x - right) * COLS / PITCH)
            )
            for x, y in pentagon.vertices
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


def _stroke(one: Place, other: Place) -> Stroke:
    start, end = sorted((one, other), key=lambda place: (place.col, place.row))
    down, right = end.row - start.row, end.col - start.col
    slanted = _FALLING if down > 0 else _RISING
    character = _LEVEL if right > _STEEP * abs(down) else slanted
    return Stroke(tuple(places_between(start, end)), character)


def _mean(places: list[Place]) -> Place:
    rows, cols = zip(*places, strict=True)
    return Place(round(sum(rows) / len(rows)), round(sum(cols) / len(cols)))
