"""Regions: the cells that a tiling fills, their text forms, symmetries and sweep.

region     5 to 60 cells of a rectangle; what the rectangle has beyond them are holes
picture    its text, a line a row: ``.`` a cell to fill, ``#`` a hole; short rows end in holes
component  cells joined edge to edge; a region may have several
symmetry   a turn or flip that maps the region onto itself, as a map of its cells
sweep      the order in which a search fills the cells

The sweep takes component after component, by their first cells. It goes through a component row by
row or column by column: where the frontier, the free cells beside those passed, is narrower, which
for a rectangle is along its shorter side. The number of ways to continue grows with 2^frontier.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solver.errors import RegionError, quoted
from solver.geometry.cell import Cell, Cells, components, neighbours, rectangle
from solver.geometry.symmetry import isometries

MAX_CELLS = 60
PENTOMINO_SIZE = 5
FREE, HOLE = ".", "#"

# More cells than this between the first and the last cell of a placement never come: see `_sweep`.
MAX_SPAN = 45

_RECTANGLE = re.compile(r"\s*([0-9]{1,18})\s*[xX×]\s*([0-9]{1,18})\s*")  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Region:
    """The *cells* to fill of a rectangle of *rows* x *cols*."""

    rows: int
    cols: int
    cells: Cells

    def __post_init__(self) -> None:
        _check_area(len(self.cells), "region")
        for row, col in self.cells:
            if not (0 <= row < self.rows and 0 <= col < self.cols):
                raise RegionError(
                    "region", expected=f"cells of {self.rows}x{self.cols}", found=f"({row}, {col})"
                )

    @property
    def picture(self) -> list[str]:
        """The lines of its text form: ``.`` a cell to fill, ``#`` a hole."""
        return [
            "".join(FREE if Cell(row, col) in self.cells else HOLE for col in range(self.cols))
            for row in range(self.rows)
        ]

    def __str__(self) -> str:
        is_rectangle = len(self.cells) == self.rows * self.cols
        return f"{self.rows}x{self.cols}" if is_rectangle else "\n".join(self.picture)


def is_rectangle_text(text: str) -> bool:
    """Return whether *text* names a rectangle, as ``6x10`` does."""
    return _RECTANGLE.fullmatch(text) is not None


def parse_region(text: str, *, source: str = "region") -> Region:
    r"""Return the region that *text* names or pictures; *source* names it in messages.

    Raises `RegionError` when it does neither, or when twelve pentominoes cannot have that area.

    >>> str(parse_region("3x5"))
    '3x5'
    >>> parse_region("..\n.#.\n.").picture
    ['..#', '.#.', '.##']
    """
    if match := _RECTANGLE.fullmatch(text):
        rows, cols = map(int, match.groups())
        _check_area(rows * cols, f"{source} {rows}x{cols}" if source == "region" else source)
        return Region(rows, cols, rectangle(rows, cols))
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    cells = frozenset(_free(lines, source))
    _check_area(len(cells), source)
    return Region(len(lines), max(map(len, lines)), cells)


def symmetries(cells: Cells) -> list[dict[Cell, Cell]]:
    """Return the turns and flips that map *cells* onto themselves, the identity first.

    Those that do the same to every cell, as a turn and a flip of a row of cells, are one.

    >>> [len(symmetries(rectangle(*size))) for size in ((3, 5), (5, 5))]
    [4, 8]
    """
    images = [{cell: isometry.image(cell) for cell in cells} for isometry in isometries(cells)]
    return [image for number, image in enumerate(images) if image not in images[:number]]


def cell_order(cells: Cells) -> list[Cell]:
    """Return *cells* in the order of the sweep.

    >>> [str(cell) for cell in cell_order(rectangle(2, 5))][:4]
    ['a1', 'a2', 'b1', 'b2']
    """
    return [cell for component in components(cells) for cell in _sweep(component)]


def _sweep(component: Cells) -> list[Cell]:
    """Return the cells of *component*, row by row or column by column.

    A placement whose first and last cells are more than SPAN apart would have 47 cells or more in
    five rows next to each other. Not both ways can have such a placement: five rows and five
    columns share at most 25 cells, and 47 + 47 - 25 > 60.
    """
    by_row = sorted(component)
    by_col = sorted(component, key=lambda cell: (cell.col, cell.row))
    by_row_width = _span(by_row, 0) > MAX_SPAN, _work(by_row)
    by_col_width = _span(by_col, 1) > MAX_SPAN, _work(by_col)
    return by_row if by_row_width <= by_col_width else by_col


def _span(order: list[Cell], axis: int) -> int:
    """Return a bound on how far apart in *order* the cells of one placement are."""
    lines = [cell[axis] for cell in order]
    return max(sum(first <= line < first + PENTOMINO_SIZE for line in lines) - 1 for first in set(lines))


def _work(order: list[Cell]) -> int:
    """Return the sum of 2^frontier over the steps of *order*."""
    component = frozenset(order)
    passed: set[Cell] = set()
    frontier: set[Cell] = set()
    work = 0
    for cell in order:
        passed.add(cell)
        frontier |= neighbours(cell) & component
        frontier -= passed
        work += 1 << len(frontier)
    return work


def _free(lines: Iterable[str], source: str) -> Iterator[Cell]:
    for row, line in enumerate(lines):
        for col, character in enumerate(line):
            if character == FREE:
                yield Cell(row, col)
            elif character != HOLE:
                raise RegionError(
                    f"{source}, line {row + 1}, column {col + 1}",
                    expected=f"'{FREE}' a cell to fill or '{HOLE}' a hole",
                    found=quoted(character),
                )


def _check_area(area: int, where: str) -> None:
    if not area:
        raise RegionError(where, expected=f"5 to {MAX_CELLS} cells to fill", found="none")
    if area > MAX_CELLS:
        raise RegionError(where, expected=f"at most {MAX_CELLS} cells to fill", found=str(area))
    if area % PENTOMINO_SIZE:
        raise RegionError(
            where,
            expected=f"a multiple of {PENTOMINO_SIZE} cells to fill",
            found=str(area),
            hint=f"{area % PENTOMINO_SIZE} less would do",
        )
