"""The answer of Climb found anew: level by level, until no game reaches the next one.

A game is found by way of a tower, without a thought of how it is built; then an order in which
White and Black, in turn, lay its tiles, each on the highest level that it can reach.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from solver.errors import BrokenInvariantError
from solver.pent_up.climb.answer import Answer, Exhaustion
from solver.pent_up.climb.tower import Tile, Tower, Towers
from solver.pent_up.position import Position
from solver.pent_up.record import TILES, Move, Record, turn
from solver.pent_up.rules import check

Watch = Callable[[int], None]  # called again and again with the number of cases so far


@dataclass
class Climb:
    """The search for a legal game that builds a tower of *level* levels, of the fewest tiles first.

    *cases* are those of all towers; *towers* were found, and so many *positions* met on the way to
    build them.
    """

    level: int
    watch: Watch
    cases: Counter[tuple[int, ...]] = field(default_factory=Counter)
    towers: int = 0
    positions: int = 0

    def record(self) -> Record | None:
        """Return a game, if there is one.

        Raises `BrokenInvariantError` when there is none, but a tower that leaves tiles which may
        be laid in between: of these the search knows nothing.
        """
        for tiles in range(2 * self.level - 1, TILES + 1):
            towers = Towers(self.level, tiles, watch=self.watch)
            for tower in towers:
                self.towers += 1
                record = next(self._orders(Position.of(), _tiles(tower)), None)
                if record:
                    return check(record)
            if self.towers and tiles < TILES:
                raise BrokenInvariantError(f"a tower of {tiles} tiles, and no game that builds one")
            self.cases = towers.cases
        return None

    def _orders(self, position: Position, tiles: frozenset[tuple[int, Tile]]) -> Iterator[Record]:
        """Yield the legal orders in which *tiles*, each with its level, can be laid next."""
        self.positions += 1
        if not tiles:
            yield Record(tuple(position.moves()))
        for level, tile in sorted(tiles):
            if tile.shape not in position.tiles or level > position.height + 1:
                continue
            move = Move(turn(len(position.laid)), tile.shape, tile.places(), level)
            rest = tiles - {(level, tile)}
            if not position.laid:  # where the first one lies makes no difference
                yield from self._orders(Position.of([move]), rest)
            elif (placement := position.placement(move)) in position.placements(tile.shape):
                yield from self._orders(position.after(placement), rest)


def find(watch: Watch) -> Answer:
    """Return the highest level with a game that reaches it, and why none goes higher."""
    record, climb = Record(()), Climb(1, watch)
    while found := climb.record():
        record, climb = found, Climb(climb.level + 1, watch)
    cases = {" ".join(map(str, sizes)): count for sizes, count in sorted(climb.cases.items())}
    exhaustion = Exhaustion(climb.level, cases, climb.towers, climb.positions)
    return Answer(record, exhaustion)


def _tiles(tower: Tower) -> frozenset[tuple[int, Tile]]:
    return frozenset((level, tile) for level, some in enumerate(tower, start=1) for tile in some)
