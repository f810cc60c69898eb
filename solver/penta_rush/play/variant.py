"""What every game at the keyboard can do: play a turn, show a round's results and the end."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from solver.console.game_console import Console
from solver.drawing.text_grid import StyledLine
from solver.penta_rush.play.session import RoundEntry, Session
from solver.penta_rush.play.turn_input import Turn
from solver.penta_rush.points import Points


class Variant(ABC):
    """A kind of game at a *console*, with tiles worth *points*."""

    referee: str  # the command that judges the finished game

    def __init__(self, console: Console, points: Points) -> None:
        self.console = console
        self.points = points

    @abstractmethod
    def play(self, session: Session, turn: Turn) -> RoundEntry:
        """Return what the player of *turn* does in the next round of *session*."""

    @abstractmethod
    def results(self, session: Session) -> Iterator[StyledLine]:
        """Yield the results of the last round of *session*, and what was possible."""

    @abstractmethod
    def end(self, session: Session) -> Iterator[StyledLine]:
        """Yield the results of a finished *session*, and who won."""

    def tiles(self, shapes: str) -> str:
        """Return *shapes* with the points of their tiles, most points first."""
        ordered = (shape for shape in self.points.highest_first if shape in shapes)
        return " ".join(f"{shape}{self.points[shape]}" for shape in ordered)
