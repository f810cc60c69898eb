"""The record of a game of Knaster, and its JSON form.

In a turn all players share the roll, the sum of two dice. Each of them writes it in a free cell,
and circles the cells that the hands of the lines so filled ask for, his *bonus*; or he circles an
equal number. In the last roll he may do nothing. Whether a turn keeps the rules, the referee says.

What `knaster play` saves has a further key, ``play``, which is not read here.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from solver.errors import RecordError, quoted
from solver.files.json_reader import as_cells, as_list, as_object, json_quoted, parse_json
from solver.geometry.cell import Cell, names_of
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER, check_cell

SOLITAIRE = "you"  # the name of the one player of a record without names
MAX_PLAYERS = 100
_MAX_NAME = 40
_KEYS = {"turns": False, "players": False, "play": False}
_TURN_KEYS = {"roll": True, "write": False, "bonus": False, "circle": False}


@dataclass(frozen=True, slots=True)
class Turn:
    """A *roll*, the cell in which it is written with the *bonus* cells, or the cell circled.

    Raises `RecordError` if this is no roll of two dice, or a cell is not on the sheet.
    """

    roll: int
    write: Cell | None = None
    bonus: tuple[Cell, ...] = ()
    circle: Cell | None = None

    def __post_init__(self) -> None:
        if type(self.roll) is not int or not MIN_NUMBER <= self.roll <= MAX_NUMBER:
            expected = f"the sum of two dice, {MIN_NUMBER} to {MAX_NUMBER}"
            raise RecordError("roll", expected=expected, found=json_quoted(self.roll))
        for key, cell in (("write", self.write), ("circle", self.circle)):
            if cell is not None:
                check_cell(cell, key, RecordError)
        for cell in self.bonus:
            check_cell(cell, "bonus", RecordError)

    def to_json(self) -> dict[str, Any]:
        """Return the turn as a JSON object."""
        fields: dict[str, Any] = {"roll": self.roll}
        if self.write is not None:
            fields["write"] = str(self.write)
        if self.bonus:
            fields["bonus"] = [str(cell) for cell in self.bonus]
        if self.circle is not None:
            fields["circle"] = str(self.circle)
        return fields

    @property
    def changed_cells(self) -> tuple[Cell, ...]:
        """The cells that are written or circled."""
        return tuple(cell for cell in (self.write, self.circle, *self.bonus) if cell is not None)

    @property
    def action(self) -> str:
        """What is done with the roll, in words.

        >>> Turn(7, write=Cell(0, 0), bonus=(Cell(1, 1), Cell(2, 2))).action
        'write a1, circle b2 c3'
        """
        if self.circle is not None:
            return f"circle {self.circle}"
        if self.write is None:
            return "pass"
        return f"write {self.write}" + (f", circle {names_of(self.bonus)}" if self.bonus else "")


@dataclass(frozen=True, slots=True)
class Player:
    """A player's *turns* so far."""

    name: str
    turns: tuple[Turn, ...] = ()

    def __post_init__(self) -> None:
        if not (self.name.isprintable() and 1 <= len(self.name) <= _MAX_NAME):
            expected = f"a printable name of at most {_MAX_NAME} characters"
            raise RecordError("player", expected=expected, found=quoted(self.name))


@dataclass(frozen=True, slots=True)
class Record:
    """The *players* with equally many turns each, whose rolls are the same.

    Raises `RecordError` if they differ in their rolls, or two have one name.
    """

    players: tuple[Player, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.players) <= MAX_PLAYERS:
            found = str(len(self.players))
            raise RecordError("players", expected=f"1 to {MAX_PLAYERS} of them", found=found)
        names = [player.name for player in self.players]
        if len(set(names)) < len(names):
            repeated = next(name for name in names if names.count(name) > 1)
            raise RecordError("players", expected="each name once", found=f"{repeated!r} again")
        first, *others = self.players
        for other in others:
            _check_shared_rolls(first, other)

    @property
    def rolls(self) -> list[int]:
        """The rolls so far."""
        return [turn.roll for turn in self.players[0].turns]

    def turns(self) -> Iterator[tuple[Turn, ...]]:
        """Yield what every player did with each roll, in the order of the players."""
        return zip(*(player.turns for player in self.players), strict=True)

    @classmethod
    def of_solitaire(cls, turns: tuple[Turn, ...]) -> "Record":
        """Return the record of a game of one player who has no name."""
        return cls((Player(SOLITAIRE, turns),))

    @classmethod
    def parse(cls, text: str, *, source: str = "record") -> "Record":
        """Return the record in *text*, the JSON of `to_json`; *source* names it in messages.

        Cells are ``"c4"`` or ``[row, col]``, these from 0. Raises `RecordError` where the text is
        no record.
        """
        return cls.from_json(parse_json(text, source, RecordError), source)

    @classmethod
    def from_json(cls, value: Any, where: str) -> "Record":
        """Return the record that the JSON *value*, which is *where*, describes."""
        fields = as_object(value, where, RecordError, _KEYS)
        if ("turns" in fields) == ("players" in fields):
            found = "both" if "turns" in fields else "neither"
            expected = "a key 'turns', or 'players'"
            raise RecordError(where, expected=expected, found=found)
        if "turns" in fields:
            return cls.of_solitaire(parse_turns(fields["turns"], where))
        if not isinstance(fields["players"], dict):
            expected = "an object with one player per name"
            found = json_quoted(fields["players"])
            raise RecordError(f"{where}, players", expected=expected, found=found)
        try:
            players = [_parse_player(name, value) for name, value in fields["players"].items()]
            return cls(tuple(players))
        except RecordError as error:
            raise error.within(where) from None

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
        turns = [[turn.to_json() for turn in player.turns] for player in self.players]
        if self.players[0].name == SOLITAIRE and len(self.players) == 1:
            return {"turns": turns[0]}
        names = [player.name for player in self.players]
        return {"players": {name: {"turns": own} for name, own in zip(names, turns, strict=True)}}

    def __str__(self) -> str:
        return json.dumps(self.to_json()) + "\n"


def parse_turns(value: Any, where: str) -> tuple[Turn, ...]:
    """Return the turns that the JSON *value*, which is *where*, lists."""
    turns = as_list(value, f"{where}, turns", RecordError, "a list of turns")
    return tuple(
        _parse_turn(turn, f"{where}, turn {number}") for number, turn in enumerate(turns, start=1)
    )


def _parse_player(name: str, value: Any) -> Player:
    player = Player(name)
    turns = as_object(value, name, RecordError, {"turns": True})["turns"]
    return replace(player, turns=parse_turns(turns, name))


def _parse_turn(value: Any, where: str) -> Turn:
    fields = as_object(value, where, RecordError, _TURN_KEYS)
    bonus = as_cells(fields.get("bonus", []), f"{where}, bonus", RecordError)
    write, circle = (_parse_cell(fields, key, where) for key in ("write", "circle"))
    try:
        return Turn(fields["roll"], write, bonus, circle)
    except RecordError as error:
        raise error.within(where) from None


def _parse_cell(fields: dict[str, Any], key: str, where: str) -> Cell | None:
    if key not in fields:
        return None
    (cell,) = as_cells([fields[key]], f"{where}, {key}", RecordError)
    return cell


def _check_shared_rolls(first: Player, other: Player) -> None:
    """Raise unless two players share the rolls of equally many turns."""
    if len(other.turns) != len(first.turns):
        expected = f"as many turns as {first.name} has, {len(first.turns)}"
        raise RecordError(other.name, expected=expected, found=str(len(other.turns)))
    for number, (known, turn) in enumerate(zip(first.turns, other.turns, strict=True), start=1):
        if turn.roll != known.roll:
            where = f"{other.name}, turn {number}, roll"
            expected = f"the roll of {first.name}, {known.roll}"
            raise RecordError(where, expected=expected, found=str(turn.roll))
