"""A table: its rounds of one throw and one sand, and what players may do in them.

Nothing here waits or knows a clock: *now* is in milliseconds since 1970. What the rules of a game
say is asked for in `wanted` and comes back in `answer`. What a player hands in, or has drawn so
far, is his alone until the round is judged.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from solver.web.error_code import ErrorCode
from solver.web.table.event import NOBODY, Event
from solver.web.table.given import (
    check_round,
    checked_card,
    checked_entry,
    checked_name,
    checked_number,
    refusal,
    wrong_value,
)
from solver.web.table.spec import TableSpec
from solver.web.table.state import Phase, TableState

GRACE_MS = 2500  # after the sand has run out: what was drawn may still be on its way
MOST_SEATS = 8
_LONGEST_S = 600
_MOST_DRAFTS = 1 << 53  # what JavaScript can count to
_BEGINNINGS = ("turn", "throw")  # of the sand: by whoever turns it, or with the throw
_BETWEEN = (Phase.LOBBY, Phase.RESULTS, Phase.OVER)


class Ask(NamedTuple):
    """A question to the rules of the game: which *job*, its document and its values.

    One that *may_fail* is for people to look at; no game waits for its answer for ever.
    """

    key: str
    job: str
    document: Mapping[str, Any] | str
    values: Mapping[str, str]
    may_fail: bool = False


class Table(TableState):
    """A table that players sit at."""

    def __init__(self, spec: TableSpec, events: Iterable[Event] = ()) -> None:
        self._is_throw_awaited = False
        super().__init__(spec, events)

    def begin(self, values: Mapping[str, Any], now: int) -> None:
        """Begin, with a card, and the seconds of the sand, 0 without."""
        seconds = checked_number(values, "seconds", 0, _LONGEST_S)
        begins = values.get("begins", "turn")
        if begins not in _BEGINNINGS:
            raise wrong_value("begins", " or ".join(_BEGINNINGS), begins)
        card = checked_card(values, self.spec.card)
        self.tell(
            now,
            "table",
            game=values.get("game"),
            card=card,
            seconds=seconds,
            begins=begins,
            rounds=self.spec.rounds,
        )

    def join(self, values: Mapping[str, Any], token: str, now: int) -> int:
        """Return the number of a new player, with a name and perhaps a card of his own."""
        if self.phase is not Phase.LOBBY:
            raise refusal(ErrorCode.HAS_BEGUN, "a game to come", "one that has begun")
        seated = [seat.name for seat in self.seats if not seat.has_left]
        if len(seated) >= MOST_SEATS or len(self.seats) >= MOST_SEATS * MOST_SEATS:
            raise refusal(ErrorCode.FULL, f"at most {MOST_SEATS} players", "one more")
        name = checked_name(values, seated)
        card = self.card
        if values.get("card"):
            card = checked_card(values, self.spec.card, like=self.card)
        player = len(self.seats)
        is_on_paper = values.get("paper") is True
        self.tell(now, "joined", player=player, name=name, card=card, paper=is_on_paper)
        self.tell(now, "token", NOBODY, player=player, token=token)
        return player

    def act(self, player: int, action: str, values: Mapping[str, Any], now: int) -> None:
        """Let *player* do something; raise `TableRequestError` if he may not, or not now."""
        self.tick(now)
        if action not in self._actions:
            raise wrong_value("", f"one of {', '.join(sorted(self._actions))}", action)
        if self.seats[player].has_left:
            raise refusal(ErrorCode.NO_SEAT, "a player", "one who has left")
        phases, is_led, act = self._actions[action]
        if self.phase not in phases:
            raise refusal(ErrorCode.TOO_LATE, " or ".join(phases), f"{self.phase} by now")
        if is_led and not self.leads(player):
            raise refusal(ErrorCode.NOT_HOST, "the host", "another player")
        act(self, player, values, now)

    def tick(self, now: int) -> None:
        """Take what is drawn when the sand has run out, except from those who play on paper."""
        if (deadline := self.deadline) is not None and now >= deadline:
            for player in self._late():
                self._enter(player, self.now.drafts.get(player, {}), now)
            self._close_if_done(now)

    @property
    def deadline(self) -> int | None:
        """When something happens by itself, None if nothing does."""
        is_awaited = self.phase is Phase.PLAY and self.now.sand is not None and self._late()
        return self.now.sand + GRACE_MS if is_awaited and self.now.sand is not None else None

    def _late(self) -> list[int]:
        return [player for player in self._missing() if not self.seats[player].is_on_paper]

    def _missing(self) -> list[int]:
        return [player for player in self.players if player not in self.now.entries]

    def _throw(self, _player: int, values: Mapping[str, Any], now: int) -> None:
        if self.phase is Phase.RESULTS and self.round == self.spec.rounds:
            raise refusal(ErrorCode.TOO_LATE, "a round to come", "the last one")
        check_round(values, self.round + 1)
        self._is_throw_awaited = True
        self._throw_if_there(now)

    def _throw_if_there(self, now: int) -> None:
        thrown = self.answers.get(f"throw {self.round + 1}")
        if not self._is_throw_awaited or thrown is None:
            return
        self._is_throw_awaited = False
        if "roll" not in thrown:
            self.tell(now, "failed", message=thrown.get("error", "no roll"))
            return
        seated = [at for at, seat in enumerate(self.seats) if not seat.has_left]
        players = self.players if self.round else seated
        self.tell(now, "thrown", round=self.round + 1, roll=thrown["roll"], players=players)
        for player in players:
            if self.seats[player].has_left:
                self._enter(player, {}, now)
        if self.seconds and (self.begins == "throw" or len(self.players) == 1):
            self.tell(now, "sand", player=None, until=now + 1000 * self.seconds)

    def _turn(self, player: int, values: Mapping[str, Any], now: int) -> None:
        entry = self._given(player, values)
        if not self.seconds or self.now.sand is not None:
            raise refusal(ErrorCode.TOO_LATE, "sand that stands", "none")
        self.tell(now, "sand", player=player, until=now + 1000 * self.seconds)
        if not self.seats[player].is_on_paper:
            self._enter(player, entry, now)
            self._close_if_done(now)

    def _draft(self, player: int, values: Mapping[str, Any], now: int) -> None:
        entry, number = self._given(player, values), 0
        if "number" in values:
            number = checked_number(values, "number", 0, _MOST_DRAFTS)
        if number >= self.now.draft_numbers.get(player, 0):  # or a later one has come before it
            self.tell(now, "draft", player, player=player, entry=entry, number=number)

    def _hand_in(self, player: int, values: Mapping[str, Any], now: int) -> None:
        self._enter(player, self._given(player, values), now)
        self._close_if_done(now)

    def _given(self, player: int, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the entry among *values*, if *player* may still change his."""
        check_round(values, self.round)
        if player not in self._missing():
            raise refusal(ErrorCode.TOO_LATE, "one entry", "another one")
        return checked_entry(values, self.spec.entry)

    def _enter(self, player: int, entry: Mapping[str, Any], now: int) -> None:
        self.tell(now, "entry", player, player=player, entry=entry)
        self.tell(now, "handed", player=player)

    def _close(self, _player: int, values: Mapping[str, Any], now: int) -> None:
        check_round(values, self.round)
        if self.now.sand is not None and now < self.now.sand + GRACE_MS:
            raise refusal(ErrorCode.SAND_RUNS, "sand that has run out", "some left")
        for player in self._missing():
            self._enter(player, self.now.drafts.get(player, {}), now)
        self._close_if_done(now)

    def _close_if_done(self, now: int) -> None:
        if self.phase is Phase.PLAY and not self._missing():
            self.tell(now, "closed", round=self.round)
            self._conclude(now)

    def _leave(self, player: int, _values: Mapping[str, Any], now: int) -> None:
        if self.phase is Phase.PLAY and player in self._missing():
            self._enter(player, self.now.drafts.get(player, {}), now)
        self.tell(now, "left", player=player)
        self._close_if_done(now)

    def _put_on_paper(self, player: int, values: Mapping[str, Any], now: int) -> None:
        self.tell(now, "paper", player=player, paper=values.get("paper") is True)

    def _begin_again(self, _player: int, _values: Mapping[str, Any], now: int) -> None:
        self.tell(now, "again")

    # What a player may do: in which phases, whether the host alone, and how.
    _actions: ClassVar[Mapping[str, tuple[tuple[Phase, ...], bool, Callable[..., None]]]] = {
        "throw": ((Phase.LOBBY, Phase.RESULTS), True, _throw),
        "turn": ((Phase.PLAY,), False, _turn),
        "draft": ((Phase.PLAY,), False, _draft),
        "enter": ((Phase.PLAY,), False, _hand_in),
        "close": ((Phase.PLAY,), True, _close),
        "paper": (_BETWEEN, False, _put_on_paper),
        "leave": (tuple(Phase), False, _leave),
        "again": ((Phase.OVER,), True, _begin_again),
    }

    def wanted(self) -> list[Ask]:
        """Return what is to be asked: throws ahead of time, and all of a round as soon as it can.

        Nobody sees an answer before its time.
        """
        asks, spec = [], self.spec
        if self.round < spec.rounds:
            asks.append(Ask(f"throw {self.round + 1}", spec.throw, self.card, {}))
        if self.phase in {Phase.PLAY, Phase.JUDGING}:
            asks += self._asks_of_the_round()
        if self.phase is Phase.RESULTS and self.round == spec.rounds:
            names = [self.seats[player].name for player in self.players]
            rounds = zip(*self.points, strict=True)
            game = [
                {"name": name, "rounds": list(own)} for name, own in zip(names, rounds, strict=True)
            ]
            asks.append(Ask("total", spec.total, {"players": game}, {}))
        return [ask for ask in asks if ask.key not in self.answers]

    def _asks_of_the_round(self) -> list[Ask]:
        values = {"roll": self.now.roll, "round": str(self.round)}
        asks = [
            Ask(f"best {player}", self.spec.best, card, values, may_fail=True)
            for card, player in self._first_with_card().items()
        ]
        for player, entry in self.now.entries.items():
            card, timer = self.seats[player].card, player == self.now.turner
            context = {"roll": self.now.roll, "round": self.round, "timer": timer}
            nothing: dict[str, list[Any]] = {key: [] for key in self.spec.entry}
            sheet = {**nothing, **entry, "card": card, **context}
            asks.append(Ask(f"judge {player}", self.spec.judge, sheet, {}))
        return asks

    def _first_with_card(self) -> dict[str, int]:
        return {self.seats[player].card: player for player in reversed(self.players)}

    def answer(self, key: str, value: Mapping[str, Any], now: int) -> None:
        """Take what the rules answer to the question *key*: an object, with ``error`` if none."""
        if any(ask.key == key for ask in self.wanted()):
            self.tell(now, "answer", NOBODY, key=key, value=value)
            self._throw_if_there(now)
            self._conclude(now)

    def _conclude(self, now: int) -> None:
        asks = self._asks_of_the_round() if self.phase is Phase.JUDGING else []
        if asks and all(ask.key in self.answers for ask in asks):
            entries = []
            for player, entry in self.now.entries.items():
                judged = self.answers[f"judge {player}"]
                shown = {} if "error" in judged else entry  # it might be anything
                timer = player == self.now.turner
                entries.append({"player": player, "entry": shown, "timer": timer, "judged": judged})
            first = self._first_with_card()
            best = [
                self.answers[f"best {first[self.seats[player].card]}"] for player in self.players
            ]
            self.tell(now, "results", round=self.round, entries=entries, best=best)
        if "total" in self.answers and self.phase is Phase.RESULTS:
            self.tell(now, "total", total=self.answers["total"])
