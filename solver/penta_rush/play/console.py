"""The console: what the players at one keyboard see, and what they type.

If the input is a pipe, each line read is printed after its prompt, as a terminal would show it.
"""

from collections.abc import Iterable
from typing import TextIO

from solver.console.terminal import is_screen, show, shows_outlines
from solver.drawing.text_grid import StyledLine
from solver.penta_rush.play.keyboard import Keyboard

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and then what was scrolled off it


class QuitGameError(Exception):
    """The players leave the game: one of them quits, or the input ends."""


class Console:
    """Prints on *stream*, reads from *keyboard*. *drawn*: the stream can show drawn outlines."""

    def __init__(self, keyboard: Keyboard, stream: TextIO) -> None:
        self._keyboard = keyboard
        self._stream = stream
        self.drawn = shows_outlines(stream)

    def show(self, lines: Iterable[StyledLine]) -> None:
        """Print *lines*."""
        show(lines, self._stream)

    def say(self, text: str = "") -> None:
        """Print a line of *text*."""
        self._stream.write(f"{text}\n")

    def ask(self, prompt: str, deadline: float | None = None) -> str | None:
        """Return the line typed after *prompt*; None if it was not complete by *deadline*.

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
        """Clear the terminal, if there is one, before the next player looks at it."""
        if is_screen(self._stream):
            self._stream.write(_CLEAR)
