"""The tables of a server: kept in memory and in files, their questions asked, their phones told."""

import asyncio
import json
import secrets
import time
from http import HTTPStatus
from typing import Any

from solver.console.terminal import print_error
from solver.errors import PentaError, SourceError
from solver.web.api import job_slot, run_job
from solver.web.error_code import ErrorCode
from solver.web.guard import RefusedError
from solver.web.jobs import Jobs, Limits
from solver.web.pages import Pages
from solver.web.table.given import refusal
from solver.web.table.store import TableFolder
from solver.web.table.stream import EventStream, OpenTable
from solver.web.table.table import Ask, Table

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no words, and nothing that looks like a digit
CODE_LENGTH = 4
_KEPT_MS = 24 * 3600 * 1000
_TRIES, _PAUSE_S = 5, 1.0  # of a job that was ended, as the computer has much to do
_LONG_PAUSE_S = 10.0  # before it is tried as often again
_IS_LATE = "late"


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
        open_table = self._open.get(code)
        if open_table is None:
            raise no_such_table()
        if not open_table.is_awake:  # after a restart
            open_table.is_awake = True
            self._tick(open_table)
        return open_table

    async def begin(self, values: dict[str, Any], token: str) -> OpenTable:
        """Return a new table, at which the host sits; its first throw is made."""
        self._make_room()
        spec = self._pages.tables.get(str(values.get("game")))
        if spec is None:
            expected = " or ".join(self._pages.tables) or "a game"
            raise refusal(ErrorCode.INVALID, expected, "another one", "game")
        table = Table(spec)
        table.begin(values, now_ms())
        table.join(values, token, now_ms())
        with job_slot(self._jobs):
            for ask in table.wanted():
                thrown = await self._answer(ask)
                if "error" in thrown:
                    why = ErrorCode.BUSY if _IS_LATE in thrown else ErrorCode.CARD
                    raise RefusedError(HTTPStatus.BAD_REQUEST, thrown["error"], code=why)
                table.answer(ask.key, thrown, now_ms())
        self._make_room()  # others may have opened tables meanwhile
        code = self._new_code()
        self._open[code] = OpenTable(code, table)
        self.changed(self.find(code))
        return self._open[code]

    def stream(self, open_table: OpenTable, player: int, after: int) -> EventStream:
        """Return what tells a phone what happens; raise `RefusedError` if there are too many."""
        count = sum(len(other.streams) for other in self._open.values())
        if count >= self._limits.streams and player not in open_table.streams:
            raise _too_many("phones")
        return EventStream(open_table, player, after, self._limits)

    def changed(self, open_table: OpenTable) -> None:
        """Keep *at*, ask what it wants to know, and tell its phones."""
        if open_table.kept < open_table.table.log.last:
            open_table.kept = open_table.table.log.last
            try:
                self._folder.save(open_table.code, open_table.table)
            except SourceError as error:  # it goes on in memory
                print_error(str(error))
        for ask in open_table.table.wanted():
            if ask.key not in open_table.asking:
                open_table.asking[ask.key] = asyncio.create_task(self._ask(open_table, ask))
        if open_table.timer:
            open_table.timer.cancel()
        if (deadline := open_table.table.deadline) is not None:
            wait_s = max(0, deadline - now_ms()) / 1000
            open_table.timer = asyncio.get_running_loop().call_later(wait_s, self._tick, open_table)
        open_table.ring()

    def close(self) -> None:
        """End all streams, and ask nothing more."""
        for open_table in self._open.values():
            open_table.close()
        self._folder.close()

    def _tick(self, open_table: OpenTable) -> None:
        open_table.table.tick(now_ms())
        self.changed(open_table)

    async def _ask(self, open_table: OpenTable, ask: Ask) -> None:
        try:
            value = await self._answer(ask)
            while _IS_LATE in value and not ask.may_fail:
                await asyncio.sleep(_LONG_PAUSE_S)  # nobody's outlines are worth nothing for that
                value = await self._answer(ask)
        except Exception as error:  # noqa: BLE001 - a table must not wait for ever, and in silence
            print_error(f"{ask.job}: {error!r}")
            value = {"error": "the command failed"}
        finally:
            open_table.asking.pop(ask.key, None)
        open_table.table.answer(ask.key, value, now_ms())
        self.changed(open_table)

    async def _answer(self, ask: Ask) -> dict[str, Any]:
        """Return what the job prints, an object, or one with an ``error``; late if it was ended."""
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
                return answer
            await asyncio.sleep(_PAUSE_S)
        return {**answer, _IS_LATE: True}

    def _make_room(self) -> None:
        """Forget tables at which nothing has happened for a day, or from which all have left."""
        oldest = now_ms() - _KEPT_MS
        for code, open_table in list(self._open.items()):
            if open_table.table.log.events[-1].at < oldest or open_table.table.host < 0:
                open_table.close()
                del self._open[code]
                self._folder.remove(code)
        if len(self._open) >= self._limits.tables:
            raise _too_many("tables")

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._open:
                return code


def no_such_table() -> RefusedError:
    """Return the error that there is no table."""
    return RefusedError(HTTPStatus.NOT_FOUND, "there is no such table", code=ErrorCode.NO_TABLE)


def _too_many(what: str) -> RefusedError:
    return RefusedError(HTTPStatus.TOO_MANY_REQUESTS, f"too many {what}", code=ErrorCode.BUSY)
