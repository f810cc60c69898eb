"""Games on a terminal: the board is redrawn after every step, and Ctrl-C leaves the game saved."""

import signal
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from pathlib import Path

from solver.geocinco.play.session import Session
from solver.knaster.record import Record
from solver.pent_up.record import Record as PentUpRecord
from tests.terminal import CTRL_C, ENTER, UP, Terminal


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def test_a_sheet_has_a_line_per_row_and_circled_numbers_are_in_brackets(file: Path) -> None:
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
    assert len(Record.parse(file.read_text("utf-8")).rolls) == 3


def test_free_slots_are_strokes_and_a_slip_can_be_mended(file: Path) -> None:
    game = ("geo", "play", "--seed", "3", "--player", "red", "--player", "blue")
    with Terminal(*game, "--save", str(file)) as terminal:
        assert "\\" in terminal.answer("red>", f"D3r9{ENTER}")
        terminal.read_until("(did you mean")
        terminal.answer("red>", f"{UP}\b5{ENTER}")
        assert "RR" in terminal.read_until("Turn 1, red throws 3D: 1 token left to lay")
        terminal.answer("red>", f"con\t D3r5{ENTER}")
        terminal.read_until("nothing to contest: D3r5 has red's own token")
        terminal.answer("red>", CTRL_C)
        assert terminal.end() == 130
    assert Session.parse(file.read_text("utf-8")).state.tokens == {"D3r5": "red"}


def test_a_pile_is_outlined_where_the_terminal_has_space(file: Path) -> None:
    with Terminal("up", "play", "--black", "human", "--save", str(file)) as terminal:
        terminal.answer("White>", f"X 1{ENTER}")
        assert "│ 1   1   1 │" in terminal.read_until("Black>")
        terminal.resize(20, 80)
        terminal.type(f"undo{ENTER}")
        terminal.answer("White>", f"X 1{ENTER}")
        assert "11 . . 1 1 1 . .   11 . . X X X . .\n" in terminal.read_until("Black>")
    assert len(PentUpRecord.parse(file.read_text("utf-8")).moves) == 1


def test_ctrl_c_is_heard_while_the_search_thinks(file: Path) -> None:
    with Terminal("up", "play", "--seconds", "99", "--save", str(file)) as terminal:
        terminal.answer("White>", f"X 1{ENTER}")
        terminal.read_until("Black is thinking, for 99 s")
        start = time.monotonic()
        terminal.process.send_signal(signal.SIGINT)  # as a terminal does that controls it
        assert terminal.end() == 130
        assert time.monotonic() - start < 1
    assert len(PentUpRecord.parse(file.read_text("utf-8")).moves) == 1
