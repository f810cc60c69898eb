"""The record of a game of Knaster, and its JSON form.

In a turn all players share the roll, the sum of two dice. Each of them writes it in a free cell,
and circles the cells that the hands of the lines so filled ask for, his *bonus*; or he circles an
equal number. In the last roll he may do nothing. Whether a turn keeps the rules, the referee says.

What `knaster play` saves has a further key, ``play``, which is not read here.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from solver.errors import RecordError, quoted
from solver.files.json_reader import as_cells, as_list, as_object, json_quoted, parse_json
from solver.geometry.cell import Cell, names_of
from solver.knaster.line import CELLS
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER

SOLITAIRE = "you"  # the name of the one player of a record without names
MAX_PLAYERS = 100
_KEYS = {"turns": False, "players": False, "play": False}
_TURN_KEYS = {"roll": True, "write": False, "bonus": False, "circle": False}


@dataclass(frozen=True, slots=True)
class Turn:
    """A *roll*, the cell in which it is written with the *bonus* cells, or the cell circled."""

    roll: int
    write: Cell | None = None
    bonus: tuple[Cell, ...] = ()
    circle: Cell | None = None

    def __post_init__(self) -> None:
        _check_roll(self.roll, "turn, roll")

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
    def action(self) -> str:
        """What is done with the roll, in words.

        >>> Turn(7, write=Cell(0, 0), bonus=(Cell(1, 1), Cell(2, 2))).action
        'write a1, circle b2 c3'
        """
        if self.circle is not None:
            return f"circle {self.circle}"
        if self.write is None:
            return "nothing"
        return f"write {self.write}" + (f", circle {names_of(self.bonus)}" if self.bonus else "")


@dataclass(frozen=True, slots=True)
class Player:
    """A player's *turns* so far."""

    name: str
    turns: tuple[Turn, ...] = ()

    def __post_init__(self) -> None:
        if not (self.name and self.name.isprintable()):
            raise RecordError("record", expected="a printable name", found=quoted(self.name))


@dataclass(frozen=True, slots=True)
class Record:
    """The *players* with equally many turns each, whose rolls are the same."""

    players: tuple[Player, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.players) <= MAX_PLAYERS:
            expected = f"1 to {MAX_PLAYERS} players"
            raise RecordError("record", expected=expected, found=str(len(self.players)))
        first, *others = self.players
        for other in others:
            _check_shared_rolls(first, other)
        names = [player.name for player in self.players]
        if len(set(names)) < len(names):
            repeated = next(name for name in names if names.count(name) > 1)
            raise RecordError("record", expected="each name once", found=f"{repeated!r} again")

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
        players = []
        for name, player in fields["players"].items():
            place = f"{where}, {name}"
            turns = as_object(player, place, RecordError, {"turns": True})["turns"]
            players.append(Player(name, parse_turns(turns, place)))
        return cls(tuple(players))

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


def _parse_turn(value: Any, where: str) -> Turn:
    fields = as_object(value, where, RecordError, _TURN_KEYS)
    _check_roll(fields["roll"], f"{where}, roll")
    bonus = as_cells(fields.get("bonus", []), f"{where}, bonus", RecordError)
    for cell in bonus:
        _check_cell(cell, f"{where}, bonus")
    return Turn(
        fields["roll"],
        _parse_cell(fields, "write", where),
        bonus,
        _parse_cell(fields, "circle", where),
    )


def _parse_cell(fields: dict[str, Any], key: str, where: str) -> Cell | None:
    if key not in fields:
        return None
    (cell,) = as_cells([fields[key]], f"{where}, {key}", RecordError)
    _check_cell(cell, f"{where}, {key}")
    return cell


def _check_cell(cell: Cell, where: str) -> None:
    if cell not in CELLS:
        raise RecordError(where, expected="a cell from a1 to e5", found=str(cell))


def _check_roll(roll: Any, where: str) -> None:
    if type(roll) is not int or not MIN_NUMBER <= roll <= MAX_NUMBER:
        expected = f"the sum of two dice, {MIN_NUMBER} to {MAX_NUMBER}"
        raise RecordError(where, expected=expected, found=json_quoted(roll))


def _check_shared_rolls(first: Player, other: Player) -> None:
    """Raise unless two players share the rolls of equally many turns."""
    if len(other.turns) != len(first.turns):
        expected = f"as many turns as {first.name} has, {len(first.turns)}"
        found = str(len(other.turns))
        raise RecordError(f"record, {other.name}", expected=expected, found=found)
    for number, (known, turn) in enumerate(zip(first.turns, other.turns, strict=True), start=1):
        if turn.roll != known.roll:
            where = f"record, {other.name}, turn {number}"
            expected = f"the roll of {first.name}, {known.roll}"
            raise RecordError(where, expected=expected, found=str(turn.roll))
