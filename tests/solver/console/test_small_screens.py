"""Commands on a terminal of 80x24: all is seen without scrolling, and in colours as forms."""

import re
import subprocess
import sys
from itertools import pairwise

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

from tests.support import PENTA, ROOT
from tests.terminal import ENTER, Terminal

FORMS = "●■▲★◆✚"
SOLVE = ("rush", "solve", "AABCD")
ROWS, COLS = 24, 80


def check_screen(text: str) -> None:
    """Check that *text*, which ends at a prompt, fits on the screen; an empty line may be above."""
    lines = text.removeprefix("\n").split("\n")
    assert len(lines) <= ROWS, text
    assert max(map(len, lines)) <= COLS, text


def opened(*command: str, lines: int = ROWS, no_color: str = "1", letters: str = "") -> Terminal:
    variables = {"NO_COLOR": no_color, "PENTA_LETTERS": letters}
    return Terminal(*command, lines=lines, columns=COLS, stderr=None, **variables)


def solved(*, lines: int = ROWS, no_color: str = "1", letters: str = "") -> str:
    with opened(*SOLVE, lines=lines, no_color=no_color, letters=letters) as terminal:
        assert terminal.end() == 0
        return terminal.output


@pytest.mark.slow
def test_a_solution_fits_and_letters_are_as_in_a_pipe() -> None:
    shown = solved(no_color="")
    check_screen(shown)
    assert shown.startswith("Roll ● ● ■ ▲ ★ on card meadow")
    assert all(f"{letter} {form}" in shown for letter, form in zip("ABCDEF", FORMS, strict=True))
    assert "1 . X . ." in shown
    piped = subprocess.run(
        [*PENTA, *SOLVE], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    letters = solved(no_color="", letters="1")
    assert [line.rstrip() for line in letters.splitlines()] == piped.splitlines()
    assert solved().splitlines() == piped.splitlines()  # with NO_COLOR
    large = solved(lines=34, no_color="")
    assert "│ ★ │" not in piped
    assert "└───" in large
    assert "★" in large


def test_a_round_is_seen_screen_by_screen() -> None:
    with opened("rush", "play", "--seed", "3", no_color="") as terminal:
        first = terminal.answer("Player>", f"e1 e2 f2 f3 f4{ENTER}")
        check_screen(first)
        assert "Roll ■ ■ ▲ ◆ ◆, round 1 of 5" in first
        drawn = terminal.read_until("1  N  e1 e2 f2 f3 f4\n")
        check_screen(drawn[drawn.index("   a b") :] + "Player>")
        terminal.answer("Player>", f"done{ENTER}")
        page = terminal.answer("Press Enter to see more:", ENTER)
        check_screen(page[page.index("\nPlayer\n") :])
        assert "Points 2" in page
        page = terminal.answer("Press Enter for the next round:", f"{ENTER}")
        check_screen(page[page.index("What was possible") :])
        assert "Player: 2 of 8 points" in page
        page = terminal.answer("Player>", f"done{ENTER}done{ENTER}")
        check_screen(page[page.index("thrown") :])
        terminal.answer("Press Enter to see more:", f"quit{ENTER}")
        assert terminal.end() == 0
        assert "You left the game after 2 rounds." in terminal.output


def test_a_large_screen_shows_all_results_at_once() -> None:
    with opened("rush", "play", "--seed", "3", lines=80) as terminal:
        terminal.answer("Player>", f"done{ENTER}done{ENTER}")
        shown = terminal.read_until("Press Enter for the next round:")
        assert "┌───" in shown
        assert "to see more" not in shown


@pytest.mark.slow
def test_a_turn_of_geocinco_shows_a_part_of_the_board_and_takes_numbers() -> None:
    players = [f"--against={level}" for level in ("random", "greedy", "random")]
    with opened("geo", "play", "--seed", "1", *players) as terminal:
        screen = terminal.read_until(ends := "'show' shows the whole board.\n")
        check_screen(f"{screen}red>")
        assert "throws 2C" in screen
        assert [*re.findall(r"\d(?=\*)", screen)] == ["1", "4", "5"]  # 2 and 3 are alone
        for number in "212":
            terminal.answer("red>", f"{number}{ENTER}")
            screen = terminal.read_until(ends)
            check_screen(f"{screen[screen.index('          A') :]}red>")
            assert "red: " in screen
        terminal.answer("red>", f"hint{ENTER}")
        screen = terminal.read_until("About ") + terminal.read_until(".\n")
        check_screen(f"{screen[screen.index('          A') :]}red>")
        (number,) = re.findall(r"would type: (?:contest )?(\d+) \([A-E]\d[rygb]\d\)\n", screen)
        assert re.search(rf"\W{number}\W", screen[: screen.index("red: ")])
        terminal.answer("red>", f"moves{ENTER}")
        assert re.search(r" \d+ [A-E]\d", terminal.read_until("contest: "))
        terminal.answer("red>", f"99{ENTER}")
        terminal.read_until("expected a number from 1 to ")
        terminal.read_until(", or a slot, as C3r2, found '99'")
        terminal.answer("red>", f"show{ENTER}")
        assert terminal.read_until("The board is ours").count("\n") > 30
        terminal.resize(60, 100)
        terminal.answer("red>", f"undo{ENTER}")
        assert terminal.read_until("The board is ours").count("\n") > 30


@pytest.mark.slow
def test_a_game_of_pent_up_its_hints_and_places_fit() -> None:
    with opened("up", "play", "--black", "human", "--steps", "9", "--seed", "1") as terminal:
        prompts = ["\nWhite>", "\nBlack>"] * 8
        check_screen(terminal.answer(prompts[0], f"hint{ENTER}"))
        for prompt, other in pairwise(prompts):
            hint = terminal.answer(prompt, f"moves{ENTER}")
            check_screen(hint)
            assert re.search(r"\w (opens|joins|goes to) .*\.\n(Expected|Proved)", hint, re.DOTALL)
            (typed,) = re.findall("To lay it, type: (.*)", hint)
            places = terminal.answer(prompt, f"{typed}{ENTER}")
            check_screen(places)
            assert "\nLevel " in places
            board = terminal.answer(other, f"hint{ENTER}")
            check_screen(board[board.index("\n") + 1 :])
            assert f" lays {typed[0]} on level " in board


def test_a_mistake_in_a_round_does_not_scroll_the_card_away() -> None:
    with opened("rush", "play", "--seed", "3") as terminal:
        for typed in ("cross F", "a1 b1", "hint"):
            terminal.answer("\nPlayer>", f"{typed}{ENTER}")
        terminal.read_until("'hint' again says more\n")
        shown = terminal.output.replace("Player>Player>", "Player>")
        assert "\n  typed: expected cells like c4 c5 d5 e5 e6, undo, done, show, hint," in shown
        check_screen(shown[shown.index("Roll ") :] + "Player>")


@pytest.mark.slow
def test_the_advice_in_a_solitaire_fits_and_so_do_the_totals_of_a_game() -> None:
    with opened("rush", "play", "--game", "solitaire", "--seed", "5") as terminal:
        terminal.answer("\nPlayer>", f"hint{ENTER}")
        advice = terminal.answer("\nPlayer>", f"quit{ENTER}")
        check_screen(advice[advice.index("Round 1, roll") :])
        assert advice.count(" circle ") > 3
    with opened("rush", "play", "--seed", "3") as terminal:
        for number in range(1, 6):
            terminal.answer("\nPlayer>", f"e1 e2 f2 f3 f4{ENTER}done{ENTER}")
            terminal.answer("Press Enter to see more:", ENTER)
            more = "to see more:" if number == 5 else "for the next round:"
            terminal.answer(f"Press Enter {more}", ENTER)
        assert terminal.end() == 0
        end = terminal.output[terminal.output.rindex("What was possible") :]
        pages = end.split("Press Enter to see more:")
        for page in pages:
            check_screen(f"{page.strip()}\nPress Enter")
        assert "Player   2   0   0   0   0       2\n" in pages[-1]
