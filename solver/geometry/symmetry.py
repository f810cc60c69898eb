"""The turns and flips of the square grid.

`Isometry` moves cells, one by one. Grids of symbols, such as cards, are turned row by row, which is
many times faster.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solver.geometry.cell import Cell, Cells


class Isometry(NamedTuple):
    """A turn or flip of the plane, followed by a shift.

    >>> str(QUARTER_TURN._replace(right=2).image(Cell(0, 0)))  # of a 3x3 square
    'c1'
    """

    row_by_row: int
    row_by_col: int
    col_by_row: int
    col_by_col: int
    down: int = 0
    right: int = 0

    def image(self, cell: Cell) -> Cell:
        """Return where *cell* comes to lie."""
        row, col = cell
        return Cell(
            self.row_by_row * row + self.row_by_col * col + self.down,
            self.col_by_row * row + self.col_by_col * col + self.right,
        )

    def aligned(self, cells: Cells) -> "Isometry":
        """Return the same turn or flip, shifted so that the image of *cells* starts where they do.

        It maps *cells* onto themselves if any shift does.
        """
        first, image = min(cells), min(map(self.image, cells))
        return self._replace(
            down=self.down + first.row - image.row, right=self.right + first.col - image.col
        )


IDENTITY = Isometry(1, 0, 0, 1)
QUARTER_TURN = Isometry(0, 1, -1, 0)  # to the right
HALF_TURN = Isometry(-1, 0, 0, -1)
MIRROR = Isometry(1, 0, 0, -1)  # left to right
FLIP = Isometry(-1, 0, 0, 1)  # top to bottom
_TURNS = (IDENTITY, QUARTER_TURN, HALF_TURN, Isometry(0, -1, 1, 0))
_FLIPS = (FLIP, Isometry(0, -1, -1, 0), MIRROR, Isometry(0, 1, 1, 0))


def isometries(cells: Cells) -> list[Isometry]:
    """Return the turns and flips of the plane that map *cells* onto themselves.

    The identity is the first. Two of them may map each of *cells* alike, as a turn and a flip do
    with a single row, and yet differ on the cells around it.

    >>> from solver.geometry.cell import rectangle
    >>> [len(isometries(rectangle(*size))) for size in ((3, 5), (5, 5), (1, 5))]
    [4, 8, 4]
    """
    aligned = [isometry.aligned(cells) for isometry in _TURNS + _FLIPS]
    return [isometry for isometry in aligned if cells == frozenset(map(isometry.image, cells))]


def orientations(shape: Cells) -> list[Cells]:
    """Return the distinct orientations of *shape*, in the same order every time."""
    images = (map(isometry.image, shape) for isometry in _TURNS + _FLIPS)
    return sorted({at_origin(image) for image in images}, key=sorted)


def at_origin(cells: Iterable[Cell]) -> Cells:
    """Return *cells*, shifted until their least row and their least col are 0."""
    listed = list(cells)
    top = min([row for row, _ in listed])
    left = min([col for _, col in listed])
    return frozenset([Cell(row - top, col - left) for row, col in listed])


def mirrored(grid: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows of *grid* flipped left to right."""
    return tuple([row[::-1] for row in grid])


def turned_right(grid: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows of *grid* after a quarter turn to the right.

    >>> turned_right(("ABC", "DEF"))
    ('DA', 'EB', 'FC')
    """
    return tuple(map("".join, zip(*grid[::-1], strict=True)))


def grid_orientations(grid: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the eight ways to lay down *grid*, given by its rows, each with its name."""
    for flip, flipped in ("", grid), ("flipped left to right", mirrored(grid)):
        turned = flipped
        for turn in "", "turned right", "turned half round", "turned left":
            yield ", ".join(filter(None, (flip, turn))) or "as it is", turned
            turned = turned_right(turned)
