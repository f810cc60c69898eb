"""The board of Penta-Rush: the score board on one side, on the other that of the puzzle variant.

The score board has a column for each of four players. The puzzle board has a quarter for each, with
a line for the name, the twelve shapes with their points, and rings to be drawn beside a timer; in
the middle of it is room for the timer itself.
"""

from bisect import bisect_left
from collections.abc import Iterator
from math import ceil

from generator.printing.card_art import SMALLEST, CardStyle, border_area
from generator.printing.cut_outs import PieceLook, piece, tile_colour, tile_size
from solver.drawing.colour import COLOURS, lightened
from solver.drawing.scene import (
    BLACK,
    FAINT,
    WHITE,
    Anchor,
    Box,
    Circle,
    Line,
    Mark,
    Paint,
    Point,
    Polygon,
    Text,
    centred_text,
    text_width,
)
from solver.files.texts import Texts
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.dice import ROUNDS
from solver.penta_rush.points import Points, default_points

BOARD_RANGE = (60, 1000)  # mm
MOST_TIMER = 3  # the side of a board divided by the diameter that leaves room beside the timer
PLAYERS = 4
_PUZZLE_ROUNDS = 12
_BORDER_SHARE = 30  # the side of a board divided by its border
_GRID = "#c4c4c4"
_STRIP, _HEAD, _LABELS = 0.12, 0.1, 0.16  # of the field: the tiles, the title, the row labels
_SLOT_CELLS = 5.3  # how many cells a slot for a shape is wide, or high with its points below
_POINTS = 1.2  # of a cell: the size of the points
_EDGE = 4.0  # mm, from the outer edge of a quarter to its rings


def score_board(trim: Box, title: str, points: Points, style: CardStyle, text: Texts) -> list[Mark]:
    """Return the side with the score, for a game of this *title*, drawn in *trim*."""
    marks, field = bordered_field(trim, style)
    head, strip = _HEAD * field.height, _STRIP * field.height
    room = field.width - head
    size = min(0.5 * head, 0.5 * head * room / max(1.0, text_width(title, 0.5 * head)))
    marks.append(centred_text(Point(field.centre.x, field.y + head / 2), title, size))
    table = Box(field.x, field.y + head, field.width, field.height - head - strip)
    marks += _score_table(table, style, text)
    marks += tile_strip(Box(field.x, table.bottom, field.width, strip).grown(-1.5), points, style)
    return marks


def puzzle_board(
    trim: Box, points: Points, style: CardStyle, text: Texts, *, timer: float
) -> list[Mark]:
    """Return the side of the puzzle variant, with room for a *timer* of this diameter in mm."""
    marks, field = bordered_field(trim, style)
    width, height = field.width / 2, field.height / 2
    place = Circle(field.centre, timer / 2, Paint(WHITE, FAINT, 0.3))
    for number in range(PLAYERS):
        row, col = divmod(number, 2)
        quarter = Box(field.x + col * width, field.y + row * height, width, height)
        marks += _quarter(quarter, place, points, style, text)
    (x, y), line = field.centre, Paint(stroke=FAINT, width=0.3)
    marks.append(Line(Point(x, field.y), Point(x, field.bottom), line))
    marks.append(Line(Point(field.x, y), Point(field.right, y), line))
    if timer:
        marks.append(place)
        marks += hourglass(field.centre, 0.4 * timer, FAINT)
    return marks


def least_board(
    side: float, title: str, style: CardStyle, text: Texts, *, timer: float
) -> int | None:
    """Return *side*, rounded up, or the least longer one in mm at which all texts can be read.

    They have four typographic points or more then. None if the *title* is too long for any board;
    a *timer* that is too large is drawn smaller.
    """
    points = default_points()

    def is_legible(side: int) -> bool:
        trim, shown = Box(0, 0, side, side), min(timer, side / MOST_TIMER)
        marks = score_board(trim, title, points, style, text)
        marks += puzzle_board(trim, points, style, text, timer=shown)
        return min(mark.size for mark in marks if isinstance(mark, Text)) >= SMALLEST

    sides = range(ceil(side), BOARD_RANGE[1] + 1)
    place = bisect_left(sides, 1, key=is_legible)
    return sides[place] if place < len(sides) else None


def tile_strip(room: Box, points: Points, style: CardStyle) -> Iterator[Mark]:
    """Yield the twelve tiles with their points in one line in *room*, or in two."""
    rows = 1 if room.width > 6 * room.height else 2
    cols = len(SHAPES) // rows
    width, height = room.width / cols, room.height / rows
    for number, shape in enumerate(SHAPES):
        row, col = divmod(number, cols)
        slot = Box(room.x + col * width, room.y + row * height, width, height)
        yield from _shape_marks(shape, points, slot, style)


def hourglass(centre: Point, height: float, colour: str) -> list[Mark]:
    """Return a timer of this *height* around *centre*."""
    half, wide = height / 2, 0.3 * height
    paint = Paint(fill=lightened(colour, 0.6))
    frame = Paint(stroke=colour, width=0.09 * height)
    marks: list[Mark] = []
    for end in (-half, half):
        left, right = Point(centre.x - wide, centre.y + end), Point(centre.x + wide, centre.y + end)
        marks.append(Polygon((left, right, centre), paint))
        marks.append(Line(left, right, frame))
    return marks


def border_of(width: float, style: CardStyle) -> float:
    """Return how wide the border of a board of this *width* is."""
    return max(width / _BORDER_SHARE, style.safe + 0.5)


def bordered_field(trim: Box, style: CardStyle) -> tuple[list[Mark], Box]:
    """Return the border of a board and its white field, as marks, and that field."""
    field = trim.grown(-border_of(trim.width, style))
    fill = None if style.low_ink else WHITE
    return [*border_area(trim, style), Polygon(field.corners, Paint(fill, FAINT, 0.3))], field


def _score_table(table: Box, style: CardStyle, text: Texts) -> Iterator[Mark]:
    """Yield the rows of the rounds and of the total, with a column for each player."""
    rounds = (text("printed.round", number=number) for number in range(1, ROUNDS + 1))
    rows = [text("printed.name"), *rounds, text("printed.total")]
    label, height = _LABELS * table.width, table.height / len(rows)
    size, x = min(4.2, 0.26 * height), table.x + 2
    width = (table.width - label) / PLAYERS
    shades = {0: 0.75, len(rows) - 1: 0.45}  # of white
    for number, name in enumerate(rows):
        band = Box(table.x, table.y + number * height, table.width, height)
        if number in shades and not style.low_ink:
            yield Polygon(band.corners, Paint(fill=lightened(COLOURS["grey"], shades[number])))
        at, is_bold = Point(x, band.centre.y), number == len(rows) - 1
        yield centred_text(at, name, size, bold=is_bold, anchor=Anchor.START)
        if number == ROUNDS:
            below = Point(x, band.centre.y + 1.3 * size)
            yield Text(below, text("printed.twice"), 0.62 * size, colour=FAINT)
        if 0 < number < len(rows) - 1:
            for player in range(PLAYERS):
                left = table.x + label + player * width
                yield from _timer_point(Point(left + width - 6.5, band.bottom - 4.0))
    thin = Paint(stroke=FAINT, width=0.25)
    for number in range(len(rows) + 1):
        y = table.y + number * height
        yield Line(Point(table.x, y), Point(table.right, y), thin)
    for player in range(PLAYERS):
        x = table.x + label + player * width
        yield Line(Point(x, table.y), Point(x, table.bottom), thin)


def _timer_point(at: Point) -> list[Mark]:
    """Return a small timer, to be marked by the player who turned it, and what it is worth."""
    plus = Text(Point(at.x + 0.9, at.y + 0.9), "+1", 2.4, colour=FAINT)
    return [*hourglass(Point(at.x - 0.8, at.y), 3.2, FAINT), plus]


def _quarter(
    quarter: Box, timer: Circle, points: Points, style: CardStyle, text: Texts
) -> Iterator[Mark]:
    """Yield a *quarter* of a board: its name, its shapes, its rings.

    The rings are beside the *timer*, which stands in the middle of the board.
    """
    middle = timer.centre
    is_upper, is_left = quarter.y < middle.y - 1, quarter.x < middle.x - 1
    inner = max(0.1 * quarter.height, timer.radius + 1.0)
    name = 0.11 * quarter.height
    top = quarter.y + (0 if is_upper else inner)
    size, baseline = 0.42 * name, top + 0.72 * name
    yield Text(Point(quarter.x + 3, baseline), text("printed.name"), size, colour=FAINT)
    start, end = quarter.x + 4 + 2.7 * size, quarter.right - 4
    yield Line(
        Point(start, baseline + 0.6), Point(end, baseline + 0.6), Paint(stroke=FAINT, width=0.2)
    )
    room = Box(quarter.x + 2, top + name, quarter.width - 4, quarter.height - inner - name)
    yield from _shape_grid(room, points, style)
    y = quarter.bottom - inner / 2 if is_upper else quarter.y + inner / 2
    clear = timer.radius + 2
    left = quarter.x + (_EDGE if is_left else clear)
    yield from _rings(Box(left, y, quarter.width - _EDGE - clear, 0.0))


def _shape_grid(room: Box, points: Points, style: CardStyle) -> Iterator[Mark]:
    cols = 4
    width, height = room.width / cols, room.height / ceil(len(SHAPES) / cols)
    for number, shape in enumerate(SHAPES):
        row, col = divmod(number, cols)
        slot = Box(room.x + col * width, room.y + row * height, width, height)
        yield from _shape_marks(shape, points, slot, style)


def _shape_marks(shape: str, points: Points, slot: Box, style: CardStyle) -> list[Mark]:
    """Return a shape in the middle of *slot*, and its points below it."""
    side = min(slot.width / _SLOT_CELLS, slot.height / (_SLOT_CELLS - 0.2))
    width, height = tile_size(shape, side)
    text = _POINTS * side
    top = slot.centre.y - (height + 1.25 * text) / 2
    box = Box(slot.centre.x - width / 2, top, width, height)
    look = PieceLook(None if style.low_ink else tile_colour(shape), edge=FAINT, line=FAINT)
    below = Point(slot.centre.x, box.bottom + 0.8 * text)
    return [*piece(shape, box, side, look), centred_text(below, str(points[shape]), text)]


def _rings(row: Box) -> Iterator[Mark]:
    """Yield a timer and a ring for each round in a *row*."""
    step = row.width / (_PUZZLE_ROUNDS + 1.4)
    yield from hourglass(Point(row.x + 0.6 * step, row.y), min(8.0, 1.5 * step), BLACK)
    for number in range(_PUZZLE_ROUNDS):
        centre = Point(row.x + (number + 1.9) * step, row.y)
        yield Circle(centre, 0.38 * step, Paint(stroke=_GRID, width=0.25))
