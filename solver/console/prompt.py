"""Lines that a person types: with line editing and history on a terminal, else as they come.

A script that pipes its lines in, and a terminal that can do nothing (TERM=dumb), get plain text.
In a pipe each line is printed after its prompt, as a terminal would show it.
"""

from typing import TYPE_CHECKING, TextIO

from solver.console.keyboard import Keyboard, Question
from solver.console.terminal import escaped, is_screen

if TYPE_CHECKING:  # most commands ask for nothing
    from solver.console.line_editor import LineEditor


class Prompt:
    """Asks for lines on *stream*, which are typed on *keyboard*; nothing else may read that."""

    def __init__(self, keyboard: Keyboard, stream: TextIO) -> None:
        self._keyboard = keyboard
        self._stream = stream
        self._editor = _line_editor(keyboard, stream) if self.is_editable else None

    @property
    def is_editable(self) -> bool:
        """Whether a person types on a screen, and so can edit a line before it is entered."""
        return self._keyboard.is_terminal and is_screen(self._stream)

    def ask(self, question: Question) -> str | None:
        """Return the line typed as the answer; None if it was not entered before the deadline.

        Raises `EOFError` at the end of the input (Ctrl-D), `KeyboardInterrupt` at Ctrl-C.
        """
        if self._editor:
            return self._editor.line(question)
        self._stream.write(question.text)
        self._stream.flush()
        try:
            typed = self._keyboard.line(question.deadline)
        except EOFError:
            self._stream.write("\n")
            raise
        if typed is None:
            self._stream.write("\n")
        elif not self._keyboard.is_terminal:
            self._stream.write(f"{escaped(typed)}\n")
        return typed


def _line_editor(keyboard: Keyboard, stream: TextIO) -> "LineEditor":
    from solver.console.line_editor import LineEditor

    return LineEditor(keyboard.stdin, stream)
