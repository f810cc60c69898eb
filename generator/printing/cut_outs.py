"""What is cut out beside the cards: dice to glue, and the twelve tiles.

A die is a net, the six faces of a cube in one piece, four in a line, one above and one below the
second, with seven flaps to be glued. Each symbol has as many faces as any other: three symbols have
two each, opposite each other; with four or five symbols the faces left over stay blank.

A tile is a pentomino with its letter and its points, which stand, large, in the cell nearest to its
middle.
"""

from itertools import pairwise

from generator.printing.card_art import PIECE_WHITE
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
    Text,
    centred_text,
    text_width,
    transformed,
)
from solver.drawing.text_grid import PALETTE
from solver.errors import PaperError
from solver.geometry.cell import middle_of
from solver.geometry.polyomino import SHAPES, pentominoes
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.symbol_art import OUR_SYMBOLS, SymbolStyle, symbol

TILE_GAP = 8.0  # mm between two tiles

_TILE_EDGE = 0.25  # mm, of the line to cut along
_POINTS, _LETTER, _ROOM = 0.5, 0.2, 0.8  # of a cell's side


def tile_size(shape: str, side: float) -> tuple[float, float]:
    """Return the width and the height of a tile whose cells have this *side*.

    >>> tile_size("I", 11.0)
    (55.0, 11.0)
    """
    cells = pentominoes()[shape]
    cols, rows = 1 + max(cell.col for cell in cells), 1 + max(cell.row for cell in cells)
    return side * cols, side * rows


def tile(shape: str, points: int, box: Box, side: float, *, low_ink: bool) -> list[Mark]:
    """Return the marks of a tile worth *points*, from the upper left of *box*."""
    cells, origin = pentominoes()[shape], Point(box.x, box.y)
    colour = PALETTE[SHAPES.index(shape) % len(PALETTE)]
    fill = None if low_ink else lightened(colour, PIECE_WHITE)
    middle = middle_of(cells)
    x, y = origin.x + middle.col * side, origin.y + middle.row * side
    size = min(_POINTS * side, _ROOM * side / text_width(str(points), 1.0))
    return [
        Polygon(outline(cells, origin, side), Paint(fill, BLACK, _TILE_EDGE)),
        *lines_within(cells, origin, side, Paint(stroke=FAINT, width=THIN)),
        centred_text(Point(x + side / 2, y + side / 2), str(points), size),
        Text(Point(x + 0.08 * side, y + 0.24 * side), shape, _LETTER * side, colour=FAINT),
    ]


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
    origin = Point(box.x, box.y + _FLAP * edge)
    cut_line, folds = _cut_line_and_folds()
    cut, fold = Paint(stroke=BLACK, width=_CUT), Paint(stroke=FAINT, width=_FOLD, dashed=True)
    marks: list[Mark] = [Polygon(transformed(cut_line, origin, edge), cut)]
    for line in folds:
        start, end = transformed(line, origin, edge)
        marks.append(Line(start, end, fold))
    for letter, (col, row) in zip(faces, _FACES, strict=True):
        (centre,) = transformed([Point(col + 0.5, row + 0.5)], origin, edge)
        if letter != " ":
            marks += symbol(letter, centre, _SYMBOL * edge, style)
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
