"""One table, many phones: how soon the dice lie on all of them, and how alike their sand runs.

    python benchmarks/table.py [SAMPLES [TABLES]]

The phones are windows of Chromium on this computer, which have stores of their own. The tables that
play at once have four clients each that speak HTTP. A figure that misses its target is marked, and
the exit code is then 1. It needs the extra `dev`.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from statistics import median
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, Any

from figures import PENTA, Row, printed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAMPLES, TABLES = (int(given) for given in (*sys.argv[1:3], *("200", "20")[len(sys.argv) - 1 :]))
PHONES, ROUNDS = 4, 5
ROLL_MS, SKEW_MS, JUDGED_S = 150, 100, 60
CARD = "5x5:ABCDEFABCDEFABCDEFABCDEFA\n"
CHROMIUM = "/usr/bin/chromium"
# A promise of the moment at which the text of an element is another one.
WATCHED = """([selector, wanted]) => {
    window.seen = new Promise((resolve) => {
        const look = () => {
            const shown = document.querySelector(`#screen-together ${selector}`)?.textContent ?? "";
            if (shown.startsWith(wanted)) resolve(Date.now());
            return shown.startsWith(wanted);
        };
        const watching = new MutationObserver(() => look() && watching.disconnect());
        watching.observe(document.querySelector("#screen-together"), { subtree: true,
            childList: true, characterData: true });
        look();
    });
}"""


@contextmanager
def served() -> Iterator[int]:
    """Run `penta serve` with a folder for tables, and yield its port."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Popen(
            [*PENTA, "serve", "--port", "0", "--tables", folder],
            stdout=PIPE,
            stderr=PIPE,
            text=True,
        ) as server,
    ):
        assert server.stdout is not None
        yield int(server.stdout.readline().rstrip("/\n").rpartition(":")[2])
        server.terminate()


def phones(browser: "Browser", port: int) -> "list[Page]":
    """Return four phones that sit at one table, whose sand runs from the throw."""
    pages, table = [], ""
    for number in range(PHONES):
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.goto(f"http://127.0.0.1:{port}/?table={table}#together")
        page.get_by_label("Your name").fill(f"Player {number}")
        if number == 0:
            page.get_by_role("button", name="with the throw").click()
            page.get_by_role("button", name="Open the table").click()
            table = page.locator(".table-code").inner_text()
        else:
            page.get_by_role("button", name="Join", exact=True).click()
        page.get_by_text(f"Table {table}").wait_for()
        pages.append(page)
    return pages


def moments(pages: "list[Page]") -> list[float]:
    """Return when each of *pages* has seen what it watches for, in milliseconds."""
    return [float(page.evaluate("window.seen")) for page in pages]


def rolling() -> Iterator[Row]:
    """Time rolls, from the tap of the host to the last phone, and the second at which sand is."""
    from playwright.sync_api import sync_playwright

    latencies, skews = [], []
    with served() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pages = phones(browser, port)
        for sample in range(SAMPLES):
            number = sample % ROUNDS + 1
            for page in pages:
                page.evaluate(WATCHED, [".status", f"Round {number} "])
            tap = """() => {
                const all = [...document.querySelectorAll("#screen-together .primary")];
                const start = Date.now();
                all.find((one) => one.textContent === "Throw the dice").click();
                return start;
            }"""
            pages[0].get_by_role("button", name="Throw the dice").wait_for()
            start = float(pages[0].evaluate(tap))
            latencies.append(max(moments(pages)) - start)
            for page in pages:
                page.evaluate(WATCHED, [".time", "0:58"])
            seen = moments(pages)
            skews.append(max(seen) - min(seen))
            for page in pages:
                page.get_by_role("button", name="Done").click()
            pages[0].locator(".score").wait_for()
            if number == ROUNDS:
                pages[0].get_by_role("button", name="Play again").click()
        browser.close()
    for name, found, target in (
        ("a roll on all phones", latencies, ROLL_MS),
        ("the skew of the sand", skews, SKEW_MS),
    ):
        measured = f"{median(found):.0f} ms, at most {max(found):.0f} ms"
        yield f"{name}, median of {SAMPLES}", measured, f"{target} ms", median(found) <= target


def ask(port: int, path: str, values: dict[str, Any], token: str = "") -> Any:
    """Return the answer to a request to a table."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    connection.request("POST", f"/tables/{path}", json.dumps(values), headers)
    answer = json.loads(connection.getresponse().read())
    connection.close()
    assert "error" not in answer, answer
    return answer


async def hear(port: int, seat: dict[str, Any], kinds: list[str]) -> list[float]:
    """Return when the events of these *kinds* were heard at a seat, the one after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET /tables/{seat['code']}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    writer.write(f"{head}Authorization: Bearer {seat['token']}\r\n\r\n".encode())
    heard: list[float] = []
    while len(heard) < len(kinds):
        if await reader.readline() == f"event: {kinds[len(heard)]}\n".encode():
            heard.append(time.perf_counter())
    writer.close()
    return heard


async def play_all(port: int) -> tuple[list[float], float]:
    """Play a round at all tables at once; return how late each roll was, and the last results."""
    tables = []
    for _ in range(TABLES):
        opened = {"game": "penta_rush", "card": CARD, "seconds": 60, "begins": "turn"}
        host = await asyncio.to_thread(ask, port, "new", {**opened, "name": "0"})
        join = f"{host['code']}/join"
        others = [
            await asyncio.to_thread(ask, port, join, {"name": str(number)})
            for number in range(1, PHONES)
        ]
        tables.append([host, *others])
    seats = [seat for table in tables for seat in table]
    listening = [asyncio.create_task(hear(port, seat, ["thrown", "results"])) for seat in seats]
    await asyncio.sleep(1)
    starts = {}
    for host, *_ in tables:
        starts[host["code"]] = time.perf_counter()
        await asyncio.to_thread(ask, port, f"{host['code']}/throw", {"round": 1}, host["token"])
    handed = time.perf_counter()
    for seat in seats:
        entry = {"round": 1, "entry": {"outlines": []}}
        await asyncio.to_thread(ask, port, f"{seat['code']}/enter", entry, seat["token"])
    heard = await asyncio.gather(*listening)
    late = [
        1000 * (thrown - starts[seat["code"]])
        for seat, (thrown, _) in zip(seats, heard, strict=True)
    ]
    return late, max(judged for _, judged in heard) - handed


def many_tables() -> Iterator[Row]:
    """Play at many tables at once."""
    with served() as port:
        late, last = asyncio.run(play_all(port))
    measured = f"{median(late):.0f} ms, at most {max(late):.0f} ms"
    name = f"a roll at each of {TABLES} tables of four at once"
    yield name, measured, f"{ROLL_MS} ms", max(late) <= ROLL_MS
    yield (
        "their last results",
        f"after {last:.1f} s on {os.cpu_count()} cores",
        f"{JUDGED_S} s",
        last <= JUDGED_S,
    )


if __name__ == "__main__":
    sys.exit(printed(rolling, many_tables))
