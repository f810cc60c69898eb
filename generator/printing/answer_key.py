"""The answer key: for a roll on a card, its best packing outlined.

answer   a roll on a card, and the best packing, the one that `penta rush solve` gives
diagram  the answer drawn small: the roll, the score, the card with the shapes on it, their points
tag      the letter of a shape, in a disc on its first cell
"""

from typing import NamedTuple

from generator.printing.card_art import FAINT, grid, pale
from generator.printing.symbol import symbol
from solver.drawing.outline import outline
from solver.drawing.scene import (
    BLACK,
    WHITE,
    Anchor,
    Box,
    Circle,
    Mark,
    Paint,
    Point,
    Polygon,
    Text,
    fitted,
    width_of,
)
from solver.drawing.text_grid import PALETTE, Patch, colour_adjacent
from solver.penta_rush.bitset_engine import Plain
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.dice import Roll
from solver.penta_rush.engine import Deal
from solver.penta_rush.points import Points
from solver.penta_rush.rules import Packing, score

EDGE = 57.0  # mm: the longer side of a diagram's card
GAP = 6.0

_HEAD, _FOOT = 6.0, 4.5  # above and below the card
_TEXT, _NOTE, _TAG = 3.2, 2.4, 1.9
_FREE, _LINE = "#d2d2d2", 0.55
_PALE = 0.68  # how much white the colours behind symbols take
_DIE = 4.0  # a symbol of the roll


class Answer(NamedTuple):
    """The best *packing* of a *roll* on a *card* of this *name*; empty when there is none."""

    name: str
    card: Card
    roll: Roll
    packing: Packing


def answer(name: str, card: Card, roll: Roll, points: Points) -> Answer:
    """Return the answer to *roll*; raise `RollError` when the card lacks a symbol of it."""
    check_on_card(roll, card, source=f"{name}, roll")
    engine = Plain(Deal(card, roll, points))
    numbers = engine.best()
    return Answer(name, card, roll, engine.packing(numbers) if numbers else ())


def diagram_size(card: Card) -> tuple[float, float]:
    """Return the width and the height of a diagram of *card*."""
    return EDGE, _HEAD + card.rows * _cell(card) + _FOOT


def diagram(one: Answer, place: Box, *, low_ink: bool) -> list[Mark]:
    """Return the marks of an answer, drawn in *place*, which has the size of its diagram."""
    cell = _cell(one.card)
    wide, high = one.card.cols * cell, one.card.rows * cell
    field = Box(place.x + (place.width - wide) / 2, place.y + _HEAD, wide, high)
    patches = colour_adjacent([Patch(shape, cells) for shape, _, cells in one.packing])
    marks = _title(one, place, low_ink=low_ink)
    outlines = [outline(patch.cells, Point(field.x, field.y), cell) for patch in patches]
    if not low_ink:
        for patch, corners in zip(patches, outlines, strict=True):
            marks.append(Polygon(corners, Paint(fill=pale(PALETTE[patch.hue or 0], _PALE))))
    marks += grid(one.card, field, cell)
    covered = {here for _, _, cells in one.packing for here in cells}
    for here in sorted(one.card.cells):
        middle = Point(field.x + (here.col + 0.5) * cell, field.y + (here.row + 0.5) * cell)
        colour = "" if here in covered else _FREE
        marks += symbol(one.card[here], middle, 0.8 * cell, low_ink=low_ink, colour=colour)
    marks += [Polygon(corners, Paint(stroke=BLACK, width=_LINE)) for corners in outlines]
    for shape, _, cells in one.packing:
        first = cells[0]
        marks += _tag(shape, Point(field.x + first.col * cell, field.y + first.row * cell), cell)
    return marks


def _title(one: Answer, place: Box, *, low_ink: bool) -> list[Mark]:
    """Return the roll and the score, and below the card its name and the points of the shapes."""
    marks: list[Mark] = []
    line = place.y + 0.55 * _HEAD
    for number, letter in enumerate(one.roll.symbols):
        middle = Point(place.x + _DIE * (number + 0.5), line - 0.35 * _TEXT)
        marks += symbol(letter, middle, _DIE, low_ink=low_ink)
    after = Point(place.x + _DIE * (len(one.roll.symbols) + 0.4), line)
    points = score(one.packing)
    told = f"{points} point{'' if points == 1 else 's'}"
    worth = ", ".join(f"{shape} {value}" for shape, value, _ in one.packing)
    worth = fitted(worth or "no Penta-Rush matches", _NOTE, place.width)
    room = place.width - width_of(worth, _NOTE) - 2
    below = place.bottom - 0.4 * _NOTE
    name = fitted(one.name, _NOTE, room)
    return [
        *marks,
        Text(after, one.roll.symbols, _NOTE, colour=FAINT),
        Text(Point(place.right, line), told, _TEXT, Anchor.END, BLACK, bold=True),
        Text(Point(place.x, below), worth, _NOTE),
        Text(Point(place.right, below), name, _NOTE, Anchor.END, FAINT),
    ]


def _tag(shape: str, corner: Point, cell: float) -> list[Mark]:
    size = max(_TAG, 0.42 * cell)
    disc = Circle(corner, 0.62 * size, Paint(WHITE, BLACK, _LINE / 2))
    text = Point(corner.x, corner.y + 0.36 * size)
    return [disc, Text(text, shape, size, Anchor.MIDDLE, BLACK, bold=True)]


def _cell(card: Card) -> float:
    return EDGE / max(card.rows, card.cols)
