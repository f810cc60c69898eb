"""The command `penta serve`: the page, for a browser on this computer or for phones near by."""

import socket
import sys

import click

from solver.console.options import examples
from solver.errors import SourceError, error_text

_PORT = 5512  # twelve shapes of five cells


@click.command(epilog=examples("penta serve", "penta serve --port 0"))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    help="Listen on this port; 0 takes any free one.",
)
def serve(port: int) -> None:
    """Show the games on a page in the browser."""
    import contextlib

    import uvicorn

    from solver.web.guard import Guard
    from solver.web.pages import read_pages
    from solver.web.server import Application, Limits

    try:
        listener = socket.create_server(("127.0.0.1", port), backlog=128)
    except OSError as error:
        raise SourceError(
            f"port {port}",
            expected="a free one",
            found=error_text(error),
            hint="--port 0 takes any",
        ) from None
    number = listener.getsockname()[1]
    guard = Guard((f"127.0.0.1:{number}", f"localhost:{number}"))
    application = Application(read_pages(), guard, Limits())
    click.echo(f"http://127.0.0.1:{number}/")
    sys.stdout.flush()
    config = uvicorn.Config(
        application,
        http="h11",
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
