import sys
import time
from collections.abc import Callable
from io import StringIO

import pytest

from solver.console import progress
from solver.console.progress import progress_bar
from tests.solver.console.test_terminal import Screen
from tests.support import Capture, Patch


def _wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _screen(monkeypatch: Patch, *, at_once: bool = True) -> Screen:
    """Make stderr a terminal, on which bars appear *at_once*, or after their delay."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    if at_once:
        monkeypatch.setattr(progress, "_DELAY_S", 0.0)
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    return screen


def test_a_bar_appears_before_there_is_progress_and_shows_it(monkeypatch: Patch) -> None:
    screen = _screen(monkeypatch)
    with progress_bar("counting", "packings") as advance:
        _wait_for(lambda: "counting" in screen.shown())
        advance(1, 2, 5)
        _wait_for(lambda: "50%" in screen.shown())
        advance(2, 2, 9, "now")
    assert "counting now" in screen.shown()


def test_what_is_printed_beside_a_bar_goes_where_stdout_goes(monkeypatch: Patch) -> None:
    screen, file = _screen(monkeypatch), StringIO()
    monkeypatch.setattr("sys.stdout", file)
    with progress_bar("checking", "rows"):
        _wait_for(lambda: "checking" in screen.shown())
        sys.stdout.write("ok\n")
    assert file.getvalue() == "ok\n"


def test_a_short_search_shows_no_bar(monkeypatch: Patch) -> None:
    screen = _screen(monkeypatch, at_once=False)
    with progress_bar("counting", "packings") as advance:
        advance(1, 2, 5)
    assert screen.shown() == ""


def test_an_interrupted_search_says_how_much_it_found(capsys: Capture) -> None:
    with (  # noqa: PT012 - the search goes on until it is interrupted
        pytest.raises(KeyboardInterrupt),
        progress_bar("counting", "packings") as advance,
    ):
        advance(3, 8, 1234)
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "interrupted in part 3 of 8, with 1,234 packings so far\n"
