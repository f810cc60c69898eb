"""The two faces of a card: the grid of symbols in its border, and the back with its name.

The border around the grid is a 24th of the card's size wide, or more where the legend or the safety
margin needs it, and is printed beyond the card as its bleed. The back shows the twelve pentominoes
on a chessboard, whose middle is left for the name.
With low ink nothing but the code is filled: symbols and pieces are outlined, the border is a line.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated

from generator.printing.card_code import code_marks
from generator.printing.face_layout import Extent, FaceLayout, face_layout, face_texts
from solver.drawing.artwork import Artwork, covering
from solver.drawing.colour import COLOURS, lightened, parse_colour, text_colour
from solver.drawing.outline import outline
from solver.drawing.scene import (
    FAINT,
    WHITE,
    Box,
    Mark,
    Paint,
    Picture,
    Point,
    Polygon,
    Text,
    centred_text,
    cut_to_width,
    printable_text,
    text_width,
)
from solver.drawing.text_grid import PALETTE, Patch, colour_adjacent
from solver.errors import PaperError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import FRAME, card_grid, card_symbols
from solver.penta_rush.symbol_art import OUR_SYMBOLS, SymbolStyle
from solver.question import Within, check_fields

GREY = COLOURS["grey"]
SIZE_RANGE, BLEED_RANGE, SAFE_RANGE = (10, 1000), (0, 20), (0, 20)  # mm
CELL_RANGE, DEFAULT_SIZE = (1, 100), 120.0  # mm
SMALL = 1.9  # mm: a text beside what is cut out
PIECE_WHITE = 0.55  # how much white the colours of pieces take

SMALLEST = 1.4  # mm: a long text, as the id of a card; four typographic points
_TWO_LINES = (1.15, 2.65)  # mm, below a card's bleed: the baselines of a caption
_MOST_SAFE = 3  # the size of a card divided by the margin that leaves a third of it to the grid
_PIECE_LINE = 0.35  # mm
_NAME_SHARE, _LARGEST_NAME = 0.8, 6.0  # of the middle of the motif; mm
_SMALLEST_MOTIF = 25.0  # mm; a narrower card bears its name alone
_LONGEST = 8  # times as long as wide; of a longer card, the border would leave nothing on the back

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
    """How cards are printed: their *size*, the longer side with the border, or that of a *cell*.

    All lengths are in mm: the *bleed* around a card, and *safe*, how far from its edge nothing but
    the border is. Without *size* and *cell* cards are 120 mm large. *has_legend* asks for name,
    legend and id inside the trim line, *has_code* for the code; *symbols* is how symbols look.
    *border_colour*, a name or one like ``#e69f00``, stands for that of *border*; *title* for the
    names of cards, on both sides; *back* for our own back: it covers the card and its bleed; *logo*
    for the name in the middle of our back.
    """

    size: Annotated[float, Within(*SIZE_RANGE)] | None = None
    bleed: Annotated[float, Within(*BLEED_RANGE)] = 3.0
    border: Border = Border.GREY
    has_legend: bool = True
    has_code: bool = True
    symbols: SymbolStyle = OUR_SYMBOLS
    safe: Annotated[float, Within(*SAFE_RANGE)] = 3.0
    cell: Annotated[float, Within(*CELL_RANGE)] | None = None
    border_colour: str | None = None
    title: str | None = None
    back: Artwork | None = None
    logo: Artwork | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        if self.border_colour is not None:
            parse_colour(self.border_colour, "border colour")
        if self.size and self.cell:
            found = f"size {self.size:g} and cell {self.cell:g}"
            raise PaperError("cards", expected="a size or a cell", found=found)
        if self.back and self.logo:
            raise PaperError("logo", expected="our back around it", found="another back")
        if self.low_ink and self.border_colour is not None:
            raise PaperError(
                "border colour", expected="none with low ink", found=self.border_colour
            )
        size = self.size or DEFAULT_SIZE
        if not self.cell and self.safe > (most := size / _MOST_SAFE):
            expected = f"at most {most:.4g} mm on a card of {size:g} mm"
            raise PaperError("safe", expected=expected, found=f"{self.safe:g} mm")

    @property
    def low_ink(self) -> bool:
        """Whether nothing is filled."""
        return self.symbols.low_ink

    @property
    def ground(self) -> str:
        """The colour of the border, on which texts stand; white is the paper itself."""
        if self.low_ink:
            return WHITE
        return parse_colour(self.border_colour or self.border.value)

    def shown_name(self, name: str) -> str:
        """Return what is printed for the *name* of a card."""
        return name if self.title is None else printable_text(self.title)


def card_layout(name: str, card: Card, style: CardStyle) -> FaceLayout:
    """Return how the face of *card*, which has this *name*, is laid out."""
    extent = (
        Extent.around(card, style.cell, style.safe)
        if style.cell
        else Extent(style.size or DEFAULT_SIZE, style.safe)
    )
    shown = style.shown_name(name)
    return face_layout(shown, card, extent, has_legend=style.has_legend, has_code=style.has_code)


def card_front(name: str, card: Card, trim: Box, style: CardStyle) -> list[Mark]:
    """Return the face of *card* that is played on, drawn in *trim*."""
    layout = card_layout(name, card, style)
    field = layout.field.moved(trim.x, trim.y)
    code, ink = layout.code, text_colour(style.ground)
    symbols = style.symbols.naming(card.legend)
    texts = face_texts(layout, trim, symbols)
    return [
        *border_area(trim, style),
        *(code_marks(card, code.moved(trim.x, trim.y)) if code else []),
        *([] if style.low_ink else [Polygon(field.corners, Paint(fill=WHITE))]),
        *(mark._replace(colour=ink) if isinstance(mark, Text) else mark for mark in texts),
        *card_grid(card, field, layout.side),
        *card_symbols(card, field, layout.side, symbols),
    ]


def card_back(name: str, trim: Box, style: CardStyle) -> list[Mark]:
    """Return the back of a card: the motif with its *name*, or the name alone on a narrow card.

    A logo takes the place of the name; a back of the owner's own has neither.
    """
    if style.back:
        place = trim.grown(style.bleed)
        return [Picture(covering(style.back, place.width / place.height), place)]
    name = style.shown_name(name)
    shorter, longer = sorted((trim.width, trim.height))
    border = Extent(min(longer, _LONGEST * shorter), style.safe).border
    field = trim.grown(-border)
    fill = None if style.low_ink else WHITE
    marks = [*border_area(trim, style), Polygon(field.corners, Paint(fill, FAINT, FRAME))]
    shorter_side = min(field.width, field.height)
    if shorter_side < _SMALLEST_MOTIF:
        return [*marks, _name(name, field.grown(-FRAME), style)]
    (x, y), width = field.centre, shorter_side - border
    corner, side = Point(x - width / 2, y - width / 2), width / len(_MOTIF)
    for piece in _motif_pieces():
        colour = None if style.low_ink else lightened(PALETTE[piece.hue or 0], PIECE_WHITE)
        corners = outline(piece.cells, corner, side)
        marks.append(Polygon(corners, Paint(colour, FAINT, _PIECE_LINE)))
    return [*marks, _name(name, Box(x - side, y - side, 2 * side, 2 * side), style)]


def caption(text: str, trim: Box, style: CardStyle, depth: float) -> tuple[list[Text], Box]:
    """Return *text* as it stands below a card, outside its bleed, and the room that it takes.

    It has two small lines where one does not hold it.
    """
    # Clear of the crop marks, which run along the edges.
    room = Box(trim.x + 1, trim.bottom + style.bleed + 0.5, trim.width - 2, depth - 1)
    size = min(SMALL, room.width / text_width(text, 1.0))
    lines = {0.5 + SMALL * 0.75: text}
    if size < SMALLEST:
        size = SMALLEST
        lines = dict(zip(_TWO_LINES, _in_two(text, size, room.width), strict=True))
    return [
        Text(Point(room.x, room.y + down), line, size, colour=FAINT) for down, line in lines.items()
    ], room


def _in_two(text: str, size: float, width: float) -> tuple[str, str]:
    """Return *text*, a name and an id, in two lines of this *width*, broken between both if it can.

    What does not fit is cut.
    """
    name, _, card = text.rpartition(", ")
    if text_width(f"{name},", size) <= width and text_width(card, size) <= width:
        return f"{name},", card
    count = next(n for n in range(len(text), -1, -1) if text_width(text[:n], size) <= width)
    return text[:count], cut_to_width(text[count:], size, width)


def border_area(trim: Box, style: CardStyle) -> list[Mark]:
    """Return the border as an area; a white one is the paper itself."""
    if style.ground == WHITE:
        return []
    return [Polygon(trim.grown(style.bleed).corners, Paint(fill=style.ground))]


def _name(name: str, room: Box, style: CardStyle) -> Mark:
    """Return *name* in the middle of *room*, or the logo that takes its place, in its aspect."""
    if logo := style.logo:
        scale = _NAME_SHARE * min(room.width / logo.width, room.height / logo.height)
        half_width, half_height = scale * logo.width / 2, scale * logo.height / 2
        x, y = room.centre.x - half_width, room.centre.y - half_height
        return Picture(logo, Box(x, y, 2 * half_width, 2 * half_height))
    wanted = _NAME_SHARE * room.width / max(1.0, text_width(name, 1.0))
    most = max(0.5 * room.height, min(SMALL, room.height))
    size = min(_LARGEST_NAME, most, max(SMALL, wanted))
    return centred_text(room.centre, cut_to_width(name, size, room.width), size)


@cache
def _motif_pieces() -> tuple[Patch, ...]:
    """Return the pieces of the motif, in colours that differ where they touch."""
    letters = {
        Cell(row, col): letter for row, line in enumerate(_MOTIF) for col, letter in enumerate(line)
    }
    cells = {shape: [cell for cell in letters if letters[cell] == shape] for shape in SHAPES}
    return tuple(colour_adjacent([Patch(shape, cells[shape]) for shape in SHAPES]))
