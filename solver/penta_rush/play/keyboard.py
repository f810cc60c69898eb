"""The keyboard: what is typed, a line at a time, each before its deadline or not at all.

descriptor  by it the line is waited for and the clock watched at once; a stream without one (and
            any stream of Windows, where only sockets can be waited for) is read until a line ends,
            and the line does not count if that was too late
late        a line that was begun before a deadline and ended after it: nobody's, so passed over
"""

import os
import sys
import time
from io import UnsupportedOperation
from select import select
from typing import TextIO

_PIECE = 4096  # bytes read at once
_LONGEST = 10_000  # bytes of a line; what is longer comes in parts
_END = b"\n"


class Keyboard:
    """Reads *stdin*; nothing else may read it before or meanwhile."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        self._descriptor = _descriptor(stdin)
        self._typed = b""
        self._late = False

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees what he types."""
        return self._stdin.isatty()

    def line(self, deadline: float | None = None) -> str | None:
        """Return the next line without its end; None where it does not end before *deadline*.

        The deadline is a time of `time.monotonic`. Raises `EOFError` at the end of the input; a
        last line without an end counts.
        """
        if self._descriptor is None:
            typed = self._read(deadline)
        else:
            typed = self._waited(self._descriptor, deadline)
        return None if typed is None else typed.decode(errors="replace").rstrip("\r\n")

    def _read(self, deadline: float | None) -> bytes | None:
        typed = self._stdin.buffer.readline(_LONGEST)
        if not typed:
            raise EOFError
        return None if _left_s(deadline) == 0 else typed

    def _waited(self, descriptor: int, deadline: float | None) -> bytes | None:
        while True:
            if (left_s := _left_s(deadline)) == 0:
                self._drop_line(descriptor)
                return None
            line, end, rest = self._typed.partition(_END)
            if end or len(line) >= _LONGEST:
                self._typed = rest
                if not self._late:
                    return line
                self._late = not end
                continue
            if not select([descriptor], [], [], left_s)[0]:
                continue
            piece = os.read(descriptor, _PIECE)
            if not piece:
                typed, self._typed = self._typed, b""
                if typed and not self._late:
                    return typed
                raise EOFError
            self._typed += piece

    def _drop_line(self, descriptor: int) -> None:
        """See that the line being typed is nobody's."""
        if self.is_terminal:
            import termios  # where there are descriptors to wait for, there is this

            # What has not been entered yet is still the terminal's, and would begin the next line.
            termios.tcflush(descriptor, termios.TCIFLUSH)
            self._typed = b""
        elif self._typed and _END not in self._typed:
            self._late = True


def _left_s(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _descriptor(stdin: TextIO) -> int | None:
    if sys.platform == "win32":
        return None
    try:
        return stdin.fileno()
    except UnsupportedOperation:
        return None
