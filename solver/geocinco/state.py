"""The state of a game between two turns, and its JSON form."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Self

from solver.errors import StateError
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Table,
    json_quoted,
    list_of,
    read_name,
    whole_number,
)
from solver.geocinco.board import BOARDS, COLOURS, Board
from solver.question import check_fields, question

MAX_HELD = 2  # bridges not yet laid
MIN_PLAYERS = 2

_NO_BRIDGE = "two slots that a bridge can join: parallel, face to face, not too far"


class Bridge(NamedTuple):
    """A bridge of a *colour* between two slots, in the order of their names."""

    colour: str
    first: str
    second: str

    @classmethod
    def between(cls, colour: str, one: str, other: str) -> "Bridge":
        """Return the bridge of *colour* between two slots."""
        return cls(colour, *sorted((one, other)))

    @property
    def slots(self) -> frozenset[str]:
        """The slots of its supports."""
        return frozenset((self.first, self.second))


@dataclass(frozen=True, repr=False)
class State(JsonText):
    """*tokens* by slots of a *board*, *bridges*, how many are *held*, and who has the *turn*."""

    json_form = ("state", StateError)

    board: Board
    players: tuple[str, ...]
    turn: str
    tokens: Mapping[str, str]
    bridges: frozenset[Bridge]
    held: Mapping[str, int]

    def __repr__(self) -> str:
        counts = f"tokens {len(self.tokens)}, bridges {len(self.bridges)}"
        return f"<State: board {self.board.name}, {' '.join(self.players)}, {counts}>"

    @classmethod
    @question
    def start(cls, board: Board, players: tuple[str, ...]) -> "State":
        """Return the state before the first turn.

        Raises `StateError` unless *players* are two to four colours, each once.
        """
        read_players(Json([*players], "players", StateError))
        return cls(board, players, players[0], {}, frozenset(), dict.fromkeys(players, 0))

    def check(self, where: str) -> None:
        """Raise `StateError` or `TypeError` unless a file could hold this state.

        *where* names it in messages.
        """
        check_fields(self, where)
        if State.from_json(self.to_json(), where) != self:
            expected = "tokens on slots of the board, and bridges that are held by players"
            raise StateError(where, expected=expected, found="others")

    def tokens_of(self, colour: str) -> frozenset[str]:
        """Return the slots that have a token of *colour*."""
        return frozenset(slot for slot, owner in self.tokens.items() if owner == colour)

    def bridges_of(self, colour: str) -> frozenset[Bridge]:
        """Return the bridges of *colour*."""
        return frozenset(bridge for bridge in self.bridges if bridge.colour == colour)

    def with_token(self, slot: str, colour: str) -> "State":
        """Return the state with a token of *colour* on *slot*; bridges of its owner there fall."""
        owner = self.tokens.get(slot)
        bridges = frozenset(
            bridge for bridge in self.bridges if slot not in bridge.slots or owner in (None, colour)
        )
        return replace(self, tokens={**self.tokens, slot: colour}, bridges=bridges)

    def with_bridge(self, bridge: Bridge) -> "State":
        """Return the state with a held bridge laid."""
        held = {**self.held, bridge.colour: self.held[bridge.colour] - 1}
        return replace(self, bridges=self.bridges | {bridge}, held=held)

    def with_held(self, colour: str) -> "State":
        """Return the state with one bridge more held by *colour*, forfeited where two are."""
        held = {**self.held, colour: min(MAX_HELD, self.held[colour] + 1)}
        return replace(self, held=held)

    def next_turn(self) -> "State":
        """Return the state with the turn passed on."""
        after = (self.players.index(self.turn) + 1) % len(self.players)
        return replace(self, turn=self.players[after])

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the state that *json* describes."""
        state = dict(Fields(json, _STATE))
        return cls(**{**state, "turn": state["turn"] or state["players"][0]})

    def to_json(self) -> dict[str, Any]:
        """Return the state as a JSON object."""
        return {
            "board": self.board.name,
            "players": list(self.players),
            "turn": self.turn,
            "tokens": {slot: self.tokens[slot] for slot in self.board.slots if slot in self.tokens},
            "bridges": sorted(map(list, self.bridges)),
            "held": {player: count for player, count in self.held.items() if count},
        }


def read_board(json: Json) -> Board:
    """Return the board that *json* names."""
    return Board.named(read_name(json, BOARDS))


def read_slot(json: Json) -> str:
    """Return the slot that *json* names, of the field ``board``."""
    slot: str = json["board"].slot_name(json.as_text(), json.where, json.error)
    return slot


def read_players(json: Json) -> tuple[str, ...]:
    """Return the players that *json* lists: two to four colours, each once."""
    expected = f"two to four of {', '.join(COLOURS)}"
    players = list_of(partial(read_name, known=COLOURS, expected=expected), expected)(json)
    if len(set(players)) < len(players):
        again = next(player for player in players if players.count(player) > 1)
        raise json.wrong("each colour once", f"{again} again")
    if len(players) < MIN_PLAYERS:
        raise json.wrong(expected)
    return players


def _read_player(json: Json) -> str:
    return read_name(json, json["players"], f"a colour that plays, {' or '.join(json['players'])}")


def _read_tokens(json: Json) -> dict[str, str]:
    tokens: dict[str, str] = {}
    typed_as: dict[str, str] = {}
    for typed, colour in json.as_dict("an object of slots and their colours").items():
        slot = read_slot(replace(json, value=typed))
        if slot in tokens:
            raise json.wrong("each slot once", f"{typed}, which is {typed_as[slot]} too")
        tokens[slot], typed_as[slot] = _read_player(json.inner(colour, typed)), typed
    return tokens


def _read_bridges(json: Json) -> frozenset[Bridge]:
    laid: set[Bridge] = set()

    def read_bridge(json: Json) -> None:
        bridge = _read_bridge(json)
        if bridge in laid:
            raise json.wrong("each bridge once", f"{json_quoted(json.value)} again")
        laid.add(bridge)

    list_of(read_bridge, "a list", each="bridge")(json)
    return frozenset(laid)


def _read_bridge(json: Json) -> Bridge:
    expected = "a colour and two slots"
    if len(json.as_list(expected)) != len(Bridge._fields):
        raise json.wrong(expected)
    colour, *names = list_of(Json.as_text, expected)(json)
    _read_player(replace(json, value=colour))
    slots = [read_slot(replace(json, value=name)) for name in names]
    if frozenset(slots) not in json["board"].bridge_places:
        raise json.wrong(_NO_BRIDGE, " and ".join(names))
    tokens = json["tokens"]
    for name, slot in zip(names, slots, strict=True):
        if tokens.get(slot) != colour:
            found = f"{tokens[slot]} there" if slot in tokens else "none"
            raise json.wrong(f"a {colour} token on {name}", found)
    return Bridge.between(colour, *slots)


def _read_held(json: Json) -> dict[str, int]:
    held = dict.fromkeys(json["players"], 0)
    read_count = whole_number(0, MAX_HELD, f"0 to {MAX_HELD} bridges not yet laid")
    counts = json.as_dict("an object of colours and their bridges not yet laid")
    for colour, count in counts.items():
        _read_player(replace(json, value=colour))
        held[colour] = read_count(json.inner(count, colour))
    return held


_STATE: Table = {
    "board": Optional(read_board, BOARDS[0]),
    "players": read_players,
    "turn": Optional(_read_player),
    "tokens": _read_tokens,
    "bridges": Optional(_read_bridges, []),
    "held": Optional(_read_held, {}),
}
