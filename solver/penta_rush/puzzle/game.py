"""Games of the puzzle variant and of the solitaire: players, their rounds, and the JSON form.

In a round a player circles a shape, found in time and right, or crosses one: drawn anywhere free,
or not at all where no unused shape fits. Whether a round keeps the rules, the referee decides.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import data
from solver.errors import GameError, quoted
from solver.files.input_text import printable
from solver.files.json_reader import (
    as_bool,
    as_cells,
    as_list,
    as_object,
    as_text,
    json_quoted,
    parse_json,
)
from solver.geometry.cell import Cell
from solver.geometry.polyomino import check_shape
from solver.penta_rush.card import Card, check_cells, check_on_card, parse_card_id
from solver.penta_rush.card_json import beside_card_json, card_from_json, recorded_card_json
from solver.penta_rush.dice import Roll
from solver.penta_rush.player_cards import (
    Cards,
    card_of_each,
    check_cards,
    with_shared_legend,
)

MAX_PLAYERS = 4

_KEYS = {"card": True, "players": True, "roll": False, "legend": False, "points": False}
_KEYS_OF_OWN_CARDS = {key: needed for key, needed in _KEYS.items() if key != "card"}
_ROUND_KEYS = {"roll": True, "shape": True, "cells": False, "circled": True, "timer": False}


@dataclass(frozen=True, slots=True)
class PuzzleRound:
    """A *shape*, *circled* or crossed, drawn on *cells*; none if it was crossed without drawing.

    *timer*: the player turned the timer in this round, which earns a ring.
    """

    roll: Roll
    shape: str
    cells: tuple[Cell, ...]
    circled: bool
    timer: bool = False

    def __post_init__(self) -> None:
        check_shape(self.shape, "round, shape", GameError)


@dataclass(frozen=True, slots=True)
class PuzzlePlayer:
    """A player's *rounds* so far."""

    name: str
    rounds: tuple[PuzzleRound, ...]

    def __post_init__(self) -> None:
        if not (self.name and self.name.isprintable()):
            raise GameError("game", expected="a printable name", found=quoted(self.name))


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """The *players* on *cards*, with equally many rounds each; *roll* is on the table, if any.

    There is one card for all of them, or one for each. In a round all share the roll, and at most
    one turns the timer. One player is a solitaire.
    """

    cards: Cards
    players: tuple[PuzzlePlayer, ...]
    roll: Roll | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.players) <= MAX_PLAYERS:
            expected = f"1 to {MAX_PLAYERS} players"
            raise GameError("game", expected=expected, found=str(len(self.players)))
        check_cards(self.cards, len(self.players))
        for player, card in zip(self.players, self.player_cards, strict=True):
            _check_player(player, card)
        if self.roll:
            check_on_card(self.roll, self.cards[0])
        first, *others = self.players
        for other in others:
            _check_shared_rounds(first, other, self.cards[0])
        names = [player.name for player in self.players]
        for number, entries in enumerate(self.rounds(), start=1):
            turned = [name for name, entry in zip(names, entries, strict=True) if entry.timer]
            if len(turned) > 1:
                where = f"game, round {number}"
                expected = "one player to turn the timer"
                raise GameError(where, expected=expected, found=" and ".join(turned))

    @property
    def player_cards(self) -> Cards:
        """The card of each player."""
        return card_of_each(self.cards, len(self.players))

    @property
    def is_solitaire(self) -> bool:
        """Whether there is only one player."""
        return len(self.players) == 1

    def rounds(self) -> Iterator[tuple[PuzzleRound, ...]]:
        """Yield each round: what every player did in it, in the order of the players."""
        return zip(*(player.rounds for player in self.players), strict=True)


def parse_puzzle_game(text: str, *, source: str = "game") -> PuzzleGame:
    """Return the game in *text*, JSON as `format_puzzle_game` writes it; *source* names it.

    ``{"card": "10x10:ABC...", "players": {"Ann": {"rounds": [{"roll": "AABCD", "shape": "F",
    "cells": [[row, col], ...], "circled": true, "timer": false}, ...]}}, "roll": "BCDEF"}``.
    Without "cells" there are none, without "timer" it is false, and without the last "roll" none is
    on the table. A "legend" has the names of the symbols. Where each player has a card of his own,
    "card" stands with him, beside "rounds". Raises `GameError`, or the error of the
    card or of a roll in it.
    """
    return puzzle_game_from_json(parse_json(text, source, GameError), source)


def puzzle_game_from_json(parsed: Any, source: str) -> PuzzleGame:
    """Return the game that a JSON value is; raises as `parse_puzzle_game` does."""
    has_own_cards = _has_own_cards(parsed)
    value = as_object(parsed, source, GameError, _KEYS_OF_OWN_CARDS if has_own_cards else _KEYS)
    if not isinstance(value["players"], dict):
        expected = "an object with one player per name"
        found = json_quoted(value["players"])
        raise GameError(f"{source}, players", expected=expected, found=found)
    keys = {"rounds": True, **({"card": True} if has_own_cards else {})}
    fields = {
        name: as_object(player, f"{source}, {printable(name)}", GameError, keys)
        for name, player in value["players"].items()
    }
    cards = _parse_cards(value, fields if has_own_cards else {}, source)
    check_cards(cards, len(fields))
    players = tuple(
        _parse_player(name, fields[name], card, f"{source}, {printable(name)}")
        for name, card in zip(fields, card_of_each(cards, len(fields)), strict=True)
    )
    roll = _parse_roll(value["roll"], cards[0], source) if "roll" in value else None
    return PuzzleGame(cards, players, roll)


def format_puzzle_game(game: PuzzleGame) -> str:
    """Return *game* as JSON, on one line."""
    has_own_cards = len(game.cards) > 1
    players = {
        player.name: {
            **({"card": str(card)} if has_own_cards else {}),
            "rounds": [round_json(played) for played in player.rounds],
        }
        for player, card in zip(game.players, game.player_cards, strict=True)
    }
    common = (beside_card_json if has_own_cards else recorded_card_json)(game.cards[0])
    roll = {"roll": str(game.roll)} if game.roll else {}
    return json.dumps({**common, "players": players, **roll}) + "\n"


def round_json(played: PuzzleRound) -> dict[str, Any]:
    """Return a round as a JSON object."""
    return {
        "roll": str(played.roll),
        "shape": played.shape,
        "cells": [list(cell) for cell in played.cells],
        "circled": played.circled,
        "timer": played.timer,
    }


def round_from_json(value: Any, card: Card, where: str) -> PuzzleRound:
    """Return the round on *card* in a JSON value; raises as `parse_puzzle_game` does."""
    entry = as_object(value, where, GameError, _ROUND_KEYS)
    shape = as_text(entry["shape"], f"{where}, shape", GameError)
    check_shape(shape, f"{where}, shape", GameError)
    cells = as_cells(entry.get("cells", []), f"{where}, cells", GameError)
    check_cells(cells, card, f"{where}, cells", GameError)
    circled = as_bool(entry["circled"], f"{where}, circled", GameError)
    timer = as_bool(entry.get("timer", False), f"{where}, timer", GameError)
    return PuzzleRound(_parse_roll(entry["roll"], card, where), shape, cells, circled, timer)


def _has_own_cards(value: Any) -> bool:
    """Return whether players in a JSON value have cards of their own, right or wrong."""
    players = value.get("players") if isinstance(value, dict) else None
    own = players.values() if isinstance(players, dict) else ()
    return any(isinstance(player, dict) and "card" in player for player in own)


def _parse_cards(
    value: dict[str, Any], players: Mapping[str, dict[str, Any]], source: str
) -> Cards:
    """Return the card in *value*, or that of each of the *players*, if there are any."""
    if not players:
        return (_parse_card(value, source),)
    shared: dict[str, Any] = {key: value[key] for key in ("legend", "points") if key in value}
    return with_shared_legend(
        [
            _parse_card({"card": player["card"], **shared}, f"{source}, {printable(name)}")
            for name, player in players.items()
        ]
    )


def _parse_card(value: dict[str, Any], source: str) -> Card:
    """Return the card of a game: an id, perhaps with a legend or points, a sample, or a picture."""
    text = as_text(value["card"], f"{source}, card", GameError)
    if {"legend", "points"} & value.keys() or "\n" in text or text in data.samples("cards"):
        return card_from_json(value, source, GameError)
    return parse_card_id(text, source=f"{source}, card")


def _parse_player(name: str, value: Mapping[str, Any], card: Card, where: str) -> PuzzlePlayer:
    entries = as_list(value["rounds"], f"{where}, rounds", GameError, "a list of rounds")
    rounds = (
        round_from_json(entry, card, f"{where}, round {number}")
        for number, entry in enumerate(entries, start=1)
    )
    return PuzzlePlayer(name, tuple(rounds))


def _parse_roll(value: Any, card: Card, source: str) -> Roll:
    where = f"{source}, roll"
    typed = as_text(value, where, GameError)
    roll = card.legend.parse_json_roll(typed, source=where)
    check_on_card(roll, card, source=where, typed=typed)
    return roll


def _check_player(player: PuzzlePlayer, card: Card) -> None:
    for number, played in enumerate(player.rounds, start=1):
        where = f"game, {player.name}, round {number}"
        check_on_card(played.roll, card, source=f"{where}, roll")
        check_cells(played.cells, card, f"{where}, cells", GameError)


def _check_shared_rounds(first: PuzzlePlayer, other: PuzzlePlayer, card: Card) -> None:
    """Raise unless two players differ in name, and share the rolls of equally many rounds."""
    if other.name == first.name:
        raise GameError("game", expected="each name once", found=f"{other.name!r} again")
    if len(other.rounds) != len(first.rounds):
        expected = f"as many rounds as {first.name} played, {len(first.rounds)}"
        raise GameError(f"game, {other.name}", expected=expected, found=str(len(other.rounds)))
    pairs = zip(first.rounds, other.rounds, strict=True)
    for number, (expected_round, played) in enumerate(pairs, start=1):
        if played.roll != expected_round.roll:
            where = f"game, {other.name}, round {number}"
            expected = f"one roll, {card.legend.roll_text(expected_round.roll)} of {first.name}"
            found = card.legend.roll_text(played.roll)
            raise GameError(where, expected=expected, found=found)
