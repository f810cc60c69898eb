"""Rings by CP-SAT: exact covers of the rim by tiles laid anywhere near it.

option  a tile that covers some of the rim: its cells, its shape, and that it is a tile
shadow  the rim cells that an option covers, whatever its shape and its other cells

A rim cell is a primary item, what else an option covers are secondary ones, and *tile* is bounded
by how many there may be. With the search it shares what a pentomino, a tile and a ring are, and
nothing else.
"""

from collections.abc import Hashable, Sequence

from solver.cover import cpsat
from solver.cover.status import Status
from solver.geometry.cell import Cells, neighbours
from solver.geometry.polyomino import SHAPES, pentominoes, placements
from solver.pent_up.surround.rules import Ring, RingTile

_TILE = "tile"


class RingModel:
    """The rings around the cells *laid* by different tiles of these *shapes*."""

    def __init__(self, laid: Cells, shapes: str = SHAPES) -> None:
        near = laid
        for _ in range(max(map(len, pentominoes().values()))):  # a tile goes no farther
            near = near.union(*map(neighbours, near))
        rim = frozenset().union(*map(neighbours, laid)) - laid
        self._rim = sorted(rim)
        self._most = len(shapes)
        self._tiles = [
            RingTile(shape, tuple(sorted(cells)))
            for shape in shapes
            for cells in placements(pentominoes()[shape], near - laid)
            if not cells.isdisjoint(rim)
        ]
        self._options = [(*tile.cells, tile.shape, _TILE) for tile in self._tiles]

    def fewest(self) -> int | None:
        """Return how many tiles a ring needs; None if there is no ring."""
        outcome = cpsat.best_cover(
            self._options, self._rim, [-1] * len(self._options), bounds={_TILE: self._most}
        )
        return None if outcome.status is Status.INFEASIBLE else -outcome.value

    def rings(self, count: int) -> list[Ring]:
        """Return every ring of at most *count* tiles, sorted."""
        covers = cpsat.all_covers(self._options, self._rim, bounds={_TILE: count})
        return sorted(tuple(sorted(self._tiles[one] for one in cover)) for cover in covers)

    def has_ring(self, count: int) -> bool:
        """Return whether there is a ring of at most *count* tiles.

        The tiles of a ring cast shadows that cover the rim. So where shadows cannot, there is none:
        that is found in a tenth of the time, and mostly is the answer.
        """
        rim = frozenset(self._rim)
        shadows = {tuple(cell for cell in tile.cells if cell in rim) for tile in self._tiles}
        marked = [(*shadow, _TILE) for shadow in sorted(shadows)]
        return self._is_covered(marked, count) and self._is_covered(self._options, count)

    def _is_covered(self, options: Sequence[tuple[Hashable, ...]], count: int) -> bool:
        outcome = cpsat.best_cover(options, self._rim, [0] * len(options), bounds={_TILE: count})
        return outcome.status is Status.OPTIMAL
