"""A game at one keyboard: who plays, the dice, the turns so far, and its JSON form.

The JSON is a record with one more key, ``play``, which says how the game is played. So every
command that reads records reads a saved game. A roll of which only some players have had their turn
is not in the record yet: those turns are *pending*.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count, islice
from random import Random
from typing import Any, NamedTuple

from solver.drawing.text_grid import plural
from solver.errors import RecordError, quoted
from solver.files.json_reader import as_object, json_quoted, parse_json
from solver.knaster.dice import Throw, throws
from solver.knaster.line_values import LineValues
from solver.knaster.record import SOLITAIRE, Player, Record, Turn, parse_turns
from solver.knaster.rules import TurnRule, Verdict, after_turn, first_violation, judge
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.player import LEVELS, Situation

_KEYS = {"programs": True, "seed": True, "pending": False}


class Settings(NamedTuple):
    """The *names* of the players in their order, and the *seed* of the dice.

    *programs* are those of them that are no persons, with their levels. They choose at random from
    the same seed.
    """

    names: tuple[str, ...]
    programs: Mapping[str, str]
    seed: int


@dataclass(frozen=True)
class Session:
    """The legal *turns* so far of a game with these *settings*, of all players in turn."""

    settings: Settings
    turns: tuple[Turn, ...] = ()

    @property
    def name(self) -> str:
        """Who has the next turn."""
        return self.settings.names[len(self.pending)]

    @property
    def is_program(self) -> bool:
        """Whether a program has the next turn."""
        return self.name in self.settings.programs

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
        return self.turns[len(self.turns) // len(self.settings.names) * len(self.settings.names) :]

    @cached_property
    def record(self) -> Record:
        """The record of the rolls with which all players have had their turn."""
        names = self.settings.names
        whole = self.turns[: len(self.turns) - len(self.pending)]
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
        now = map(after_turn, before, self.pending)
        return (*now, *before[len(self.pending) :])

    @property
    def sheet(self) -> Sheet:
        """The sheet of the player who has the next turn."""
        return self.verdict.sheets[len(self.pending)]

    def situation(self, values: LineValues) -> Situation:
        """Return what the player who has the next turn is to decide.

        He does not know what the players before him do with the same roll.
        """
        index, roll = len(self.pending), self.throw.roll
        return Situation(self.verdict.sheets, index, roll, values, is_last=self.is_last)

    def with_turn(self, turn: Turn) -> "Session":
        """Return the session after one more *turn*."""
        return replace(self, turns=(*self.turns, turn))

    def without_last(self) -> "Session | None":
        """Return the session before the last turn of a person; None if there is none."""
        names, programs = self.settings.names, self.settings.programs
        for index in range(len(self.turns) - 1, -1, -1):
            if names[index % len(names)] not in programs:
                return replace(self, turns=self.turns[:index])
        return None

    def program_turn(self, values: LineValues) -> Turn:
        """Return the turn of the program that has the next one."""
        level = LEVELS[self.settings.programs[self.name]]
        # The same random numbers again after an undo or a resume.
        rng = Random(f"{self.settings.seed} {len(self.turns)}")
        return level(self.situation(values), rng)

    @classmethod
    def parse(cls, text: str, *, source: str = "game") -> "Session":
        """Return the session in *text*, as `to_json` has it; *source* names it in messages.

        Raises `RecordError` where it is no record, does not say how it is played, has an illegal
        turn or other rolls than those of its seed, or is over.
        """
        value = parse_json(text, source, RecordError)
        record = Record.from_json(value, source)
        if violation := judge(record).violation:
            where = f"{source}, {violation.player}, turn {violation.turn}"
            raise RecordError(where, expected="a legal turn", found=str(violation))
        if "play" not in value:
            expected = "an unfinished game saved by 'penta knaster play --save'"
            raise RecordError(source, expected=expected, found="a record without a key 'play'")
        session = _with_play(record, value["play"], f"{source}, play")
        if session.is_over:
            raise RecordError(source, expected="an unfinished game", found="a finished one")
        return session

    def to_json(self) -> dict[str, Any]:
        """Return the session as a JSON object, a record with the key ``play``."""
        play: dict[str, Any] = {"programs": self.settings.programs, "seed": self.settings.seed}
        if self.pending:
            play["pending"] = [turn.to_json() for turn in self.pending]
        return {**self.record.to_json(), "play": play}


def new_session(players: tuple[str, ...], against: tuple[str, ...], seed: int) -> Session:
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


def _with_play(record: Record, value: Any, where: str) -> Session:
    """Return the session of *record* that is played as the JSON *value* says."""
    play = as_object(value, where, RecordError, _KEYS)
    names, seed = tuple(player.name for player in record.players), play["seed"]
    if type(seed) is not int:
        raise RecordError(f"{where}, seed", expected="a whole number", found=json_quoted(seed))
    programs = _parse_programs(play["programs"], names, f"{where}, programs")
    dice = throws(Random(seed))
    for number, (roll, throw) in enumerate(zip(record.rolls, dice, strict=False), start=1):
        _check_roll(roll, throw, seed, f"{where}, seed, turn {number}")
    turns = tuple(turn for turns in record.turns() for turn in turns)
    session = Session(Settings(names, programs, seed), turns)
    pending = parse_turns(play.get("pending", []), f"{where}, pending")
    most = 0 if session.is_over else len(names) - 1
    if len(pending) > most:
        found, expected = str(len(pending)), f"at most {plural(most, 'turn')}"
        raise RecordError(f"{where}, pending", expected=expected, found=found)
    for turn in pending:
        place = f"{where}, pending, {session.name}"
        _check_roll(turn.roll, session.throw, seed, place)
        violation = first_violation(session.sheet, turn, is_last=session.is_last)
        if violation:
            raise _illegal(place, *violation)
        session = session.with_turn(turn)
    return session


def _parse_programs(value: Any, names: tuple[str, ...], where: str) -> dict[str, str]:
    """Return the levels of the players that are programs, in the order of the players."""
    if not isinstance(value, dict):
        expected = "an object with a level per program"
        raise RecordError(where, expected=expected, found=json_quoted(value))
    for name, level in value.items():
        if name not in names:
            raise RecordError(where, expected="names of players", found=quoted(name))
        if not isinstance(level, str) or level not in LEVELS:
            known = " or ".join(LEVELS)
            raise RecordError(f"{where}, {name}", expected=known, found=json_quoted(level))
    if len(value) == len(names):
        raise RecordError(where, expected="a player that is none", found="all players")
    return {name: value[name] for name in names if name in value}


def _check_roll(roll: int, throw: Throw, seed: int, where: str) -> None:
    if roll != throw.roll:
        expected = f"the roll of seed {quoted(seed)}, {throw.roll}"
        raise RecordError(where, expected=expected, found=str(roll))


def _illegal(where: str, rule: TurnRule, reason: str) -> RecordError:
    return RecordError(where, expected="a legal turn", found=f"{rule.value}: {reason}")
