"""The pages of a print job: fronts and backs of the cards, the answer key, the tiles, the dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Annotated, Literal, NamedTuple
from zlib import crc32

from generator.printing import answer_key, cut_outs
from generator.printing.card_art import CardStyle, caption, card_back, card_front, card_layout
from generator.printing.page_layout import (
    CAPTION,
    CARD_PAPER,
    DuplexEdge,
    behind,
    choose_layout,
    flow_boxes,
    frame_marks,
    inside,
    scale_bar,
)
from generator.printing.table_grid import MOST_CARDS, TABLE_PAPER, TableGrid, table_grid
from solver.drawing.crop_marks import crop_marks, trim_and_bleed
from solver.drawing.page_slots import PageLayout
from solver.drawing.paper import parse_paper
from solver.drawing.scene import WHITE, Box, Mark, Page, Paint, Point, Polygon
from solver.errors import PaperError, PentaError
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import DICE, Roll, rolls
from solver.penta_rush.legend import PLAIN_LEGEND, Legend
from solver.penta_rush.points import Points, default_points
from solver.question import Count, Within, check_fields
from solver.search import Advance

_SAME_SIDE = 0.01  # mm: cells that differ by less are of one size


class PrintedCard(NamedTuple):
    """A card and the short name that is printed with it."""

    name: str
    card: Card


class PlacedCard(NamedTuple):
    """A card on a page: its *name*, its *card* id and *legend*, the box at which it is trimmed.

    Its cells have the side *cell*.
    """

    name: str
    card: str
    trim: Box
    cell: float
    legend: Legend = PLAIN_LEGEND


class PageKind(Enum):
    """What is on a page; its value is the word for it."""

    FRONTS = "fronts"
    BACKS = "backs"
    EMPTY = "empty"
    ANSWERS = "answers"
    TILES = "tiles"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class PrintedPage(Page):
    """A page of this *kind*, and where on it the *scale_bar*, if any, and the *cards* lie.

    They lie in the first cells of a *grid* for an online table.
    """

    kind: PageKind
    scale_bar: Box | None
    cards: tuple[PlacedCard, ...]
    grid: TableGrid | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """The *cards* to print, *copies* of each, in a *style* on *paper*; what comes with them.

    The cards have one legend.

    *duplex* is the edge over which the paper is turned for the backs, None without backs; *rolls*
    are those of the answer key, "all" every legal one of each card; *has_tiles* asks for the tiles
    with their *points*, usual ones by default; *die_edge* is in mm, None without dice. *dpi* is
    that of an image for an online table, which has backs but no bleed; None for as many dots as
    fit.
    """

    cards: tuple[PrintedCard, ...]
    points: Points | None = None
    style: CardStyle = field(default_factory=CardStyle)
    paper: str = "A4"
    copies: Count = 1
    duplex: DuplexEdge | None = None
    rolls: tuple[Roll, ...] | Literal["all"] = ()
    has_tiles: bool = False
    die_edge: Annotated[float, Within(*cut_outs.EDGE_RANGE)] | None = None
    dpi: Count | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.cards:
            raise PentaError("cards", expected="at least one", found="none")
        parse_paper(self.paper, [CARD_PAPER, TABLE_PAPER])
        if self.paper in {CARD_PAPER, TABLE_PAPER} and (
            self.rolls or self.has_tiles or self.die_edge
        ):
            where, found = "key, tiles and dice", f"the paper {self.paper}"
            raise PaperError(where, expected="a larger paper", found=found)

    @property
    def bleed(self) -> float:
        """How far the border is printed beyond a card, in mm; what is not cut has none."""
        return 0.0 if self.paper == TABLE_PAPER else self.style.bleed

    @property
    def has_backs(self) -> bool:
        """Whether the backs of the cards are printed."""
        return self.paper == TABLE_PAPER or self.duplex is not None


class _PageContent(NamedTuple):
    """A page without its title line and its scale bar."""

    kind: PageKind
    title: str
    marks: list[Mark]
    cards: tuple[PlacedCard, ...] = ()


def printed_pages(job: PrintJob, advance: Advance | None = None) -> list[PrintedPage]:
    """Return the pages of *job* in their order; two-sided, each is followed by its back.

    *advance* is told how many entries of the answer key are solved. Raises `PaperError` for what
    does not fit, and `RollError` for a roll that a card cannot show.
    """
    cards = [printed for printed in job.cards for _ in range(job.copies)]
    if job.paper == CARD_PAPER:
        return _card_pages(job, cards)
    if job.paper == TABLE_PAPER:
        return [*_table_pages(job, cards)]
    measure = "card" if job.style.cell else "size"
    layout = choose_layout(card_sizes(job, cards), job.paper, bleed=job.bleed, measure=measure)
    room = inside(layout.paper)
    contents = [*_fronts(job, layout, cards), *_answers(job, room, advance)]
    if job.has_tiles:
        contents += _tiles(job, room)
    if job.die_edge:
        contents += _dice(job, room, job.die_edge)
    if job.duplex is not None:
        contents = [
            side for front in contents for side in (front, _back(job, layout, front, job.duplex))
        ]
    return [
        _page(job, layout.paper, content, f"{job.paper}, page {number} of {len(contents)}")
        for number, content in enumerate(contents, 1)
    ]


def default_name(card: Card) -> str:
    """Return the short name of a card that has no other: its size, and a number made from it.

    >>> default_name(Card(("ABCD", "BCDA", "CDAB")))
    '3x4-4610'
    """
    return f"{card.rows}x{card.cols}-{crc32(str(card).encode()) & 0xFFFF:04x}"


def symbols_of_cards(cards: Sequence[PrintedCard]) -> str:
    """Return the symbols of all *cards*, sorted: those that their dice need."""
    return "".join(sorted({symbol for printed in cards for symbol in printed.card.symbols}))


def card_sizes(job: PrintJob, cards: Sequence[PrintedCard]) -> list[tuple[float, float]]:
    """Return the width and the height of each of *cards*, in mm."""
    layouts = [card_layout(name, card, job.style) for name, card in cards]
    return [(layout.width, layout.height) for layout in layouts]


def _card_pages(job: PrintJob, cards: Sequence[PrintedCard]) -> list[PrintedPage]:
    """Return a page for each card, and one for its back, as large as the card with its bleed."""
    pages, bleed = [], job.style.bleed
    for name, card in cards:
        layout = card_layout(name, card, job.style)
        width, height = layout.width, layout.height
        paper = Box(0.0, 0.0, width + 2 * bleed, height + 2 * bleed)
        trim = Box(0.0, 0.0, width, height).moved(bleed, bleed)
        placed = (PlacedCard(name, str(card), trim, layout.side, card.legend),)
        sides = {PageKind.FRONTS: card_front(name, card, trim, job.style)}
        if job.duplex is not None:
            sides[PageKind.BACKS] = card_back(name, trim, job.style)
        pages += [
            PrintedPage(paper, marks, trim, paper, kind, None, placed)
            for kind, marks in sides.items()
        ]
    return pages


def _table_pages(job: PrintJob, cards: Sequence[PrintedCard]) -> Iterator[PrintedPage]:
    """Yield a page of faces and one of backs, cell for cell, for each 69 cards.

    The last cell of both is a back without the name of a card.
    """
    style = replace(job.style, bleed=0.0)
    batches = [cards[start : start + MOST_CARDS] for start in range(0, len(cards), MOST_CARDS)]
    # All images are as fine as the one with the most cells can be.
    dpi = min(table_grid(card_sizes(job, batch), job.dpi).dpi for batch in batches)
    # A card may be smaller than its cell: where it is not white, its border goes on.
    ground, is_coloured = Paint(fill=style.ground), style.ground != WHITE
    for on_page in batches:
        grid = table_grid(card_sizes(job, on_page), dpi)
        faces: list[Mark] = [Polygon(grid.size.corners, ground)] if is_coloured else []
        backs, placed = [*faces], []
        for number, (name, card) in enumerate(on_page):
            placed.append(_placed(name, card, grid.cell(number).centre, style))
            faces += card_front(name, card, placed[-1].trim, style)
            backs += card_back(name, placed[-1].trim, style)
        hidden = card_back("", grid.cell(grid.last), style)
        for kind, marks in ((PageKind.FRONTS, faces), (PageKind.BACKS, backs)):
            size, every = grid.size, tuple(placed)
            yield PrintedPage(size, [*marks, *hidden], size, size, kind, None, every, grid)


def _fronts(
    job: PrintJob, layout: PageLayout, cards: Sequence[PrintedCard]
) -> Iterator[_PageContent]:
    for start in range(0, len(cards), layout.capacity):
        on_page = cards[start : start + layout.capacity]
        placed, marks = [], []
        for (name, card), slot in zip(on_page, layout.slots(len(on_page)), strict=True):
            placed.append(_placed(name, card, slot.centre, job.style))
            marks += card_front(name, card, placed[-1].trim, job.style)
        names = ", ".join(dict.fromkeys(name for name, _ in on_page))
        marks += _card_lines(placed, layout, job.style)
        yield _PageContent(PageKind.FRONTS, f"Cards: {names}", marks, tuple(placed))


def _placed(name: str, card: Card, centre: Point, style: CardStyle) -> PlacedCard:
    """Return *card*, which has this *name*, around *centre*."""
    face = card_layout(name, card, style)
    corner = centre.x - face.width / 2, centre.y - face.height / 2
    trim = Box(*corner, face.width, face.height)
    return PlacedCard(name, str(card), trim, face.side, card.legend)


def _back(job: PrintJob, layout: PageLayout, front: _PageContent, edge: DuplexEdge) -> _PageContent:
    """Return what is behind *front*: the backs of its cards; nothing behind any other page."""
    if not front.cards:
        title = f"Left empty: {front.kind.value} on the other side"
        return _PageContent(PageKind.EMPTY, title, [])
    placed, marks = [], []
    for card in front.cards:
        trim = behind(card.trim, layout.paper, edge)
        placed.append(card._replace(trim=trim))
        marks += card_back(card.name, trim, job.style)
    marks += _card_lines(placed, layout, job.style)
    title = f"Backs: turn the paper over its {edge.value} edge"
    return _PageContent(PageKind.BACKS, title, marks, tuple(placed))


def cut_lines(cut: Sequence[tuple[str, Box]], paper: Box, style: CardStyle) -> list[Mark]:
    """Return the crop marks of what is *cut* out of *paper*, and below each the text with it."""
    captions = [caption(text, trim, style, CAPTION) for text, trim in cut if text]
    trims = [trim for _, trim in cut]
    kept_clear = [trim.grown(style.bleed) for trim in trims] + [room for _, room in captions]
    return [*(text for text, _ in captions), *crop_marks(trims, kept_clear, inside(paper))]


def _card_lines(cards: Sequence[PlacedCard], layout: PageLayout, style: CardStyle) -> list[Mark]:
    cut = [(f"{card.name}, {card.card}", card.trim) for card in cards]
    return cut_lines(cut, layout.paper, style)


def _answers(job: PrintJob, room: Box, advance: Advance | None) -> Iterator[_PageContent]:
    asked = [
        (name, card, roll)
        for name, card in dict.fromkeys(job.cards)
        for roll in (rolls(card.symbols) if job.rolls == "all" else job.rolls)
    ]
    entries = answer_key.key_entries(asked, job.points or default_points(), advance)
    sizes, remaining = [answer_key.diagram_size(entry) for entry in entries], iter(entries)
    for boxes in flow_boxes(sizes, room, gap=answer_key.GAP):
        marks: list[Mark] = []
        for box in boxes:
            marks += answer_key.diagram(next(remaining), box, job.style.symbols)
        title = "Answer key: the best packing of each roll"
        yield _PageContent(PageKind.ANSWERS, title, marks)


def _tiles(job: PrintJob, room: Box) -> Iterator[_PageContent]:
    """Yield the pages of tiles, whose cells are as large as those of the cards."""
    side, points = one_side(job.cards, job.style), job.points or default_points()
    sizes, remaining = [cut_outs.tile_size(shape, side) for shape in SHAPES], iter(SHAPES)
    hint = "smaller cells: --cell" if job.style.cell else "smaller cards: --size"
    _check_fit(room, sizes, "tiles", hint=hint)
    for boxes in flow_boxes(sizes, room, gap=cut_outs.TILE_GAP):
        marks: list[Mark] = []
        for box, shape in zip(boxes, remaining, strict=False):
            marks += cut_outs.tile(shape, points[shape], box, side, low_ink=job.style.low_ink)
        yield _PageContent(PageKind.TILES, "Tiles: cut along the black lines", marks)


def one_side(cards: Sequence[PrintedCard], style: CardStyle) -> float:
    """Return the side of the cells of all *cards*; raises `PaperError` where they have several."""
    sides = [(card_layout(name, card, style).side, name) for name, card in cards]
    (least, least_name), (most, most_name) = min(sides), max(sides)
    if most - least > _SAME_SIDE:
        found = f"{most:.2f} mm on {most_name} and {least:.2f} mm on {least_name}"
        hint = f"one for all: --cell {int(100 * least + 1e-6) / 100:g}"
        raise PaperError("tiles", expected="cards with cells of one size", found=found, hint=hint)
    return sides[0][0]


def _dice(job: PrintJob, room: Box, edge: float) -> Iterator[_PageContent]:
    legend = job.cards[0].card.legend  # that of all cards
    faces = cut_outs.die_faces(symbols_of_cards(job.cards), legend)
    sizes = [cut_outs.net_size(edge)] * DICE
    _check_fit(room, sizes, "dice", hint="smaller dice: --die")
    symbols = job.style.symbols.naming(legend)
    again = f"; {cut_outs.BLANK_RULE}" if " " in faces else ""
    for boxes in flow_boxes(sizes, room, gap=cut_outs.NET_GAP):
        marks: list[Mark] = []
        for box in boxes:
            marks += cut_outs.die_net(faces, box, edge, symbols)
        title = f"Dice: fold the dashed lines, glue the flaps{again}"
        yield _PageContent(PageKind.DICE, title, marks)


def _check_fit(room: Box, sizes: Sequence[tuple[float, float]], kind: str, *, hint: str) -> None:
    width, height = map(max, zip(*sizes, strict=True))
    if width > room.width or height > room.height:
        expected = f"at most {room.width:g} x {room.height:g} mm each"
        raise PaperError(kind, expected=expected, found=f"{width:g} x {height:g} mm", hint=hint)


def _page(job: PrintJob, paper: Box, content: _PageContent, page_note: str) -> PrintedPage:
    marks = [*content.marks, *frame_marks(paper, content.title, page_note)]
    trim, bleed = trim_and_bleed([card.trim for card in content.cards], paper, job.style.bleed)
    bar = scale_bar(paper)
    return PrintedPage(paper, marks, trim, bleed, content.kind, bar, content.cards)
