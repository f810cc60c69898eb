"""The command that judges cards, run through the boundary of cli.py."""

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import data
from solver.drawing.text_grid import display_width
from solver.penta_rush.dice import rolls
from tests.support import PENTA, ROOT, Patch, Run, cases

pytestmark = pytest.mark.usefixtures("compiled")

SMALL = "3x5:AABCDDCBAAABCDA"
POOR = "5x5:ABCDEFEFBDBACCAFAACFEBBDE"
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
    answer = json.loads(out)
    assert code == {True: 0, False: 1, None: 3}[(answer.get("set") or answer)["fair"]]
    assert not err
    return answer


def test_a_fair_card_has_its_verdict_first_and_exit_code_0(run: Run) -> None:
    code, out, err = run("meadow")
    assert (code, err) == (0, "")
    assert out.startswith("card meadow: fair\n")


def test_a_fair_card_is_shown_beside_its_limits(run: Run) -> None:
    _, out, _ = run("meadow", "--min-five-chance", "0.5")
    lines = [line.split("  ") for line in out.splitlines()]
    limits = [
        [part.strip() for part in line if part] for line in lines if line[-1].startswith("at ")
    ]
    assert ["standard deviation of the best score", "3.30", "at most 3.75"] in limits
    assert ["mean best score", "12.14", "at least 10.8"] in limits
    assert ["chance of five shapes", "0.51", "at least 0.5"] in limits
    assert len(limits) == 7


@cases(
    "cards",
    ("meadow",),
    ("harbour", "meadow", "orchard", "prairie"),
    ("wide.txt",),
    pytest.param(("every.txt",), marks=pytest.mark.slow),  # 133,380 rolls
    (f"{'long' * 40}.txt", "orchard"),
    ("words.txt",),
    ids=lambda cards: cards[0][:12],
)
def test_text_is_at_most_80_columns_wide(
    run: Run, tmp_path: Path, monkeypatch: Patch, cards: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    meadow = data.samples("cards")["meadow"].read_text(encoding="utf-8")
    Path(f"{'long' * 40}.txt").write_text(meadow, encoding="utf-8")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = ["".join(letters[(3 * row + col) % 12] for col in range(20)) for row in range(20)]
    Path("wide.txt").write_text("\n".join(lines), encoding="utf-8")
    Path("every.txt").write_text(f"{letters[:13]}\n{letters[13:]}\n", encoding="utf-8")
    words = "red circle,black and white star,🌞,light blue heart,a very long name indeed\n" * 3
    Path("words.txt").write_text(words, encoding="utf-8")
    code, out, _ = run(*cards, "--rolls", "--min-mean", "1")
    assert code in (0, 1)
    assert max(map(display_width, out.splitlines())) <= 80


def test_a_card_that_is_not_fair_says_why_and_exits_with_1(run: Run) -> None:
    code, out, _ = run(SMALL, "--min-mean", "10.8")
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


def test_json_holds_each_measure_beside_its_limit(run: Run) -> None:
    measured = _json(run, "meadow", "--max-sd", "3.2")["limits"]
    assert measured[1] == {
        "measure": "lowest best score", "value": 2, "limit": 1.0,
        "found": "2", "wanted": "at least 1", "kept": True,
    }  # fmt: skip
    assert [one["measure"] for one in measured if not one["kept"]] == [
        "standard deviation of the best score"
    ]
    assert (measured[2]["limit"], measured[2]["wanted"]) == (None, "none")


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
    assert out.startswith("set of 3 cards: not fair\n")
    assert "F0 equal means: the mean best scores are equal\n     1.005 away, cards 1, 2\n" in out


def test_a_set_of_fair_cards_of_which_one_wins_too_often_is_not_fair(run: Run) -> None:
    code, out, err = run("meadow", "orchard", "harbour", "spring")
    assert (code, err) == (1, "")
    assert out.startswith("set of 4 cards: not fair\n  the gap to an even win share is 0.22, more")
    assert out.count(": fair\n") == 4  # each card by itself
    assert "Widest gap: when cards 1 and 3 play, card 1 wins 72.3 %, 50.0 % would be even" in out
    answer = _json(run, "meadow", "orchard", "harbour", "spring")
    assert [card["fair"] for card in answer["cards"]] == [True] * 4
    assert answer["set"]["fair"] is False
    assert answer["set"]["match"]["wins"][0] > 0.45
    assert len(answer["set"]["reasons"]) == 2


def test_a_set_that_nobody_can_tell_from_an_exactly_fair_one_is_fair(run: Run) -> None:
    code, out, err = run("spring", "summer", "autumn", "winter")
    assert (code, err) == (0, "")
    assert out.startswith("set of 4 cards: fair\n")
    answer = _json(run, "spring", "summer", "autumn", "winter")["set"]
    assert (answer["fair"], answer["reasons"]) == (True, [])
    assert 0 < answer["mean_gap"] <= 0.15
    assert 0 < answer["win_gap"] <= 0.03
    assert answer["limits"] == {"max_win_gap": 0.03, "max_mean_gap": 0.15}
    assert answer["reached"] is None  # no exact criterion is met, and it is fair all the same


def test_the_limits_of_a_set_are_options(run: Run) -> None:
    seasons = ("spring", "summer", "autumn", "winter")
    assert run(*seasons, "--max-win-gap", "0")[0] == 1
    assert run(*seasons, "--max-mean-gap", "0")[0] == 1
    assert run("meadow", "orchard", "--max-win-gap", "0.5", "--max-mean-gap", "9")[0] == 0


def test_the_verdict_on_the_set_is_the_exit_code_whatever_its_cards_are(run: Run) -> None:
    code, out, _ = run(POOR, POOR)
    assert code == 0
    assert out.startswith("set of 2 cards: fair\n")
    assert out.count("a 5x5 card: not fair\n") == 2


def test_the_cells_that_differ_as_the_cards_lie_are_told(run: Run) -> None:
    first, second = "2x5:AABCDABCDD", "2x5:AABCDABCDA"
    looks = _json(run, first, second)["set"]["looks"]
    assert (looks[0]["in_place"], looks[0]["differing"]) == (1, 1)
    assert "cards 1 and 2 differ in 1 of 10 cells as they lie" in run(first, second)[1]
    assert _json(run, first, second)["set"]["visible"] == {"cells": 10, "in_place": 1, "turned": 1}
    other_size = _json(run, first, "5x2:AABCDABCDD")["set"]
    assert (other_size["looks"][0]["in_place"], other_size["visible"]) == (None, None)


def test_a_match_that_cannot_be_computed_leaves_the_set_undecided(
    run: Run, monkeypatch: Patch
) -> None:
    monkeypatch.setattr("solver.penta_rush.fairness.match_chance._MAX_CELLS", 10)
    code, out, _ = run("harbour", "meadow", "--max-mean-gap", "9")
    assert code == 3
    assert out.startswith("set of 2 cards: undecided\n")
    assert "its tables would be too large" in out
    assert run("harbour", "meadow")[0] == 1  # the means alone say no


def test_a_card_of_words_is_reported_in_its_words(run: Run, tmp_path: Path) -> None:
    card, page = tmp_path / "card.csv", tmp_path / "card.html"
    card.write_text("red,sun,star,blue\nsun,star,red,blue\nred,blue,sun,star\n", encoding="utf-8")
    _, out, _ = run(str(card), "--report", str(page), "--rolls")
    assert "\nblue    " in out  # in the table of symbols
    assert "\nblue,blue,red,star,sun\n " in out  # in the table of rolls
    assert ">blue,blue,red,star,sun<b>" in page.read_text(encoding="utf-8")
    answer = _json(run, str(card))
    assert answer["legend"] == {"A": "blue", "B": "red", "C": "star", "D": "sun"}
    assert answer["rolls"][0]["roll"] == "AABBC"
    same = _json(run, str(card), "--symbols", "sun, star,r,b")
    assert same == answer
    for separated in ("sun star r b", "sun; star; r; b", "sun\tstar\tr\tb"):
        assert _json(run, str(card), "--symbols", separated) == same
    code, _, err = run(str(card), "--symbols", "red green")
    assert (code, err.rpartition(", found ")[2]) == (2, "'green'\n")
    code, _, err = run(str(card), "--symbols", "red,green")
    assert code == 2
    assert "expected symbols of the card (blue, red, star, sun) or letters, found 'green'" in err


def test_cards_of_one_set_share_their_names(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "1.csv", tmp_path / "2.csv"
    first.write_text("red,sun,star\nsun,star,red\nred,moon,sun\n", encoding="utf-8")
    second.write_text("sun,red,moon\nmoon,star,star\nred,sun,red\n", encoding="utf-8")
    answer = _json(run, str(first), str(second))
    assert answer["cards"][0]["legend"] == answer["cards"][1]["legend"]
    assert "moon" in run(str(first), str(second))[1]
    other = tmp_path / "3.csv"
    other.write_text("red,sun,star\nsun,star,red\nred,X,sun\n", encoding="utf-8")
    code, _, err = run(str(first), str(other))
    assert code == 2
    assert "expected dice with the symbols moon,red,star,sun" in err


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


@cases(
    "args message",
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
    code, out, err = run(POOR, "--plot", str(tmp_path / name))
    assert (code, err) == (1, "")
    assert out.startswith("a 5x5 card: not fair")
    assert (tmp_path / name).read_bytes().startswith(magic)


def test_a_report_covers_every_card_and_the_set(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert run("meadow", "orchard", "--report", str(file))[0] == 1
    page = file.read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "card meadow" in page
    assert "card orchard" in page
    assert "Not fair as a set" in page


@cases(
    "args message",
    (["--plot", "a.gif"], "expected an ending .svg, .png or .pdf, found '.gif'"),
    (["--plot", "no/such/a.svg"], "plot 'no/such/a.svg': expected a file that can be written"),
    (["--report", ""], "report '': expected the name of a file"),
    (["--report", "a.png", "--plot", "a.png"], "expected a file of its own, found the plot"),
    (["--plot", "a.svg", "--report", "no/such/b.html"], "report 'no/such/b.html': expected"),
    (["orchard", "--plot", "a.svg"], "--plot draws one card"),
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


def test_a_search_that_ends_too_early_is_undecided_and_tells_what_it_knows(
    run: Run, tmp_path: Path
) -> None:
    report = tmp_path / "a.html"
    code, out, err = run("meadow", "--seconds", "0.00001", "--report", str(report))
    assert code == 3
    assert out.startswith("card meadow: undecided\n")
    assert err.startswith("penta: undecided: ")
    assert not report.exists()
    code, out, _ = run("meadow", "orchard", "--seconds", "0.00001", "--json")
    assert code == 3
    answer = json.loads(out)
    assert answer["set"] is None
    assert [card["fair"] for card in answer["cards"]] == [None, None]


def test_with_time_enough_the_answer_is_that_without_a_limit(run: Run) -> None:
    assert run("pocket", "--seconds", "600") == run("pocket")


@pytest.fixture
def heavy(tmp_path: Path) -> str:
    """Return the file of a card on which counting all packings takes ten seconds and more."""
    rng = random.Random(5)
    file = tmp_path / "heavy.txt"
    lines = ("".join(rng.choice("ABCDE") for _ in range(20)) for _ in range(20))
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_when_time_is_up_the_verdict_stands_and_packings_are_not_counted(
    run: Run, heavy: str, monkeypatch: Patch
) -> None:
    def too_late(*args: Any, **_options: Any) -> Iterator[None]:
        yield from (None for _ in args[-1])

    monkeypatch.setattr("solver.penta_rush.survey.heavy_rolls.count_rolls", too_late)
    code, out, err = run(heavy, "--seconds", "600", "--max-sd", "9", "--json")
    assert (code, err) == (0, "")
    rolls = json.loads(out)["rolls"]
    assert any(row["packings"] is None for row in rolls)
    assert all(row["optimum"] > 0 and row["most"] == 5 for row in rolls)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are seen in /proc")
def test_ctrl_c_is_heard_within_a_second_on_a_heavy_card(heavy: str) -> None:
    process = subprocess.Popen(
        [*PENTA, "rush", "check", heavy],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),  # noqa: PLW1509
    )
    assert process.stderr
    threads = Path(f"/proc/{process.pid}/task")
    while process.poll() is None and len(list(threads.glob("*"))) < 2:
        time.sleep(0.1)  # until packings are counted, in threads
    assert process.poll() is None
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stderr.readline() == "penta: interrupted\n"
    assert time.monotonic() - start < 1
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")
