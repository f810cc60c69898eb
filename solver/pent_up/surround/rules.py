"""The referee of Surround: what rings around a tile are, and what is wrong with others.

The centre is a black tile in one fixed orientation. A ring is a set of tiles that together cover
the whole boundary of what they surround, the uncovered cells that share an edge with it, enclosed
holes included, and each cover a part of it. A white ring surrounds the centre, a black ring both,
and so on. Each colour has the twelve pentominoes once, and all tiles lie on the table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells, names_of, neighbours
from solver.geometry.polyomino import pentomino_of, pentominoes
from solver.pent_up.record import Colour


class RingTile(NamedTuple):
    """A pentomino on the table, its cells row by row."""

    shape: str
    cells: tuple[Cell, ...]

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "RingTile":
        """Return the tile in a JSON object that `to_json` made."""
        return cls(value["shape"], tuple(Cell(row, col) for row, col in value["cells"]))

    def to_json(self) -> dict[str, Any]:
        """Return the tile as a JSON object."""
        return {"shape": self.shape, "cells": [list(cell) for cell in self.cells]}


Ring = tuple[RingTile, ...]


def centre_of(shape: str) -> RingTile:
    """Return the centre of this *shape*, as drawn in the data file, from the cell a1 on."""
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
        inside = cells_of(chain.from_iterable(rings[:number]))
        yield from _ring_violations(inside, rings[number], number)


def check(rings: Sequence[Ring]) -> Sequence[Ring]:
    """Return *rings*, which a search made; raise `BrokenInvariantError` if they are wrong."""
    for violation in violations(rings):
        raise BrokenInvariantError(f"no rings: {violation}")
    return rings


def boundary_of(inside: Cells) -> Cells:
    """Return the cells that share an edge with the cells *inside*, and are none of them."""
    return frozenset().union(*map(neighbours, inside)) - inside


def _ring_violations(inside: Cells, ring: Ring, number: int) -> Iterator[str]:
    """Yield what is wrong with the ring of this *number* around the cells *inside*."""
    boundary = boundary_of(inside)
    for cell in sorted(boundary - cells_of(ring)):
        yield f"ring {number} leaves {cell} uncovered"
    for tile in ring:
        if boundary.isdisjoint(tile.cells):
            yield f"{tile.shape} of ring {number} touches nothing inside"
