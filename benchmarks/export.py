"""The page without a server: how large it is, and how soon it answers, beside Python's own start.

    python benchmarks/export.py [TIMES]

Pyodide's bare start is a page at the same host that starts it in a worker and does nothing more, in
a browser that has never been there. Each visit is a context of its own in Chromium; they are taken
in turns. A figure that misses its target is marked, and the exit code is then 1. It needs the extra
`dev`, and fetches Pyodide once.
"""

import io
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from figures import Row, at_most, printed

from solver.web import export_page

sys.path.append(str(Path(__file__).parent.parent))  # for the host of the tests

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.browser.exporting import Host

TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 7
SETTLED_S = 3.0
FOLDER_MB, FIRST, LATER, DRAWN_S, ANSWER_S = 9.0, 2.5, 0.8, 0.5, 0.3
CHROMIUM = "/usr/bin/chromium"
ROLLS = ["AABCE", "ABCDE", "BBCEF", "AACDF", "ABDEF"]
SCORE = "#screen-roll .score strong"
BARE_PAGE = '<!DOCTYPE html><script type="module" src="bare.js"></script>'
BARE = """
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = () => { document.title = "started"; };
"""
BARE_WORKER = """
const indexURL = new URL("%s/", import.meta.url).href;
const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
await loadPyodide({ indexURL });
postMessage("started");
"""
KEEP = """async (own) => {
    const { store } = await import(`${own}/store.js`);
    const { cardOfAnswer } = await import(`${own}/penta_rush/card_model.js`);
    const { SAMPLE } = await import(`${own}/penta_rush/welcome.js`);
    store.set("card", cardOfAnswer({ card: SAMPLE }));
    store.set("roll", { dice: [..."AABCD"], fifth: false });
    store.set("welcome", true);
    return { ...localStorage };
}"""


@contextmanager
def hosted() -> Iterator["Host"]:
    """Export the page, and hand it out with the bare one beside it."""
    from tests.browser.exporting import hosting

    with tempfile.TemporaryDirectory() as root, hosting(Path(root)) as host:
        export_page(host.folder, announce=print)
        (python,) = host.folder.glob("python-*")
        (host.folder / "bare.html").write_text(BARE_PAGE, "utf-8")
        (host.folder / "bare.js").write_text(BARE, "utf-8")
        (host.folder / "worker.js").write_text(BARE_WORKER % python.name, "utf-8")
        yield host


def size() -> Iterator[Row]:
    """Weigh the folder, compressed as a host sends it."""
    with hosted() as host:
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz") as file:
            file.add(host.folder)
        megabytes = len(archive.getvalue()) / 1e6
        whole = sum(path.stat().st_size for path in host.folder.rglob("*") if path.is_file()) / 1e6
    measured = f"{megabytes:.1f} MB, {whole:.1f} MB unpacked"
    yield "the folder, compressed", measured, f"{FOLDER_MB} MB", megabytes <= FOLDER_MB


def answering() -> Iterator[Row]:
    """Time first and later visits, beside the bare start."""
    from playwright.sync_api import sync_playwright

    with hosted() as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(host.address)
        kept: dict[str, str] = page.evaluate(KEEP, f"{host.address}{host.version()}")
        page.context.close()
        visits = [visit(browser, host, kept) for _ in range(TIMES)]
        browser.close()
    bare, first, drawn, later, answer = (median(column) for column in zip(*visits, strict=True))
    starts = f"{first:.1f} s to {bare:.1f} s"
    yield at_most("the first answer of a first visit / bare start", first / bare, FIRST, starts)
    starts = f"{later:.1f} s to {bare:.1f} s"
    yield at_most("the first answer of a later one, offline", later / bare, LATER, starts)
    yield "the page of a later one is drawn", f"{drawn:.2f} s", f"{DRAWN_S} s", drawn <= DRAWN_S
    measured = f"{1000 * answer:.0f} ms"
    yield "another roll on that card", measured, f"{ANSWER_S} s", answer <= ANSWER_S


def visit(browser: "Browser", host: "Host", kept: dict[str, str]) -> list[float]:
    """Return the seconds of a bare start, of a first answer, and three of a visit offline."""
    from tests.browser.games import wait_until

    context = new_context(browser)
    start = time.perf_counter()
    page = context.new_page()
    page.goto(f"{host.address}bare.html")
    page.wait_for_function("document.title === 'started'", polling=10)
    bare = time.perf_counter() - start
    context.close()

    context = new_context(browser, kept)
    start = time.perf_counter()
    page = context.new_page()
    page.goto(f"{host.address}#roll")
    wait_for(page, SCORE)
    first = time.perf_counter() - start
    snapshot = host.module("snapshot.bin")  # which comes after all files
    wait_until(page, f"caches.match({snapshot!r}).then((found) => found !== undefined)")
    context.set_offline(True)
    page.close()
    time.sleep(SETTLED_S)  # the spare Python of that page was just starting
    start = time.perf_counter()
    page = context.new_page()
    page.goto(f"{host.address}#roll")
    wait_for(page, "#screen-roll .die")
    drawn = time.perf_counter() - start
    wait_for(page, SCORE)
    later = time.perf_counter() - start
    answer = median(roll(page, letters) for letters in ROLLS)
    context.close()
    return [bare, first, drawn, later, answer]


def wait_for(page: "Page", selector: str) -> None:
    """Wait until it is seen, and no longer: a locator of playwright looks up to 0.5 s apart."""
    from tests.browser.games import wait_until

    wait_until(page, f"document.querySelector({selector!r})?.checkVisibility()")


def new_context(browser: "Browser", kept: dict[str, str] | None = None) -> "BrowserContext":
    """Return a browser on a phone that keeps this alone."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(120_000)
    lines = (f"localStorage.setItem({key!r}, {value!r});" for key, value in (kept or {}).items())
    context.add_init_script("\n".join(lines))
    return context


def roll(page: "Page", letters: str) -> float:
    """Return the seconds until the best packing of a roll that is typed is seen."""
    page.evaluate("document.activeElement.blur()")
    for letter in letters[:-1]:
        page.keyboard.press(letter.lower())
    page.locator(SCORE).wait_for(state="hidden")
    start = time.perf_counter()
    page.keyboard.press(letters[-1].lower())
    wait_for(page, SCORE)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(printed(size, answering))
