"""What is cut out for Penta-Rush: cards, tiles in the scale of their cells, and dice."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.printing import cut_outs
from generator.printing.card_art import SMALLEST, CardStyle, card_front, card_layout
from generator.printing.leaves import Leaf, Piece, Setup, outlined_leaves, trimmed_leaves
from generator.printing.page_layout import Mirror
from solver.drawing.scene import Box, Mark
from solver.errors import PaperError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import DICE
from solver.penta_rush.legend import Legend
from solver.penta_rush.points import Points

_SAME_SIDE = 0.01  # mm: cells that differ by less are of one size


class PrintedCard(NamedTuple):
    """A card and the short name that is printed with it."""

    name: str
    card: Card


def symbols_of_cards(cards: Sequence[PrintedCard]) -> str:
    """Return the symbols of all *cards*, sorted: those that their dice need."""
    return "".join(sorted({symbol for printed in cards for symbol in printed.card.symbols}))


def one_side(cards: Sequence[PrintedCard], style: CardStyle) -> float:
    """Return the side of the cells of all *cards*; raises `PaperError` where they have several."""
    sides = [(card_layout(name, card, style).side, name) for name, card in cards]
    (least, least_name), (most, most_name) = min(sides), max(sides)
    if most - least > _SAME_SIDE:
        found = f"{most:.2f} mm on {most_name} and {least:.2f} mm on {least_name}"
        hint = f"one for all: --cell {int(100 * least + 1e-6) / 100:g}"
        raise PaperError("tiles", expected="cards with cells of one size", found=found, hint=hint)
    return sides[0][0]


def card_piece(
    name: str, card: Card, style: CardStyle, back: Callable[[Box], list[Mark]] | None
) -> Piece:
    """Return *card*, which has this *name*; what draws its *back* is None if nothing is on it."""

    def draw(box: Box, exchanged: Mirror | None) -> list[Mark]:
        return back(box) if back and exchanged else card_front(name, card, box, style)

    face, has_back = card_layout(name, card, style), back is not None
    return Piece(name, face.width, face.height, draw, has_back, face.side, str(card), card.legend)


def card_leaves(cards: Sequence[Piece], setup: Setup, otherwise: str = "") -> Iterator[Leaf]:
    """Yield leaves with *cards*; *otherwise* is the paper on which each of them would fit."""
    measure = "card" if setup.style.cell else "size"
    title = "Cards: {names}"
    return trimmed_leaves(cards, setup, title, measure=measure, otherwise=otherwise)


def tile_leaves(
    side: float, points: Points, setup: Setup, *, has_backs: bool, paper: Box | None = None
) -> Iterator[Leaf]:
    """Yield leaves with the twelve tiles, whose cells have this *side*.

    With backs they have a bleed, too.
    """
    style, bleed = setup.style, setup.style.bleed if has_backs else 0.0

    def tile(shape: str) -> Piece:
        def draw(box: Box, back: Mirror | None) -> list[Mark]:
            return cut_outs.tile(
                shape,
                points[shape],
                box,
                side,
                low_ink=style.low_ink,
                safe=style.safe,
                bleed=bleed,
                back=back,
            )

        return Piece(shape, *cut_outs.tile_size(shape, side), draw, has_backs, side)

    return outlined_leaves(
        [*map(tile, SHAPES)],
        setup,
        "Tiles: cut along the black lines",
        gap=cut_outs.TILE_GAP,
        kind="tiles",
        hint="smaller cells: --cell" if style.cell else "smaller cards: --size",
        bleed=bleed,
        paper=paper,
    )


def tile_notes(side: float, points: Points, style: CardStyle) -> Iterator[str]:
    """Yield what of tiles, whose cells have this *side*, has no room within the safety margin."""
    larger = "larger cells: --cell" if style.cell else "larger cards: --size"
    if not cut_outs.letter_size(side, style.safe):
        yield f"tiles: no room for the letters of the shapes, which are left out ({larger})"
    longest = max((str(points[shape]) for shape in SHAPES), key=len)
    if cut_outs.safe_size(longest, side, style.safe) < SMALLEST:
        yield f"tiles: their points stand nearer to the cut than {style.safe:g} mm ({larger})"


def dice(
    cards: Sequence[PrintedCard], legend: Legend, edge: float, style: CardStyle
) -> list[Piece]:
    """Return the nets of five dice with the symbols of all *cards*, named by their *legend*."""
    faces = cut_outs.die_faces(symbols_of_cards(cards), legend)
    symbols = style.symbols.naming(legend)

    def draw(box: Box, _back: Mirror | None) -> list[Mark]:
        return cut_outs.die_net(faces, box, edge, symbols)

    names = (f"die {number}" for number in range(1, DICE + 1))
    return [Piece(name, *cut_outs.net_size(edge), draw, has_back=False) for name in names]


def blank_rule(cards: Sequence[PrintedCard]) -> str:
    """Return what is said of the dice of *cards* if some of their faces are blank."""
    faces = cut_outs.die_faces(symbols_of_cards(cards))
    return f"; {cut_outs.BLANK_RULE}" if " " in faces else ""


def dice_leaves(
    nets: Sequence[Piece], setup: Setup, rule: str = "", paper: Box | None = None
) -> Iterator[Leaf]:
    """Yield leaves with the *nets* of dice, and a *rule* for those with blank faces."""
    title = f"Dice: fold the dashed lines, glue the flaps{rule}"
    hint = "smaller dice: --die"
    return outlined_leaves(
        nets, setup, title, gap=cut_outs.NET_GAP, kind="dice", hint=hint, paper=paper
    )
