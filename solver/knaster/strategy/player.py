"""The programs that play, by their levels, from the weakest.

random   the policy of this name, by which solitaires are simulated too
greedy   likewise
table    likewise, at one ply: as if playing alone
strong   the best move when two rolls are looked at, in a game that rivals may end soon

The first two look at no table. In the last roll the others are greedy too, which is best then.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from solver.knaster.line_values import LineValues
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn, bonuses
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.game_length import rolls_left

if TYPE_CHECKING:
    from solver.knaster.expected_score import RatedMove
    from solver.knaster.strategy.advice import Advisor


class Situation(NamedTuple):
    """What a player is to decide: a *roll*, the *sheets* of all before it, *own* the index of his.

    *is_last*: it is the last roll.
    """

    sheets: tuple[Sheet, ...]
    own: int
    roll: int
    values: LineValues
    is_last: bool

    @property
    def sheet(self) -> Sheet:
        """The sheet of the player."""
        return self.sheets[self.own]

    @property
    def turns(self) -> int | None:
        """The rolls to reckon with, this one included; None until one after his sheet is full.

        None where there are no rivals, and it is not the last roll.
        """
        if self.is_last:
            return 1
        return rolls_left([sheet for index, sheet in enumerate(self.sheets) if index != self.own])


Program = Callable[[Situation, Random], Turn]


def moves(sheet: Sheet, roll: int) -> Iterator[Turn]:
    """Yield every legal move but a pass: circles, then writing, cell by cell."""
    for cell in sheet.circle_cells(roll):
        yield Turn(roll, circle=cell)
    for cell in sheet.free_cells:
        for bonus in sorted(map(sorted, bonuses(sheet.with_number(cell, roll), cell))):
            yield Turn(roll, cell, tuple(bonus))


def random_turn(situation: Situation, rng: Random) -> Turn:
    """Return any move, all equally likely; a pass only where there is none."""
    return rng.choice(_moves_or_pass(situation))


def greedy_turn(situation: Situation, rng: Random) -> Turn:
    """Return a move of the most points at once; of several any, all equally likely."""
    turns = _moves_or_pass(situation)
    scores = [after_turn(situation.sheet, turn).score(situation.values) for turn in turns]
    most = max(scores)
    return rng.choice([turn for turn, score in zip(turns, scores, strict=True) if score == most])


def table_turn(situation: Situation, rng: Random) -> Turn:
    """Return the turn that the learned table prefers, as if playing alone."""
    if situation.is_last:
        return greedy_turn(situation, rng)
    advisor = _advisor(situation.values)
    return advisor.rated_moves(situation.sheet, situation.roll, plies=1)[0].turn


def strong_turn(situation: Situation, rng: Random) -> Turn:
    """Return the turn that is best when two rolls are looked at, and the end of the game."""
    return greedy_turn(situation, rng) if situation.is_last else rated_turns(situation)[0].turn


def rated_turns(situation: Situation) -> "list[RatedMove]":
    """Return the legal turns as the strong program rates them, the best first."""
    advisor, turns = _advisor(situation.values), situation.turns
    return advisor.rated_moves(situation.sheet, situation.roll, plies=2, turns=turns)


def _moves_or_pass(situation: Situation) -> list[Turn]:
    return list(moves(situation.sheet, situation.roll)) or [Turn(situation.roll)]


@cache
def _advisor(values: LineValues) -> "Advisor":
    from solver.knaster.strategy.advice import Advisor  # imports numba, which takes long

    return Advisor.load(values)


PROGRAMS: Mapping[str, Program] = {
    "random": random_turn,
    "greedy": greedy_turn,
    "table": table_turn,
    "strong": strong_turn,
}
