"""Tables over real sockets: who is let in, who may speak, what a phone hears, and a restart."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from solver.web.error_code import ErrorCode
from solver.web.guard import Guard
from solver.web.jobs import Limits
from solver.web.pages import read_pages
from solver.web.server import Application
from tests.solver.web.running import JSON, SMALL_CARD, Answer, Server, running
from tests.support import cases

NEW = {"game": "toy", "card": SMALL_CARD, "seconds": 60, "begins": "turn"}


LISTENING: "list[Listening]" = []


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    """No phone listens longer than a test."""
    yield
    while LISTENING:
        LISTENING.pop().drop()


class Seat(NamedTuple):
    """A phone with a seat at the table *code* of *server*."""

    server: Server
    code: str
    player: int
    token: str

    def ask(self, action: str, **values: Any) -> Answer:
        path = f"/tables/{self.code}/{action}"
        own = {"content_type": JSON, "authorization": f"Bearer {self.token}"}
        return self.server.ask("POST", path, json.dumps(values).encode(), **own)

    def listen(self, after: int = 0) -> "Listening":
        connection = self.server.connect()
        head = f"GET /tables/{self.code}/events HTTP/1.1\r\nHost: {self.server.host}\r\n"
        own = f"Authorization: Bearer {self.token}\r\nLast-Event-ID: {after}\r\n\r\n"
        connection.sendall((head + own).encode())
        return Listening(connection, after)


class Listening:
    """A phone that listens: what it has heard, by kind, with the number of the last event."""

    def __init__(self, connection: socket.socket, last: int) -> None:
        self.connection, self.last, self.text = connection, last, ""
        self.heard: list[tuple[str, Any]] = []
        LISTENING.append(self)

    def until(self, kind: str) -> Any:
        """Return the data of the next event of this kind."""
        while True:
            while "\n\n" in self.text:
                block, _, self.text = self.text.partition("\n\n")
                found = re.search(r"(?:id: (\d+)\n)?event: (\w+)\ndata: (.*)", block)
                if not found:
                    continue
                self.last = int(found[1] or self.last)
                self.heard.append((found[2], json.loads(found[3])))
                if found[2] == kind:
                    return self.heard[-1][1]
            chunk = self.connection.recv(1 << 16)
            assert chunk, self.heard
            self.text += re.sub(r"\r\n[0-9a-f]+\r\n", "", chunk.decode())

    def drop(self) -> None:
        self.connection.close()


def post(server: Server, path: str, values: Any = None, **headers: str | None) -> Answer:
    body = json.dumps({} if values is None else values).encode()
    return server.ask("POST", path, body, **{"content_type": JSON, **headers})


def table_of(server: Server, *names: str, **options: Any) -> list[Seat]:
    """Return the seats of players of these names at a new table."""
    first = post(server, "/tables/new", {**NEW, **options, "name": names[0]})
    assert first.status == 200, first.body
    code = first.json["code"]
    others = [post(server, f"/tables/{code}/join", {"name": name}) for name in names[1:]]
    return [Seat(server, **answer.json) for answer in (first, *others)]


def test_a_round_on_four_phones(server: Server) -> None:
    seats = table_of(server, "Ann", "Ben", "Cem", "Dee")
    phones = [seat.listen() for seat in seats]
    for phone in phones:
        assert phone.until("table")["card"] == SMALL_CARD
    assert seats[0].ask("throw", round=1).status == 200
    rolls = {phone.until("thrown")["roll"] for phone in phones}
    assert len(rolls) == 1
    for seat in seats:
        mark = [[0, seat.player], [1, seat.player]]
        assert seat.ask("draft", round=1, entry={"outlines": [mark]}).status == 200
    for seat in seats[1:]:
        assert seat.ask("enter", round=1, entry={"outlines": []}).status == 200
    assert seats[0].ask("turn", round=1, entry={"outlines": [[[0, 0]]]}).status == 200
    for phone in phones:
        results = phone.until("results")
        assert [one["timer"] for one in results["entries"]].count(True) == 1
        own = results["entries"][-1]
        assert own["judged"]["outlines"][0]["verdict"] == "unfinished"
        assert results["best"][0]["roll"] == rolls.copy().pop()
    for seat, phone in zip(seats, phones, strict=True):
        private = [data for kind, data in phone.heard if kind in {"draft", "entry"}]
        assert {data["player"] for data in private} == {seat.player}


def test_nobody_speaks_for_another_or_without_a_seat(server: Server) -> None:
    ann, ben = table_of(server, "Ann", "Ben")
    other, *_ = table_of(server, "Eve")
    body = {"round": 1, "player": 0}
    for header in (None, "Bearer ", "Bearer x", f"Bearer {other.token}", ann.token, "Basic x"):
        for action in ("throw", "leave", "enter", "invitation", "nothing"):
            path = f"/tables/{ann.code}/{action}"
            assert post(server, path, body, authorization=header).status == 401
        events = server.get(f"/tables/{ann.code}/events", authorization=header)
        assert events.status == 401
    assert ben.ask("leave", player=0).status == 200  # he leaves, and nobody else
    phone = ann.listen()
    assert phone.until("left")["player"] == 1


def test_the_file_has_no_token(server: Server) -> None:
    ann, *_ = table_of(server, "Ann")
    kept = (server.temporary.parent / "tables" / f"{ann.code}.json").read_text("utf-8")
    assert "Ann" in kept
    assert ann.token not in kept


@cases(
    "method path status",
    ("GET", "/tables/new", 405),
    ("POST", "/tables/BCDF/events", 405),
    ("POST", "/tables/BCDF/join", 404),
    ("GET", "/tables/BCDF/events", 404),
    ("POST", "/tables/old", 404),
    ("POST", "/tables/../new", 404),
)
def test_what_is_not_there(method: str, path: str, status: int, server: Server) -> None:
    assert server.ask(method, path, b"{}", content_type=JSON).status == status


@cases(
    "headers status",
    ({"origin": "http://evil.example"}, 403),
    ({"sec_fetch_site": "cross-site"}, 403),
    ({"host": "evil.example"}, 421),
    ({"content_type": "text/plain"}, 415),
    ({"content_length": "65537"}, 413),
    ({"content_length": None}, 413),
)
def test_the_guard_holds_for_tables(
    headers: dict[str, str | None], status: int, server: Server
) -> None:
    ann, *_ = table_of(server, "Ann")
    for path in ("/tables/new", f"/tables/{ann.code}/join", f"/tables/{ann.code}/throw"):
        token = {"authorization": f"Bearer {ann.token}"}
        assert post(server, path, **token, **headers).status == status
    if status in {403, 421}:
        path = f"/tables/{ann.code}/events"
        assert server.get(path, authorization=f"Bearer {ann.token}", **headers).status == status


def test_tables_in_the_local_network_need_the_secret(lan: Server) -> None:
    refused = post(lan, "/tables/new", {**NEW, "name": "Ann"})
    assert (refused.status, refused.json["code"]) == (403, ErrorCode.NO_SECRET)
    assert lan.get("/tables/BCDF/events").status == 403


def test_an_invitation_has_the_secret_and_leads_to_the_table(lan: Server) -> None:
    cookie = {"cookie": f"penta-{lan.port}={lan.secret}"}
    made = post(lan, "/tables/new", {**NEW, "name": "Ann"}, **cookie).json
    path = f"/tables/{made['code']}/invitation"
    token = {"authorization": f"Bearer {made['token']}", **cookie}
    assert post(lan, path, {"screen": "../x"}, **token).status == 400
    given = post(lan, path, {"screen": "together"}, **token).json
    start, _, rest = given["address"].partition("?")
    assert start == f"http://{lan.host}/"
    assert rest == f"secret={lan.secret}&table={made['code']}#together"
    assert {len(row) for row in given["rows"]} == {len(given["rows"])}
    welcome = lan.get(f"/?{rest.partition('#')[0]}")
    assert (welcome.status, welcome.headers["location"]) == (303, f"/?table={made['code']}")
    strange = lan.get(f"/?secret={lan.secret}&table=//evil.example")
    assert strange.headers["location"] == "/"


@cases(
    "values message",
    ({"game": "chess"}, "game: expected toy"),
    ({"card": "x"}, "card: expected a card"),
    ({"card": "2x5:ABC"}, "10"),
    ({"seconds": "60"}, "seconds: expected 0 to 600"),
    ({"begins": "now"}, "begins: expected turn or throw"),
    ({"name": ""}, "name: expected 1 to 20 characters"),
)
def test_a_table_that_cannot_be(values: dict[str, Any], message: str, server: Server) -> None:
    answer = post(server, "/tables/new", {**NEW, "name": "Ann", **values})
    assert answer.status == 400
    assert message in answer.json["error"]


def _codes_of(server: Server) -> Iterator[tuple[ErrorCode, Answer]]:
    """Yield the code that is expected, and an answer of *server*, of each kind of error."""

    def joining(seat: Seat, **values: object) -> Answer:
        return post(server, f"/tables/{seat.code}/join", {"name": "Zoe", **values})

    ann, ben = table_of(server, "Ann", "Ben")
    yield ErrorCode.INVALID, server.get("/tables/new")
    yield ErrorCode.INVALID, server.ask("POST", "/tables/new", b"[", content_type=JSON)
    yield ErrorCode.INVALID, server.ask("POST", "/tables/new", b"{}", content_type="text/plain")
    yield ErrorCode.INVALID, post(server, "/tables/new", {**NEW, "name": "Ann", "game": "chess"})
    yield ErrorCode.INVALID, ann.ask("win")
    yield ErrorCode.NO_TABLE, post(server, "/tables/BCDF/join", {"name": "Zoe"})
    yield ErrorCode.NO_TABLE, post(server, "/tables/old")
    yield ErrorCode.NO_SEAT, post(server, f"/tables/{ann.code}/throw")
    yield ErrorCode.NO_SEAT, server.get(f"/tables/{ann.code}/events")
    yield ErrorCode.NAME, joining(ann, name="")
    yield ErrorCode.NAME_TAKEN, joining(ann, name="Ben")
    yield ErrorCode.CARD, joining(ann, card="x")
    yield ErrorCode.CARD, post(server, "/tables/new", {**NEW, "name": "Ann", "card": "2x5:ABC"})
    ann.listen().until("present")
    yield ErrorCode.NOT_HOST, ben.ask("throw", round=1)
    yield ErrorCode.TOO_LATE, ann.ask("throw", round=2)
    assert ann.ask("throw", round=1).status == 200
    yield ErrorCode.HAS_BEGUN, joining(ann)
    yield ErrorCode.TOO_LATE, ann.ask("throw", round=1)
    assert ann.ask("turn", round=1, entry={"outlines": []}).status == 200
    yield ErrorCode.TOO_LATE, ann.ask("enter", round=1, entry={"outlines": []})
    yield ErrorCode.TOO_LATE, ben.ask("turn", round=1, entry={"outlines": []})
    yield ErrorCode.SAND_RUNS, ann.ask("close", round=1)
    assert ben.ask("leave").status == 200
    yield ErrorCode.NO_SEAT, ben.ask("leave")
    first, *_ = table_of(server, *map(str, range(8)))
    yield ErrorCode.FULL, joining(first)


def test_each_error_has_a_code_beside_its_sentence(server: Server) -> None:
    for code, answer in _codes_of(server):
        assert answer.status >= 400
        assert answer.json == {"error": answer.json["error"], "code": code}


def test_only_errors_of_tables_have_codes(server: Server) -> None:
    for answer in (post(server, "/api/old"), post(server, "/api/cards", {"x": "y"})):
        assert answer.json.keys() == {"error"}


def test_a_page_learns_whether_phones_reach_it(server: Server, lan: Server) -> None:
    assert post(server, "/tables/clock").json["lan"] is False
    cookie = {"cookie": f"penta-{lan.port}={lan.secret}"}
    assert post(lan, "/tables/clock", **cookie).json["lan"] is True


def test_a_server_without_tables_says_so_by_a_code() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "POST", "path": "/tables/clock", "query_string": b""}
    application = Application(read_pages(), Guard(("penta:1",)), Limits())
    headers = [(b"host", b"penta:1")]
    asyncio.run(application({**scope, "headers": headers}, receive, send))
    assert [message["status"] for message in sent[:1]] == [404]
    body = b"".join(message.get("body", b"") for message in sent)
    assert json.loads(body)["code"] == ErrorCode.NO_LAN


def test_a_clock_is_near_that_of_this_computer(server: Server) -> None:
    import time

    before = 1000 * time.time()
    now = post(server, "/tables/clock").json["now"]
    assert before - 1 <= now <= 1000 * time.time() + 1


@pytest.mark.slow
def test_after_a_restart_a_phone_goes_on_where_it_was(tmp_path: Path) -> None:
    with running(tmp_path, Limits()) as server:
        ann, ben = table_of(server, "Ann", "Ben")
        ann.ask("throw", round=1)
        phone = ann.listen()
        roll = phone.until("thrown")["roll"]
        outlines = {"outlines": [[[0, 0], [0, 1]]]}
        assert ann.ask("draft", round=1, entry=outlines).status == 200
        phone.until("draft")
        phone.drop()
        before = phone.last
        ben.ask("enter", round=1, entry={"outlines": []})
    with running(tmp_path, Limits()) as server:
        ann, ben = ann._replace(server=server), ben._replace(server=server)
        phone = ann.listen(before)
        assert phone.until("handed")["player"] == 1
        assert {kind for kind, _ in phone.heard} <= {"handed", "present"}
        fresh = ann.listen()
        assert fresh.until("thrown")["roll"] == roll
        assert fresh.until("draft")["entry"] == outlines
        ann.ask("enter", round=1, entry=outlines)
        assert len(fresh.until("results")["entries"]) == 2


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with few tables and streams, and with streams that end soon."""
    limits = Limits(tables=3, streams=2, beat_s=0.2, stream_s=1)
    with running(tmp_path_factory.mktemp("small"), limits) as started:
        yield started


def test_streams_have_a_heartbeat_an_end_and_a_cap(small: Server) -> None:
    ann, ben, cem = table_of(small, "Ann", "Ben", "Cem")
    first, second = ann.listen(), ben.listen()
    for phone in (first, second):
        phone.until("joined")
    path = f"/tables/{cem.code}/events"
    assert small.get(path, authorization=f"Bearer {cem.token}").status == 429
    again = ann.listen()  # in the place of the first one
    again.until("joined")
    content = b""
    while chunk := first.connection.recv(1 << 16):
        content += chunk
        if content.endswith(b"0\r\n\r\n"):
            break
    assert b"event: elsewhere\n" in content
    content = b""
    while not content.endswith(b"0\r\n\r\n"):
        content += second.connection.recv(1 << 16)
    assert content.count(b": still here") >= 2
    assert b"elsewhere" not in content
    for seat in (ann, ben, cem):
        seat.ask("leave")


def test_there_are_so_many_tables_and_those_that_all_have_left_make_room(small: Server) -> None:
    tables = [table_of(small, "Ann")[0] for _ in range(3)]
    refused = post(small, "/tables/new", {**NEW, "name": "Ann"})
    assert (refused.status, refused.json["code"]) == (429, ErrorCode.BUSY)
    tables[1].ask("leave")
    seat, *_ = table_of(small, "Ben")
    assert post(small, f"/tables/{tables[1].code}/join", {"name": "x"}).status == 404
    for each in (tables[0], tables[2], seat):
        each.ask("leave")


def test_phones_that_drop_and_come_back_miss_nothing(server: Server) -> None:
    ann, ben = table_of(server, "Ann", "Ben", seconds=0)
    heard: list[tuple[str, Any]] = []
    last = 0
    for number in range(1, 4):
        phone = ben.listen(last)
        phone.until("present")
        phone.drop()
        heard += phone.heard
        last = phone.last
        assert ann.ask("throw", round=number).status == 200
        for seat in (ann, ben):
            assert seat.ask("enter", round=number, entry={"outlines": []}).status == 200
        phone = ben.listen(last)
        assert phone.until("results")["round"] == number
        phone.drop()
        heard += phone.heard
        last = phone.last
    rounds = [data["round"] for kind, data in heard if kind in {"thrown", "results"}]
    assert rounds == [1, 1, 2, 2, 3, 3]
    assert [data["name"] for kind, data in heard if kind == "joined"] == ["Ann", "Ben"]
