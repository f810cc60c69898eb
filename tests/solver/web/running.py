"""A server in a process of its own, with limits that tests can wait for, and a client for it."""

import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

from solver.web.guard import Guard
from solver.web.jobs import Limits
from solver.web.pages import read_pages
from solver.web.server import Application
from solver.web.serving import listen, run_server
from solver.web.table.store import TableFolder
from tests.support import ROOT

JSON = "application/json"
# A page as a game would have it. Counting all packings of such a card takes minutes.
PAGE = r"""
title = "Toy"
[[screens]]
id = "toy"
title = "Toy"
module = "toy.js"
[jobs.best]
command = ["rush", "solve", "{roll}", "--card", "-", "--no-count", "--json"]
input = "card"
values.roll = { pattern = ".*" }
[jobs.packings]
command = ["rush", "packings", "AABCD", "--card", "-", ["--limit", "{limit}"], "--json"]
input = "card"
lines = true
values.limit = { pattern = "[0-9]*", default = "" }
[jobs.count]
command = ["rush", "packings", "AABCD", "--card", "-", "--count", "--json"]
input = "card"
[jobs.score]
command = ["rush", "score", "-", "--json"]
input = "sheet"
[jobs.cards]
command = ["rush", "cards", "--json"]
[jobs.text]
command = ["rush", "cards"]
[jobs.text_as_it_is]
command = ["rush", "cards"]
answer = "text/plain"
[jobs.seconds]
command = ["rush", "packings", "AABCD", "--card", "-", "--histogram", "--seconds", "0.1", "--json"]
input = "card"
[jobs.photo]
command = ["rush", "throw", "--card", "{photo}", ["--seed", "{seed}"], "--json"]
photo = "photo"
values.seed = { pattern = "[0-9]*", default = "" }
[jobs.slow_photo]
command = ["rush", "packings", "AABCD", "--card", "{photo}", "--count", "--json"]
photo = "photo"
[jobs.throw]
command = ["rush", "throw", "--card", "-", "--json"]
input = "card"
[jobs.total]
command = ["rush", "total", "-", "--json"]
input = "game"
[table]
rounds = 5
card = '(?P<same>)\d{1,2}x\d{1,2}:[A-Z]{1,400}'
entry = ["outlines"]
throw = "throw"
best = "best"
judge = "score"
total = "total"
"""
SMALL_CARD = "2x5:ABCDAEFABC"
HUGE_CARD = "20x20:" + "".join(random.Random(1).choices("ABCD", k=400))  # billions of packings


class Answer(NamedTuple):
    """An answer of the server."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server(NamedTuple):
    """A running server: its *process*, the *address* and *port* where it listens, its *secret*.

    *temporary* is the folder for its temporary files.
    """

    process: subprocess.Popen[str]
    address: str
    port: int
    secret: str
    temporary: Path

    @property
    def host(self) -> str:
        return f"{self.address}:{self.port}"

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> Answer:
        """Return the answer to one request; a header without a value is not sent."""
        connection = HTTPConnection(self.address, self.port, timeout=240)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            all_headers = {"host": self.host, **headers}
            if body is not None:
                all_headers = {"content_length": str(len(body)), **all_headers}
            for name, value in all_headers.items():
                if value is not None:
                    connection.putheader(name.replace("_", "-"), value)
            connection.endheaders(body)
            return _answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.ask("GET", path, None, **headers)

    def run(self, job: str, **values: object) -> Answer:
        return self.ask("POST", f"/api/{job}", json.dumps(values).encode(), content_type=JSON)

    def connect(self) -> socket.socket:
        return socket.create_connection((self.address, self.port), timeout=240)

    def send(self, job: str, **values: object) -> socket.socket:
        connection = self.connect()
        connection.sendall(job_request(self, job, **values))
        return connection

    def jobs(self) -> set[int]:
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        return set(map(int, Path(path).read_text(encoding="ascii").split()))


def job_request(server: Server, job: str, **values: object) -> bytes:
    body = json.dumps(values).encode()
    head = f"POST /api/{job} HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: {JSON}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def raw(server: Server, request: bytes) -> bytes:
    with server.connect() as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return received(connection)


def received(connection: socket.socket) -> bytes:
    content = b""
    try:
        while chunk := connection.recv(1 << 16):
            content += chunk
    except ConnectionResetError:
        pass
    return content


def seconds_until(happened: Callable[[], bool], *, limit_s: float = 30) -> float:
    """Return how long it took until something *happened*."""
    start = time.monotonic()
    while not happened():
        assert time.monotonic() - start < limit_s
        time.sleep(0.005)
    return time.monotonic() - start


@contextmanager
def running(
    folder: Path, limits: Limits, *, address: str = "127.0.0.1", secret: str = "", page: str = PAGE
) -> Iterator[Server]:
    """Run a server of *page* in *folder*, whose ``tmp`` is for its temporary files."""
    files = folder / "games" / "toy" / "page"
    files.mkdir(parents=True, exist_ok=True)
    (files / "page.toml").write_text(page, "utf-8")
    (files / "toy.js").write_text(f"export const text = '{100 * 'play '}';\n", "utf-8")
    (files / "secret.py").write_text("", "utf-8")
    for name in ("tmp", "cwd"):
        (folder / name).mkdir(exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(folder), json.dumps(asdict(limits)), address, secret],
        cwd=folder / "cwd",
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    try:
        port = int(process.stdout.readline())
        yield Server(process, address, port, secret, folder / "tmp")
    finally:
        process.terminate()
        _, messages = process.communicate(timeout=60)
    assert (process.returncode, messages) == (0, "")
    assert list((folder / "tmp").iterdir()) == list((folder / "cwd").iterdir()) == []


def _answer(response: HTTPResponse) -> Answer:
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())


def _main(folder: str, limits: str, address: str, secret: str) -> None:
    listener = listen(address, 0)
    port = listener.getsockname()[1]
    values = Limits(**json.loads(limits))
    pages = read_pages(games=Path(folder) / "games")
    tables = TableFolder(Path(folder) / "tables")
    application = Application(pages, Guard((f"{address}:{port}",), secret), values, tables)
    run_server(listener, application, values, lambda: print(port, flush=True))  # noqa: T201


if __name__ == "__main__":
    _main(*sys.argv[1:])
