"""What an engine is asked: a roll on a card, and which of its packings are wanted."""

from dataclasses import dataclass
from typing import NamedTuple

from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points


@dataclass(frozen=True, slots=True)
class RollProblem:
    """A *roll* on a *card* whose tiles are worth *points*.

    Raises `RollError` when the card does not show a symbol of the roll.
    """

    card: Card
    roll: Roll
    points: Points

    def __post_init__(self) -> None:
        check_on_card(self.roll, self.card)

    @property
    def roll_text(self) -> str:
        """The roll in the names of the card's symbols."""
        return self.card.legend.roll_text(self.roll)


class PackingFilter(NamedTuple):
    """Which packings are wanted: those of *size* (None: any), only *maximal* ones or all.

    A packing is maximal if no placement can be added to it.
    """

    size: int | None = None
    maximal: bool = False

    def allows(self, size: int) -> bool:
        """Return whether packings of *size* are wanted."""
        return self.size in (None, size)


ANY_PACKING = PackingFilter()
