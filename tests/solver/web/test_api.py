"""Jobs as a browser asks for them, over real sockets."""

import json
import time
from http.client import HTTPConnection
from statistics import median

import pytest

from tests.solver.web.running import HUGE_CARD, JSON, SMALL_CARD, Server, raw
from tests.support import cases


def test_a_job_answers_what_the_command_prints(server: Server) -> None:
    answer = server.run("best", card=SMALL_CARD, roll="AABCD")
    assert (answer.status, answer.headers["penta-exit"]) == (200, "0")
    assert answer.headers["content-type"] == JSON
    assert (answer.json["card"], answer.json["score"]) == (SMALL_CARD, 4)


def test_lines_of_json_become_a_list(server: Server) -> None:
    two = server.run("packings", card=SMALL_CARD, limit="2")
    assert [packing["score"] for packing in two.json] == [4, 2]
    assert server.run("packings", card=SMALL_CARD, limit="0").json == []


def test_an_answer_of_another_type_is_sent_as_it_is(server: Server) -> None:
    answer = server.run("text_as_it_is")
    assert answer.headers["content-type"].startswith("text/plain")
    assert b"meadow" in answer.body


def test_an_answer_that_is_no_is_an_answer(server: Server) -> None:
    sheet = {"card": SMALL_CARD, "roll": "AABCD", "outlines": [[[0, 0]]]}
    answer = server.run("score", sheet=json.dumps(sheet))
    assert (answer.status, answer.headers["penta-exit"]) == (200, "1")
    assert answer.json["points"] == 0


def test_an_undecided_command_says_so(server: Server) -> None:
    answer = server.run("seconds", card=HUGE_CARD)
    assert (answer.status, answer.headers["penta-exit"]) == (422, "3")
    assert answer.json == {"error": "undecided: there was no answer within 0.1 s"}


def test_bad_input_is_one_line(server: Server) -> None:
    answer = server.run("best", card="ABC\nAB", roll="AABCD")
    assert answer.status == 400
    error = "card -, line 2: expected 3 symbols as in line 1, found 2 (a card is a rectangle)"
    assert answer.json == {"error": error}


@cases(
    "values error",
    ({}, "best: expected a value 'card', found none"),
    ({"card": SMALL_CARD}, "best: expected a value 'roll', found none"),
    ({"card": SMALL_CARD, "roll": "AABCD", "jobs": "9"}, "best: expected card, roll, found"),
    ({"card": SMALL_CARD, "roll": 5}, "request, 'roll': expected a string, found 5"),
    ({"card": None, "roll": "AABCD"}, "request, 'card': expected a string, found null"),
    ({"card": SMALL_CARD, "roll": "A" * 2001}, "best, roll: expected a value like"),
    ({"card": "\ud800", "roll": "AABCD"}, "best: expected text, found half a surrogate pair"),
    ({"card": SMALL_CARD, "roll": "\ud800"}, "best, roll: expected a value like"),
)
def test_unexpected_values_are_refused(
    values: dict[str, object], error: str, server: Server
) -> None:
    answer = server.run("best", **values)
    assert answer.status == 400
    assert answer.json["error"].startswith(error)


@cases(
    "body",
    *(b"", b"null", b"[]", b'"card"', b"{", b'{"card": 1', b'{"card": "a", "card": "b"}'),
    *(b"\xff\xfe", b"[" * 60000, b'{"card": ' + b"9" * 5000 + b"}", b'{"card": NaN}'),
)
def test_a_body_that_is_no_object_is_refused(body: bytes, server: Server) -> None:
    answer = server.ask("POST", "/api/best", body, content_type=JSON)
    assert answer.status == 400
    assert "\n" not in answer.json["error"]


@cases(
    "name value",
    *(("roll", value) for value in ("--help", "-", "-o", "--card=/etc/passwd", "a\nb", "a\0b")),
    *(("card", document) for document in ("--help", "-")),
)
def test_nothing_is_taken_for_an_option_or_for_more(name: str, value: str, server: Server) -> None:
    assert server.run("best", **{"card": SMALL_CARD, "roll": "AABCD", name: value}).status == 400


@pytest.mark.parametrize("name", ["/etc/passwd", "-"])
def test_no_document_is_taken_for_the_name_of_a_file(name: str, server: Server) -> None:
    answer = server.run("score", sheet=name)
    assert answer.status == 400
    assert answer.json["error"].startswith("sheet -, line 1, column 1: expected JSON")
    assert b"root" not in server.run("best", card=name, roll="AABCD").body


@pytest.mark.parametrize("kind", ["image/jpeg", "Image/HEIC; q=1"])
def test_a_photo_is_a_file_for_its_command(kind: str, server: Server) -> None:
    answer = server.ask("POST", "/api/photo?seed=1", b"ABCD\nBCDA\n", content_type=kind)
    assert set(answer.json["roll"]) <= set("ABCD")
    assert server.ask("POST", "/api/photo?seed=-1", b"AB", content_type=kind).status == 400
    assert server.ask("POST", "/api/photo?photo=/etc/passwd", b"", content_type=kind).status == 400


def test_the_name_of_the_file_stays_here(server: Server) -> None:
    answer = server.ask("POST", "/api/photo", b"\0", content_type="image/png")
    assert answer.status == 400
    assert answer.json["error"].startswith("card: expected text, found a binary file")


def test_a_disk_that_takes_no_photo_is_no_defect(server: Server) -> None:
    server.temporary.rmdir()
    answer = server.ask("POST", "/api/photo", b"AB", content_type="image/png")
    server.temporary.mkdir()
    assert answer.status == 503
    assert answer.json["error"].startswith("this computer has no room for that (No such file")


@cases(
    "path",
    *("/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd"),
    *("/toy/../../page.toml", "/toy/page.toml", "/toy/secret.py", "/toy/%00", "//etc/passwd"),
    *("/etc/passwd", "/toy/", "/TOY/TOY.JS", "/toy/toy.js/", "/..\\..\\etc\\passwd", "/api/"),
    *("/api", "/api/../toy/toy.js", "/api/solve/", "http://evil.example/", "/" + "a" * 8000),
)
def test_what_is_not_a_page_does_not_exist(path: str, server: Server) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n"
    assert raw(server, request.encode()).startswith(b"HTTP/1.1 404 ")


def test_pages_are_got_and_jobs_are_posted(server: Server) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "NONSENSE"):
        answer = server.ask(method, "/toy/toy.js", b"")
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
    for method in ("GET", "HEAD", "PUT", "OPTIONS"):
        answer = server.ask(method, "/api/cards")
        assert (answer.status, answer.headers["allow"]) == (405, "POST")


def test_pages_are_listed_and_compressed_where_the_browser_can(server: Server) -> None:
    import gzip

    screens = [{"id": "toy", "title": "Toy", "module": "./toy/toy.js", "icon": "", "opens": ""}]
    listed = [{"game": "toy", "title": "Toy", "screens": screens}]
    assert server.get("/pages.json").json == listed
    plain = server.get("/toy/toy.js")
    packed = server.get("/toy/toy.js", accept_encoding="gzip, br")
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(plain.body)
    assert gzip.decompress(packed.body) == plain.body
    head = server.ask("HEAD", "/toy/toy.js")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(plain.body))


def test_a_connection_serves_many_requests_without_a_wait(server: Server) -> None:
    connection = HTTPConnection(server.address, server.port, timeout=10)
    waits = []
    for _ in range(21):
        start = time.perf_counter()
        connection.request("GET", "/frame.css")
        assert connection.getresponse().read()
        waits.append(time.perf_counter() - start)
    connection.close()
    assert median(waits) < 0.035  # a body that waits for the client to confirm its head takes 0.04
