"""What lies in a box: components, with the leaves they are printed on and what is cut out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from generator.box.spec import BoxSpec
from generator.box.text_pages import Block, rules_pages
from generator.printing.leaves import Leaf, Piece, Setup, written_leaves
from generator.printing.page_layout import inside
from generator.printing.pieces import dice_leaves
from solver.drawing.document import size_text
from solver.files.texts import Texts


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


OUTLINES, CROP_MARKS = "along its outline", "along the crop marks"
BOARD, CARD, PAPER = "grey board, 1.5 to 2 mm", "card, 200 g/m²", "paper, 100 g/m²"
WIPED = "card, 350 g/m², laminated"


def dice_component(dice: Sequence[Piece], edge: float, what: str, setup: Setup) -> Component:
    """Return the component of *dice*, nets with this *edge*."""
    leaves = dice_leaves(dice, setup)
    cut = Cut(len(dice), "dice, nets", f"edges {edge:g}", CARD, OUTLINES)
    return Component("dice", what, tuple(leaves), (cut,))


def rules_component(
    spec: BoxSpec,
    what: str,
    setup: Setup,
    figures: Mapping[str, Callable[[float], Block]] | None = None,
) -> Component:
    """Return the component of the rules of the game; *figures* are those of `rules_pages`."""
    text = Texts(spec.language)
    pages = rules_pages(spec.game, spec.title, inside(setup.upright), figures or {}, text)
    leaves = written_leaves(text("printed.rules-of", title=spec.title), pages, setup)
    cut = Cut(1, "rules sheet", size_text(setup.upright), PAPER, "not cut")
    return Component("rules", what, tuple(leaves), (cut,))
