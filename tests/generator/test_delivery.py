"""The cards of a search reach the user: no target is tried too late, and no card is lost."""

import json
import os
import shlex
import signal
import subprocess
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from generator import CardSetSpec, GenerationSpec, result, white
from solver.errors import PentaError, SourceError
from solver.penta_rush.card import Card
from tests.support import PENTA, ROOT, Run, slow

SMALL = ["--rows", "4", "--cols", "5", "--symbols", "3", "--target", "5", "--seed", "1"]
GREY = ["generate", "grey", *SMALL, "--steps", "800", "--jobs", "1"]
WHITE = ["generate", "white", *SMALL, "--cards", "2", "--steps", "800", "--jobs", "1"]
# Of this card a single step of the search takes milliseconds, and a part of it half a second.
HEAVY = ["--rows", "20", "--cols", "20", "--symbols", "3", "--target", "15", "--steps", "9000000"]

_has_proc = pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")


# --- targets are tried before the search


@_has_proc
@pytest.mark.parametrize("command", [GREY, WHITE])
@pytest.mark.parametrize("option", ["-o", "--checkpoint", "--catalogue"])
def test_a_target_that_takes_no_file_is_told_before_the_search(
    typed: Run, monkeypatch: pytest.MonkeyPatch, command: list[str], option: str
) -> None:
    monkeypatch.setattr("generator.generation.complete_spec", None)  # calling it would fail
    code, out, err = typed(*command, option, "/proc/none.txt")
    assert (code, out) == (2, "")
    assert "found no way to write in folder '/proc' (" in err
    assert err.count("\n") == 1


@_has_proc
def test_prove_tries_its_catalogue_before_it_searches(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.catalogue.proved.find_or_refute", None)
    args = ["3x5:ACABBCBBCBCBAAC", "--catalogue", "/proc/none.db"]
    code, out, err = typed("generate", "prove", *args)
    assert (code, out, "in folder '/proc'" in err) == (2, "", True)


@_has_proc
def test_a_sheet_tries_its_file_before_it_solves_the_rolls_of_its_key(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.printing.answer.printed_pages", None)
    code, out, err = typed("generate", "sheet", "meadow", "--key", "AABCD", "-o", "/proc/none.pdf")
    assert (code, out, "in folder '/proc'" in err) == (2, "", True)


def test_a_folder_that_is_missing_is_named(typed: Run, tmp_path: Path) -> None:
    code, out, err = typed(*GREY, "--checkpoint", f"{tmp_path}/none/x")
    assert (code, out) == (2, "")
    assert f"found no folder '{tmp_path}/none'" in err


def test_a_catalogue_that_cannot_be_added_to_is_told_before_the_search(
    typed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.generation.complete_spec", None)
    (tmp_path / "cards.db").write_bytes(b"no catalogue")
    code, _, err = typed(*GREY, "--catalogue", f"{tmp_path}/cards.db")
    assert (code, "found a file that is not an SQLite database" in err) == (2, True)


# --- a file that cannot be written after all


@pytest.mark.parametrize("command", [GREY, WHITE])
def test_cards_whose_files_cannot_be_written_go_to_stdout(
    typed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    output = tmp_path / "card.txt"
    assert typed(*command, "-o", str(output))[0] == 0
    texts = [file.read_text() for file in sorted(tmp_path.iterdir())]

    def fail(_files: object, *, kind: str) -> None:
        raise SourceError(kind, expected="a file that can be written", found="a full disk")

    monkeypatch.setattr(result, "write_all_atomic", fail)
    message = "penta: card: expected a file that can be written, found a full disk\n"
    assert typed(*command, "-o", str(output)) == (2, "\n".join(texts), message)
    code, out, err = typed(*command, "-o", str(output), "--json")
    assert (code, err) == (2, message)
    assert json.loads(out)["made"]["done"] == 800


# --- interrupted searches


@pytest.mark.slow
def test_a_search_in_compiled_code_hears_a_ctrl_c_and_leaves_its_card(tmp_path: Path) -> None:
    env, kept = {**os.environ, "PYTHONPATH": str(ROOT)}, tmp_path / "kept"
    options = ["--seed", "1", "--jobs", "1", "--population", "2", "--checkpoint", str(kept)]
    command = [*PENTA, "generate", "grey", *HEAVY, *options]
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while process.poll() is None and not _has_records(kept):
            time.sleep(0.05)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert time.monotonic() - start < 4  # a second, where no other tests run beside this one
    card = Card.parse(out)
    assert (process.returncode, err.splitlines()[-1]) == (130, "penta: interrupted")
    assert (card.rows, card.cols, card.symbols) == (20, 20, "ABC")
    assert "of 9,000,000 steps" in out


def _has_records(checkpoint: Path) -> bool:
    """Return whether a round is done: whether there is a line below the header."""
    return checkpoint.exists() and checkpoint.read_bytes().count(b"\n") > 1


@pytest.mark.parametrize("command", [GREY, WHITE])
def test_cards_that_there_is_no_time_to_measure_are_written_as_they_are(
    typed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(result.GeneratedCards, "measured", interrupt)
    output, catalogue = str(tmp_path / "card.txt"), str(tmp_path / "cards.db")
    code, out, err = typed(*command, "-o", output, "--catalogue", catalogue)
    (file,) = tmp_path.glob("*.txt")
    assert (code, out) == (130, f"{file}: not measured\n")
    assert err.splitlines() == [
        "interrupted in part 8 of 8, with 800 steps so far",
        "the cards are not in the catalogue, as they are not measured",
        "penta: interrupted",
    ]
    text = file.read_text()
    assert text.startswith(f"# {Card.parse(text)}\n# Made by penta ")
    assert "# not measured: penta rush check does that\n" in text
    code, out, _ = typed(*command, "--json")
    assert (code, json.loads(out).keys()) == (130, {"card", "made"})


# --- what is said of a set


def test_a_set_on_stdout_has_no_tables_and_in_files_it_has(typed: Run, tmp_path: Path) -> None:
    _, out, _ = typed(*WHITE)
    typed(*WHITE, "-o", str(tmp_path / "set.txt"))
    first, second = (file.read_text() for file in sorted(tmp_path.iterdir()))
    assert "roll   ways" in first
    assert "roll   ways" in second
    assert "roll   ways" not in out
    for text in (first, second):
        assert str(Card.parse(text)) in out
        assert text.partition("\n\n")[2] in out


def test_a_set_that_misses_its_tolerance_is_written_and_exits_with_1(typed: Run) -> None:
    size = ["--rows", "5", "--cols", "6", "--symbols", "4", "--target", "8", "--seed", "1"]
    options = ["--method", "search", "--cards", "2", "--steps", "8", "--jobs", "1"]
    search = ["generate", "white", *size, *options]
    code, out, err = typed(*search, "--within", "0")
    assert code == 1
    assert "card 2 of 2" in out
    assert err.startswith("penta: the chance of a place is up to 0.")
    assert err.endswith(" from even, not --within 0\n")
    code, _, err = typed(*search, "--within", "1")
    assert (code, err) == (0, "penta: the mean is 7.50, 0.50 below --target 8\n")


# --- symbols of one's own


def test_a_card_made_like_one_of_own_symbols_keeps_their_names(typed: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text("red,sun,star,blue\nsun,star,blue,red\nstar,blue,red,sun\n")
    like = ["--like", str(own), "--target", "4", "--steps", "100", "--seed", "1", "--jobs", "1"]
    _, out, _ = typed("generate", "grey", *like)
    assert Card.parse(out).legend.to_json() == {"A": "blue", "B": "red", "C": "star", "D": "sun"}
    assert "# blue,blue,red,star,sun" in out
    _, out, _ = typed("generate", "grey", *like, "--json")
    assert json.loads(out)["legend"]["C"] == "star"
    assert json.loads(out)["card"].startswith("3x4:")


def test_own_names_are_in_the_card_and_in_the_command_that_makes_it(
    typed: Run, tmp_path: Path
) -> None:
    code, out, _ = typed(*GREY, "--names", "sun, red, star")
    assert code == 0
    assert Card.parse(out).legend.to_json() == {"A": "sun", "B": "red", "C": "star"}
    assert f"# {Card.parse(out)}" in out.splitlines()
    command = next(line for line in out.splitlines() if ": penta " in line)
    assert "--names sun,red,star" in command
    assert typed(*shlex.split(command.partition(": penta ")[2]))[1] == out
    own = tmp_path / "own.txt"
    own.write_text(out)
    assert typed(*GREY, "--names", str(own))[1] == out


@pytest.mark.parametrize(("names", "count"), [("sun,red,star,moon", 4), ("sun,red", 2)])
def test_each_symbol_needs_a_name(typed: Run, names: str, count: int) -> None:
    code, out, err = typed(*GREY, "--names", names)
    assert (code, out) == (2, "")
    assert f"--names: expected a name for each of ABC, found {count}" in err


# --- the library asks for the same as the command


def test_cards_that_are_kept_are_not_measured_again(tmp_path: Path) -> None:
    spec = GenerationSpec(rows=4, cols=5, symbols=3, target=5, steps=80, seed=1)
    made = white(spec, CardSetSpec(cards=2), jobs=1).run()
    kept = made.kept([str(tmp_path / "1.txt"), str(tmp_path / "2.txt")], None, None)
    assert kept.set_fairness is made.in_full().set_fairness is made.set_fairness


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"target": Fraction(25, 3)}, "target: expected at most 4 decimals, found 25/3"),
        ({"target": 8, "richness": 2}, "richness: expected none beside a target, found 2"),
        ({"target": 8, "least_mean": 9}, "expected the target 'best' for a least mean, found 8"),
        ({"steps": 9, "seconds": 2}, "steps: expected none beside seconds, found 9"),
    ],
)
def test_a_spec_that_no_command_could_repeat_is_refused(
    asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(PentaError, match=message):
        GenerationSpec(**asked)


def test_what_is_for_a_search_goes_with_one() -> None:
    with pytest.raises(PentaError, match="target_weight: expected the usual one without search"):
        CardSetSpec(target_weight=Fraction(1, 2))


# --- without stderr


@pytest.mark.parametrize("broken", [slow("2>&-"), "2>/dev/full"])
def test_a_search_whose_messages_nobody_reads_prints_its_card(broken: str) -> None:
    args = ["generate", "grey", *SMALL[:-2], "--steps", "900", "--jobs", "1"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    shell = ["sh", "-c", f'"$@" {broken}', "sh", *PENTA, *args]
    found = subprocess.run(shell, env=env, stdout=subprocess.PIPE, text=True, check=False)
    assert found.returncode == 0
    assert Card.parse(found.stdout).rows == 4
