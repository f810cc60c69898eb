"""Rings by exhaustion: bit sets, and a bound on how much of a rim so many tiles can cover.

board   all cells that a tile on the rim can reach, a bit each, row by row
option  a tile laid on the rim: one of a ring
weight  of a rim cell: 60 by the most rim cells that an option on it covers

The rim cells of an option weigh at most 60 together: of one that covers n of them, each weighs 60/n
or less. So n tiles cover a weight of at most 60 n. The rim cell with the fewest options left is
covered next, and a branch ends where more weight is left than the tiles left can cover.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solver.geometry.bitset import bits
from solver.geometry.cell import Cell, Cells
from solver.geometry.polyomino import SHAPES, fixed_pentominoes
from solver.pent_up.surround.rules import Ring, RingTile

_WHOLE = 60  # 1 to 5, as many rim cells as an option may cover, divide it


class _Option(NamedTuple):
    """What it takes, its cells and its shape's bit beyond them; what it covers of the rim."""

    taken: int
    covered: int
    weight: int


class RingSearch:
    """The rings around the cells *laid* by different tiles of these *shapes*.

    >>> rings = RingSearch(frozenset({Cell(0, 0)}), "IU").fewest()
    >>> len(rings)  # U has four ways to cover three cells, and then I has six to cover the fourth
    24
    """

    def __init__(self, laid: Cells, shapes: str = SHAPES) -> None:
        rows, cols = [cell.row for cell in laid], [cell.col for cell in laid]
        self._shapes = shapes
        reach = _longest()  # of a tile on the rim, from what is laid
        self._corner = Cell(min(rows) - reach, min(cols) - reach)
        self._wide = max(cols) + reach + 1 - self._corner.col
        self._size = self._wide * (max(rows) + reach + 1 - self._corner.row)
        self._laid = sum(1 << self._bit(cell) for cell in laid)
        beside = (
            self._laid << 1,
            self._laid >> 1,
            self._laid << self._wide,
            self._laid >> self._wide,
        )
        self._rim = (beside[0] | beside[1] | beside[2] | beside[3]) & ~self._laid
        self._options, self._weight = self._weighed()

    def fewest(self) -> list[Ring]:
        """Return all rings of the fewest tiles, sorted; none if there is no ring."""
        return next(filter(None, (sorted(self.rings(count)) for count in self._counts())), [])

    def first(self) -> Ring | None:
        """Return a ring of the fewest tiles, the same every time; None if there is none."""
        return next((ring for count in self._counts() for ring in self.rings(count)), None)

    def rings(self, count: int) -> Iterator[Ring]:
        """Yield every ring of at most *count* tiles."""

        def search(bare: int, taken: int, weight: int, left: int) -> Iterator[tuple[RingTile, ...]]:
            if not bare:
                yield ()
            if not bare or weight > _WHOLE * left:
                return
            fewest = self._open(bare, taken)
            for option in fewest:
                rest = bare & ~option.covered, taken | option.taken, weight - option.weight
                for ring in search(*rest, left - 1):
                    yield (self._tile(option), *ring)

        for ring in search(self._rim, 0, self._weight, count):
            yield tuple(sorted(ring))

    def _counts(self) -> range:
        """Return how many tiles a ring may have, as far as the weight tells."""
        return range(-(-self._weight // _WHOLE), len(self._shapes) + 1)

    def _open(self, bare: int, taken: int) -> list[_Option]:
        """Return the options left on the cell of *bare* with the fewest: Knuth's MRV heuristic."""
        fewest: list[_Option] | None = None
        for cell in bits(bare):
            left = [option for option in self._options[cell] if not option.taken & taken]
            if fewest is None or len(left) < len(fewest):
                fewest = left
            if not fewest:
                break
        return fewest or []

    def _weighed(self) -> tuple[dict[int, list[_Option]], int]:
        """Return the options on each cell of the rim, the heaviest first; what all of it weighs."""
        on: dict[int, dict[int, int]] = {cell: {} for cell in bits(self._rim)}
        for taken in self._placements():
            covered = taken & self._rim
            for cell in bits(covered):
                on[cell][taken] = covered
        weight = {
            cell: _WHOLE // max(map(int.bit_count, options.values()), default=1)
            for cell, options in on.items()
        }

        def option(taken: int, covered: int) -> _Option:
            return _Option(taken, covered, sum(weight[cell] for cell in bits(covered)))

        options = {
            cell: sorted((option(*one) for one in found.items()), key=lambda one: -one.weight)
            for cell, found in on.items()
        }
        return options, sum(weight.values())

    def _placements(self) -> Iterator[int]:
        """Yield what each tile on the rim takes, once for every rim cell that it covers."""
        for number, shape in enumerate(SHAPES):
            if shape in self._shapes:
                for orientation in fixed_pentominoes()[shape]:
                    at = [row * self._wide + col for row, col in sorted(orientation)]
                    cells = sum(1 << one for one in at)
                    for rim in bits(self._rim):
                        for one in at:
                            taken = cells << rim - one if rim >= one else cells >> one - rim
                            if not taken & self._laid:
                                yield taken | 1 << self._size + number

    def _bit(self, cell: Cell) -> int:
        return (cell.row - self._corner.row) * self._wide + cell.col - self._corner.col

    def _tile(self, option: _Option) -> RingTile:
        cells = option.taken & (1 << self._size) - 1
        places = (divmod(at, self._wide) for at in bits(cells))
        row, col = self._corner
        shape = SHAPES[(option.taken >> self._size).bit_length() - 1]
        return RingTile(shape, tuple(Cell(row + down, col + right) for down, right in places))


def _longest() -> int:
    """Return how many cells the longest orientation measures."""
    return 1 + max(
        cell.row for fixed in fixed_pentominoes().values() for one in fixed for cell in one
    )
