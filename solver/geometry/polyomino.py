"""Polyominoes: the twelve pentominoes, their orientations, and placements on a region.

cell         a unit square; row counts down and col counts right, both from 0
shape        a piece's cells, moved until its least row and least col are 0
orientation  a shape the piece may show; a free F-pentomino has eight
region       the cells to use; what its rectangle has beyond them are holes
placement    an orientation moved onto a region: one option of an exact cover

The twelve free pentominoes have 63 orientations (Golomb, *Polyominoes*, 1965; OEIS A001168).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

import data

SHAPES = "FILNPTUVWXYZ"
PENTOMINO_SIZE = 5  # cells


class Cell(NamedTuple):
    """A unit square: row down, col right, from 0. For people it is ``c4``: col c, row 4.

    Where there is no edge, the rows above row 1 are 0, -1, ..., the cols left of col a -a, -b, ...

    >>> str(Cell(3, 2)), str(Cell(0, 27)), str(Cell(-1, -1))
    ('c4', 'ab1', '-a0')
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"{col_name(self.col)}{row_name(self.row)}"


Cells = frozenset[Cell]


def col_name(col: int) -> str:
    """Return the letters by which people name a col."""
    letters, left = "", col if col >= 0 else ~col
    while left >= 0:
        left, letter = divmod(left, len(ascii_lowercase))
        letters, left = ascii_lowercase[letter] + letters, left - 1
    return letters if col >= 0 else f"-{letters}"


def row_name(row: int) -> str:
    """Return the number by which people name a row."""
    return str(row + 1)


@cache
def pentominoes() -> Mapping[str, Cells]:
    """Return the twelve free pentominoes by their letters, in alphabetical order."""
    blocks = data.read("pentominoes.txt").split("\n\n")
    pictures = (block.split("\n") for block in blocks if not block.startswith("#"))
    return {name: frozenset(_marked(picture, "#")) for name, *picture in pictures}


@cache
def fixed_pentominoes() -> Mapping[str, list[Cells]]:
    """Return the orientations of each pentomino by its letter; 63 in all."""
    return {name: orientations(shape) for name, shape in pentominoes().items()}


def orientations(shape: Cells) -> list[Cells]:
    """Return the distinct orientations of *shape*, in the same order every time."""
    turned = [_at_origin(shape)]
    for _ in range(3):
        turned.append(_at_origin(Cell(col, -row) for row, col in turned[-1]))
    flipped = [_at_origin(Cell(col, row) for row, col in one) for one in turned]
    return sorted({*turned, *flipped}, key=sorted)


class Motion(NamedTuple):
    """A turn or flip of the plane, and then a step.

    >>> str(Motion(0, 1, -1, 0, right=2).image(Cell(0, 0)))  # a quarter turn of a 3x3 square
    'c1'
    """

    row_by_row: int
    row_by_col: int
    col_by_row: int
    col_by_col: int
    down: int = 0
    right: int = 0

    def image(self, cell: Cell) -> Cell:
        """Return where it takes *cell*."""
        row, col = cell
        return Cell(
            self.row_by_row * row + self.row_by_col * col + self.down,
            self.col_by_row * row + self.col_by_col * col + self.right,
        )


_TURNS = (
    Motion(1, 0, 0, 1),
    Motion(0, 1, -1, 0),
    Motion(-1, 0, 0, -1),
    Motion(0, -1, 1, 0),
    Motion(-1, 0, 0, 1),
    Motion(0, -1, -1, 0),
    Motion(1, 0, 0, -1),
    Motion(0, 1, 1, 0),
)


def motions(cells: Cells) -> list[Motion]:
    """Return the turns and flips of the plane that map *cells* onto themselves.

    The identity is the first. Two may do the same to each of *cells*, as a turn and a flip do to
    a row of them, and yet differ beside it.

    >>> [len(motions(rectangle(*size))) for size in ((3, 5), (5, 5), (1, 5))]
    [4, 8, 4]
    """
    first, found = min(cells), []
    for turn in _TURNS:
        corner = min(map(turn.image, cells))
        moved = turn._replace(down=first.row - corner.row, right=first.col - corner.col)
        if cells == frozenset(map(moved.image, cells)):
            found.append(moved)
    return found


def placements(shape: Cells, region: Iterable[Cell]) -> Iterator[Cells]:
    """Yield each placement of *shape* that lies wholly on *region*.

    They come by orientation, then by the first cell covered, row by row.

    >>> region = rectangle(6, 10)
    >>> i_tromino = frozenset({Cell(0, 0), Cell(0, 1), Cell(0, 2)})
    >>> sum(1 for _ in placements(i_tromino, region))  # 6 x 8 across, 4 x 10 down
    88
    """
    # A plain tuple finds its cell, so that none is made anew: a third of the time.
    usable = {(cell.row, cell.col): cell for cell in sorted(region)}
    for orientation in orientations(shape):
        first = min(orientation)
        steps = [(row - first.row, col - first.col) for row, col in orientation]
        for row, col in usable:
            places = [(row + down, col + right) for down, right in steps]
            cells = [usable[place] for place in places if place in usable]
            if len(cells) == len(steps):
                yield frozenset(cells)


def rectangle(rows: int, cols: int) -> Cells:
    """Return the region of *rows* x *cols* cells."""
    return frozenset(Cell(row, col) for row in range(rows) for col in range(cols))


def neighbours(cell: Cell) -> Cells:
    """Return the four cells that share an edge with *cell*."""
    row, col = cell
    return frozenset(
        {Cell(row - 1, col), Cell(row + 1, col), Cell(row, col - 1), Cell(row, col + 1)}
    )


def names_of(cells: Iterable[Cell]) -> str:
    """Return the names of *cells* as people read them.

    >>> names_of([Cell(0, 0), Cell(3, 2)])
    'a1 c4'
    """
    return " ".join(map(str, cells))


def middle_of(cells: Collection[Cell]) -> Cell:
    """Return the cell nearest to the centre of gravity, of equal ones the first."""
    count = len(cells)
    row, col = sum(cell.row for cell in cells), sum(cell.col for cell in cells)
    return min(
        sorted(cells), key=lambda one: (count * one.row - row) ** 2 + (count * one.col - col) ** 2
    )


def components(cells: Cells) -> list[Cells]:
    """Return the parts of *cells* joined edge to edge, by their first cells in reading order."""
    left, found = set(cells), []
    for first in sorted(cells):
        if first in left:
            joined, edge = {first}, [first]
            while edge:
                beside = neighbours(edge.pop()) & left - joined
                joined |= beside
                edge += beside
            left -= joined
            found.append(frozenset(joined))
    return found


def pentomino_of(cells: Iterable[Cell]) -> str | None:
    """Return the letter of the pentomino that *cells* form, turned or flipped at will.

    None when they are not five edge-joined cells.

    >>> pentomino_of([Cell(4, 7), Cell(5, 6), Cell(5, 7), Cell(5, 8), Cell(6, 7)])
    'X'
    """
    found = frozenset(cells)
    return _letters().get(_at_origin(found)) if found else None


@cache
def _letters() -> Mapping[Cells, str]:
    return {one: name for name, fixed in fixed_pentominoes().items() for one in fixed}


def _marked(picture: Iterable[str], mark: str) -> Iterator[Cell]:
    for row, line in enumerate(picture):
        for col, character in enumerate(line):
            if character == mark:
                yield Cell(row, col)


def _at_origin(cells: Iterable[Cell]) -> Cells:
    found = list(cells)
    top = min([row for row, _ in found])
    left = min([col for _, col in found])
    return frozenset([Cell(row - top, col - left) for row, col in found])
