"""The server's life: listening, and a clean end at Ctrl-C or SIGTERM, with no job left behind."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import uvicorn

from solver.errors import AddressError, quoted
from solver.web.connection import Connection
from solver.web.guard import SECRET, Guard
from solver.web.lan import LOOKED_UP, checked_address, local_address, new_secret
from solver.web.limits import Limits
from solver.web.pages import read_pages
from solver.web.server import Application

_HERE = "127.0.0.1"
_BACKLOG = 128
_GRACE_S = 1.0  # for answers under way
_KEEP_ALIVE_S = 20  # a browser may ask again just when a connection is closed


class _Server(uvicorn.Server):
    """Ends the jobs of *application* first, then closes without waiting for open connections."""

    def __init__(
        self, config: uvicorn.Config, application: Application, announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._application, self._announce = application, announce

    @contextlib.contextmanager
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
        self._application.end_jobs()
        asyncio.get_running_loop().call_later(_GRACE_S, self._abort)
        await super().shutdown(sockets)

    def _abort(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def serve(announce: Callable[[str], None], *, lan: str | None = None, port: int = 0) -> None:
    """Show the page in browsers until Ctrl-C or SIGTERM; hand its address to *announce* at first.

    Without *lan* only this computer is let in, at 127.0.0.1. *lan* is this computer's address in
    the local network, or `LOOKED_UP`; the page's address then has a secret, and only who sends it
    is let in. Raises `AddressError` if the address or the *port* cannot be had; 0 is any free port.
    For the main thread, which hears signals.
    """
    address, secret = _HERE, ""
    if lan is not None:
        address = local_address() if lan == LOOKED_UP else checked_address(lan)
        secret = new_secret()
    pages, limits = read_pages(), Limits()
    listener = listen(address, port)
    port = listener.getsockname()[1]
    hosts = tuple(f"{name}:{port}" for name in ([address] if secret else [_HERE, "localhost"]))
    page = f"http://{hosts[0]}/" + (f"?{SECRET}={secret}" if secret else "")
    application = Application(pages, Guard(hosts, secret), limits)
    run_server(listener, application, limits, lambda: announce(page))


def listen(address: str, port: int) -> socket.socket:
    """Return a socket that listens on *port* of *address*; 0 is any free port.

    Raises `AddressError` when the port is taken or not allowed, or the address is another
    computer's.
    """
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
    with contextlib.suppress(KeyboardInterrupt):  # before the server has begun
        _Server(config, application, announce).run(sockets=[listener])
