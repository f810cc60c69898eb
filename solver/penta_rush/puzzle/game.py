"""Games of the puzzle variant and of the solitaire: players, their rounds, and the JSON form.

In a round a player circles a shape, found in time and right, or crosses one: drawn anywhere free,
or not at all where no unused shape fits. Whether a round keeps the rules, the referee decides.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

import data
from solver.errors import GameError, quoted
from solver.files.input_text import printable
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
)
from solver.geometry.cell import Cell
from solver.geometry.polyomino import check_shape
from solver.penta_rush.card import Card, check_cells, check_on_card
from solver.penta_rush.dice import Roll
from solver.penta_rush.player_cards import Cards, card_of_each, check_cards, with_shared_legend
from solver.question import check_fields

MAX_PLAYERS = 4


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

    @classmethod
    def read(cls, json: Json, card: Card) -> Self:
        """Return the round on *card* that *json* describes."""
        return cls(**Fields(json, _round_on(card)))

    def to_json(self) -> dict[str, Any]:
        """Return the round as a JSON object."""
        return {
            "roll": str(self.roll),
            "shape": self.shape,
            "cells": [list(cell) for cell in self.cells],
            "circled": self.circled,
            "timer": self.timer,
        }


@dataclass(frozen=True, slots=True)
class PuzzlePlayer:
    """A player's *rounds* so far."""

    name: str
    rounds: tuple[PuzzleRound, ...]

    def __post_init__(self) -> None:
        if not (self.name and self.name.isprintable()):
            raise GameError("game", expected="a printable name", found=quoted(self.name))


@dataclass(frozen=True, slots=True)
class PuzzleGame(JsonText):
    """The *players* on *cards*, with equally many rounds each; *roll* is on the table, if any.

    There is one card for all of them, or one for each. In a round all share the roll, and at most
    one turns the timer. One player is a solitaire.
    """

    json_form = ("game", GameError)

    cards: Cards
    players: tuple[PuzzlePlayer, ...]
    roll: Roll | None = None

    def __post_init__(self) -> None:
        check_fields(self, "game")
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

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the game that *json* describes.

        ``{"card": "10x10:ABC...", "players": {"Ann": {"rounds": [{"roll": "AABCD", "shape": "F",
        "cells": [[row, col], ...], "circled": true, "timer": false}, ...]}}, "roll": "BCDEF"}``.
        Without "cells" there are none, without "timer" it is false, and without the last "roll"
        none is on the table. A "legend" has the names of the symbols. Where each player has a card
        of their own, "card" stands beside "rounds" instead. Raises `GameError`, or the error of the
        card or of a roll in it.
        """
        has_own_cards = _has_own_cards(json.value)
        card = {"card": read_any}
        fields = Fields(json, _GAME if has_own_cards else {**card, **_GAME})
        players = {
            name: Fields(
                replace(json, value=player, where=f"{json.where}, {printable(name)}"),
                {"rounds": read_any, **(card if has_own_cards else {})},
            )
            for name, player in fields["players"].items()
        }
        cards = _read_cards(json, players if has_own_cards else {})
        check_cards(cards, len(players))
        own_cards = card_of_each(cards, len(players))
        rounds = (
            list_of(partial(PuzzleRound.read, card=card), "a list of rounds", each="round")(
                player.json.inner(player["rounds"], "rounds")
            )
            for card, player in zip(own_cards, players.values(), strict=True)
        )
        played = tuple(map(PuzzlePlayer, players, rounds))
        if (roll := fields["roll"]) is not None:
            roll = _read_roll(cards[0], json.inner(roll, "roll"))
        return cls(cards, played, roll)

    def to_json(self) -> dict[str, Any]:
        """Return the game as a JSON object."""
        has_own_cards = len(self.cards) > 1
        players = {
            player.name: {
                **({"card": str(card)} if has_own_cards else {}),
                "rounds": [played.to_json() for played in player.rounds],
            }
            for player, card in zip(self.players, self.player_cards, strict=True)
        }
        first = self.cards[0]
        common = first.beside_json() if has_own_cards else first.record()
        roll = {"roll": str(self.roll)} if self.roll else {}
        return {**common, "players": players, **roll}


def _has_own_cards(value: Any) -> bool:
    """Return whether players in a JSON value have cards of their own, right or wrong."""
    players = value.get("players") if isinstance(value, dict) else None
    own = players.values() if isinstance(players, dict) else ()
    return any(isinstance(player, dict) and "card" in player for player in own)


def _read_cards(json: Json, players: Mapping[str, Fields]) -> Cards:
    """Return the card in *json*, or that of each of the *players*, if there are any."""
    if not players:
        return (_read_card(json),)
    shared = {key: json.value[key] for key in ("legend", "points") if key in json.value}
    own = (replace(each.json, value={"card": each["card"], **shared}) for each in players.values())
    return with_shared_legend([_read_card(each) for each in own])


def _read_card(json: Json) -> Card:
    """Return the card of a game: an id, perhaps with a legend or points, a sample, or a picture."""
    text = json.inner(json.value["card"], "card").as_text()
    if {"legend", "points"} & json.value.keys() or "\n" in text or text in data.samples("cards"):
        return Card.from_json(json.value, json.where, GameError)
    return Card.parse_id(text, source=f"{json.where}, card")


def _read_players(json: Json) -> dict[str, Any]:
    return json.as_dict("an object with one player per name")


def _read_roll(card: Card, json: Json) -> Roll:
    roll = card.legend.parse_json_roll(json.as_text(), source=json.where)
    check_on_card(roll, card, source=json.where, typed=json.value)
    return roll


def _read_shape(json: Json) -> str:
    check_shape(json.as_text(), json.where, json.error)
    return json.as_text()


def _read_round_cells(card: Card, json: Json) -> tuple[Cell, ...]:
    cells = read_cells(json)
    check_cells(cells, card, json.where, json.error)
    return cells


def _round_on(card: Card) -> Table:
    return {
        "roll": partial(_read_roll, card),
        "shape": _read_shape,
        "cells": Optional(partial(_read_round_cells, card), []),
        "circled": read_bool,
        "timer": Optional(read_bool, default=False),
    }


_GAME: Table = {
    "players": _read_players,
    "roll": Optional(read_any),
    "legend": Optional(read_any),
    "points": Optional(read_any),
}


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
