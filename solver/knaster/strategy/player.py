"""The programs that play, by their levels, from the weakest.

random   any legal turn, all equally likely
greedy   the most points at once; of several turns the first one, where circling comes before
         writing, and cells row by row
table    the best turn by the learned table, as if playing alone
strong   the best turn when two rolls are looked at, in a game that rivals may end soon

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
    from solver.knaster.strategy.advice import Advisor, RatedMove


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
        """The rolls to reckon with, this one included; None until the player's sheet is full."""
        if self.is_last:
            return 1
        return rolls_left([sheet for index, sheet in enumerate(self.sheets) if index != self.own])


Level = Callable[[Situation, Random], Turn]


def legal_turns(sheet: Sheet, roll: int, *, is_last: bool) -> Iterator[Turn]:
    """Yield every legal turn: circles, then writing cell by cell; last, if it may be, nothing."""
    for cell in sheet.circle_cells(roll):
        yield Turn(roll, circle=cell)
    for cell in sheet.free_cells:
        for bonus in sorted(map(sorted, bonuses(sheet.with_number(cell, roll), cell))):
            yield Turn(roll, cell, tuple(bonus))
    if is_last:
        yield Turn(roll)


def random_turn(situation: Situation, rng: Random) -> Turn:
    """Return any legal turn."""
    sheet, roll, is_last = situation.sheet, situation.roll, situation.is_last
    return rng.choice(list(legal_turns(sheet, roll, is_last=is_last)))


def greedy_turn(situation: Situation, rng: Random) -> Turn:  # noqa: ARG001 - a level
    """Return the first turn that earns the most points at once."""
    sheet, values = situation.sheet, situation.values
    turns = legal_turns(sheet, situation.roll, is_last=situation.is_last)
    return max(turns, key=lambda turn: after_turn(sheet, turn).score(values))


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


@cache
def _advisor(values: LineValues) -> "Advisor":
    from solver.knaster.strategy.advice import Advisor  # imports numba, which takes long

    return Advisor.load(values)


LEVELS: Mapping[str, Level] = {
    "random": random_turn,
    "greedy": greedy_turn,
    "table": table_turn,
    "strong": strong_turn,
}
