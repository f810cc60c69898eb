"""The command that judges cards, run through the boundary of cli.py."""

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import data
from penta import sample_card
from solver.drawing.text_grid import display_width
from solver.penta_rush.dice import rolls
from tests.support import PENTA, ROOT, Patch, Run, cases, refusal, slow

pytestmark = pytest.mark.usefixtures("compiled")

SMALL = "3x5:AABCDDCBAAABCDA"
POOR = "5x5:ABCDEFEFBDBACCAFAACFEBBDE"
SEASONS = ("spring", "summer", "autumn", "winter")
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


def test_a_fair_card_is_shown_beside_its_limits(run: Run) -> None:
    _, out, _ = run("meadow", "--min-five-chance", "0.5")
    parts = [[part.strip() for part in line.split("  ") if part] for line in out.splitlines()]
    limits = [line for line in parts if line and line[-1].startswith("at ")]
    assert ["standard deviation of the best score", "3.30", "at most 3.75"] in limits
    assert ["mean best score", "12.14", "at least 10.8"] in limits
    assert ["chance of five shapes", "0.51", "at least 0.5"] in limits
    assert len(limits) == 7


@cases(
    "cards",
    "meadow",
    "harbour meadow orchard prairie",
    "wide.txt",
    slow("every.txt"),  # 133,380 rolls
    f"{'long' * 40}.txt orchard",
    "words.txt",
    ids=lambda cards: cards[:12],
)
@pytest.mark.usefixtures("folder")
def test_text_is_at_most_80_columns_wide(run: Run, cards: str) -> None:
    meadow = data.samples("cards")["meadow"].read_text("utf-8")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lines = ["".join(letters[(3 * row + col) % 12] for col in range(20)) for row in range(20)]
    words = "red circle,black and white star,🌞,light blue heart,a very long name indeed\n" * 3
    for name, text in (
        ("long" * 40, meadow),
        ("wide", "\n".join(lines)),
        ("every", f"{letters[:13]}\n{letters[13:]}\n"),
        ("words", words),
    ):
        Path(f"{name}.txt").write_text(text, "utf-8")
    code, out, _ = run(*cards.split(), "--rolls", "--min-mean", "1")
    assert code in (0, 1)
    assert max(map(display_width, out.splitlines())) <= 80


def test_a_card_that_is_not_fair_says_why_and_exits_with_1(run: Run) -> None:
    code, out, _ = run(SMALL, "--min-mean", "10.8")
    assert code == 1
    assert out.startswith("a 3x5 card: not fair\n  the mean best score is 3.45, less than 10.8\n")


@cases(
    "limit code",
    ("", 0),
    ("--max-sd 0.1", 1),
    ("--min-mean 4", 1),
    ("--min-optimum 1", 1),
    ("--max-dud-chance 0.5", 1),
    ("--max-symbol-gap 0", 0),  # the five are alike: one roll holds them all
    ("--min-five-chance 0.01", 1),
    ("--max-dead-cells 0", 0),
)
def test_every_limit_is_an_option(limit: str, code: int, run: Run) -> None:
    name, _, value = limit.partition(" ")
    options = LENIENT | ({name: value} if limit else {})
    assert run("1x9:ABCDEABCD", *chain.from_iterable(options.items()))[0] == code


def test_the_figures_in_json_add_up(run: Run) -> None:
    told = _json(run, "meadow")
    assert [row["roll"] for row in told["rolls"]] == [str(roll) for roll in rolls("ABCDEF")]
    ways = sum(row["ways"] for row in told["rolls"])
    assert ways == 6120
    mean = sum(row["ways"] * row["optimum"] for row in told["rolls"]) / ways
    assert told["mean"] == pytest.approx(mean)
    assert told["exact"]["mean"] == "619/51"
    assert len(told["cells"]) == len(told["cells"][0]) == 10
    assert [shape["shape"] for shape in told["shapes"]] == list("FILNPTUVWXYZ")


def test_json_holds_each_measure_beside_its_limit(run: Run) -> None:
    measured = _json(run, "meadow", "--max-sd", "3.2")["limits"]
    failed = [one["measure"] for one in measured if not one["kept"]]
    assert failed == ["standard deviation of the best score"]
    assert (measured[2]["limit"], measured[2]["wanted"]) == (None, "none")


def test_dice_may_have_more_symbols_than_the_card(run: Run) -> None:
    assert len(_json(run, SMALL)["rolls"]) < 126
    answer = _json(run, SMALL, "--symbols", "fedcba")
    assert len(answer["rolls"]) == 126
    assert "ABDEF" in answer["duds"]


def test_several_cards_are_judged_as_a_set(run: Run) -> None:
    told = _json(run, "harbour", "meadow", "orchard")
    assert [card["card"][:6] for card in told["cards"]] == ["10x10:"] * 3
    assert [one["rung"] for one in told["set"]["rungs"]] == ["F0", "F1", "F2", "F3", "F4"]
    assert sum(told["set"]["match"]["wins"]) == pytest.approx(1)
    assert len(told["set"]["head_to_head"]) == 6


def test_a_set_of_fair_cards_of_which_one_wins_too_often_is_not_fair(run: Run) -> None:
    cards = ("meadow", "orchard", "harbour", "spring")
    code, out, err = run(*cards)
    assert (code, err) == (1, "")
    assert out.startswith("set of 4 cards: not fair\n  the gap to an even win share is 0.22, more")
    assert out.count(": fair\n") == 4  # each card by itself
    assert "Widest gap: when cards 1 and 3 play, card 1 wins 72.3 %, 50.0 % would be even" in out
    told = _json(run, *cards)
    assert [card["fair"] for card in told["cards"]] == [True] * 4
    assert (told["set"]["fair"], len(told["set"]["reasons"])) == (False, 2)
    assert told["set"]["match"]["wins"][0] > 0.45


def test_a_set_that_nobody_can_tell_from_an_exactly_fair_one_is_fair(run: Run) -> None:
    code, out, err = run(*SEASONS)
    assert (code, err, out[:21]) == (0, "", "set of 4 cards: fair\n")
    told = _json(run, *SEASONS)["set"]
    assert (told["fair"], told["reasons"]) == (True, [])
    assert 0 < told["mean_gap"] <= 0.15
    assert 0 < told["win_gap"] <= 0.03
    assert told["limits"] == {"max_win_gap": 0.03, "max_mean_gap": 0.15}
    assert told["reached"] is None  # no exact criterion is met, and it is fair all the same


def test_the_limits_of_a_set_are_options(run: Run) -> None:
    assert run(*SEASONS, "--max-win-gap", "0")[0] == 1
    assert run(*SEASONS, "--max-mean-gap", "0")[0] == 1
    assert run("meadow", "orchard", "--max-win-gap", "0.5", "--max-mean-gap", "9")[0] == 0


def test_the_verdict_on_the_set_is_the_exit_code_whatever_its_cards_are(run: Run) -> None:
    code, out, _ = run(POOR, POOR)
    assert code == 0
    assert out.startswith("set of 2 cards: fair\n")
    assert out.count("a 5x5 card: not fair\n") == 2


def test_the_cells_that_differ_as_the_cards_lie_are_told(run: Run) -> None:
    first, second = "2x5:AABCDABCDD", "2x5:AABCDABCDA"
    told = _json(run, first, second)["set"]
    assert (told["looks"][0]["in_place"], told["looks"][0]["differing"]) == (1, 1)
    assert told["visible"] == {"cells": 10, "in_place": 1, "turned": 1}
    assert "cards 1 and 2 differ in 1 of 10 cells as they lie" in run(first, second)[1]
    other_size = _json(run, first, "5x2:AABCDABCDD")["set"]
    assert (other_size["looks"][0]["in_place"], other_size["visible"]) == (None, None)


def test_a_match_too_large_leaves_the_set_undecided(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr("solver.penta_rush.fairness.match_chance._MAX_CELLS", 10)
    code, out, _ = run("harbour", "meadow", "--max-mean-gap", "9")
    assert code == 3
    assert out.startswith("set of 2 cards: undecided\n")
    assert "its tables would be too large" in out
    assert run("harbour", "meadow")[0] == 1  # the means alone say no


def test_a_card_of_words_is_reported_in_its_words(run: Run, folder: Path) -> None:
    card = "red,sun,star,blue\nsun,star,red,blue\nred,blue,sun,star\n"
    (folder / "card.csv").write_text(card, "utf-8")
    _, out, _ = run("card.csv", "--report", "card.html", "--rolls")
    assert "\nblue    " in out  # in the table of symbols
    assert "\nblue,blue,red,star,sun\n " in out  # in the table of rolls
    assert b">blue,blue,red,star,sun<b>" in (folder / "card.html").read_bytes()
    told = _json(run, "card.csv")
    assert told["legend"] == {"A": "blue", "B": "red", "C": "star", "D": "sun"}
    assert told["rolls"][0]["roll"] == "AABBC"
    for names in ("sun, star,r,b", "sun star r b", "sun; star; r; b", "sun\tstar\tr\tb"):
        assert _json(run, "card.csv", "--symbols", names) == told
    expected = "expected symbols of the card (blue, red, star, sun) or letters, found 'green'\n"
    for names in ("red green", "red,green"):
        assert refusal(run, "card.csv", "--symbols", names).endswith(expected)


def test_cards_of_one_set_share_their_names(run: Run, folder: Path) -> None:
    for name, text in (
        ("1.csv", "red,sun,star\nsun,star,red\nred,moon,sun\n"),
        ("2.csv", "sun,red,moon\nmoon,star,star\nred,sun,red\n"),
        ("3.csv", "red,sun,star\nsun,star,red\nred,X,sun\n"),
    ):
        (folder / name).write_text(text, "utf-8")
    told = _json(run, "1.csv", "2.csv")
    assert told["cards"][0]["legend"] == told["cards"][1]["legend"]
    assert "moon" in run("1.csv", "2.csv")[1]
    assert "expected dice with the symbols moon,red,star,sun" in refusal(run, "1.csv", "3.csv")


def test_a_relabelled_card_is_recognised_as_the_same_card(run: Run) -> None:
    symbols = str(sample_card("meadow")).partition(":")[2]
    relabelled = f"10x10:{symbols.translate(str.maketrans('ABCDEF', 'BADCFE'))}"
    told = _json(run, "meadow", relabelled)["set"]
    assert told["looks"][0]["differing"] == 0
    assert {one["rung"] for one in told["rungs"] if one["met"]} >= {"F0", "F1"}
    _, out, _ = run("meadow", relabelled)
    assert "cards 1 and 2 are the same card: as it is, relabelled A-B B-A" in out


@pytest.mark.parametrize(("name", "magic"), [("a.svg", b"<?xml"), ("b.PNG", b"\x89PNG")])
def test_a_plot_has_the_format_of_its_end(
    run: Run, tmp_path: Path, name: str, magic: bytes
) -> None:
    code, out, err = run(POOR, "--plot", str(tmp_path / name))
    assert (code, err) == (1, "")
    assert out.startswith("a 5x5 card: not fair")
    assert (tmp_path / name).read_bytes().startswith(magic)


def test_a_report_covers_every_card_and_the_set(run: Run, folder: Path) -> None:
    assert run("meadow", "orchard", "--report", "report.html")[0] == 1
    page = (folder / "report.html").read_text("utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert all(text in page for text in ("card meadow", "card orchard", "Not fair as a set"))


def test_no_file_is_written_unless_all_can_be_and_never_over_a_card(run: Run, folder: Path) -> None:
    card = folder / "card.txt"
    card.write_text("AABCD\nDCBAA\nABCDA\n")
    assert run("card.txt", "--plot", "a.svg", "--report", "no/b.html")[0] == 2
    message = refusal(run, "card.txt", "--report", "card.txt")
    assert "expected a file of its own, found the file that is read" in message
    assert [path.name for path in folder.iterdir()] == ["card.txt"]
    assert card.read_text().startswith("AABCD")


def test_json_has_head_to_head_both_ways(run: Run) -> None:
    answer = _json(run, "harbour", "meadow")["set"]
    first, second = answer["head_to_head"]
    assert (first["win"], first["lose"]) == (second["lose"], second["win"])
    # Harbour has the lower mean, and loses to meadow more often than it wins.
    assert first["win"] < first["lose"]
    assert answer["match"]["head_to_head"][0]["win"] < answer["match"]["head_to_head"][0]["lose"]


def test_a_search_that_ends_early_is_undecided_and_says_so(run: Run, folder: Path) -> None:
    code, out, err = run("meadow", "--seconds", "0.00001", "--report", "a.html")
    assert (code, out[:23], err[:18]) == (3, "card meadow: undecided\n", "penta: undecided: ")
    assert not (folder / "a.html").exists()
    code, out, _ = run("meadow", "orchard", "--seconds", "0.00001", "--json")
    told = json.loads(out)
    assert (code, told["set"]) == (3, None)
    assert [card["fair"] for card in told["cards"]] == [None, None]


def test_with_time_enough_the_answer_is_that_without_a_limit(run: Run) -> None:
    assert run("pocket", "--seconds", "600") == run("pocket")


@pytest.fixture
def heavy(tmp_path: Path) -> str:
    """Return the file of a card on which counting all packings takes ten seconds and more."""
    rng = random.Random(5)
    file = tmp_path / "heavy.txt"
    lines = ("".join(rng.choice("ABCDE") for _ in range(20)) for _ in range(20))
    file.write_text("\n".join(lines), "utf-8")
    return str(file)


def test_when_time_is_up_the_verdict_stands_and_packings_are_not_counted(
    run: Run, heavy: str, monkeypatch: Patch
) -> None:
    def too_late(*args: Any, **_options: Any) -> Iterator[None]:
        yield from (None for _ in args[-1])

    monkeypatch.setattr("solver.penta_rush.survey.tables.count_rolls", too_late)
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
