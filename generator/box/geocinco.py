"""What is in the box of Geocinco: the board, tokens and bridges in four colours, dice, the rules.

The board is ours, and how many tokens there are is not known. In true scale to the board, a token
is as long as the shorter slots allow, and a bridge reaches over both slots that it joins.
"""

from collections.abc import Iterator
from math import dist

from generator.box import boards
from generator.box.parts import (
    BOARD,
    CARD,
    CROP_MARKS,
    OUTLINES,
    PAPER,
    Component,
    Cut,
    Leaf,
    Piece,
    Setup,
    outlined_leaves,
    trimmed_leaves,
    written_leaves,
)
from generator.box.spec import BoxSpec
from generator.box.text_pages import rules_pages
from generator.printing import cut_outs
from generator.printing.card_art import CardStyle
from generator.printing.page_layout import inside
from solver.drawing.document import size_text
from solver.drawing.scene import (
    FAINT,
    Box,
    Mark,
    Paint,
    Point,
    Polygon,
    centred_text,
    fitted,
    regular_polygon,
    transformed,
)
from solver.geocinco.board import BOARD_NOTE, COLOURS, Board
from solver.geocinco.picture import INKS, SCALE, board_scene
from solver.geocinco.state import State
from solver.geocinco.throw import DIGIT_FACES, LETTER_FACES, STAR

_LENGTH, _WIDTH = 0.74, 0.26  # of the shorter slots, so that tokens meet without overlapping
_BRIDGE_WIDTH = 0.18
_TEXT, _STAR = 0.5, 0.34  # of a die's edge
_GAP = 1.0  # mm, between two tokens


def geocinco(spec: BoxSpec, setup: Setup) -> Iterator[Component]:
    """Yield what is in the box."""
    board = Board.named("whole")
    piece, scale = _board(spec, setup.style, board)
    yield Component(
        "board",
        BOARD_NOTE,
        tuple(trimmed_leaves([piece], setup, "Board", measure="board")),
        (Cut(1, "board", size_text(Box(0, 0, *piece.size)), BOARD, CROP_MARKS),),
    )
    slot = min(dist(*each.ends) for each in board.slots.values()) * scale
    size = _LENGTH * slot, _WIDTH * slot
    yield _bars("tokens", [(size, spec.tokens)], setup)
    spans = sorted({_span(board, place) * scale for place in board.bridge_places})
    lengths = [spans[0], *(span for span in spans[1:] if span - spans[0] > slot)]
    sizes = [(length + size[1], _BRIDGE_WIDTH * slot) for length in lengths[:2]]
    yield _bars("bridges", [(size, spec.bridges) for size in sizes], setup)
    dice = [
        Piece(
            name,
            *cut_outs.net_size(spec.die),
            lambda box, faces=faces: cut_outs.net(
                lambda number, centre: _face(faces[number], centre, spec.die), box, spec.die
            ),
        )
        for name, faces in (("die of digits", DIGIT_FACES), ("die of letters", LETTER_FACES))
    ]
    title = "Dice: fold the dashed lines, glue the flaps"
    yield Component(
        "dice",
        "nets to fold and glue, one of digits, one of letters",
        tuple(outlined_leaves(dice, setup, title, gap=cut_outs.NET_GAP, measure="die")),
        (Cut(2, "dice, nets", f"edges {spec.die:g}", CARD, OUTLINES),),
    )
    pages = rules_pages("geocinco", spec.title, inside(setup.upright), {})
    yield Component(
        "rules",
        "the rules, as we read them",
        tuple(written_leaves(f"{spec.title}: rules", pages, setup)),
        (Cut(1, "rules sheet", size_text(setup.upright), PAPER, "not cut"),),
    )


def _board(spec: BoxSpec, style: CardStyle, board: Board) -> tuple[Piece, float]:
    """Return the board, *spec.board* mm wide, and how many mm a unit of its coordinates has."""
    scene = board_scene(State.start(board, COLOURS))
    border = boards.border_of(Box(0, 0, spec.board, spec.board), style)
    factor = (spec.board - 2 * border) / scene.size.width
    height = 2 * border + factor * scene.size.height

    def face(box: Box) -> list[Mark]:
        marks, inner = boards.ground(box, style)
        return [*marks, *fitted(scene, inner)]

    return Piece("board", spec.board, height, face), factor * SCALE


def _span(board: Board, place: frozenset[str]) -> float:
    """Return how far the middles of the slots of a bridge *place* are apart."""
    middles = [
        [(start + end) / 2 for start, end in zip(*board.slots[slot].ends, strict=True)]
        for slot in place
    ]
    return dist(*middles)


def _bars(name: str, sizes: list[tuple[tuple[float, float], int]], setup: Setup) -> Component:
    """Return bars in the four colours, of each of *sizes* that number of each colour."""
    leaves: list[Leaf] = []
    cuts = []
    pieces = [
        Piece(f"{colour} {name.removesuffix('s')}", *size, drawn, drawn)
        for colour in COLOURS
        for size, count in sizes
        for drawn in [_bar_of(INKS[colour], setup.style)]
        for _ in range(count)
    ]
    title = f"{name.capitalize()}: cut along the edges"
    leaves += outlined_leaves(pieces, setup, title, gap=_GAP, measure="board")
    for size, count in sizes:
        what = f"{name}, {count} of each colour"
        cuts.append(Cut(4 * count, what, size_text(Box(0, 0, *size)), BOARD, OUTLINES))
    return Component(name, f"in the four colours, coloured on both sides", tuple(leaves), tuple(cuts))


def _bar_of(colour: str, style: CardStyle):
    def draw(box: Box, back: object = None) -> list[Mark]:
        fill = None if style.low_ink else colour
        return [Polygon(box.corners, Paint(fill, FAINT, 0.1))]

    return draw


def _face(shown: str, centre: Point, edge: float) -> list[Mark]:
    """Return what a face of a die shows, a star as one that is drawn."""
    if shown != STAR:
        return [centred_text(centre, shown, _TEXT * edge)]
    star = regular_polygon(5, _STAR * edge, inner=0.4 * _STAR * edge)
    return [Polygon(transformed(star, centre, 1.0), Paint(fill="#000000"))]
