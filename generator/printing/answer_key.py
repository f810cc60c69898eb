"""The answer key: for a roll on a card, the best packing, the one that `penta rush solve` gives.

A diagram shows the card as well; a map, small, only where on it the shapes lie.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solver.drawing.scene import (
    FAINT,
    Anchor,
    Box,
    Mark,
    Point,
    Text,
    centred_text,
    cut_to_width,
    text_width,
)
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.card_picture import cell_side, label_radius, packing_marks
from solver.penta_rush.dice import Roll
from solver.penta_rush.packing import Packing, RollProblem
from solver.penta_rush.points import Points
from solver.penta_rush.symbol_art import SymbolStyle, symbol
from solver.search import Advance

GAP = 6.0  # mm between two diagrams

_CARD_SIZE = 57.0  # mm: the longer side of a diagram's card
_HEAD, _FOOT = 6.0, 4.5  # above and below the card
_BASELINE, _DESCENT, _CLEAR = 3.3, 0.6, 0.3  # of the roll in the head; under texts; under these
_NAMES = 3.5  # of the head: a line for the symbols' own names
_TEXT, _NOTE = 3.2, 2.4
_DIE = 4.0  # a symbol of the roll
MAP_GAP = 2.3  # mm between two maps
_MAP_SIZE, _MAP_HEAD, _MAP_DIE = 22.6, 4.6, 2.7  # mm


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


def key_entries(
    asked: Sequence[tuple[str, Card, Roll]], points: Points, advance: Advance | None
) -> list[KeyEntry]:
    """Return the entries of the rolls on the cards of these names; *advance* is told how many."""
    entries: list[KeyEntry] = []
    for name, card, roll in asked:
        entries.append(key_entry(name, card, roll, points))
        if advance:
            advance(len(entries), len(asked), len(entries))
    return entries


def diagram_size(entry: KeyEntry) -> tuple[float, float]:
    """Return the width and the height of the diagram of an entry."""
    height = entry.card.rows * cell_side(entry.card, _CARD_SIZE)
    return _CARD_SIZE, _head_height(entry) + height + _FOOT


def diagram(entry: KeyEntry, box: Box, style: SymbolStyle) -> list[Mark]:
    """Return the marks of an entry, drawn in *box*, which has the size of its diagram."""
    card, side = entry.card, cell_side(entry.card, _CARD_SIZE)
    width, height, style = card.cols * side, card.rows * side, style.naming(card.legend)
    field = Box(box.x + (box.width - width) / 2, box.y + _head_height(entry), width, height)
    return [
        *_head(entry, box, style),
        *_foot(entry, box),
        *packing_marks(card, entry.packing, field, side, style),
    ]


def map_size(entry: KeyEntry) -> tuple[float, float]:
    """Return the width and the height of the map of an entry."""
    return _MAP_SIZE, _MAP_HEAD + entry.card.rows * cell_side(entry.card, _MAP_SIZE)


def map_marks(entry: KeyEntry, box: Box, style: SymbolStyle) -> list[Mark]:
    """Return where the packing of an entry lies, with the roll and the score, drawn in *box*."""
    card, side, middle = entry.card, cell_side(entry.card, _MAP_SIZE), box.y + _MAP_DIE / 2
    marks: list[Mark] = []
    for number, letter in enumerate(entry.roll.symbols):
        marks += symbol(letter, Point(box.x + _MAP_DIE * (number + 0.5), middle), _MAP_DIE, style)
    score = centred_text(Point(box.right, middle), str(entry.packing.score), _NOTE)
    width, height = card.cols * side, card.rows * side
    field = Box(box.x + (box.width - width) / 2, box.y + _MAP_HEAD, width, height)
    where = packing_marks(card, entry.packing, field, side, style, has_symbols=False)
    return [*marks, score._replace(anchor=Anchor.END), *where]


def _head_height(entry: KeyEntry) -> float:
    """Return the room above a card: for the roll, its names, and the letters of shapes."""
    room = label_radius(cell_side(entry.card, _CARD_SIZE)) + _CLEAR
    texts = _BASELINE + _DESCENT + len(_name_lines(entry)) * _NAMES
    return texts + max(room, _HEAD - _BASELINE - _DESCENT)


def _name_lines(entry: KeyEntry) -> list[str]:
    """Return the roll in its symbols' names, in lines as wide as the card; none in letters."""
    if not entry.card.legend:
        return []
    lines = [""]
    for number, letter in enumerate(entry.roll.symbols):
        name = entry.card.legend.name(letter)
        if text_width(longer := f"{lines[-1]}, {name}" if number else name, _NOTE) <= _CARD_SIZE:
            lines[-1] = longer
        else:
            lines[-1] += "," if number else ""
            lines.append(cut_to_width(name, _NOTE, _CARD_SIZE))
    return [line for line in lines if line]


def _head(entry: KeyEntry, box: Box, style: SymbolStyle) -> list[Mark]:
    """Return the roll and the score."""
    marks: list[Mark] = []
    symbols, baseline = entry.roll.symbols, box.y + _BASELINE
    for number, letter in enumerate(symbols):
        centre = Point(box.x + _DIE * (number + 0.5), baseline - 0.35 * _TEXT)
        marks += symbol(letter, centre, _DIE, style)
    points = entry.packing.score
    score_text = f"{points} point{'' if points == 1 else 's'}"
    score = Text(Point(box.right, baseline), score_text, _TEXT, Anchor.END, bold=True)
    names = _name_lines(entry)
    texts = [
        Text(Point(box.x, baseline + number * _NAMES), line, _NOTE, colour=FAINT)
        for number, line in enumerate(names, start=1)
    ]
    if not names:
        after = Point(box.x + _DIE * (len(symbols) + 0.4), baseline)
        texts.append(Text(after, symbols, _NOTE, colour=FAINT))
    return [*marks, *texts, score]


def _foot(entry: KeyEntry, box: Box) -> list[Mark]:
    """Return the points of the shapes, and the name of the card."""
    shapes = ", ".join(f"{shape} {points}" for shape, points, _ in entry.packing)
    shapes = cut_to_width(shapes or "no Penta-Rush matches", _NOTE, box.width)
    baseline = box.bottom - 0.4 * _NOTE
    name = cut_to_width(entry.name, _NOTE, box.width - text_width(shapes, _NOTE) - 2)
    return [
        Text(Point(box.x, baseline), shapes, _NOTE),
        Text(Point(box.right, baseline), name, _NOTE, Anchor.END, FAINT),
    ]
