"""A static host with the page as a folder of files, and a browser that has never been there."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from solver.errors import SourceError
from solver.files.texts import Language
from solver.web.export.folder import write_folder
from solver.web.export.page_version import version_files
from solver.web.export.runtime import runtime_files
from tests.browser.conftest import PATIENCE_MS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BELOW = "games/penta"  # a page need not stand at the top of its host
_NO_NEWCOMER = 'localStorage.setItem("penta.welcome", "true")'
_SEND = """async ([carrier, job, values]) => {
    const { send } = await import(carrier);
    const answer = await send(job, { values });
    return [answer.status, answer.headers.get("Penta-Exit"), await answer.text()];
}"""


class Host(NamedTuple):
    """What a static host hands out: the page is at *address*, its files in *folder*.

    *asked* has the path of each request.
    """

    address: str
    folder: Path
    asked: list[str]

    def export(self, language: Language | None = None) -> None:
        """Write the page, in another version with a *language*; skip the test without Pyodide."""
        try:
            runtime = runtime_files(lambda _: None)
        except SourceError as error:
            pytest.skip(str(error))
        write_folder(self.folder, version_files(runtime, language))

    def module(self, name: str) -> str:
        """Return the address of a file of the version that stands there."""
        return f"{self.address}{self.version()}/{name}"

    def version(self) -> str:
        """Return the name of the version that visitors get; the one before stands beside it."""
        worker = (self.folder / "service_worker.js").read_text("utf-8")
        return worker.partition('const VERSION = "')[2].partition('"')[0]

    def send(self, page: "Page", job: str, values: dict[str, str]) -> Any:
        """Return status, exit code and content of the answer to *job* on *page*."""
        return page.evaluate(_SEND, [self.module("carrier.js"), job, values])


class _Handler(SimpleHTTPRequestHandler):
    """Tells *asked* alone what it is asked."""

    def __init__(self, *args: Any, asked: list[str], **options: Any) -> None:
        self._asked = asked
        super().__init__(*args, **options)

    def log_message(self, *_: object) -> None:
        """Tell it."""
        self._asked.append(self.path)


class _Server(ThreadingHTTPServer):
    """Says nothing of clients that close the connection early."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of all other errors."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def hosting(root: Path) -> Iterator[Host]:
    """Hand out what is in *root*; in the block the network is there."""
    asked: list[str] = []
    handler: Any = partial(_Handler, directory=str(root), asked=asked)
    with _Server(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{BELOW}/"
        try:
            yield Host(address, root / BELOW, asked)
        finally:
            server.shutdown()


@contextmanager
def visiting(browser: "Browser", *, width: int = 390) -> Iterator["Page"]:
    """Open a page of a browser that keeps nothing yet; an error on it fails."""
    errors: list[str] = []
    with browser.new_context(viewport={"width": width, "height": 844}, locale="en-GB") as context:
        context.set_default_timeout(2 * PATIENCE_MS)  # Python starts in it
        context.add_init_script(_NO_NEWCOMER)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        yield page
    assert errors == []
