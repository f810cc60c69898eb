"""What is in the box of Pent-Up: two sets of the twelve pieces, black and white, and the rules."""

from collections.abc import Iterator
from functools import partial

from generator.box.parts import (
    BOARD,
    OUTLINES,
    PAPER,
    Component,
    Cut,
    Piece,
    Setup,
    outlined_leaves,
    written_leaves,
)
from generator.box.spec import BoxSpec
from generator.box.text_pages import rules_pages
from generator.printing import cut_outs
from generator.printing.cut_outs import PieceLook, tile_size
from generator.printing.page_layout import inside
from solver.drawing.document import size_text
from solver.drawing.scene import BLACK, FAINT, WHITE
from solver.geometry.polyomino import SHAPES
from solver.pent_up.record import Colour

_GAP = 4.0  # mm, between two pieces and their bleed
_INK = {Colour.WHITE: (WHITE, "#c4c4c4"), Colour.BLACK: ("#3c3c3c", "#8c8c8c")}  # and the lines


def pent_up(spec: BoxSpec, setup: Setup) -> Iterator[Component]:
    """Yield what is in the box: each set on leaves of its own."""
    style, leaves = setup.style, []
    for colour, (fill, line) in _INK.items():
        shown = None if style.low_ink or colour is Colour.WHITE else fill
        look = PieceLook(shown, BLACK, FAINT if style.low_ink else line, style.bleed)
        pieces = [
            Piece(
                f"{colour} {shape}",
                *tile_size(shape, spec.cell),
                partial(_drawn, shape, spec.cell, look),
                partial(_drawn, shape, spec.cell, look),
                spec.cell,
            )
            for shape in SHAPES
        ]
        title = f"Pieces, {colour}: cut along the black lines"
        gap = _GAP + 2 * style.bleed
        leaves += outlined_leaves(pieces, setup, title, gap=gap, measure="cell")
    what = "two sets of the twelve, white and black on both sides"
    size = f"cells {spec.cell:g}"
    cuts = tuple(
        Cut(len(SHAPES), f"{colour} pieces, one of each shape", size, BOARD, OUTLINES)
        for colour in _INK
    )
    yield Component("pieces", what, tuple(leaves), cuts)
    pages = rules_pages("pent-up", spec.title, inside(setup.upright), {})
    yield Component(
        "rules",
        "the rules, a variant, two puzzles",
        tuple(written_leaves(f"{spec.title}: rules", pages, setup)),
        (Cut(1, "rules sheet", size_text(setup.upright), PAPER, "not cut"),),
    )


def _drawn(shape, side, look, box, back=None):
    return cut_outs.piece(shape, box, side, look, back=back)
