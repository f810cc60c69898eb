"""A game of Knaster at one keyboard: who plays, the dice, the turns so far, and its JSON form.

A roll of which only some players have had their turn is not in the record yet: those turns are
*pending*.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count, islice
from random import Random
from typing import Annotated, Any, NamedTuple, Self

from solver.console.play import session as base
from solver.console.play.session import check_dice, play_fields
from solver.drawing.styled_text import plural
from solver.errors import RecordError, quoted
from solver.files.json_reader import Json
from solver.knaster.dice import Throw, throws
from solver.knaster.line import LineValues
from solver.knaster.record import SOLITAIRE, Player, Record, Turn, read_turns
from solver.knaster.rules import Verdict, after_turn, first_violation, judge
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.program import PROGRAMS, Situation
from solver.question import OneOf, Seed, question


class Settings(NamedTuple):
    """The *names* of the players in their order, of *programs* with levels, and the *seed*."""

    names: tuple[str, ...]
    programs: Mapping[str, str]
    seed: int


@dataclass(frozen=True, repr=False)
class Session(base.Session[Turn]):
    """The legal *turns* so far of a game with these *settings*, of all players in turn."""

    settings: Settings
    turns: tuple[Turn, ...] = ()

    @property
    def player(self) -> str:
        """Who has the next turn."""
        return self.settings.names[len(self.pending)]

    @property
    def before(self) -> Self | None:
        """The game before the last turn; None at its beginning."""
        return replace(self, turns=self.turns[:-1]) if self.turns else None

    @property
    def number(self) -> int:
        """The number of the current roll, from 1."""
        return len(self.turns) // len(self.settings.names) + 1

    @property
    def length(self) -> str:
        """How many rolls all players have played, as in "3 turns"."""
        return plural(self.number - 1, "turn")

    @cached_property
    def throw(self) -> Throw:
        """The dice as they fell for the current roll."""
        return next(islice(throws(Random(self.settings.seed)), self.number - 1, None))

    @property
    def pending(self) -> tuple[Turn, ...]:
        """The turns with the current roll, of the first players."""
        return self.turns[(self.number - 1) * len(self.settings.names) :]

    @cached_property
    def record(self) -> Record:
        """The record of the rolls with which all players have had their turn."""
        names = self.settings.names
        whole = self.turns[: (self.number - 1) * len(names)]
        return Record(
            tuple(Player(name, whole[index :: len(names)]) for index, name in enumerate(names))
        )

    @cached_property
    def verdict(self) -> Verdict:
        """What the referee says of the record."""
        return judge(self.record)

    @property
    def is_over(self) -> bool:
        """Whether the last roll has been played."""
        return self.verdict.over

    @property
    def is_last(self) -> bool:
        """Whether the current roll is the last one, in which nothing has to be done."""
        return any(sheet.is_full for sheet in self.verdict.sheets)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets of all players as they are now."""
        before = self.verdict.sheets
        return (*map(after_turn, before, self.pending), *before[len(self.pending) :])

    @property
    def sheet(self) -> Sheet:
        """The sheet of the player who has the next turn."""
        return self.verdict.sheets[len(self.pending)]

    def situation(self, values: LineValues) -> Situation:
        """Return what the next player decides; he does not know what others do with the roll."""
        index, roll = len(self.pending), self.throw.roll
        return Situation(self.verdict.sheets, index, roll, values, is_last=self.is_last)

    def with_step(self, step: Turn) -> Self:
        """Return the game after one more turn, which the caller knows to be legal."""
        return replace(self, turns=(*self.turns, step))

    def program_turn(self, values: LineValues) -> Turn:
        """Return the turn of the program that has the next one."""
        program = PROGRAMS[self.settings.programs[self.player]]
        return program(self.situation(values), self.random(len(self.turns)))

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object, a record with the key ``play``."""
        play: dict[str, Any] = {"programs": self.settings.programs, "seed": self.settings.seed}
        if self.pending:
            play["pending"] = [turn.to_json() for turn in self.pending]
        return {**self.record.to_json(), "play": play}

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the game, over or not, that *json* describes; raise `RecordError` if none."""
        record, source = Record.read(json), json.where
        if violation := judge(record).violation:
            where = f"{source}, {violation.player}, turn {violation.turn}"
            raise RecordError(where, expected="a legal turn", found=str(violation))
        names = tuple(player.name for player in record.players)
        play, where = play_fields(json, names, PROGRAMS, group="penta knaster"), f"{source}, play"
        seed, programs = play["seed"], play["programs"]
        dice, what = throws(Random(seed)), f"roll of seed {quoted(seed)}"
        for number, (roll, throw) in enumerate(zip(record.rolls, dice, strict=False), start=1):
            whose = f"{where}, seed, turn {number}"
            check_dice(str(roll), str(throw.roll), whose, what=what)
        session = cls(Settings(names, programs, seed), tuple(chain(*record.turns())))
        outer = f"{where}, pending"
        pending = read_turns(Json(play["pending"], f"{outer}, turns", RecordError, outer=outer))
        most = 0 if session.is_over else len(names) - 1
        if len(pending) > most:
            found, expected = str(len(pending)), f"at most {plural(most, 'turn')}"
            raise RecordError(f"{where}, pending", expected=expected, found=found)
        for turn in pending:
            whose = f"{where}, pending, {session.player}"
            check_dice(str(turn.roll), str(session.throw.roll), whose, what=what)
            if broken := first_violation(session.sheet, turn, is_last=session.is_last):
                found = f"{broken[0].value}: {broken[1]}"
                raise RecordError(whose, expected="a legal turn", found=found)
            session = session.with_step(turn)
        return session


@question
def new_session(
    players: tuple[str, ...],
    against: tuple[Annotated[str, OneOf(tuple(PROGRAMS))], ...],
    seed: Seed,
) -> Session:
    """Return the beginning of a game of *players*, by default one without a name, and programs.

    A program is called by its level, with a number if there is such a player already. Raises
    `RecordError` where names are no printable ones, or the same.
    """
    names = list(players or (SOLITAIRE,))
    programs = {}
    for level in against:
        numbered = (f"{level} {number}" for number in count(2))
        name = next(name for name in chain([level], numbered) if name not in names)
        names.append(name)
        programs[name] = level
    session = Session(Settings(tuple(names), programs, seed))
    _ = session.record  # which checks the names
    return session
