"""The referee of Surround: what rings around a tile are, and what is wrong with others.

tile    a pentomino on the table: its letter and its cells
centre  the black tile in the middle, in one fixed orientation
rim     the bare cells that share an edge with what lies there
ring    tiles that cover the whole rim; each of them touches what it surrounds
rings   the centre, a white ring around it, a black one around both, and so on

Each colour has the twelve pentominoes once. All lies flat, and rule d of the game is off. A hole
that rings enclose has edges as well: they have to touch a tile, so that it has to be filled.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from solver.errors import BrokenInvariantError, PiecesError, quoted
from solver.geometry.cell import Cell, Cells, names_of, neighbours
from solver.geometry.polyomino import SHAPES, pentomino_of, pentominoes
from solver.pent_up.record import Colour


class RingTile(NamedTuple):
    """A pentomino on the table, its cells row by row."""

    shape: str
    cells: tuple[Cell, ...]


Ring = tuple[RingTile, ...]


def parse_shape(text: str) -> str:
    """Return the letter of the pentomino that *text* names; raise `PiecesError` if it names none.

    >>> parse_shape("x")
    'X'
    """
    shape = text.upper()
    if len(shape) != 1 or shape not in SHAPES:
        raise PiecesError("shape", expected=f"a letter of {SHAPES}", found=quoted(text))
    return shape


def centre_of(shape: str) -> RingTile:
    """Return the centre of this *shape*, as the data file pictures it, from the cell a1 on."""
    return RingTile(shape, tuple(sorted(pentominoes()[shape])))


def cells_of(tiles: Iterable[RingTile]) -> Cells:
    """Return the cells that *tiles* cover."""
    return frozenset(cell for tile in tiles for cell in tile.cells)


def colour_of(number: int) -> Colour:
    """Return the colour of the ring of this *number*; the centre is number 0."""
    return Colour.WHITE if number % 2 else Colour.BLACK


def violations(rings: Sequence[Ring]) -> Iterator[str]:
    """Yield what is wrong with *rings*, the first of them the centre; nothing if they are right."""
    tiles = [(colour_of(number), tile) for number, ring in enumerate(rings) for tile in ring]
    for _, (shape, cells) in tiles:
        if len(cells) != len(set(cells)) or pentomino_of(cells) != shape:
            yield f"{names_of(cells)} are no {shape}"
    for (colour, shape), count in Counter((colour, tile.shape) for colour, tile in tiles).items():
        if count > 1:
            yield f"{colour}'s {shape} is used {count} times"
    for cell, count in Counter(cell for _, tile in tiles for cell in tile.cells).items():
        if count > 1:
            yield f"{cell} is covered {count} times"
    for number in range(1, len(rings)):
        yield from _gaps(cells_of(chain.from_iterable(rings[:number])), rings[number], number)


def check(rings: Sequence[Ring]) -> Sequence[Ring]:
    """Return *rings*, once the referee has seen them; wrong ones are our defect."""
    for violation in violations(rings):
        raise BrokenInvariantError(f"no rings: {violation}")
    return rings


def _gaps(inside: Cells, ring: Ring, number: int) -> Iterator[str]:
    """Yield what keeps the ring of this *number* from being one around the cells *inside*."""
    rim = frozenset(beside for cell in inside for beside in neighbours(cell)) - inside
    for cell in sorted(rim - cells_of(ring)):
        yield f"ring {number} leaves {cell} bare"
    for tile in ring:
        if rim.isdisjoint(tile.cells):
            yield f"{tile.shape} of ring {number} touches nothing inside"
