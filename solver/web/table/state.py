"""What the log of a table says: who sits there, which round it is, what each has handed in."""

import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar

from solver.web.table.event import EVERYONE, Event, Log
from solver.web.table.spec import TableSpec


class Phase(StrEnum):
    """What the players do: wait for others, play, wait for the judge, look, or start again."""

    LOBBY = "lobby"
    PLAY = "play"
    JUDGING = "judging"
    RESULTS = "results"
    OVER = "over"


@dataclass(slots=True)
class Seat:
    """A player: *token* is the hash of the secret by which his phone is known."""

    name: str
    card: str
    is_on_paper: bool
    token: str = ""
    has_left: bool = False


@dataclass(slots=True)
class Round:
    """The round that is played: *sand* is when it runs out, *turner* who turned it."""

    roll: Any = None
    sand: int | None = None
    turner: int | None = None
    drafts: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    draft_numbers: dict[int, int] = field(default_factory=dict)
    entries: dict[int, Mapping[str, Any]] = field(default_factory=dict)


class TableState:
    """A table of the game that *spec* tells of, as its *events* have left it."""

    def __init__(self, spec: TableSpec, events: Iterable[Event] = ()) -> None:
        self.spec, self.log = spec, Log()
        self.present: set[int] = set()  # whose phones are listening, as the server sees it
        self.seats: list[Seat] = []
        self.card, self.seconds, self.begins = "", 0, "turn"
        self.phase, self.round, self.now = Phase.LOBBY, 0, Round()
        self.players: list[int] = []  # of this game
        self.points: list[list[int]] = []  # a list a round, in the order of the players
        self.answers: dict[str, Any] = {}
        for event in events:
            self.take(event)

    @property
    def host(self) -> int:
        """The first of those who have not left; -1 if all have."""
        return next((at for at, seat in enumerate(self.seats) if not seat.has_left), -1)

    def leads(self, player: int) -> bool:
        """Return whether *player* throws the dice: the host, or anybody while he is away."""
        return player == self.host or self.host not in self.present

    def player_of(self, token: str) -> int | None:
        """Return who has the token of this hash, None if nobody has."""
        found = [hmac.compare_digest(seat.token.encode(), token.encode()) for seat in self.seats]
        return found.index(True) if token and True in found else None

    def tell(self, now: int, kind: str, to: int = EVERYONE, **data: Any) -> None:
        """Let an event happen, which *to* see."""
        self.take(Event(self.log.last + 1, now, kind, to, data))

    def take(self, event: Event) -> None:
        """Add *event* to the log, with what it does; raise some ValueError if it does nothing."""
        if event.kind not in self._effects:
            raise ValueError("no such event")
        self.log.append(event)
        self._effects[event.kind](self, event.data)

    def _opened(self, data: Mapping[str, Any]) -> None:
        self.card, self.seconds, self.begins = data["card"], data["seconds"], data["begins"]

    def _joined(self, data: Mapping[str, Any]) -> None:
        self.seats.append(Seat(data["name"], data["card"], data["paper"]))

    def _token_given(self, data: Mapping[str, Any]) -> None:
        self.seats[data["player"]].token = data["token"]

    def _paper_chosen(self, data: Mapping[str, Any]) -> None:
        self.seats[data["player"]].is_on_paper = data["paper"]

    def _left(self, data: Mapping[str, Any]) -> None:
        self.seats[data["player"]].has_left = True

    def _thrown(self, data: Mapping[str, Any]) -> None:
        self.phase, self.round, self.now = Phase.PLAY, data["round"], Round(data["roll"])
        self.players = data["players"]
        self._forget_answers()

    def _sand_turned(self, data: Mapping[str, Any]) -> None:
        self.now.sand, self.now.turner = data["until"], data["player"]

    def _drawn(self, data: Mapping[str, Any]) -> None:
        self.now.drafts[data["player"]] = data["entry"]
        self.now.draft_numbers[data["player"]] = data.get("number", 0)

    def _entered(self, data: Mapping[str, Any]) -> None:
        self.now.entries[data["player"]] = data["entry"]

    def _nothing(self, data: Mapping[str, Any]) -> None:
        """Do nothing: this is for the phones to know."""

    def _failed(self, _data: Mapping[str, Any]) -> None:
        self._forget_answers()

    def _closed(self, _data: Mapping[str, Any]) -> None:
        self.phase = Phase.JUDGING

    def _answered(self, data: Mapping[str, Any]) -> None:
        self.answers[data["key"]] = data["value"]

    def _judged(self, data: Mapping[str, Any]) -> None:
        self.phase = Phase.RESULTS
        points = {one["player"]: one["judged"].get("points", 0) for one in data["entries"]}
        self.points.append([points[player] for player in self.players])
        throw = self.answers.get(f"throw {self.round + 1}")
        self._forget_answers({f"throw {self.round + 1}": throw} if throw else {})
        self.log.drop(lambda event: event.kind in {"draft", "entry"})

    def _totalled(self, _data: Mapping[str, Any]) -> None:
        self.phase = Phase.OVER

    def _begun_again(self, _data: Mapping[str, Any]) -> None:
        self.phase, self.round, self.points = Phase.LOBBY, 0, []
        self._forget_answers()
        self.log.drop(lambda event: event.kind not in _LASTING)

    def _forget_answers(self, kept: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Forget all answers but those *kept*, in the log as well."""
        self.answers = dict(kept)
        self.log.drop(lambda event: event.kind == "answer" and event.data["key"] not in kept)

    _effects: ClassVar[Mapping[str, Callable[..., None]]] = {
        "table": _opened,
        "joined": _joined,
        "token": _token_given,
        "paper": _paper_chosen,
        "left": _left,
        "thrown": _thrown,
        "sand": _sand_turned,
        "draft": _drawn,
        "entry": _entered,
        "handed": _nothing,
        "failed": _failed,
        "closed": _closed,
        "answer": _answered,
        "results": _judged,
        "total": _totalled,
        "again": _begun_again,
    }


_LASTING = {"table", "joined", "token", "paper", "left", "again"}  # from game to game
