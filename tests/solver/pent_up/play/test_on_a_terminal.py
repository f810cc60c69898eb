"""The game on a terminal: the board is redrawn after every move, and Ctrl-C is heard at once."""

import signal
import sys
import time

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from pathlib import Path

from solver.pent_up.record import parse_record
from tests.terminal import ENTER, Terminal


def test_the_board_is_outlined_where_the_terminal_has_room(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal("up", "play", "--black", "human", "--save", str(file)) as terminal:
        terminal.answer("White>", f"X 1{ENTER}")
        assert "│ 1   1   1 │" in terminal.read_until("Black>")
        terminal.resize(20, 80)
        terminal.type(f"undo{ENTER}")
        terminal.answer("White>", f"X 1{ENTER}")
        assert "11 . . 1 1 1 . .   11 . . X X X . .\n" in terminal.read_until("Black>")
    assert len(parse_record(file.read_text(encoding="utf-8")).moves) == 1


def test_ctrl_c_is_heard_while_the_search_thinks(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal("up", "play", "--seconds", "99", "--save", str(file)) as terminal:
        terminal.answer("White>", f"X 1{ENTER}")
        terminal.read_until("Black is thinking, for 99 s")
        start = time.monotonic()
        terminal.process.send_signal(signal.SIGINT)  # as a terminal does that controls it
        assert terminal.end() == 130
        assert time.monotonic() - start < 1
    assert len(parse_record(file.read_text(encoding="utf-8")).moves) == 1
