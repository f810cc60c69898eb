"""A game of five rounds, each a sheet or the points written on the board, and its JSON form.

An outline is the cells that a player drew a line around. Whether it is right is the referee's
business; here it need only be on the card.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self

from solver.errors import GameError, SheetError, quoted
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Table,
    list_of,
    read_any,
    read_bool,
    read_cells,
    whole_number,
)
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card, check_cells, check_on_card
from solver.penta_rush.dice import ROUNDS, Roll
from solver.penta_rush.points import Points
from solver.penta_rush.symbol_name import name_key
from solver.penta_rush.timing import Timing
from solver.question import check_fields

_MOST_POINTS = 20_000_000  # five tiles of a million points, doubled, and the timer, are fewer
_read_points = whole_number(
    0, _MOST_POINTS, f"points from 0 to {_MOST_POINTS}, or a sheet", hints=True
)
Outline = tuple[Cell, ...]

_SHEET: Table = {
    "card": read_any,
    "roll": Json.as_text,
    "round": Optional(whole_number(1, ROUNDS, hints=True), 1),
    "timer": Optional(read_bool, default=False),
    "outlines": list_of(read_cells, "a list of outlines", each="outline"),
    "legend": Optional(read_any),
    "points": Optional(read_any),
    "time": Optional(Timing.read),
}


@dataclass(frozen=True, slots=True)
class Sheet(JsonText):
    """A player's *outlines* on *card* for *roll*; *timer* says whether the player turned it.

    *time* says when they were drawn, if that is known.
    """

    json_form = ("sheet", SheetError)

    card: Card
    roll: Roll
    outlines: tuple[Outline, ...]
    round: int = 1
    timer: bool = False
    time: Timing | None = None

    def __post_init__(self) -> None:
        check_fields(self, "sheet")
        check_on_card(self.roll, self.card)
        if not 1 <= self.round <= ROUNDS:
            raise SheetError("sheet, round", expected=f"1 to {ROUNDS}", found=quoted(self.round))
        for number, outline in enumerate(self.outlines, start=1):
            check_cells(outline, self.card, f"sheet, outline {number}", SheetError)
        _check_drawn(self.time, self.outlines, "sheet, time")

    @classmethod
    def read(cls, json: Json, *, points: Points | None = None) -> Self:
        """Return the sheet that *json* describes.

        *points* are those of the game that it is a part of, for a sheet that says none.
        """
        fields = Fields(json, _SHEET)
        card = Card.from_json(json.value, json.where, SheetError)
        if card.points is None and points:
            card = replace(card, points=points)
        typed, number, timer = fields["roll"], fields["round"], fields["timer"]
        roll = card.legend.parse_json_roll(typed, source=f"{json.where}, roll")
        check_on_card(roll, card, source=f"{json.where}, roll", typed=typed)
        for index, outline in enumerate(fields["outlines"], start=1):
            check_cells(outline, card, f"{json.where}, outline {index}", SheetError)
        outlines, time = fields["outlines"], fields["time"]
        _check_drawn(time, outlines, f"{json.where}, time")
        return cls(card, roll, outlines, round=number, timer=timer, time=time)

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as a JSON object."""
        return {
            **self.card.record(),
            "roll": str(self.roll),
            "round": self.round,
            "timer": self.timer,
            "outlines": [[list(cell) for cell in outline] for outline in self.outlines],
            **({} if self.time is None else {"time": self.time.to_json()}),
        }


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
    """The *players* of one game; they share the rolls, and in a round one may turn the timer.

    One that is *simulated* was not played by people.
    """

    json_form = ("game", GameError)

    players: tuple[Player, ...]
    simulated: bool = False

    def __post_init__(self) -> None:
        check_fields(self, "game")
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
        fields = Fields(json, _GAME)
        players = [dict(player) for player in fields["players"]]
        try:
            return cls(tuple(Player(**player) for player in players), fields["simulated"])
        except GameError as error:
            where = json.where + error.where.removeprefix("game")
            raise replace(json, where=where).wrong(
                error.expected, error.found, error.hint
            ) from None

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object."""
        simulated = {"simulated": True} if self.simulated else {}
        return {**simulated, "players": [player.to_json() for player in self.players]}


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


def _check_drawn(time: Timing | None, outlines: Sequence[Outline], where: str) -> None:
    if time is not None and len(time.drawn) != len(outlines):
        expected, found = f"{len(outlines)}, one for each outline", str(len(time.drawn))
        raise SheetError(f"{where}, drawn", expected=expected, found=found)


def _read_round(json: Json) -> int | Sheet:
    if isinstance(json.value, dict):
        return Sheet.from_json(json.value, json.where)
    return _read_points(json)


_PLAYER: Table = {
    "name": Json.as_text,
    "rounds": list_of(_read_round, "a list of rounds", each="round"),
}
_GAME: Table = {
    "players": list_of(lambda json: Fields(json, _PLAYER), "a list of players", each="player"),
    "simulated": Optional(read_bool, default=False),
}
