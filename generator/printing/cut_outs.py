"""What is cut out beside the cards: dice to glue, and the twelve tiles.

A die is a net, the six faces of a cube in one piece, four in a line, one above and one below the
second, with seven flaps to be glued. Each symbol has as many faces as any other: three symbols have
two each, opposite each other; with four or five symbols the faces left over stay blank.

A tile is a pentomino with its points, which stand, large, in the cell nearest to its middle, and
its letter in the next cell; both keep the safety margin where the cells have room for it. Its back
is its mirror image, without the line to cut along.
"""

from collections.abc import Callable
from itertools import pairwise
from math import dist
from typing import NamedTuple

from generator.printing.card_art import PIECE_WHITE, SMALLEST
from generator.printing.page_layout import Mirror
from solver.drawing.colour import lightened
from solver.drawing.outline import lines_within, outline
from solver.drawing.scene import (
    BLACK,
    FAINT,
    THIN,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    centred_text,
    text_width,
    transformed,
)
from solver.drawing.text_grid import PALETTE
from solver.errors import PaperError
from solver.geometry.cell import Cell, Cells, middle_of
from solver.geometry.polyomino import SHAPES, pentominoes
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.symbol_art import OUR_SYMBOLS, SymbolStyle, symbol

TILE_GAP = 8.0  # mm between two tiles

_TILE_EDGE = 0.25  # mm, of the line to cut along
_POINTS, _LETTER, _ROOM = 0.5, 0.2, 0.8  # of a cell's side
_CAPITAL = 0.75  # of a text's size, with some room to spare


def tile_size(shape: str, side: float) -> tuple[float, float]:
    """Return the width and the height of a tile whose cells have this *side*.

    >>> tile_size("I", 11.0)
    (55.0, 11.0)
    """
    cells = pentominoes()[shape]
    cols, rows = 1 + max(cell.col for cell in cells), 1 + max(cell.row for cell in cells)
    return side * cols, side * rows


class PieceLook(NamedTuple):
    """How a piece is printed: its *fill*, None for none, which goes on for the *bleed* in mm.

    *edge* is the colour of the line to cut along, *line* that between its cells.
    """

    fill: str | None
    edge: str = BLACK
    line: str = FAINT
    bleed: float = 0.0


def piece(
    shape: str, box: Box, side: float, look: PieceLook, *, back: Mirror | None = None
) -> list[Mark]:
    """Return a pentomino whose cells have this *side*, from the upper left of *box*.

    *back* asks for its back, and says what is exchanged there.
    """
    cells, origin = tile_cells(shape, back), Point(box.x, box.y)
    corners, bleed = outline(cells, origin, side), Paint(look.fill, look.fill, 2 * look.bleed)
    has_bleed = look.fill is not None and look.bleed > 0
    return [
        *([Polygon(corners, bleed)] if has_bleed else []),
        Polygon(corners, Paint(look.fill, None if back else look.edge, _TILE_EDGE)),
        *lines_within(cells, origin, side, Paint(stroke=look.line, width=THIN)),
    ]


def tile(  # noqa: PLR0913 - what it is and how it is printed
    shape: str,
    points: int,
    box: Box,
    side: float,
    *,
    low_ink: bool,
    safe: float = 0.0,
    bleed: float = 0.0,
    back: Mirror | None = None,
) -> list[Mark]:
    """Return the marks of a tile worth *points*, from the upper left of *box*, or of its back.

    The letter is left out where it would be too small to be *safe* mm from the cut.
    """
    look = PieceLook(None if low_ink else tile_colour(shape), bleed=bleed)
    cells = tile_cells(shape, back)
    middle = middle_of(cells)
    beside = min(cell for cell in cells if dist(cell, middle) == 1)

    def centre(cell: Cell) -> Point:
        return Point(box.x + (cell.col + 0.5) * side, box.y + (cell.row + 0.5) * side)

    size = min(_POINTS * side, _ROOM * side / text_width(str(points), 1.0))
    size = max(min(size, SMALLEST), min(size, safe_size(str(points), side, safe)))
    marks = [*piece(shape, box, side, look, back=back)]
    marks.append(centred_text(centre(middle), str(points), size))
    if letter := letter_size(side, safe):
        marks.append(centred_text(centre(beside), shape, letter, colour=FAINT, bold=False))
    return marks


def letter_size(side: float, safe: float) -> float:
    """Return the size of the letters of tiles whose cells have this *side*; 0 if all are left out.

    >>> letter_size(11.0, 3.0), letter_size(6.5, 3.0)
    (2.2, 0.0)
    """
    size = min(max(_LETTER * side, SMALLEST), safe_size("W", side, safe))  # the widest
    return size if size >= SMALLEST else 0.0


def safe_size(text: str, side: float, safe: float) -> float:
    """Return the size at which *text* in a cell of this *side* is *safe* mm from its edges."""
    return (side - 2 * safe) / max(_CAPITAL, text_width(text, 1.0))


def tile_colour(shape: str) -> str:
    """Return the colour of a tile."""
    return lightened(PALETTE[SHAPES.index(shape) % len(PALETTE)], PIECE_WHITE)


def tile_cells(shape: str, back: Mirror | None) -> Cells:
    """Return the cells of a tile, or those of its *back*: its mirror image."""
    cells = pentominoes()[shape]
    if back is Mirror.LEFT_RIGHT:
        last = max(cell.col for cell in cells)
        return frozenset(Cell(row, last - col) for row, col in cells)
    if back is Mirror.TOP_BOTTOM:
        last = max(cell.row for cell in cells)
        return frozenset(Cell(last - row, col) for row, col in cells)
    return cells


NET_GAP = 6.0  # mm between two nets
FACES = 6
DEFAULT_EDGE = 16.0  # mm, of a die as shops sell them
EDGE_RANGE = (5, 60)  # mm
BLANK_RULE = "where a blank falls, throw that die again"

_MIN_SYMBOLS = 3  # of two symbols, one falls three times or more
_FLAP, _SLANT = 0.34, 0.3  # of the edge
_SYMBOL = 0.86
_CUT, _FOLD = 0.25, 0.15  # mm, of lines

# Col and row of each face; a face and the third after it are opposite on the cube.
_FACES = ((1, 0), (1, 1), (2, 1), (1, 2), (3, 1), (0, 1))
# The corners of the net clockwise, and whether the edge that begins there has a flap.
_CORNERS = (
    ((1, 0), True), ((2, 0), True), ((2, 1), False), ((4, 1), True), ((4, 2), False),
    ((2, 2), True), ((2, 3), True), ((1, 3), True), ((1, 2), False), ((0, 2), False),
    ((0, 1), False), ((1, 1), True),
)  # fmt: skip
_FOLDS = (((1, 1), (2, 1)), ((1, 2), (2, 2)), ((1, 1), (1, 2)), ((2, 1), (2, 2)), ((3, 1), (3, 2)))


def die_faces(symbols: str, legend: Legend = PLAIN_LEGEND) -> str:
    """Return the symbols on the six faces, spaces for blank ones.

    Raises `PaperError`, in the names of a *legend*, when there are too many or too few of them.

    >>> die_faces("ABCDEF"), die_faces("ABC"), die_faces("ABCD")
    ('ABCDEF', 'ABCABC', 'ABCD  ')
    """
    if not _MIN_SYMBOLS <= len(symbols) <= FACES:
        expected = f"{_MIN_SYMBOLS} to {FACES} symbols on the cards"
        found = f"{len(symbols)} ({legend.symbols_text(symbols)})"
        raise PaperError("dice", expected=expected, found=found)
    repeats = FACES // len(symbols) if FACES % len(symbols) == 0 else 1
    return f"{symbols * repeats:<{FACES}}"


def net_size(edge: float) -> tuple[float, float]:
    """Return the width and the height of a net with its flaps."""
    return edge * (4 + _FLAP), edge * (3 + 2 * _FLAP)


def die_net(faces: str, box: Box, edge: float, style: SymbolStyle = OUR_SYMBOLS) -> list[Mark]:
    """Return the marks of a die with these symbols on its *faces*, drawn in *box*."""

    def face(number: int, centre: Point) -> list[Mark]:
        letter = faces[number]
        return [] if letter == " " else symbol(letter, centre, _SYMBOL * edge, style)

    return net(face, box, edge)


def net(face: Callable[[int, Point], list[Mark]], box: Box, edge: float) -> list[Mark]:
    """Return the net of a die in *box*; *face* draws each face, by number, at its centre."""
    origin = Point(box.x, box.y + _FLAP * edge)
    cut_line, folds = _cut_line_and_folds()
    cut, fold = Paint(stroke=BLACK, width=_CUT), Paint(stroke=FAINT, width=_FOLD, dashed=True)
    marks: list[Mark] = [Polygon(transformed(cut_line, origin, edge), cut)]
    for line in folds:
        start, end = transformed(line, origin, edge)
        marks.append(Line(start, end, fold))
    for number, (col, row) in enumerate(_FACES):
        (centre,) = transformed([Point(col + 0.5, row + 0.5)], origin, edge)
        marks += face(number, centre)
    return marks


def _cut_line_and_folds() -> tuple[list[Point], list[tuple[Point, Point]]]:
    """Return the line to cut along and the lines to fold, for an edge of 1."""
    cut_line: list[Point] = []
    folds = [(Point(*start), Point(*end)) for start, end in _FOLDS]
    for ((x, y), has_flap), ((next_x, next_y), _) in pairwise((*_CORNERS, _CORNERS[0])):
        cut_line.append(Point(x, y))
        if has_flap:
            along, down = next_x - x, next_y - y  # one of them is 0, and outwards is to the left
            out_x, out_y = _FLAP * down, -_FLAP * along
            cut_line += [
                Point(x + _SLANT * along + out_x, y + _SLANT * down + out_y),
                Point(next_x - _SLANT * along + out_x, next_y - _SLANT * down + out_y),
            ]
            folds.append((Point(x, y), Point(next_x, next_y)))
    return cut_line, folds
