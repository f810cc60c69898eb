"""The web page: how soon it is there, and how soon it answers.

    python benchmarks/serve.py

The times are those of an HTTP client on this computer, not of a browser. A figure that misses its
target is marked, and the exit code is then 1.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count
from typing import Any

from figures import CLICK, PENTA, Row, in_turns, printed, process

import penta
from solver.files.texts import LANGUAGES
from solver.web.pages import read_pages

STARTS, SOLVED, CLIENTS = 11, 50, 20
LISTENING_S, BEST_S, LAST_S = 0.7, 0.5, 10
PAGE_BYTES = 180_000
ROLLS = ["AABCD", "ABCDE", "BBCEF", "AACDF", "ABDEF"]


@contextmanager
def served() -> Iterator[tuple[int, float]]:
    """Run `penta serve`; yield its port, and the seconds until it had answered a first request."""
    start = time.perf_counter()
    with subprocess.Popen(
        [*PENTA, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline().rstrip("/\n").rpartition(":")[2])
        connection = HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/")
        assert connection.getresponse().read()
        connection.close()
        yield port, time.perf_counter() - start
        server.terminate()
    assert server.returncode == 0


def ask(port: int, job: str, values: dict[str, str]) -> tuple[float, Any]:
    """Return how long a job took, and its answer."""
    start = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    body, headers = json.dumps(values), {"Content-Type": "application/json"}
    connection.request("POST", f"/api/{job}", body, headers)
    answer = connection.getresponse()
    content = json.loads(answer.read())
    connection.close()
    assert answer.status == HTTPStatus.OK, content
    return time.perf_counter() - start, content


def starting() -> Iterator[Row]:
    """Time the start, beside that of a process."""

    def start() -> float:
        with served() as (_, seconds):
            return seconds

    ours, click = in_turns(STARTS, start, lambda: process(CLICK))
    times = f"{1000 * ours:.0f} ms; `import click` {1000 * click:.0f} ms"
    yield "penta serve: the first page", times, f"{LISTENING_S} s", ours <= LISTENING_S


def solving() -> Iterator[Row]:
    """Time the best packing of a roll, one after the other, and for many at once."""
    card = penta.sample_card("meadow")
    best = ((roll, penta.solve(card, roll)) for roll in ROLLS)
    scores = {roll: packing.score if packing else 0 for roll, packing in best}
    with served() as (port, _):

        def solve(number: int, job: str = "best") -> float:
            roll = ROLLS[number % len(ROLLS)]
            seconds, answer = ask(port, job, {"card": str(card), "roll": roll})
            assert answer["score"] == scores[roll]
            return seconds

        numbers = count()

        def solve_next(job: str) -> float:
            return solve(next(numbers), job)

        for job, name, options in (
            ("best", "the best packing", ["--no-count"]),
            ("solve", "with the counts", []),
        ):
            command = [*PENTA, "rush", "solve", "AABCD", "--json", *options]
            ours, alone = in_turns(SOLVED, partial(solve_next, job), partial(process, command))
            measured = f"{1000 * ours:.0f} ms; the command alone {1000 * alone:.0f} ms"
            yield f"{name}, median of {SOLVED}", measured, f"{BEST_S} s", ours <= BEST_S
        start = time.perf_counter()
        with ThreadPoolExecutor(CLIENTS) as clients:
            solved = len(list(clients.map(solve, range(CLIENTS))))
        last = time.perf_counter() - start
        measured = f"all {solved}, the last after {last:.1f} s"
        yield f"{CLIENTS} clients at once", measured, f"{LAST_S} s", last <= LAST_S


def size() -> Iterator[Row]:
    """Count the bytes of the page, with all screens of all games, in one language."""
    files = read_pages(language="de").files
    others = tuple(f".{code}.json" for code in LANGUAGES if code != "de")
    unread = {"/", *(f"/texts/{code}.json" for code in LANGUAGES if code != "de")}
    sent = [
        file for path, file in files.items() if path not in unread and not path.endswith(others)
    ]
    plain = sum(len(file.content) for file in sent)
    packed = sum(len(file.packed or file.content) for file in sent)
    measured = f"{packed:,} bytes, {plain:,} unpacked"
    yield "the whole page", measured, f"{PAGE_BYTES:,}", packed <= PAGE_BYTES


if __name__ == "__main__":
    sys.exit(printed(starting, solving, size))
