"""The state of a game between two turns, and its JSON form."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from solver.errors import PentaError, StateError, did_you_mean
from solver.files.json_reader import as_list, as_object, as_text, json_quoted, parse_json
from solver.geocinco.board import BOARDS, COLOURS, Board

MAX_HELD = 2  # bridges not yet laid
MIN_PLAYERS = 2

_KEYS = {
    "board": False,
    "players": True,
    "turn": False,
    "tokens": True,
    "bridges": False,
    "held": False,
}
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


@dataclass(frozen=True)
class State:
    """The *tokens* on the slots of a *board*, by colour, the *bridges*, and how many are *held*.

    The *players* are colours, in the order of their turns; *turn* is who has the next one.
    """

    board: Board
    players: tuple[str, ...]
    turn: str
    tokens: Mapping[str, str]
    bridges: frozenset[Bridge]
    held: Mapping[str, int]

    @classmethod
    def start(cls, board: Board, players: tuple[str, ...]) -> "State":
        """Return the state before the first turn; *players* are checked already."""
        return cls(board, players, players[0], {}, frozenset(), dict.fromkeys(players, 0))

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
    def parse(cls, text: str, *, source: str = "state") -> "State":
        """Return the state in *text*, the JSON of `to_json`; *source* names it in messages.

        Raises `StateError` where the text is no state.
        """
        return cls.from_json(parse_json(text, source, StateError), source)

    @classmethod
    def from_json(cls, value: Any, source: str) -> "State":
        """Return the state that the JSON *value* describes."""
        fields = as_object(value, source, StateError, _KEYS)
        board = as_board(fields.get("board", BOARDS[0]), f"{source}, board", StateError)
        players = as_players(fields["players"], f"{source}, players", StateError)
        turn = fields.get("turn", players[0])
        _check_player(turn, players, f"{source}, turn")
        tokens = _parse_tokens(fields["tokens"], board, players, f"{source}, tokens")
        bridges = as_list(fields.get("bridges", []), f"{source}, bridges", StateError, "a list")
        laid: set[Bridge] = set()
        for number, bridge in enumerate(bridges, start=1):
            where = f"{source}, bridge {number}"
            parsed = _parse_bridge(bridge, board, tokens, players, where)
            if parsed in laid:
                expected = "each bridge once"
                raise StateError(where, expected=expected, found=f"{json_quoted(bridge)} again")
            laid.add(parsed)
        held = _parse_held(fields.get("held", {}), players, f"{source}, held")
        return cls(board, players, turn, tokens, frozenset(laid), held)

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

    def __str__(self) -> str:
        return json.dumps(self.to_json()) + "\n"


def as_board(value: Any, where: str, error: type[PentaError]) -> Board:
    """Return the board that the JSON *value* names."""
    if value not in BOARDS:
        hint = did_you_mean(value, BOARDS) if isinstance(value, str) else ""
        raise error(where, expected=" or ".join(BOARDS), found=json_quoted(value), hint=hint)
    return Board.named(value)


def as_players(value: Any, where: str, error: type[PentaError]) -> tuple[str, ...]:
    """Return the players that the JSON *value* lists: two to four colours, each once."""
    expected = f"two to four of {', '.join(COLOURS)}"
    players = as_list(value, where, error, expected)
    for player in players:
        if player not in COLOURS:
            hint = did_you_mean(player, COLOURS) if isinstance(player, str) else ""
            raise error(where, expected=expected, found=json_quoted(player), hint=hint)
    if len(set(players)) < len(players):
        again = next(player for player in players if players.count(player) > 1)
        raise error(where, expected="each colour once", found=f"{again} again")
    if len(players) < MIN_PLAYERS:
        raise error(where, expected=expected, found=json_quoted(players))
    return tuple(players)


def _check_player(value: Any, players: tuple[str, ...], where: str) -> None:
    """Raise unless *value* is one of the *players*."""
    if value not in players:
        expected = f"a colour that plays, {' or '.join(players)}"
        hint = did_you_mean(value, players) if isinstance(value, str) else ""
        raise StateError(where, expected=expected, found=json_quoted(value), hint=hint)


def _parse_tokens(value: Any, board: Board, players: tuple[str, ...], where: str) -> dict[str, str]:
    if not isinstance(value, dict):
        expected = "an object of slots and their colours"
        raise StateError(where, expected=expected, found=json_quoted(value))
    tokens: dict[str, str] = {}
    typed_as: dict[str, str] = {}
    for typed, colour in value.items():
        slot = board.slot_name(typed, where, StateError)
        if slot in tokens:
            found = f"{typed}, which is {typed_as[slot]} too"
            raise StateError(where, expected="each slot once", found=found)
        _check_player(colour, players, f"{where}, {typed}")
        tokens[slot], typed_as[slot] = colour, typed
    return tokens


def _parse_bridge(
    value: Any, board: Board, tokens: Mapping[str, str], players: tuple[str, ...], where: str
) -> Bridge:
    expected = "a colour and two slots"
    parts = as_list(value, where, StateError, expected)
    if len(parts) != len(Bridge._fields):
        raise StateError(where, expected=expected, found=json_quoted(value))
    colour, *names = (as_text(part, where, StateError) for part in parts)
    _check_player(colour, players, where)
    slots = [board.slot_name(name, where, StateError) for name in names]
    if frozenset(slots) not in board.bridge_places:
        raise StateError(where, expected=_NO_BRIDGE, found=" and ".join(names))
    for name, slot in zip(names, slots, strict=True):
        if tokens.get(slot) != colour:
            found = f"{tokens[slot]} there" if slot in tokens else "none"
            raise StateError(where, expected=f"a {colour} token on {name}", found=found)
    return Bridge.between(colour, *slots)


def _parse_held(value: Any, players: tuple[str, ...], where: str) -> dict[str, int]:
    if not isinstance(value, dict):
        expected = "an object of colours and their bridges not yet laid"
        raise StateError(where, expected=expected, found=json_quoted(value))
    held = dict.fromkeys(players, 0)
    for colour, count in value.items():
        _check_player(colour, players, where)
        if type(count) is not int or not 0 <= count <= MAX_HELD:
            expected = f"0 to {MAX_HELD} bridges not yet laid"
            raise StateError(f"{where}, {colour}", expected=expected, found=json_quoted(count))
        held[colour] = count
    return held
