"""A game at the keyboard as tests play it: a script of lines typed, and what was printed."""

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from solver.console.keyboard import Keyboard
from solver.console.play.console import Console, QuitGameError
from solver.geometry.cell import names_of
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.game import Sheet
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.play.puzzle import game_at_keyboard
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.play.terminal_game import TerminalGame
from solver.penta_rush.points import default_points
from solver.penta_rush.puzzle.game import PuzzleRound

POINTS = default_points()
CARD = Card(("ABCDEF", "BCDEFA", "CDEFAB"))
SEED = 9  # a seed whose first roll some cells of CARD match
TIME_IS_UP = None  # in a script: nothing was typed in time


class Script(Keyboard):
    """A keyboard on which *lines* are typed; it records which were read without a deadline."""

    def __init__(self, *lines: str | None) -> None:
        super().__init__(io.TextIOWrapper(io.BytesIO()))
        self._lines = list(lines)
        self.without_deadline: list[bool] = []

    def line(self, deadline: float | None = None) -> str | None:
        if not self._lines:
            raise EOFError
        self.without_deadline.append(deadline is None)
        return self._lines.pop(0)


class Transcript(io.TextIOWrapper):
    """Collects what is printed, as if on a terminal or not."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


def terminal_game(
    session: Session, console: Console, save: Callable[[Session], None] = lambda _: None
) -> TerminalGame:
    return game_at_keyboard(session, console, POINTS, save)


class Played(NamedTuple):
    """What came of the lines of a script: the *session* then, and the *text* printed."""

    session: Session
    text: str
    keyboard: Script

    @property
    def sheets(self) -> list[Sheet]:
        """What was entered in the last round of the standard game."""
        return [entry for entry in self.session.rounds[-1] if isinstance(entry, Sheet)]

    @property
    def choices(self) -> list[PuzzleRound]:
        """What was chosen in the last round of the puzzle variant."""
        return [entry for entry in self.session.rounds[-1] if isinstance(entry, PuzzleRound)]


def play_script(session: Session, *lines: str | None, terminal: bool = False) -> Played:
    """Return what comes of the lines of a script, which end before the game does."""
    keyboard, transcript = Script(*lines), Transcript(terminal=terminal)
    game = terminal_game(session, Console(keyboard, transcript))
    with pytest.raises(QuitGameError):
        game.play()
    return Played(game.session, transcript.text(), keyboard)


def new_session(kind: GameKind, *players: str, timer_s: int | None = None) -> Session:
    return Session(kind, (CARD,), players or ("Ann",), SEED, timer_s)


def next_roll(session: Session) -> Roll:
    return Roll.parse("".join(session.next_throws()[-1]))


def matching_cells(session: Session) -> str:
    """Return the cells of the first placement that matches the next roll."""
    problem = RollProblem(session.cards[0], next_roll(session), POINTS)
    return names_of(MatchingPlacements(problem)[0].cells)
