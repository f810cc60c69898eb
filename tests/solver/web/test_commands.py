"""`penta serve`, as it is typed."""

import errno
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from solver.errors import AddressError
from solver.web.serving import listen
from tests.solver.web.export.test_runtime import write_runtime
from tests.solver.web.running import Server, job_request, received, seconds_until
from tests.support import PENTA, ROOT, Patch, Run, cases, slow


@contextmanager
def _served(*options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `penta serve` on a free port, and yield it and its address; it is ended at last."""
    process = subprocess.Popen(
        [*PENTA, "serve", "--port", "0", *options],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def _port(address: str) -> int:
    return int(address.partition("/?")[0].rstrip("/\n").rpartition(":")[2])


def _get(host: str, port: int, path: str) -> tuple[int, bytes]:
    connection = HTTPConnection(host, port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    content = answer.status, answer.read()
    connection.close()
    return content


@pytest.mark.parametrize("number", [slow(signal.SIGINT), signal.SIGTERM, slow(signal.SIGHUP)])
def test_the_address_is_the_first_line_and_a_signal_ends_it_with_all_jobs(number: int) -> None:
    with _served() as (process, address):
        port = _port(address)
        assert address == f"http://127.0.0.1:{port}/\n"
        status, content = _get("127.0.0.1", port, "/")
        assert (status, content[:15]) == (200, b"<!doctype html>")
        server = Server(process, "127.0.0.1", port, "", Path())
        with server.connect() as idle, server.connect() as working:
            idle.sendall(b"GET /")
            working.sendall(job_request(server, "grey", seconds="15"))
            if sys.platform == "linux":
                seconds_until(lambda: bool(server.jobs()), limit_s=30)
            else:
                time.sleep(1)
            process.send_signal(number)
            assert received(working).startswith(b"HTTP/1.1 504 ")
        assert process.wait(timeout=15) == 0  # sooner than the job would have ended
        assert process.communicate() == ("", "")


def test_a_second_signal_does_no_harm() -> None:
    with _served() as (process, _):
        for _ in range(3):
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        assert process.wait(timeout=30) == 0
        assert process.communicate() == ("", "")


def test_a_port_that_is_taken_is_one_line(typed: Run) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        message = (
            f"penta: port {port} of 127.0.0.1: expected a free one, found address already in use "
            "(--port 0 takes any)\n"
        )
        assert typed("serve", "--port", str(port)) == (2, "", message)


def test_the_local_network_needs_the_secret(tmp_path: Path) -> None:
    with _served("--lan=127.0.0.2", XDG_STATE_HOME=str(tmp_path)) as (process, address):
        port = _port(address)
        start, _, secret = address.strip().partition("?secret=")
        assert start == f"http://127.0.0.2:{port}/"
        assert len(secret) >= 22
        assert _get("127.0.0.2", port, "/")[0] == 403
        assert _get("127.0.0.2", port, f"/?secret={secret}")[0] == 303
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=5)
        process.terminate()
        assert process.wait(timeout=30) == 0
        told = f"tables are kept in {tmp_path}/penta/tables\n"
        assert process.communicate() == ("", told)  # no QR code in a pipe


def test_the_page_is_told_its_language() -> None:
    for options, given in ((("--lang=de",), b'"de"'), ((), b"null")):
        with _served(*options) as (_, address):
            answer = _get("127.0.0.1", _port(address), "/languages.js")
            assert answer[1].startswith(b"export const given = %s;" % given)


def test_the_code_to_scan_is_for_a_terminal(tmp_path: Path) -> None:
    own = (f"--tables={tmp_path}", "--lan=127.0.0.2")
    with _served(*own, FORCE_COLOR="1", PYTHONIOENCODING="utf-8") as (process, _):
        assert process.stdout
        code = "".join(process.stdout.readline() for _ in range(19))
        assert code.count("█▀▀▀▀▀█") == 3


@cases(
    "address",
    *("8.8.8.8", "0.0.0.0", "localhost", "::1", "", "300.1.1.1", "1.1.1.1", "224.0.0.1"),  # noqa: S104
    *("255.255.255.255", "10.0.0", "x"),
)
def test_the_internet_is_not_served(address: str, typed: Run) -> None:
    code, out, err = typed("serve", f"--lan={address}")
    assert (code, out) == (2, "")
    assert err.startswith("penta: --lan: expected an address of a local network, such as")


@cases(
    "number message",
    (errno.EADDRNOTAVAIL, "--lan: expected an address of this computer, found '192.168.9.9'"),
    (
        errno.EACCES,
        (
            "port 81 of 192.168.9.9: expected one that you may use, found permission denied "
            "(--port 0 takes any)"
        ),
    ),
)
def test_what_cannot_be_listened_on_is_said(number: int, message: str, monkeypatch: Patch) -> None:
    def refuse(*_: object, **__: object) -> socket.socket:
        raise OSError(number, "refused")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(AddressError, match=f"^{re.escape(message)}$"):
        listen("192.168.9.9", 81)


def test_the_page_is_opened_in_the_browser(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', "utf-8")
    browser.chmod(0o700)
    with _served("--open", BROWSER=f"{browser} %s") as (_, address):
        seconds_until(lambda: opened.exists() and opened.read_text("utf-8") == address)


def test_its_help_needs_no_libraries() -> None:
    program = (
        "import sys, cli; cli.run(['serve', '--help']);"
        "print({'uvicorn', 'starlette', 'segno', 'asyncio'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr == "set()\n"


def test_the_page_is_exported_with_a_runtime_that_is_there(
    tmp_path: Path, typed: Run, monkeypatch: Patch
) -> None:
    write_runtime(tmp_path / "pyodide", monkeypatch)
    folder = tmp_path / "my page"
    code, output, messages = typed(
        "serve", "--export", str(folder), "--runtime", str(tmp_path / "pyodide")
    )
    assert code == 0
    assert re.fullmatch(rf"{re.escape(str(folder))}: \d\.\d MB\n", output)
    server = "python3 -m http.server --bind 127.0.0.1"
    assert messages == f"look at it: {server} --directory '{folder}'\n"
    assert (folder / "index.html").exists()


@cases(
    "options message",
    (["--export", "page", "--lan"], "--lan does not go with --export, which serves nothing"),
    (["--export", "page", "--port", "80"], "--port does not go with --export"),
    (["--export", "page", "--open"], "--open does not go with --export"),
    (["--runtime", "page"], "--runtime goes with --export"),
    (
        ["--export", "page", "--runtime", "nowhere"],
        "runtime 'nowhere': expected a file pyodide.mjs",
    ),
    (["--export", ""], "--export: expected a folder, found an empty name"),
    (["--export", str(ROOT / "docs")], "an empty one, or one that penta has exported, found a "),
)
def test_a_wrong_export_is_told_in_a_line(options: list[str], message: str, typed: Run) -> None:
    code, output, messages = typed("serve", *options)
    assert (code, output) == (2, "")
    assert message in messages
    assert messages.count("\n") == 1
