"""A connection that a slow client cannot hold: uvicorn's own has no time limit for a request.

Its keep-alive limit begins anew with every byte, and only between requests. Here the head of a
request has to come, and an answer to be taken, by a deadline that no byte moves. The body of a
request is the application's business.
"""

import asyncio
import socket
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 128
_MORE_S = 0.2
_BAD_REQUEST = (
    b"HTTP/1.1 400 Bad Request\r\n"
    b"content-type: application/json\r\ncontent-length: 30\r\nconnection: close\r\n"
    b"cache-control: no-store\r\nx-content-type-options: nosniff\r\n\r\n"
    b'{"error": "expected HTTP/1.1"}'
)


class Connection(H11Protocol):
    """A connection of HTTP/1.1 that uvicorn makes; one more than `MOST_CONNECTIONS` is refused.

    The head of the first request has to come within *head_s* seconds. Within *answer_s* seconds an
    answer has to be taken, and the head of the next request to come.
    """

    def __init__(self, *args: Any, head_s: float, answer_s: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head_s, self._answer_s = head_s, answer_s
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        # Else the body of an answer waits for the client to confirm its head, which takes 40 ms.
        # asyncio does it where the listener names its protocol, which `create_server` does not.
        accepted = transport.get_extra_info("socket")
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._end_after(self._head_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._end_after(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what the client sends; with the head of a request the deadline is met."""
        super().data_received(data)
        if self._is_answering():
            # Of more than one request, uvicorn would read no further, and not see the client leave.
            # No browser sends that; but a body without a length, which is refused, looks like it.
            is_more = self.conn.their_state is h11.DONE and self.conn.trailing_data[0]
            self._end_after(_MORE_S if is_more else None)

    def on_response_complete(self) -> None:
        """Wait for the client to take the answer, and for its next request."""
        super().on_response_complete()
        self._end_after(None if self._is_answering() else self._answer_s)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's signature
        """Answer what is no HTTP, unless that would stand in the middle of another answer."""
        if self._is_answering():
            self.transport.abort()
        else:
            self.transport.write(_BAD_REQUEST)
            self.transport.close()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _end_after(self, limit_s: float | None) -> None:
        """End the connection after *limit_s* seconds from now; None lets it live."""
        if self._deadline:
            self._deadline.cancel()
        self._deadline = None
        if limit_s is not None:
            self._deadline = self.loop.call_later(limit_s, self.transport.abort)
