"""The two faces of a card: the grid of symbols in its border, and the back with its name.

edge    the longer side of a card, border included, in mm
border  around the grid, a 24th of the edge wide, grey or white; it runs on into the bleed
field   the grid itself
motif   the twelve pentominoes on a chessboard, whose middle is left for the name

Low ink leaves out what is filled: symbols and pieces are outlined, the border is a line.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from solver.penta_rush.symbol_art import symbol
from solver.drawing.outline import outline
from solver.drawing.scene import (
    BLACK,
    WHITE,
    Anchor,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Text,
    cut_to_width,
    rectangle,
    text_width,
)
from solver.drawing.text_grid import PALETTE, Patch, colour_adjacent
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card

GREY = "#b4b4b4"
FAINT = "#6e6e6e"
SMALL = 1.9  # of a text beside what is cut out
_SMALLEST = 1.4  # of one that is long, as the id of a card; four typographic points

_PART = 24  # of the edge: the border
_GRID, _FRAME, _PIECE = 0.12, 0.3, 0.35  # mm, of lines
_GRID_COLOUR = "#c4c4c4"
_PALE = 0.55  # how much white the colours of the motif take
_NAME = 0.8  # of the middle of the motif
_LARGEST_NAME = 6.0
_LEAST_MOTIF = 25.0  # mm; a narrower card bears its name alone

# The first tiling of the chessboard without its middle: `penta tile chessboard`.
_MOTIF = (
    "FFVVVUUU",
    "LFFWVUXU",
    "LFWWVXXX",
    "LWW..NXI",
    "LLZ..NNI",
    "ZZZPPTNI",
    "ZYPPPTNI",
    "YYYYTTTI",
)


class Border(Enum):
    """The colour of a border."""

    GREY = "grey"
    WHITE = "white"


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How cards are printed: the longer *edge* and the *bleed* in mm, the *border*, *low_ink*."""

    edge: float = 120.0
    bleed: float = 3.0
    border: Border = Border.GREY
    low_ink: bool = False


def cell_side(card: Card, edge: float) -> float:
    """Return the side of a cell of *card*.

    >>> cell_side(Card(("ABCDEFABCD",) * 10), 120.0)
    11.0
    """
    return (edge - 2 * edge / _PART) / max(card.rows, card.cols)


def card_size(card: Card, edge: float) -> tuple[float, float]:
    """Return the width and the height of *card* with its border."""
    cell, both = cell_side(card, edge), 2 * edge / _PART
    longest = max(card.rows, card.cols)
    # The longer side is the edge itself, not a sum that is rounded.
    wide, high = (
        edge if count == longest else count * cell + both for count in (card.cols, card.rows)
    )
    return wide, high


def card_front(card: Card, trim: Box, style: CardStyle) -> list[Mark]:
    """Return the face of *card* that is played on; it lies in *trim*."""
    cell, border = cell_side(card, style.edge), style.edge / _PART
    field = trim.grown(-border)
    marks = _ground(trim, style)
    if not style.low_ink:
        marks.append(rectangle(field, Paint(fill=WHITE)))
    return [*marks, *card_grid(card, field, cell), *card_symbols(card, field, cell, low_ink=style.low_ink)]


def card_grid(card: Card, field: Box, cell: float) -> list[Mark]:
    """Return the lines between the cells of *card*, and the frame around them."""
    thin = Paint(stroke=_GRID_COLOUR, width=_GRID)
    lines: list[Mark] = []
    for col in range(1, card.cols):
        x = field.x + col * cell
        lines.append(Line(Point(x, field.y), Point(x, field.bottom), thin))
    for row in range(1, card.rows):
        y = field.y + row * cell
        lines.append(Line(Point(field.x, y), Point(field.right, y), thin))
    return [*lines, rectangle(field, Paint(stroke=FAINT, width=_FRAME))]


def card_symbols(card: Card, field: Box, cell: float, *, low_ink: bool) -> list[Mark]:
    """Return the symbols of *card*, row by row, each in the middle of its cell."""
    marks: list[Mark] = []
    for one in sorted(card.cells):
        middle = Point(field.x + (one.col + 0.5) * cell, field.y + (one.row + 0.5) * cell)
        marks += symbol(card[one], middle, cell, low_ink=low_ink)
    return marks


def card_back(name: str, trim: Box, style: CardStyle) -> list[Mark]:
    """Return the back of a card: the motif with its *name*, or the name alone on a narrow card."""
    border = style.edge / _PART
    field = trim.grown(-border)
    side = min(field.width, field.height)
    marks = _ground(trim, style)
    inside = field.grown(-border / 2)
    marks.append(rectangle(field, Paint(None if style.low_ink else WHITE, FAINT, _FRAME)))
    if side < _LEAST_MOTIF:
        return [*marks, *_name(name, inside)]
    side -= border
    motif = Box(field.centre.x - side / 2, field.centre.y - side / 2, side, side)
    cell = side / len(_MOTIF)
    for patch in _patches():
        tint = None if style.low_ink else lightened(PALETTE[patch.hue or 0])
        shape = outline(patch.cells, Point(motif.x, motif.y), cell)
        marks.append(Polygon(shape, Paint(tint, FAINT, _PIECE)))
    middle = Box(motif.centre.x - cell, motif.centre.y - cell, 2 * cell, 2 * cell)
    return [*marks, *_name(name, middle)]


def caption(text: str, trim: Box, style: CardStyle, depth: float) -> tuple[Text, Box]:
    """Return what is told below a card, outside its bleed, and the room that it takes."""
    # Clear of the crop marks, which run along the edges.
    room = Box(trim.x + 1, trim.bottom + style.bleed + 0.5, trim.width - 2, depth - 1)
    size = max(_SMALLEST, min(SMALL, room.width / text_width(text, 1.0)))
    at = Point(room.x, room.y + 0.5 + SMALL * 0.75)
    return Text(at, cut_to_width(text, size, room.width), size, colour=FAINT), room


def lightened(colour: str, white: float = _PALE) -> str:
    """Return *colour* with as much of it *white*.

    >>> lightened("#000000", 0.5)
    '#808080'
    """
    parts = bytes.fromhex(colour[1:])
    return f"#{bytes(round(part + (255 - part) * white) for part in parts).hex()}"


def _ground(trim: Box, style: CardStyle) -> list[Mark]:
    """Return the border as an area; a white one is the paper."""
    if style.low_ink or style.border is Border.WHITE:
        return []
    return [rectangle(trim.grown(style.bleed), Paint(fill=GREY))]


def _name(name: str, room: Box) -> list[Mark]:
    wide = _NAME * room.width
    size = min(_LARGEST_NAME, 0.5 * room.height, max(SMALL, wide / max(1.0, text_width(name, 1.0))))
    at = Point(room.centre.x, room.centre.y + 0.36 * size)
    return [Text(at, cut_to_width(name, size, room.width), size, Anchor.MIDDLE, BLACK, bold=True)]


@cache
def _patches() -> tuple[Patch, ...]:
    """Return the pieces of the motif, in colours that differ where they touch."""
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(_MOTIF):
        for col, letter in enumerate(line):
            if letter != ".":
                cells.setdefault(letter, []).append(Cell(row, col))
    return tuple(colour_adjacent([Patch(letter, cells[letter]) for letter in sorted(cells)]))
