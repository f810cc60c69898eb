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
from solver.pent_up.record import TILES, Record, parse_record, record_json
from solver.pent_up.rules import check

_FILE = "climb.json"


@dataclass(frozen=True, slots=True)
class Exhaustion:
    """That no game reaches *level*.

    *cases* were gone through. All the *towers* found need all tiles, and so many *positions* were
    met before every order in which to lay these had broken a rule.
    """

    level: int
    cases: Mapping[str, int]
    towers: int
    positions: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A *record* that reaches the highest level, and why none goes to the next one."""

    record: Record
    exhaustion: Exhaustion

    @property
    def level(self) -> int:
        """The highest level."""
        return self.exhaustion.level - 1

    @property
    def argument(self) -> list[dict[str, Any]]:
        """The steps that prove that no game goes higher."""
        level, cases, towers, positions = astuple(self.exhaustion)
        return [
            {
                "step": "tower",
                "claim": "Under a tile lie two or more of the level below, and all its cells lie on"
                " tiles of that level: so no level has fewer tiles than the one above it.",
            },
            {
                "step": "counting",
                "claim": f"With two tiles a level, {TILES} tiles make {TILES // 2} levels.",
                "tiles": TILES,
                "bound": TILES // 2,
            },
            {
                "step": "exhaustion",
                "claim": f"Two tiles of each shape make {towers} towers of {level} levels, with the"
                f" topmost tile in one place; each of them takes all {TILES} tiles.",
                "level": level,
                "cases": dict(cases),
                "total": sum(cases.values()),
                "towers": towers,
            },
            {
                "step": "orders",
                "claim": "None can be built by White and Black in turn with every tile on the"
                " highest level that it can reach; and a higher game would hold such a tower.",
                "positions": positions,
                "games": 0,
            },
        ]

    def reaching(self, level: int) -> Record:
        """Return the game up to the move that reaches *level*."""
        levels = [move.level for move in self.record.moves]
        return self.record.upto(levels.index(level) + 1)


def shipped() -> Answer:
    """Return the bundled answer, once the referee has seen its record."""
    found = json.loads(data.read(_FILE))
    record = check(parse_record(json.dumps(found["record"]), source=_FILE))
    *_, towers, orders = found["argument"]
    return Answer(
        record,
        Exhaustion(towers["level"], towers["cases"], towers["towers"], orders["positions"]),
    )


def answer_json(answer: Answer, level: int) -> dict[str, Any]:
    """Return *answer* as a JSON object, with a record that reaches *level*, null if none does."""
    reached = level <= answer.level
    return {
        "level": level,
        "reached": reached,
        "highest": answer.level,
        "proven": True,
        "record": record_json(answer.reaching(level)) if reached else None,
        "argument": answer.argument,
    }
