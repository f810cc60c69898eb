"""A game of five rounds, each a sheet or the points written on the board, and its JSON form."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self

from solver.errors import GameError, quoted
from solver.files.json_reader import Fields, Json, JsonText, Table, list_of, read_text, whole_number
from solver.penta_rush.sheet import ROUNDS, Sheet
from solver.penta_rush.symbol_name import name_key

_MOST_POINTS = 20_000_000  # five tiles of a million points, doubled, and the timer, are fewer
_read_points = whole_number(
    0, _MOST_POINTS, f"points from 0 to {_MOST_POINTS}, or a sheet", hints=True
)


@dataclass(frozen=True, slots=True)
class Player:
    """A player's five *rounds*: the points as written on the board, or the sheet."""

    name: str
    rounds: tuple[int | Sheet, ...]

    def __post_init__(self) -> None:
        if not (self.name and self.name.isprintable()):
            raise GameError("game", expected="a printable name", found=quoted(self.name))
        where = f"game, {self.name}"
        if len(self.rounds) != ROUNDS:
            raise GameError(where, expected=f"{ROUNDS} rounds", found=str(len(self.rounds)))
        for number, entry in enumerate(self.rounds, start=1):
            if not isinstance(entry, Sheet):
                _read_points(Json(entry, f"{where}, round {number}", GameError))
            elif entry.round != number:
                expected, found = f"a sheet of round {number}", f"one of round {entry.round}"
                raise GameError(f"{where}, round {number}", expected=expected, found=found)

    def to_json(self) -> dict[str, Any]:
        """Return the player as a JSON object."""
        rounds = [each.to_json() if isinstance(each, Sheet) else each for each in self.rounds]
        return {"name": self.name, "rounds": rounds}


@dataclass(frozen=True, slots=True)
class Game(JsonText):
    """The *players* of one game; they share the rolls, and in a round one may turn the timer."""

    json_form = ("game", GameError)

    players: tuple[Player, ...]

    def __post_init__(self) -> None:
        if not self.players:
            raise GameError("game", expected="at least one player", found="none")
        names = [player.name for player in self.players]
        for name in names:
            if names.count(name) > 1:
                raise GameError("game", expected="each name once", found=f"{name!r} again")
        for number in range(ROUNDS):
            sheets = [
                (player.name, entry)
                for player in self.players
                if isinstance(entry := player.rounds[number], Sheet)
            ]
            _check_round(f"game, round {number + 1}", sheets)

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the game that *json* describes.

        ``{"players": [{"name": "Sarah", "rounds": [10, 4, SHEET, 0, 12]}, ...]}``: a number is what
        was written on the board of points, timer and doubling already in it.
        """
        if isinstance(json.value, dict) and "game" in json.value:
            hint = "penta rush play --resume goes on with it"
            raise json.wrong("a game that is over", "one that is still being played", hint)
        players = Fields(json, _GAME)["players"]
        try:
            return cls(tuple(Player(**player) for player in players))
        except GameError as error:
            where = json.where + error.where.removeprefix("game")
            raise replace(json, where=where).wrong(
                error.expected, error.found, error.hint
            ) from None

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object."""
        return {"players": [player.to_json() for player in self.players]}


def _check_round(where: str, sheets: Sequence[tuple[str, Sheet]]) -> None:
    turned = [name for name, sheet in sheets if sheet.timer]
    if len(turned) > 1:
        raise GameError(where, expected="one player to turn the timer", found=" and ".join(turned))
    for (name, sheet), (next_name, next_sheet) in pairwise(sheets):
        if not _is_one_roll(sheet, next_sheet):
            expected = f"one roll, {sheet.card.legend.roll_text(sheet.roll)} of {name}"
            found = f"{next_sheet.card.legend.roll_text(next_sheet.roll)} of {next_name}"
            raise GameError(where, expected=expected, found=found)


def _is_one_roll(sheet: Sheet, other: Sheet) -> bool:
    """Return whether two sheets have the same roll; a letter may be another symbol on each."""
    legends = sheet.card.legend, other.card.legend
    if not all(legends):
        return sheet.roll == other.roll
    first, second = (
        sorted(name_key(legend.name(letter)) for letter in roll.symbols)
        for legend, roll in zip(legends, (sheet.roll, other.roll), strict=True)
    )
    return first == second


def _read_player(json: Json) -> dict[str, Any]:
    return dict(Fields(json, _PLAYER))


def _read_round(json: Json) -> int | Sheet:
    if isinstance(json.value, dict):
        return Sheet.from_json(json.value, json.where)
    return _read_points(json)


_PLAYER: Table = {
    "name": read_text,
    "rounds": list_of(_read_round, "a list of rounds", each="round"),
}
_GAME: Table = {"players": list_of(_read_player, "a list of players", each="player")}
