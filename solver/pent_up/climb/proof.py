"""The answer of Climb found anew: level by level, until no game reaches the next one.

A game is found by way of a tower, without a thought of how it is built; then an order in which
White and Black, in turn, lay its tiles, each on the highest level that it can reach.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from solver.errors import BrokenInvariantError
from solver.pent_up.climb.answer import ClimbAnswer, Refutation
from solver.pent_up.climb.tower import OnStep, Tower, TowerSearch, TowerTile, full_stock
from solver.pent_up.position import Position
from solver.pent_up.record import Record, TileMove, colour_to_move
from solver.pent_up.rules import check


@dataclass
class ClimbSearch:
    """The search for a legal game that builds a tower of *level* levels, of the fewest tiles first.

    The tiles are those of a *stock*. *cases* are those of all towers; *towers* were found, of
    *tiles* or more, and so many *positions* met on the way to build them, which makes so many
    *games*: one ends the search. Each case and each position is a step for *watch*.
    """

    level: int
    watch: OnStep
    stock: Mapping[str, int] = field(default_factory=full_stock)
    cases: Counter[tuple[int, ...]] = field(default_factory=Counter)
    towers: int = 0
    tiles: int = 0
    positions: int = 0
    games: int = 0

    def record(self) -> Record | None:
        """Return a game, if there is one.

        Raises `BrokenInvariantError` when there is none, but a tower that leaves tiles which may
        be laid in between: of these the search knows nothing.
        """
        most = sum(self.stock.values())
        for tiles in range(2 * self.level - 1, most + 1):
            towers = TowerSearch(self.level, tiles, self.stock, self.watch)
            for tower in towers:
                self.towers += 1
                self.tiles = self.tiles or sum(map(len, tower))
                for record in self._orders(Position.from_moves(), _tiles(tower)):
                    self.games += 1
                    return check(record)
            if self.towers and tiles < most:
                raise BrokenInvariantError(f"a tower of {tiles} tiles, and no game that builds one")
            self.cases = towers.cases
        return None

    def _orders(
        self, position: Position, tiles: frozenset[tuple[int, TowerTile]]
    ) -> Iterator[Record]:
        """Yield the legal orders in which *tiles*, each with its level, can be laid next."""
        self.positions += 1
        self.watch()
        if not tiles:
            yield Record(tuple(position.moves()))
        for level, tile in sorted(tiles):
            if tile.shape not in position.tiles_left or level > position.height + 1:
                continue
            move = TileMove(colour_to_move(len(position.placed)), tile.shape, tile.places(), level)
            rest = tiles - {(level, tile)}
            if not position.placed:  # where the first one lies makes no difference
                yield from self._orders(Position.from_moves([move]), rest)
            elif (placement := position.as_placement(move)) in position.placements(tile.shape):
                yield from self._orders(position.play(placement), rest)


def solve(watch: OnStep) -> ClimbAnswer:
    """Return the highest level with a game that reaches it, and why none goes higher."""
    record, climb = Record(()), ClimbSearch(1, watch)
    while found := climb.record():
        record, climb = found, ClimbSearch(climb.level + 1, watch)
    cases = {" ".join(map(str, sizes)): count for sizes, count in sorted(climb.cases.items())}
    return ClimbAnswer(
        record,
        Refutation(climb.level, cases, climb.towers, climb.tiles, climb.positions, climb.games),
    )


def _tiles(tower: Tower) -> frozenset[tuple[int, TowerTile]]:
    return frozenset((level, tile) for level, some in enumerate(tower, start=1) for tile in some)
