"""A game at one keyboard: who plays, the choices so far, and the file that it is saved in.

A *program* is a player that is no person, and has a *level*. The JSON of a saved game is the record
of a game with one more key, ``play``: so every command that reads records reads a saved game.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from random import Random
from typing import Generic, Protocol, Self, TypeVar

from solver.errors import PentaError, RecordError, quoted
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Reader,
    Table,
    read_any,
    read_integer,
    read_name,
)
from solver.question import check_fields


class Settings(Protocol):
    """How a game is played."""

    @property
    def seed(self) -> int:
        """Where all dice, and what programs choose at random, come from."""

    @property
    def programs(self) -> Mapping[str, str]:
        """The levels of those players that are programs."""


_Step_contra = TypeVar("_Step_contra", contravariant=True)


class Session(JsonText, ABC, Generic[_Step_contra]):
    """A game so far with its *settings*: steps, each the choice of one player. It never changes."""

    json_form = "game", RecordError
    settings: Settings

    def __post_init__(self) -> None:
        check_fields(self)
        check_fields(self.settings, "settings")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.length}, seed {self.settings.seed}>"

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

    @classmethod
    def parse(cls, text: str, *, source: str = "game") -> Self:
        """Return the game in *text*, JSON as `to_json` has it; *source* names it in messages.

        Raises `RecordError` where it is no record, has an illegal turn or other dice than those of
        its seed, does not say how it is played, or is over.
        """
        session = super().parse(text, source=source)
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


def play_fields(
    json: Json, players: Collection[str], levels: Collection[str], *, group: str
) -> Fields:
    """Return the fields ``play`` of a game of *group*, as in "penta geo"; raise `RecordError`.

    They are the *levels* of the programs among *players*, the seed, and what is *pending*, not in
    the record yet.
    """
    if "play" not in json.value:
        expected = f"an unfinished game saved by '{group} play --save'"
        raise json.wrong(expected, "a record without a key 'play'")
    table: Table = {
        "programs": _programs_of(players, levels),
        "seed": read_integer,
        "pending": Optional(read_any, []),
    }
    return Fields(json.inner(json.value["play"], "play"), table)


def _programs_of(players: Collection[str], levels: Collection[str]) -> Reader[dict[str, str]]:
    """Return the reader of the levels of the programs among *players*, in the order of these.

    It raises where others are named, where a level is none of the *levels*, or no person is left.
    """

    def read(json: Json) -> dict[str, str]:
        given = json.as_dict("an object with a level per program")
        for player, level in given.items():
            if player not in players:
                raise json.wrong("players of the game", quoted(player))
            read_name(json.inner(level, player), levels, hints=False)
        if len(given) == len(players):
            raise json.wrong("at least one person", "programs alone")
        return {player: given[player] for player in players if player in given}

    return read


def check_dice(
    found: str, thrown: str, where: str, *, what: str, error: type[PentaError] = RecordError
) -> None:
    """Raise *error* unless the dice *found* are those *thrown*: *what*, as in "roll of seed 7"."""
    if found != thrown:
        raise error(where, expected=f"the {what}, {thrown}", found=found or "none")
