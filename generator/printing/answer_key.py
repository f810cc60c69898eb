"""The answer key: for a roll on a card, the best packing, the one that `penta rush solve` gives."""

from typing import NamedTuple

from solver.drawing.scene import (
    FAINT,
    Anchor,
    Box,
    Mark,
    Point,
    Text,
    cut_to_width,
    text_width,
)
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.card_picture import cell_side, packing_marks
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.rules import Packing
from solver.penta_rush.symbol_art import SymbolStyle, symbol

GAP = 6.0  # mm between two diagrams

_CARD_SIZE = 57.0  # mm: the longer side of a diagram's card
_HEAD, _FOOT = 6.0, 4.5  # above and below the card
_NAMES = 3.5  # of the head: a line for the symbols' own names
_TEXT, _NOTE = 3.2, 2.4
_DIE = 4.0  # a symbol of the roll


class KeyEntry(NamedTuple):
    """The best *packing* of a *roll* on a *card* of this *name*; empty when there is none."""

    name: str
    card: Card
    roll: Roll
    packing: Packing


def key_entry(name: str, card: Card, roll: Roll, points: Points) -> KeyEntry:
    """Return the entry of *roll*; raise `RollError` when the card lacks a symbol of it."""
    check_on_card(roll, card, source=f"{name}, roll")
    engine = BitsetEngine(RollProblem(card, roll, points))
    return KeyEntry(name, card, roll, engine.packing(engine.best() or ()))


def diagram_size(card: Card) -> tuple[float, float]:
    """Return the width and the height of a diagram of *card*."""
    return _CARD_SIZE, _head_height(card) + card.rows * cell_side(card, _CARD_SIZE) + _FOOT


def diagram(entry: KeyEntry, place: Box, style: SymbolStyle) -> list[Mark]:
    """Return the marks of an entry, drawn in *place*, which has the size of its diagram."""
    card, side = entry.card, cell_side(entry.card, _CARD_SIZE)
    width, height = card.cols * side, card.rows * side
    field = Box(place.x + (place.width - width) / 2, place.y + _head_height(card), width, height)
    return [
        *_head(entry, place, style),
        *_foot(entry, place),
        *packing_marks(card, entry.packing, field, side, style),
    ]


def _head_height(card: Card) -> float:
    return _HEAD + (_NAMES if card.legend else 0.0)


def _head(entry: KeyEntry, place: Box, style: SymbolStyle) -> list[Mark]:
    """Return the roll and the score."""
    marks: list[Mark] = []
    symbols, baseline = entry.roll.symbols, place.y + 0.55 * _HEAD
    for number, letter in enumerate(symbols):
        centre = Point(place.x + _DIE * (number + 0.5), baseline - 0.35 * _TEXT)
        marks += symbol(letter, centre, _DIE, style)
    points = entry.packing.score
    score_text = f"{points} point{'' if points == 1 else 's'}"
    score = Text(Point(place.right, baseline), score_text, _TEXT, Anchor.END, bold=True)
    legend = entry.card.legend
    after = Point(place.x + _DIE * (len(symbols) + 0.4), baseline)
    if legend:
        after = Point(place.x, place.y + _head_height(entry.card) - 0.3 * _NAMES)
    roll = cut_to_width(legend.roll_text(entry.roll), _NOTE, place.right - after.x)
    return [*marks, Text(after, roll, _NOTE, colour=FAINT), score]


def _foot(entry: KeyEntry, place: Box) -> list[Mark]:
    """Return the points of the shapes, and the name of the card."""
    shapes = ", ".join(f"{shape} {points}" for shape, points, _ in entry.packing)
    shapes = cut_to_width(shapes or "no Penta-Rush matches", _NOTE, place.width)
    baseline = place.bottom - 0.4 * _NOTE
    name = cut_to_width(entry.name, _NOTE, place.width - text_width(shapes, _NOTE) - 2)
    return [
        Text(Point(place.x, baseline), shapes, _NOTE),
        Text(Point(place.right, baseline), name, _NOTE, Anchor.END, FAINT),
    ]
