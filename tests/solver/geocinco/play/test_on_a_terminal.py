"""The game on a terminal: the board is redrawn after every move, and Ctrl-C leaves it saved."""

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from pathlib import Path

from solver.geocinco.play.saved_game import parse_saved_game
from tests.terminal import CTRL_C, ENTER, UP, Terminal

GAME = ("geo", "play", "--seed", "3", "--player", "red", "--player", "blue")


def test_free_slots_are_strokes_and_a_slip_can_be_mended(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal(*GAME, "--save", str(file)) as terminal:
        board = terminal.answer("red>", f"D3r9{ENTER}")
        assert "\\" in board
        terminal.read_until("(did you mean")
        terminal.answer("red>", f"{UP}\b5{ENTER}")
        assert "RR" in terminal.read_until("Turn 1, red throws 3D: 1 token left to lay")
        terminal.answer("red>", f"con\t D3r5{ENTER}")
        terminal.read_until("nothing to contest: D3r5 has red's own token")
        terminal.answer("red>", CTRL_C)
        assert terminal.end() == 130
    session = parse_saved_game(file.read_text(encoding="utf-8"))
    assert session.state.tokens == {"D3r5": "red"}
