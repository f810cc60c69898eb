"""The record of a game, and its JSON form. Whether a turn keeps the rules, the referee says."""

from dataclasses import dataclass
from typing import Annotated, Any, Self

from solver.errors import RecordError
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Table,
    list_of,
    or_null,
    read_any,
    whole_number,
)
from solver.geocinco.board import BOARDS, Board
from solver.geocinco.state import read_board, read_players, read_slot
from solver.geocinco.throw import DIGIT_FACES, Throw
from solver.question import Within, check_fields

TOKENS = 2  # that a turn lays; in the slower game one
TokenCount = Annotated[int, Within(1, TOKENS)]

_MOVE = 'a slot, {"contest": ...} or {"bridge": [...]}'


@dataclass(frozen=True, slots=True)
class Lay:
    """A token laid on a free *slot*."""

    slot: str

    def to_json(self) -> str:
        """Return the name of the slot."""
        return self.slot

    def __str__(self) -> str:
        return self.slot


@dataclass(frozen=True, slots=True)
class Contest:
    """A token laid on another's at *slot*, and the *dice* thrown until they differed.

    Each throw is the challenger's face and the defender's. *extra* is where the winner lays one
    token more, if there is such a place: the challenger at once, the defender after the turn.
    """

    slot: str
    dice: tuple[str, ...]
    extra: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the contest as a JSON object."""
        extra = {} if self.extra is None else {"extra": self.extra}
        return {"contest": self.slot, "dice": list(self.dice), **extra}

    def __str__(self) -> str:
        dice = " ".join("-".join(pair) for pair in self.dice)
        extra = "" if self.extra is None else f", extra {self.extra}"
        return f"contest {self.slot}, dice {dice}{extra}"


@dataclass(frozen=True, slots=True)
class LayBridge:
    """A bridge laid between the tokens on two slots."""

    first: str
    second: str

    def to_json(self) -> dict[str, list[str]]:
        """Return the bridge as a JSON object."""
        return {"bridge": [self.first, self.second]}

    def __str__(self) -> str:
        return f"bridge {self.first} {self.second}"


Move = Lay | Contest | LayBridge


@dataclass(frozen=True, slots=True)
class GameTurn:
    """A *throw*, and the *moves* made with it, in their order."""

    throw: Throw
    moves: tuple[Move, ...] = ()

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the turn that *json* describes, with slots of the field ``board`` around it."""
        return cls(**Fields(json, TURN_FIELDS))

    def to_json(self) -> dict[str, Any]:
        """Return the turn as a JSON object."""
        return {"throw": str(self.throw), "moves": [move.to_json() for move in self.moves]}


@dataclass(frozen=True, slots=True, repr=False)
class Record(JsonText):
    """The *turns* so far of *players* on a *board*, who have *tokens* tokens each."""

    json_form = ("record", RecordError)

    board: Board
    players: tuple[str, ...]
    turns: tuple[GameTurn, ...] = ()
    tokens: TokenCount = TOKENS

    def __post_init__(self) -> None:
        check_fields(self, "record")

    def __repr__(self) -> str:
        return (
            f"<Record: board {self.board.name}, {' '.join(self.players)}, turns {len(self.turns)}>"
        )

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the record that *json* describes."""
        fields = dict(Fields(json, RECORD_FIELDS))
        del fields["play"]
        return cls(**fields)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
        return {
            "board": self.board.name,
            "players": list(self.players),
            "tokens": self.tokens,
            "turns": [turn.to_json() for turn in self.turns],
        }


def _read_move(json: Json) -> Move:
    if isinstance(json.value, str):
        return Lay(read_slot(json))
    if not isinstance(json.value, dict):
        raise json.wrong(_MOVE)
    if "bridge" in json.value:
        return LayBridge(*Fields(json, _BRIDGE)["bridge"])
    fields = Fields(json, _CONTEST)
    return Contest(dice=fields["dice"], extra=fields["extra"], slot=fields["contest"])


def _read_supports(json: Json) -> tuple[str, ...]:
    slots = json.as_list("two slots")
    if len(slots) != 2:  # noqa: PLR2004 - its supports
        raise json.wrong("two slots")
    return list_of(read_slot, "two slots")(json)


def _read_faces(json: Json) -> str:
    faces = json.value
    if not (isinstance(faces, str) and len(faces) == 2 and set(faces) <= set(DIGIT_FACES)):  # noqa: PLR2004
        raise json.wrong('the faces of both, 1-5 or *, as in "5*"')
    return faces


_BRIDGE: Table = {"bridge": _read_supports}
_CONTEST: Table = {
    "contest": read_slot,
    "dice": list_of(_read_faces, 'throws like "52"'),
    "extra": Optional(or_null(read_slot)),
}
TURN_FIELDS: Table = {
    "throw": lambda json: Throw.parse(json.as_text(), where=json.where),
    "moves": list_of(_read_move, f"a list, each {_MOVE}", each="move"),
}
RECORD_FIELDS: Table = {
    "players": read_players,
    "turns": list_of(GameTurn.read, "a list of turns", each="turn"),
    "board": Optional(read_board, BOARDS[0]),
    "tokens": Optional(whole_number(1, TOKENS, "1 or 2 tokens a turn"), TOKENS),
    "play": Optional(read_any),
}
