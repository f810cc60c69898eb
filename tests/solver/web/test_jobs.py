"""The caps on a job, and what it sees."""

import asyncio
import json
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from pathlib import Path
from typing import Any

import pytest

from solver.web.jobs import _COMPILING, Ended, JobEndedError, Jobs, Limits
from solver.web.pages import read_pages
from tests.solver.web.running import HUGE_CARD, SMALL_CARD
from tests.support import ROOT, Patch, cases, slow


def _run(limits: Limits, *arguments: str, document: str = "") -> Ended:
    return asyncio.run(Jobs(limits).run(arguments, document.encode()))


def test_a_job_that_prints_too_much_is_ended() -> None:
    with pytest.raises(JobEndedError, match=r"^ended after 0\.5 MiB of output$"):
        _run(Limits(output=1 << 19), "rush", "packings", "AABCD", "--card", HUGE_CARD)


def test_a_job_that_has_printed_more_than_was_read_is_not_waited_for(monkeypatch: Patch) -> None:
    async def fails_late(*_: object) -> bytes:
        await asyncio.sleep(0.5)  # by then the pipe is full, and its reading paused
        raise JobEndedError("late")

    monkeypatch.setattr(Jobs, "_read", fails_late)

    async def run() -> None:
        async with asyncio.timeout(20):
            await Jobs(Limits()).run(["rush", "packings", "AABCD", "--card", HUGE_CARD])

    with pytest.raises(JobEndedError, match=r"^late$"):
        asyncio.run(run())


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_job_that_takes_too_much_memory_fails() -> None:
    assert _run(Limits(memory=30 << 20), "rush", "check", "meadow").code == 0
    assert _run(Limits(memory=3 << 20), "rush", "check", "meadow").code not in {0, 2, 3}


def test_a_job_does_not_read_the_environment_of_the_one_who_serves(monkeypatch: Patch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("PENTA_CARD", "nothing")
    ended = _run(Limits(), "rush", "solve", "AABCD")
    assert (ended.code, ended.messages) == (0, "")
    assert b"\x1b" not in ended.output
    assert "─".encode() not in ended.output


def test_a_job_that_does_not_read_its_document_still_answers() -> None:
    ended = _run(Limits(), "rush", "throw", "--seed", "1", document="A" * 1_000_000)
    assert (ended.code, len(ended.output)) == (0, 6)


def test_no_job_begins_when_the_server_ends() -> None:
    jobs = Jobs(Limits())
    jobs.close()
    with pytest.raises(JobEndedError, match=r"^penta is closing$"):
        asyncio.run(jobs.run(["rush", "cards"]))


def test_a_job_that_is_being_started_when_the_server_ends_dies_with_it(monkeypatch: Patch) -> None:
    jobs, started = Jobs(Limits(job_s=10)), []
    start = asyncio.create_subprocess_exec

    async def start_while_closing(*command: str, **options: Any) -> Process:
        started.append(await start(*command, **options))
        jobs.close()
        return started[0]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_while_closing)
    with pytest.raises(JobEndedError, match=r"^penta is closing$"):
        asyncio.run(jobs.run(["rush", "packings", "AABCD", "--card", HUGE_CARD, "--count"]))
    assert started[0].returncode == -signal.SIGKILL


def test_a_job_that_had_to_be_compiled_tells_its_time(monkeypatch: Patch, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho compiling the search >&2\nexec sleep 60\n", "utf-8")
    python.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(python))
    with pytest.raises(JobEndedError, match=r"^ended after 2\.5 s$"):
        _run(Limits(job_s=2, compiling_s=0.5))


# What is compiled is kept in __pycache__, and numba tries before whether it can be.
WATCHED = """
import os, sys
def watch(name, values):
    if name == "open" and values[0] != os.devnull and "__pycache__" not in str(values[0]) and (
        set(str(values[1])) & set("wax+") or int(values[2] or 0) & (os.O_WRONLY | os.O_RDWR)
    ):
        os.write(2, f"opened to write: {values}\\n".encode())
sys.addaudithook(watch)
import cli
cli.main()
"""


CARD = {"card": SMALL_CARD}
ROLLED = {**CARD, "roll": "AABCD"}
SMALL = {"rows": "3", "cols": "5", "symbols": "4", "seconds": "1", "seed": "1"}
TWO_CARDS = {"cards": "2x5:ABCDAEFABC 2x5:ABCDAEFACB"}
# Values for every job of the page; a document that begins with data/ is that file.
VALUES: dict[str, dict[str, str]] = {
    "best": ROLLED,
    "card": CARD,
    "cards": {},
    "check": CARD,
    "check_set": TWO_CARDS,
    "packings": ROLLED,
    "print": {**CARD, "tiles": "yes"},
    "print_set": TWO_CARDS,
    "puzzle_referee": {"game": "data/puzzles/alone.json"},
    "score": {"sheet": json.dumps({**ROLLED, "outlines": []})},
    "solve": ROLLED,
    "total": {"game": "data/games/friends.json"},
}
SLOW_VALUES: dict[str, dict[str, str]] = {
    "grey": SMALL,
    "knaster_advise": {"sheet": "data/knaster/sheets/half.txt", "roll": "7", "plies": "1"},
    "knaster_game": {"name": "alone"},
    "knaster_referee": {"record": "data/knaster/records/alone.json"},
    "knaster_review": {"record": "data/knaster/records/alone.json"},
    "knaster_sample": {"name": "half"},
    "knaster_score": {"sheet": "data/knaster/sheets/half.txt"},
    "knaster_sheet": {"sheet": "data/knaster/sheets/half.txt"},
    "puzzle_advise": {"game": "data/puzzles/alone.json", "playouts": "1", "seconds": "1"},
    "read": {},
    "white": {**SMALL, "cards": "2"},
}


def test_the_values_are_those_of_all_jobs() -> None:
    assert VALUES.keys() | SLOW_VALUES.keys() == read_pages().jobs.keys()


@cases("name", *VALUES, *(slow(name) for name in SLOW_VALUES))
def test_no_job_writes_a_file(name: str) -> None:
    job = read_pages().jobs[name]
    values = job.checked((VALUES | SLOW_VALUES)[name])
    document = values.get(job.input or "", "")
    if document.startswith("data/"):
        document = (ROOT / document).read_text("utf-8")
    if job.photo:
        pytest.importorskip("cv2")
        values[job.photo] = str(ROOT / "data/photos/meadow.jpg")

    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED, *job.arguments(values)],
        cwd=ROOT,
        input=document.encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode in {0, 1, 3}, done.stderr
    assert done.stdout
    assert b"opened to write" not in done.stderr


@pytest.mark.slow
def test_a_search_that_has_to_be_compiled_is_given_time(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    ended = _run(Limits(job_s=4), "tile", "3x5", "--count")
    assert "compiling the search" in ended.messages
    assert (ended.code, ended.output) == (0, b"28\n")


def test_the_message_by_which_it_is_known_is_the_one_that_is_written() -> None:
    assert _COMPILING.decode() in (ROOT / "solver/runtime/jit.py").read_text("utf-8")
