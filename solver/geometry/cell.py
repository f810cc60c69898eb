"""Cells of the square grid and sets of them: their names, neighbours and connected components."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from string import ascii_lowercase
from typing import NamedTuple

from solver.errors import PentaError, quoted

_TYPED_NAME = re.compile(r"-?[A-Za-z]+-?\d+")  # a name, or meant as one
_TYPED_NAMES = re.compile(rf"(?:{_TYPED_NAME.pattern}[\s,]*)+")
# As `Cell` writes names, in either case; the lengths are bounded, so that no name is a huge number.
_NAME = re.compile(r"(-?)([A-Za-z]{1,3})(0|-?[1-9][0-9]{0,5})")


class Cell(NamedTuple):
    """A unit square: *row* counts down and *col* counts right, both from 0.

    People call it ``c4``: col c, row 4. On a board without an edge the rows above row 1 are 0, -1,
    ..., and the cols left of col a are -a, -b, ...

    >>> str(Cell(3, 2)), str(Cell(0, 27)), str(Cell(-1, -1))
    ('c4', 'ab1', '-a0')
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"{col_name(self.col)}{row_name(self.row)}"

    @classmethod
    def parse(
        cls,
        text: str,
        where: str = "cell",
        error: type[PentaError] = PentaError,
        *,
        expected: str = "a cell such as c4",
    ) -> "Cell":
        """Return the cell that people call *text*, in either case; raise *error* if it names none.

        >>> Cell.parse("C4"), Cell.parse("ab1"), Cell.parse("-a0")
        (Cell(row=3, col=2), Cell(row=0, col=27), Cell(row=-1, col=-1))
        """
        name = _NAME.fullmatch(text)
        if not name:
            raise error(where, expected=expected, found=quoted(text))
        sign, letters, row = name.groups()
        col = 0
        for letter in letters.lower():
            col = col * len(ascii_lowercase) + ascii_lowercase.index(letter) + 1
        return cls(int(row) - 1, ~(col - 1) if sign else col - 1)


Cells = frozenset[Cell]


def col_name(col: int) -> str:
    """Return the letters by which people name a col."""
    letters, rest = "", col if col >= 0 else ~col
    while rest >= 0:
        rest, letter = divmod(rest, len(ascii_lowercase))
        letters, rest = ascii_lowercase[letter] + letters, rest - 1
    return letters if col >= 0 else f"-{letters}"


def row_name(row: int) -> str:
    """Return the number by which people name a row."""
    return str(row + 1)


def names_of(cells: Iterable[Cell]) -> str:
    """Return the names of *cells* as people read them.

    >>> names_of([Cell(0, 0), Cell(3, 2)])
    'a1 c4'
    """
    return " ".join(map(str, cells))


def is_list_of_names(text: str) -> bool:
    """Return whether *text* is meant as names of cells, with blanks, commas or nothing between.

    >>> is_list_of_names("c4 c5,d5d6"), is_list_of_names("c4 and c5")
    (True, False)
    """
    return bool(_TYPED_NAMES.fullmatch(text))


def parse_cells(
    text: str,
    where: str = "cells",
    error: type[PentaError] = PentaError,
    *,
    expected: str = "a cell such as c4",
) -> tuple[Cell, ...]:
    """Return the cells whose names are listed in *text*, in its order; raise *error* at no name.

    >>> names_of(parse_cells("C4,c5 d5d6"))
    'c4 c5 d5 d6'
    """
    names = _TYPED_NAME.findall(text) if is_list_of_names(text.strip()) else text.split()
    return tuple(Cell.parse(name, where, error, expected=expected) for name in names)


def check_distinct(
    cells: Collection[Cell], where: str = "cells", error: type[PentaError] = PentaError
) -> None:
    """Raise *error* unless each of *cells* is among them once."""
    counts = Counter(cells)
    repeated = next((cell for cell in cells if counts[cell] > 1), None)
    if repeated is not None:
        raise error(where, expected="each cell once", found=f"{repeated} again")


def rectangle(rows: int, cols: int) -> Cells:
    """Return the cells of a rectangle of *rows* x *cols*."""
    return frozenset(Cell(row, col) for row in range(rows) for col in range(cols))


def neighbours(cell: Cell) -> Cells:
    """Return the four cells that share an edge with *cell*."""
    row, col = cell
    return frozenset(
        {Cell(row - 1, col), Cell(row + 1, col), Cell(row, col - 1), Cell(row, col + 1)}
    )


def components(cells: Cells) -> list[Cells]:
    """Return the parts of *cells* joined edge to edge, by their first cells in reading order."""
    unvisited, parts = set(cells), []
    for first in sorted(cells):
        if first in unvisited:
            component, frontier = {first}, [first]
            while frontier:
                reached = neighbours(frontier.pop()) & unvisited - component
                component |= reached
                frontier += reached
            unvisited -= component
            parts.append(frozenset(component))
    return parts


def middle_of(cells: Collection[Cell]) -> Cell:
    """Return the cell nearest to the centre of gravity; of equally near ones, the first."""
    count = len(cells)
    row, col = sum(cell.row for cell in cells), sum(cell.col for cell in cells)
    return min(
        sorted(cells),
        key=lambda cell: (count * cell.row - row) ** 2 + (count * cell.col - col) ** 2,
    )
