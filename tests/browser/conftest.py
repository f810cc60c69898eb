"""A browser and the server that it looks at; a page on which the console tells of an error fails.

Without chromium or playwright these tests are skipped, unless PENTA_BROWSER=1 asks for them.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

    from tests.browser.exporting import Host

CHROMIUM = Path("/usr/bin/chromium")
# The pages of a site share a process, and none is started in advance: a page costs a third of it.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--renderer-process-limit=1",
    "--disable-features=SpareRendererForSitePerProcess,Translate,MediaRouter,OptimizationHints",
)
PATIENCE_MS = 30_000  # on a machine that has much else to do
HEIGHTS = {320: 568, 390: 844, 820: 1180, 1280: 800}

# Once for a tab, however often it is loaded again, and before anything reads it: what another
# process clears, this one may see late. A newcomer would be greeted in the place of the empty card.
FORGET = """
    if (origin !== "null" && !sessionStorage.hasForgotten) {
        localStorage.clear();
        localStorage.setItem("penta.welcome", "true");
        sessionStorage.hasForgotten = "yes";
    }
"""

SPEAK = """if (origin !== "null") localStorage.setItem("penta.language", '"%s"');"""

OpenPage = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Debian's chromium, without a window."""
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        _unavailable("playwright is not installed: pip install -e '.[dev]'")
    if not CHROMIUM.exists():
        _unavailable(f"{CHROMIUM} is missing: apt-get install chromium")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@contextmanager
def serving(*, has_tables: bool = True) -> Iterator[str]:
    """Run `penta serve`, perhaps with a folder for tables, and hand on its address."""
    command = [sys.executable, "-m", "penta", "serve", "--port", "0"]
    with (
        TemporaryDirectory() as tables,
        subprocess.Popen(
            [*command, "--tables", tables] if has_tables else command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as server,
    ):
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
        assert server.wait(10) == 0


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server that runs as long as the tests."""
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def window(browser: "Browser", address: str) -> "Iterator[BrowserContext]":
    """The pages of all tests; the first one shows no screen and keeps their process alive."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    context.new_page().goto(f"{address}/frame.css")
    yield context
    context.close()


@pytest.fixture
def open_page(window: "BrowserContext", address: str) -> Iterator[OpenPage]:
    """Open a page of this width, at the *screen* with this id; nothing may go wrong on it.

    It speaks this *language*, and remembers nothing of the tests before.
    """
    errors: list[str] = []

    def note(message: "ConsoleMessage") -> None:
        # A refused job is an error for the console, and an answer for the page.
        if message.type in {"error", "warning"} and "/api/" not in message.location["url"]:
            errors.append(message.text)

    def opened(
        *,
        width: int = 390,
        dark: bool = False,
        screen: str = "card",
        reduced: bool = True,
        language: str = "en",
    ) -> "Page":
        page = window.new_page()
        if len(window.pages) == 2:  # the first one of this test
            page.add_init_script(FORGET)
        page.add_init_script(SPEAK % language)
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if reduced else "no-preference",
        )
        page.on("console", note)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}#{screen}")
        page.locator(f"#screen-{screen}:not([aria-busy])").wait_for()
        return page

    yield opened
    for page in window.pages[1:]:
        # A page that is left keeps how far its sand has run, when the next test may have begun.
        page.evaluate("Storage.prototype.setItem = () => {}")
        page.close()
    assert errors == []


@pytest.fixture
def page(open_page: OpenPage) -> "Page":
    """The screen Card on a phone."""
    return open_page()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Host]":
    """A static host that has the page as a folder of files."""
    from tests.browser.exporting import hosting

    with hosting(tmp_path_factory.mktemp("host")) as host:
        host.export()
        yield host


def _unavailable(reason: str) -> NoReturn:
    if os.environ.get("PENTA_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
