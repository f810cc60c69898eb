"""The twelve pentominoes, their orientations, and the placements of a shape on a region.

shape        a piece's cells, moved until its least row and least col are 0
orientation  a shape the piece may show; a free F-pentomino has eight
region       the cells to use; what its rectangle has beyond them are holes
placement    an orientation moved onto a region: one option of an exact cover

The twelve free pentominoes have 63 orientations (Golomb, *Polyominoes*, 1965; OEIS A001168).
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import data
from solver.errors import PentaError, quoted
from solver.geometry.cell import Cell, Cells
from solver.geometry.symmetry import at_origin, orientations

SHAPES = "FILNPTUVWXYZ"
PENTOMINO_SIZE = 5  # cells


def is_shape(name: object) -> bool:
    """Return whether *name* is the letter of a pentomino."""
    return isinstance(name, str) and len(name) == 1 and name in SHAPES


def check_shape(
    name: object, where: str, error: type[PentaError], *, found: str | None = None
) -> None:
    """Raise *error* unless *name* is the letter of a pentomino; the message shows *found*."""
    if not is_shape(name):
        is_small_letter = isinstance(name, str) and is_shape(name.upper())
        hint = f"did you mean {str(name).upper()!r}?" if is_small_letter else ""
        found = quoted(name) if found is None else found
        raise error(where, expected=f"a letter of {SHAPES}", found=found, hint=hint)


@cache
def pentominoes() -> Mapping[str, Cells]:
    """Return the twelve free pentominoes by their letters, in alphabetical order."""
    blocks = data.read("pentominoes.txt").split("\n\n")
    pictures = (block.split("\n") for block in blocks if not block.startswith("#"))
    return {
        name: frozenset(
            Cell(row, col)
            for row, line in enumerate(picture)
            for col, character in enumerate(line)
            if character == "#"
        )
        for name, *picture in pictures
    }


@cache
def fixed_pentominoes() -> Mapping[str, list[Cells]]:
    """Return the orientations of each pentomino by its letter; 63 in all."""
    return {name: orientations(shape) for name, shape in pentominoes().items()}


def placements(shape: Cells, region: Iterable[Cell]) -> Iterator[Cells]:
    """Yield each placement of *shape* that lies wholly on *region*.

    They come by orientation, then by the first cell covered, row by row.

    >>> from solver.geometry.cell import rectangle
    >>> i_tromino = frozenset({Cell(0, 0), Cell(0, 1), Cell(0, 2)})
    >>> sum(1 for _ in placements(i_tromino, rectangle(6, 10)))  # 6 x 8 across, 4 x 10 down
    88
    """
    # A plain tuple finds its cell, so that none is made anew: a third of the time.
    usable = {(cell.row, cell.col): cell for cell in sorted(region)}
    for orientation in orientations(shape):
        first = min(orientation)
        offsets = [(row - first.row, col - first.col) for row, col in orientation]
        for row, col in usable:
            targets = [(row + down, col + right) for down, right in offsets]
            cells = [usable[target] for target in targets if target in usable]
            if len(cells) == len(offsets):
                yield frozenset(cells)


def pentomino_of(cells: Iterable[Cell]) -> str | None:
    """Return the letter of the pentomino that *cells* form, turned or flipped at will.

    None when they are not five edge-joined cells.

    >>> pentomino_of([Cell(4, 7), Cell(5, 6), Cell(5, 7), Cell(5, 8), Cell(6, 7)])
    'X'
    """
    shape = frozenset(cells)
    return _letters().get(at_origin(shape)) if shape else None


@cache
def _letters() -> Mapping[Cells, str]:
    return {shape: name for name, fixed in fixed_pentominoes().items() for shape in fixed}
