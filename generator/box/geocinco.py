"""What is in the box of Geocinco: the board, tokens and bridges in four colours, dice, the rules.

The board is ours, and how many tokens there are is not known. In true scale to the board, a token
is as long as the shorter slots allow, and a bridge reaches over both slots that it joins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import dist

from generator.box import boards
from generator.box.parts import (
    BOARD,
    CROP_MARKS,
    OUTLINES,
    Component,
    Cut,
    dice_component,
    rules_component,
)
from generator.box.spec import BoxSpec
from generator.box.text_pages import Block
from generator.printing.cut_outs import net, net_size
from generator.printing.leaves import Piece, Setup, outlined_leaves, trimmed_leaves
from generator.printing.page_layout import Mirror
from solver.drawing.scene import (
    BLACK,
    FAINT,
    THIN,
    Box,
    Mark,
    Paint,
    Point,
    Polygon,
    Scene,
    Text,
    centred_text,
    fitted,
    regular_polygon,
    transformed,
)
from solver.geocinco.board import BOARD_NOTE, COLOURS, Board
from solver.geocinco.picture import INKS, SCALE, board_scene
from solver.geocinco.state import Bridge, State
from solver.geocinco.throw import DIGIT_FACES, LETTER_FACES, STAR

_BOARD = Board.named("whole")
_LENGTH, _WIDTH = 0.74, 0.26  # of the shorter slots, so that tokens meet without overlapping
_BRIDGE_WIDTH = 0.18
_TEXT, _STAR = 0.5, 0.34  # of a die's edge
_GAP = 1.0  # mm, between two tokens


@dataclass(frozen=True, slots=True)
class Geocinco:
    """The components of a box that *spec* describes."""

    spec: BoxSpec
    setup: Setup

    def board(self) -> Component:
        """Return the board, with the border of all boards."""
        style, scene = self.setup.style, _scene()
        border = boards.border_of(self._width, style)
        height = 2 * border + self._factor * scene.size.height

        def draw(box: Box, _back: Mirror | None) -> list[Mark]:
            marks, field = boards.bordered_field(box, style)
            return [*marks, *fitted(scene, field)]

        board = Piece("board", self._width, height, draw, has_back=False)
        leaves = trimmed_leaves([board], self.setup, "Board", measure="board")
        cut = Cut(1, "board", board.size_text, BOARD, CROP_MARKS)
        return Component("board", BOARD_NOTE, tuple(leaves), (cut,))

    def tokens(self) -> Component:
        """Return the tokens."""
        return self._bars("tokens", [(_LENGTH * self._slot, _WIDTH * self._slot)], self.spec.tokens)

    def bridges(self) -> Component:
        """Return the bridges, which have two lengths."""
        spans = {round(_span(place), 6) for place in _BOARD.bridge_places}
        # Between long slots the middles of which are apart by much the same, one length will do.
        shorter, longer = min(spans), max(spans)
        sizes = [
            (span * self._factor * SCALE + _WIDTH * self._slot, _BRIDGE_WIDTH * self._slot)
            for span in (shorter, longer)
        ]
        return self._bars("bridges", sizes, self.spec.bridges)

    def dice(self) -> Component:
        """Return the nets of the two dice."""
        names = {"die of digits": DIGIT_FACES, "die of letters": LETTER_FACES}
        dice = [_die(name, faces, self.spec.die) for name, faces in names.items()]
        what = "nets to fold and glue, one of digits, one of letters"
        return dice_component(dice, self.spec.die, what, self.setup)

    def rules(self) -> Component:
        """Return the rules sheet."""
        what = "the rules, as we read them"
        return rules_component(self.spec, what, self.setup, {"board": _rules_figure})

    @property
    def _width(self) -> float:
        return self.spec.board

    @property
    def _factor(self) -> float:
        """How much larger the board is printed than its picture."""
        field = self._width - 2 * boards.border_of(self._width, self.setup.style)
        return field / _scene().size.width

    @property
    def _slot(self) -> float:
        """The length of the shorter slots, in mm."""
        return min(dist(*slot.ends) for slot in _BOARD.slots.values()) * self._factor * SCALE

    def _bars(self, name: str, sizes: Sequence[tuple[float, float]], count: int) -> Component:
        """Return bars in the four colours, *count* of each of *sizes* and of each colour."""
        pieces = [
            Piece(f"{colour} {name.removesuffix('s')}", *size, partial(_bar, colour, self.setup))
            for colour in COLOURS
            for size in sizes
            for _ in range(count)
        ]
        what, hint = f"{name}, {count} of each colour", "smaller board: board"
        title = f"{name.capitalize()}: cut along the edges"
        leaves = outlined_leaves(pieces, self.setup, title, gap=_GAP, kind=name, hint=hint)
        of_size = pieces[::count][: len(sizes)]
        cuts = (
            Cut(len(COLOURS) * count, what, piece.size_text, BOARD, OUTLINES) for piece in of_size
        )
        in_colours = "in the four colours, coloured on both sides"
        return Component(name, in_colours, tuple(leaves), tuple(cuts))


@cache
def _scene() -> Scene:
    return board_scene(State.start(_BOARD, COLOURS))


def _rules_figure(width: float) -> Block:
    """Return the board with a tower, and a bridge from there to a token, as the page shows them."""
    state = State.start(_BOARD, COLOURS)
    for slot in ("B3y3", "C2b1", "C3r3", "C3r4", "C3r5", "B4y4"):
        state = state.with_token(slot, "red")
    scene = board_scene(state.with_held("red").with_bridge(Bridge.between("red", "C3r5", "B4y4")))
    height = width * scene.size.height / scene.size.width

    def draw(at: Point) -> list[Mark]:
        marks = fitted(scene, Box(at.x, at.y, width, height))
        # The rules say themselves whose board it is, in their language.
        return [mark for mark in marks if not (isinstance(mark, Text) and mark.text == BOARD_NOTE)]

    return Block(height, draw)


def _span(place: frozenset[str]) -> float:
    """Return how far the middles of the slots of a bridge *place* are apart."""
    ends = (_BOARD.slots[slot].ends for slot in place)
    return dist(*([(x + other_x) / 2, (y + other_y) / 2] for (x, y), (other_x, other_y) in ends))


def _bar(colour: str, setup: Setup, box: Box, _back: Mirror | None) -> list[Mark]:
    return [Polygon(box.corners, Paint(None if setup.style.low_ink else INKS[colour], FAINT, THIN))]


def _die(name: str, faces: str, edge: float) -> Piece:
    def draw(box: Box, _back: Mirror | None) -> list[Mark]:
        return net(lambda number, at: _face(faces[number], at, edge), box, edge)

    return Piece(name, *net_size(edge), draw, has_back=False)


def _face(shown: str, centre: Point, edge: float) -> list[Mark]:
    """Return what a face of a die shows, a star as one that is drawn."""
    if shown != STAR:
        return [centred_text(centre, shown, _TEXT * edge)]
    star = regular_polygon(5, _STAR * edge, inner=0.4 * _STAR * edge)
    return [Polygon(transformed(star, centre, 1.0), Paint(fill=BLACK))]
