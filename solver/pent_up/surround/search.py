"""Rings by exhaustive search: bit sets, and a bound on how much a number of tiles can cover.

An option is a tile laid so that it covers some boundary cells. A boundary cell weighs 60 divided by
the most boundary cells that an option on it covers. So the cells of one option together weigh at
most 60, and a branch ends where more is left to cover than the tiles left can. The boundary cell
with the fewest options left is covered next.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solver.geometry.bitset import bits
from solver.geometry.cell import Cell, Cells
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.pent_up.bitboard import Window, all_orientations, cell_offsets, neighbour_mask
from solver.pent_up.surround.rules import Ring, RingTile

_TILE_WEIGHT = 60  # divisible by 1 to 5, the numbers of boundary cells that an option may cover


class _RingOption(NamedTuple):
    """What an option *used*, cells and beyond them its shape, and *covered* of the boundary."""

    used: int
    covered: int
    weight: int


class RingSearch:
    """The rings around the cells *inside*, of different tiles of these *shapes*.

    >>> rings = RingSearch(frozenset({Cell(0, 0)}), "IU").fewest()
    >>> len(rings)  # U has four ways to cover three cells, and then I has six to cover the fourth
    24
    """

    def __init__(self, inside: Cells, shapes: str = SHAPES) -> None:
        rows, cols = zip(*inside, strict=True)
        origin = Cell(min(rows) - PENTOMINO_SIZE, min(cols) - PENTOMINO_SIZE)
        side = max(max(rows) - origin.row, max(cols) - origin.col) + PENTOMINO_SIZE + 1
        self._shapes = shapes
        self._window = Window(origin, side)
        self._inside = sum(1 << self._window.bit(cell) for cell in inside)
        self._boundary = neighbour_mask(self._inside, side)
        self._options, self._weight = self._weigh_options()

    def fewest(self) -> list[Ring]:
        """Return all rings of the fewest tiles, sorted; none if there is no ring."""
        return next(filter(None, (sorted(self.rings(count)) for count in self._counts())), [])

    def first(self) -> Ring | None:
        """Return a ring of the fewest tiles, the same every time; None if there is none."""
        return next((ring for count in self._counts() for ring in self.rings(count)), None)

    def rings(self, count: int) -> Iterator[Ring]:
        """Yield every ring of at most *count* tiles."""

        def search(uncovered: int, used: int, weight: int, tiles_left: int) -> Iterator[Ring]:
            if not uncovered:
                yield ()
            if not uncovered or weight > _TILE_WEIGHT * tiles_left:
                return
            for option in self._fewest_options(uncovered, used):
                rest = uncovered & ~option.covered, used | option.used, weight - option.weight
                for ring in search(*rest, tiles_left - 1):
                    yield (self._tile(option), *ring)

        for ring in search(self._boundary, 0, self._weight, count):
            yield tuple(sorted(ring))

    def _counts(self) -> range:
        """Return how many tiles a ring may have, judging by the weight of the boundary."""
        return range(-(-self._weight // _TILE_WEIGHT), len(self._shapes) + 1)

    def _fewest_options(self, uncovered: int, used: int) -> list[_RingOption]:
        """Return the options left on the cell that has the fewest: Knuth's MRV heuristic."""
        fewest: list[_RingOption] = []
        for cell in bits(uncovered):
            usable = [option for option in self._options[cell] if not option.used & used]
            if not fewest or len(usable) < len(fewest):
                fewest = usable
            if not fewest:
                break
        return fewest

    def _weigh_options(self) -> tuple[dict[int, list[_RingOption]], int]:
        """Return the options on each boundary cell, heaviest first, and the boundary's weight."""
        covered_by: dict[int, dict[int, int]] = {cell: {} for cell in bits(self._boundary)}
        for used in self._placements():
            covered = used & self._boundary
            for cell in bits(covered):
                covered_by[cell][used] = covered
        weight = {
            cell: _TILE_WEIGHT // max(map(int.bit_count, options.values()), default=1)
            for cell, options in covered_by.items()
        }
        options_on = {
            cell: [
                _RingOption(used, covered, sum(weight[other] for other in bits(covered)))
                for used, covered in options.items()
            ]
            for cell, options in covered_by.items()
        }
        for options in options_on.values():
            options.sort(key=lambda option: -option.weight)
        return options_on, sum(weight.values())

    def _placements(self) -> Iterator[int]:
        """Yield what each tile on the boundary uses, once for every boundary cell it covers."""
        side = self._window.side
        for (shape, _), offsets in zip(all_orientations(), cell_offsets(side), strict=True):
            if shape in self._shapes:
                cells = sum(1 << offset for offset in offsets)
                for bit in bits(self._boundary):
                    for offset in offsets:
                        used = cells << bit - offset
                        if not used & self._inside:
                            yield used | 1 << side * side + SHAPES.index(shape)

    def _tile(self, option: _RingOption) -> RingTile:
        size = self._window.side**2
        cells = bits(option.used & (1 << size) - 1)
        shape = SHAPES[(option.used >> size).bit_length() - 1]
        return RingTile(shape, tuple(map(self._window.cell, cells)))
