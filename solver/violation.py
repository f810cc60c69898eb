"""What a referee says of the first illegal turn in a record: one form for all games."""

from enum import Enum
from typing import Any, NamedTuple


class Violation(NamedTuple):
    """The number of the *turn*, from 1, whose it is, the first *rule* broken, and the *reason*.

    A turn is what the game calls so, or a move or a round. Its str says what is wrong.
    """

    turn: int
    player: str
    rule: Enum
    reason: str

    def __str__(self) -> str:
        return f"{self.rule.value}: {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """Return the violation as a JSON object."""
        return {**self._asdict(), "rule": self.rule.value}


def violation_json(violation: Violation | None) -> dict[str, Any]:
    """Return the keys of an answer that say whether a record is legal, and if not, why."""
    return {"legal": violation is None, "violation": violation and violation.to_json()}
