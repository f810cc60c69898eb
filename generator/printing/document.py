"""The pages of a print job: fronts and backs of the cards, the answer key, the tiles, the dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Literal
from zlib import crc32

from generator.printing import answer_key, cut_outs
from generator.printing.card_art import CardStyle, border_area, card_back
from generator.printing.leaves import (
    Leaf,
    LeafPage,
    Piece,
    PlacedPiece,
    Setup,
    leaf_pages,
    written_leaves,
)
from generator.printing.page_layout import CARD_PAPER, DuplexEdge, Mirror, flow_boxes, inside
from generator.printing.pieces import (
    PrintedCard,
    blank_rule,
    card_leaves,
    card_piece,
    dice,
    dice_leaves,
    one_side,
    tile_leaves,
)
from generator.printing.table_grid import MOST_CARDS, TABLE_PAPER, table_grid
from solver.drawing.paper import parse_paper
from solver.drawing.scene import Box, Mark
from solver.errors import PaperError, PentaError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.points import Points, default_points
from solver.question import Count, Within, check_fields
from solver.search import Advance


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
        if self.paper in {CARD_PAPER, TABLE_PAPER} and self.has_more_than_cards:
            where, found = "key, tiles and dice", f"the paper {self.paper}"
            raise PaperError(where, expected="a larger paper", found=found)

    @property
    def setup(self) -> Setup:
        """How all is printed; what is not cut has no bleed."""
        bleed = 0.0 if self.paper == TABLE_PAPER else self.style.bleed
        return Setup(self.paper, self.duplex, replace(self.style, bleed=bleed))

    @property
    def has_more_than_cards(self) -> bool:
        """Whether there is an answer key, or what is cut out beside the cards."""
        return bool(self.rolls or self.has_tiles or self.die_edge)

    @property
    def has_backs(self) -> bool:
        """Whether the backs of the cards are printed."""
        return self.paper == TABLE_PAPER or self.duplex is not None


def printed_pages(job: PrintJob, advance: Advance | None = None) -> list[LeafPage]:
    """Return the pages of *job* in their order; two-sided, each is followed by its back.

    *advance* is told how many entries of the answer key are solved. Raises `PaperError` for what
    does not fit, and `RollError` for a roll that a card cannot show.
    """
    pieces = [_card(job, *printed) for printed in job.cards for _ in range(job.copies)]
    if job.paper == CARD_PAPER:
        return _card_pages(job, pieces)
    if job.paper == TABLE_PAPER:
        return [*_table_pages(job, pieces)]
    return leaf_pages([*_leaves(job, pieces, advance)], job.setup)


def page_kind(page: LeafPage) -> str:
    """Return the word for what is on *page*: fronts, backs, answers, tiles, dice, or empty."""
    if page.side == "empty":
        return page.side
    return "backs" if page.side == "back" and page.pieces else page.component


def default_name(card: Card) -> str:
    """Return the short name of a card that has no other: its size, and a number made from it.

    >>> default_name(Card(("ABCD", "BCDA", "CDAB")))
    '3x4-4610'
    """
    return f"{card.rows}x{card.cols}-{crc32(str(card).encode()) & 0xFFFF:04x}"


def card_sizes(job: PrintJob) -> list[tuple[float, float]]:
    """Return the width and the height of each card of *job*, in mm."""
    return [_card(job, *printed).size for printed in job.cards]


# The sides of what is not turned with the paper.
_SIDES = (("face", None), ("back", Mirror.LEFT_RIGHT))


def _card(job: PrintJob, name: str, card: Card) -> Piece:
    style = job.setup.style
    back = partial(card_back, name, style=style) if job.has_backs else None
    return card_piece(name, card, style, back)


def _leaves(
    job: PrintJob, cards: Sequence[Piece], advance: Advance | None
) -> Iterator[tuple[str, Leaf]]:
    """Yield the leaves, each with its kind; all are of the paper, upright or across, of *cards*."""
    otherwise = "" if job.has_more_than_cards else CARD_PAPER
    fronts = [*card_leaves(cards, job.setup, otherwise)]
    yield from (("fronts", leaf) for leaf in fronts)
    paper, points = fronts[0].paper, job.points or default_points()
    keys = _answers(job, inside(paper), points, advance)
    title = "Answer key: the best packing of each roll"
    yield from (("answers", leaf) for leaf in written_leaves(title, keys, job.setup, paper))
    if job.has_tiles:
        side = one_side(job.cards, job.style)
        tiles = tile_leaves(side, points, job.setup, has_backs=False, paper=paper)
        yield from (("tiles", leaf) for leaf in tiles)
    if job.die_edge:
        legend = job.cards[0].card.legend  # that of all cards
        nets = dice(job.cards, legend, job.die_edge, job.style)
        leaves = dice_leaves(nets, job.setup, blank_rule(job.cards), paper)
        yield from (("dice", leaf) for leaf in leaves)


def _answers(
    job: PrintJob, room: Box, points: Points, advance: Advance | None
) -> Iterator[list[Mark]]:
    asked = [
        (name, card, roll)
        for name, card in dict.fromkeys(job.cards)
        for roll in (rolls(card.symbols) if job.rolls == "all" else job.rolls)
    ]
    entries = answer_key.key_entries(asked, points, advance)
    sizes, remaining = [answer_key.diagram_size(entry) for entry in entries], iter(entries)
    for boxes in flow_boxes(sizes, room, gap=answer_key.GAP):
        marks: list[Mark] = []
        for box in boxes:
            marks += answer_key.diagram(next(remaining), box, job.style.symbols)
        yield marks


def _card_pages(job: PrintJob, cards: Sequence[Piece]) -> list[LeafPage]:
    """Return a page for each card, and one for its back, as large as the card with its bleed."""
    pages, bleed = [], job.style.bleed
    for piece in cards:
        trim = Box(bleed, bleed, *piece.size)
        paper = Box(0.0, 0.0, trim.right + bleed, trim.bottom + bleed)
        placed = (PlacedPiece(piece, trim),)
        for side, turned in _SIDES[: 1 + piece.has_back]:
            marks = piece.draw(trim, turned)
            pages.append(LeafPage(paper, marks, trim, paper, "fronts", side, None, placed))
    return pages


def _table_pages(job: PrintJob, cards: Sequence[Piece]) -> Iterator[LeafPage]:
    """Yield a page of faces and one of backs, cell for cell, for each 69 cards.

    The last cell of both is a back without the name of a card.
    """
    style = job.setup.style
    batches = [cards[start : start + MOST_CARDS] for start in range(0, len(cards), MOST_CARDS)]
    # All images are as fine as the one with the most cells can be.
    dpi = min(table_grid([one.size for one in batch], job.dpi).dpi for batch in batches)
    for on_page in batches:
        grid = table_grid([piece.size for piece in on_page], dpi)
        size = grid.size
        placed = tuple(piece.around(grid.cell(number)) for number, piece in enumerate(on_page))
        hidden = card_back("", grid.cell(grid.last), style)
        # A card may be smaller than its cell: where it is not white, its border goes on.
        ground = border_area(size, style)
        for side, turned in _SIDES:
            drawn = [mark for piece, box in placed for mark in piece.draw(box, turned)]
            marks = [*ground, *drawn, *hidden]
            yield LeafPage(size, marks, size, size, "fronts", side, None, placed, grid)
