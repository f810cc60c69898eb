"""The picture of a card: its grid, its symbols, and on a solved one the outlines of a packing."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.drawing.outline import OUTLINE, patch_fills, patch_outlines
from solver.drawing.scene import (
    BLACK,
    FAINT,
    WHITE,
    Box,
    Circle,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Scene,
    Text,
    centred_text,
    cut_to_width,
    text_width,
)
from solver.drawing.text_grid import Patch, colour_adjacent
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.rules import Placement
from solver.penta_rush.symbol_art import OUR_SYMBOLS, SymbolStyle, symbol

FRAME = 0.3  # mm, like the other lines
_MAP_OUTLINE = 0.35  # mm, where no symbols are

_SIZE = 57.0  # mm: the longer side of a picture
_MARGIN = 4.0  # mm: around cards and between them
_GRID = 0.12
_GRID_COLOUR, _UNCOVERED = "#c4c4c4", "#d2d2d2"
_SYMBOL = 0.8  # of a cell, where outlines run beside it
_LABEL, _LABEL_SHARE = 1.9, 0.42  # mm; of a cell: the letter of a shape, the larger of the two
_NAME, _NAME_GAP, _LEAST_WIDTH = 2.4, 1.0, 40.0  # mm, of a legend and the paper around it
_DISC = 0.62  # of a label: the radius of the disc behind it


def solved_card(
    card: Card,
    packing: Sequence[Placement],
    *,
    size: float = _SIZE,
    style: SymbolStyle = OUR_SYMBOLS,
) -> Scene:
    """Return the picture of *card* with *packing* outlined; *size* is the longer side in mm."""
    side, style = cell_side(card, size), style.naming(card.legend)
    margin = OUTLINE + label_radius(side)
    field = Box(margin, margin, card.cols * side, card.rows * side)
    marks = packing_marks(card, packing, field, side, style)
    return _with_legend(card, field, margin, marks, style)


def cards_side_by_side(cards: Sequence[Card]) -> Scene:
    """Return the picture of *cards*, which have one legend."""
    marks: list[Mark] = []
    x, height, style = _MARGIN, 0.0, OUR_SYMBOLS.naming(cards[0].legend)
    for card in cards:
        side = cell_side(card, _SIZE)
        field = Box(x, _MARGIN, card.cols * side, card.rows * side)
        marks += [*card_grid(card, field, side), *card_symbols(card, field, side, style)]
        x, height = field.right + _MARGIN, max(height, field.height)
    field = Box(_MARGIN, _MARGIN, x - 2 * _MARGIN, height)
    return _with_legend(cards[0], field, _MARGIN, marks, style)


def _with_legend(
    card: Card, field: Box, margin: float, marks: list[Mark], style: SymbolStyle
) -> Scene:
    """Return the picture of *marks* in *field*, with the legend of *card* below it, if any."""
    if not card.legend:
        return Scene(field.grown(margin), marks)
    width = max(field.width, _LEAST_WIDTH)
    has_words = any(map(style.text, card.symbols))  # for which a letter may stand
    lines = legend_lines(card, width, _NAME, has_letters=has_words) or ()
    top = field.bottom + margin + _NAME_GAP
    marks += legend_marks(lines, Point(margin, top), _NAME, style)
    bottom = top + legend_height(lines, _NAME) + _NAME_GAP
    return Scene(Box(0.0, 0.0, width + 2 * margin, bottom), marks)


def packing_marks(  # noqa: PLR0913 - as of a card, and how it is drawn
    card: Card,
    packing: Sequence[Placement],
    field: Box,
    side: float,
    style: SymbolStyle = OUR_SYMBOLS,
    *,
    has_symbols: bool = True,
) -> list[Mark]:
    """Return *card*, faint but for the *packing* outlined, in *field*; cells have this *side*.

    A map without symbols shows where the shapes lie.
    """
    patches = colour_adjacent([Patch(placement.shape, placement.cells) for placement in packing])
    origin = Point(field.x, field.y)
    marks = [] if style.low_ink else patch_fills(patches, origin, side)
    marks += card_grid(card, field, side)
    covered = {cell for placement in packing for cell in placement.cells}
    for cell in sorted(card.cells) if has_symbols else ():
        colour = "" if cell in covered else _UNCOVERED
        centre = _centre(cell, field, side)
        marks += symbol(card[cell], centre, _SYMBOL * side, style, colour=colour)
    marks += patch_outlines(patches, origin, side, width=OUTLINE if has_symbols else _MAP_OUTLINE)
    for placement in packing:
        first = placement.cells[0]
        corner = Point(field.x + first.col * side, field.y + first.row * side)
        marks.append(Circle(corner, label_radius(side), Paint(WHITE, BLACK, OUTLINE / 2)))
        marks.append(centred_text(corner, placement.shape, _label_size(side)))
    return marks


def card_grid(card: Card, field: Box, side: float) -> list[Mark]:
    """Return the lines between the cells of *card*, and the frame around them."""
    thin = Paint(stroke=_GRID_COLOUR, width=_GRID)
    xs = (field.x + col * side for col in range(1, card.cols))
    ys = (field.y + row * side for row in range(1, card.rows))
    return [
        *(Line(Point(x, field.y), Point(x, field.bottom), thin) for x in xs),
        *(Line(Point(field.x, y), Point(field.right, y), thin) for y in ys),
        Polygon(field.corners, Paint(stroke=FAINT, width=FRAME)),
    ]


def card_symbols(card: Card, field: Box, side: float, style: SymbolStyle) -> list[Mark]:
    """Return the symbols of *card*, row by row, each in the middle of its cell."""
    marks: list[Mark] = []
    for cell in sorted(card.cells):
        marks += symbol(card[cell], _centre(cell, field, side), side, style)
    return marks


def cell_side(card: Card, size: float) -> float:
    """Return the side of a cell of *card* when the longer side of its grid is *size*."""
    return size / max(card.rows, card.cols)


def _centre(cell: Cell, field: Box, side: float) -> Point:
    return Point(field.x + (cell.col + 0.5) * side, field.y + (cell.row + 0.5) * side)


def label_radius(side: float) -> float:
    """Return how far the letter of a shape reaches beyond the card, as it stands on a corner."""
    return _DISC * _label_size(side)


def _label_size(side: float) -> float:
    return max(_LABEL, _LABEL_SHARE * side)


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

    The *title* comes first. None if not even a letter of a symbol has room.
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
            if item.letter and not style.is_word(item.letter):
                cell = Box(x, y - _CELL / 2 * size, _CELL * size, _CELL * size)
                if not style.low_ink:
                    yield Polygon(cell.corners, Paint(fill=WHITE))
                yield from symbol(item.letter, cell.centre, cell.width, style)
                x = cell.right + _SPACE * size
            yield Text(Point(x, y + _CAPITAL / 2 * size), item.text, size)
