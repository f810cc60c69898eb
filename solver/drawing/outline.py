"""The outline of a polyomino: one closed line around its cells, corner by corner."""

from collections.abc import Iterable

from solver.drawing.scene import Point
from solver.geometry.cell import Cell

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
