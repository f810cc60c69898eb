"""What is in the box of Penta-Rush: cards, tiles, dice, a board, the rules and answer keys."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from generator.box import boards
from generator.box.parts import (
    BOARD,
    CROP_MARKS,
    OUTLINES,
    WIPED,
    Component,
    Cut,
    dice_component,
    rules_component,
)
from generator.box.spec import BoxCards, BoxSpec
from generator.box.text_pages import Block, nothing, paragraph
from generator.printing.answer import key_rolls
from generator.printing.answer_key import MAP_GAP, KeyEntry, key_entries, map_marks, map_size
from generator.printing.card_art import Border, CardStyle, card_back, card_front
from generator.printing.leaves import Leaf, Piece, Setup, trimmed_leaves, written_leaves
from generator.printing.page_layout import Mirror, flow_boxes, inside
from generator.printing.pieces import (
    PrintedCard,
    blank_rule,
    card_leaves,
    card_piece,
    dice,
    one_side,
    symbols_of_cards,
    tile_leaves,
)
from solver.drawing.scene import Box, Mark, Point, Text, cut_to_width
from solver.errors import PaperError, errors_within
from solver.files.texts import Texts
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls
from solver.penta_rush.points import Points
from solver.penta_rush.symbol_art import SymbolStyle, symbol
from solver.search import Advance

_STRIP = 26.0  # mm, the height of the tiles on the rules sheet
_KEY_HEAD, _KEY_TITLE = 9.0, 4.2  # mm, above the maps; the size of the title there


@dataclass(frozen=True, slots=True)
class PentaRush:
    """The components of a box that *spec* describes, with these *cards* and *points*.

    *advance* is told how much of the answer keys is solved.
    """

    spec: BoxSpec
    faces: BoxCards
    setup: Setup
    points: Points
    advance: Advance | None

    def cards(self) -> Component:
        """Return the cards: a white face each, and behind it the grey one, or the back of a card.

        Raises `PaperError` unless all are of one size.
        """
        style, grey = self.setup.style, self.faces.grey
        pieces = [_card(name, card, grey, style) for name, card in self.faces.white]
        sizes = {piece.size_text for piece in pieces}
        if grey:
            sizes.add(_card(*grey, None, style).size_text)
        if len(sizes) > 1:
            found, hint = f"{' and '.join(sorted(sizes))} mm", "faces of as many rows and cols"
            raise PaperError("cards", expected="faces of one size", found=found, hint=hint)
        names = ", ".join(piece.name for piece in pieces)
        leaves = card_leaves(pieces, self.setup)
        what = "two-sided card" if len(pieces) == 1 else "two-sided cards"
        cut = Cut(len(pieces), what, pieces[0].size_text, WIPED, CROP_MARKS)
        behind = f"; behind each {grey.name}, grey" if grey else ""
        return Component("cards", f"{names}{behind}", tuple(leaves), (cut,))

    def tiles(self) -> Component:
        """Return the tiles, in the scale of the cells; raises `PaperError` if these differ."""
        side = one_side(self.faces.all, self.setup.style)
        leaves = tile_leaves(side, self.points, self.setup, has_backs=True)
        cut = Cut(len(SHAPES), "tiles, one of each shape", f"cells {side:.2f}", BOARD, OUTLINES)
        return Component("tiles", f"cells of {side:.2f} mm, as on the cards", tuple(leaves), (cut,))

    def dice(self) -> Component:
        """Return the nets of the dice."""
        nets = dice(self.faces.all, self.faces.legend, self.spec.die, self.setup.style)
        rule = blank_rule(self.faces.all)
        return dice_component(nets, self.spec.die, f"nets to fold and glue{rule}", self.setup)

    def board(self) -> Component:
        """Return the board, which has the score on one side and the puzzle on the other."""
        side = self.spec.board

        def draw(box: Box, back: Mirror | None) -> list[Mark]:
            style, text = self.setup.style, Texts(self.spec.language)
            if back is None:
                return boards.score_board(box, self.spec.title, self.points, style, text)
            return boards.puzzle_board(box, self.points, style, text, timer=self.spec.timer)

        board = Piece("board", side, side, draw)
        title = "Board: the score, and on its back the puzzle"
        leaves = trimmed_leaves([board], self.setup, title, measure="board")
        cut = Cut(1, "two-sided board", board.size_text, WIPED, CROP_MARKS)
        what = "score board; on its back the puzzle board"
        return Component("board", what, tuple(leaves), (cut,))

    def rules(self) -> Component:
        """Return the rules sheet."""
        style, faces = self.setup.style, self.faces.all
        text = Texts(self.spec.language)
        both = partial(paragraph, text("printed.faces"), is_item=True)
        figures = {
            "tiles": partial(_tile_figure, self.points, style),
            "rolls": partial(_roll_figure, symbols_of_cards(faces), style.symbols, text),
            "faces": both if self.faces.grey else nothing,
            "blanks": partial(paragraph, text("printed.blank"), is_item=True)
            if blank_rule(self.faces.all)
            else nothing,
        }
        what = "the rules, the puzzle variant, the solitaire"
        return rules_component(self.spec, what, self.setup, figures)

    def keys(self) -> Component:
        """Return the answer keys, leaf by leaf for each face: maps of the best packings."""
        with errors_within("keys"):
            wanted = key_rolls(self.spec.keys, self.faces.legend)
        asked = [
            (name, card, roll)
            for name, card in dict.fromkeys(self.faces.all)
            for roll in (rolls(card.symbols) if wanted == "all" else wanted)
        ]
        entries = key_entries(asked, self.points, self.advance)
        by_face = groupby(entries, key=lambda entry: (entry.name, entry.card))
        leaves = [leaf for _, of_face in by_face for leaf in _key_leaves([*of_face], self.setup)]
        return Component("keys", "the best packing of each roll on each card", tuple(leaves))


def _card(name: str, card: Card, grey: PrintedCard | None, style: CardStyle) -> Piece:
    white = replace(style, border=Border.WHITE, border_colour=None)

    def back(box: Box) -> list[Mark]:
        return card_front(*grey, box, style) if grey else card_back(name, box, style)

    return card_piece(name, card, white, back)


def _tile_figure(points: Points, style: CardStyle, width: float) -> Block:
    """Return the twelve tiles with their points, for the rules."""

    def draw(at: Point) -> list[Mark]:
        return [*boards.tile_strip(Box(at.x, at.y, width, _STRIP), points, style)]

    return Block(_STRIP + 2.5, draw)


def _roll_figure(symbols: str, style: SymbolStyle, text: Texts, width: float) -> Block:
    """Return a throw with three equal symbols, and a legal one, for the rules."""
    throws = {text("printed.again"): [0, 0, 0, 1, 2], text("printed.legal"): [0, 0, 1, 1, 2]}
    die = 6.5

    def draw(at: Point) -> list[Mark]:
        marks: list[Mark] = []
        for (said, numbers), x in zip(throws.items(), (at.x, at.x + width / 2), strict=True):
            for place, number in enumerate(numbers):
                centre = Point(x + (place + 0.5) * die, at.y + die / 2)
                marks += symbol(symbols[number % len(symbols)], centre, die, style)
            marks.append(Text(Point(x + 0.5, at.y + die + 3.4), said, 2.7))
        return marks

    return Block(die + 6.5, draw)


def _key_leaves(entries: Sequence[KeyEntry], setup: Setup) -> Iterator[Leaf]:
    """Yield the leaves with the maps of *entries*, which are of one face."""
    room, name = inside(setup.upright), entries[0].name
    below = Box(room.x, room.y + _KEY_HEAD, room.width, room.height - _KEY_HEAD)
    title = cut_to_width(f"{name}: where the best packings lie", _KEY_TITLE, room.width)
    pages, remaining = [], iter(entries)
    for boxes in flow_boxes([map_size(entry) for entry in entries], below, gap=MAP_GAP):
        at = Point(boxes[0].x, room.y + _KEY_TITLE)
        marks: list[Mark] = [Text(at, title, _KEY_TITLE, bold=True)]
        for box in boxes:
            marks += map_marks(next(remaining), box, setup.style.symbols)
        pages.append(marks)
    return written_leaves(f"Answer key: {name}", pages, setup)
