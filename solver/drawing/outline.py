"""The outline of a polyomino: one closed line around its cells, corner by corner.

step   an edge of a cell from corner to corner, with the cell to its right
"""

from collections.abc import Iterable

from solver.drawing.scene import Point
from solver.geometry.cell import Cell

_Corner = tuple[int, int]  # col, row: of the grid's lines


def outline(cells: Iterable[Cell], origin: Point, side: float) -> tuple[Point, ...]:
    """Return the corners of the outline of *cells*, clockwise from the first cell's upper left.

    *origin* is the upper left of the cell (0, 0), *side* that of a cell. The cells are joined,
    without a hole and without two that meet in a corner alone.

    >>> outline([Cell(0, 0), Cell(0, 1)], Point(0, 0), 10)
    (Point(x=0, y=0), Point(x=20, y=0), Point(x=20, y=10), Point(x=0, y=10))
    """
    found = frozenset(cells)
    steps: dict[_Corner, _Corner] = {}
    for row, col in found:
        corners = [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]
        beside = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
        for number, other in enumerate(beside):
            if Cell(*other) not in found:
                steps[corners[number]] = corners[(number + 1) % 4]
    first = min(found)
    walked = [(first.col, first.row)]
    while (following := steps[walked[-1]]) != walked[0]:
        walked.append(following)
    turns = [
        here
        for before, here, after in zip(
            [walked[-1], *walked[:-1]], walked, [*walked[1:], walked[0]], strict=True
        )
        if not (before[0] == here[0] == after[0] or before[1] == here[1] == after[1])
    ]
    return tuple(Point(origin.x + side * col, origin.y + side * row) for col, row in turns)
