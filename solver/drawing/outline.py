"""Polyominoes as marks of a picture: their outlines, their colours, the lines between cells."""

from collections.abc import Iterable, Sequence

from solver.drawing.colour import lightened
from solver.drawing.scene import BLACK, Line, Mark, Paint, Point, Polygon
from solver.drawing.text_grid import PALETTE, Patch
from solver.geometry.cell import Cell, Cells

_Corner = tuple[int, int]  # col, row: of the grid's lines


def outline(cells: Iterable[Cell], origin: Point, side: float) -> tuple[Point, ...]:
    """Return the corners of the outline of *cells*, clockwise from the first cell's upper left.

    *origin* is the upper left of the cell (0, 0), *side* that of a cell. The cells are connected,
    without a hole and without two that meet in a corner alone.

    >>> outline([Cell(0, 0), Cell(0, 1)], Point(0, 0), 10)
    (Point(x=0, y=0), Point(x=20, y=0), Point(x=20, y=10), Point(x=0, y=10))
    """
    area = frozenset(cells)
    # From each corner of the outline to the next, one cell on, with the area to the right.
    next_corner: dict[_Corner, _Corner] = {}
    for row, col in area:
        corners = [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]
        adjacent = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
        for number, cell in enumerate(adjacent):
            if Cell(*cell) not in area:
                next_corner[corners[number]] = corners[(number + 1) % 4]
    first = min(area)
    path = [(first.col, first.row)]
    while (corner := next_corner[path[-1]]) != path[0]:
        path.append(corner)
    sides = zip([path[-1], *path], path, [*path[1:], path[0]], strict=False)
    turns = [
        corner for before, corner, after in sides if before[0] != after[0] and before[1] != after[1]
    ]
    return tuple(Point(origin.x + side * col, origin.y + side * row) for col, row in turns)


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
