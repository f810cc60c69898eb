"""The keyboard: lines before their deadline, from pipes, terminals and streams without either."""

import io
import os
import sys
import time
from collections.abc import Iterator

import pytest

from solver.console.keyboard import Keyboard

SOON_S = 0.05


class Pipe:
    """A pipe with its end to write into."""

    def __init__(self) -> None:
        reading, self._writing = os.pipe()
        self.stdin = os.fdopen(reading)

    def type(self, text: bytes) -> None:
        os.write(self._writing, text)

    def end(self) -> None:
        os.close(self._writing)


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    made = Pipe()
    yield made
    made.stdin.close()


def _soon() -> float:
    return time.monotonic() + SOON_S


def test_lines_come_one_by_one_in_whatever_pieces_they_are_written(pipe: Pipe) -> None:
    keyboard = Keyboard(pipe.stdin)
    pipe.type(b"a1 a2\r\n\ndo")
    assert [keyboard.line(), keyboard.line(_soon())] == ["a1 a2", ""]
    pipe.type(b"ne\nlast")
    pipe.end()
    assert [keyboard.line(), keyboard.line()] == ["done", "last"]
    with pytest.raises(EOFError):
        keyboard.line()


def test_the_deadline_ends_the_wait(pipe: Pipe) -> None:
    before = time.monotonic()
    assert Keyboard(pipe.stdin).line(_soon()) is None
    assert SOON_S <= time.monotonic() - before < 100 * SOON_S


def test_a_line_that_ends_after_its_deadline_is_dropped_or_the_end_of_input(pipe: Pipe) -> None:
    keyboard = Keyboard(pipe.stdin)
    pipe.type(b"a1 a2")
    assert keyboard.line(_soon()) is None
    pipe.type(b" a3\ndone\na1 a2")
    assert keyboard.line() == "done"
    assert keyboard.line(_soon()) is None
    pipe.end()
    with pytest.raises(EOFError):
        keyboard.line()


def test_whole_lines_wait_for_the_next_player(pipe: Pipe) -> None:
    keyboard = Keyboard(pipe.stdin)
    pipe.type(b"one\ntwo\n")
    assert keyboard.line() == "one"
    assert keyboard.line(time.monotonic()) is None
    assert keyboard.line() == "two"


def test_an_endless_line_does_not_fill_the_memory(pipe: Pipe) -> None:
    keyboard = Keyboard(pipe.stdin)
    pipe.type(b"x" * 20_000 + b"\n")
    parts = [keyboard.line(), keyboard.line()]
    assert all(part and set(part) == {"x"} for part in parts)
    assert max(len(part or "") for part in parts) < 20_000


def test_bytes_that_are_no_text_are_a_line_too(pipe: Pipe) -> None:
    pipe.type(b"\xff\xfe\n")
    assert Keyboard(pipe.stdin).line() == "\ufffd\ufffd"


def test_a_stream_without_a_descriptor_is_read_and_a_late_line_does_not_count() -> None:
    keyboard = Keyboard(io.TextIOWrapper(io.BytesIO(b"one\ntwo\nthree")))
    assert keyboard.line(_soon()) == "one"
    assert keyboard.line(time.monotonic()) is None
    assert keyboard.line() == "three"
    assert not keyboard.is_terminal
    with pytest.raises(EOFError):
        keyboard.line()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_on_a_terminal_a_line_not_entered_in_time_does_not_begin_the_next_one() -> None:
    import pty

    person, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin:
        keyboard = Keyboard(stdin)
        assert keyboard.is_terminal
        os.write(person, b"a1 a2")
        assert keyboard.line(_soon()) is None
        os.write(person, b"done\n")
        assert keyboard.line() == "done"
    os.close(person)
