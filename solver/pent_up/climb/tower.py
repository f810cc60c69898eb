"""Towers: a tile on the highest level, the tiles that support it, those below them, to the table.

Any pile that reaches a level contains a tower of that height. As at least two tiles support each
tile, and all cells of a level lie on tiles of the level below, no level has fewer tiles than the
one above it. This leaves few cases to try, from the top down. The rules that the search ignores,
whose turn it is and that a tile goes as high as it can, can only rule out more towers.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from solver.errors import BrokenInvariantError
from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.geometry.polyomino import PENTOMINO_SIZE, SHAPES
from solver.pent_up.bitboard import all_orientations, cell_offsets, orientation_numbers
from solver.pent_up.record import TURN_ORDER

GRID_SIDE = 64  # cells: each level down may reach 4 cells farther than the one above
_MIDDLE = GRID_SIDE // 2 * (GRID_SIDE + 1)  # the bit in the middle
_REACH = PENTOMINO_SIZE - 1  # from a cell of a tile to its farthest one
_MIN_SUPPORTS = 2  # of a tile


class TowerTile(NamedTuple):
    """A tile: its shape and its cells, one bit per cell, row by row, in a square of `GRID_SIDE`."""

    shape: str
    mask: int

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells."""
        return tuple(Cell(*divmod(bit, GRID_SIDE)) for bit in bits(self.mask))


Level = tuple[TowerTile, ...]
Tower = tuple[Level, ...]  # from the table up
OnStep = Callable[[], None]  # called for every step of a search, to count steps or to stop it


@dataclass
class TowerSearch:
    """The towers of *height* levels, of at most *tiles* tiles of a *stock*, by topmost tile.

    The stock is by default that of a game: each shape once in each colour. The topmost tile has one
    place and orientation only. Levels below which no tower can be completed are remembered and
    skipped when they are met again. *cases* counts the levels tried, by the numbers of tiles from
    the top down; *on_step* is called for each.
    """

    height: int
    tiles: int
    stock: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SHAPES, len(TURN_ORDER)))
    on_step: OnStep = lambda: None
    cases: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[Tower]:
        dead_ends: set[Hashable] = set()
        for shape in sorted(shape for shape, count in self.stock.items() if count):
            stock = dict(self.stock)
            stock[shape] -= 1
            offsets = cell_offsets(GRID_SIDE)[orientation_numbers()[shape].start]
            top = TowerTile(shape, sum(1 << _MIDDLE + offset for offset in offsets))
            self._count_case((1,))
            yield from self._extend_down(((top,),), stock, self.tiles - 1, dead_ends)

    def _count_case(self, sizes: tuple[int, ...]) -> None:
        self.cases[sizes] += 1
        self.on_step()

    def _extend_down(
        self, tower: Tower, stock: dict[str, int], tiles_left: int, dead_ends: set[Hashable]
    ) -> Iterator[Tower]:
        """Yield the towers whose upper levels are *tower*, with *tiles_left* of *stock* to use."""
        levels_below = self.height - len(tower)
        if levels_below == 0:
            yield tower
            return
        state = levels_below, frozenset(tower[0]), tuple(stock.values()), tiles_left
        if state in dead_ends:
            return
        is_dead_end = True
        sizes = tuple(map(len, reversed(tower)))
        for size in range(max(_MIN_SUPPORTS, len(tower[0])), tiles_left // levels_below + 1):
            for level in supports(tower[0], size, stock):
                self._count_case((*sizes, size))
                for tile in level:
                    stock[tile.shape] -= 1
                lower = (level, *tower)
                for complete in self._extend_down(lower, stock, tiles_left - size, dead_ends):
                    is_dead_end = False
                    yield complete
                for tile in level:
                    stock[tile.shape] += 1
        if is_dead_end:
            dead_ends.add(state)


def supports(above: Level, size: int, stock: Mapping[str, int]) -> Iterator[Level]:
    """Yield each set of *size* tiles from *stock* that supports the tiles *above*."""
    region = sum(tile.mask for tile in above)
    is_exact = region.bit_count() == PENTOMINO_SIZE * size
    for level in _tilings(region) if is_exact else _covers(region, size, stock):
        shapes = [tile.shape for tile in level]
        if all(shapes.count(shape) <= stock.get(shape, 0) for shape in shapes) and all(
            sum(bool(tile.mask & below.mask) for below in level) >= _MIN_SUPPORTS for tile in above
        ):
            yield level


def _covers(region: int, size: int, stock: Mapping[str, int]) -> Iterator[Level]:
    """Yield each set of *size* tiles of shapes in *stock* that covers *region*, none to spare."""

    def extend(level: Level, uncovered: int, used: int) -> Iterator[Level]:
        tiles_left = size - len(level)
        if not uncovered and not tiles_left:
            yield level
        if not uncovered or uncovered.bit_count() > PENTOMINO_SIZE * tiles_left:
            return
        for tile in _tiles_covering((uncovered & -uncovered).bit_length() - 1):
            if not tile.mask & used and stock.get(tile.shape):
                yield from extend((*level, tile), uncovered & ~tile.mask, used | tile.mask)

    return extend((), region, 0)


def _tilings(region: int) -> Iterator[Level]:
    """Yield each set of tiles that tiles *region*."""
    shift = (region & -region).bit_length() - 1 - _MIDDLE
    for level in _tilings_from_middle(region >> shift if shift > 0 else region << -shift):
        yield tuple(
            TowerTile(shape, mask << shift if shift > 0 else mask >> -shift)
            for shape, mask in level
        )


@cache
def _tilings_from_middle(region: int) -> tuple[Level, ...]:
    """Return the sets of tiles that tile *region*, whose first cell is the middle one."""

    def extend(level: Level, uncovered: int) -> Iterator[Level]:
        if not uncovered:
            yield level
            return
        for tile in _tiles_covering((uncovered & -uncovered).bit_length() - 1):
            if not tile.mask & ~uncovered:
                yield from extend((*level, tile), uncovered & ~tile.mask)

    return tuple(extend((), region))


@cache
def _tiles_covering(bit: int) -> tuple[TowerTile, ...]:
    """Return the tiles that cover the cell of this *bit*; raise where one might cross the edge."""
    if not all(_REACH <= place < GRID_SIDE - _REACH for place in divmod(bit, GRID_SIDE)):
        raise BrokenInvariantError(
            f"a tower spreads to the edge of {GRID_SIDE} x {GRID_SIDE} cells"
        )
    return tuple(
        TowerTile(shape, sum(1 << bit - covering + offset for offset in offsets))
        for (shape, _), offsets in zip(all_orientations(), cell_offsets(GRID_SIDE), strict=True)
        for covering in offsets
    )
