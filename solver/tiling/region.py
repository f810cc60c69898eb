"""Regions: the cells that a tiling fills, their text forms, and the order to fill them in.

A region is 5 to 60 cells of a rectangle; the other cells of the rectangle are holes. Its text form
is a picture, one row per line: ``.`` a cell to fill, ``#`` a hole; short rows end in holes. The
rectangle has at most 1000 rows and cols, so that all of it can be shown.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

from solver.errors import RegionError, quoted
from solver.geometry.cell import Cell, Cells, components, neighbours, rectangle
from solver.geometry.polyomino import PENTOMINO_SIZE
from solver.geometry.symmetry import isometries
from solver.question import check_argument, check_fields

MAX_CELLS = 60
MAX_SIDE = 1000  # of the rectangle around it, with its holes
FREE, HOLE = ".", "#"

# In the cell order, the last cell of a placement is at most this far behind its first.
MAX_SPAN = 45

_RECTANGLE = re.compile(r"\s*([0-9]{1,18})\s*[xX×]\s*([0-9]{1,18})\s*")  # noqa: RUF001


@dataclass(frozen=True, slots=True, repr=False)
class Region:
    """The *cells* to fill of a rectangle of *rows* x *cols*."""

    rows: int
    cols: int
    cells: Cells

    def __post_init__(self) -> None:
        check_fields(self, "region")
        _check_sides(self.rows, self.cols, "region")
        _check_area(len(self.cells), "region")
        expected = f"cells of {self.rows}x{self.cols}"
        for row, col in self.cells:
            if not (0 <= row < self.rows and 0 <= col < self.cols):
                raise RegionError("region", expected=expected, found=f"({row}, {col})")

    @property
    def picture(self) -> list[str]:
        """The lines of its text form: ``.`` a cell to fill, ``#`` a hole."""
        return [
            "".join(FREE if Cell(row, col) in self.cells else HOLE for col in range(self.cols))
            for row in range(self.rows)
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the size, the area, and the picture as a list of lines."""
        size = {"rows": self.rows, "cols": self.cols}
        return {**size, "area": len(self.cells), "picture": self.picture}

    def __repr__(self) -> str:
        return f"<Region {self.rows}x{self.cols}, cells {len(self.cells)}>"

    def __str__(self) -> str:
        is_rectangle = len(self.cells) == self.rows * self.cols
        return f"{self.rows}x{self.cols}" if is_rectangle else "\n".join(self.picture)

    @classmethod
    def parse(cls, text: str, *, source: str = "region") -> Self:
        r"""Return the region that *text* names or pictures; *source* names it in error messages.

        Raises `RegionError` when it does neither, or when pentominoes cannot have that area.

        >>> str(Region.parse("3x5"))
        '3x5'
        >>> Region.parse("..\n.#.\n.").picture
        ['..#', '.#.', '.##']
        """
        check_argument(text, str, source)
        if match := _RECTANGLE.fullmatch(text):
            rows, cols = map(int, match.groups())
            _check_area(rows * cols, f"{source} {rows}x{cols}" if source == "region" else source)
            return cls(rows, cols, rectangle(rows, cols))
        lines = [line.rstrip() for line in text.splitlines()]
        while lines and not lines[-1]:
            lines.pop()
        rows, cols = len(lines), max(map(len, lines), default=0)
        _check_sides(rows, cols, source)
        cells = frozenset(_cells_to_fill(lines, source))
        _check_area(len(cells), source)
        return cls(rows, cols, cells)


def is_rectangle_text(text: str) -> bool:
    """Return whether *text* names a rectangle, as ``6x10`` does."""
    return _RECTANGLE.fullmatch(text) is not None


def symmetries(cells: Cells) -> list[dict[Cell, Cell]]:
    """Return the turns and flips that map *cells* onto themselves, the identity first.

    Two that map every cell alike, as a turn and a flip of a single row, count as one.

    >>> [len(symmetries(rectangle(*size))) for size in ((3, 5), (5, 5))]
    [4, 8]
    """
    images = [{cell: isometry.image(cell) for cell in cells} for isometry in isometries(cells)]
    return [image for number, image in enumerate(images) if image not in images[:number]]


def cell_order(cells: Cells) -> list[Cell]:
    """Return *cells* in the order in which a search should fill them.

    Connected components come one after the other, by their first cells. Each is ordered row by row
    or column by column, whichever keeps the frontier, the free cells next to those passed, shorter;
    for a rectangle that is along its shorter side. The ways to continue grow with 2^frontier.

    >>> [str(cell) for cell in cell_order(rectangle(2, 5))][:4]
    ['a1', 'a2', 'b1', 'b2']
    """
    return [cell for component in components(cells) for cell in _component_order(component)]


def _component_order(component: Cells) -> list[Cell]:
    """Return the cells of *component*, row by row or column by column.

    One of the two keeps every placement within `MAX_SPAN`. A placement beyond it would need 47
    cells or more in five neighbouring lines. Rows and columns cannot both have that: five rows and
    five columns share at most 25 cells, and 47 + 47 - 25 > 60.
    """
    orders = sorted(component), sorted(component, key=lambda cell: (cell.col, cell.row))
    costs = [
        (_span(order, axis) > MAX_SPAN, _search_cost(order)) for axis, order in enumerate(orders)
    ]
    return orders[costs.index(min(costs))]


def _span(order: list[Cell], axis: int) -> int:
    """Return a bound on how far apart in *order* the cells of one placement are."""
    lines = [cell[axis] for cell in order]
    return max(
        sum(first <= line < first + PENTOMINO_SIZE for line in lines) - 1 for first in set(lines)
    )


def _search_cost(order: list[Cell]) -> int:
    """Return the sum of 2^frontier over the steps of *order*."""
    remaining, frontier, cost = set(order), frozenset[Cell](), 0
    for cell in order:
        remaining.remove(cell)
        frontier = (frontier | neighbours(cell)) & remaining
        cost += 1 << len(frontier)
    return cost


def _cells_to_fill(lines: Iterable[str], source: str) -> Iterator[Cell]:
    for row, line in enumerate(lines):
        for col, character in enumerate(line):
            if character == FREE:
                yield Cell(row, col)
            elif character != HOLE:
                where = f"{source}, line {row + 1}, column {col + 1}"
                expected = f"'{FREE}' a cell to fill or '{HOLE}' a hole"
                raise RegionError(where, expected=expected, found=quoted(character))


def _check_sides(rows: int, cols: int, where: str) -> None:
    if max(rows, cols) > MAX_SIDE:
        expected = f"at most {MAX_SIDE} rows and cols with the holes"
        raise RegionError(where, expected=expected, found=f"{rows}x{cols}")


def _check_area(area: int, where: str) -> None:
    if not area:
        raise RegionError(where, expected=f"5 to {MAX_CELLS} cells to fill", found="none")
    if area > MAX_CELLS:
        raise RegionError(where, expected=f"at most {MAX_CELLS} cells to fill", found=str(area))
    if excess := area % PENTOMINO_SIZE:
        expected = f"a multiple of {PENTOMINO_SIZE} cells to fill"
        hint = f"{excess} fewer would do"
        raise RegionError(where, expected=expected, found=str(area), hint=hint)
