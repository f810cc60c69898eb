"""Climb solved: level by level, until a search proves that no game reaches the next one.

A game is found in two steps: a tower that reaches the level, whatever the order in which it could
be built; then an order in which White and Black, in turn, lay its tiles, each on the highest level
that it can reach. Where no tower has such an order, no game reaches the level: see `answer` for the
argument. The tests repeat the refutation by an independent method.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.errors import BrokenInvariantError
from solver.pent_up.climb.refutation import ClimbAnswer, Refutation
from solver.pent_up.climb.tower import OnStep, TowerSearch, TowerTile
from solver.pent_up.position import Position
from solver.pent_up.record import TILE_COUNT, Record, TileMove, colour_to_move
from solver.pent_up.rules import check


@dataclass
class ClimbSearch:
    """The search for a legal game that builds a tower of *level* levels, with few tiles first.

    *on_step* is called for each case and each position. The counts are as in `Refutation`.
    """

    level: int
    on_step: OnStep
    cases: Counter[tuple[int, ...]] = field(default_factory=Counter)
    towers: int = 0
    tiles: int = 0
    positions: int = 0
    games: int = 0

    def find_record(self) -> Record | None:
        """Return the record of a game, if there is one.

        Raises `BrokenInvariantError` when there is none, but a tower that leaves tiles: the search
        does not try to lay these in between, so it would prove nothing.
        """
        for tiles in range(2 * self.level - 1, TILE_COUNT + 1):
            search = TowerSearch(self.level, tiles, on_step=self.on_step)
            for tower in search:
                self.towers += 1
                self.tiles = self.tiles or sum(map(len, tower))
                tower_tiles = frozenset(
                    (number, tile) for number, level in enumerate(tower, start=1) for tile in level
                )
                for record in self._build_orders(Position.from_moves(), tower_tiles):
                    self.games += 1
                    return check(record)
            if self.towers and tiles < TILE_COUNT:
                raise BrokenInvariantError(f"a tower of {tiles} tiles, and no game that builds one")
            self.cases = search.cases
        return None

    def _build_orders(
        self, position: Position, tiles: frozenset[tuple[int, TowerTile]]
    ) -> Iterator[Record]:
        """Yield each legal order in which *tiles*, each with its level, can be laid next."""
        self.positions += 1
        self.on_step()
        if not tiles:
            yield Record(tuple(position.moves()))
        for level, tile in sorted(tiles):
            if tile.shape not in position.tiles_left or level > position.height + 1:
                continue
            colour = colour_to_move(len(position.placed))
            move = TileMove(colour, tile.shape, tile.cells(), level)
            rest = tiles - {(level, tile)}
            if not position.placed:  # where the first one lies makes no difference
                yield from self._build_orders(Position.from_moves([move]), rest)
            elif (placement := position.as_placement(move)) in position.placements(tile.shape):
                yield from self._build_orders(position.play(placement), rest)


def solve(on_step: OnStep) -> ClimbAnswer:
    """Return the highest level with a game that reaches it, and why no game goes higher."""
    record, search = Record(()), ClimbSearch(1, on_step)
    while higher := search.find_record():
        record, search = higher, ClimbSearch(search.level + 1, on_step)
    cases = {" ".join(map(str, sizes)): count for sizes, count in sorted(search.cases.items())}
    counts = search.towers, search.tiles, search.positions, search.games
    return ClimbAnswer(record, Refutation(search.level, cases, *counts))
