"""Patches of a grid as marks of a picture: the colours behind them, and the lines around them."""

from collections.abc import Sequence

from solver.drawing.colour import lightened
from solver.drawing.outline import outline
from solver.drawing.scene import BLACK, Mark, Paint, Point, Polygon
from solver.drawing.text_grid import PALETTE, Patch

OUTLINE = 0.55  # mm, the width of a line around a patch

_WHITE_SHARE = 0.68  # of the colours, so that symbols and letters are seen on them


def patch_fills(patches: Sequence[Patch], origin: Point, side: float) -> list[Mark]:
    """Return each of *patches* in its colour; *origin* is the upper left of cell (0, 0).

    *side* is that of a cell, in millimetres.
    """
    return [
        Polygon(
            outline(patch.cells, origin, side),
            Paint(fill=lightened(PALETTE[patch.hue or 0], _WHITE_SHARE)),
        )
        for patch in patches
    ]


def patch_outlines(
    patches: Sequence[Patch], origin: Point, side: float, *, width: float = OUTLINE
) -> list[Mark]:
    """Return a line of this *width* around each of *patches*; *origin*, *side* as above."""
    paint = Paint(stroke=BLACK, width=width)
    return [Polygon(outline(patch.cells, origin, side), paint) for patch in patches]
