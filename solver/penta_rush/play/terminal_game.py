"""A match: the rounds of a session, played at a console until it is over.

ready   before a turn that others watch, or that the sand may end, the player is waited for
hidden  of several players none sees on the screen what another has outlined in the round

Decision: at one keyboard players take turns, and each is the first in turn. As long as nobody has
turned the timer, whoever plays may turn it, which ends his turn and earns its point; those who come
after him then have its seconds each. The last of a round cannot: nobody is left to be hurried. One
who plays alone has the seconds in every round, and no point for them.
"""

from collections.abc import Callable

from solver.penta_rush.dice import Roll, is_legal
from solver.penta_rush.play.action import is_quit
from solver.penta_rush.play.console import Console, QuitGameError
from solver.penta_rush.play.puzzle_variant import PuzzleVariant
from solver.penta_rush.play.session import GameKind, RoundEntry, Session
from solver.penta_rush.play.standard_variant import StandardVariant
from solver.penta_rush.play.turn_input import Turn
from solver.penta_rush.play.variant import Variant
from solver.penta_rush.points import Points

VARIANTS: dict[GameKind, type[Variant]] = {
    GameKind.STANDARD: StandardVariant,
    GameKind.PUZZLE: PuzzleVariant,
    GameKind.SOLITAIRE: PuzzleVariant,
}


class TerminalGame:
    """Plays *session*; after each round it is handed to *keep*, before anything else is done."""

    def __init__(
        self, session: Session, console: Console, points: Points, keep: Callable[[Session], None]
    ) -> None:
        self.session = session
        self.variant = VARIANTS[session.kind](console, points)
        self._console = console
        self._keep = keep

    def play(self) -> None:
        """Play to the end. Raises `QuitGameError` where the players leave before."""
        while not self.session.is_over:
            self._round()
        self._console.show(self.variant.end(self.session))

    def _round(self) -> None:
        session = self.session
        order, thrown = session.order(session.number), session.throws()
        roll = Roll("".join(sorted(thrown[-1])))
        entries: dict[str, RoundEntry] = {}
        for place, name in enumerate(order):
            self._ready(name, place)
            if place == 0:
                for one in thrown:
                    again = "" if is_legal(one) else " - roll again"
                    self._console.say(f"thrown: {' '.join(one)}{again}")
            hurried = len(order) == 1 or any(entry.timer for entry in entries.values())
            limit_s = session.timer_s if hurried else None
            stands = self._stands(hurried=hurried, last=name == order[-1])
            turn = Turn(name, session.number, roll, limit_s, stands)
            entries[name] = self.variant.play(session, turn)
        self.session = session.after(tuple(entries[name] for name in session.players))
        self._keep(self.session)
        self._console.show(self.variant.results(self.session))
        self._console.say()

    def _stands(self, *, hurried: bool, last: bool) -> str:
        """Return why a player may not turn the timer; empty where he may."""
        if self.session.timer_s is None:
            return "this game has no timer"
        if hurried:
            return "the sand runs already"
        return "you play last, and nobody is left to hurry" if last else ""

    def _ready(self, name: str, place: int) -> None:
        """Wait until *name* is ready, where that matters; the first of a round sees the last."""
        if len(self.session.players) == 1 and self.session.timer_s is None:
            return
        if place:
            self._console.clear()
        if is_quit(self._console.ask(f"{name}, press Enter when you are ready: ") or ""):
            raise QuitGameError
