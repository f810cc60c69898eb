"""The file of a game that is played at the keyboard: written after every round, and read again."""

import json
from collections.abc import Iterator
from itertools import chain, repeat
from random import Random
from typing import Any

from solver.errors import GameError, quoted
from solver.files.json_reader import as_list, as_object, as_text, parse_json
from solver.penta_rush.dice import roll_dice
from solver.penta_rush.game import format_game
from solver.penta_rush.play.session import GameKind, RoundEntry, Session
from solver.penta_rush.player_cards import (
    Cards,
    card_of_each,
    cards_from_json,
    cards_json,
    check_cards,
)
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.game import format_puzzle_game, round_from_json, round_json
from solver.penta_rush.puzzle.rules import judge
from solver.penta_rush.sheet import Sheet, sheet_from_json, sheet_json

_KEYS = dict.fromkeys(("game", "card", "players", "seed", "timer", "rounds"), True)
_KEYS |= {"legend": False, "points": False}
_KEYS_OF_OWN_CARDS = {"cards" if key == "card" else key: needed for key, needed in _KEYS.items()}


def parse_session(text: str, *, source: str = "game") -> Session:
    """Return the session in *text*, JSON as `format_session` writes it; *source* names it.

    ``{"game": "puzzle", "card": "10x10:ABC...", "players": ["Ann", "Ben"], "seed": 7, "timer": 30,
    "rounds": [[ENTRY, ENTRY], ...]}``, and ``"legend"`` if the card has one. ``"cards"``, a list,
    stands in the place of ``"card"`` where each player has one of his own. Raises `GameError` where
    it is none, is over or breaks the rules, or the error of a card or of a sheet in it.
    """
    parsed = parse_json(text, source, GameError)
    if isinstance(parsed, dict) and "players" in parsed and "game" not in parsed:
        expected = "an unfinished game saved by 'penta rush play --save'"
        raise GameError(source, expected=expected, found="a finished one, or another file")
    session = session_from_json(parsed, source)
    _check_rules(session, source)
    check_seed_and_timer(session, source)
    return session


def is_saved_session(value: Any) -> bool:
    """Return whether a JSON value looks like a session, right or wrong."""
    return isinstance(value, dict) and "game" in value and "seed" in value


def session_from_json(parsed: Any, source: str) -> Session:
    """Return the session that a JSON value is, whose rounds may break rules.

    Raises as `parse_session` does.
    """
    has_own_cards = isinstance(parsed, dict) and "cards" in parsed
    keys = _KEYS_OF_OWN_CARDS if has_own_cards else _KEYS
    value = as_object(parsed, source, GameError, keys)
    kind = _parse_game_kind(value["game"], f"{source}, game")
    cards = cards_from_json(value, source)
    names = as_list(value["players"], f"{source}, players", GameError, "a list of names")
    players = tuple(as_text(name, f"{source}, players", GameError) for name in names)
    lists = as_list(value["rounds"], f"{source}, rounds", GameError, "a list of rounds")
    check_cards(cards, len(players))
    own_cards = card_of_each(cards, len(players)) or cards
    rounds = tuple(
        tuple(_parse_entries(entries, kind, own_cards, f"{source}, round {number}"))
        for number, entries in enumerate(lists, start=1)
    )
    seed, timer_s = value["seed"], value["timer"]
    if type(seed) is not int:
        raise GameError(f"{source}, seed", expected="a whole number", found=quoted(seed))
    return Session(kind, cards, players, seed, timer_s, rounds)


def format_session(session: Session) -> str:
    """Return *session* as JSON, on one line; a finished one as the game that a referee reads."""
    if session.is_over:
        if session.kind is GameKind.STANDARD:
            return format_game(session.standard_game)
        return format_puzzle_game(session.puzzle_game)
    value = {
        "game": session.kind.value,
        **cards_json(session.cards),
        "players": list(session.players),
        "seed": session.seed,
        "timer": session.timer_s,
        "rounds": [
            [
                sheet_json(entry) if isinstance(entry, Sheet) else round_json(entry)
                for entry in entries
            ]
            for entries in session.rounds
        ],
    }
    return json.dumps(value) + "\n"


def check_seed_and_timer(session: Session, source: str) -> None:
    """Raise unless the rolls are those of the seed, and only those who may have turned the timer.

    The last player of a round may not: nobody is left to hurry.
    """
    rng = Random(session.seed)
    for number, entries in enumerate(session.rounds, start=1):
        where, roll = f"{source}, round {number}", roll_dice(session.symbols, rng)
        *_, last = session.turn_order(number)
        for name, entry in zip(session.players, entries, strict=True):
            if entry.roll != roll:
                roll_text = session.legend.roll_text
                expected = f"the roll of seed {quoted(session.seed)}, {roll_text(roll)}"
                raise GameError(where, expected=expected, found=roll_text(entry.roll))
            if entry.timer and session.timer_s is None:
                raise GameError(where, expected="no timer in this game", found="one turned")
            if entry.timer and name == last:
                expected = "the timer turned by a player whom others follow"
                raise GameError(where, expected=expected, found=f"{name}, who played last")


def _check_rules(session: Session, source: str) -> None:
    """Raise unless the rounds keep the rules, and there is another one to play."""
    if session.kind is not GameKind.STANDARD:
        violation = judge(session.puzzle_game, default_points()).violation  # whatever the points
        if violation:
            where = f"{source}, {violation.player}, round {violation.turn}"
            raise GameError(where, expected="a legal round", found=violation.reason)
    if session.is_over:
        raise GameError(source, expected="an unfinished game", found="a finished one")


def _parse_game_kind(value: Any, where: str) -> GameKind:
    try:
        return GameKind(value)
    except ValueError:
        expected = " or ".join(kind.value for kind in GameKind)
        raise GameError(where, expected=expected, found=quoted(value)) from None


def _parse_entries(value: Any, kind: GameKind, cards: Cards, where: str) -> Iterator[RoundEntry]:
    """Yield the entries of a round; that there is one per player is checked of the session."""
    entries = as_list(value, where, GameError, "a list with one entry per player")
    for entry, card in zip(entries, chain(cards, repeat(cards[-1])), strict=False):
        if kind is GameKind.STANDARD:
            yield sheet_from_json(entry, where, points=card.points)
        else:
            yield round_from_json(entry, card, where)
