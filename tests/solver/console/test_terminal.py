import io
import re

import pytest

from solver.console import terminal
from solver.drawing.text_grid import Patch, outlines
from solver.geometry.polyomino import Cell

PICTURE = outlines(["AB"], [Patch("x", [Cell(0, 0)])])
ANSI = re.compile("\x1b\\[[0-9;]*m")


class Screen(io.TextIOWrapper):
    """A stream that calls itself a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


@pytest.fixture(autouse=True)
def _colourful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_terminal_shows_outlines_and_colours() -> None:
    screen = Screen()
    assert terminal.shows_outlines(screen)
    terminal.show(PICTURE, screen)
    assert ANSI.search(screen.shown())
    lines = [line.rstrip() for line in ANSI.sub("", screen.shown()).splitlines()]
    assert lines == ["     a   b", "   ┌───┐", " 1 │ A │ B", "   └───┘"]


def test_no_color_keeps_the_outlines_and_drops_the_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    assert terminal.shows_outlines(screen)
    assert not terminal.shows_colour(screen)
    terminal.show(PICTURE, screen)
    assert screen.shown().splitlines() == ["     a   b", "   ┌───┐", " 1 │ A │ B", "   └───┘"]


def test_a_dumb_terminal_a_pipe_and_another_encoding_show_neither(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not terminal.shows_outlines(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert not terminal.shows_outlines(Screen("latin-1"))
    assert terminal.is_screen(Screen("latin-1"))
    monkeypatch.setenv("TERM", "dumb")
    assert not terminal.shows_outlines(Screen())
    assert not terminal.is_screen(Screen())


def test_a_bar_is_shown_on_stderr_once_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(terminal, "_PATIENCE_S", 0.0)
    with terminal.progress("counting", "packings") as advance:
        advance(1, 2, 5)
        advance(2, 2, 9)
    assert "counting" in screen.shown()


def test_a_short_search_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    with terminal.progress("counting", "packings") as advance:
        advance(1, 2, 5)
    assert screen.shown() == ""


def test_interrupted_a_search_tells_how_far_it_came(capsys: pytest.CaptureFixture[str]) -> None:
    with (  # noqa: PT012 - the search goes on until it is interrupted
        pytest.raises(KeyboardInterrupt),
        terminal.progress("counting", "packings") as advance,
    ):
        advance(3, 8, 1234)
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "interrupted in part 3 of 8, with 1,234 packings so far\n"
