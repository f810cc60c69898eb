"""The console: what the players at one keyboard see, and what they type."""

import os
from collections.abc import Iterable
from typing import TextIO

from solver.console.keyboard import Keyboard
from solver.console.prompt import Prompt
from solver.console.question import Question
from solver.console.terminal import escaped, is_screen, show, shows_outlines
from solver.drawing.text_grid import StyledLine

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and then what was scrolled off it


class QuitGameError(Exception):
    """The players leave the game: one of them quits, or the input ends."""


class Console:
    """Prints on *stream*, reads from *keyboard*. *drawn*: the stream can show drawn outlines."""

    def __init__(self, keyboard: Keyboard, stream: TextIO) -> None:
        self._prompt = Prompt(keyboard, stream)
        self._stream = stream
        self.drawn = shows_outlines(stream)

    @property
    def is_interactive(self) -> bool:
        """Whether a person types, and looks at the screen meanwhile."""
        return self._prompt.is_editable

    def show(self, lines: Iterable[StyledLine]) -> None:
        """Print *lines*."""
        show(lines, self._stream)

    def say(self, text: str = "") -> None:
        """Print *text*, a line or several."""
        self._stream.write("".join(f"{escaped(line)}\n" for line in text.split("\n")))

    def flush(self) -> None:
        """Let the players see now what was printed, before something that takes its time."""
        self._stream.flush()

    def ask(self, question: Question) -> str | None:
        """Return the line typed as the answer; None if it was not entered before the deadline.

        Raises `QuitGameError` at the end of the input.
        """
        try:
            return self._prompt.ask(question)
        except EOFError:
            raise QuitGameError from None

    def clear(self) -> None:
        """Clear the terminal, if there is one, before the next player looks at it."""
        if is_screen(self._stream):
            self._stream.write(_CLEAR)

    def ring_bell(self) -> None:
        """Ring the bell of the terminal, if there is one."""
        if is_screen(self._stream):
            self._stream.write("\a")

    def has_room(self, lines: int) -> bool:
        """Return whether so many *lines* fit on the terminal at once; true if none is known."""
        try:
            height = os.get_terminal_size(self._stream.fileno()).lines
        except (OSError, ValueError):  # no terminal, or no file at all
            return True
        return height == 0 or lines <= height
