"""The keyboard: the lines that are typed, each before its deadline or not at all.

A stream with a file descriptor is waited for with `select`, so that the deadline can end the wait.
Without one, and on Windows, where `select` takes only sockets, a line is read to its end, and does
not count if that was after the deadline. A line begun before a deadline and ended after it is
dropped: it belongs to nobody.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable
from io import UnsupportedOperation
from select import select
from typing import NamedTuple, TextIO

_CHUNK = 4096  # bytes read at once
_MAX_LINE = 10_000  # bytes; a longer line comes in parts
_END = b"\n"


class Question(NamedTuple):
    """A line to ask for, after *text*. Only a terminal heeds the rest, but for the *deadline*.

    *words* are completed with the tab key. The arrow keys bring back the lines that were entered
    with the same *history*, a name; without one a line is not remembered. The line begins as
    *default*, and if there is one, lines that were pasted before wait. What *note* returns of the
    text so far stands at the right. The seconds to *deadline*, a time of `time.monotonic`, are
    counted down. Ctrl-L clears the screen and calls *redraw*.
    """

    text: str
    words: Iterable[str] = ()
    history: str | None = None
    default: str = ""
    deadline: float | None = None
    redraw: Callable[[], None] | None = None
    note: Callable[[str], str] | None = None


class Keyboard:
    """Reads *stdin*; nothing else may read it before or meanwhile."""

    def __init__(self, stdin: TextIO) -> None:
        self.stdin = stdin
        self._descriptor = _descriptor(stdin)
        self._typed = b""
        self._is_late = False

    @property
    def is_terminal(self) -> bool:
        """Whether a person types, and sees it on the screen."""
        return self.stdin.isatty()

    def line(self, deadline: float | None = None) -> str | None:
        """Return the next line without its end; None if it does not end before *deadline*.

        The deadline is a time of `time.monotonic`. Raises `EOFError` at the end of the input; a
        last line without an end counts.
        """
        if self._descriptor is None:
            typed = self._read(deadline)
        else:
            typed = self._wait(self._descriptor, deadline)
        return None if typed is None else typed.decode(errors="replace").rstrip("\r\n")

    def _read(self, deadline: float | None) -> bytes | None:
        typed = self.stdin.buffer.readline(_MAX_LINE)
        if not typed:
            raise EOFError
        return None if _seconds_left(deadline) == 0 else typed

    def _wait(self, descriptor: int, deadline: float | None) -> bytes | None:
        while True:
            if (seconds := _seconds_left(deadline)) == 0:
                self._drop_line(descriptor)
                return None
            line, end, rest = self._typed.partition(_END)
            if end or len(line) >= _MAX_LINE:
                self._typed = rest
                if not self._is_late:
                    return line
                self._is_late = not end
                continue
            if not select([descriptor], [], [], seconds)[0]:
                continue
            chunk = os.read(descriptor, _CHUNK)
            if not chunk:
                typed, self._typed = self._typed, b""
                if typed and not self._is_late:
                    return typed
                raise EOFError
            self._typed += chunk

    def _drop_line(self, descriptor: int) -> None:
        """Drop the line being typed."""
        if self.is_terminal:
            import termios  # not on Windows, where lines are never waited for

            # What is not entered yet stays in the terminal, and would begin the next line.
            termios.tcflush(descriptor, termios.TCIFLUSH)
            self._typed = b""
        elif self._typed and _END not in self._typed:
            self._is_late = True


def _seconds_left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _descriptor(stdin: TextIO) -> int | None:
    if sys.platform == "win32":
        return None
    try:
        return stdin.fileno()
    except UnsupportedOperation:
        return None
