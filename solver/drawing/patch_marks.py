"""Patches of a grid as marks of a picture: the colours behind them, and the lines around them."""

from collections.abc import Sequence

from solver.drawing.colour import lightened
from solver.drawing.outline import outline
from solver.drawing.scene import BLACK, Line, Mark, Paint, Point, Polygon
from solver.drawing.text_grid import PALETTE, Patch
from solver.geometry.cell import Cell, Cells

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


def lines_within(cells: Cells, origin: Point, side: float, paint: Paint) -> list[Mark]:
    """Return a line between each two of *cells* that share an edge; *origin*, *side* as above."""
    lines: list[Mark] = []
    for row, col in sorted(cells):
        x, y = origin.x + col * side, origin.y + row * side
        if Cell(row, col - 1) in cells:
            lines.append(Line(Point(x, y), Point(x, y + side), paint))
        if Cell(row - 1, col) in cells:
            lines.append(Line(Point(x, y), Point(x + side, y), paint))
    return lines
