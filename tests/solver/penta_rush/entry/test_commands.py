"""`penta rush enter`: typed on a terminal, or piped in; what is typed is not lost."""

import signal
import sys
from pathlib import Path

import pytest

from solver.penta_rush.card import Card
from tests.support import Patch, Run, cases, refusal, slow

HEAD = "# Made by penta: penta rush enter\n\n"
WRONG = "ABCA\nAB!D\n# half\nABC\nBCAB\nBC\n"


def test_a_card_whose_file_cannot_be_written_after_all_is_printed(
    typed: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    def fail(_path: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    code, out, err = typed("rush", "enter", "-o", str(tmp_path / "card.txt"), stdin="ABCA\nBCAB\n")
    assert (code, out) == (2, "A B C A\nB C A B\n")
    assert "No space left on device" in err


def test_every_wrong_line_of_a_pipe_is_named_and_nothing_is_written(
    typed: Run, tmp_path: Path
) -> None:
    file = tmp_path / "card.txt"
    code, out, err = typed("rush", "enter", "-o", str(file), stdin=WRONG)
    assert (code, out, file.exists()) == (2, "", False)
    where = "penta: standard input, line "
    mend = "; '# ' before what is no row makes it a comment"
    assert err.splitlines() == [
        f"{where}2, symbol 3: expected a letter, a word, a digit or an emoji, found '!'",
        f"{where}4: expected 4 symbols as in line 1, found 3 (a card is a rectangle)",
        f"{where}6: expected 4 symbols as in line 1, found 2 (a card is a rectangle{mend})",
    ]


def test_nothing_in_a_pipe_is_an_error(typed: Run) -> None:
    assert (
        refusal(typed, "rush", "enter", stdin="# no rows\n")
        == "penta: standard input: expected rows of symbols, found none: the card is empty\n"
    )


def test_a_line_that_is_wrong_is_named_once(typed: Run) -> None:
    _, _, err = typed("rush", "enter", stdin="cols = 5\nrows = 3\nABCDE\nBCDEA\nCDEAB\n")
    assert err.count("'cols = 5'") == 1


def test_a_long_text_that_is_no_card_is_refused_at_once(typed: Run) -> None:
    code, _, err = typed("rush", "enter", stdin="ABC\n" + "# x\n" * 100_000 + "AB\n" * 100_000)
    assert (code, err.count("\n")) == (2, 20)


def test_the_file_is_tried_before_anything_is_read(typed: Run, tmp_path: Path) -> None:
    assert "expected a file that can be written, found a folder" in refusal(
        typed, "rush", "enter", "-o", str(tmp_path), stdin="ABC\n"
    )


if sys.platform != "win32":
    from tests.terminal import BACKSPACE, CTRL_C, CTRL_D, ENTER, Terminal

    def test_rows_are_typed_mended_and_written(tmp_path: Path) -> None:
        file = tmp_path / "card.txt"
        with Terminal("rush", "enter", "-o", str(file)) as terminal:
            terminal.answer("row 1>", f"abca{ENTER}")
            assert "\n 1 A B C A\n" in terminal.read_until("1 row of 4 symbols so far")
            terminal.answer("row 2>", f"bca{ENTER}")
            terminal.read_until("found 3")
            terminal.answer("row 2> bca", f"b{ENTER}")
            terminal.answer("row 3>", f"row 1{ENTER}")
            terminal.answer("row 1 again> a b c a", f"{BACKSPACE}c{ENTER}")
            terminal.answer("row 3>", ENTER)
            assert terminal.end() == 0
            assert f"{file}: a 2x4 card of 3 symbols" in terminal.output
        assert file.read_text() == f"{HEAD}A B C C\nB C A B\n"

    @cases("way size", slow("letters", "2x6"), ("words", "2x2"))
    def test_rows_are_taken_as_is_said(way: str, size: str, tmp_path: Path) -> None:
        file = tmp_path / "card.txt"
        with Terminal("rush", "enter", "--as", way, "-o", str(file)) as terminal:
            terminal.answer("row 1>", f"red sun{ENTER}")
            terminal.answer("row 2>", f"sun red{ENTER}")
            terminal.answer("row 3>", ENTER)
            assert terminal.end() == 0
            assert f"{file}: a {size} card of" in terminal.output

    def test_pasted_rows_wait_until_a_wrong_one_is_mended(tmp_path: Path) -> None:
        file = tmp_path / "card.txt"
        with Terminal("rush", "enter", "-o", str(file)) as terminal:
            terminal.answer("row 1>", "\x1b[200~red,sun,sun\nsun,red\nred,red,sun\n\x1b[201~")
            terminal.read_until("found 2")
            terminal.answer("row 2> sun,red", f",sun{ENTER}")
            terminal.answer("row 4>", CTRL_D)
            assert terminal.end() == 0
        card = Card.parse(file.read_text())
        assert (card.lines, card.legend.name("B")) == (("ABB", "BAB", "AAB"), "sun")

    @cases("way", CTRL_C, slow(signal.SIGTERM), ids=["Ctrl-C", "SIGTERM"])
    def test_what_is_typed_is_kept_and_continued(way: str | signal.Signals, tmp_path: Path) -> None:
        file = tmp_path / "card.txt"
        with Terminal("rush", "enter", "-o", str(file)) as terminal:
            terminal.answer("row 1>", f"abca{ENTER}")
            terminal.read_until("row 2>")
            if isinstance(way, str):
                terminal.type(f"bc{way}")
            else:
                terminal.process.send_signal(way)
            assert terminal.end() == 130
            assert f"1 row so far; to continue: penta rush enter -o {file}\n" in terminal.output
            assert terminal.current_settings() == terminal.settings
        assert file.read_text() == f"{HEAD}A B C A\n"
        with Terminal("rush", "enter", "-o", str(file)) as terminal:
            terminal.answer("row 2>", f"dddd{ENTER}{ENTER}")
            assert terminal.end() == 0
        assert file.read_text() == f"{HEAD}A B C A\nD D D D\n"

    def test_a_card_is_left_without_being_written(tmp_path: Path) -> None:
        file = tmp_path / "card.txt"
        with Terminal("rush", "enter", "-o", str(file)) as terminal:
            terminal.answer("row 1>", f"abca{ENTER}quit{ENTER}")
            assert terminal.end() == 1
        assert not file.exists()

    def test_a_file_that_is_no_card_is_not_overwritten(tmp_path: Path) -> None:
        file = tmp_path / "diary.txt"
        file.write_text("dear diary, today!\nnothing\n")
        with Terminal("rush", "enter", "-o", str(file)) as terminal:
            assert terminal.end() == 2
        assert file.read_text().startswith("dear diary")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
    def test_what_cannot_be_shown_is_dropped_and_the_card_is_printed() -> None:
        with (
            Path("/dev/full").open("wb") as full,
            Terminal("rush", "enter", stderr=full.fileno()) as terminal,
        ):
            terminal.type("ABC\nBCA\n\n")
            assert terminal.end() == 0
            assert terminal.output.endswith("A B C\nB C A\n")
