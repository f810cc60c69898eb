"""The answer of Climb: a game that reaches the highest level, and why there is no higher one.

argument  the steps of the proof; the exhaustion tells how many cases it went through
case      a level of a tower, tried; named by the numbers of tiles of the levels so far, from the
          top down
"""

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import Any

import data
from solver.errors import BrokenInvariantError
from solver.pent_up.record import TILE_COUNT, Record, parse_record, record_json
from solver.pent_up.rules import check

_FILE = "climb.json"


@dataclass(frozen=True, slots=True)
class Refutation:
    """That no game reaches *level*.

    *cases* were gone through. All the *towers* found have so many *tiles* or more. So many
    *positions* were met on the way to build them, which made so many *games*.

    Raises `BrokenInvariantError` where the figures contradict each other.
    """

    level: int
    cases: Mapping[str, int]
    towers: int
    tiles: int
    positions: int
    games: int

    def __post_init__(self) -> None:
        whole = {case: count for case, count in self.cases.items() if self._is_tower(case)}
        if self.towers != sum(whole.values()):
            raise BrokenInvariantError(f"{self.towers} towers, and cases of {sum(whole.values())}")
        if self.positions < self.towers:
            raise BrokenInvariantError(f"of {self.towers} towers some were not tried to be built")

    @property
    def is_proof(self) -> bool:
        """Whether no game was found, and none can lay other tiles in between."""
        return not self.games and (not self.towers or self.tiles == TILE_COUNT)

    def _is_tower(self, case: str) -> bool:
        """Return whether *case* has all levels; raise if it has more tiles than there are."""
        sizes = [int(size) for size in case.split()]
        levels = self.level - len(sizes)
        if sizes != sorted(sizes) or sum(sizes) + levels * sizes[-1] > TILE_COUNT:
            raise BrokenInvariantError(
                f"{case}: no upper levels of {self.level} of {TILE_COUNT} tiles"
            )
        return levels == 0


@dataclass(frozen=True, slots=True)
class ClimbAnswer:
    """A *record* that reaches the highest level, and why none goes to the next one.

    Raises `BrokenInvariantError` where the record ends on another level, or no proof stands behind
    it.
    """

    record: Record
    exhaustion: Refutation

    def __post_init__(self) -> None:
        reached = max((move.level for move in self.record.moves), default=0)
        if reached != self.level:
            raise BrokenInvariantError(f"a game to level {reached}, and a proof for {self.level}")
        if not self.exhaustion.is_proof:
            raise BrokenInvariantError(f"level {self.exhaustion.level} is not refuted")

    @property
    def level(self) -> int:
        """The highest level."""
        return self.exhaustion.level - 1

    @property
    def argument(self) -> list[dict[str, Any]]:
        """The steps that prove that no game goes higher."""
        level, cases, towers, tiles, positions, games = astuple(self.exhaustion)
        return [
            {
                "step": "tower",
                "claim": "Under a tile lie two or more of the level below, and all its cells lie on"
                " tiles of that level: so no level has fewer tiles than the one above it.",
            },
            {
                "step": "counting",
                "claim": f"With two tiles a level, {TILE_COUNT} tiles make {TILE_COUNT // 2} levels.",
                "tiles": TILE_COUNT,
                "bound": TILE_COUNT // 2,
            },
            {
                "step": "exhaustion",
                "claim": f"Two tiles of each shape make {towers} towers of {level} levels, with the"
                f" topmost tile in one place; each of them takes all {tiles} tiles.",
                "level": level,
                "cases": dict(cases),
                "total": sum(cases.values()),
                "towers": towers,
                "tiles": tiles,
            },
            {
                "step": "orders",
                "claim": "None can be built by White and Black in turn with every tile on the"
                " highest level that it can reach; and a higher game would hold such a tower.",
                "positions": positions,
                "games": games,
            },
        ]

    def reaching(self, level: int) -> Record:
        """Return the game up to the move that reaches *level*."""
        levels = [move.level for move in self.record.moves]
        return self.record.upto(levels.index(level) + 1)


def bundled_answer() -> ClimbAnswer:
    """Return the bundled answer, once the referee has seen its record."""
    found = json.loads(data.read(_FILE))
    record = check(parse_record(json.dumps(found["record"]), source=_FILE))
    *_, towers, orders = found["argument"]
    return ClimbAnswer(
        record,
        Refutation(
            *(towers[key] for key in ("level", "cases", "towers", "tiles")),
            *(orders[key] for key in ("positions", "games")),
        ),
    )


def answer_json(answer: ClimbAnswer, level: int) -> dict[str, Any]:
    """Return *answer* as a JSON object, with a record that reaches *level*, null if none does."""
    reached = level <= answer.level
    return {
        "level": level,
        "reached": reached,
        "highest": answer.level,
        "proven": answer.exhaustion.is_proof,
        "record": record_json(answer.reaching(level)) if reached else None,
        "argument": answer.argument,
    }
