"""`penta knaster simulate`, with what a Ctrl-C and a time limit leave of them."""

import json
from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest

from tests.support import Run, cases

pytestmark = pytest.mark.usefixtures("compiled", "in_a_folder")

SIMULATE = ("knaster", "simulate", "--games", "20")
TRAIN = ("knaster", "train", "--games", "300", "-o")


@pytest.mark.parametrize("level", ["random", "greedy", "table"])
def test_a_simulation_in_json_and_as_a_plot_is_the_same_every_time(level: str, typed: Run) -> None:
    args = (*SIMULATE, "--policy", level, "--json")
    first, second = (typed(*args, "--plot", name, "--jobs", "2") for name in ("1.svg", "2.svg"))
    assert first == second == typed(*args)
    assert Path("1.svg").read_bytes() == Path("2.svg").read_bytes()
    code, out, err = first
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer["games"] == 20 == len(answer["scores"])
    assert answer["mean"] == pytest.approx(fmean(answer["scores"]), abs=1e-4)
    assert answer["plies"] == (1 if level == "table" else None)
    assert sum(count for _, count in answer["distribution"]) == 20
    assert answer["shares"]["50"] >= answer["shares"]["80"] >= answer["shares"]["100"]


@pytest.mark.slow
def test_more_plies_play_better(typed: Run) -> None:
    means = []
    for plies in ("1", "2"):
        _, out, _ = typed(*SIMULATE[:2], "--games", "1000", "--plies", plies, "--json")
        means.append(json.loads(out)["mean"])
    assert means[1] > means[0]


def test_a_game_of_few_rolls_scores_less(typed: Run) -> None:
    means = {}
    for turns in (1, 26, 36):
        _, out, _ = typed(*SIMULATE, "--turns", str(turns), "--json")
        answer = json.loads(out)
        assert answer["turns"] == turns
        means[turns] = answer["mean"]
    assert means[1] == 0
    assert 20 < means[26] < means[36]


@cases(
    "args message",
    ("simulate --plot scores.gif", "an ending .svg, .png or .pdf"),
    ("simulate --plot no/scores.svg", "no folder"),
    ("simulate --policy greedy --plies 2", "--plies and --table go with --policy table."),
    ("simulate --table no", "No such file"),
    ("simulate --table text", "expected"),
    ("simulate --turns 52", "expected a whole number from 1 to 51, found '52'"),
)
def test_bad_input_is_an_error_of_one_line(
    args: str, message: str, check_refused: Callable[[str, str], None]
) -> None:
    check_refused(args, message)


def test_a_table_that_was_trained_can_be_played_by(typed: Run) -> None:
    for seed in ("1", "2"):
        code, out, err = typed(*TRAIN, f"table{seed}", "--seed", seed, "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["games"] == 300
    results = [
        typed(*SIMULATE, "--json", *options)[1]
        for options in ([], ["--table", "table1"], ["--table", "table2"])
    ]
    assert len(set(results)) == 3
    means = [json.loads(result)["mean"] for result in results]
    assert means[0] > max(means[1:]) > 40


def test_the_table_for_a_known_end_is_asked_for_where_the_end_is_known(typed: Run) -> None:
    typed(*TRAIN, "table", "--known-end")
    assert typed(*SIMULATE, "--table", "table", "--turns", "30")[0] == 0
    assert typed(*SIMULATE, "--table", "table")[0] == 2
    typed(*TRAIN, "solitaire")
    assert typed(*SIMULATE, "--table", "solitaire", "--turns", "30")[0] == 2
