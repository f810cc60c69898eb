"""Advice for a sheet: the moves of one roll, or of each of the eleven, and what they are worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.geometry.cell import Cell
from solver.knaster.dice import ROLLS, SIDES, chance
from solver.knaster.sheet import Sheet

if TYPE_CHECKING:
    from solver.knaster.expected_score import RatedMove
    from solver.knaster.strategy.advice import Advisor


@dataclass(frozen=True, slots=True)
class SheetAdvice:
    """The legal *moves* on *sheet* of each roll that was asked for, the best first.

    *score* is that of the sheet as it lies. A roll has no move where nothing is left to do with it
    in the last roll.
    """

    sheet: Sheet
    score: int
    moves: "Mapping[int, Sequence[RatedMove]]"

    @property
    def mean(self) -> float:
        """The expected final score: before the roll, or after it where only one was asked for."""
        total, weight = 0.0, 0
        for roll, moves in self.moves.items():
            ways = int(chance(roll) * SIDES**2)  # of the two dice: whole, so nothing is rounded
            total += ways * (moves[0].mean if moves else self.score)
            weight += ways
        return total / weight

    @property
    def exact(self) -> Fraction | None:
        """The same as an exact number, where it is known."""
        total, weight = Fraction(0), Fraction(0)
        for roll, moves in self.moves.items():
            value = moves[0].exact if moves else Fraction(self.score)
            if value is None:
                return None
            total += chance(roll) * value
            weight += chance(roll)
        return total / weight


def losses(moves: "Sequence[RatedMove]") -> dict[Cell, float]:
    """Return the cells in which *moves* of a roll write or circle, and what that loses at least.

    A cell that fills a line may leave several bonuses to choose from; the best of them counts.
    """
    least: dict[Cell, float] = {}
    for move in moves:
        cell = move.turn.write or move.turn.circle
        if cell is not None:
            least.setdefault(cell, moves[0].mean - move.mean)
    return least


def advise_rolls(
    sheet: Sheet, rolls: Sequence[int] = ROLLS, *, advisor: "Advisor", plies: int, turns: int | None
) -> "Iterator[tuple[int, list[RatedMove]]]":
    """Yield each of *rolls* with its rated moves; *turns* rolls are left, or any number."""
    for roll in rolls:
        yield roll, advisor.rated_moves(sheet, roll, plies=plies, turns=turns)
