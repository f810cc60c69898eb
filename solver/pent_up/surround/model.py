"""Rings by CP-SAT: exact covers of the boundary by tiles laid anywhere near it.

Boundary cells are primary items; a tile's other cells, its shape, and an item that bounds the
number of tiles are secondary. With `search` this shares what a tile and a ring are, nothing else.
"""

from collections.abc import Hashable, Sequence

from solver.cover import cpsat
from solver.cover.exact_cover import Status
from solver.geometry.cell import Cells, neighbours
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES, pentominoes, placements
from solver.pent_up.surround.rules import Ring, RingTile

_TILE = "tile"  # the item that all options have


class RingModel:
    """The rings around the cells *inside*, of different tiles of these *shapes*."""

    def __init__(self, inside: Cells, shapes: str = SHAPES) -> None:
        nearby = inside
        for _ in range(PENTOMINO_SIZE):  # no tile on the boundary goes farther
            nearby = nearby.union(*map(neighbours, nearby))
        boundary = frozenset().union(*map(neighbours, inside)) - inside
        self._boundary = sorted(boundary)
        self._max_tiles = len(shapes)
        self._tiles = [
            RingTile(shape, tuple(sorted(cells)))
            for shape in shapes
            for cells in placements(pentominoes()[shape], nearby - inside)
            if not cells.isdisjoint(boundary)
        ]
        self._options = [(*tile.cells, tile.shape, _TILE) for tile in self._tiles]

    def fewest(self) -> int | None:
        """Return how many tiles a ring needs; None if there is no ring."""
        values, bounds = [-1] * len(self._options), {_TILE: self._max_tiles}
        result = cpsat.best_cover(self._options, self._boundary, values, bounds=bounds)
        return None if result.status is Status.INFEASIBLE else -result.value

    def rings(self, count: int) -> list[Ring]:
        """Return every ring of at most *count* tiles, sorted."""
        covers = cpsat.all_covers(self._options, self._boundary, bounds={_TILE: count})
        return sorted(tuple(sorted(self._tiles[index] for index in cover)) for cover in covers)

    def has_ring(self, count: int) -> bool:
        """Return whether there is a ring of at most *count* tiles.

        A simpler question is asked first: can *count* tiles cover the boundary if only the boundary
        cells of each matter, not its shape and its other cells? If they cannot, there is no ring.
        That takes a tenth of the time, and mostly settles it.
        """
        boundary = frozenset(self._boundary)
        parts = {tuple(cell for cell in tile.cells if cell in boundary) for tile in self._tiles}
        relaxed = [(*part, _TILE) for part in sorted(parts)]
        return self._has_cover(relaxed, count) and self._has_cover(self._options, count)

    def _has_cover(self, options: Sequence[tuple[Hashable, ...]], count: int) -> bool:
        values = [0] * len(options)
        result = cpsat.best_cover(options, self._boundary, values, bounds={_TILE: count})
        return result.status is Status.OPTIMAL
