"""The pages of a sheet: fronts and backs of the cards, the answer key, the tiles, the dice.

edition  what is to be printed, and how
name     of a card, short: the sample or the file; of an id, its size and a number made from it
leaf     what is on a page, without the title and the scale bar
book     the pages in the order of the file; two-sided, each page is followed by its back
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from zlib import crc32

from generator.printing import answer_key as key
from generator.printing import dice_net as die
from generator.printing import tile
from generator.printing.card_art import FAINT, SMALL, Style, back, caption, cell_of, front, size_of
from generator.printing.page import Kind, Page, Placed
from generator.printing.page_layout import (
    CAPTION,
    HEAD,
    MARGIN,
    Edge,
    Layout,
    boxes,
    crop_marks,
    flow,
    lay_out,
    mirrored,
)
from solver.drawing.scene import (
    BLACK,
    Anchor,
    Box,
    Line,
    Mark,
    Paint,
    Point,
    Text,
    fitted,
    width_of,
)
from solver.errors import PaperError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points

SCALE = 100.0  # mm: the bar that tells whether a page was printed at its size

_TITLE, _STEP = 2.4, 10
_TICK, _END, _BAR = 1.2, 2.6, 0.25  # mm: marks on the bar, its ends, its lines


class Named(NamedTuple):
    """A card and its short name."""

    name: str
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The *cards* to print, *copies* of each, in a *style* on *paper*; what comes with them.

    *duplex* is the edge over which the paper is turned for the backs, None without backs; *rolls*
    are those of the answer key; *has_tiles* asks for the tiles with their *points*; *die* is the
    edge of the dice in mm, None without dice.
    """

    cards: tuple[Named, ...]
    points: Points
    style: Style = field(default_factory=Style)
    paper: str = "A4"
    copies: int = 1
    duplex: Edge | None = None
    rolls: tuple[Roll, ...] = ()
    has_tiles: bool = False
    die: float | None = None


class _Leaf(NamedTuple):
    kind: Kind
    title: str
    marks: list[Mark]
    cards: tuple[Placed, ...] = ()


def book(edition: Edition) -> list[Page]:
    """Return the pages of *edition*.

    Raises `PaperError` for what does not fit, and `RollError` for a roll that a card cannot show.
    """
    wanted = [one for one in edition.cards for _ in range(edition.copies)]
    sizes = [size_of(one.card, edition.style.edge) for one in wanted]
    layout = lay_out(sizes, edition.paper, bleed=edition.style.bleed)
    leaves = [
        *_fronts(edition, layout, wanted),
        *_key(edition, layout),
        *(_tiles(edition, layout) if edition.has_tiles else ()),
        *(_dice(edition, layout, edition.die) if edition.die is not None else ()),
    ]
    if edition.duplex is not None:
        leaves = [side for leaf in leaves for side in (leaf, _back(edition, layout, leaf))]
    return [
        _page(edition, layout, leaf, number, len(leaves)) for number, leaf in enumerate(leaves, 1)
    ]


def name_of(card: Card) -> str:
    """Return the short name of a card that has no other: its size, and a number made from it.

    >>> name_of(Card(("ABCD", "BCDA", "CDAB")))
    '3x4-4610'
    """
    return f"{card.rows}x{card.cols}-{crc32(str(card).encode()) & 0xFFFF:04x}"


def symbols_of(cards: Sequence[Named]) -> str:
    """Return the symbols of all *cards*, sorted: what their dice bear."""
    return "".join(sorted({symbol for one in cards for symbol in one.card.symbols}))


def _fronts(edition: Edition, layout: Layout, wanted: Sequence[Named]) -> Iterator[_Leaf]:
    style = edition.style
    for start in range(0, len(wanted), layout.most):
        some = wanted[start : start + layout.most]
        placed, marks = [], []
        for one, slot in zip(some, layout.slots(len(some)), strict=True):
            wide, high = size_of(one.card, style.edge)
            trim = Box(slot.centre.x - wide / 2, slot.centre.y - high / 2, wide, high)
            placed.append(Placed(one.name, str(one.card), trim))
            marks += front(one.card, trim, style)
        names = ", ".join(dict.fromkeys(one.name for one in some))
        marks += _around(placed, layout, style)
        yield _Leaf(Kind.FRONTS, f"Cards: {names}", marks, tuple(placed))


def _back(edition: Edition, layout: Layout, leaf: _Leaf) -> _Leaf:
    """Return what is behind *leaf*: the backs of its cards; of anything else, nothing."""
    if not leaf.cards or edition.duplex is None:
        return _Leaf(Kind.EMPTY, f"Left empty: behind this page are the {leaf.kind.value}", [])
    placed, marks = [], []
    for one in leaf.cards:
        placed.append(one._replace(trim=mirrored(one.trim, layout.paper, edition.duplex)))
        marks += back(one.name, placed[-1].trim, edition.style)
    marks += _around(placed, layout, edition.style)
    title = f"Backs: turn the paper over its {edition.duplex.value} edge"
    return _Leaf(Kind.BACKS, title, marks, tuple(placed))


def _around(placed: Sequence[Placed], layout: Layout, style: Style) -> list[Mark]:
    """Return what lies outside the cards: what they are, and the crop marks."""
    told = [caption(f"{one.name}, {one.card}", one.trim, style, CAPTION) for one in placed]
    trims = [one.trim for one in placed]
    kept = [trim.grown(style.bleed) for trim in trims] + [room for _, room in told]
    return [*(text for text, _ in told), *crop_marks(trims, kept, layout.inner)]


def _key(edition: Edition, layout: Layout) -> Iterator[_Leaf]:
    answers = [
        key.answer(one.name, one.card, roll, edition.points)
        for one in dict.fromkeys(edition.cards)
        for roll in edition.rolls
    ]
    sizes = [key.diagram_size(one.card) for one in answers]
    left = iter(answers)
    for places in flow(sizes, layout.inner, gap=key.GAP):
        marks: list[Mark] = []
        for place in places:
            marks += key.diagram(next(left), place, low_ink=edition.style.low_ink)
        yield _Leaf(Kind.ANSWERS, "Answer key: the best packing of each roll", marks)


def _tiles(edition: Edition, layout: Layout) -> Iterator[_Leaf]:
    """Yield the pages of tiles, whose cells are as large as those of the first card."""
    side = cell_of(edition.cards[0].card, edition.style.edge)
    sizes = [tile.tile_size(shape, side) for shape in SHAPES]
    _check_fit(layout.inner, sizes, "tiles", hint="smaller cards: --size")
    left = iter(SHAPES)
    for places in flow(sizes, layout.inner, gap=tile.GAP):
        marks: list[Mark] = []
        for place in places:
            shape, low_ink = next(left), edition.style.low_ink
            marks += tile.tile(shape, edition.points[shape], place, side, low_ink=low_ink)
        yield _Leaf(Kind.TILES, "Tiles: cut along the black lines", marks)


def _dice(edition: Edition, layout: Layout, edge: float) -> Iterator[_Leaf]:
    borne = die.faces(symbols_of(edition.cards))
    sizes = [die.net_size(edge)] * die.DICE
    _check_fit(layout.inner, sizes, "dice", hint="smaller dice: --die")
    again = "; where a blank falls, throw that die again" if " " in borne else ""
    for places in flow(sizes, layout.inner, gap=die.GAP):
        marks: list[Mark] = []
        for place in places:
            marks += die.net(borne, place, edge, low_ink=edition.style.low_ink)
        yield _Leaf(Kind.DICE, f"Dice: fold the dashed lines, glue the flaps{again}", marks)


def _check_fit(room: Box, sizes: Sequence[tuple[float, float]], what: str, *, hint: str) -> None:
    wide, high = max(size[0] for size in sizes), max(size[1] for size in sizes)
    if wide > room.width or high > room.height:
        most = f"at most {room.width:g} x {room.height:g} mm each"
        raise PaperError(what, expected=most, found=f"{wide:g} x {high:g} mm", hint=hint)


def _page(edition: Edition, layout: Layout, leaf: _Leaf, number: int, count: int) -> Page:
    paper = layout.paper
    bar = Box((paper.width - SCALE) / 2, paper.height - MARGIN - HEAD / 2 + 1, SCALE, 0.0)
    left, right, line = MARGIN, paper.width - MARGIN, MARGIN + 0.8 * _TITLE
    told = f"{edition.paper}, page {number} of {count}"
    title = fitted(leaf.title, _TITLE, right - left - width_of(told, _TITLE) - 5)
    texts = [
        Text(Point(left, line), title, _TITLE, colour=FAINT),
        Text(Point(right, line), told, _TITLE, Anchor.END, FAINT),
    ]
    marks = (*leaf.marks, *texts, *_scale_bar(bar))
    trim, bleed = boxes([one.trim for one in leaf.cards], paper, edition.style.bleed)
    return Page(leaf.kind, paper, marks, trim, bleed, bar, leaf.cards)


def _scale_bar(bar: Box) -> list[Mark]:
    ink = Paint(stroke=BLACK, width=_BAR)
    marks: list[Mark] = [Line(Point(bar.x, bar.y), Point(bar.right, bar.y), ink)]
    for far in range(0, int(SCALE) + 1, _STEP):
        tall = _END if far in {0, int(SCALE)} else _TICK
        marks.append(Line(Point(bar.x + far, bar.y - tall), Point(bar.x + far, bar.y), ink))
    told = f"{SCALE:g} mm if printed at full size"
    return [*marks, Text(Point(bar.right + 2, bar.y), told, SMALL, colour=FAINT)]
