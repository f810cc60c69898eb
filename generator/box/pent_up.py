"""What is in the box of Pent-Up: two sets of the twelve pieces, black and white, and the rules."""

from dataclasses import dataclass
from functools import partial

from generator.box.parts import BOARD, OUTLINES, Component, Cut, rules_component
from generator.box.spec import BoxSpec
from generator.box.text_pages import nothing
from generator.printing.cut_outs import PieceLook, piece, tile_size
from generator.printing.leaves import Leaf, Piece, Setup, outlined_leaves
from generator.printing.page_layout import Mirror
from solver.drawing.scene import BLACK, Box, Mark
from solver.geometry.polyomino import SHAPES
from solver.pent_up.record import Colour

_GAP = 4.0  # mm, between two pieces and their bleed
# What they are filled with, the line to cut along, and those between cells.
_INK = {Colour.WHITE: (None, BLACK, "#c4c4c4"), Colour.BLACK: ("#3c3c3c", "#c4c4c4", "#8c8c8c")}


@dataclass(frozen=True, slots=True)
class PentUp:
    """The components of a box that *spec* describes."""

    spec: BoxSpec
    setup: Setup

    def pieces(self) -> Component:
        """Return the pieces, each set on leaves of its own."""
        style, side = self.setup.style, self.spec.cell
        leaves: list[Leaf] = []
        cuts = []
        for colour, (fill, edge, line) in _INK.items():
            inked = PieceLook(fill, edge, line, style.bleed)
            draw = partial(_drawn, side, PieceLook(None) if style.low_ink else inked)
            pieces = [
                Piece(f"{colour} {shape}", *tile_size(shape, side), partial(draw, shape), cell=side)
                for shape in SHAPES
            ]
            leaves += outlined_leaves(
                pieces,
                self.setup,
                f"{colour} pieces: cut along their outlines",
                gap=_GAP,
                kind="pieces",
                hint="smaller cells: cell",
                bleed=style.bleed,
            )
            what = f"pieces, {str(colour).lower()}"
            cuts.append(Cut(len(pieces), what, f"cells {side:g}", BOARD, OUTLINES))
        what = "two sets of the twelve, white and black on both sides"
        return Component("pieces", what, tuple(leaves), tuple(cuts))

    def rules(self) -> Component:
        """Return the rules sheet."""
        what = "the rules, a variant, two puzzles"
        return rules_component(self.spec, what, self.setup, {"tiles": nothing})  # they are there


def _drawn(side: float, look: PieceLook, shape: str, box: Box, back: Mirror | None) -> list[Mark]:
    return piece(shape, box, side, look, back=back)
