"""Pictures of the board: pale pentagons, tokens as bars on their sides, filled towers, bridges."""

from collections.abc import Collection, Iterator
from math import hypot

from solver.drawing.colour import lightened
from solver.drawing.scene import (
    FAINT,
    WHITE,
    Anchor,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Scene,
    Text,
    centred_text,
    regular_polygon,
    transformed,
)
from solver.geocinco.board import BOARD_NOTE, COLOURS, DIGITS, LETTERS, Board, Hexagon, Pentagon
from solver.geocinco.rules.position import towers
from solver.geocinco.state import State

SCALE = 3.6  # mm, a unit of the board's coordinates
_MARGIN, _NAME_ROOM, _NOTE_ROOM = 8.0, 7.0, 8.0  # mm
_NAME, _LETTER, _NUMBER, _NOTE = 4.2, 2.6, 2.2, 3.0  # mm, the sizes of texts
_SLOT_WIDTH, _EDGE, _MARKED_EDGE = 0.25, 0.25, 0.8  # mm, of lines
_TOKEN_WIDTH, _BRIDGE_WIDTH = 1.9, 1.3  # mm, of bars
_INSET = 0.9  # mm, from a vertex to the bar on a slot
_BRIDGE_INSET = 0.6  # mm, from the middle of a slot to the bar of a bridge
_STAR = regular_polygon(5, 1.9, inner=0.8)  # mm, of a tower
_STAR_RISE, _TOWER_LETTER_DROP = 1.2, 2.6  # mm, from the middle of a tower
_NUMBER_DEPTH = 0.28  # of the way from a slot to the middle of its pentagon

# Of players and pentagons: told apart by the colour-blind, and with letters beside them.
INKS = dict(zip(COLOURS, ("#d55e00", "#f0e442", "#009e73", "#0072b2"), strict=True))
_PALE, _FILLED = 0.78, 0.3  # how much white is in the colour of a pentagon, and of a tower
_SLOT, _DARK, _ACCENT = "#8c8c8c", "#2b2b2b", "#cc79a7"


def board_scene(
    state: State, *, marked: Collection[str] = (), numbered: bool = False, caption: str = ""
) -> Scene:
    """Return the picture of the board of *state*.

    *caption* explains the bright edges of *marked* slots; sides may be *numbered*.
    """
    drawing = _Drawing(state.board)
    built = {tower.name for colour in state.players for tower in towers(state, colour)}
    marks = [*drawing.pentagons(built), *drawing.bridges(state), *drawing.labels(built)]
    marks += drawing.names(f"{caption} {BOARD_NOTE}".lstrip())
    if numbered:
        marks += drawing.numbers()
    marks += drawing.tokens(state, marked)
    return Scene(drawing.paper, marks)


class _Drawing:
    """The marks of a *board*, whose upper left vertices lie beside the names."""

    def __init__(self, board: Board) -> None:
        self._board = board
        xs, ys = zip(*(vertex for each in board.pentagons for vertex in each.vertices), strict=True)
        edge = _MARGIN + _NAME_ROOM
        self._origin = Point(edge - min(xs) * SCALE, edge - min(ys) * SCALE)
        self._bottom = edge + (max(ys) - min(ys)) * SCALE
        width = edge + (max(xs) - min(xs)) * SCALE + _MARGIN
        self.paper = Box(0, 0, width, self._bottom + _NOTE_ROOM + _MARGIN)

    def ends(self, slot: str) -> tuple[Point, Point]:
        """Return the ends of a *slot*."""
        start, end = self._points(self._board.slots[slot].ends)
        return start, end

    def pentagons(self, built: Collection[str]) -> Iterator[Mark]:
        """Yield the pentagons, the towers that are *built* filled."""
        for pentagon in self._board.pentagons:
            white = _FILLED if pentagon.name in built else _PALE
            fill = lightened(INKS[pentagon.colour], white)
            yield Polygon(self._points(pentagon.vertices), Paint(fill))

    def bridges(self, state: State) -> Iterator[Mark]:
        """Yield the bridges, which end a little before the middle of their slots."""
        for bridge in sorted(state.bridges):
            first, second = (_middle(self.ends(slot)) for slot in (bridge.first, bridge.second))
            paint = Paint(INKS[bridge.colour], _DARK, _EDGE)
            yield _bar(first, second, _BRIDGE_WIDTH, paint, inset=_BRIDGE_INSET)

    def labels(self, built: Collection[str]) -> Iterator[Mark]:
        """Yield the names of the pentagons, and a star for each tower that is *built*."""
        for pentagon in self._board.pentagons:
            x, y = self._centre(pentagon)
            if pentagon.name in built:
                star = transformed(_STAR, Point(x, y - _STAR_RISE), 1.0)
                yield Polygon(star, Paint(WHITE, _DARK, _EDGE))
                y += _TOWER_LETTER_DROP
            yield centred_text(Point(x, y), pentagon.name, _LETTER, bold=False)

    def names(self, note: str) -> Iterator[Mark]:
        """Yield the letters and digits of the hexagons, and the *note* below the board."""
        for letter in LETTERS:
            x = self._hexagon_centre(Hexagon(DIGITS[0], letter)).x
            yield Text(Point(x, _MARGIN + _NAME), letter, _NAME, Anchor.MIDDLE, FAINT, bold=True)
        for digit in DIGITS:
            y = self._hexagon_centre(Hexagon(digit, LETTERS[0])).y
            yield centred_text(Point(_MARGIN + _NAME / 2, y), digit, _NAME, colour=FAINT)
        yield Text(Point(_MARGIN, self._bottom + _NOTE_ROOM), note, _NOTE)

    def numbers(self) -> Iterator[Mark]:
        """Yield the numbers of the sides of the pentagons."""
        for pentagon in self._board.pentagons:
            centre = self._centre(pentagon)
            for number, slot in enumerate(pentagon.slots, start=1):
                at = _between(_middle(self.ends(slot)), centre, _NUMBER_DEPTH)
                yield centred_text(at, str(number), _NUMBER, colour=FAINT, bold=False)

    def tokens(self, state: State, marked: Collection[str]) -> Iterator[Mark]:
        """Yield the slots, with the tokens of *state*, and the *marked* ones with a bright edge."""
        for slot in self._board.slots:
            yield Line(*self.ends(slot), Paint(stroke=_SLOT, width=_SLOT_WIDTH))
        for slot in self._board.slots:
            owner = state.tokens.get(slot)
            if owner is None and slot not in marked:
                continue
            fill = WHITE if owner is None else INKS[owner]
            edge = (_ACCENT, _MARKED_EDGE) if slot in marked else (_DARK, _EDGE)
            yield _bar(*self.ends(slot), _TOKEN_WIDTH, Paint(fill, *edge), inset=_INSET)

    def _points(self, vertices: Collection[tuple[int, int]]) -> tuple[Point, ...]:
        return transformed((Point(*vertex) for vertex in vertices), self._origin, SCALE)

    def _centre(self, pentagon: Pentagon) -> Point:
        return _middle(self._points(pentagon.vertices))

    def _hexagon_centre(self, hexagon: Hexagon) -> Point:
        pentagons = (self._board.pentagon_of[hexagon, colour] for colour in COLOURS)
        return _middle(tuple(map(self._centre, pentagons)))


def _middle(points: tuple[Point, ...]) -> Point:
    xs, ys = zip(*points, strict=True)
    return Point(sum(xs) / len(xs), sum(ys) / len(ys))


def _between(start: Point, end: Point, share: float) -> Point:
    """Return the point at a *share* of the way from *start* to *end*."""
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))


def _bar(start: Point, end: Point, width: float, paint: Paint, *, inset: float) -> Polygon:
    """Return a bar of this *width* on the way from *start* to *end*, *inset* mm from both."""
    share = inset / hypot(end.x - start.x, end.y - start.y)
    start, end = _between(start, end, share), _between(end, start, share)
    length = hypot(end.x - start.x, end.y - start.y)
    dx, dy = width / 2 * (end.y - start.y) / length, width / 2 * (start.x - end.x) / length
    corners = (
        Point(start.x + dx, start.y + dy),
        Point(end.x + dx, end.y + dy),
        Point(end.x - dx, end.y - dy),
        Point(start.x - dx, start.y - dy),
    )
    return Polygon(corners, paint)
