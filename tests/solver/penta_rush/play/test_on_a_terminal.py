"""The game on a terminal: lines are edited, the board is redrawn, the sand is seen to run."""

import signal
import sys

import pytest

from solver.penta_rush.game import Sheet
from solver.penta_rush.play.session import Session

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from pathlib import Path

from tests.support import slow
from tests.terminal import BACKSPACE, BELL, CTRL_C, CTRL_D, CTRL_L, ENTER, LEFT, UP, Terminal

POCKET = ("rush", "play", "--card", "pocket", "--seed", "3")
CROSS = "\N{MULTIPLICATION SIGN}"
RIGHT = "b3 b4 a5 b5 c5"


def test_a_line_is_edited_and_brought_back() -> None:
    with Terminal(*POCKET) as terminal:
        terminal.answer("Player>", f"b3 b4 a5 b5 x5{LEFT}{BACKSPACE}c{ENTER}")
        terminal.read_until(f"  1  T  {RIGHT}\n")
        terminal.answer("Player>", f"{UP}{ENTER}")
        terminal.read_until(f"  2  T  {RIGHT}\n")
        terminal.answer("Player>", f"sh\t{ENTER}")
        terminal.read_until("2 outlines\n")


def test_the_board_is_redrawn_after_every_outline_as_large_as_there_is_room() -> None:
    with Terminal(*POCKET) as terminal:
        terminal.answer("Player>", f"{RIGHT}{ENTER}")
        board = terminal.read_until("  1  T  ")
        assert "│ C │" in board
        assert "└───────────┘\n\nRoll AABCC, round 1 of 5\n" in board
        terminal.answer("Player>", f"undo{ENTER}")
        assert "\n 4 A A C B A\n" in terminal.read_until("  taken back: 1  T  ")
        for size in ((15, 80), (60, 23)):
            terminal.resize(*size)
            terminal.answer("Player>", f"{RIGHT}{ENTER}")
            assert "\n 4 A A C B A    4 . 1 . . .\n" in terminal.read_until("  1  T  ")
            terminal.answer("Player>", f"undo{ENTER}")
            terminal.read_until("taken back")
        terminal.resize(17, 24)
        terminal.answer("Player>", f"{RIGHT}{ENTER}")
        assert "│ C │" in terminal.read_until("  1  T  ")
        terminal.answer("Player>", CTRL_L)
        assert "Tiles I4" in terminal.read_until("1 outline\n")


@pytest.mark.slow
def test_a_choice_of_the_puzzle_variant_is_drawn_before_it_counts() -> None:
    with Terminal(*POCKET, "--game", "solitaire") as terminal:
        terminal.answer("Player>", f"{RIGHT}{ENTER}")
        assert "│ C │" in terminal.read_until("outlined: T")
        terminal.answer("Player>", f"cross I a1 a2 a3 a4 a5{ENTER}")
        assert f"│ {CROSS} │" in terminal.read_until("crossed: I")
        terminal.answer("Player>", f"undo{ENTER}")
        assert "│ C │" in terminal.read_until("taken back: I")


def test_the_sand_is_counted_down_and_its_end_rings_the_bell() -> None:
    with Terminal(*POCKET, "--timer", "2") as terminal:
        terminal.answer("when you are ready:", ENTER)
        terminal.answer(" 2 s Player>", "b2 b3")
        assert "1" in terminal.read_until(BELL)
        terminal.read_until("The sand timer has run out.\n")
        terminal.answer("when you are ready:", f"done{ENTER}")  # "b2 b3" is gone
        terminal.read_until("  'done' does not count before your turn\n")
        terminal.answer("when you are ready:", f"?{ENTER}")
        terminal.read_until("  '?' does not count before your turn\n")
        terminal.answer("when you are ready:", ENTER)
        terminal.read_until("round 2 of 5")


@pytest.mark.slow
def test_the_next_round_begins_when_the_player_is_ready(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Terminal(*POCKET, "--save", str(file)) as terminal:
        terminal.answer("Player>", f"done{ENTER}done{ENTER}")
        terminal.answer("Press Enter for the next round:", f"quit{ENTER}")
        assert terminal.end() == 0
        assert "You left the game after 1 round." in terminal.output
    ((sheet,),) = Session.parse(file.read_text()).rounds
    assert isinstance(sheet, Sheet)
    assert sheet.time  # of a person who types
    assert 0 < sheet.time.seconds < 60
    with Terminal("rush", "play", "--resume", str(file)) as terminal:
        terminal.read_until("Player>")  # at once
        assert "round 2 of 5" in terminal.output


@pytest.mark.slow
def test_several_pasted_lines_are_read_one_by_one() -> None:
    with Terminal(*POCKET) as terminal:
        pasted = f"{RIGHT}\r\nc1 d1 d2 e2 e3\rund"
        terminal.answer("Player>", f"\x1b[200~{pasted}\x1b[201~")
        terminal.read_until("  2  W  c1 d1 d2 e2 e3\n")
        terminal.answer("Player>", f"o{ENTER}")
        terminal.read_until("taken back: 2  W")


@pytest.mark.slow
def test_pasted_lines_do_not_count_after_the_sand_has_run_out() -> None:
    with Terminal(
        *POCKET, "--game", "puzzle", "--player", "A", "--player", "B", "--timer", "1"
    ) as sand:
        sand.answer("ready:", ENTER)
        sand.answer("A>", f"{RIGHT}{ENTER}")
        sand.answer("A>", f"turn{ENTER}")
        sand.answer("ready:", ENTER)
        hints = "hint\r" * 20  # they take more than the second
        sand.answer("B>", f"\x1b[200~{hints}{RIGHT}\r\x1b[201~")
        sand.read_until("The sand timer has run out.\nCross a shape")
        sand.answer("B>", f"done{ENTER}")
        sand.read_until("you have not outlined or crossed a shape yet")


@pytest.mark.slow
def test_no_player_can_bring_back_what_another_typed() -> None:
    with Terminal(*POCKET, "--player", "Ann", "--player", "Ben") as terminal:
        terminal.answer("Ann, press Enter when you are ready:", ENTER)
        terminal.answer("Ann>", f"{RIGHT}{ENTER}")
        terminal.answer("Ann>", f"done{ENTER}")
        terminal.answer("Ben, press Enter when you are ready:", f"{UP}{ENTER}")
        terminal.answer("Ben>", f"{UP}{UP}help{ENTER}")
        shown = terminal.read_until("outline these five cells")
        assert RIGHT not in shown
        assert "done" not in shown


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), slow(CTRL_D, 0)])
def test_a_game_is_left_by_a_key_and_leaves_the_terminal_as_it_was(key: str, code: int) -> None:
    with Terminal(*POCKET) as terminal:
        terminal.answer("Player>", key)
        assert terminal.end() == code
        assert "You left the game after 0 rounds." in terminal.output
        assert terminal.current_settings() == terminal.settings


def test_a_game_that_is_told_to_end_leaves_the_terminal_as_it_was() -> None:
    with Terminal(*POCKET, "--timer", "99") as terminal:
        terminal.answer("when you are ready:", ENTER)
        terminal.read_until("Player>")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.end() == 130
        assert terminal.current_settings() == terminal.settings


def test_a_terminal_that_can_do_nothing_gets_plain_lines() -> None:
    with Terminal(*POCKET, TERM="dumb") as terminal:
        terminal.answer("Player>", f"{RIGHT}\n")
        assert "│" not in terminal.read_until(f"  1  T  {RIGHT}\n")
        terminal.answer("Player>", "done\n")
        terminal.read_until("round 2 of 5")
