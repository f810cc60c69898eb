"""The survey of a card: what every legal roll is worth on it.

row     the figures of one roll
survey  the rows of all legal rolls of the dice, in alphabetical order
heavy   a roll with so many placements that its packings are not counted unless it is asked for

One card is surveyed by the plain engine, which needs no compiled code: a person waits for it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver.dice import Roll, rolls, ways
from solver.errors import RollError
from solver.penta_rush.card import Card
from solver.penta_rush.engine import Deal
from solver.penta_rush.packing import Plain
from solver.penta_rush.points import Points


class Row(NamedTuple):
    """A roll and its throws, matching placements, packings, best score and best packings.

    *most* is the greatest number of shapes in a packing. Without a packing all are 0.
    """

    roll: Roll
    ways: int
    placements: int
    packings: int
    optimum: int
    optimal: int
    most: int


@dataclass(frozen=True)
class Survey:
    """What every legal roll is worth on *card* with tiles worth *points*.

    The dice bear *symbols*, by default those of the card. Raises `RollError` when those allow no
    legal roll.
    """

    card: Card
    points: Points
    symbols: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", self.symbols or self.card.symbols)
        if not any(True for _ in rolls(self.symbols)):
            raise RollError(
                "dice",
                expected="at least 3 symbols",
                found=self.symbols,
                hint="say what the dice bear: --symbols ABCDEF",
            )

    @cached_property
    def rows(self) -> list[Row]:
        """The figures of every roll, in alphabetical order."""
        return [_row(roll, self.engines.get(roll)) for roll in rolls(self.symbols)]

    @cached_property
    def engines(self) -> dict[Roll, Plain]:
        """The plain engine of every roll whose symbols the card shows."""
        known = set(self.card.symbols)
        return {
            roll: Plain(Deal(self.card, roll, self.points))
            for roll in rolls(self.symbols)
            if known.issuperset(roll.symbols)
        }


def _row(roll: Roll, engine: Plain | None) -> Row:
    if engine is None or not engine.placements:
        return Row(roll, ways(roll), 0, 0, 0, 0, 0)
    by_size = engine.count_by_size()
    best = engine.bests()
    return Row(
        roll,
        ways(roll),
        len(engine.placements),
        sum(by_size),
        engine.score(best[0]),
        len(best),
        max(size for size, count in enumerate(by_size, start=1) if count),
    )
