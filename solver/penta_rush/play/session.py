"""A game at one keyboard: what is settled before it, the rounds so far, and its JSON form.

kind     the standard game, the puzzle variant, or the solitaire
entry    what a player did in a round: a sheet of the standard game, a round of the others
session  kind, card, players, seed and timer, and the entries of every round played
over     five rounds of the standard game; of the others what their referee says

The rolls are those of ``penta rush throw`` and ``penta rush puzzle best`` with the seed: so a game
that was left and resumed has the same ones.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Any

from solver.errors import GameError, quoted
from solver.files.json_reader import as_list, as_object, as_text, parse_json
from solver.penta_rush.card import Card, format_card_id, parse_card_id
from solver.penta_rush.dice import roll_dice, throws
from solver.penta_rush.game import Game, Player, format_game
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.game import (
    PuzzleGame,
    PuzzlePlayer,
    PuzzleRound,
    format_puzzle_game,
    round_from_json,
    round_json,
)
from solver.penta_rush.puzzle.rules import judge
from solver.penta_rush.sheet import ROUNDS, Sheet, sheet_from_json, sheet_json

MAX_TIMER_S = 3600  # that a sand timer runs

RoundEntry = Sheet | PuzzleRound
Throw = tuple[str, ...]

_KEYS = dict.fromkeys(("game", "card", "players", "seed", "timer", "rounds"), True)


class GameKind(Enum):
    """What is played."""

    STANDARD = "standard"
    PUZZLE = "puzzle"
    SOLITAIRE = "solitaire"


@dataclass(frozen=True, slots=True)
class Session:
    """The *rounds* that *players* have played on *card*, an entry a player in each.

    *timer_s* are the seconds that the sand runs; None where there is no timer.
    """

    kind: GameKind
    card: Card
    players: tuple[str, ...]
    seed: int
    timer_s: int | None = None
    rounds: tuple[tuple[RoundEntry, ...], ...] = ()

    def __post_init__(self) -> None:
        _check_settled(self)
        entry = Sheet if self.kind is GameKind.STANDARD else PuzzleRound
        for number, together in enumerate(self.rounds, start=1):
            where = f"game, round {number}"
            if len(together) != len(self.players):
                expected = f"an entry for each of {len(self.players)} players"
                raise GameError(where, expected=expected, found=str(len(together)))
            for one in together:
                if not isinstance(one, entry):
                    raise GameError(where, expected=f"a {entry.__name__}", found=type(one).__name__)
                if isinstance(one, Sheet) and one.card != self.card:
                    raise GameError(where, expected=f"the card {self.card}", found=str(one.card))
        # They see to it that names differ, that a roll is shared, and the timer turned once.
        self.standard() if self.kind is GameKind.STANDARD else self.puzzle()

    @property
    def is_over(self) -> bool:
        """Whether no round is left to play."""
        if self.kind is GameKind.STANDARD:
            return len(self.rounds) == ROUNDS
        return judge(self.puzzle(), default_points()).over  # whatever the points

    @property
    def number(self) -> int:
        """The number of the round that comes next, from 1."""
        return len(self.rounds) + 1

    def throws(self) -> list[Throw]:
        """Return the throws of the round that comes next; the last one counts."""
        rng = Random(self.seed)
        for _ in self.rounds:
            list(throws(self.card.symbols, rng))
        return list(throws(self.card.symbols, rng))

    def order(self, number: int) -> tuple[str, ...]:
        """Return the players as they play round *number*, from 1: each is first in turn."""
        first = (number - 1) % len(self.players)
        return self.players[first:] + self.players[:first]

    def after(self, entries: tuple[RoundEntry, ...]) -> "Session":
        """Return the session after a round more; *entries* in the order of the players."""
        return replace(self, rounds=(*self.rounds, entries))

    def standard(self) -> Game:
        """Return the standard game, with 0 points for the rounds to come."""
        to_come = (0,) * (ROUNDS - len(self.rounds))
        return Game(
            tuple(
                Player(name, (*(one for one in own if isinstance(one, Sheet)), *to_come))
                for name, own in self._by_player()
            )
        )

    def puzzle(self) -> PuzzleGame:
        """Return the game of the puzzle variant, or of the solitaire."""
        return PuzzleGame(
            self.card,
            tuple(
                PuzzlePlayer(name, tuple(one for one in own if isinstance(one, PuzzleRound)))
                for name, own in self._by_player()
            ),
        )

    def _by_player(self) -> Iterator[tuple[str, list[RoundEntry]]]:
        for number, name in enumerate(self.players):
            yield name, [together[number] for together in self.rounds]


def parse_session(text: str, *, source: str = "game") -> Session:
    """Return the session in *text*, JSON as `format_session` writes it; *source* names it.

    ``{"game": "puzzle", "card": "10x10:ABC...", "players": ["Ann", "Ben"], "seed": 7, "timer": 30,
    "rounds": [[ENTRY, ENTRY], ...]}``. Raises `GameError` where it is none, is over or breaks the
    rules, or the error of the card or of a sheet in it.
    """
    value = parse_json(text, source, GameError)
    if isinstance(value, dict) and "players" in value and "game" not in value:
        expected = "a game that 'penta rush play --save' keeps"
        raise GameError(source, expected=expected, found="a finished one, or another's")
    found = as_object(value, source, GameError, _KEYS)
    kind = _kind(found["game"], f"{source}, game")
    card = as_text(found["card"], f"{source}, card", GameError)
    shown_on = parse_card_id(card, source=f"{source}, card")
    names = as_list(found["players"], f"{source}, players", GameError, "a list of names")
    players = tuple(as_text(name, f"{source}, players", GameError) for name in names)
    rounds = tuple(
        tuple(_entries(entries, kind, shown_on, f"{source}, round {number}"))
        for number, entries in enumerate(
            as_list(found["rounds"], f"{source}, rounds", GameError, "a list of rounds"), start=1
        )
    )
    seed, timer_s = found["seed"], found["timer"]
    if type(seed) is not int:
        raise GameError(f"{source}, seed", expected="a whole number", found=quoted(seed))
    session = Session(kind, shown_on, players, seed, timer_s, rounds)
    _check_played(session, source)
    _check_dice(session, source)
    _check_timer(session, source)
    return session


def format_session(session: Session) -> str:
    """Return *session* as JSON, on one line; a finished one as the game that a referee reads."""
    if session.is_over:
        standard = session.kind is GameKind.STANDARD
        return format_game(session.standard()) if standard else format_puzzle_game(session.puzzle())
    value = {
        "game": session.kind.value,
        "card": format_card_id(session.card),
        "players": list(session.players),
        "seed": session.seed,
        "timer": session.timer_s,
        "rounds": [[_entry_json(one) for one in together] for together in session.rounds],
    }
    return json.dumps(value) + "\n"


def _check_dice(session: Session, source: str) -> None:
    """Raise unless the dice fell as they do with this seed."""
    rng = Random(session.seed)
    for number, together in enumerate(session.rounds, start=1):
        where = f"{source}, round {number}"
        roll = roll_dice(session.card.symbols, rng)
        for one in together:
            if one.roll != roll:
                expected = f"the roll of seed {session.seed}, {roll}"
                raise GameError(where, expected=expected, found=str(one.roll))


def _check_timer(session: Session, source: str) -> None:
    """Raise where the timer is turned without one, or by the last, who has nobody to hurry."""
    for number, together in enumerate(session.rounds, start=1):
        where = f"{source}, round {number}"
        *_, last = session.order(number)
        for name, one in zip(session.players, together, strict=True):
            if one.timer and session.timer_s is None:
                raise GameError(where, expected="no timer in this game", found="one turned")
            if one.timer and name == last:
                expected = "the timer turned by one whom others follow"
                raise GameError(where, expected=expected, found=f"{name}, who played last")


def _check_settled(session: Session) -> None:
    """Raise unless so many may play this, with such a timer, and the card's dice can be thrown."""
    next(throws(session.card.symbols, Random(session.seed)))
    kind, count, timer_s = session.kind, len(session.players), session.timer_s
    if (kind is GameKind.SOLITAIRE and count != 1) or (kind is GameKind.PUZZLE and count == 1):
        expected = "one player" if kind is GameKind.SOLITAIRE else "2 to 4 players"
        raise GameError(f"{kind.value} game", expected=expected, found=str(count))
    if timer_s is None:
        return
    if kind is GameKind.SOLITAIRE:
        raise GameError("solitaire game", expected="no timer", found=f"{quoted(timer_s)} s")
    if type(timer_s) is not int or not 1 <= timer_s <= MAX_TIMER_S:
        expected = f"1 to {MAX_TIMER_S} seconds, or null"
        raise GameError("game, timer", expected=expected, found=quoted(timer_s))


def _check_played(session: Session, source: str) -> None:
    """Raise unless what was played keeps the rules, and there is more to play."""
    if session.kind is not GameKind.STANDARD:
        breach = judge(session.puzzle(), default_points()).breach
        if breach:
            where = f"{source}, {breach.player}, round {breach.number}"
            raise GameError(where, expected="a legal round", found=breach.reason)
    if session.is_over:
        raise GameError(source, expected="a game to go on with", found="a finished one")


def _kind(value: Any, where: str) -> GameKind:
    try:
        return GameKind(value)
    except ValueError:
        expected = " or ".join(kind.value for kind in GameKind)
        raise GameError(where, expected=expected, found=quoted(value)) from None


def _entries(value: Any, kind: GameKind, card: Card, where: str) -> Iterator[RoundEntry]:
    for entry in as_list(value, where, GameError, "a list with an entry a player"):
        if kind is GameKind.STANDARD:
            yield sheet_from_json(entry, where)
        else:
            yield round_from_json(entry, card, where)


def _entry_json(entry: RoundEntry) -> dict[str, Any]:
    return sheet_json(entry) if isinstance(entry, Sheet) else round_json(entry)
