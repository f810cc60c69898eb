"""A game of five rounds, each a sheet or the points written on the board, and its JSON form."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from solver.errors import GameError, quoted
from solver.files.json_reader import (
    as_list,
    as_object,
    as_text,
    json_quoted,
    parse_json,
    quotes_hint,
)
from solver.penta_rush.sheet import ROUNDS, Sheet, sheet_from_json, sheet_json
from solver.penta_rush.symbol_name import name_key

_MOST_POINTS = 20_000_000  # five tiles of a million points, doubled, and the timer, are fewer
_PLAYER_KEYS = {"name": True, "rounds": True}


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
                _check_points(entry, f"{where}, round {number}")
            elif entry.round != number:
                expected, found = f"a sheet of round {number}", f"one of round {entry.round}"
                raise GameError(f"{where}, round {number}", expected=expected, found=found)


@dataclass(frozen=True, slots=True)
class Game:
    """The *players* of one game; they share the rolls, and in a round one may turn the timer."""

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


def parse_game(text: str, *, source: str = "game") -> Game:
    """Return the game in *text*, JSON as `format_game` writes it; *source* names it.

    ``{"players": [{"name": "Sarah", "rounds": [10, 4, SHEET, 0, 12]}, ...]}``: a number is what
    was written on the board of points, timer and doubling already in it.
    Raises `GameError`, or what `Sheet.parse` raises.
    """
    value = parse_json(text, source, GameError)
    if isinstance(value, dict) and "game" in value:
        found, hint = "one that is still being played", "penta rush play --resume goes on with it"
        raise GameError(source, expected="a game that is over", found=found, hint=hint)
    entries = as_object(value, source, GameError, {"players": True})["players"]
    listed = as_list(entries, f"{source}, players", GameError, "a list of players")
    players = [
        _parse_player(player, f"{source}, player {number}")
        for number, player in enumerate(listed, start=1)
    ]
    try:
        return Game(tuple(Player(name, rounds) for name, rounds in players))
    except GameError as error:
        where = source + error.where.removeprefix("game")
        found, hint = error.found, error.hint
        raise GameError(where, expected=error.expected, found=found, hint=hint) from None


def format_game(game: Game) -> str:
    """Return *game* as JSON, on one line."""
    players = [
        {
            "name": player.name,
            "rounds": [
                sheet_json(entry) if isinstance(entry, Sheet) else entry for entry in player.rounds
            ],
        }
        for player in game.players
    ]
    return json.dumps({"players": players}) + "\n"


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


def _parse_player(value: Any, where: str) -> tuple[str, tuple[int | Sheet, ...]]:
    fields = as_object(value, where, GameError, _PLAYER_KEYS)
    name = as_text(fields["name"], f"{where}, name", GameError)
    entries = as_list(fields["rounds"], f"{where}, rounds", GameError, "a list of rounds")
    rounds = (
        _parse_round(entry, f"{where}, round {number}") for number, entry in enumerate(entries, 1)
    )
    return name, tuple(rounds)


def _parse_round(entry: Any, where: str) -> int | Sheet:
    if isinstance(entry, dict):
        return sheet_from_json(entry, where)
    _check_points(entry, where)
    points: int = entry
    return points


def _check_points(entry: Any, where: str) -> None:
    if type(entry) is not int or not 0 <= entry <= _MOST_POINTS:
        expected = f"points from 0 to {_MOST_POINTS}, or a sheet"
        hint = quotes_hint(entry)
        raise GameError(where, expected=expected, found=json_quoted(entry), hint=hint)
