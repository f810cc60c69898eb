"""What players hand in, and its JSON form: the sheet of a round, the rounds of a game.

outline  the cells a player drew a line around; right or wrong, finished or not
sheet    one player's outlines of one round, on a card, for a roll
round    1 to 5; the Penta-Rush points of the fifth count double
game     five rounds a player, each a sheet or the points written on the board

Whether an outline is right is the referee's business; here it need only lie on the card.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from solver.dice import Roll, format_roll, parse_roll
from solver.errors import GameError, PentaError, RollError, SheetError, did_you_mean, shown
from solver.penta_rush.card import Card, format_card_id, parse_card
from solver.polyomino import Cell

ROUNDS = 5

Outline = tuple[Cell, ...]

_SHEET_KEYS = {"card": True, "roll": True, "round": False, "timer": False, "outlines": True}
_PLAYER_KEYS = {"name": True, "rounds": True}
_CELL = 2  # a row and a col


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's *outlines* on *card* for *roll*; *timer*: the player turned the timer."""

    card: Card
    roll: Roll
    outlines: tuple[Outline, ...]
    round: int = 1
    timer: bool = False

    def __post_init__(self) -> None:
        check_on_card(self.roll, self.card)
        if not 1 <= self.round <= ROUNDS:
            raise SheetError("sheet, round", expected=f"1 to {ROUNDS}", found=shown(self.round))
        for number, outline in enumerate(self.outlines, start=1):
            _check_outline(outline, self.card, f"sheet, outline {number}")


@dataclass(frozen=True, slots=True)
class Player:
    """A player's five *rounds*: the points as written on the board, or the sheet."""

    name: str
    rounds: tuple[int | Sheet, ...]

    def __post_init__(self) -> None:
        if not (self.name and self.name.isprintable()):
            raise GameError("game", expected="a printable name", found=shown(self.name))
        where = f"game, {self.name}"
        if len(self.rounds) != ROUNDS:
            raise GameError(where, expected=f"{ROUNDS} rounds", found=str(len(self.rounds)))
        for number, entry in enumerate(self.rounds, start=1):
            if isinstance(entry, Sheet) and entry.round != number:
                raise GameError(
                    f"{where}, round {number}",
                    expected=f"a sheet of round {number}",
                    found=f"one of round {entry.round}",
                )


@dataclass(frozen=True, slots=True)
class Game:
    """The *players* of one game; in each round they share the roll, and one turns the timer."""

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


def check_on_card(roll: Roll, card: Card) -> None:
    """Raise `RollError` when *roll* holds a symbol that *card* does not show."""
    known = card.symbols
    strange = [symbol for symbol in roll.symbols if symbol not in known]
    if strange:
        raise RollError(
            f"roll {shown(roll.symbols)}",
            expected=f"symbols of the card ({known})",
            found=repr(strange[0]),
        )


def parse_sheet(text: str, *, source: str = "sheet") -> Sheet:
    """Return the sheet in *text*, JSON as `format_sheet` writes it; *source* names it.

    Left out, the round is 1 and the timer false. Raises `SheetError` where the text is no
    sheet, or the error of the card or the roll in it.
    """
    return _sheet(_parse_json(text, source, SheetError), source)


def format_sheet(sheet: Sheet) -> str:
    """Return *sheet* as JSON, on one line."""
    return json.dumps(_sheet_json(sheet)) + "\n"


def parse_game(text: str, *, source: str = "game") -> Game:
    """Return the game in *text*, JSON as `format_game` writes it; *source* names it.

    ``{"players": [{"name": "Sarah", "rounds": [10, 4, SHEET, 0, 12]}, ...]}``: a number is what
    was written on the board of points, timer and doubling already in it.
    Raises `GameError`, or what `parse_sheet` raises.
    """
    value = _parse_json(text, source, GameError)
    found = _object(value, source, GameError, {"players": True})["players"]
    players = _list(found, f"{source}, players", GameError, "a list of players")
    return Game(
        tuple(
            _player(player, f"{source}, player {number}")
            for number, player in enumerate(players, start=1)
        )
    )


def format_game(game: Game) -> str:
    """Return *game* as JSON, on one line."""
    players = [
        {
            "name": player.name,
            "rounds": [
                _sheet_json(entry) if isinstance(entry, Sheet) else entry for entry in player.rounds
            ],
        }
        for player in game.players
    ]
    return json.dumps({"players": players}) + "\n"


def _check_outline(outline: Outline, card: Card, where: str) -> None:
    rows, cols = card.rows, card.cols
    for cell in outline:
        if not (0 <= cell.row < rows and 0 <= cell.col < cols):
            expected = f"cells on the {rows}x{cols} card"
            raise SheetError(where, expected=expected, found=shown(list(cell)))
    if len(set(outline)) < len(outline):
        twice = next(cell for cell in outline if outline.count(cell) > 1)
        raise SheetError(where, expected="each cell once", found=f"{list(twice)} again")


def _check_round(where: str, sheets: Sequence[tuple[str, Sheet]]) -> None:
    turned = [name for name, sheet in sheets if sheet.timer]
    if len(turned) > 1:
        raise GameError(where, expected="one player to turn the timer", found=" and ".join(turned))
    for (name, sheet), (other, following) in pairwise(sheets):
        if sheet.roll != following.roll:
            raise GameError(
                where,
                expected=f"one roll, {sheet.roll} of {name}",
                found=f"{following.roll} of {other}",
            )


def _sheet(value: Any, source: str) -> Sheet:
    found = _object(value, source, SheetError, _SHEET_KEYS)
    card, roll, number = found["card"], found["roll"], found.get("round", 1)
    for key, text in (("card", card), ("roll", roll)):
        if not isinstance(text, str):
            raise SheetError(f"{source}, {key}", expected="a string", found=shown(text))
    if type(number) is not int or not 1 <= number <= ROUNDS:
        raise SheetError(f"{source}, round", expected=f"1 to {ROUNDS}", found=shown(number))
    timer = found.get("timer", False)
    if not isinstance(timer, bool):
        raise SheetError(f"{source}, timer", expected="true or false", found=shown(timer))
    outlines = _list(found["outlines"], f"{source}, outlines", SheetError, "a list of outlines")
    return Sheet(
        card=parse_card(card, source=f"{source}, card"),
        roll=parse_roll(roll),
        round=number,
        timer=timer,
        outlines=tuple(
            _outline(outline, f"{source}, outline {index}")
            for index, outline in enumerate(outlines, start=1)
        ),
    )


def _outline(value: Any, where: str) -> Outline:
    cells = _list(value, where, SheetError, "a list of cells [row, col]")
    for cell in cells:
        if not (
            isinstance(cell, list)
            and len(cell) == _CELL
            and all(type(number) is int for number in cell)
        ):
            raise SheetError(where, expected="cells [row, col]", found=shown(cell))
    return tuple(Cell(row, col) for row, col in cells)


def _player(value: Any, where: str) -> Player:
    found = _object(value, where, GameError, _PLAYER_KEYS)
    name = found["name"]
    if not isinstance(name, str):
        raise GameError(f"{where}, name", expected="a string", found=shown(name))
    entries = _list(found["rounds"], f"{where}, rounds", GameError, "a list of rounds")
    rounds: list[int | Sheet] = []
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, dict):
            rounds.append(_sheet(entry, f"{where}, round {number}"))
        elif type(entry) is int and entry >= 0:
            rounds.append(entry)
        else:
            raise GameError(
                f"{where}, round {number}", expected="points or a sheet", found=shown(entry)
            )
    return Player(name, tuple(rounds))


def _sheet_json(sheet: Sheet) -> dict[str, Any]:
    return {
        "card": format_card_id(sheet.card),
        "roll": format_roll(sheet.roll),
        "round": sheet.round,
        "timer": sheet.timer,
        "outlines": [[list(cell) for cell in outline] for outline in sheet.outlines],
    }


def _parse_json(text: str, source: str, error: type[PentaError]) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as found:
        raise error(
            f"{source}, line {found.lineno}, column {found.colno}",
            expected="JSON",
            found=f"{shown(found.doc[found.pos : found.pos + 10])} ({found.msg})",
        ) from None
    except (ValueError, RecursionError) as found:  # a number of 5000 digits, 5000 brackets
        raise error(source, expected="JSON", found=str(found).partition(";")[0]) from None


def _object(
    value: Any, where: str, error: type[PentaError], keys: dict[str, bool]
) -> dict[str, Any]:
    """Return *value*, an object with no keys but *keys*; the true ones must be there."""
    if not isinstance(value, dict):
        raise error(where, expected=f"an object with {', '.join(keys)}", found=shown(value))
    for key in value:
        if key not in keys:
            raise error(
                where,
                expected=f"keys {', '.join(keys)}",
                found=shown(key),
                hint=did_you_mean(key, keys),
            )
    for key, needed in keys.items():
        if needed and key not in value:
            raise error(where, expected=f"a key {key!r}", found="none")
    return value


def _list(value: Any, where: str, error: type[PentaError], expected: str) -> list[Any]:
    if not isinstance(value, list):
        raise error(where, expected=expected, found=shown(value))
    return value
