"""What twelve known rolls offer on a card: the prospect that a player with foresight would have.

match    a placement whose symbols are the roll of a round: it may be circled then
plan     matches for some rounds, and where the shapes crossed in the others are drawn
loss     the points of the shapes that are not circled: what a plan falls short of all twelve
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver.errors import RollError
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.dice import DICE, Roll
from solver.penta_rush.matching import FixedPlacement, MatchingPlacements, fixed_placements
from solver.penta_rush.points import Points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.puzzle.game import PuzzleRound
from solver.penta_rush.puzzle.rules import ROUNDS

_SPARE = 15  # cells: with as many, a place for the last shapes was always found at once


class Candidate(NamedTuple):
    """A placement of *shape*, its *cells* a bit set, that shows the roll of a *round*, from 0."""

    round: int
    shape: str
    cells: int


class HindsightPlan(NamedTuple):
    """The *matches* taken, and the *crosses* drawn: shapes and bit sets, in any rounds left.

    The shapes in neither are crossed without drawing, in the last rounds.
    """

    matches: tuple[Candidate, ...]
    crosses: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class KnownRollsGame:
    """A solitaire on *card* whose twelve *rolls* are known.

    Raises `RollError` when there are more or fewer, or the card does not show them.
    """

    card: Card
    rolls: tuple[Roll, ...]
    points: Points

    def __post_init__(self) -> None:
        rounds = {f"round {number}": roll for number, roll in enumerate(self.rolls, start=1)}
        check_rolls(rounds, self.card)

    @property
    def ceiling(self) -> int:
        """The points of all twelve tiles: no plan earns more."""
        return sum(self.points.values)

    @cached_property
    def matches(self) -> Sequence[Candidate]:
        """All matches, by round, each round's in the documented order."""
        return [
            Candidate(number, placement.shape, self._cells(placement))
            for number, roll in enumerate(self.rolls)
            for placement in MatchingPlacements(RollProblem(self.card, roll, self.points)).fixed
        ]

    @property
    def worth(self) -> dict[int, int]:
        """The points of each match, by its number."""
        return {number: self.points[match.shape] for number, match in enumerate(self.matches)}

    def placements(self, shape: str) -> list[int]:
        """Return every placement of *shape* on the bare card, its cells a bit set."""
        rows, cols = self.card.rows, self.card.cols
        return [
            self._cells(placement)
            for alike in fixed_placements(rows, cols, shape)
            for placement in alike
        ]

    def score(self, matches: Sequence[Candidate]) -> int:
        """Return the points of *matches*."""
        return sum(self.points[match.shape] for match in matches)

    def rounds(self, plan: HindsightPlan) -> tuple[PuzzleRound, ...]:
        """Return *plan* round by round."""
        taken = {match.round: match for match in plan.matches}
        drawn = [(shape, self._named(cells)) for shape, cells in plan.crosses]
        used = {match.shape for match in plan.matches} | {shape for shape, _ in drawn}
        crosses = iter([*drawn, *((shape, ()) for shape in SHAPES if shape not in used)])
        return tuple(
            PuzzleRound(roll, taken[number].shape, self._named(taken[number].cells), circled=True)
            if number in taken
            else PuzzleRound(roll, *next(crosses), circled=False)
            for number, roll in enumerate(self.rolls)
        )

    def plan(self, rounds: Sequence[PuzzleRound]) -> HindsightPlan:
        """Return the plan that legal *rounds* with these rolls are."""
        drawn = [(number, played, self._bits(played.cells)) for number, played in enumerate(rounds)]
        return HindsightPlan(
            tuple(
                Candidate(number, one.shape, cells) for number, one, cells in drawn if one.circled
            ),
            tuple((one.shape, cells) for _, one, cells in drawn if cells and not one.circled),
        )

    def _bits(self, cells: Sequence[Cell]) -> int:
        return sum(1 << row * self.card.cols + col for row, col in cells)

    def _named(self, cells: int) -> tuple[Cell, ...]:
        """Return the cells of a bit set, row by row."""
        return tuple(
            Cell(*divmod(at, self.card.cols))
            for at in range(self.card.rows * self.card.cols)
            if cells >> at & 1
        )

    def _cells(self, placement: FixedPlacement) -> int:
        return placement.mask & (1 << self.card.rows * self.card.cols) - 1


def check_rolls(given: Mapping[str, Roll], card: Card, *, source: str = "rolls") -> None:
    """Raise `RollError` unless the rolls *given* are twelve, and of symbols that *card* shows.

    They are given by where they stand in *source*, which messages name.
    """
    if len(given) != ROUNDS:
        raise RollError(source, expected=f"{ROUNDS} rolls", found=str(len(given)))
    for where, roll in given.items():
        check_on_card(roll, card, source=f"{source}, {where}")


def is_spacious(card: Card) -> bool:
    """Return whether *card* has so much room for twelve shapes as to waste some, 75 cells or more.

    Where it has not, to draw them all is a puzzle of its own.
    """
    return card.rows * card.cols >= DICE * ROUNDS + _SPARE
