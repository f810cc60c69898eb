"""A game at one keyboard: what was agreed before it, its rounds so far, and the file that has it.

The dice fall as in ``penta rush throw`` with the same seed, so that a game that was resumed has the
same rolls as one played in one go.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, partial
from itertools import chain, repeat
from random import Random
from typing import Annotated, Self, TypeVar

from solver.console.play.session import check_dice
from solver.drawing.styled_text import plural
from solver.errors import GameError, SheetError, quoted
from solver.files.input_text import Named
from solver.files.json_reader import (
    Fields,
    Json,
    JsonText,
    Optional,
    Table,
    list_of,
    or_null,
    parse_json,
    read_any,
    read_integer,
    read_name,
    whole_number,
)
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import check_room
from solver.penta_rush.dice import ROUNDS, roll_dice, throws
from solver.penta_rush.game import Game, Player, Sheet
from solver.penta_rush.player_cards import (
    Cards,
    card_of_each,
    cards_from_json,
    cards_json,
    check_cards,
)
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.puzzle.game import PuzzleGame, PuzzlePlayer, PuzzleRound
from solver.penta_rush.puzzle.rules import PuzzleState, end_reason, judge
from solver.penta_rush.timing import MAX_TIMER_S
from solver.question import Within, check_fields, question

RoundEntry = Sheet | PuzzleRound  # what a player did in a round
_Entry = TypeVar("_Entry", Sheet, PuzzleRound)
_ENTRY_NAMES: dict[type, str] = {Sheet: "a sheet", PuzzleRound: "a round of the puzzle variant"}


class GameKind(Enum):
    """The games that can be played."""

    STANDARD = "standard"
    PUZZLE = "puzzle"
    SOLITAIRE = "solitaire"


@dataclass(frozen=True)
class Session(JsonText):
    """The *rounds* that *players* have played on *cards*, each with one entry per player.

    The sand timer runs *timer_s* seconds; None where the game has none.
    """

    json_form = "game", GameError
    kind: GameKind
    cards: Cards
    players: tuple[str, ...]
    seed: int
    timer_s: Annotated[int, Within(1, MAX_TIMER_S)] | None = None
    rounds: tuple[tuple[RoundEntry, ...], ...] = ()

    def __post_init__(self) -> None:
        check_fields(self, "game")
        _check_agreement(self)
        entry_type = Sheet if self.kind is GameKind.STANDARD else PuzzleRound
        for number, entries in enumerate(self.rounds, start=1):
            where = f"game, round {number}"
            if len(entries) != len(self.players):
                expected = f"an entry for each of {len(self.players)} players"
                raise GameError(where, expected=expected, found=str(len(entries)))
            for entry, card in zip(entries, self.player_cards, strict=True):
                if not isinstance(entry, entry_type):
                    expected, found = _ENTRY_NAMES[entry_type], _ENTRY_NAMES[type(entry)]
                    raise GameError(where, expected=expected, found=found)
                if isinstance(entry, Sheet):
                    _check_card(entry.card, card, where)
        # Building the game checks that names differ, and that a round has one roll and one timer.
        _ = self.standard_game if self.kind is GameKind.STANDARD else self.puzzle_game

    @property
    def player_cards(self) -> Cards:
        """The card of each player."""
        return card_of_each(self.cards, len(self.players))

    def card_of(self, player: str) -> Card:
        """Return the card on which *player* plays."""
        return self.player_cards[self.players.index(player)]

    @property
    def is_over(self) -> bool:
        """Whether no round is left to play."""
        if self.kind is GameKind.STANDARD:
            return len(self.rounds) == ROUNDS
        return bool(end_reason(self.states))

    @property
    def length(self) -> str:
        """How many rounds were played, as in "3 rounds"."""
        return plural(len(self.rounds), "round")

    @property
    def next_round(self) -> int:
        """The number of the round that comes next, from 1."""
        return len(self.rounds) + 1

    def next_throws(self) -> list[tuple[str, ...]]:
        """Return the throws of the round that comes next; the last one counts."""
        rng = Random(self.seed)
        *_, latest = (list(throws(self.cards[0].symbols, rng)) for _ in range(self.next_round))
        return latest

    def turn_order(self, number: int) -> tuple[str, ...]:
        """Return the players in the order of round *number*, from 1: a new one begins each time."""
        first = (number - 1) % len(self.players)
        return self.players[first:] + self.players[:first]

    def with_round(self, entries: tuple[RoundEntry, ...]) -> "Session":
        """Return the session after one more round; *entries* in the order of the players."""
        return replace(self, rounds=(*self.rounds, entries))

    def with_points(self, points: Points) -> "Session":
        """Return the session with these *points* on its cards and its sheets."""
        cards = tuple(replace(card, points=points) for card in self.cards)
        own_cards = card_of_each(cards, len(self.players))
        rounds = tuple(
            tuple(
                replace(entry, card=card) if isinstance(entry, Sheet) else entry
                for entry, card in zip(entries, own_cards, strict=True)
            )
            for entries in self.rounds
        )
        return replace(self, cards=cards, rounds=rounds)

    @cached_property
    def standard_game(self) -> Game:
        """The standard game, with 0 points for the rounds to come."""
        to_come = (0,) * (ROUNDS - len(self.rounds))
        return Game(
            tuple(Player(name, (*sheets, *to_come)) for name, sheets in self._by_player(Sheet))
        )

    @cached_property
    def puzzle_game(self) -> PuzzleGame:
        """The game of the puzzle variant, or of the solitaire."""
        players = (PuzzlePlayer(name, rounds) for name, rounds in self._by_player(PuzzleRound))
        return PuzzleGame(self.cards, tuple(players))

    @cached_property
    def states(self) -> tuple[PuzzleState, ...]:
        """The cards of the puzzle variant or the solitaire as they are now, one per player."""
        rounds = (player.rounds for player in self.puzzle_game.players)
        return tuple(map(PuzzleState, self.player_cards, rounds))

    def __str__(self) -> str:
        """Return the game as JSON, on one line; a finished one as a referee reads it."""
        if self.is_over:
            is_standard = self.kind is GameKind.STANDARD
            return str(self.standard_game if is_standard else self.puzzle_game)
        value = {
            "game": self.kind.value,
            **cards_json(self.cards),
            "players": list(self.players),
            "seed": self.seed,
            "timer": self.timer_s,
            "rounds": [[entry.to_json() for entry in entries] for entries in self.rounds],
        }
        return json.dumps(value) + "\n"

    @classmethod
    @question
    def parse(cls, text: str, *, source: str = "game") -> Self:
        """Return the unfinished game in *text*, JSON as `str` writes it; *source* names it.

        ``"cards"``, a list, stands instead of ``"card"`` where each player has their own. Raises
        `GameError` where it is none, is over or breaks the rules, or the error of what is in it.
        """
        parsed = parse_json(text, source, GameError)
        if isinstance(parsed, dict) and "players" in parsed and "game" not in parsed:
            expected = "an unfinished game saved by 'penta rush play --save'"
            raise GameError(source, expected=expected, found="a finished one, or another file")
        session = cls.from_json(parsed, source)
        is_puzzle = session.kind is not GameKind.STANDARD
        if is_puzzle and (wrong := judge(session.puzzle_game, default_points()).violation):
            where = f"{source}, {wrong.player}, round {wrong.turn}"
            raise GameError(where, expected="a legal round", found=wrong.reason)
        if session.is_over:
            raise GameError(source, expected="an unfinished game", found="a finished one")
        session.check_seed_and_timer(source)
        return session

    @classmethod
    def read(cls, json: Json) -> Self:
        """Return the game that *json* describes, whose rounds may break rules."""
        has_own_cards = isinstance(json.value, dict) and "cards" in json.value
        fields = Fields(json, _TABLE_OF_OWN_CARDS if has_own_cards else _TABLE)
        kind, cards = fields["game"], cards_from_json(json.value, json.where)
        players, rounds = fields["players"], json.inner(json.value["rounds"], "rounds")
        check_cards(cards, len(players))
        read_entries = partial(_read_entries, kind, card_of_each(cards, len(players)) or cards)
        read_rounds = list_of(read_entries, "a list of rounds", each="round")
        return cls(kind, cards, players, fields["seed"], fields["timer"], read_rounds(rounds))

    def check_seed_and_timer(self, source: str) -> None:
        """Raise `GameError` where a roll is not the seed's, or the last player turned the timer."""
        rng, roll_text = Random(self.seed), self.cards[0].legend.roll_text
        what = f"roll of seed {quoted(self.seed)}"
        for number, entries in enumerate(self.rounds, start=1):
            where = f"{source}, round {number}"
            roll = roll_text(roll_dice(self.cards[0].symbols, rng))
            *_, last = self.turn_order(number)
            for name, entry in zip(self.players, entries, strict=True):
                check_dice(roll_text(entry.roll), roll, where, what=what, error=GameError)
                if entry.timer and self.timer_s is None:
                    raise GameError(where, expected="no timer in this game", found="one turned")
                if entry.timer and name == last:
                    expected = "the timer turned by a player whom others follow"
                    raise GameError(where, expected=expected, found=f"{name}, who played last")

    def _by_player(self, entry_type: type[_Entry]) -> Iterator[tuple[str, tuple[_Entry, ...]]]:
        for index, name in enumerate(self.players):
            entries = (round_entries[index] for round_entries in self.rounds)
            yield name, tuple(entry for entry in entries if isinstance(entry, entry_type))


def _check_card(found: Card, card: Card, where: str) -> None:
    if found != card:
        raise GameError(where, expected=f"the card {card}", found=str(found))
    if found.tile_points != card.tile_points:
        expected = f"a sheet for the points of the game, {card.tile_points.line}"
        raise GameError(where, expected=expected, found=found.tile_points.line)


def _check_agreement(session: Session) -> None:
    check_cards(session.cards, len(session.players))
    next(throws(session.cards[0].symbols, Random(session.seed)))  # raises if no roll is possible
    kind, count, timer_s = session.kind, len(session.players), session.timer_s
    if (kind is GameKind.SOLITAIRE and count != 1) or (kind is GameKind.PUZZLE and count == 1):
        expected = "one player" if kind is GameKind.SOLITAIRE else "2 to 4 players"
        raise GameError(f"{kind.value} game", expected=expected, found=str(count))
    if timer_s is not None and kind is GameKind.SOLITAIRE:
        raise GameError("solitaire game", expected="no timer", found=f"{quoted(timer_s)} s")


def _read_entries(kind: GameKind, cards: Cards, json: Json) -> tuple[RoundEntry, ...]:
    entries = json.as_list("a list with one entry per player")
    pairs = zip(entries, chain(cards, repeat(cards[-1])), strict=False)
    if kind is GameKind.STANDARD:
        return tuple(
            Sheet.read(Json(entry, json.where, SheetError), points=card.points)
            for entry, card in pairs
        )
    return tuple(PuzzleRound.read(replace(json, value=entry), card) for entry, card in pairs)


_TABLE: Table = {
    "game": lambda json: GameKind(read_name(json, [kind.value for kind in GameKind], hints=False)),
    "card": read_any,
    "players": list_of(Json.as_text, "a list of names"),
    "seed": read_integer,
    "timer": or_null(whole_number(1, MAX_TIMER_S, f"1 to {MAX_TIMER_S} seconds, or null")),
    "rounds": read_any,
    "legend": Optional(read_any),
    "points": Optional(read_any),
}
_TABLE_OF_OWN_CARDS = {"cards" if key == "card" else key: read for key, read in _TABLE.items()}


def new_session(
    kind: GameKind,
    named: Sequence[Named[Card]],
    *,
    players: tuple[str, ...],
    seed: int,
    timer_s: int | None = None,
) -> Session:
    """Return the beginning of a game; raise `CardError` where no shape fits on a card."""
    for title, card in named:
        check_room(card.rows, card.cols, title)
    return Session(kind, tuple(card for _, card in named), players, seed, timer_s)
