"""The tables of a server: kept in memory and in files, their questions asked, their phones told."""

import asyncio
import json
import secrets
import time
from http import HTTPStatus
from typing import Any

from solver.console.terminal import print_error
from solver.errors import PentaError, RequestError, SourceError
from solver.web.api import run_job
from solver.web.guard import RefusedError
from solver.web.jobs import Jobs, Limits
from solver.web.pages import Pages
from solver.web.table.store import TableFolder
from solver.web.table.stream import EventStream, OpenTable
from solver.web.table.table import Ask, Table

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no words, and nothing that looks like a digit
CODE_LENGTH = 4
_KEPT_MS = 24 * 3600 * 1000
_TRIES, _PAUSE_S = 5, 1.0  # of a job that was ended, as the computer has much to do


def now_ms() -> int:
    """Return the milliseconds since 1970."""
    return round(1000 * time.time())


class Tables:
    """The tables in *folder*, of games of *pages*, whose questions are *jobs*, within *limits*."""

    def __init__(self, folder: TableFolder, pages: Pages, jobs: Jobs, limits: Limits) -> None:
        self._folder, self._pages, self._jobs, self._limits = folder, pages, jobs, limits
        self._open = {
            code: OpenTable(code, table) for code, table in folder.read(self._pages.tables)
        }

    def find(self, code: str) -> OpenTable:
        """Return the table with this *code*; raise `RefusedError` if there is none."""
        at = self._open.get(code)
        if at is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such table")
        if not at.is_awake:  # after a restart
            at.is_awake = True
            self._tick(at)
        return at

    async def begin(self, values: dict[str, Any], token: str) -> OpenTable:
        """Return a new table, at which the host sits; its first throw is made."""
        self._make_room()
        spec = self._pages.tables.get(str(values.get("game")))
        if spec is None:
            expected = " or ".join(self._pages.tables) or "a game"
            raise RequestError("table, game", expected=expected, found="another one")
        table = Table(spec)
        table.begin(values, now_ms())
        table.join(values, token, now_ms())
        for ask in table.wanted():
            thrown = await self._answer(ask)
            if "error" in thrown:
                raise RefusedError(HTTPStatus.BAD_REQUEST, thrown["error"])
            table.answer(ask.key, thrown, now_ms())
        self._make_room()  # others may have opened tables meanwhile
        code = self._new_code()
        self._open[code] = OpenTable(code, table)
        self.changed(self.find(code))
        return self._open[code]

    def stream(self, at: OpenTable, player: int, after: int) -> EventStream:
        """Return what tells a phone what happens; raise `RefusedError` if there are too many."""
        count = sum(len(other.streams) for other in self._open.values())
        if count >= self._limits.streams and player not in at.streams:
            raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS, "too many phones")
        return EventStream(at, player, after, self._limits)

    def changed(self, at: OpenTable) -> None:
        """Keep *at*, ask what it wants to know, and tell its phones."""
        if at.kept < at.table.log.last:
            at.kept = at.table.log.last
            try:
                self._folder.save(at.code, at.table)
            except SourceError as error:  # it goes on in memory
                print_error(str(error))
        for ask in at.table.wanted():
            if ask.key not in at.asking:
                at.asking[ask.key] = asyncio.create_task(self._ask(at, ask))
        if at.timer:
            at.timer.cancel()
        if (deadline := at.table.deadline) is not None:
            wait_s = max(0, deadline - now_ms()) / 1000
            at.timer = asyncio.get_running_loop().call_later(wait_s, self._tick, at)
        at.ring()

    def close(self) -> None:
        """End all streams, and ask nothing more."""
        for at in self._open.values():
            for stream in list(at.streams.values()):
                stream.end()
            for task in at.asking.values():
                task.cancel()
            if at.timer:
                at.timer.cancel()
        self._folder.close()

    def _tick(self, at: OpenTable) -> None:
        at.table.tick(now_ms())
        self.changed(at)

    async def _ask(self, at: OpenTable, ask: Ask) -> None:
        value = await self._answer(ask)
        del at.asking[ask.key]
        at.table.answer(ask.key, value, now_ms())
        self.changed(at)

    async def _answer(self, ask: Ask) -> dict[str, Any]:
        """Return what the job prints, an object, or one with an ``error``."""
        job = self._pages.jobs[ask.job]
        values = {name: value for name, value in ask.values.items() if name in job.values}
        if job.input:
            is_text = isinstance(ask.document, str)
            values[job.input] = str(ask.document) if is_text else json.dumps(ask.document)
        answer: dict[str, Any] = {}
        for _ in range(_TRIES):
            try:
                response = await run_job(job, values, self._jobs)
            except PentaError as error:
                return {"error": str(error)}
            answer = json.loads(bytes(response.body))
            if response.status_code < HTTPStatus.SERVICE_UNAVAILABLE:
                break
            await asyncio.sleep(_PAUSE_S)
        return answer

    def _make_room(self) -> None:
        """Forget tables at which nothing has happened for a day, or from which all have left."""
        oldest = now_ms() - _KEPT_MS
        for code, at in list(self._open.items()):
            if at.table.log.events[-1].at < oldest or at.table.host < 0:
                del self._open[code]
                self._folder.remove(code)
        if len(self._open) >= self._limits.tables:
            raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS, "too many tables")

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._open:
                return code
