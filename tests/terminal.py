"""The command line as a person meets it: on a pseudo-terminal, with keys, a screen and a bell."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time
from select import select
from types import TracebackType
from typing import Any, Self

from tests.support import PENTA, ROOT

UP, LEFT, BACKSPACE, ENTER = "\x1b[A", "\x1b[D", "\x7f", "\r"
CTRL_C, CTRL_D, CTRL_L = "\x03", "\x04", "\x0c"
BELL = "\a"
_PATIENCE_S = 60
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


class Terminal:
    """Runs a command; *output* is what it has written so far, without escape sequences.

    A blank at the end of a prompt may be written as a movement of the cursor, and is not seen.
    """

    def __init__(
        self, *args: str, lines: int = 60, columns: int = 100, stderr: int | None = None, **env: str
    ) -> None:
        self._person, self._terminal = pty.openpty()
        self._set_size(lines, columns)
        self.settings = termios.tcgetattr(self._terminal)
        self.output = ""
        self._seen = 0
        self.process = subprocess.Popen(
            [*PENTA, *args],
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", **env},
            stdin=self._terminal,
            stdout=self._terminal,
            stderr=self._terminal if stderr is None else stderr,
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._person)
        os.close(self._terminal)

    def resize(self, lines: int, columns: int) -> None:
        """Give the terminal another size, and tell the command."""
        self._set_size(lines, columns)
        self.process.send_signal(signal.SIGWINCH)

    def type(self, keys: str) -> None:
        """Type *keys*."""
        os.write(self._person, keys.encode())

    def answer(self, prompt: str, keys: str) -> str:
        """Type *keys* once *prompt* is shown; return what is shown up to there."""
        shown = self.read_until(prompt)
        self.type(keys)
        return shown

    def read_until(self, text: str) -> str:
        """Return what is shown up to the next *text*, since what was returned before."""
        deadline = time.monotonic() + _PATIENCE_S
        while (at := self.output.find(text, self._seen)) < 0:
            assert time.monotonic() < deadline, f"{text!r} is not in {self.output!r}"
            self._read()
        before, self._seen = self._seen, at + len(text)
        return self.output[before : self._seen]

    def end(self) -> int:
        """Return the exit code, once all output is read."""
        deadline = time.monotonic() + _PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.output
            self._read()
        self._read()
        return self.process.returncode

    def current_settings(self) -> list[Any]:
        """Return the settings of the terminal now: whether it echoes what is typed, and so on."""
        return termios.tcgetattr(self._terminal)

    def _set_size(self, lines: int, columns: int) -> None:
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _read(self) -> None:
        if select([self._person], [], [], 0.05)[0]:
            text = os.read(self._person, 1 << 16).decode(errors="replace")
            self.output += _ESCAPES.sub("", text)
