"""The command that judges cards, run through the boundary of cli.py."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import data
from solver.penta_rush.dice import rolls
from tests.support import Run

pytestmark = pytest.mark.usefixtures("compiled")

SMALL = "3x5:AABCDDCBAAABCDA"
LENIENT = {
    "--max-sd": "9",
    "--min-mean": "0",
    "--min-optimum": "0",
    "--max-dud-chance": "1",
    "--max-symbol-gap": "9",
    "--max-dead-cells": "99",
}


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "rush", "check")


def _json(run: Run, *args: str) -> Any:
    code, out, err = run(*args, "--json")
    assert code in (0, 1)
    assert not err
    return json.loads(out)


def test_a_fair_card_has_its_verdict_first_and_exit_code_0(run: Run) -> None:
    code, out, err = run("meadow")
    assert (code, err) == (0, "")
    assert out.startswith("card meadow: fair\n")
    assert all(len(line) <= 120 for line in out.splitlines())


def test_a_card_that_is_not_fair_says_why_and_exits_with_1(run: Run) -> None:
    code, out, _ = run(SMALL)
    assert code == 1
    assert out.startswith("a 3x5 card: not fair\n  the mean best score is 3.45, less than 10.8\n")


def _exit_code(run: Run, **limits: str) -> int:
    options = LENIENT | {f"--{name.replace('_', '-')}": value for name, value in limits.items()}
    return run("1x9:ABCDEABCD", *(word for option in options.items() for word in option))[0]


def test_every_limit_is_an_option(run: Run) -> None:
    assert _exit_code(run) == 0
    assert _exit_code(run, max_sd="0.1") == 1
    assert _exit_code(run, min_mean="4") == 1
    assert _exit_code(run, min_optimum="1") == 1
    assert _exit_code(run, max_dud_chance="0.5") == 1
    assert _exit_code(run, max_symbol_gap="0") == 0  # the five are alike: one roll holds them all
    assert _exit_code(run, min_five_chance="0.01") == 1
    assert _exit_code(run, max_dead_cells="0") == 0


def test_json_has_the_documented_keys(run: Run) -> None:
    answer = _json(run, "meadow")
    assert {"card", "mean", "sd", "min", "max", "duds", "fair", "reasons"} <= answer.keys()
    assert {"rolls", "symbols", "shapes", "cells"} <= answer.keys()
    keys = ("roll", "ways", "placements", "packings", "optimal", "optimum")
    assert [row["roll"] for row in answer["rolls"]] == [str(roll) for roll in rolls("ABCDEF")]
    for row in answer["rolls"]:
        assert set(keys) <= row.keys()
    ways = sum(row["ways"] for row in answer["rolls"])
    assert ways == 6120
    mean = sum(row["ways"] * row["optimum"] for row in answer["rolls"]) / ways
    assert answer["mean"] == pytest.approx(mean)
    assert answer["exact"]["mean"] == "619/51"
    assert (answer["min"], answer["max"]) == (2, 18)
    assert (answer["fair"], answer["reasons"], answer["duds"]) == (True, [], [])
    assert len(answer["cells"]) == len(answer["cells"][0]) == 10
    assert [shape["shape"] for shape in answer["shapes"]] == list("FILNPTUVWXYZ")


def test_the_table_of_rolls_has_a_line_for_each_roll(run: Run) -> None:
    _, out, _ = run("meadow", "--rolls")
    _, plain, _ = run("meadow")
    assert len(out.splitlines()) == len(plain.splitlines()) + 128
    assert "AABBC    30" in out


def test_dice_may_have_more_symbols_than_the_card(run: Run) -> None:
    assert len(_json(run, SMALL)["rolls"]) < 126
    answer = _json(run, SMALL, "--symbols", "fedcba")
    assert len(answer["rolls"]) == 126
    assert "ABDEF" in answer["duds"]


def test_several_cards_are_judged_as_a_set(run: Run) -> None:
    answer = _json(run, "harbour", "meadow", "orchard")
    assert [card["card"][:6] for card in answer["cards"]] == ["10x10:"] * 3
    criteria = answer["set"]["rungs"]
    assert [criterion["rung"] for criterion in criteria] == ["F0", "F1", "F2", "F3", "F4"]
    assert sum(answer["set"]["match"]["wins"]) == pytest.approx(1)
    assert len(answer["set"]["head_to_head"]) == 6
    _, out, _ = run("harbour", "meadow", "orchard")
    assert "the set is not fair; F0 is 1.005 away" in out


def test_a_relabelled_card_is_recognised_as_the_same_card(run: Run) -> None:
    card = data.samples("cards")["meadow"].read_text()
    lines = [line for line in card.splitlines() if line and not line.startswith("#")]
    symbols = "".join("".join(line.partition("#")[0].split()) for line in lines)
    relabelled = symbols.translate(str.maketrans("ABCDEF", "BADCFE"))
    answer = _json(run, "meadow", f"10x10:{relabelled}")
    assert answer["set"]["looks"][0]["differing"] == 0
    met = {criterion["rung"]: criterion["met"] for criterion in answer["set"]["rungs"]}
    assert met["F0"]
    assert met["F1"]
    _, out, _ = run("meadow", f"10x10:{relabelled}")
    assert "cards 1 and 2 are the same card: as it is, relabelled A-B B-A" in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["medow"], "did you mean 'meadow'?"),
        ([SMALL, SMALL, SMALL, SMALL, SMALL], "set: expected 2 to 4 cards, found 5"),
        (["meadow", SMALL], "expected dice with the symbols ABCDEF, found ABCD"),
        (["meadow", "--symbols", "ABC"], "expected symbols of the dice (ABC), found D"),
        (["meadow", "--symbols", "AB1"], "expected letters"),
        (["1x5:AAAAA"], "dice: expected at least 3 symbols"),
        (["meadow", "--max-sd", "x"], "--max-sd"),
        (["meadow", "--max-sd", "nan"], "expected a number from 0 or more, found 'nan'"),
        (["meadow", "--max-sd", "inf"], "expected a number from 0 or more"),
        (["meadow", "--max-dud-chance", "20"], "expected a number from 0 to 1, found '20'"),
        (["-", "-"], "standard input can be read only once"),
        ([], "Missing argument 'CARD...'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, args: list[str], message: str) -> None:
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(("name", "magic"), [("a.svg", b"<?xml"), ("b.PNG", b"\x89PNG")])
def test_a_plot_is_written_in_the_format_of_its_ending(
    run: Run, tmp_path: Path, name: str, magic: bytes
) -> None:
    code, out, err = run(SMALL, "--plot", str(tmp_path / name))
    assert (code, err) == (1, "")
    assert out.startswith("a 3x5 card: not fair")
    assert (tmp_path / name).read_bytes().startswith(magic)


def test_a_report_covers_every_card_and_the_set(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert run("meadow", "orchard", "--report", str(file))[0] == 0
    page = file.read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "card meadow" in page
    assert "card orchard" in page
    assert "the set is not fair" in page


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--plot", "a.gif"], "expected an ending .svg, .png or .pdf, found '.gif'"),
        (["--plot", "no/such/a.svg"], "plot 'no/such/a.svg': expected a file that can be written"),
        (["--report", ""], "report '': expected the name of a file"),
        (["--report", "a.png", "--plot", "a.png"], "expected a file of its own, found the plot"),
        (["--plot", "a.svg", "--report", "no/such/b.html"], "report 'no/such/b.html': expected"),
        (["orchard", "--plot", "a.svg"], "--plot draws one card"),
    ],
)
def test_a_file_that_cannot_be_written_is_an_error(run: Run, args: list[str], message: str) -> None:
    code, out, err = run("meadow", *args)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_no_file_is_written_unless_all_can_be_and_never_over_a_card(
    run: Run, tmp_path: Path
) -> None:
    card, plot = tmp_path / "card.txt", tmp_path / "a.svg"
    card.write_text("AABCD\nDCBAA\nABCDA\n")
    assert run(str(card), "--plot", str(plot), "--report", f"{tmp_path}/no/b.html")[0] == 2
    assert not plot.exists()
    code, _, err = run(str(card), "--report", str(card))
    assert code == 2
    assert "expected a file of its own, found the file that is read" in err
    assert card.read_text().startswith("AABCD")


def test_json_has_head_to_head_both_ways(run: Run) -> None:
    answer = _json(run, "harbour", "meadow")["set"]
    first, second = answer["head_to_head"]
    assert (first["win"], first["lose"]) == (second["lose"], second["win"])
    # Harbour has the lower mean, and loses to meadow more often than it wins.
    assert first["win"] < first["lose"]
    assert answer["match"]["head_to_head"][0]["win"] < answer["match"]["head_to_head"][0]["lose"]
