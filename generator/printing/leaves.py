"""Leaves of paper: the pieces that are cut out of them, what is on both sides, and their pages.

What is cut out of a leaf lies on both sides in the same place, seen from either side. Cards and
boards are cut along crop marks, other pieces along their outlines.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from generator.printing.card_art import CardStyle, caption
from generator.printing.page_layout import (
    CAPTION,
    DuplexEdge,
    Mirror,
    behind,
    choose_layout,
    flow_boxes,
    frame_marks,
    inside,
    mirror,
    scale_bar,
)
from generator.printing.table_grid import TableGrid
from solver.drawing.crop_marks import crop_marks, trim_and_bleed
from solver.drawing.document import size_text
from solver.drawing.paper import paper_size
from solver.drawing.scene import Box, Mark, Page
from solver.errors import PaperError
from solver.penta_rush.legend import PLAIN_LEGEND, Legend


class Piece(NamedTuple):
    """What is cut out: its *name*, its size in mm, and what draws it in a box.

    Its back, if it *has_back*, is drawn by what is exchanged there. Cells have the side *cell*. A
    card has its id, *card*, which stands below it, and a *legend*.
    """

    name: str
    width: float
    height: float
    draw: Callable[[Box, Mirror | None], list[Mark]]
    has_back: bool = True
    cell: float | None = None
    card: str | None = None
    legend: Legend = PLAIN_LEGEND

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height."""
        return self.width, self.height

    @property
    def size_text(self) -> str:
        """The same for a reader."""
        return size_text(Box(0.0, 0.0, *self.size))

    def around(self, box: Box) -> "PlacedPiece":
        """Return the piece in the middle of *box*."""
        x, y = box.centre.x - self.width / 2, box.centre.y - self.height / 2
        return PlacedPiece(self, Box(x, y, *self.size))


class PlacedPiece(NamedTuple):
    """A *piece*, and the *box* on the page in which it is cut out."""

    piece: Piece
    box: Box


class Side(NamedTuple):
    """One side of a leaf: its *title* line, its *marks* and its *pieces*.

    They have crop marks if they are to be *trimmed*.
    """

    title: str
    marks: list[Mark]
    pieces: tuple[PlacedPiece, ...] = ()
    is_trimmed: bool = False


class Leaf(NamedTuple):
    """A leaf of *paper*, upright or across; nothing is on its *back* if that is None."""

    paper: Box
    face: Side
    back: Side | None


@dataclass(frozen=True, slots=True)
class Setup:
    """How all is printed: on which *paper*, turned over which edge (*duplex*), if it is."""

    paper: str = "A4"
    duplex: DuplexEdge | None = DuplexEdge.LONG
    style: CardStyle = field(default_factory=CardStyle)

    @property
    def sides_text(self) -> str:
        """Which sides are printed, for a reader."""
        turned = f"on both sides, turned over the {self.duplex.value} edge" if self.duplex else ""
        return turned or "on one side"

    @property
    def upright(self) -> Box:
        """The paper, upright."""
        return Box(0.0, 0.0, *paper_size(self.paper))


@dataclass(frozen=True, slots=True)
class LeafPage(Page):
    """A page with one *side* of a leaf of a *component*: "face", "back" or "empty".

    On it lie the *scale_bar*, if any, and *pieces*: cards for an online table in the first cells of
    a *grid*.
    """

    component: str
    side: str
    scale_bar: Box | None
    pieces: tuple[PlacedPiece, ...] = ()
    grid: TableGrid | None = None


def trimmed_leaves(
    pieces: Sequence[Piece], setup: Setup, title: str, *, measure: str, otherwise: str = ""
) -> Iterator[Leaf]:
    """Yield leaves with *pieces*, each a rectangle, and the crop marks along which they are cut.

    *title* may hold "{names}". Raises `PaperError`, which names what they are *measured* by and a
    larger paper, or *otherwise* this one, when one does not fit.
    """
    sizes, bleed = [piece.size for piece in pieces], setup.style.bleed
    layout = choose_layout(sizes, setup.paper, bleed=bleed, measure=measure, otherwise=otherwise)
    for start in range(0, len(pieces), layout.capacity):
        on_leaf = pieces[start : start + layout.capacity]
        slots = layout.slots(len(on_leaf))
        placed = [piece.around(slot) for piece, slot in zip(on_leaf, slots, strict=True)]
        names = ", ".join(dict.fromkeys(piece.name for piece in on_leaf))
        yield _leaf(layout.paper, placed, setup, title.format(names=names), is_trimmed=True)


def outlined_leaves(  # noqa: PLR0913 - what is where
    pieces: Sequence[Piece],
    setup: Setup,
    title: str,
    *,
    gap: float,
    kind: str,
    hint: str,
    bleed: float = 0.0,
    paper: Box | None = None,
) -> Iterator[Leaf]:
    """Yield leaves with *pieces* of a *kind*, each to be cut along its outline.

    They are *gap* mm apart, beside the *bleed* with which each is drawn. The *paper* is upright by
    default. Raises `PaperError` with a *hint* when one does not fit.
    """
    paper = paper or setup.upright
    width, height = map(max, zip(*(piece.size for piece in pieces), strict=True))
    room = inside(paper).grown(-bleed)
    if width > room.width or height > room.height:
        expected = f"at most {room.width:g} x {room.height:g} mm each"
        raise PaperError(kind, expected=expected, found=f"{width:.4g} x {height:.4g} mm", hint=hint)
    remaining = iter(pieces)
    for boxes in flow_boxes([piece.size for piece in pieces], room, gap=gap + 2 * bleed):
        placed = [*map(PlacedPiece, islice(remaining, len(boxes)), boxes)]
        yield _leaf(paper, placed, setup, title, is_trimmed=False)


def written_leaves(
    title: str, pages: Iterable[list[Mark]], setup: Setup, paper: Box | None = None
) -> Iterator[Leaf]:
    """Yield leaves with text, on both sides if they are printed on both, which are not cut."""
    sides, each = [Side(title, marks) for marks in pages], 2 if setup.duplex else 1
    for number in range(0, len(sides), each):
        face, *backs = sides[number : number + each]
        yield Leaf(paper or setup.upright, face, backs[0] if backs else None)


def leaf_pages(
    leaves: Sequence[tuple[str, Leaf]], setup: Setup, *, title: str = ""
) -> list[LeafPage]:
    """Return the pages of *leaves*, each of the component of this name, below a *title*.

    Each leaf has one page, or two if they are printed on both sides; the back may be empty.
    """
    each = 2 if setup.duplex else 1
    pages: list[LeafPage] = []
    for component, (paper, face, back) in leaves:
        empty = Side(f"Left empty: {component} on the other side", [])
        sides = (("face", face), ("back" if back else "empty", back or empty))
        for kind, side in sides[:each]:
            note = f"{title}{setup.paper}, page {len(pages) + 1} of {each * len(leaves)}"
            marks = [*side.marks, *frame_marks(paper, side.title, note)]
            trims = [box for _, box in side.pieces] if side.is_trimmed else []
            trim, bleed = trim_and_bleed(trims, paper, setup.style.bleed)
            bar = scale_bar(paper)
            pages.append(LeafPage(paper, marks, trim, bleed, component, kind, bar, side.pieces))
    return pages


def _leaf(
    paper: Box, placed: Sequence[PlacedPiece], setup: Setup, title: str, *, is_trimmed: bool
) -> Leaf:
    """Return the leaf with pieces that are *placed* on its face; behind each lies its back."""
    face = _side(title, placed, paper, setup, None, is_trimmed=is_trimmed)
    if not (setup.duplex and placed[0].piece.has_back):
        return Leaf(paper, face, None)
    backs = [each._replace(box=behind(each.box, paper, setup.duplex)) for each in placed]
    turned = f"{title}; backs: turn the paper over its {setup.duplex.value} edge"
    exchanged = mirror(paper, setup.duplex)
    return Leaf(paper, face, _side(turned, backs, paper, setup, exchanged, is_trimmed=is_trimmed))


def _side(  # noqa: PLR0913 - what is where
    title: str,
    placed: Sequence[PlacedPiece],
    paper: Box,
    setup: Setup,
    exchanged: Mirror | None,
    *,
    is_trimmed: bool,
) -> Side:
    marks = [mark for piece, box in placed for mark in piece.draw(box, exchanged)]
    if is_trimmed:
        marks += _cut_lines(placed, paper, setup.style)
    return Side(title, marks, tuple(placed), is_trimmed)


def _cut_lines(cut: Sequence[PlacedPiece], paper: Box, style: CardStyle) -> list[Mark]:
    """Return the crop marks of what is *cut* out of *paper*, and below each card its id."""
    captions = [
        caption(f"{piece.name}, {piece.card}", trim, style, CAPTION)
        for piece, trim in cut
        if piece.card
    ]
    trims = [trim for _, trim in cut]
    kept_clear = [trim.grown(style.bleed) for trim in trims] + [room for _, room in captions]
    texts = [text for lines, _ in captions for text in lines]
    return [*texts, *crop_marks(trims, kept_clear, inside(paper))]
