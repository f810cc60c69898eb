"""Towers: what carries a tile on a high level, and how high that can be.

tower     a tile on the highest level, the tiles that carry it, those that carry these, and so on
          down to the table; any pile that reaches a level holds a tower of that height
carrier   a tile under one of those of the level above
stock     how many tiles of each shape are left, of both colours

Two tiles or more carry each tile, and all cells of a level lie on those of the level below: so
there are no fewer tiles below than above. That tells how many tiles a level can have if all below
it are to have as many, and leaves few cases to go through, all of them from the top down.
Rule d and whose turn it is are left out: they can only make towers fewer.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from solver.errors import BrokenInvariantError
from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES, fixed_pentominoes
from solver.pent_up.record import TURN_ORDER

GRID_SIDE = 64  # cells: a level spreads 4 cells to each side, where it has more tiles than the next
_MIDDLE = GRID_SIDE // 2
_FIRST = _MIDDLE * GRID_SIDE + _MIDDLE  # the bit of the cell in the middle
_SIZE = 5  # cells of a tile
_REACH = _SIZE - 1  # from a cell of a tile to its farthest one
_CARRIERS = 2  # of a tile, at least


class TowerTile(NamedTuple):
    """A tile: its shape and its cells, a bit each, row by row, in a square of `GRID_SIDE`."""

    shape: str
    cells: int

    def places(self) -> tuple[Cell, ...]:
        """Return the cells."""
        return tuple(Cell(*divmod(bit, GRID_SIDE)) for bit in bits(self.cells))


Level = tuple[TowerTile, ...]
Tower = tuple[Level, ...]  # from the table up
OnStep = Callable[[], None]  # called for every step of a search, to count them or to end it


def full_stock() -> dict[str, int]:
    """Return the stock of a game: each shape once of each colour."""
    return dict.fromkeys(SHAPES, len(TURN_ORDER))


def _unwatched() -> None:
    """Let a search go on."""


@dataclass
class TowerSearch:
    """The towers of *height* levels of at most so many *tiles* of a *stock*, by their topmost tile.

    That lies in one way only. Levels on which nothing more can be built are met again in other
    orders, and then passed over. *cases* is how many levels were tried, by the numbers of tiles
    from the top down; each of them is a step for *watch*.
    """

    height: int
    tiles: int
    stock: Mapping[str, int] = field(default_factory=full_stock)
    watch: OnStep = _unwatched
    cases: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[Tower]:
        barren: set[Hashable] = set()
        for shape in sorted(shape for shape, count in self.stock.items() if count):
            stock = dict(self.stock)
            stock[shape] -= 1
            top = (TowerTile(shape, _laid(shape)),)
            self._try((1,))
            yield from self._below((top,), stock, self.tiles - 1, barren)

    def _try(self, sizes: tuple[int, ...]) -> None:
        self.cases[sizes] += 1
        self.watch()

    def _below(
        self, tower: Tower, stock: dict[str, int], left: int, barren: set[Hashable]
    ) -> Iterator[Tower]:
        """Yield the towers whose upper levels are *tower*; of *stock*, *left* tiles may be laid."""
        levels = self.height - len(tower)
        if levels == 0:
            yield tower
            return
        state = levels, frozenset(tower[0]), tuple(stock.values()), left
        if state in barren:
            return
        fruitful = False
        sizes = tuple(map(len, reversed(tower)))
        for size in range(max(_CARRIERS, len(tower[0])), left // levels + 1):
            for level in supports(tower[0], size, stock):
                self._try((*sizes, size))
                for tile in level:
                    stock[tile.shape] -= 1
                for found in self._below((level, *tower), stock, left - size, barren):
                    fruitful = True
                    yield found
                for tile in level:
                    stock[tile.shape] += 1
        if not fruitful:
            barren.add(state)


def supports(above: Level, size: int, stock: Mapping[str, int]) -> Iterator[Level]:
    """Yield the sets of *size* tiles from *stock* that carry those *above*, two or more each."""
    region = 0
    for tile in above:
        region |= tile.cells
    exact = region.bit_count() == _SIZE * size
    for level in _tilings(region) if exact else _covers(region, size, stock):
        shapes = [tile.shape for tile in level]
        if all(shapes.count(shape) <= stock.get(shape, 0) for shape in shapes) and all(
            sum(bool(tile.cells & below.cells) for below in level) >= _CARRIERS for tile in above
        ):
            yield level


def _covers(region: int, size: int, stock: Mapping[str, int]) -> Iterator[Level]:
    """Yield the sets of *size* tiles of shapes in *stock*, none to spare, that cover *region*."""

    def extend(level: Level, open_: int, used: int) -> Iterator[Level]:
        more = size - len(level)
        if not open_ and not more:
            yield level
        if not open_ or open_.bit_count() > _SIZE * more:
            return
        for tile in _through((open_ & -open_).bit_length() - 1):
            if not tile.cells & used and stock.get(tile.shape):
                yield from extend((*level, tile), open_ & ~tile.cells, used | tile.cells)

    return extend((), region, 0)


def _tilings(region: int) -> Iterator[Level]:
    """Yield the sets of tiles that are *region* together."""
    shift = (region & -region).bit_length() - 1 - _FIRST
    for level in _tilings_at_first(region >> shift if shift > 0 else region << -shift):
        yield tuple(
            TowerTile(shape, cells << shift if shift > 0 else cells >> -shift)
            for shape, cells in level
        )


@cache
def _tilings_at_first(region: int) -> tuple[Level, ...]:
    """Return the sets of tiles that are *region* together, whose first cell is the middle one."""

    def extend(level: Level, open_: int) -> Iterator[Level]:
        if not open_:
            yield level
            return
        for tile in _through((open_ & -open_).bit_length() - 1):
            if not tile.cells & ~open_:
                yield from extend((*level, tile), open_ & ~tile.cells)

    return tuple(extend((), region))


@cache
def _through(bit: int) -> tuple[TowerTile, ...]:
    """Return the tiles that cover the cell of this *bit*.

    Raises `BrokenInvariantError` where one of them might run over the edge of the square.
    """
    row, col = divmod(bit, GRID_SIDE)
    if not (_REACH <= row < GRID_SIDE - _REACH and _REACH <= col < GRID_SIDE - _REACH):
        raise BrokenInvariantError(
            f"a tower spreads to the edge of {GRID_SIDE} x {GRID_SIDE} cells"
        )
    return tuple(
        TowerTile(
            shape,
            sum(
                1 << (row - at.row + one.row) * GRID_SIDE + col - at.col + one.col for one in cells
            ),
        )
        for shape, fixed in fixed_pentominoes().items()
        for cells in fixed
        for at in sorted(cells)
    )


def _laid(shape: str) -> int:
    cells = fixed_pentominoes()[shape][0]
    return sum(1 << (_MIDDLE + row) * GRID_SIDE + _MIDDLE + col for row, col in cells)
