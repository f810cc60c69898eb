"""The server's life: its address, its connections, and a clean end, with no job left behind.

uvicorn's own connections have no time limit for a request: their keep-alive limit begins anew with
every byte. Here the head of a request has to come, and an answer to be taken, by a deadline that no
byte moves. The body of a request is the application's business.
"""

import asyncio
import errno
import ipaddress
import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from solver.drawing.styled_text import StyledLine
from solver.errors import AddressError, quoted
from solver.files.texts import Language
from solver.web.guard import SECRET, Guard
from solver.web.jobs import Limits
from solver.web.pages import read_pages
from solver.web.server import Application
from solver.web.table.store import TableFolder, default_folder

_HERE = "127.0.0.1"
_BACKLOG = 128
_GRACE_S = 1.0  # for answers under way
_KEEP_ALIVE_S = 20  # a browser may ask again just when a connection is closed
MOST_CONNECTIONS = 128
_MORE_S = 0.2
_BAD_REQUEST = (
    b"HTTP/1.1 400 Bad Request\r\n"
    b"content-type: application/json\r\ncontent-length: 30\r\nconnection: close\r\n"
    b"cache-control: no-store\r\nx-content-type-options: nosniff\r\n\r\n"
    b'{"error": "expected HTTP/1.1"}'
)
LOOKED_UP = "found"  # instead of an address: the one that this computer has
_ELSEWHERE = ("192.0.2.1", 9)  # of no network (RFC 5737)
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
_SECRET_BYTES = 16
_STYLE = "black on bright_white"  # whatever colours the terminal has: phones expect a dark code


class _Server(uvicorn.Server):
    """Ends the jobs of *application* first, then closes without waiting for open connections."""

    def __init__(
        self, config: uvicorn.Config, application: Application, announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._application, self._announce = application, announce

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let Ctrl-C, SIGTERM and the end of the terminal end the server, and nothing more.

        uvicorn would raise them again at its end.
        """
        numbers = [signal.SIGINT, signal.SIGTERM]
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            numbers.append(signal.SIGHUP)
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            self._announce()  # who has read it may end the server
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End everything."""
        self._application.close()
        asyncio.get_running_loop().call_later(_GRACE_S, self._abort)
        await super().shutdown(sockets)

    def _abort(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def serve(
    announce: Callable[[str, Path | None], None],
    *,
    lan: str | None = None,
    port: int = 0,
    tables: str | None = None,
    language: Language | None = None,
) -> None:
    """Show the page in browsers until Ctrl-C or SIGTERM.

    First hand its address to *announce*, and the folder that keeps tables: *tables*, or with *lan*
    one of its own.

    Without *lan* only this computer is let in, at 127.0.0.1. *lan* is this computer's address in
    the local network, or `LOOKED_UP`; the page's address then has a secret, and only a visitor who
    sends it is let in. The page speaks this *language*, or that of the browser. Raises
    `AddressError` if the address or the *port* cannot be had; 0 is any free port. For the main
    thread, which hears signals.
    """
    address, secret = _HERE, ""
    if lan is not None:
        address = local_address() if lan == LOOKED_UP else checked_address(lan)
        secret = new_secret()
    pages, limits, folder = read_pages(language=language), Limits(), None
    if tables is not None or lan is not None:
        folder = TableFolder(default_folder() if tables is None else Path(tables))
    listener = listen(address, port)
    port = listener.getsockname()[1]
    hosts = tuple(f"{name}:{port}" for name in ([address] if secret else [_HERE, "localhost"]))
    page = f"http://{hosts[0]}/" + (f"?{SECRET}={secret}" if secret else "")
    application = Application(pages, Guard(hosts, secret), limits, folder)
    kept = folder.path if folder else None
    run_server(listener, application, limits, lambda: announce(page, kept))


def listen(address: str, port: int) -> socket.socket:
    """Return a socket that listens on *port*, 0 for any free one; `AddressError` if none can."""
    try:
        return socket.create_server((address, port), backlog=_BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            expected = "an address of this computer"
            raise AddressError("--lan", expected=expected, found=quoted(address)) from None
        raise AddressError(
            f"port {port} of {address}",
            expected="one that you may use" if error.errno == errno.EACCES else "a free one",
            found=os.strerror(error.errno or 0).lower(),
            hint="--port 0 takes any",
        ) from None


def run_server(
    listener: socket.socket, application: Application, limits: Limits, announce: Callable[[], None]
) -> None:
    """Answer what comes to *listener* until Ctrl-C or SIGTERM; call *announce* at the start."""
    connection: Any = partial(Connection, head_s=limits.head_s, answer_s=limits.answer_s)
    config = uvicorn.Config(
        application,
        http=connection,
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_S,
        proxy_headers=False,  # or who sends X-Forwarded-For would be believed
    )
    with suppress(KeyboardInterrupt):  # before the server has begun
        _Server(config, application, announce).run(sockets=[listener])


class Connection(H11Protocol):
    """A connection of HTTP/1.1 that uvicorn makes; one more than `MOST_CONNECTIONS` is refused.

    The head of the first request has to come within *head_s* seconds. Within *answer_s* seconds an
    answer has to be taken, and the head of the next request to come.
    """

    def __init__(self, *args: Any, head_s: float, answer_s: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head_s, self._answer_s = head_s, answer_s
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        # Else the body of an answer waits for the client to confirm its head, which takes 40 ms.
        # asyncio does it where the listener names its protocol, which `create_server` does not.
        accepted = transport.get_extra_info("socket")
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that sleeps does not say that it leaves
            lost_ms = round(1000 * self._answer_s)
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, lost_ms)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._end_after(self._head_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._end_after(None)
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the client to take some of an answer that has no end, as of a table."""
        super().pause_writing()
        self._unread = self.loop.call_later(self._answer_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has taken it."""
        super().resume_writing()
        if self._unread:
            self._unread.cancel()

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


def local_address() -> str:
    """Return this computer's address in the local network; raise `AddressError` if none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            expected, hint = "a local network", "--lan ADDRESS"
            raise AddressError("--lan", expected=expected, found="none", hint=hint) from None
        return checked_address(str(probe.getsockname()[0]))


def checked_address(text: str) -> str:
    """Return *text*, an IPv4 address of a local network; raise `AddressError` for any other."""
    with suppress(ValueError):
        address = ipaddress.IPv4Address(text)
        if address.is_private and not (address.is_unspecified or address.is_reserved):
            return str(address)
    expected = "an address of a local network, such as 192.168.1.5"
    raise AddressError("--lan", expected=expected, found=quoted(text))


def new_secret() -> str:
    """Return a new secret, which nobody guesses."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def qr_code(text: str) -> list[StyledLine]:
    """Return the QR code of *text*, two of its rows in a line."""
    import segno

    rows = [list(row) for row in segno.make_qr(text, error="l").matrix_iter(border=4)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = (zip(*pair, strict=True) for pair in zip(rows[::2], rows[1::2], strict=True))
    texts = ("".join(_HALVES[bool(high), bool(low)] for high, low in pair) for pair in pairs)
    return [[(text, _STYLE)] for text in texts]
