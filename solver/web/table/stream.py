"""What happens at a table, as phones hear it: server-sent events, in an answer without an end."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from solver.web.api import left
from solver.web.jobs import Limits
from solver.web.table.table import Table

_BEAT = ": still here\n\n"


class OpenTable:
    """A *table* with this *code*, and the phones that listen."""

    def __init__(self, code: str, table: Table) -> None:
        self.code, self.table = code, table
        self.asking: dict[str, asyncio.Task[None]] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.kept = 0  # the last event that the file has
        self.is_awake = False
        self.streams: dict[int, EventStream] = {}

    def listen(self, player: int, stream: "EventStream") -> None:
        """Tell *stream* what happens, in the place of an older one of this *player*."""
        if older := self.streams.get(player):
            older.end(_text("elsewhere", {}))
        self.streams[player] = stream
        self.table.present.add(player)
        self.ring()

    def leave(self, player: int, stream: "EventStream") -> None:
        """Tell *stream* nothing more."""
        if self.streams.get(player) is stream:
            del self.streams[player]
            self.table.present.discard(player)
            self.ring()

    def close(self) -> None:
        """End all streams, and wait for nothing more."""
        for stream in list(self.streams.values()):
            stream.end()
        for task in self.asking.values():
            task.cancel()
        if self.timer:
            self.timer.cancel()

    def ring(self) -> None:
        """Tell all phones."""
        for stream in self.streams.values():
            stream.ring()


class EventStream(Response):
    """Tells the phone of *player* what has happened at a table after the event *after*.

    It goes on until the phone leaves, or asks anew, which it has to from time to time.
    """

    media_type = "text/event-stream"

    def __init__(self, open_table: OpenTable, player: int, after: int, limits: Limits) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._open_table, self._player, self._limits = open_table, player, limits
        # A number that was never given is of a table that is gone.
        self._after = after if after <= open_table.table.log.last else 0
        self._present: list[int] | None = None
        self._is_over, self._last = False, ""
        self._bell = asyncio.Event()

    def ring(self) -> None:
        """Something has happened."""
        self._bell.set()

    def end(self, last: str = "") -> None:
        """End it after the *last* event: another one takes its place, or the server ends."""
        self._is_over, self._last = True, last
        self._bell.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send what happens, as it happens."""
        await send(
            {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        )
        leaving = asyncio.ensure_future(left(receive))
        leaving.add_done_callback(lambda _: self.end())
        clock = asyncio.get_running_loop().time
        end = clock() + self._limits.stream_s
        self._open_table.listen(self._player, self)
        try:
            while not self._is_over and clock() < end:
                self._bell.clear()
                await self._send(send, self._unsent() or _BEAT)
                try:
                    async with asyncio.timeout(self._limits.beat_s):
                        await self._bell.wait()
                except TimeoutError:
                    pass
            await self._send(send, self._last, is_last=True)
        finally:
            leaving.cancel()
            self._open_table.leave(self._player, self)

    @staticmethod
    async def _send(send: Send, text: str, *, is_last: bool = False) -> None:
        body = {"body": text.encode(), "more_body": not is_last}
        await send({"type": "http.response.body", **body})

    def _unsent(self) -> str:
        """Return what was not sent yet, with who is present at its end: a phone waits for that."""
        events = list(self._open_table.table.log.after(self._after, self._player))
        present = sorted(self._open_table.table.present)
        if not events and present == self._present:
            return ""
        self._after = max([self._after, *(event.seq for event in events)])
        self._present = present
        texts = [_text(event.kind, {"at": event.at, **event.data}, event.seq) for event in events]
        return "".join([*texts, _text("present", {"players": present})])


def _text(kind: str, data: Mapping[str, Any], seq: int | None = None) -> str:
    number = "" if seq is None else f"id: {seq}\n"
    return f"{number}event: {kind}\ndata: {json.dumps(data)}\n\n"
