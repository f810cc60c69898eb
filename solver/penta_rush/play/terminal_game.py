"""A game played at one keyboard: the rounds of a session, until it is over.

Decision: a new player begins each round. One may turn the sand timer, but not the last, which ends
the turn and earns its point; those after have its seconds. A single player always has them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from solver.console.keyboard import Question
from solver.console.play.console import Console, Draw, QuitGameError, is_quit
from solver.drawing.styled_text import StyledLine, wrapped
from solver.errors import quoted
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.play.session import GameKind, RoundEntry, Session
from solver.penta_rush.play.turn import Turn
from solver.penta_rush.points import Points
from solver.penta_rush.symbol_label import roll_lines


class TerminalGame(ABC):
    """Plays *session*, and hands it to *save* after each round; *titles* name new cards."""

    group = "penta rush"
    referee: ClassVar[str]  # the command that judges the finished game

    def __init__(
        self,
        session: Session,
        console: Console,
        points: Points,
        save: Callable[[Session], None],
        titles: Sequence[str] = (),
    ) -> None:
        self.session, self._titles = session, titles
        self._console, self._points, self._save = console, points, save
        self._has_played = False  # a round, since the game began or was resumed

    @abstractmethod
    def _play_turn(self, turn: Turn) -> RoundEntry:
        """Return what the player of *turn* does in the next round."""

    @abstractmethod
    def _results(self) -> Iterator[Draw]:
        """Yield what draws the results of the last round, and what was possible, part by part."""

    def _end(self) -> Iterable[StyledLine]:
        """Return what is shown at the end of the game, below the results of the last round."""
        return ()

    def greeting(self) -> Iterator[str]:
        """Yield which game is played, and how to begin."""
        session = self.session
        names = {GameKind.PUZZLE: ", puzzle variant", GameKind.SOLITAIRE: ", solitaire"}
        game = f"Penta-Rush{names.get(session.kind, '')}"
        timer = f", timer {session.timer_s} s" if session.timer_s else ""
        after = "" if self._titles else f", after {session.length}"
        players = ", ".join(session.players)
        if len(session.cards) > 1:
            pairs = zip(session.players, self._titles, strict=False)
            own = ", ".join(f"{name} on {title}" for name, title in pairs)
            players = own or f"{players}, each on a card of their own"
        yield from wrapped(f"{game}: {players}{timer}, seed {session.seed}{after}")
        yield "Type an outline as its cells, like c4 c5 d5 e5 e6, then 'done'; or type 'help'."

    def play(self) -> None:
        """Play to the end. Raises `QuitGameError` if the players leave before."""
        while not self.session.is_over:
            self._play_round()
            if not self.session.is_over:
                self._console.say()
        self._console.show(self._end())

    def _play_round(self) -> None:
        session = self.session
        order, throws = session.turn_order(session.next_round), session.next_throws()
        roll = Roll("".join(sorted(throws[-1])))
        entries: dict[str, RoundEntry] = {}
        for position, name in enumerate(order):
            self._wait_for(name, position)
            if position == 0:
                card = session.cards[0]
                for throw in throws:
                    text = card.legend.throw_text(throw)
                    self._console.show(roll_lines(card, text, " ".join(throw)))
            hurried = len(order) == 1 or any(entry.timer for entry in entries.values())
            limit_s = session.timer_s if hurried else None
            refusal = self._timer_refusal(hurried=hurried, last=name == order[-1])
            turn = Turn(name, session.next_round, roll, limit_s, refusal, session.timer_s)
            entries[name] = self._play_turn(turn)
        self.session = session.with_round(tuple(entries[name] for name in session.players))
        self._has_played = True
        self._save(self.session)
        self._console.show_parts(self._results())

    def _each_card(self) -> Iterator[tuple[Card, str, str]]:
        """Yield each different card, one of its players, and for whom it is if there are others."""
        owners: dict[Card, list[str]] = {}
        for name in self.session.players:
            owners.setdefault(self.session.card_of(name), []).append(name)
        for card, names in owners.items():
            yield card, names[0], f" for {' and '.join(names)}" if len(owners) > 1 else ""

    def _tiles(self, shapes: str) -> str:
        ordered = (shape for shape in self._points.highest_first if shape in shapes)
        return " ".join(f"{shape}{self._points[shape]}" for shape in ordered)

    def _timer_refusal(self, *, hurried: bool, last: bool) -> str:
        if self.session.timer_s is None:
            return "this game has no timer"
        if hurried:
            return "the sand timer is already running"
        return "you play last, so there is nobody left to hurry" if last else ""

    def _wait_for(self, name: str, position: int) -> None:
        """Wait until the player is ready, if others watch or the sand timer may run.

        The screen is cleared before, so that only the first player of a round sees the last one. A
        single player without a timer may look at the last round, where there is a screen.
        """
        if position:
            self._console.clear()
        if len(self.session.players) > 1 or self.session.timer_s is not None:
            self._wait_for_enter(f"{name}, press Enter when you are ready: ")
        elif self._has_played and self._console.is_interactive:
            self._wait_for_enter("Press Enter for the next round: ")

    def _wait_for_enter(self, text: str) -> None:
        """Wait for an empty line; in a pipe any line will do. Raises `QuitGameError`."""
        while typed := (self._console.ask(Question(text)) or "").strip():
            if is_quit(typed):
                raise QuitGameError
            self._console.remark(f"{quoted(typed)} does not count before your turn")
            if not self._console.is_interactive:
                break
