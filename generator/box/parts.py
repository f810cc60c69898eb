"""What lies in a box: components, the pieces that are cut out for them, and the leaves they are on.

A leaf of paper has two sides. What is cut out of it lies on both in the same place, seen from
either side. Cards and boards are cut along crop marks, other pieces along their outlines.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from generator.box.text_pages import Block, rules_pages
from generator.printing.card_art import CardStyle
from generator.printing.cut_outs import NET_GAP
from generator.printing.document import cut_lines
from generator.printing.page_layout import (
    DuplexEdge,
    Mirror,
    behind,
    choose_layout,
    flow_boxes,
    inside,
    mirror,
)
from solver.drawing.document import size_text
from solver.drawing.paper import paper_size
from solver.drawing.scene import Box, Mark
from solver.errors import PaperError


class Piece(NamedTuple):
    """What is cut out: its *name*, its size in mm, and what draws it in a box.

    Its back, if it *has_back*, is drawn by what is exchanged there. Cells have the side *cell*. A
    *card* id stands below a card.
    """

    name: str
    width: float
    height: float
    draw: Callable[[Box, Mirror | None], list[Mark]]
    has_back: bool = True
    cell: float | None = None
    card: str | None = None

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height."""
        return self.width, self.height

    @property
    def size_text(self) -> str:
        """The same for a reader."""
        return size_text(Box(0.0, 0.0, *self.size))


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
class Cut:
    """A line of the cutting list: *count* pieces of a kind, *size* in mm, out of which *stock*."""

    count: int
    what: str
    size: str
    stock: str
    way: str


@dataclass(frozen=True, slots=True)
class Component:
    """What of a box has a *name*: *what* it is, its *leaves*, and what is cut out of them."""

    name: str
    what: str
    leaves: tuple[Leaf, ...]
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """How all of a box is printed: on which *paper*, turned over which edge (*duplex*)."""

    paper: str = "A4"
    duplex: DuplexEdge = DuplexEdge.LONG
    style: CardStyle = field(default_factory=CardStyle)

    @property
    def upright(self) -> Box:
        """The paper, upright."""
        return Box(0.0, 0.0, *paper_size(self.paper))


_LARGER = ("A3", "A2")  # what a message suggests
OUTLINES, CROP_MARKS = "along its outline", "along the crop marks"
BOARD, CARD, PAPER = "grey board, 1.5 to 2 mm", "card, 200 g/m²", "paper, 100 g/m²"
WIPED = "card, 350 g/m², laminated"


def trimmed_leaves(
    pieces: Sequence[Piece], setup: Setup, title: str, *, measure: str
) -> Iterator[Leaf]:
    """Yield leaves with *pieces*, each a rectangle, and the crop marks along which they are cut.

    Raises `PaperError`, which names what they are *measured* by, when one does not fit.
    """
    sizes, bleed = [piece.size for piece in pieces], setup.style.bleed
    layout = choose_layout(sizes, setup.paper, bleed=bleed, measure=measure, larger=_LARGER)
    for start in range(0, len(pieces), layout.capacity):
        on_leaf = pieces[start : start + layout.capacity]
        slots = (slot.centre for slot in layout.slots(len(on_leaf)))
        boxes = [
            Box(x - piece.width / 2, y - piece.height / 2, *piece.size)
            for (x, y), piece in zip(slots, on_leaf, strict=True)
        ]
        yield _leaf(layout.paper, on_leaf, boxes, setup, title, is_trimmed=True)


def outlined_leaves(
    pieces: Sequence[Piece], setup: Setup, title: str, *, gap: float, measure: str
) -> Iterator[Leaf]:
    """Yield leaves with *pieces* *gap* mm apart, each to be cut along its outline.

    Raises `PaperError`, which names what they are *measured* by, when one does not fit.
    """
    paper = setup.upright
    width, height = map(max, zip(*(piece.size for piece in pieces), strict=True))
    room = inside(paper).grown(-setup.style.bleed)
    if width > room.width or height > room.height:
        expected = f"pieces of at most {room.width:g} x {room.height:g} mm"
        raise PaperError(measure, expected=expected, found=f"{width:.4g} x {height:.4g} mm")
    remaining = iter(pieces)
    for boxes in flow_boxes([piece.size for piece in pieces], room, gap=gap):
        on_leaf = tuple(islice(remaining, len(boxes)))
        yield _leaf(paper, on_leaf, boxes, setup, title, is_trimmed=False)


def written_leaves(title: str, pages: Iterable[list[Mark]], setup: Setup) -> Iterator[Leaf]:
    """Yield leaves with text on both sides, which are not cut."""
    sides = [Side(title, marks) for marks in pages]
    for number in range(0, len(sides), 2):
        face, *backs = sides[number : number + 2]
        yield Leaf(setup.upright, face, backs[0] if backs else None)


def dice_component(dice: Sequence[Piece], edge: float, what: str, setup: Setup) -> Component:
    """Return the component of *dice*, nets with this *edge*."""
    title = "Dice: fold the dashed lines, glue the flaps"
    leaves = outlined_leaves(dice, setup, title, gap=NET_GAP, measure="die")
    cut = Cut(len(dice), "dice, nets", f"edges {edge:g}", CARD, OUTLINES)
    return Component("dice", what, tuple(leaves), (cut,))


def rules_component(
    game: str,
    title: str,
    what: str,
    setup: Setup,
    figures: Mapping[str, Callable[[float], Block]] | None = None,
) -> Component:
    """Return the component of the rules of *game*; *figures* are those of `rules_pages`."""
    pages = rules_pages(game, title, inside(setup.upright), figures or {})
    leaves = written_leaves(f"{title}: rules", pages, setup)
    cut = Cut(1, "rules sheet", size_text(setup.upright), PAPER, "not cut")
    return Component("rules", what, tuple(leaves), (cut,))


def _leaf(  # noqa: PLR0913 - what is where
    paper: Box,
    pieces: Sequence[Piece],
    boxes: Sequence[Box],
    setup: Setup,
    title: str,
    *,
    is_trimmed: bool,
) -> Leaf:
    """Return the leaf with *pieces* in *boxes*; behind each lies its back."""
    face = [PlacedPiece(piece, box) for piece, box in zip(pieces, boxes, strict=True)]
    back = [each._replace(box=behind(each.box, paper, setup.duplex)) for each in face]
    turned = f"{title}, backs: turn the paper over its {setup.duplex.value} edge"
    sides = []
    for name, placed, exchanged in (
        (title, face, None),
        (turned, back, mirror(paper, setup.duplex)),
    ):
        marks = [mark for piece, box in placed for mark in piece.draw(box, exchanged)]
        if is_trimmed:
            cut = [(f"{one.name}, {one.card}" if one.card else "", box) for one, box in placed]
            marks += cut_lines(cut, paper, setup.style)
        sides.append(Side(name, marks, tuple(placed), is_trimmed))
    return Leaf(paper, sides[0], sides[1] if pieces[0].has_back else None)
