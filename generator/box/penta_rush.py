"""What is in the box of Penta-Rush: cards, tiles, dice, a board, the rules and answer keys."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from generator.box import boards
from generator.box.parts import (
    BOARD,
    CARD,
    CROP_MARKS,
    OUTLINES,
    PAPER,
    WIPED,
    Component,
    Cut,
    Leaf,
    Piece,
    Setup,
    outlined_leaves,
    trimmed_leaves,
    written_leaves,
)
from generator.box.spec import BoxCards, BoxSpec
from generator.box.text_pages import Block, rules_pages
from generator.printing import answer_key, cut_outs
from generator.printing.answer import key_rolls
from generator.printing.card_art import Border, CardStyle, card_back, card_front, card_layout
from generator.printing.document import PrintedCard, dice_symbols, one_side
from generator.printing.page_layout import flow_boxes, inside
from solver.drawing.document import size_text
from solver.drawing.scene import Box, Mark, Point, Text, cut_to_width
from solver.errors import PaperError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.dice import DICE, rolls
from solver.penta_rush.points import Points
from solver.penta_rush.symbol_art import SymbolStyle, symbol
from solver.search import Advance

_STRIP = 26.0  # mm, the height of the tiles on the rules sheet
_KEY_HEAD = 9.0  # mm, above the maps


def penta_rush(
    spec: BoxSpec, cards: BoxCards, setup: Setup, only: Sequence[str], advance: Advance | None
) -> Iterator[Component]:
    """Yield what is in the box; the answer keys are solved only if they are among *only*."""
    points, style = cards.points_of(spec.points), setup.style
    pieces = _cards(cards, style)
    names = ", ".join(piece.name for piece in pieces)
    yield Component(
        "cards",
        names,
        tuple(trimmed_leaves(pieces, setup, f"Cards: {names}", measure=_measure(style))),
        (Cut(len(pieces), "two-sided cards", _size(pieces), WIPED, CROP_MARKS),),
    )
    side = one_side(cards.all, style)
    tiles = _tiles(side, points, style)
    yield Component(
        "tiles",
        f"cells of {side:.2f} mm, as on the cards",
        tuple(
            outlined_leaves(
                tiles,
                setup,
                "Tiles: cut along the black lines",
                gap=cut_outs.TILE_GAP + 2 * style.bleed,
                measure=_measure(style),
            )
        ),
        (Cut(len(tiles), "tiles, one of each shape", f"cells {side:.2f}", BOARD, OUTLINES),),
    )
    faces = cut_outs.die_faces(dice_symbols(cards.all), cards.legend)
    dice = _dice(faces, spec.die, style.symbols)
    again = f"; {cut_outs.BLANK_RULE}" if " " in faces else ""
    yield Component(
        "dice",
        f"nets to fold and glue{again}",
        tuple(
            outlined_leaves(
                dice,
                setup,
                f"Dice: fold the dashed lines, glue the flaps{again}",
                gap=cut_outs.NET_GAP,
                measure="die",
            )
        ),
        (Cut(DICE, "dice, nets", f"edges {spec.die:g}", CARD, OUTLINES),),
    )
    board = _board(spec, points, style)
    yield Component(
        "board",
        "score board; on its back the puzzle board",
        tuple(
            trimmed_leaves(
                [board], setup, "Board: the score; on its back the puzzle", measure="board"
            )
        ),
        (Cut(1, "two-sided board", _size([board]), WIPED, CROP_MARKS),),
    )
    figures = {
        "tiles": partial(_tile_figure, points, style),
        "rolls": partial(_roll_figure, dice_symbols(cards.all), style.symbols),
    }
    pages = rules_pages("penta-rush", spec.title, inside(setup.upright), figures)
    yield Component(
        "rules",
        "the rules, the puzzle variant, the solitaire",
        tuple(written_leaves(f"{spec.title}: rules", pages, setup)),
        (Cut(1, "rules sheet", size_text(setup.upright), PAPER, "not cut"),),
    )
    if spec.keys and "keys" in only:
        leaves = tuple(_keys(spec, cards, points, setup, advance))
        yield Component("keys", "the best packing of each roll on each card", leaves)


def _measure(style: CardStyle) -> str:
    return "cell" if style.cell else "size"


def _size(pieces: Sequence[Piece]) -> str:
    return size_text(Box(0, 0, *pieces[0].size))


def _cards(cards: BoxCards, style: CardStyle) -> list[Piece]:
    """Return the cards: a white face each, and behind it the grey one, or the back of a card."""
    white = replace(style, border=Border.WHITE, border_colour=None)
    pieces = []
    for name, card in cards.white:
        layout = card_layout(name, card, style)
        back = partial(_card_back, cards.grey or PrintedCard(name, card), style, cards.grey)
        pieces.append(
            Piece(
                name,
                layout.width,
                layout.height,
                lambda box, name=name, card=card: card_front(name, card, box, white),
                back,
                layout.side,
                str(card),
            )
        )
    sizes = {piece.size for piece in pieces}
    if cards.grey:
        behind = card_layout(*cards.grey, style)
        sizes.add((behind.width, behind.height))
    widths, heights = zip(*sizes, strict=True)
    if max(widths) - min(widths) > 0.01 or max(heights) - min(heights) > 0.01:  # noqa: PLR2004 - mm
        found = " and ".join(size_text(Box(0, 0, *size)) for size in sorted(sizes))
        hint = "faces of as many rows and cols"
        raise PaperError("cards", expected="faces of one size", found=f"{found} mm", hint=hint)
    return pieces


def _card_back(
    behind: PrintedCard, style: CardStyle, grey: PrintedCard | None, box: Box, _exchanged: object
) -> list[Mark]:
    if grey is None:
        return card_back(behind.name, box, style)
    return card_front(behind.name, behind.card, box, style)


def _tiles(side: float, points: Points, style: CardStyle) -> list[Piece]:
    def drawn(shape: str, box: Box, back: object = None) -> list[Mark]:
        return cut_outs.tile(
            shape, points[shape], box, side, low_ink=style.low_ink, bleed=style.bleed, back=back
        )

    return [
        Piece(shape, *cut_outs.tile_size(shape, side), partial(drawn, shape), partial(drawn, shape), side)
        for shape in SHAPES
    ]


def _dice(faces: str, edge: float, symbols: SymbolStyle) -> list[Piece]:
    return [
        Piece(
            f"die {number}",
            *cut_outs.net_size(edge),
            lambda box: cut_outs.die_net(faces, box, edge, symbols),
        )
        for number in range(1, DICE + 1)
    ]


def _board(spec: BoxSpec, points: Points, style: CardStyle) -> Piece:
    return Piece(
        "board",
        spec.board,
        spec.board,
        lambda box: boards.score_board(box, spec.title, points, style),
        lambda box, _: boards.puzzle_board(box, points, style, timer=spec.timer),
    )


def _tile_figure(points: Points, style: CardStyle, width: float) -> Block:
    """Return the twelve tiles with their points, for the rules."""

    def draw(at: Point) -> list[Mark]:
        return [*boards.tile_strip(Box(at.x, at.y, width, _STRIP), points, style)]

    return Block(_STRIP + 2.5, draw)


def _roll_figure(symbols: str, style: SymbolStyle, width: float) -> Block:
    """Return a throw with three equal symbols, and a legal one, for the rules."""
    throws = {"thrown again": [0, 0, 0, 1, 2], "may be played": [0, 0, 1, 1, 2]}
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


def _keys(
    spec: BoxSpec, cards: BoxCards, points: Points, setup: Setup, advance: Advance | None
) -> Iterator[Leaf]:
    """Yield a leaf or more for each face: maps of the best packings, roll by roll."""
    faces = list(dict.fromkeys(cards.all))
    known = key_rolls(spec.keys, cards.legend)
    asked = {face: [*rolls(face.card.symbols)] if known == "all" else [*known] for face in faces}
    total, done = sum(map(len, asked.values())), 0
    room = inside(setup.upright)
    below = Box(room.x, room.y + _KEY_HEAD, room.width, room.height - _KEY_HEAD)
    for (name, card), wanted in asked.items():
        entries = []
        for roll in wanted:
            entries.append(answer_key.key_entry(name, card, roll, points))
            done += 1
            if advance:
                advance(done, total, done)
        pages, remaining = [], iter(entries)
        sizes = [answer_key.map_size(entry) for entry in entries]
        shown = cut_to_width(f"{name}: where the best packing of each roll lies", 4.2, room.width)
        for boxes in flow_boxes(sizes, below, gap=answer_key.MAP_GAP):
            marks: list[Mark] = [Text(Point(boxes[0].x, room.y + 4.6), shown, 4.2, bold=True)]
            for box in boxes:
                marks += answer_key.map_marks(next(remaining), box, setup.style.symbols)
            pages.append(marks)
        yield from written_leaves(f"Answer key: {name}", pages, setup)
