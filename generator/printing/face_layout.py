"""How a card's face is laid out: its grid, and in the border around it what the card is called.

Above the grid stand the card's name and the legend, which letter each symbol is, below it the card
id, row by row, so that the card can be typed from the print. Where the border is too narrow for
them, it grows: the grid shrinks, or a wide card becomes higher.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from solver.drawing.scene import (
    WHITE,
    Box,
    Mark,
    Paint,
    Point,
    Polygon,
    Text,
    cut_to_width,
    text_width,
)
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import cell_side
from solver.penta_rush.symbol_art import SymbolStyle, symbol

LEAST_TEXT = 1.65  # mm: its capitals are 1 mm high, or more

_BORDER_SHARE = 24  # the size of a card divided by its border
_TEXT_SHARE, _MOST_TEXT = 0.38, 3.5  # of the border's width; mm
_EDGE, _FRAME = 1.0, 0.5  # mm, from a text to the trim line and to the grid
_LEAST_STEP = 0.01  # mm, that a line is narrowed by
_NARROW = 30.0  # mm: above and below a narrower grid, texts are as wide as the card
_LEAST_CELL = 0.75  # of what a cell's side is without legend; where it is less, texts are left out
# In sizes of the text:
_CAPITAL = 0.73  # the height of a capital
_CELL, _SPACE = 1.2, 0.2  # the cell with a symbol of the legend, and the gap before its letter
_GAP, _NAME_GAP = 0.9, 1.6  # after a symbol of the legend, and after the name
_LEGEND_LINE, _ID_LINE = 1.4, 1.25  # from one line to the next


class LegendPart(Enum):
    """What of its legend a card has room for."""

    WHOLE = "whole"
    WITHOUT_ID = "without id"
    NOTHING = "nothing"


class LegendItem(NamedTuple):
    """A *text*, after the symbol *letter* if there is one, *at* so many mm of its line."""

    text: str
    at: float
    letter: str = ""


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """The *width* and *height* of a card with its border; the *side* of a cell, all in mm.

    *field* is the grid, from the card's upper left corner. Texts have the size *text_size* and
    begin at *left*; *above* are the lines of name and legend, *below* those of the id; *part* is
    what of them there is room for.
    """

    width: float
    height: float
    side: float
    field: Box
    part: LegendPart = LegendPart.NOTHING
    text_size: float = LEAST_TEXT
    left: float = 0.0
    above: tuple[tuple[LegendItem, ...], ...] = ()
    below: tuple[str, ...] = ()


def border_width(size: float) -> float:
    """Return the width of the border of a card of this *size*, without a legend that needs more."""
    return size / _BORDER_SHARE


@lru_cache(maxsize=1024)
def face_layout(name: str, card: Card, size: float, *, has_legend: bool) -> FaceLayout:
    """Return how *card* of this *name* is laid out, whose longer side with the border is *size*.

    The legend stands in letters as large as its border allows, then in smaller ones, and then the
    border grows. Of a legend that would take too much of the card the id is left out, or all.
    """
    plain = _laid_out(card, size, 0.0, 0.0)
    if not has_legend:
        return plain
    usual = max(LEAST_TEXT, min(_MOST_TEXT, _TEXT_SHARE * border_width(size)))
    for part in (LegendPart.WHOLE, LegendPart.WITHOUT_ID):
        layouts = [_with_legend(name, card, size, text, part) for text in (usual, LEAST_TEXT)]
        fitting = [layout for layout in layouts if layout]
        if fitting:
            return max(fitting, key=lambda layout: (layout.side, layout.text_size))
    return plain


def legend_marks(layout: FaceLayout, trim: Box, style: SymbolStyle) -> Iterator[Mark]:
    """Yield the name, the legend and the id of a card at *trim*, whose symbols have a *style*."""
    size, field = layout.text_size, layout.field
    left = trim.x + layout.left
    block = _height_above(layout.above, size) - _EDGE - _FRAME
    top = trim.y + max(_EDGE, (field.y - block) / 2)
    for number, items in enumerate(layout.above):
        y = top + (number * _LEGEND_LINE + _CELL / 2) * size  # the middle of the line
        for item in items:
            x = left + item.at
            if item.letter:
                cell = Box(x, y - _CELL / 2 * size, _CELL * size, _CELL * size)
                if not style.low_ink:
                    yield Polygon(cell.corners, Paint(fill=WHITE))
                yield from symbol(item.letter, cell.centre, cell.width, style)
                x = cell.right + _SPACE * size
            yield Text(Point(x, y + _CAPITAL / 2 * size), item.text, size)
    room = layout.height - field.bottom
    block = _height_below(layout.below, size) - _EDGE - _FRAME
    top = trim.y + field.bottom + min(room - block - _EDGE, (room - block) / 2)
    for number, text in enumerate(layout.below):
        baseline = top + (_CAPITAL + number * _ID_LINE) * size
        yield Text(Point(left, baseline), text, size)


def _laid_out(card: Card, size: float, above: float, below: float) -> FaceLayout:
    """Return the layout of *card* with so many mm *above* and *below* its grid, or more.

    The card stays as large as it is without a legend, but a wide one may become higher.
    """
    border = border_width(size)
    top, bottom = max(above, border), max(below, border)
    usual = cell_side(card, size - 2 * border)
    width = size if card.cols >= card.rows else card.cols * usual + 2 * border
    height = size if card.rows >= card.cols else min(size, card.rows * usual + top + bottom)
    side = min(usual, (height - top - bottom) / card.rows)
    grid_width = card.cols * side
    field = Box((width - grid_width) / 2, top, grid_width, card.rows * side)
    left = _EDGE if field.width < _NARROW else field.x
    return FaceLayout(width, height, side, field, left=left)


def _with_legend(
    name: str, card: Card, size: float, text_size: float, part: LegendPart
) -> FaceLayout | None:
    """Return the layout of *card* with this *part* of its legend; None if there is no room for it.

    The smaller the grid becomes, the more lines the texts take, until nothing changes any more.
    """
    layout = plain = _laid_out(card, size, 0.0, 0.0)
    while layout.side >= _LEAST_CELL * plain.side:
        room = layout.width - 2 * layout.left
        above = _legend_lines(name, card, room, text_size)
        below = _id_lines(card, room, text_size) if part is LegendPart.WHOLE else ()
        if above is None:
            return None
        heights = _height_above(above, text_size), _height_below(below, text_size)
        smaller = _laid_out(card, size, *heights)
        if smaller.side == layout.side:
            return replace(smaller, part=part, text_size=text_size, above=above, below=below)
        layout = smaller
    return None


def _legend_lines(
    name: str, card: Card, width: float, size: float
) -> tuple[tuple[LegendItem, ...], ...] | None:
    """Return the lines of name and symbols, at most *width* wide; None if one does not fit."""
    lines: list[list[LegendItem]] = [[]]
    if shown := cut_to_width(name, size, width):
        lines[-1].append(LegendItem(shown, 0.0))
    end = text_width(shown, size) + _NAME_GAP * size if shown else 0.0
    before = (_CELL + _SPACE) * size
    for letter in card.symbols:
        own = card.legend.name(letter)
        text = cut_to_width(letter if own == letter else f"{letter} {own}", size, width - before)
        if not text.startswith(letter):
            return None
        length = before + text_width(text, size)
        if end + length > width and lines[-1]:
            lines.append([])
            end = 0.0
        lines[-1].append(LegendItem(text, end, letter))
        end += length + _GAP * size
    return tuple(map(tuple, lines))


def _id_lines(card: Card, width: float, size: float) -> tuple[str, ...]:
    """Return the id of *card* in few lines at most *width* wide, about as long as each other."""
    lines = narrower = _filled_lines(card, width, size)
    while len(narrower) == len(lines):
        lines = narrower
        longest = max(text_width(line, size) for line in lines)
        narrower = _filled_lines(card, longest - _LEAST_STEP, size)
    return lines


def _filled_lines(card: Card, width: float, size: float) -> tuple[str, ...]:
    """Return the id of *card* in lines at most *width* wide, broken between rows if they fit."""
    start, _, _ = str(card).partition(":")
    lines = [f"{start}:"]
    for number, row in enumerate(card.lines):
        longer = f"{lines[-1]} {row}" if number else lines[-1] + row
        if text_width(longer, size) <= width:
            lines[-1] = longer
            continue
        if text_width(row, size) <= width:
            lines.append(row)
            continue
        lines[-1] += " " if number else ""
        for letter in row:
            if text_width(lines[-1] + letter, size) > width:
                lines.append("")
            lines[-1] += letter
    return tuple(line.strip() for line in lines)


def _height_above(lines: Sequence[object], size: float) -> float:
    """Return the room that so many *lines* of a legend need above the grid."""
    return _EDGE + (_CELL + (len(lines) - 1) * _LEGEND_LINE) * size + _FRAME


def _height_below(lines: Sequence[object], size: float) -> float:
    """Return the room that so many *lines* of an id need below the grid."""
    return _FRAME + (_CAPITAL + (len(lines) - 1) * _ID_LINE) * size + _EDGE if lines else 0.0
