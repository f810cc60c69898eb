"""What stands under /tables/: tables are opened, joined, listened to and played at.

A phone is known by a token that it alone has, so that nobody speaks for another player.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive

from solver.errors import PentaError
from solver.web.api import error_response, read_object, unless_left
from solver.web.error_code import ErrorCode
from solver.web.guard import SECRET, Guard, RefusedError
from solver.web.job_spec import JSON
from solver.web.jobs import Limits
from solver.web.table.given import TableRequestError, wrong_value
from solver.web.table.stream import EventStream, OpenTable
from solver.web.table.tables import Tables, no_such_table, now_ms

TABLES = "/tables/"
_TOKEN_BYTES = 16
_BEARER = "Bearer "
_SCREEN = re.compile("[a-z-]{1,30}")
_MOST_DIGITS = 12


class TableRequests:
    """Answers requests to *tables*, which *guard* has let in."""

    def __init__(self, tables: Tables, guard: Guard, limits: Limits) -> None:
        self._tables, self._guard, self._limits = tables, guard, limits

    async def answer(self, request: Request, receive: Receive) -> Response:
        """Return the answer to *request*: what happens at a table, or what it is asked to do."""
        code, _, action = request.scope["path"].removeprefix(TABLES).partition("/")
        method = "GET" if action == "events" else "POST"
        if request.method != method:
            expected = f"expected {method}"
            raise RefusedError(HTTPStatus.METHOD_NOT_ALLOWED, expected, {"allow": method})
        if action == "events":
            return self._events(request, code)
        try:
            values = await read_object(request, receive, self._limits)
            return _json(await self._act(request, receive, code, action, values))
        except PentaError as error:
            why = error.code if isinstance(error, TableRequestError) else ErrorCode.INVALID
            return error_response(HTTPStatus.BAD_REQUEST, str(error), code=why)

    def close(self) -> None:
        """End what phones listen to."""
        self._tables.close()

    async def _act(
        self, request: Request, receive: Receive, code: str, action: str, values: dict[str, Any]
    ) -> Mapping[str, Any]:
        if not action:
            return await unless_left(self._without_table(code, values), receive)
        open_table = self._tables.find(code)
        if action == "join":
            token = secrets.token_urlsafe(_TOKEN_BYTES)
            player = open_table.table.join(values, _hash(token), now_ms())
            self._tables.changed(open_table)
            return {"code": code, "player": player, "token": token}
        player = _player(request, open_table)
        if action == "invitation":
            return self._invitation(code, values)
        try:
            open_table.table.act(player, action, values, now_ms())
        finally:  # what was due has happened, even if this may not
            self._tables.changed(open_table)
        return {"last": open_table.table.log.last}

    async def _without_table(self, name: str, values: dict[str, Any]) -> Mapping[str, Any]:
        if name == "clock":
            return {"now": now_ms(), "lan": bool(self._guard.secret)}
        if name != "new":
            raise no_such_table()
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        open_table = await self._tables.begin(values, _hash(token))
        return {"code": open_table.code, "player": 0, "token": token}

    def _events(self, request: Request, code: str) -> EventStream:
        open_table = self._tables.find(code)
        player = _player(request, open_table)
        last = request.headers.get("last-event-id", "")
        is_number = last.isascii() and last.isdecimal() and len(last) <= _MOST_DIGITS
        return self._tables.stream(open_table, player, int(last) if is_number else 0)

    def _invitation(self, code: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the address at which others join, and the rows of its QR code.

        It has the secret of the page in it: who is at a table may let others in.
        """
        import segno

        screen = values.get("screen")
        if not isinstance(screen, str) or not _SCREEN.fullmatch(screen):
            raise wrong_value("screen", "the id of a screen", screen)
        secret = f"{SECRET}={self._guard.secret}&" if self._guard.secret else ""
        address = f"http://{self._guard.hosts[0]}/?{secret}table={code}#{screen}"
        rows = segno.make_qr(address, error="l").matrix_iter(border=2)
        return {"address": address, "rows": ["".join(map(str, row)) for row in rows]}


def _player(request: Request, open_table: OpenTable) -> int:
    """Return the player whose phone sends *request*; raise `RefusedError` if it is of nobody."""
    given = request.headers.get("authorization", "")
    token = given.removeprefix(_BEARER)
    player = open_table.table.player_of(_hash(token)) if token != given else None
    if player is None:
        message = "this phone has no seat at the table"
        raise RefusedError(HTTPStatus.UNAUTHORIZED, message, code=ErrorCode.NO_SEAT)
    return player


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _json(answer: Mapping[str, Any]) -> Response:
    return Response(json.dumps(answer), media_type=JSON)
