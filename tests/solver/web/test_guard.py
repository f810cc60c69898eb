"""Who is let in, over real sockets; the address in the local network and the code to scan."""

import asyncio
import base64
import errno
import hashlib
import json
import socket
from contextlib import nullcontext
from unittest.mock import MagicMock, Mock, call

import pytest
from starlette.requests import Request
from starlette.types import Message

from solver.drawing.styled_text import plain_text
from solver.errors import AddressError
from solver.web.api import _body
from solver.web.guard import HEADERS, Guard, RefusedError
from solver.web.serving import checked_address, local_address, new_secret, qr_code
from tests.solver.web.running import JSON, SMALL_CARD, Server, raw, received
from tests.support import Patch, cases

CARDS = b"{}"


@cases(
    "host",
    *(None, "", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1"),
    *("127.0.0.1:{port}.evil.example", "[::1]:{port}"),
)
def test_another_host_is_not_served(host: str | None, server: Server) -> None:
    named = host if host is None else host.format(port=server.port)
    for method, path in (("GET", "/"), ("GET", "/pages.json"), ("POST", "/api/cards")):
        request = f"{method} {path} HTTP/1.0\r\n" + (f"Host: {named}\r\n" if named else "")
        answer = raw(server, f"{request}Content-Length: 2\r\n\r\n{{}}".encode())
        assert answer.startswith(b"HTTP/1.1 421 ")


@cases(
    "port host is_served",
    (80, "127.0.0.1", True),
    (80, "127.0.0.1:80", True),
    (80, "evil.example", False),
    (8080, "127.0.0.1:8080", True),
    (8080, "127.0.0.1", False),
)
def test_browsers_leave_port_80_out(port: int, host: str, is_served: bool) -> None:  # noqa: FBT001
    guard = Guard((f"127.0.0.1:{port}", f"localhost:{port}"))
    for named in ([b"host"], [b"host", b"origin"]):
        headers = [(name, b"http://" * (name == b"origin") + host.encode()) for name in named]
        request = Request({"type": "http", "method": "POST", "headers": headers})
        with nullcontext() if is_served else pytest.raises(RefusedError):
            guard.check(request)


def test_two_hosts_are_none(server: Server) -> None:
    request = f"GET / HTTP/1.1\r\nHost: {server.host}\r\nHost: evil.example\r\n\r\n"
    assert raw(server, request.encode()).startswith(b"HTTP/1.1 400 ")


@cases(
    "headers",
    *({"origin": "null"}, {"origin": "http://evil.example"}),
    *({"origin": "https://127.0.0.1:{port}"}, {"origin": "http://127.0.0.1"}),
    *({"origin": "http://127.0.0.1:{port}.evil.example"}, {"sec_fetch_site": "cross-site"}),
    {"sec_fetch_site": "same-site"},
    {"sec_fetch_site": "cross-site", "sec_fetch_dest": "iframe"},
    {"sec_fetch_site": "cross-site", "sec_fetch_dest": "script"},
)
def test_another_site_is_refused(headers: dict[str, str], server: Server) -> None:
    named = {name: value.format(port=server.port) for name, value in headers.items()}
    assert server.get("/", **named).status == 403
    assert server.ask("POST", "/api/cards", CARDS, content_type=JSON, **named).status == 403


def test_the_page_itself_and_a_link_are_let_in(server: Server) -> None:
    own = {"origin": f"http://{server.host}", "sec_fetch_site": "same-origin"}
    assert server.ask("POST", "/api/cards", CARDS, content_type=JSON, **own).status == 200
    assert server.get("/", sec_fetch_site="none").status == 200
    link = {"sec_fetch_site": "cross-site", "sec_fetch_dest": "document"}
    assert server.get("/", **link).status == 200
    assert server.ask("POST", "/api/cards", CARDS, content_type=JSON, **link).status == 403


@cases(
    "job given",
    ("cards", None),
    ("cards", ""),
    ("cards", "text/plain"),
    ("cards", "application/x-www-form-urlencoded"),
    ("cards", "multipart/form-data; boundary=x"),
    ("cards", "image/png"),
    ("cards", "application/json-patch+json"),
    ("photo", "application/json"),
    ("photo", "image/svg+xml"),
    ("photo", "image/gif"),
)
def test_a_body_of_another_type_is_refused(job: str, given: str | None, server: Server) -> None:
    assert server.ask("POST", f"/api/{job}", CARDS, content_type=given).status == 415


@cases(
    "job length status",
    ("cards", None, 413),
    ("cards", "65537", 413),
    ("cards", "9" * 19, 413),
    ("photo", None, 413),
    ("photo", str(4 * 1024 * 1024 + 1), 413),
    ("cards", "-1", 400),  # these are no HTTP
    ("cards", "+2", 400),
    ("cards", "0x2", 400),
    ("cards", "two", 400),
    ("cards", "2, 3", 400),
)
def test_a_body_needs_its_length(job: str, length: str | None, status: int, server: Server) -> None:
    kind = JSON if job == "cards" else "image/png"
    answer = server.ask("POST", f"/api/{job}", CARDS, content_type=kind, content_length=length)
    assert answer.status == status


@pytest.mark.parametrize("length", ["", "Content-Length: 2\r\n"])
@pytest.mark.parametrize("asked", ["POST /api/cards", "GET /toy/toy.js"])
def test_a_body_in_chunks_has_no_length(asked: str, length: str, server: Server) -> None:
    request = (
        f"{asked} HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: {JSON}\r\n{length}"
        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    )
    with server.connect() as connection:
        connection.sendall(request.encode())
        assert received(connection).startswith(b"HTTP/1.1 413 ")


def test_of_a_body_no_more_is_kept_than_its_length() -> None:
    async def receive() -> Message:  # without an end
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"12345", "more_body": True}

    with pytest.raises(RefusedError, match=r"^expected 12 bytes, as in Content-Length$") as raised:
        asyncio.run(_body(receive, 12, 5))
    assert raised.value.status == 413


def test_a_body_as_large_as_is_allowed_is_read(server: Server) -> None:
    values = json.dumps({"card": SMALL_CARD, "roll": "AABCD"}).encode()
    body = values + b" " * (64 * 1024 - len(values))
    assert server.ask("POST", "/api/best", body, content_type=JSON).json["score"] == 4
    photo = SMALL_CARD.encode().ljust(4 * 1024 * 1024)
    answer = server.ask("POST", "/api/photo", photo, content_type="image/png")
    assert answer.status == 400  # a card is not so large a file
    assert "at most 1000000 bytes" in answer.json["error"]


def test_every_answer_has_the_headers_that_protect_a_page(server: Server) -> None:
    job = server.run("best", card=SMALL_CARD, roll="AABCD")
    refused = server.get("/", host="evil.example")
    for answer in (server.get("/"), server.get("/nothing"), job, server.run("best"), refused):
        assert HEADERS.items() <= answer.headers.items()
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


PATHS = ["/", "/pages.json", "/toy/toy.js", "/nothing", "/api/cards", "/api/nothing"]


@pytest.mark.parametrize("path", PATHS)
@cases("query", "", "?secret=", "?secret=the-secret", "?secret=the-secret_of-this-serveR")
def test_without_the_secret_there_is_nothing(path: str, query: str, lan: Server) -> None:
    cookies = [None, "x", f"penta-{lan.port}=", f"penta-{lan.port}=the-secret", "a=b; penta=é"]
    answers = [lan.get(path + query, cookie=cookie) for cookie in cookies]
    answers += [lan.ask("POST", path + query, CARDS, content_type=JSON, cookie="penta-1=x")]
    assert {answer.status for answer in answers} == {403}
    assert len({answer.body for answer in answers}) == 1


@cases("headers", {"accept": "text/html,*/*;q=0.8"}, {"sec_fetch_dest": "document"})
def test_who_is_refused_gets_a_page(headers: dict[str, str], lan: Server, server: Server) -> None:
    old = {"cookie": f"penta-{lan.port}=old"}
    found = [lan.get("/", **headers), lan.get("/?secret=old", **headers, **old)]
    found += [lan.get("/nothing", **headers), server.get("/nothing", **headers)]
    assert [answer.status for answer in found] == [403, 403, 403, 404]
    titles = 3 * ["Scan the code that penta shows"] + ["There is no such page"]
    for answer, title in zip(found, titles, strict=True):
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        page = answer.body.decode()
        assert f"<h1>{title}</h1>" in page
        style = page.partition("<style>")[2].partition("</style>")[0]
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"style-src 'sha256-{digest}'; img-src" in answer.headers["content-security-policy"]
    assert lan.ask("POST", "/api/cards", CARDS, content_type=JSON, **headers).json["error"]
    assert lan.get("/pages.json", accept="*/*").json["error"]


def test_who_scans_the_code_is_let_in(lan: Server) -> None:
    answer = lan.get(f"/?secret={lan.secret}")
    assert (answer.status, answer.headers["location"], answer.body) == (303, "/", b"")
    cookie, *attributes = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(attributes)
    assert lan.get("/pages.json", cookie=cookie).json[0]["title"] == "Toy"
    post = {"content_type": JSON, "cookie": cookie}
    assert lan.ask("POST", "/api/cards", CARDS, **post).status == 200
    assert lan.ask("POST", "/api/cards", CARDS, origin="null", **post).status == 403
    assert lan.get("/", host=f"127.0.0.1:{lan.port}", cookie=cookie).status == 421


def test_the_secret_is_compared_in_constant_time(monkeypatch: Patch) -> None:
    compare = Mock(return_value=False)
    monkeypatch.setattr("solver.web.guard.hmac.compare_digest", compare)
    guarded = Guard(("127.0.0.2:80",), "right")
    headers = [(b"cookie", b"penta-80=right")]
    request = Request({"type": "http", "query_string": b"secret=right", "headers": headers})
    assert not guarded.admits(request)
    assert not guarded.brings_secret(request)
    assert compare.mock_calls == 2 * [call(b"right", b"right")]


ADDRESS = "http://192.168.178.201:54321/?secret=0123456789abcdef_-ABCD"


@pytest.mark.parametrize("address", ["192.168.1.5", "10.0.0.1", "172.16.3.4", "169.254.1.1"])
def test_addresses_of_local_networks_are_served(address: str) -> None:
    assert checked_address(address) == address


def _network(monkeypatch: Patch, own: str) -> Mock:
    """Let this computer have the address *own*, or no network if that is empty."""
    probe = MagicMock()
    probe.__enter__.return_value = probe
    probe.getsockname.return_value = own, 12345
    if not own:
        probe.connect.side_effect = OSError(errno.ENETUNREACH, "Network is unreachable")
    monkeypatch.setattr(socket, "socket", Mock(return_value=probe))
    return probe


def test_the_address_is_that_of_the_network(monkeypatch: Patch) -> None:
    probe = _network(monkeypatch, "192.168.178.20")
    assert local_address() == "192.168.178.20"
    assert socket.socket.mock_calls[0] == call(socket.AF_INET, socket.SOCK_DGRAM)  # type: ignore[attr-defined]
    assert probe.connect.call_args.args[0][0].startswith("192.0.2.")  # which nobody has


@cases(
    "own message",
    ("", r"--lan: expected a local network, found none \(--lan ADDRESS\)"),
    ("8.8.8.8", r"--lan: expected an address of a local network, .*, found '8\.8\.8\.8'"),
    ("0.0.0.0", r"--lan: expected an address of a local network, .*, found '0\.0\.0\.0'"),  # noqa: S104
)
def test_without_a_local_network_none_is_served(own: str, message: str, monkeypatch: Patch) -> None:
    _network(monkeypatch, own)
    with pytest.raises(AddressError, match=f"^{message}$"):
        local_address()


def test_a_secret_has_128_bits_and_is_part_of_an_address_as_it_is() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {22}
    assert set("".join(secrets)) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


def test_the_code_fits_a_small_terminal() -> None:
    lines = [plain_text(line) for line in qr_code(ADDRESS)]
    assert len(lines) <= 22
    assert {len(line) for line in lines} == {41}


def test_a_scanner_reads_the_code() -> None:
    cv2 = pytest.importorskip("cv2")
    numpy = pytest.importorskip("numpy")
    halves = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}
    lines = [[halves[half] for half in plain_text(line)] for line in qr_code(ADDRESS)]
    rows = [[pair[part] for pair in line] for line in lines for part in (0, 1)]
    picture = numpy.kron(numpy.array(rows, numpy.uint8), numpy.ones((6, 6), numpy.uint8))
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == ADDRESS
