"""What the server withstands: slow and many clients, long jobs, clients that leave."""

import asyncio
import json
import random
import re
import signal
import socket
import subprocess
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
import uvicorn
from uvicorn.server import ServerState

from solver.web.job_answer import Ended
from solver.web.jobs import JobEndedError, Jobs, Limits
from solver.web.pages import read_pages
from solver.web.serving import Connection
from tests.solver.web.running import (
    HUGE_CARD,
    JSON,
    SMALL_CARD,
    Server,
    job_request,
    raw,
    received,
    running,
    seconds_until,
)
from tests.support import ROOT, Patch, cases, slow

AT_ONCE, WAITING = 2, 20
linux = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")


def test_a_client_that_says_nothing_is_left(impatient: Server) -> None:
    with impatient.connect() as connection:
        assert received(connection) == b""


def test_the_head_of_a_request_has_a_deadline_that_no_byte_moves(impatient: Server) -> None:
    with impatient.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        assert 1 < _seconds_until_left(connection, b"X-Y: z\r\n") < 20


def test_the_second_request_of_a_connection_has_one_too(impatient: Server) -> None:
    with impatient.connect() as connection:
        connection.sendall(f"GET /pages.json HTTP/1.1\r\nHost: {impatient.host}\r\n\r\n".encode())
        answer = b""
        while not answer.endswith(b"}]"):
            answer += connection.recv(1 << 16)
        connection.sendall(b"G")
        assert received(connection) == b""


@linux
def test_who_asks_again_before_the_answer_is_left_with_his_job(server: Server) -> None:
    def leave() -> float:
        with server.send("count", card=HUGE_CARD) as connection:
            seconds_until(lambda: len(server.jobs()) == 1)
            connection.sendall(job_request(server, "cards"))
            assert received(connection) == b""
        return seconds_until(lambda: not server.jobs())

    assert _takes_half_a_second(leave)


@cases("reads", *(True, False))
def test_who_takes_nothing_of_an_answer_without_an_end_is_left(*, reads: bool) -> None:
    async def pause() -> MagicMock:
        config = uvicorn.Config(MagicMock(), log_config=None)
        state = ServerState()
        connection = Connection(config, state, {}, head_s=60, answer_s=0.01)
        transport = MagicMock()
        connection.connection_made(transport)
        connection.pause_writing()
        if reads:
            connection.resume_writing()
        await asyncio.sleep(0.05)
        connection.connection_lost(None)
        return transport

    assert asyncio.run(pause()).abort.called != reads


@pytest.mark.parametrize("sent", [b"", b'{"card": '])
def test_the_body_of_a_request_has_one(sent: bytes, impatient: Server) -> None:
    head = f"POST /api/best HTTP/1.1\r\nHost: {impatient.host}\r\nContent-Type: {JSON}\r\n"
    with impatient.connect() as connection:
        connection.sendall(f"{head}Content-Length: 100\r\n\r\n".encode() + sent)
        answer = received(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"expected 100 bytes within 2 s" in answer


@cases(
    "path kind mebibytes status",
    ("/api/photo", "image/png", 5, 413),
    ("/api/photo", "text/plain", 4, 415),
    ("/api/nothing", "image/png", 4, 404),
    ("/toy/toy.js", "image/png", 4, 405),
)
def test_who_sends_much_gets_to_know_why_it_is_refused(
    path: str, kind: str, mebibytes: int, status: int, server: Server
) -> None:
    body = bytes(mebibytes << 20)
    for _ in range(3):
        assert server.ask("POST", path, body, content_type=kind).status == status


def test_who_is_refused_has_the_answer_at_once_and_is_soon_left(server: Server) -> None:
    head = f"POST /api/photo HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: image/png\r\n"
    with server.connect() as connection:
        connection.sendall(f"{head}Content-Length: 9999999\r\n\r\n".encode())
        start = time.monotonic()
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 413 ")
        answered_s = time.monotonic() - start
        assert answered_s + 0.5 < _seconds_until_left(connection, b"x" * 999) < 20


@linux
def test_an_answer_that_nobody_takes_is_dropped(impatient: Server) -> None:
    before = _open_files(impatient)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((impatient.address, impatient.port))
        # The answer is larger than what the system keeps for a connection.
        connection.sendall(job_request(impatient, "packings", card=HUGE_CARD, limit="16000"))
        seconds_until(lambda: bool(impatient.jobs()), limit_s=30)
        seconds_until(lambda: _open_files(impatient) <= before, limit_s=30)
        got = received(connection)
    assert got.startswith(b"HTTP/1.1 200 ")
    length = re.search(rb"content-length: (\d+)", got)
    assert length
    assert len(got) < int(length[1])


def test_a_job_that_takes_too_long_is_ended(hurried: Server) -> None:
    answer = hurried.run("count", card=HUGE_CARD)
    assert (answer.status, answer.json) == (504, {"error": "ended after 1 s"})
    assert not hurried.jobs()


@linux
def test_two_jobs_run_twenty_wait_and_others_are_refused(server: Server) -> None:
    clients = [server.send("count", card=HUGE_CARD) for _ in range(AT_ONCE + WAITING)]
    seconds_until(lambda: len(server.jobs()) == AT_ONCE)
    seconds_until(lambda: _is_busy(server))
    refused = server.run("cards")
    assert refused.status == 429
    assert refused.json == {"error": "too many are waiting; try again soon"}
    assert server.get("/pages.json").status == 200
    assert len(server.jobs()) == AT_ONCE
    for client in clients[AT_ONCE:]:  # who leaves the queue is never served
        client.close()
    for client in clients[:AT_ONCE]:
        client.close()
    assert seconds_until(lambda: not server.jobs()) < 5  # and not 20 for each of the others
    assert server.run("cards").status == 200


@linux
@pytest.mark.parametrize("job", ["count", "slow_photo"])
def test_the_job_of_a_client_that_leaves_is_killed(job: str, server: Server) -> None:
    head = f"POST /api/{job} HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: image/png\r\n"
    photo = f"{head}Content-Length: {len(HUGE_CARD)}\r\n\r\n{HUGE_CARD}".encode()
    folder = server.temporary

    def leave() -> float:
        with server.connect() as client:
            client.sendall(
                photo if job == "slow_photo" else job_request(server, job, card=HUGE_CARD)
            )
            seconds_until(lambda: len(server.jobs()) == 1)
            assert len(list(folder.iterdir())) == (job == "slow_photo")
            time.sleep(0.1)
        return seconds_until(lambda: not server.jobs())

    assert _takes_half_a_second(leave)
    seconds_until(lambda: not list(folder.iterdir()))


@linux
@pytest.mark.parametrize("count", [8, slow(200)])
def test_many_jobs_leave_nothing_behind(count: int, server: Server) -> None:
    def one() -> None:
        assert server.run("best", card=SMALL_CARD, roll="AABCD").status == 200

    for _ in range(3):
        one()
    seconds_until(lambda: not server.jobs())
    before = _open_files(server), _memory_kib(server)
    for _ in range(count):
        one()
    seconds_until(lambda: _open_files(server) <= before[0])
    assert not server.jobs()
    assert not list(server.temporary.iterdir())
    assert _memory_kib(server) - before[1] < 8000


@pytest.mark.parametrize("count", [300, slow(10_000)])
def test_no_request_brings_down_the_server_or_a_traceback(count: int, server: Server) -> None:
    rng = random.Random(count)
    for _ in range(count):
        request = _random_request(rng, server)
        answer = raw(server, request)
        assert re.match(rb"HTTP/1.1 (?!500)\d", answer) or answer == b"", (request, answer)
        assert b"Traceback" not in answer, request
    assert server.run("cards").status == 200


@pytest.mark.slow
@linux
def test_what_a_job_started_ends_with_it(tmp_path: Path) -> None:
    page = """
title = "Workers"
[jobs.workers]
command = ["generate", "white", "--method", "search", "--seconds", "60", "--jobs", "2", "--json"]
"""
    with running(tmp_path, Limits(), page=page) as server:

        def leave() -> float:
            with server.send("workers"):
                seconds_until(lambda: len(_descendants(server.process.pid)) > 2, limit_s=60)
                started = _descendants(server.process.pid)
            return seconds_until(lambda: not any(map(_is_alive, started)))

        assert _takes_half_a_second(leave)


def _takes_half_a_second(leave: Callable[[], float]) -> bool:
    """Return whether *leave* says so of itself, at most, in one of three attempts."""
    return any(leave() < 0.5 for _ in range(3))


def _is_busy(server: Server) -> bool:
    """Return whether *server* refuses a job; one that has to wait is given up."""
    with server.send("cards") as connection:
        connection.settimeout(0.5)
        try:
            return connection.recv(1 << 16).startswith(b"HTTP/1.1 429 ")
        except TimeoutError:
            return False


def _random_request(rng: random.Random, server: Server) -> bytes:
    """Return a request that is right, or wrong in some places, or nonsense."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(200))
    method = rng.choice(["GET", "GET", "POST", "POST", "HEAD", "PUT", "get", ""])
    paths = ["/", "/pages.json", "/toy/toy.js", "/../x", "/%ff%00", "/api/cards", "/api/best", "*"]
    path = rng.choice(paths) + rng.choice(
        ["", "", "?", "?a=b&a=%ff", "?secret=%00", "?" + "&" * 99]
    )
    body = rng.choice(
        [b"{}", b"[]", b"", b'{"card": "\\ud800"}', b'{"roll": "-"}', rng.randbytes(9)]
    )
    headers = [
        rng.choice([f"Host: {server.host}", f"Host: {server.host}", "Host: evil", "Host:", "X: y"]),
        rng.choice(["Content-Type: application/json", "Content-Type: image/png", "Content-Type:"]),
        rng.choice(
            [f"Content-Length: {len(body)}", "Content-Length: 5", "Content-Length: x", "A: b"]
        ),
        rng.choice(["Cookie: a=b; =; penta-1=\xff", "Origin: null", "Origin: x", "A: b", "A: b"]),
        rng.choice(["Transfer-Encoding: chunked", "Accept-Encoding: gzip", "Expect: 100-continue"]),
        rng.choice(
            ["Connection: Upgrade\r\nUpgrade: websocket", "Connection: close", "A: \x00", "A: b"]
        ),
    ]
    version = rng.choice(["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "x"])
    chosen = rng.sample(headers, rng.randrange(3, 7))
    if rng.random() < 0.9 and headers[0] not in chosen:
        chosen = [headers[0], *chosen]
    head = "\r\n".join([f"{method} {path} {version}", *chosen, "", ""]).encode("latin-1")
    request = head + body
    if rng.random() < 0.1:
        place = rng.randrange(len(request))
        request = request[:place] + rng.randbytes(1) + request[place + 1 :]
    return request


def _seconds_until_left(connection: socket.socket, part: bytes) -> float:
    """Return how long the server takes *part* again and again, at most 20 seconds."""
    start = time.monotonic()
    while time.monotonic() - start < 20:
        try:
            connection.sendall(part)
        except OSError:
            break
        time.sleep(0.02)
    return time.monotonic() - start


def _open_files(server: Server) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def _memory_kib(server: Server) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])  # type: ignore[index]


def _descendants(process: int) -> set[int]:
    files = Path(f"/proc/{process}/task").glob("*/children")
    children = {int(child) for file in files for child in file.read_text("ascii").split()}
    return children.union(*map(_descendants, children))


def _is_alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except OSError:
        return False


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
    assert _run(Limits(memory=128 << 20), "rush", "check", "meadow").code == 0
    assert _run(Limits(memory=3 << 20), "rush", "check", "meadow").code not in {0, 2, 3}


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_lower_limit_of_the_one_who_serves_is_kept(monkeypatch: Patch) -> None:
    import resource

    asked = []
    limit = resource.prlimit

    def strict(process: int, kind: int, limits: tuple[int, int] | None = None) -> tuple[int, int]:
        if limits is None:
            return (100, 100) if kind == resource.RLIMIT_CPU else limit(process, kind)
        asked.append((kind, limits))
        return limits

    monkeypatch.setattr(resource, "prlimit", strict)
    assert _run(Limits(), "rush", "cards").code == 0
    assert (resource.RLIMIT_CPU, (100, 100)) in asked


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
    "check": CARD,
    "print": {**CARD, "tiles": "yes"},
    "score": {"sheet": json.dumps({**ROLLED, "outlines": []})},
    "total": {"game": "data/games/friends.json"},
}
DUEL = {"record": "data/records/duel.json"}
SLOW_VALUES: dict[str, dict[str, str]] = {
    "card": CARD,
    "cards": {},
    "check_perfect": CARD,
    "check_set": TWO_CARDS,
    "geo_board": {},
    "geo_referee": {"record": "data/geocinco/records/slip.json"},
    "geo_step": {"game": "data/geocinco/games/evening.json", "step": "contest D4r5"},
    "grey": {**SMALL, "for": "people", "no_scatter": "yes"},
    "knaster_advise": {"sheet": "data/knaster/sheets/half.txt", "roll": "7", "plies": "1"},
    "knaster_game": {"name": "alone"},
    "knaster_referee": {"record": "data/knaster/records/alone.json"},
    "knaster_review": {"record": "data/knaster/records/alone.json"},
    "knaster_sample": {"name": "half"},
    "knaster_score": {"sheet": "data/knaster/sheets/half.txt"},
    "knaster_sheet": {"sheet": "data/knaster/sheets/half.txt"},
    "packings": ROLLED,
    "print_set": TWO_CARDS,
    "puzzle_advise": {"game": "data/puzzles/alone.json", "playouts": "1", "seconds": "1"},
    "puzzle_referee": {"game": "data/puzzles/alone.json"},
    "read": {},
    "solve": ROLLED,
    "up_climb": {},
    "up_rings": {},
    "up_moves": DUEL,
    "up_referee": DUEL,
    "up_sample": {"name": "duel"},
    "up_suggest": {**DUEL, "steps": "6"},
    "up_surround": {"shape": "X"},
    "white": {**SMALL, "cards": "2", "for": "people=0.1"},
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
