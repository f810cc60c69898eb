"""`penta up surround`, run in this process through the boundary of cli.py, or interrupted."""

import json
import os
import signal
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from solver.geometry.cell import Cell, neighbours
from solver.geometry.polyomino import SHAPES
from solver.pent_up.surround import proof
from solver.pent_up.surround.proof import solutions
from tests.solver.pent_up.surround.support import KNOWN
from tests.support import PENTA, ROOT, Patch, Run, cases


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "up", "surround")


def _json(run: Run, *args: str) -> Any:
    code, out, err = run(*args, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_all_twelve_are_answered_without_a_shape(run: Run) -> None:
    answers = _json(run)
    assert [answer["shape"] for answer in answers] == list(SHAPES)
    assert answers[9] == _json(run, "X")
    code, out, _ = run()
    assert code == 0
    table = [line.split() for line in out.splitlines()[1:]]
    assert {shape: tuple(map(int, numbers)) for shape, *numbers in table} == KNOWN


def test_three_rings_can_be_laid_in_turn(run: Run, tmp_path: Path) -> None:
    answer = _json(run, "--rings", "--svg", str(tmp_path / "rings.svg"))
    assert (answer["rings"], answer["proven"]) == (3, False)
    assert [len(ring) for ring in answer["tiles"]] == [1, 3, 5, 7]
    cells = [{tuple(cell) for tile in ring for cell in tile["cells"]} for ring in answer["tiles"]]
    for number in (1, 2, 3):
        inside = set().union(*cells[:number])
        boundary = {other for cell in inside for other in neighbours(Cell(*cell))} - inside
        assert boundary <= cells[number]
    assert len(set().union(*cells)) == 5 * 16
    assert (tmp_path / "rings.svg").stat().st_size
    assert run("--rings")[1].endswith("3 rings around X: 3 white, 5 black, 7 white\n")


def test_a_list_ends_at_its_limit_and_takes_no_longer(run: Run, monkeypatch: Patch) -> None:
    whole = run("I", "--all")[1].splitlines()
    assert run("I", "--limit", "3")[1].splitlines() == whole[:3]
    assert run("I", "--limit", "0") == (0, "", "")
    steps: list[tuple[int, int, int]] = []

    def progress(done: int, total: int, count: int, note: str = "") -> None:
        assert not note
        steps.append((done, total, count))

    listed = solutions("I", progress=progress)
    assert next(listed)
    assert steps == [(1, 24, 1)]
    monkeypatch.setattr(proof, "_surround", lambda *_: steps.append((0, 0, 0)))
    next(listed)
    assert steps == [(1, 24, 1), (0, 0, 0), (2, 24, 2)]


@pytest.mark.slow
def test_the_answer_found_anew_is_the_bundled_one(run: Run) -> None:
    assert run("I", "--search", "--jobs", "2") == run("I")


@cases(
    "args message",
    (["Q"], "shape: expected a letter of FILNPTUVWXYZ, found 'Q'"),
    (["XY"], "shape: expected a letter of FILNPTUVWXYZ, found 'XY'"),
    (["--svg", "rings.svg"], "--svg goes with SHAPE, or with --rings."),
    (["--png", "rings.png"], "--png goes with SHAPE, or with --rings."),
    (["X", "--all", "--png", "rings.png"], "--all and --limit do not go with --search, --png"),
    (["X", "--rings"], "--rings does not go with SHAPE, --all, --limit and --search."),
    (["X", "--all", "--json"], "--all and --limit do not go with --search, --svg and --json."),
    (["X", "--jobs", "2"], "--jobs goes with --search."),
)
def test_bad_input_prints_one_line_and_exits_2(run: Run, args: list[str], message: str) -> None:
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("moment_s", [1.2, 3.5])
def test_ctrl_c_in_a_search_prints_one_line(moment_s: float) -> None:
    """A terminal sends it to the search and to its processes; by the second moment they work."""
    command = [*PENTA, "up", "surround", "P", "--search", "--jobs", "2"]
    with subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as search:
        time.sleep(moment_s)
        os.killpg(search.pid, signal.SIGINT)
        _, err = search.communicate(timeout=20)
    assert (search.returncode, err) == (130, "penta: interrupted\n")
