"""The legend of a card in a drawing: its symbols in small cells, each before what it is called."""

from collections.abc import Iterator, Sequence
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
from solver.penta_rush.symbol_art import OUR_SYMBOLS, SymbolStyle, symbol

# In sizes of the text:
_CAPITAL = 0.73  # the height of a capital
_CELL, _SPACE = 1.2, 0.2  # the cell with a symbol, and the gap before its text
_GAP, _TITLE_GAP = 0.9, 1.6  # after a symbol's text, and after the title
_LINE = 1.4  # from one line to the next


class LegendItem(NamedTuple):
    """A *text* that begins *at* mm of its line, after the symbol *letter* if there is one."""

    text: str
    at: float
    letter: str = ""


LegendLines = tuple[tuple[LegendItem, ...], ...]


def legend_lines(
    card: Card, width: float, size: float, *, title: str = "", has_letters: bool = True
) -> LegendLines | None:
    """Return the lines of a legend in texts of this *size*, at most *width* mm wide.

    The *title* comes first, then each symbol of *card* with its letter and its name, or its name
    alone. None if not even a letter has room.
    """
    lines: list[list[LegendItem]] = [[]]
    end = 0.0
    if shown := cut_to_width(title, size, width):
        lines[-1].append(LegendItem(shown, 0.0))
        end = text_width(shown, size) + _TITLE_GAP * size
    before = (_CELL + _SPACE) * size
    for letter in card.symbols:
        own = card.legend.name(letter)
        wanted = f"{letter} {own}" if has_letters and own != letter else own
        text = cut_to_width(wanted, size, width - before)
        if not text.startswith(wanted[0]):
            return None
        length = before + text_width(text, size)
        if end + length > width and lines[-1]:
            lines.append([])
            end = 0.0
        lines[-1].append(LegendItem(text, end, letter))
        end += length + _GAP * size
    return tuple(map(tuple, lines))


def legend_height(lines: Sequence[object], size: float) -> float:
    """Return the height in mm of *lines* with texts of this *size*."""
    return (_CELL + (len(lines) - 1) * _LINE) * size


def legend_marks(
    lines: LegendLines, at: Point, size: float, style: SymbolStyle = OUR_SYMBOLS
) -> Iterator[Mark]:
    """Yield the marks of a legend whose upper left corner is *at*."""
    for number, items in enumerate(lines):
        y = at.y + (number * _LINE + _CELL / 2) * size  # the middle of the line
        for item in items:
            x = at.x + item.at
            if item.letter:
                cell = Box(x, y - _CELL / 2 * size, _CELL * size, _CELL * size)
                if not style.low_ink:
                    yield Polygon(cell.corners, Paint(fill=WHITE))
                yield from symbol(item.letter, cell.centre, cell.width, style)
                x = cell.right + _SPACE * size
            yield Text(Point(x, y + _CAPITAL / 2 * size), item.text, size)
