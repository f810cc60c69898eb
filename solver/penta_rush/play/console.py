"""The console: what the players at one keyboard see, and what they type.

In a pipe what is typed is shown behind its prompt, so that the talk reads as on a terminal.
"""

from collections.abc import Iterable
from typing import TextIO

from solver.console.terminal import is_screen, show, shows_outlines
from solver.drawing.text_grid import Line
from solver.penta_rush.play.keyboard import Keyboard

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and then what was scrolled off it


class QuitGameError(Exception):
    """The players leave the game: by a word, or by the end of the input."""


class Console:
    """Talks on *stream*, and listens to *keyboard*. *drawn*: the stream shows outlines."""

    def __init__(self, keyboard: Keyboard, stream: TextIO) -> None:
        self._keyboard = keyboard
        self._stream = stream
        self.drawn = shows_outlines(stream)

    def show(self, lines: Iterable[Line]) -> None:
        """Print *lines*."""
        show(lines, self._stream)

    def say(self, text: str = "") -> None:
        """Print a line of *text*."""
        self._stream.write(f"{text}\n")

    def ask(self, prompt: str, deadline: float | None = None) -> str | None:
        """Return what is typed behind *prompt*; None where it was not there by *deadline*.

        Raises `QuitGameError` at the end of the input.
        """
        self._stream.write(prompt)
        self._stream.flush()
        try:
            typed = self._keyboard.line(deadline)
        except EOFError:
            self.say()
            raise QuitGameError from None
        if typed is None:
            self.say()
        elif not self._keyboard.is_terminal:
            self.say(typed)
        return typed

    def clear(self) -> None:
        """Clear the terminal, where there is one: what it shows is not for the next player."""
        if is_screen(self._stream):
            self._stream.write(_CLEAR)
