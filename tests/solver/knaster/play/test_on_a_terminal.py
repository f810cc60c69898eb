"""The game on a terminal: the sheet is redrawn after every turn, and Ctrl-C leaves it saved."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from pathlib import Path

from solver.knaster.record import Record
from tests.terminal import CTRL_C, ENTER, UP, Terminal


def test_circled_numbers_are_framed_where_the_terminal_has_room(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal("knaster", "play", "--seed", "3", "--save", str(file)) as terminal:
        terminal.answer("you>", f"c3{ENTER}")
        terminal.read_until("Turn 2, roll 7 (5 + 2)")
        assert "─" not in terminal.answer("you>", f"{UP}{ENTER}")
        terminal.read_until("Turn 3, roll 8 (3 + 5)")
        assert "┌────┐" in terminal.read_until("you>")
        terminal.resize(15, 80)
        terminal.type(f"d3{ENTER}")
        terminal.read_until("Turn 4, roll 10 (4 + 6)")
        assert "(7)   8" in terminal.read_until("you>")
        terminal.type(CTRL_C)
        assert terminal.end() == 130
    assert len(Record.parse(file.read_text(encoding="utf-8")).rolls) == 3
