"""The limits of a fair card: those of its size, those that are given, or none at all."""

import json
import subprocess
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import data
import penta
from solver.errors import UndecidedError
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_limits import FairnessLimits, usual_limits
from solver.penta_rush.points import Points
from tests.support import Run

BENCHMARK = Path(__file__).parents[4] / "benchmarks" / "baseline.py"
SMALL = "5x6:ABCDEFFEDCBAABCDEFAACCEEBDFBDF"
UNKNOWN = "3x4:ABCDBCDACDAB"
LINES = [
    line
    for line in data.read("fair_limits.txt").splitlines()
    if not line.startswith("#") and not line.startswith("size")
]


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "rush", "check")


def _limits(answer: dict[str, Any]) -> dict[str, float | None]:
    return {each["measure"]: each["limit"] for each in answer["limits"]}


def test_10x10_cards_of_six_symbols_keep_the_limits_that_they_had(run: Run) -> None:
    answer = json.loads(run("meadow", "--json")[1])
    assert list(_limits(answer).values()) == [10.8, 1, None, 3.75, 0, 1.75, 0]
    assert "random 10x10 cards with 6 symbols; 6.9 % of them" in answer["limits_from"]


@pytest.mark.parametrize("size", [("4x5", "4"), ("5x4", "4"), ("5x6", "6")])
def test_the_file_has_what_its_command_finds_for_a_size(size: tuple[str, str]) -> None:
    command = [sys.executable, str(BENCHMARK), *size]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    assert ended.stdout.splitlines()[0] in LINES


def test_a_size_that_the_file_leaves_out_is_one_with_too_many_duds() -> None:
    command = [sys.executable, str(BENCHMARK), "4x4", "8"]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    assert ended.stdout == "no limits\n"
    assert not any(line.split()[:2] == ["4x4", "8"] for line in LINES)


def test_every_line_has_limits_that_some_random_cards_keep_and_not_one_is_there_twice() -> None:
    rows = [line.split() for line in LINES]
    assert len({(size, symbols) for size, symbols, *_ in rows}) == len(rows) == 361
    for size, _, *limits in rows:
        low, high = map(int, size.split("x"))
        assert 4 <= low <= high <= 14
        assert len(limits) == 6
        assert Fraction(limits[-1]) > Fraction("0.02")


def test_a_small_card_is_judged_by_the_limits_of_its_size_however_it_lies(run: Run) -> None:
    lying = json.loads(run(SMALL, "--json")[1])
    card = Card.parse(SMALL)
    turned = "6x5:" + "".join("".join(column) for column in zip(*card.lines, strict=True))
    standing = json.loads(run(turned, "--json")[1])
    assert _limits(lying) == _limits(standing)
    assert _limits(lying)["mean best score"] == 3.04
    assert lying["reasons"] == standing["reasons"]
    assert not any("10.8" in reason for reason in lying["reasons"])


def test_the_number_of_symbols_is_that_of_the_dice(run: Run) -> None:
    _, out, _ = run("8x8:" + "ABCDABDCBCDACDBA" * 4, "--symbols", "ABCDE", "--json")
    answer = json.loads(out)
    assert "8x8 cards with 5 symbols" in answer["limits_from"]


def test_given_limits_win_over_those_of_the_size(run: Run) -> None:
    _, out, _ = run(SMALL, "--max-sd", "9", "--min-optimum", "0", "--json")
    answer = json.loads(out)
    assert _limits(answer)["standard deviation of the best score"] == 9
    assert _limits(answer)["mean best score"] == 3.04
    assert answer["limits_from"].startswith("the limits that are not given are taken from random")


def test_a_size_without_limits_is_undecided_and_says_so(run: Run) -> None:
    code, out, _ = run(UNKNOWN)
    assert code == 3
    assert out.startswith(
        "a 3x4 card: undecided\n  there are no limits for 3x4 cards with 4 symbols\n"
    )
    code, out, _ = run(UNKNOWN, "--json")
    answer = json.loads(out)
    assert code == 3
    assert answer["fair"] is None
    assert answer["reasons"] == [answer["limits_from"]]
    assert {*_limits(answer).values()} == {None}
    assert answer["mean"] == pytest.approx(2.6)


def test_without_limits_of_the_size_the_given_ones_decide(run: Run) -> None:
    code, out, _ = run(UNKNOWN, "--min-mean", "2")
    assert code == 0
    assert "There are no other limits for 3x4 cards with 4 symbols.\n" in out
    assert run(UNKNOWN, "--min-mean", "3")[0] == 1


def test_other_points_have_no_limits(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "points.toml"
    file.write_text(str(Points((1,) * 12)), encoding="utf-8")
    code, out, _ = run("meadow", "--points", str(file))
    assert code == 3
    assert "there are no limits for tiles worth F1 I1 L1 N1" in " ".join(out.split())


def test_a_set_is_judged_by_its_own_limits_whatever_its_cards_have(run: Run) -> None:
    code, out, _ = run(UNKNOWN, UNKNOWN)
    assert code == 0
    assert out.startswith("set of 2 cards: fair\n")
    assert out.count("a 3x4 card: undecided\n") == 2


def test_the_library_decides_only_where_there_are_limits() -> None:
    fairness = penta.fairness(Card.parse(UNKNOWN))
    assert usual_limits(fairness) is None
    with pytest.raises(UndecidedError, match="no limits for 3x4 cards with 4 symbols"):
        FairnessLimits().reasons(fairness)
    assert FairnessLimits(min_mean=Fraction(3)).reasons(fairness)
    assert not FairnessLimits(None, None, None, None, None, None, None).reasons(fairness)


def test_a_generated_card_is_judged_by_the_limits_of_its_size(typed: Run) -> None:
    args = ["--rows", "4", "--cols", "5", "--symbols", "4", "--steps", "9", "--seed", "1"]
    _, out, _ = typed("generate", "grey", *args, "--json")
    made = json.loads(out)
    checked = json.loads(typed("rush", "check", made["card"], "--json")[1])
    assert made["limits"] == checked["limits"]
    assert "4x5 cards with 4 symbols" in made["limits_from"]
