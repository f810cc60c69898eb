"""`penta knaster simulate` and `train`, with what a Ctrl-C and a time limit leave of them."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import fmean

import pytest

from solver.knaster.strategy import commands, simulation, training
from solver.knaster.strategy.table import LearnedTable
from tests.support import ROOT, Run

pytestmark = pytest.mark.usefixtures("compiled")

SIMULATE = ("knaster", "simulate", "--games", "20")
TRAIN = ("knaster", "train", "--games", "300", "-o", "table")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("policy", ["random", "greedy", "table"])
def test_a_simulation_in_json_and_as_a_plot_is_the_same_every_time(policy: str, typed: Run) -> None:
    args = (*SIMULATE, "--policy", policy, "--json")
    first, second = (typed(*args, "--plot", name, "--jobs", "2") for name in ("1.svg", "2.svg"))
    assert first == second == typed(*args)
    assert Path("1.svg").read_bytes() == Path("2.svg").read_bytes()
    code, out, err = first
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer["games"] == 20 == len(answer["scores"])
    assert answer["mean"] == pytest.approx(fmean(answer["scores"]), abs=1e-4)
    assert answer["plies"] == (1 if policy == "table" else None)
    assert sum(count for _, count in answer["distribution"]) == 20
    assert answer["shares"]["50"] >= answer["shares"]["80"] >= answer["shares"]["100"]


@pytest.mark.slow
def test_more_plies_play_better(typed: Run) -> None:
    means = []
    for plies in ("1", "2"):
        _, out, _ = typed(*SIMULATE, "--games", "1000", "--plies", plies, "--json")
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


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("simulate --plot scores.gif", "an ending .svg, .png or .pdf"),
        ("simulate --plot no/scores.svg", "no folder"),
        ("simulate --policy greedy --plies 2", "--plies and --table go with --policy table."),
        ("simulate --table no", "No such file"),
        ("simulate --table text", "expected"),
        ("simulate --turns 52", "expected a whole number from 1 to 51, found '52'"),
        ("train", "Missing option '-o'"),
        ("train -o -", "expected the name of a file"),
        ("train -o no/table", "no folder"),
        ("train -o same --checkpoint same", "a file of its own"),
        ("train -o table --checkpoint text", "a whole checkpoint, or no file yet"),
        ("train -o text --values text", "expected"),
        ("train -o table --checkpoint .", "found a folder"),
        ("train -o /dev/full", "found a device"),
    ],
)
def test_bad_input_is_an_error_of_one_line(args: str, message: str, typed: Run) -> None:
    Path("text").write_text("a text\n", encoding="utf-8")
    code, out, err = typed("knaster", *args.split())
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
    assert {path.name for path in Path().iterdir()} == {"text"}


def test_interrupted_it_shows_the_games_played_so_far(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[int]:
        yield from (80, 90)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "simulate", interrupted)
    code, out, err = typed(*SIMULATE, "--json")
    assert (code, json.loads(out)["scores"]) == (130, [80, 90])
    assert err == "interrupted with 2 games so far\npenta: interrupted\n"


def test_at_the_time_limit_the_games_played_so_far_are_shown(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = threading.Event()

    def endless(*_: object, **__: object) -> Iterator[int]:
        yield from (80, 90)
        end.wait()

    monkeypatch.setattr(simulation, "simulate", endless)
    code, out, err = typed(*SIMULATE, "--seconds", "0.3", "--json")
    end.set()
    assert (code, err) == (0, "stopped with 2 of 20 games\n")
    assert json.loads(out)["scores"] == [80, 90]


def test_a_limit_before_the_first_game_is_over_leaves_it_undecided(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = threading.Event()

    def endless(*_: object, **__: object) -> Iterator[int]:
        end.wait()
        yield 0

    monkeypatch.setattr(simulation, "simulate", endless)
    code, out, err = typed(*SIMULATE, "--seconds", "0.1")
    end.set()
    assert (code, out) == (3, "")
    assert err == "penta: undecided: no game was played to its end in that time\n"


def test_a_table_that_was_trained_can_be_played_by(typed: Run) -> None:
    for seed in ("1", "2"):
        code, out, err = typed(*TRAIN, "--seed", seed, "-o", f"table{seed}", "--json")
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
    typed(*TRAIN, "--known-end")
    assert typed(*SIMULATE, "--table", "table", "--turns", "30")[0] == 0
    assert typed(*SIMULATE, "--table", "table")[0] == 2
    typed(*TRAIN, "-o", "solitaire")
    assert typed(*SIMULATE, "--table", "solitaire", "--turns", "30")[0] == 2


def test_a_training_that_was_stopped_goes_on_from_its_checkpoint(typed: Run) -> None:
    whole = typed(*TRAIN, "-o", "whole")
    typed(*TRAIN, "--games", "120", "--checkpoint", "kept")
    assert typed(*TRAIN, "--checkpoint", "kept") == whole
    assert Path("table").read_bytes() == Path("whole").read_bytes()
    code, out, err = typed(*TRAIN, "--games", "100", "--checkpoint", "kept")
    assert (code, out) == (2, "")
    assert err == (
        "penta: checkpoint kept: expected the checkpoint of at most 100 games, found one of 300\n"
    )


def test_interrupted_it_writes_the_table_so_far_and_the_checkpoint(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = training.Training.run

    def interrupted(self: training.Training, games: int) -> Iterator[tuple[int, float]]:
        yield from run(self, games // 3)
        raise KeyboardInterrupt

    typed(*TRAIN, "--games", "100", "-o", "whole")
    with monkeypatch.context() as patched:
        patched.setattr(training.Training, "run", interrupted)
        code, out, err = typed(*TRAIN, "--checkpoint", "kept", "--json")
    assert (code, json.loads(out)["games"]) == (130, 100)
    assert err == "interrupted with 100 games so far\npenta: interrupted\n"
    assert Path("table").read_bytes() == Path("whole").read_bytes()
    typed(*TRAIN, "-o", "longer")
    typed(*TRAIN, "--checkpoint", "kept")
    assert Path("table").read_bytes() == Path("longer").read_bytes()


def test_a_table_is_replaced_by_a_run_that_goes_on_alone(typed: Run) -> None:
    Path("table").write_text("of hours", encoding="utf-8")
    for options in ([], ["--checkpoint", "kept"]):
        code, out, err = typed(*TRAIN, *options)
        assert (code, out) == (2, "")
        assert "table 'table': expected the name of a new file, found an existing one (" in err
    assert Path("table").read_text(encoding="utf-8") == "of hours"
    assert not Path("kept").exists()


def test_what_is_said_to_be_trained_at_a_ctrl_c_is_what_the_table_has_learned(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "_CHUNK", 1)

    def interrupted(items: Iterator[tuple[int, float]], **_: float) -> Iterator[tuple[int, float]]:
        yield next(items)
        list(islice(items, 5))  # played meanwhile
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "interruptible_items", interrupted)
    code, out, err = typed(*TRAIN)
    assert (code, out.splitlines()[0]) == (130, "6 games played")
    assert err == "interrupted with 6 games so far\npenta: interrupted\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_the_table_so_far_soon(number: signal.Signals) -> None:
    program = (
        "from solver.knaster.strategy import commands; commands._SAVED_EVERY_S = 0;"
        "import cli; cli.main()"
    )
    args = ["knaster", "train", "--games", "1000000000", "-o", "table", "--checkpoint", "kept"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *args],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while not Path("kept").exists():
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        start = time.monotonic()
        out, err = process.communicate()
        assert time.monotonic() - start < 60  # to compress the table takes two seconds
    assert process.returncode == 130, err
    assert "games played\n" in out
    assert LearnedTable.parse(Path("table").read_bytes()).training["games"] >= 1000


def test_bad_input_leaves_the_files_that_were_there(typed: Run) -> None:
    Path("table").write_text("before", encoding="utf-8")
    assert typed("knaster", "train", "--games", "0", "-o", "table")[0] == 2
    assert Path("table").read_text(encoding="utf-8") == "before"
