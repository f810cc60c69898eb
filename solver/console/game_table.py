"""A game at the keyboard, from the greeting to the goodbye, whatever is played."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

import click

from solver.console.game_console import Console, QuitGameError
from solver.console.game_file import GameFile
from solver.console.keyboard import Keyboard
from solver.console.options import input_names
from solver.console.terminal import print_error
from solver.errors import SourceError
from solver.files.input_text import STDIN


class Session(Protocol):
    """A game so far."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""

    @property
    def length(self) -> str:
        """How much was played, as in "3 turns"."""


_Session = TypeVar("_Session", bound=Session)
_Session_co = TypeVar("_Session_co", bound=Session, covariant=True)


class Game(Protocol[_Session_co]):
    """A game that is played at the keyboard."""

    @property
    def session(self) -> _Session_co:
        """The game so far."""

    @property
    def referee(self) -> str:
        """The command of its group that judges the game when it is over; empty if none can."""


STDIN_IS_TYPED = "the players type on standard input; give a file instead of '-'."


def check_stdin(context: click.Context) -> None:
    """Raise `SourceError` where nobody can type, and `click.UsageError` where an input is '-'."""
    if sys.stdin is None:
        raise SourceError("standard input", expected="it open", found="it closed")
    if STDIN in input_names(context):
        raise click.UsageError(STDIN_IS_TYPED)


class GameTable(Generic[_Session]):
    """Where a game is played: the *console* of the players, and the *file* of the game, if any.

    With *as_json* the players look at standard error, and the game is printed at the end.
    """

    def __init__(self, file: GameFile[_Session], *, as_json: bool) -> None:
        self._file, self._as_json = file, as_json
        keyboard = Keyboard(sys.stdin or io.TextIOWrapper(io.BytesIO()))
        stream = (sys.stderr or io.StringIO()) if as_json else sys.stdout
        self.console = Console(keyboard, stream)

    @contextmanager
    def opened(
        self, game: Game[_Session], *, greeting: str, group: str, options: str = ""
    ) -> Iterator[None]:
        """Save and greet; play in the block, which `QuitGameError` leaves; in the end say goodbye.

        A game whose file cannot be written any more is printed. The commands that continue and
        judge it are of *group*, as in "penta up", and take the same *options*.
        """
        file = self._file
        file.save(game.session)
        # With --json, what cannot be written to stderr is dropped.
        (print_error if self._as_json else self.console.say)(greeting)
        try:
            yield
        except QuitGameError:
            pass
        finally:
            self._say_goodbye(game, group, options)
            if self._as_json or not file.is_saved:
                sys.stdout.write(file.text_of(game.session))

    def _say_goodbye(self, game: Game[_Session], group: str, options: str) -> None:
        """Say where the game stands, and how to continue or judge what its file holds."""
        name = self._file.shell_name
        if not game.session.is_over:
            self.console.say(f"\nYou left the game after {game.session.length}.")
            if name:
                self.console.say(f"To continue: {group} play{options} --resume {name}")
        elif name:
            judge = f"{group} {game.referee}{options} {name}"
            again = f" To judge it again: {judge}" if game.referee else ""
            self.console.say(f"\nThe game is saved in {name}.{again}")
