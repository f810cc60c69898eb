"""`penta knaster train`, with what a Ctrl-C leaves of it."""

import json
import lzma
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from solver.files.origin import is_ours
from solver.knaster.strategy.table import LearnedTable
from solver.knaster.strategy.training import commands, training
from tests.support import ROOT, Patch, Run, cases

pytestmark = pytest.mark.usefixtures("compiled", "in_a_folder")


def _train(games: int, output: str) -> tuple[str, ...]:
    return ("knaster", "train", "--games", str(games), "-o", output)


TRAIN = _train(300, "table")


@cases(
    "args message",
    ("train", "Missing option '-o'"),
    ("train -o -", "expected the name of a file"),
    ("train -o no/table", "no folder"),
    ("train -o same --checkpoint same", "a file of its own"),
    ("train -o table --checkpoint text", "a checkpoint, or no file yet"),
    ("train -o text --values text", "expected"),
    ("train -o table --checkpoint .", "found a folder"),
    ("train -o /dev/full", "found a device"),
)
def test_bad_input_is_an_error_of_one_line(
    args: str, message: str, check_refused: Callable[[str, str], None]
) -> None:
    check_refused(args, message)


def test_a_training_that_was_stopped_goes_on_from_its_checkpoint(typed: Run) -> None:
    whole = typed(*_train(300, "whole"))
    typed(*_train(120, "table"), "--checkpoint", "kept")
    assert typed(*TRAIN, "--checkpoint", "kept") == whole
    assert Path("table").read_bytes() == Path("whole").read_bytes()
    code, out, err = typed(*_train(100, "table"), "--checkpoint", "kept")
    assert (code, out) == (2, "")
    assert err == (
        "penta: checkpoint kept: expected the checkpoint of at most 100 games, found one of 300\n"
    )


def test_interrupted_it_writes_the_table_so_far_and_the_checkpoint(
    typed: Run, monkeypatch: Patch
) -> None:
    run = training.Training.run

    def interrupted(self: training.Training, games: int) -> Iterator[tuple[int, float]]:
        yield from run(self, games // 3)
        raise KeyboardInterrupt

    typed(*_train(100, "whole"))
    with monkeypatch.context() as patched:
        patched.setattr(training.Training, "run", interrupted)
        code, out, err = typed(*TRAIN, "--checkpoint", "kept", "--json")
    assert (code, json.loads(out)["games"]) == (130, 100)
    assert err == "interrupted with 100 games so far\npenta: interrupted\n"
    assert Path("table").read_bytes() == Path("whole").read_bytes()
    typed(*_train(300, "longer"))
    typed(*TRAIN, "--checkpoint", "kept")
    assert Path("table").read_bytes() == Path("longer").read_bytes()


def test_a_table_is_replaced_by_a_run_that_goes_on_alone(typed: Run) -> None:
    of_hours = lzma.compress(b'{"format": "penta of hours"}')
    for content, expected in (
        (of_hours, "the name of a new file, found an existing one ("),
        (
            b"of somebody else",
            "a new file or one of penta's, found a file that penta did not write (",
        ),
    ):
        Path("table").write_bytes(content)
        for options in ([], ["--checkpoint", "kept"]):
            code, out, err = typed(*TRAIN, *options)
            assert (code, out) == (2, "")
            assert f"table 'table': expected {expected}" in err
        assert Path("table").read_bytes() == content
        assert not Path("kept").exists()
    assert typed(*TRAIN, "--force")[0] == 0
    assert is_ours(Path("table"))


def test_what_is_said_to_be_trained_at_a_ctrl_c_is_what_the_table_has_learned(
    typed: Run, monkeypatch: Patch
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


@cases("number", signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow))
def test_a_signal_leaves_the_table_so_far_soon(number: signal.Signals) -> None:
    program = (
        "from solver.knaster.strategy.training import commands; commands._SAVED_EVERY_S = 0;"
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
