"""The record of a game of Knaster, and its JSON form.

What `knaster play` saves has a further key, ``play``, which is not read here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from solver.errors import RecordError, errors_within, quoted
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Table,
    json_quoted,
    list_of,
    read_any,
    read_cell,
    read_cells,
)
from solver.geometry.cell import Cell, names_of
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER, check_cell
from solver.question import check_fields

if TYPE_CHECKING:
    from fractions import Fraction

SOLITAIRE = "you"  # the name of the one player of a record without names
MAX_PLAYERS = 100
_MAX_NAME = 40
MIN_LOSS = 0.005  # points: less would be shown as 0.00
JSON_DECIMALS = 4


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

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the turn that *json* describes."""
        fields = dict(Fields(json, _TURN))
        with errors_within(json.where):
            return cls(**fields)

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


@dataclass(frozen=True, slots=True, repr=False)
class Player:
    """A player's *turns* so far."""

    name: str
    turns: tuple[Turn, ...] = ()

    def __post_init__(self) -> None:
        check_fields(self, "player")
        if not (self.name.isprintable() and 1 <= len(self.name) <= _MAX_NAME):
            expected = f"a printable name of at most {_MAX_NAME} characters"
            raise RecordError("player", expected=expected, found=quoted(self.name))

    def __repr__(self) -> str:
        return f"<Player {self.name}, turns {len(self.turns)}>"


@dataclass(frozen=True, slots=True, repr=False)
class Record(JsonText):
    """The *players* with equally many turns each, whose rolls are the same.

    Raises `RecordError` if they differ in their rolls, or two have one name.
    """

    json_form = ("record", RecordError)

    players: tuple[Player, ...]

    def __post_init__(self) -> None:
        check_fields(self, "record")
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

    def __repr__(self) -> str:
        return f"<Record: players {len(self.players)}, turns {len(self.players[0].turns)}>"

    @classmethod
    def of_solitaire(cls, turns: tuple[Turn, ...]) -> Self:
        """Return the record of a game of one player who has no name."""
        return cls((Player(SOLITAIRE, turns),))

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the record that *json* describes; its cells are ``"c4"``, or ``[row, col]``."""
        fields = Fields(json, _RECORD)
        if ("turns" in json.value) == ("players" in json.value):
            found = "both" if "turns" in json.value else "neither"
            raise json.wrong("a key 'turns', or 'players'", found)
        if "turns" in json.value:
            return cls.of_solitaire(fields["turns"])
        players = fields["players"]
        with errors_within(json.where):
            return cls(players)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
        played = {
            player.name: {"turns": [turn.to_json() for turn in player.turns]}
            for player in self.players
        }
        return played[SOLITAIRE] if [*played] == [SOLITAIRE] else {"players": played}


def _read_players(json: Json) -> tuple[Player, ...]:
    players = []
    for name, value in json.as_dict("an object with one player per name").items():
        with errors_within(json.outer):
            player = Player(name)
        own = replace(json, value=value, where=f"{json.outer}, {name}")
        players.append(replace(player, turns=Fields(own, {"turns": read_turns})["turns"]))
    return tuple(players)


read_turns = list_of(Turn.read, "a list of turns", each="turn")
_TURN: Table = {
    "roll": read_any,
    "write": Optional(read_cell),
    "bonus": Optional(read_cells, []),
    "circle": Optional(read_cell),
}
_RECORD: Table = {
    "turns": Optional(read_turns),
    "players": Optional(_read_players),
    "play": Optional(read_any),
}


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


class RatedMove(NamedTuple):
    """A legal *turn*, and the *mean* of the final score after it; *exact* where that is known."""

    turn: Turn
    mean: float
    exact: "Fraction | None" = None


def rounded(score: float) -> float:
    """Return a *score*, or a difference of scores, with the decimals of JSON.

    >>> rounded(2 / 3), rounded(-0.00001)
    (0.6667, 0.0)
    """
    return round(score, JSON_DECIMALS) + 0.0  # no -0.0


def loss_text(loss: float) -> str:
    """Return a *loss* with two decimals, or nothing where they would be 0.00.

    >>> loss_text(1.25), loss_text(0.001)
    ('1.25', '')
    """
    return f"{loss:.2f}" if loss >= MIN_LOSS else ""
