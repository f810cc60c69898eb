import io
import re

import pytest

from solver.console import terminal
from solver.drawing import text_grid
from solver.geometry.cell import Cell
from tests.support import Capture, Patch, cases

PICTURE = text_grid.outlined_grid(["AB"], [text_grid.Patch("x", [Cell(0, 0)])])
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
def _colourful(monkeypatch: Patch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@cases("no_color", "", "1")
def test_a_terminal_shows_outlines_and_unless_no_color_is_set_colours(
    no_color: str, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    screen = Screen()
    assert terminal.shows_outlines(screen)
    terminal.show(PICTURE, screen)
    assert bool(ANSI.search(screen.shown())) == terminal.shows_colour(screen) == (not no_color)
    lines = [line.rstrip() for line in ANSI.sub("", screen.shown()).splitlines()]
    assert lines == ["     a   b", "   ┌───┐", " 1 │ A │ B", "   └───┘"]


def test_a_dumb_terminal_a_pipe_and_another_encoding_show_neither(monkeypatch: Patch) -> None:
    assert not terminal.shows_outlines(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert not terminal.shows_outlines(Screen("latin-1"))
    assert terminal.is_screen(Screen("latin-1"))
    monkeypatch.setenv("TERM", "dumb")
    assert not terminal.shows_outlines(Screen())
    assert not terminal.is_screen(Screen())


@cases(
    "text shown",
    ("\x1b[2Jmeadow", "\\x1b[2Jmeadow"),
    ("a\x9bb\rc\td", "a\\x9bb\\rc\\td"),
    ("\u202eabc\u2028", "\\u202eabc\\u2028"),
    ("Zoë 👨\u200d👩 ♥\ufe0f", "Zoë 👨\u200d👩 ♥\ufe0f"),  # joined and coloured emoji stay so
)
def test_control_characters_are_shown_by_their_escapes(text: str, shown: str) -> None:
    assert terminal.escaped(text) == shown
    screen = Screen()
    terminal.show([[(text, "bold")]], screen)
    assert ANSI.sub("", screen.shown()) == f"{shown}\n"


def test_a_pipe_and_a_message_get_no_control_characters(capsys: Capture) -> None:
    terminal.show([[("\x1b[31mred", "")]])
    terminal.print_error("penta: \x1b[31mred\nUsage:")
    assert capsys.readouterr() == ("\\x1b[31mred\n", "penta: \\x1b[31mred\nUsage:\n")
