"""The record of a game, and its JSON form. Whether a turn keeps the rules, the referee says.

What ``penta geo play`` saves has a further key, ``play``, which is not read here.
"""

import json
from dataclasses import dataclass
from typing import Any

from solver.errors import RecordError
from solver.files.json_reader import as_list, as_object, as_text, json_quoted, parse_json
from solver.geocinco.board import BOARDS, Board
from solver.geocinco.state import as_board, as_players
from solver.geocinco.throw import DIGIT_FACES, Throw

TOKENS = 2  # that a turn lays; in the slower game one

_KEYS = {"players": True, "turns": True, "board": False, "tokens": False, "play": False}
_TURN_KEYS = {"throw": True, "moves": True}
_CONTEST_KEYS = {"contest": True, "dice": True, "extra": False}
_MOVE = 'a slot, {"contest": ...} or {"bridge": [...]}'


@dataclass(frozen=True, slots=True)
class Lay:
    """A token laid on a free *slot*."""

    slot: str


@dataclass(frozen=True, slots=True)
class Contest:
    """A token laid on another's at *slot*, and the *dice* thrown until they differed.

    Each throw is the challenger's face and the defender's. *extra* is where the winner lays one
    token more, if there is such a place: the challenger at once, the defender after the turn.
    """

    slot: str
    dice: tuple[str, ...]
    extra: str | None = None


@dataclass(frozen=True, slots=True)
class LayBridge:
    """A bridge laid between the tokens on two slots."""

    first: str
    second: str


Move = Lay | Contest | LayBridge


@dataclass(frozen=True, slots=True)
class GameTurn:
    """A *throw*, and the *moves* made with it, in their order."""

    throw: Throw
    moves: tuple[Move, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the turn as a JSON object."""
        return {"throw": str(self.throw), "moves": [_move_json(move) for move in self.moves]}


@dataclass(frozen=True, slots=True)
class Record:
    """The *turns* so far of *players* on a *board*, who have *tokens* tokens each."""

    board: Board
    players: tuple[str, ...]
    turns: tuple[GameTurn, ...] = ()
    tokens: int = TOKENS

    @classmethod
    def parse(cls, text: str, *, source: str = "record") -> "Record":
        """Return the record in *text*, the JSON of `to_json`; *source* names it in messages.

        Raises `RecordError` where the text is no record.
        """
        return cls.from_json(parse_json(text, source, RecordError), source)

    @classmethod
    def from_json(cls, value: Any, source: str) -> "Record":
        """Return the record that the JSON *value* describes."""
        fields = as_object(value, source, RecordError, _KEYS)
        board = as_board(fields.get("board", BOARDS[0]), f"{source}, board", RecordError)
        players = as_players(fields["players"], f"{source}, players", RecordError)
        tokens = fields.get("tokens", TOKENS)
        if type(tokens) is not int or not 1 <= tokens <= TOKENS:
            expected = "1 or 2 tokens a turn"
            raise RecordError(f"{source}, tokens", expected=expected, found=json_quoted(tokens))
        turns = parse_turns(fields["turns"], board, source)
        return cls(board, players, turns, tokens)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
        return {
            "board": self.board.name,
            "players": list(self.players),
            "tokens": self.tokens,
            "turns": [turn.to_json() for turn in self.turns],
        }

    def __str__(self) -> str:
        return json.dumps(self.to_json()) + "\n"


def parse_turns(value: Any, board: Board, source: str) -> tuple[GameTurn, ...]:
    """Return the turns that the JSON *value* lists."""
    turns = as_list(value, f"{source}, turns", RecordError, "a list of turns")
    return tuple(
        parse_turn(turn, board, f"{source}, turn {number}")
        for number, turn in enumerate(turns, start=1)
    )


def parse_turn(value: Any, board: Board, where: str) -> GameTurn:
    """Return the turn that the JSON *value*, which is *where*, describes; raise `RecordError`."""
    fields = as_object(value, where, RecordError, _TURN_KEYS)
    throw = Throw.parse(
        as_text(fields["throw"], f"{where}, throw", RecordError), where=f"{where}, throw"
    )
    moves = as_list(fields["moves"], f"{where}, moves", RecordError, f"a list, each {_MOVE}")
    return GameTurn(
        throw,
        tuple(
            _parse_move(move, board, f"{where}, move {number}")
            for number, move in enumerate(moves, start=1)
        ),
    )


def _parse_move(value: Any, board: Board, where: str) -> Move:
    if isinstance(value, str):
        return Lay(board.slot_name(value, where, RecordError))
    if not isinstance(value, dict):
        raise RecordError(where, expected=_MOVE, found=json_quoted(value))
    if "bridge" in value:
        fields = as_object(value, where, RecordError, {"bridge": True})
        slots = as_list(fields["bridge"], f"{where}, bridge", RecordError, "two slots")
        if len(slots) != 2:  # noqa: PLR2004 - its supports
            found = json_quoted(slots)
            raise RecordError(f"{where}, bridge", expected="two slots", found=found)
        return LayBridge(*(_parse_slot(slot, board, f"{where}, bridge") for slot in slots))
    fields = as_object(value, where, RecordError, _CONTEST_KEYS)
    dice = as_list(fields["dice"], f"{where}, dice", RecordError, 'throws like "52"')
    for pair in dice:
        if not (isinstance(pair, str) and len(pair) == 2 and set(pair) <= set(DIGIT_FACES)):  # noqa: PLR2004
            expected = 'the faces of both, 1-5 or *, as in "5*"'
            raise RecordError(f"{where}, dice", expected=expected, found=json_quoted(pair))
    extra = fields.get("extra")
    if extra is not None:
        extra = _parse_slot(extra, board, f"{where}, extra")
    return Contest(_parse_slot(fields["contest"], board, f"{where}, contest"), tuple(dice), extra)


def _parse_slot(value: Any, board: Board, where: str) -> str:
    return board.slot_name(as_text(value, where, RecordError), where, RecordError)


def _move_json(move: Move) -> Any:
    if isinstance(move, Lay):
        return move.slot
    if isinstance(move, LayBridge):
        return {"bridge": [move.first, move.second]}
    extra = {} if move.extra is None else {"extra": move.extra}
    return {"contest": move.slot, "dice": list(move.dice), **extra}


def move_text(move: Move) -> str:
    """Return *move* in words.

    >>> move_text(Contest("C3r2", ("44", "*2"), "A1r1"))
    'contest C3r2, dice 4-4 *-2, extra A1r1'
    """
    if isinstance(move, Lay):
        return move.slot
    if isinstance(move, LayBridge):
        return f"bridge {move.first} {move.second}"
    dice = " ".join("-".join(pair) for pair in move.dice)
    extra = "" if move.extra is None else f", extra {move.extra}"
    return f"contest {move.slot}, dice {dice}{extra}"
