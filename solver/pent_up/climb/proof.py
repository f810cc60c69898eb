"""The answer of Climb: a game that reaches the highest level, and why no game goes higher.

The proof is by exhaustion, in two steps. A game that reaches a level contains a tower: a tile on
that level, the tiles that support it, those that support these, and so on down to the table. First,
`tower.TowerSearch` enumerates all towers that two tiles of each shape can form, one level higher
than the game goes. Then, for each of them, `ClimbSearch` tries every order in which White and Black
could lay its tiles by the rules, each on the highest level that it can reach, and finds none. As
each tower takes all the tiles that there are, no others could be laid in between. The tests repeat
the refutation by an independent method.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, field
from typing import Any

import data
from solver.errors import BrokenInvariantError
from solver.pent_up.climb.tower import OnStep, TowerSearch, TowerTile
from solver.pent_up.position import Position
from solver.pent_up.record import TILE_COUNT, Record, TileMove, colour_to_move
from solver.pent_up.rules import check

_FILE = "climb.json"


@dataclass(frozen=True, slots=True)
class Refutation:
    """The figures of an exhaustive search for a game that reaches *level*.

    *cases* counts the levels that the search for towers tried, by the numbers of tiles on the
    levels so far from the top down, such as ``1 2 2``. *towers* is how many it found, each of at
    least *tiles* tiles. The search for orders met *positions* positions and found *games* games.

    Raises `BrokenInvariantError` where the figures contradict each other.
    """

    level: int
    cases: Mapping[str, int]
    towers: int
    tiles: int
    positions: int
    games: int

    def __post_init__(self) -> None:
        complete = 0
        for case, count in self.cases.items():
            sizes = [int(size) for size in case.split()]
            levels_below = self.level - len(sizes)
            if sizes != sorted(sizes) or sum(sizes) + levels_below * sizes[-1] > TILE_COUNT:
                raise BrokenInvariantError(
                    f"{case}: no upper levels of {self.level} of {TILE_COUNT} tiles"
                )
            complete += 0 if levels_below else count
        if self.towers != complete:
            raise BrokenInvariantError(f"{self.towers} towers, and cases of {complete}")
        if self.positions < self.towers:
            counts = f"{self.positions} positions for {self.towers} towers"
            raise BrokenInvariantError(f"{counts}: some were not tried")

    @property
    def is_proof(self) -> bool:
        """Whether there is no game, nor a tile left that could be laid between a tower's."""
        return not self.games and (not self.towers or self.tiles == TILE_COUNT)


@dataclass(frozen=True, slots=True)
class ClimbAnswer:
    """A *record* that reaches the highest level, and the *refutation* of the next one."""

    record: Record
    refutation: Refutation

    def __post_init__(self) -> None:
        reached = max((move.level for move in self.record.moves), default=0)
        if reached != self.level:
            raise BrokenInvariantError(f"a game to level {reached}, and a proof for {self.level}")
        if not self.refutation.is_proof:
            raise BrokenInvariantError(f"level {self.refutation.level} is not refuted")

    @property
    def level(self) -> int:
        """The highest level that a game can reach."""
        return self.refutation.level - 1

    @property
    def argument(self) -> list[dict[str, Any]]:
        """The steps of the proof that no game goes higher, as JSON objects."""
        level, cases, towers, tiles, positions, games = astuple(self.refutation)
        return [
            {
                "step": "tower",
                "claim": "A tile above the table lies with all its cells on tiles of the level"
                " below, at least two of them: so no level has fewer tiles than the one above it.",
            },
            {
                "step": "counting",
                "claim": "Every level below the highest has at least two tiles: so"
                f" {TILE_COUNT} tiles make at most {TILE_COUNT // 2} levels.",
                "tiles": TILE_COUNT,
                "bound": TILE_COUNT // 2,
            },
            {
                "step": "exhaustion",
                "claim": "A tower is a tile on the highest level, the tiles that support it, those"
                " that support these, and so on down to the table. Two tiles of each shape make"
                f" {towers} towers of {level} levels, counted with the topmost tile in one place"
                f" only; each of them takes all {tiles} tiles.",
                "level": level,
                "cases": dict(cases),
                "total": sum(cases.values()),
                "towers": towers,
                "tiles": tiles,
            },
            {
                "step": "orders",
                "claim": "White and Black, who lay tiles in turn, each on the highest level that it"
                " can reach, can build none of these towers. A game that reaches level"
                f" {level} would have to build one.",
                "positions": positions,
                "games": games,
            },
        ]


def bundled_answer() -> ClimbAnswer:
    """Return the bundled answer, its record checked by the referee; its proof is not repeated."""
    answer = json.loads(data.read(_FILE))
    record = check(Record.from_json(answer["record"], _FILE))
    *_, towers, orders = answer["argument"]
    return ClimbAnswer(
        record,
        Refutation(
            *(towers[key] for key in ("level", "cases", "towers", "tiles")),
            *(orders[key] for key in ("positions", "games")),
        ),
    )


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
        """Return the record of a game, if any; raise where a tower leaves tiles: no proof."""
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
