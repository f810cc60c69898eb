"""Which kind of game is played at the keyboard."""

from collections.abc import Callable, Sequence

from solver.console.play.console import Console
from solver.penta_rush.play.puzzle import PuzzleGame
from solver.penta_rush.play.session import GameKind, Session
from solver.penta_rush.play.standard import StandardGame
from solver.penta_rush.play.terminal_game import TerminalGame
from solver.penta_rush.points import Points


def game_at_keyboard(
    session: Session,
    console: Console,
    points: Points,
    save: Callable[[Session], None],
    titles: Sequence[str] = (),
) -> TerminalGame:
    """Return the game of *session*; *titles* name its cards, and *save* keeps it after a round."""
    game_type = StandardGame if session.kind is GameKind.STANDARD else PuzzleGame
    return game_type(session, console, points, save, titles)
