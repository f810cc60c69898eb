"""A game at one keyboard: who plays, the choices so far, and the file that it is saved in.

A *player* is who sits at the table; a *program* is a player that is no person, and has a *level*.
The JSON of a saved game is the record of a game with one more key, ``play``, which says how the
game is played. So every command that reads records reads a saved game.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from solver.errors import PentaError, RecordError, quoted
from solver.files.json_reader import as_object, json_quoted, parse_json


class Settings(Protocol):
    """How a game is played."""

    @property
    def seed(self) -> int:
        """Where all dice, and what programs choose at random, come from."""

    @property
    def programs(self) -> Mapping[str, str]:
        """The levels of those players that are programs."""


Error = type[PentaError]
_Step_contra = TypeVar("_Step_contra", contravariant=True)


class Session(ABC, Generic[_Step_contra]):
    """A game so far with its *settings*: steps, each the choice of one player. It never changes."""

    settings: Settings

    @property
    @abstractmethod
    def player(self) -> str:
        """Who has the next choice."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing is left to play."""

    @property
    @abstractmethod
    def length(self) -> str:
        """How much was played, as in "3 turns"."""

    @property
    @abstractmethod
    def before(self) -> Self | None:
        """The game before the last step; None at its beginning."""

    @abstractmethod
    def with_step(self, step: _Step_contra) -> Self:
        """Return the game after one more *step*."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object, a record with the key ``play``."""

    @classmethod
    @abstractmethod
    def from_json(cls, value: Any, source: str) -> Self:
        """Return the game that a JSON *value* is; raise `RecordError` where it is none."""

    def __str__(self) -> str:
        return json.dumps(self.to_json()) + "\n"

    @classmethod
    def parse(cls, text: str, *, source: str = "game") -> Self:
        """Return the game in *text*, JSON as `to_json` has it; *source* names it in messages.

        Raises `RecordError` where it is no record, has an illegal turn or other dice than those of
        its seed, does not say how it is played, or is over.
        """
        session = cls.from_json(parse_json(text, source, RecordError), source)
        session.check_unfinished(source)
        return session

    def check_unfinished(self, source: str) -> None:
        """Raise `RecordError` if the game is over."""
        if self.is_over:
            raise RecordError(source, expected="an unfinished game", found="a finished one")

    @property
    def is_program(self) -> bool:
        """Whether a program has the next choice."""
        return self.player in self.settings.programs

    def without_last(self) -> Self | None:
        """Return the game before the last choice of a person; None if there is none."""
        before = self.before
        while before is not None and before.is_program:
            before = before.before
        return before

    def random(self, what_for: object) -> Random:
        """Return random numbers, the same again after an undo or a resume."""
        return Random(f"{self.settings.seed} {what_for}")


def play_json(value: Any, source: str, keys: Mapping[str, bool], *, group: str) -> dict[str, Any]:
    """Return how a game is played, the object under the key ``play`` of a JSON *value*.

    The game is of *group*, as in "penta geo". Raises `RecordError`.
    """
    if "play" not in value:
        expected = f"an unfinished game saved by '{group} play --save'"
        raise RecordError(source, expected=expected, found="a record without a key 'play'")
    return as_object(value["play"], f"{source}, play", RecordError, keys)


def as_seed(value: Any, where: str, *, error: Error = RecordError) -> int:
    """Return a JSON *value*, the seed of a game; raise *error* if it is none."""
    if type(value) is not int:
        raise error(f"{where}, seed", expected="a whole number", found=json_quoted(value))
    return value


def as_programs(
    value: Any, players: Collection[str], levels: Collection[str], where: str
) -> dict[str, str]:
    """Return a JSON *value*, the levels of the programs among *players*, in the order of these.

    Raises `RecordError` where it names others, or levels that are none, or leaves no person.
    """
    if not isinstance(value, dict):
        expected = "an object with a level per program"
        raise RecordError(where, expected=expected, found=json_quoted(value))
    for player, level in value.items():
        if player not in players:
            raise RecordError(where, expected="players of the game", found=quoted(player))
        check_one_of(level, levels, f"{where}, {player}")
    if len(value) == len(players):
        raise RecordError(where, expected="at least one person", found="programs alone")
    return {player: value[player] for player in players if player in value}


def check_one_of(
    value: Any, known: Collection[str], where: str, *, error: Error = RecordError
) -> None:
    """Raise *error* unless a JSON *value* is one of the *known* words."""
    if not isinstance(value, str) or value not in known:
        raise error(where, expected=" or ".join(known), found=json_quoted(value))


def check_dice(
    found: str, thrown: str, where: str, *, what: str, error: Error = RecordError
) -> None:
    """Raise *error* unless the dice *found* are those *thrown*: *what*, as in "roll of seed 7"."""
    if found != thrown:
        raise error(where, expected=f"the {what}, {thrown}", found=found or "none")
