"""The programs that play, by their levels, from the weakest.

random  makes any legal move, all equally likely
greedy  makes the move of the most points at once; of several any, all equally likely
table   makes the move of the highest expected final score, by the table that was learned, as if it
        played alone; in solitaires it may look some plies, that is rolls, ahead
strong  makes the best move when two rolls are looked at, in a game that rivals may end soon

In the last roll all but the first are greedy, which is best then. None of them passes while it has
a move.

Strong reckons with an end, one roll after a sheet is full; the free cells of a sheet tell it within
two or three rolls. Whoever reckons with a shorter game mostly ends it himself. In games of two who
look at two rolls, against one who reckons with no end, the expected end won 41 %, an end two rolls
sooner 53 % (150 games each), four 62 %, six 70 %, eight 66 %, ten 67 % (500 each; at most a tenth
drawn). Where both reckon with an end, a sooner one gains nothing. So four rolls are a compromise.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Annotated, NamedTuple

from solver import simulation
from solver.drawing.styled_text import plural
from solver.errors import PentaError, TableError
from solver.knaster.dice import throws
from solver.knaster.line import LineValues, default_line_values
from solver.knaster.record import Player, RatedMove, Record, Turn
from solver.knaster.rules import after_turn, legal_moves
from solver.knaster.sheet import Sheet
from solver.question import Count, Within

if TYPE_CHECKING:
    from random import Random

    from solver.knaster.strategy.advisor import Advisor
    from solver.knaster.strategy.table import LearnedTable

MAX_PLIES = 3
Plies = Annotated[int, Within(1, MAX_PLIES)]
SOONER = 4  # rolls: the game is reckoned to end before it is expected to
# By the free cells of a sheet: the rolls until it is full and one more, the mean of 20,000
# solitaires by the learned table.
_ROLLS = (
    *(1.0, 2.1, 3.3, 4.6, 5.9, 7.4, 9.0, 10.7, 12.4, 14.2, 16.0, 17.9, 19.5),
    *(21.1, 22.7, 24.2, 25.6, 26.9, 28.2, 29.5, 30.7, 31.8, 33.0, 34.0, 35.1, 36.1),
)


class Level(simulation.Level):
    """The level of a program that plays solitaires."""

    RANDOM = 0
    GREEDY = 1
    TABLE = 2


class Situation(NamedTuple):
    """What a player is to decide: a *roll*, the *sheets* before it, *own* the index of his."""

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
        """The rolls to reckon with, this one included; None without rivals before the last roll."""
        if self.is_last:
            return 1
        return rolls_left([sheet for index, sheet in enumerate(self.sheets) if index != self.own])


Program = Callable[[Situation, "Random"], Turn]


def random_turn(situation: Situation, rng: "Random") -> Turn:
    """Return any move, all equally likely; a pass only where there is none."""
    return rng.choice(_moves_or_pass(situation))


def greedy_turn(situation: Situation, rng: "Random") -> Turn:
    """Return a move of the most points at once; of several any, all equally likely."""
    turns = _moves_or_pass(situation)
    scores = [after_turn(situation.sheet, turn).score(situation.values) for turn in turns]
    most = max(scores)
    return rng.choice([turn for turn, score in zip(turns, scores, strict=True) if score == most])


def table_turn(situation: Situation, rng: "Random") -> Turn:
    """Return the turn that the learned table prefers, as if playing alone."""
    if situation.is_last:
        return greedy_turn(situation, rng)
    advisor = _advisor(situation.values)
    return advisor.rated_moves(situation.sheet, situation.roll, plies=1)[0].turn


def strong_turn(situation: Situation, rng: "Random") -> Turn:
    """Return the turn that is best when two rolls are looked at, and the end of the game."""
    return greedy_turn(situation, rng) if situation.is_last else rated_turns(situation)[0].turn


def rated_turns(situation: Situation) -> list[RatedMove]:
    """Return the legal turns as the strong program rates them, the best first."""
    advisor, turns = _advisor(situation.values), situation.turns
    return advisor.rated_moves(situation.sheet, situation.roll, plies=2, turns=turns)


def _moves_or_pass(situation: Situation) -> list[Turn]:
    return list(legal_moves(situation.sheet, situation.roll)) or [Turn(situation.roll)]


@cache
def _advisor(values: LineValues) -> "Advisor":
    from solver.knaster.strategy.advisor import Advisor  # imports numpy

    return Advisor(values)


PROGRAMS: Mapping[str, Program] = {
    "random": random_turn,
    "greedy": greedy_turn,
    "table": table_turn,
    "strong": strong_turn,
}


def rolls_left(rivals: Collection[Sheet]) -> int | None:
    """Return the rolls to reckon with, the next one included, against *rivals*; None without any.

    No sheet is full, so that the next roll is not the last one.

    >>> rolls_left([Sheet()]), rolls_left([])
    (32, None)
    """
    if not rivals:
        return None
    left = round(min(_ROLLS[len(sheet.free_cells)] for sheet in rivals)) - SOONER
    return max(2, left)  # the next one and the last one


def play_game(levels: Sequence[str], values: LineValues, rng: "Random") -> Record:
    """Return the record of a game of programs of these *levels*; *rng* throws the dice too."""
    sheets = tuple(Sheet() for _ in levels)
    turns: list[tuple[Turn, ...]] = []
    is_last = is_over = False
    for throw in throws(rng):
        if is_over:
            break
        turns.append(
            tuple(
                PROGRAMS[level](Situation(sheets, own, throw.roll, values, is_last=is_last), rng)
                for own, level in enumerate(levels)
            )
        )
        sheets = tuple(map(after_turn, sheets, turns[-1]))
        is_over, is_last = is_last, any(sheet.is_full for sheet in sheets)
    names = (f"{index} {level}" for index, level in enumerate(levels, start=1))
    return Record(tuple(map(Player, names, zip(*turns, strict=True))))


@dataclass(frozen=True, kw_only=True)
class SimulationSpec(simulation.SimulationSpec):
    """Solitaires by a program of this *level*, which end after *turns* rolls if that is given.

    The level `Level.TABLE` looks *plies* rolls ahead, and plays by a *table*, by default a bundled
    one. Lines have these *values*. Raises `TableError` where the table is for games whose end is
    known, and *turns* is not given, or the other way round.
    """

    games: Count = 1000
    level: Level = Level.TABLE
    plies: Plies = 1
    turns: Count | None = None
    table: "LearnedTable | None" = None
    values: LineValues = field(default_factory=default_line_values)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.level is not Level.TABLE and (self.plies > 1 or self.table is not None):
            expected, found = "the level table", f"the level {self.level.label}"
            raise PentaError("plies and table", expected=expected, found=found)
        if self.table is not None and self.table.known_end != self.known_end:
            kinds = {False: "games until the sheet is full", True: "games with a known end"}
            expected, found = (
                f"one for {kinds[known]}" for known in (self.known_end, self.table.known_end)
            )
            hints = {False: "--turns says when games end", True: "'train --known-end' makes one"}
            hint = hints[self.known_end]
            raise TableError(self.table.title, expected=expected, found=found, hint=hint)

    @property
    def known_end(self) -> bool:
        """Whether the games end after a known number of rolls."""
        return self.turns is not None

    @property
    def title(self) -> str:
        """The program, with what belongs to it, in words."""
        plies = f" at {self.plies} {'ply' if self.plies == 1 else 'plies'}"
        turns = "" if self.turns is None else f", {plural(self.turns, 'roll')}"
        return f"program {self.level.label}{plies if self.level is Level.TABLE else ''}{turns}"
