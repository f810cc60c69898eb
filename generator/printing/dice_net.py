"""The dice to cut out and glue: nets of cubes that bear the symbols of the cards.

net    the six faces of a cube in one piece: four in a line, one above and one below the second
flap   a strip at an edge of the net, to be glued behind the face that it meets; seven
blank  a face without a symbol: where it falls, that die is thrown again

Decision: of six faces each symbol bears as many as any other. Three symbols stand twice, facing
each other; with four or five, the faces that are left stay blank.
"""

from itertools import pairwise

from generator.printing.card_art import FAINT
from generator.printing.symbol import symbol
from solver.drawing.scene import BLACK, Box, Line, Mark, Paint, Point, Polygon, shifted
from solver.errors import PaperError

DICE = 5
GAP = 6.0  # mm between two nets
FACES = 6
DEFAULT = 16.0  # mm: the edge of a die as shops sell them

_FEWEST = 3  # of two symbols, one falls three times or more
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


def faces(symbols: str) -> str:
    """Return what the six faces bear, a blank where it is nothing; the third after is opposite.

    Raises `PaperError` when there are too many or too few symbols for a die.

    >>> faces("ABCDEF"), faces("ABC"), faces("ABCD")
    ('ABCDEF', 'ABCABC', 'ABCD  ')
    """
    if not _FEWEST <= len(symbols) <= FACES:
        raise PaperError(
            "dice",
            expected=f"{_FEWEST} to {FACES} symbols on the cards",
            found=f"{len(symbols)} ({symbols})",
        )
    times = FACES // len(symbols) if FACES % len(symbols) == 0 else 1
    return f"{symbols * times:<{FACES}}"


def net_size(edge: float) -> tuple[float, float]:
    """Return the width and the height of a net with its flaps."""
    return edge * (4 + _FLAP), edge * (3 + 2 * _FLAP)


def net(borne: str, place: Box, edge: float, *, low_ink: bool) -> list[Mark]:
    """Return the marks of a die whose six faces bear these symbols, in *place*."""
    origin = Point(place.x, place.y + _FLAP * edge)
    outline, folds = _outline()
    cut, fold = Paint(stroke=BLACK, width=_CUT), Paint(stroke=FAINT, width=_FOLD, dashed=True)
    marks: list[Mark] = [Polygon(shifted(outline, origin, edge), cut)]
    for line in folds:
        start, end = shifted(line, origin, edge)
        marks.append(Line(start, end, fold))
    for letter, (col, row) in zip(borne, _FACES, strict=True):
        (middle,) = shifted([Point(col + 0.5, row + 0.5)], origin, edge)
        if letter != " ":
            marks += symbol(letter, middle, _SYMBOL * edge, low_ink=low_ink)
    return marks


def _outline() -> tuple[list[Point], list[tuple[Point, Point]]]:
    """Return the line to cut along and the lines to fold, for an edge of 1."""
    points: list[Point] = []
    folds = [(Point(*start), Point(*end)) for start, end in _FOLDS]
    for ((x, y), has_flap), ((right, low), _) in pairwise((*_CORNERS, _CORNERS[0])):
        points.append(Point(x, y))
        if has_flap:
            along, down = right - x, low - y  # one of them is 0, and outwards is to the left
            out = Point(_FLAP * down, -_FLAP * along)
            points += [
                Point(x + _SLANT * along + out.x, y + _SLANT * down + out.y),
                Point(right - _SLANT * along + out.x, low - _SLANT * down + out.y),
            ]
            folds.append((Point(x, y), Point(right, low)))
    return points, folds
