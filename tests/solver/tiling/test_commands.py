"""`penta tile`, run through the boundary of cli.py; interrupted and killed at any moment."""

import io
import json
import os
import signal
import subprocess
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from select import select
from typing import Any

import pytest

from solver.errors import CheckpointError
from solver.tiling import answer as tiling_answer
from solver.tiling.checkpoint import TilingCheckpoint
from solver.tiling.kernel_engine import KernelEngine, TaskResult
from solver.tiling.problem import TilingProblem
from solver.tiling.region import Region
from tests.support import PENTA, ROOT, Patch, Run, cases, penta, refusal, slow, started


@pytest.fixture
def run(typed: Run) -> Run:
    return partial(typed, "tile")


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_first_tiling_is_drawn_as_letters_and_holes(run: Run) -> None:
    code, out, _ = run("-", stdin="...\n.#.\n...\n..")
    assert code == 0
    assert out.count("#") == 2
    assert {len(line.split()) for line in out.splitlines()} == {3}


@pytest.mark.parametrize("engine", ["kernel", "exact-cover", "cp-sat"])
def test_a_list_is_the_same_by_every_engine_and_any_jobs(run: Run, engine: str) -> None:
    _, expected, _ = run("4x5", "--all")
    assert run("4x5", "--all", "--engine", engine, "--jobs", "3") == (0, expected, "")
    assert len(_lines(expected)) == 200
    assert run("4x5", "--all", "--limit", "7", "--engine", engine)[1] == "".join(
        expected.splitlines(keepends=True)[:7]
    )
    assert len(_lines(run("4x5", "--all", "--distinct", "--engine", engine)[1])) == 50


def test_placements_are_sorted_by_shape_and_cells_from_the_top_left(run: Run) -> None:
    for tiling in _lines(run("3x5", "--all")[1]):
        shapes = [placement["shape"] for placement in tiling["placements"]]
        assert shapes == sorted(shapes)
        cells = [cell for placement in tiling["placements"] for cell in placement["cells"]]
        assert sorted(cells) == [[row, col] for row in range(3) for col in range(5)]
        assert all(
            placement["cells"] == sorted(placement["cells"]) for placement in tiling["placements"]
        )


@cases(
    "args stdin out err",
    ("2x5 --count", "", "0\n", "no tiling of 2x5\n"),
    ("2x5 --all", "", "", "no tiling of 2x5\n"),
    (
        *("-", "....\n####\n......"),
        "no tiling of region -: the 4 cells from a1 on cannot be filled by fives\n",
        "",
    ),
    ("3x5 --pieces FI", "", "no tiling of 3x5: 15 cells need 3 pieces, not 2\n", ""),
)
def test_without_a_tiling_it_says_so_and_exits_with_1(
    run: Run, args: str, stdin: str, out: str, err: str
) -> None:
    assert run(*args.split(), stdin=stdin) == (1, out, err)
    code, out, err = run("2x5", "--json")
    assert (code, json.loads(out)["tiling"], err) == (1, None, "no tiling of 2x5\n")


def test_a_closed_pipe_does_not_keep_the_picture_from_being_written(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    args = [*PENTA, "tile", "3x20", "--svg", str(tmp_path / "picture.svg")]
    done = subprocess.run(args, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "picture.svg").exists()


def test_where_plain_python_gives_up_the_kernel_answers(run: Run, monkeypatch: Patch) -> None:
    quick = [run(region) for region in ("6x10", "2x30")]
    monkeypatch.setattr(tiling_answer, "_NODE_LIMIT", 3)
    assert [run(region) for region in ("6x10", "2x30")] == quick


@pytest.mark.parametrize("engine", ["exact-cover", "cp-sat"])
def test_a_search_that_takes_longer_than_asked_is_undecided(run: Run, engine: str) -> None:
    code, out, err = run("6x10", "--count", "--engine", engine, "--seconds", "0.3")
    assert (code, out) == (3, "")
    assert err.endswith("penta: undecided: there was no answer within 0.3 s\n")


@pytest.mark.slow
def test_a_list_that_ran_out_of_time_goes_on_from_its_checkpoint(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "checkpoint")
    code, begun, err = run("5x12", "--all", "--checkpoint", file, "--jobs", "1", "--seconds", "0.1")
    assert code == 3
    assert f"the same command goes on from {file}" in err
    code, whole, _ = run("5x12", "--all", "--checkpoint", file, "--jobs", "1")
    assert code == 0
    assert whole.startswith(begun)
    assert len(begun) < len(whole)
    assert whole == run("5x12", "--all")[1]


def test_a_checkpoint_serves_only_the_search_that_made_it(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert run("5x5", "--count", "--checkpoint", str(kept))[:2] == (0, "856\n")
    before = kept.read_bytes()
    assert run("5x5", "--count", "--checkpoint", str(kept))[:2] == (0, "856\n")
    for args in (["5x5", "--all"], ["4x5", "--count"], ["5x5", "--count", "--pieces", "FILNP"]):
        message = refusal(run, *args, "--checkpoint", str(kept))
        assert "expected the checkpoint of this run" in message
    assert kept.read_bytes() == before


def _killed(kept: Path, stdout: Any, *args: str) -> int:
    """Start a search, kill it once it has saved three more results, return its exit code."""
    before = kept.read_bytes().count(b"\n") if kept.exists() else 0
    command = [*PENTA, "tile", *args, "--checkpoint", str(kept), "--jobs", "2"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=stdout)
    while process.poll() is None:
        if kept.exists() and kept.read_bytes().count(b"\n") > before + 2:
            process.kill()
        time.sleep(0.001)
    return process.returncode


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["ab", slow("wb")])
def test_a_list_killed_at_any_moment_ends_as_an_unbroken_one(tmp_path: Path, mode: str) -> None:
    expected = penta("tile", "5x12", "--all").stdout.encode()
    out, kept = tmp_path / "out", tmp_path / "kept"
    before = b"what was there before\n" if mode == "ab" else b""
    out.write_bytes(before)
    for _ in range(2):
        with out.open(mode) as file:
            assert _killed(kept, file, "5x12", "--all") == -signal.SIGKILL
        assert (before + expected).startswith(out.read_bytes())
    with out.open(mode) as file:
        command = [*PENTA, "tile", "5x12", "--all", "--checkpoint", str(kept)]
        assert subprocess.run(command, cwd=ROOT, stdout=file, check=False).returncode == 0
    assert out.read_bytes() == before + expected


def test_a_killed_count_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    for _ in range(2):
        assert _killed(kept, subprocess.DEVNULL, "corners", "--count") == -signal.SIGKILL
    assert penta("tile", "corners", "--count", "--checkpoint", str(kept)).stdout == "17360\n"


@cases("unbuffered", "", "1")
def test_ctrl_c_leaves_whole_lines_and_says_how_to_go_on(tmp_path: Path, unbuffered: str) -> None:
    args = ("tile", "corners", "--all", "--checkpoint", str(tmp_path / "kept"), "--jobs", "1")
    with started(*args, PYTHONUNBUFFERED=unbuffered) as process:
        assert process.stdout is not None
        select([process.stdout], [], [])  # reading a line would take the beginning of another
        if unbuffered:
            time.sleep(0.5)  # the pipe is full now, and a write stands half done
        process.send_signal(signal.SIGINT)
        listed, message = process.communicate(timeout=60)
    # It cannot have ended: a pipe does not hold the list.
    assert process.returncode == 130
    assert "the same command goes on from" in message
    assert listed.endswith("\n")
    assert all(map(json.loads, listed.splitlines()))


def test_a_damaged_checkpoint_is_an_error_of_one_line(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "kept"
    run("3x5", "--count", "--checkpoint", str(file))
    content = file.read_bytes()
    for damaged, message in (
        (content + b"00000000\n", f"penta: checkpoint {file}, line "),  # no JSON, though its sum is
        (content + b"0 {}\n", "expected a record with its checksum"),
        (content + b"a3a6bf43 {}\n", "expected a task result, found {}"),
        (content.replace(b'"tilings": ', b'"tilings": 1'), "expected a record"),
    ):
        file.write_bytes(damaged)
        assert message in refusal(run, "3x5", "--count", "--checkpoint", str(file))


def test_a_tiling_in_a_checkpoint_that_is_none_is_an_error(tmp_path: Path) -> None:
    problem, path = TilingProblem(Region.parse("3x5")), tmp_path / "kept"
    with closing(TilingCheckpoint(str(path), problem, listing=True)) as kept:
        tilings = list(KernelEngine(problem, kept=kept).tilings())
    good = next(result.listed[0] for result in kept.values() if result.listed)
    bad = [good[:2], [good[0], *good], [*good[:2], good[2] + 1], [*good[:2], float(good[2])]]
    for words in (*bad, [*good[:2], None], [*good[:2], 10**30], [[]], 1):
        path.unlink()
        checkpoint = TilingCheckpoint(str(path), problem, listing=True)
        checkpoint[0] = TaskResult(1, 1, [words])  # type: ignore[list-item]
        checkpoint.close()
        with pytest.raises(CheckpointError, match="expected a task result, found"):
            TilingCheckpoint(str(path), problem, listing=True)
    assert len(tilings) == 28


@pytest.mark.parametrize("number", [-1, 29, 10**30])
def test_a_result_of_a_task_that_there_is_not_is_an_error(tmp_path: Path, number: int) -> None:
    problem, path = TilingProblem(Region.parse("3x5")), str(tmp_path / "kept")
    with closing(TilingCheckpoint(path, problem, listing=False)) as kept:
        KernelEngine(problem, kept=kept).count()
        assert sorted(kept) == list(range(29))
        kept[number] = TaskResult(1, 1, [])
    with pytest.raises(CheckpointError, match=r"expected a task result, found \{'task': "):
        TilingCheckpoint(path, problem, listing=False)


def test_a_pipe_holds_nothing_of_an_earlier_run(tmp_path: Path) -> None:
    problem = TilingProblem(Region.parse("3x5"))
    with (
        closing(TilingCheckpoint(str(tmp_path / "kept"), problem, listing=True)) as checkpoint,
        (tmp_path / "out").open("a") as out,
    ):
        assert [*checkpoint.unwritten(["half a line"], io.StringIO())] == ["half a line"]
        assert [*checkpoint.unwritten(["half a line"], out)] == ["half a line"]
        out.write("half a li")
        out.flush()
        assert [*checkpoint.unwritten(["half a line"], out)] == ["ne"]


def _list(kept: Path, out: Path, mode: str, *args: str) -> subprocess.CompletedProcess[str]:
    with out.open(mode) as file:
        command = [*PENTA, "tile", *args, "--checkpoint", str(kept)]
        return subprocess.run(
            command, cwd=ROOT, stdout=file, stderr=subprocess.PIPE, text=True, check=False
        )


@pytest.mark.slow
def test_a_list_is_not_appended_to_something_else(tmp_path: Path) -> None:
    kept, out = tmp_path / "kept", tmp_path / "out"
    whole = penta("tile", "3x5", "--all").stdout
    assert _list(kept, out, "a", "3x5", "--limit", "3").returncode == 0
    with out.open("a") as file:
        file.write("# another list\n")
    before = out.read_text()
    ended = _list(kept, out, "a", "3x5", "--all")
    assert ended.returncode == 2
    assert "expected the list as it was left, found '# another list" in ended.stderr
    assert out.read_text() == before
    # Written over, or begun anew behind a line of its own, the list is whole.
    assert _list(kept, out, "w", "3x5", "--all").returncode == 0
    assert out.read_text() == whole
    with out.open("w") as file:
        file.write("# a header\n")
        file.flush()
        command = [*PENTA, "tile", "3x5", "--all", "--checkpoint", str(kept)]
        subprocess.run(command, cwd=ROOT, stdout=file, check=True)
    assert out.read_text() == "# a header\n" + whole
    out.write_text("x\n")  # it ends before where the list began
    assert _list(kept, out, "a", "3x5", "--all").returncode == 0
    assert out.read_text() == "x\n" + whole


def test_a_checkpoint_is_not_the_output(tmp_path: Path) -> None:
    same = tmp_path / "same"
    ended = _list(same, same, "a", "3x5", "--all")
    assert ended.returncode == 2
    assert "expected a file of its own, found the output" in ended.stderr
