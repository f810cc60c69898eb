"""The game on a terminal: the sheet is redrawn after every turn, and Ctrl-C leaves it saved."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from pathlib import Path

from solver.knaster.record import Record
from tests.terminal import CTRL_C, ENTER, UP, Terminal


def test_a_sheet_has_a_line_per_row_and_circled_numbers_are_in_brackets(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal("knaster", "play", "--seed", "3", "--save", str(file)) as terminal:
        terminal.answer("you>", f"c3{ENTER}")
        terminal.read_until("Turn 2, roll 7 (5 + 2)")
        assert "(7)" not in terminal.answer("you>", f"{UP}{ENTER}")
        terminal.read_until("Turn 3, roll 8 (3 + 5)")
        sheet = terminal.answer("you>", f"d3{ENTER}").split("a    b    c    d    e")[1]
        assert [line[:3] for line in sheet.splitlines()[1:6]] == [f" {row} " for row in range(1, 6)]
        terminal.read_until("Turn 4, roll 10 (4 + 6)")
        assert "(7)   8" in terminal.read_until("you>")
        terminal.type(CTRL_C)
        assert terminal.end() == 130
    assert len(Record.parse(file.read_text(encoding="utf-8")).rolls) == 3
