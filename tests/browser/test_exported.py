"""The page as a folder of files: Python answers in the browser, also without a network."""

import json
import random
import re
import shutil
import string
import subprocess
import time
from bisect import bisect
from collections import Counter
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import cli
from solver.web.export.local_job import answer_named
from solver.web.pages import read_pages
from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE_MS
from tests.browser.exporting import Host, hosting, visiting
from tests.browser.games import MEADOW, wait_until
from tests.solver.web.test_limits import SLOW_VALUES, VALUES
from tests.support import ROOT, Patch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from solver.files.texts import Language

HEAP_BYTES = 30 * 2**20  # of Python, which are all in a snapshot
SNAPSHOT_S = 60
ROOM = 60_000_000  # bytes: for files and a snapshot, and not for those of another version as well
IS_KEPT = "navigator.serviceWorker.controller !== null"
IS_WAITING = "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)"
PLAY = """(visit) => {
    const played = [...JSON.parse(localStorage.getItem("penta.played") ?? "[]"), visit];
    localStorage.setItem("penta.played", JSON.stringify(played));
    return played;
}"""
# Shows the page, has a roll solved, and tells the host its score; then once more, from a snapshot.
REPORT = """<!DOCTYPE html>
<iframe src="index.html#card"></iframe>
<script type="module">
const { send } = await import("%s");
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
const page = () => document.querySelector("iframe").contentDocument;
while (!page().querySelector("#screen-card .grid")) await pause();
const answer = await send("best", { values: { card: "%s", roll: "AABCD" } });
const isAgain = await caches.match("%s") !== undefined;
await fetch(`report?${isAgain ? "again" : "first"}=${(await answer.json()).score}`);
while (!await caches.match("%s")) await pause();
if (!isAgain) location.reload();
</script>
"""
SOLVE_ALL = """async ([carrier, asked]) => {
    const { send } = await import(carrier);
    const answers = await Promise.all(asked.map((values) => send("solve", { values })));
    return Promise.all(answers.map(async (answer) =>
        [answer.status, answer.headers.get("Penta-Exit"), await answer.text()]));
}"""
# Where the browser has the frame and the screen from: "cache" is without asking the service worker.
SOURCES = """() => performance.getEntriesByType("resource")
    .filter(({ name }) => /(frame|roll)\\.(js|css)$/.test(name))
    .map(({ workerFinalSourceType }) => workerFinalSourceType)"""
KEPT = """async (snapshot) => {
    const kept = await caches.match(snapshot);
    return [(await caches.keys()).length, (await kept?.blob())?.size ?? 0];
}"""
SPOIL = """async (address) => {
    const [name] = await caches.keys();
    await (await caches.open(name)).put(address, new Response(new Uint8Array(1024)));
}"""
BREAK = """async (carrier) => {
    const { send } = await import(carrier);
    return send("nothing", { values: {} }).catch(({ message }) => message);
}"""
KEEP_CARD = """async ([store, model, card]) => {
    (await import(store)).store.set("card", (await import(model)).cardOfAnswer({ card }));
}"""
CANCEL = """async ([carrier, record]) => {
    const { send } = await import(carrier);
    const ended = new AbortController();
    const asked = { values: { record, seconds: "5" }, signal: ended.signal };
    const reasons = [send("up_suggest", asked), send("up_suggest", asked)]
        .map((answer) => answer.then(() => "answered", (error) => error.name));
    setTimeout(() => ended.abort(), 1000);
    return Promise.all(reasons);
}"""


def _note_requests(page: "Page", asked: list[str]) -> None:
    page.on("request", lambda request: asked.append(request.url))


def _keep_card(page: "Page", host: Host) -> None:
    modules = [host.module("store.js"), host.module("penta_rush/card_model.js")]
    page.evaluate(KEEP_CARD, [*modules, MEADOW])


def _start_again(page: "Page", host: Host) -> None:
    """Let Python start, and then again from the snapshot of its memory that is kept."""
    assert host.send(page, "cards", {})[0] == HTTPStatus.OK
    _wait_for_snapshot(page, host)
    page.reload()
    assert host.send(page, "cards", {})[0] == HTTPStatus.OK


def _wait_for_snapshot(page: "Page", host: Host) -> None:
    """Wait until one is kept, with the files of one version."""
    deadline = time.monotonic() + SNAPSHOT_S
    while (kept := _kept(page, host)) <= (1, HEAP_BYTES):
        assert time.monotonic() < deadline, kept
        page.wait_for_timeout(100)
    assert kept[0] == 1


def _kept(page: "Page", host: Host) -> tuple[int, int]:
    """Return the number of versions that the browser keeps, and the bytes of the snapshot."""
    versions, size = page.evaluate(KEPT, host.module("snapshot.bin"))
    return versions, size


def test_a_roll_is_solved_in_the_browser_and_later_without_a_network(
    browser: "Browser", host: Host
) -> None:
    with visiting(browser) as page:
        asked: list[str] = []
        _note_requests(page, asked)
        page.goto(f"{host.address}#roll")
        page.locator("#screen-roll:not([aria-busy])").wait_for()
        _keep_card(page, host)
        page.keyboard.type("dcbaa")
        working = page.get_by_role("progressbar", name="penta is working")
        working.wait_for()  # Python starts
        page.locator("#screen-roll .score strong", has_text="14").wait_for()
        working.wait_for(state="hidden")
        wait_until(page, IS_KEPT)
        _wait_for_snapshot(page, host)
        assert {url for url in asked if not url.startswith(host.address)} == set()
        answer = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        errors = {error["errorId"] for error in answer["installabilityErrors"]}
        assert errors == {"in-incognito"}  # as all contexts of these tests are

        page.context.set_offline(True)
        page.reload()
        page.locator("#screen-roll .score strong", has_text="14").wait_for()
        assert page.evaluate(SOURCES) == ["cache"] * 3
        page.goto(f"{host.address}?from=elsewhere#up-puzzles")  # a screen that was not shown yet
        page.locator("#screen-up-puzzles:not([aria-busy])").wait_for()


@pytest.mark.slow
def test_without_a_sound_snapshot_python_starts_afresh_and_leaves_another(
    browser: "Browser", host: Host
) -> None:
    with browser.new_context() as context:  # with errors, which are looked for here
        context.set_default_timeout(2 * PATIENCE_MS)
        page = context.new_page()
        page.goto(host.address)
        _start_again(page, host)
        page.evaluate(SPOIL, host.module("snapshot.bin"))
        errors: list[str] = []
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.reload()
        assert host.send(page, "cards", {})[0] == HTTPStatus.OK
        assert "Snapshot has invalid magic number" in errors.pop()
        assert _kept(page, host) == (1, 0)
        page.reload()
        _start_again(page, host)
        assert errors == []

        refusal = page.evaluate(BREAK, host.module("carrier.js"))
        assert "KeyError: 'nothing'" in refusal
        assert _kept(page, host) == (1, 0)  # it may have been the snapshot's fault
        assert host.send(page, "cards", {})[0] == HTTPStatus.OK


@pytest.mark.slow
def test_files_of_a_new_version_take_the_room_of_the_snapshot(
    browser: "Browser", tmp_path: Path
) -> None:
    launch = browser.browser_type.launch_persistent_context  # others have caches in memory alone
    with (
        hosting(tmp_path / "host") as host,
        launch(tmp_path / "profile", executable_path=CHROMIUM, args=FLAGS) as context,
    ):
        context.set_default_timeout(2 * PATIENCE_MS)
        page = context.new_page()
        room = {"origin": host.address.partition("/games")[0], "quotaSize": ROOM}
        context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", room)
        host.export()
        page.goto(host.address)
        assert host.send(page, "cards", {})[0] == HTTPStatus.OK
        _wait_for_snapshot(page, host)
        snapshot = host.module("snapshot.bin")
        host.export("de")
        page.reload()
        wait_until(page, IS_WAITING)
        assert page.evaluate(KEPT, snapshot) == [2, 0]


@pytest.mark.slow
def test_dice_differ_after_each_start_from_one_snapshot(browser: "Browser", host: Host) -> None:
    throws = set()
    with visiting(browser) as page:
        page.goto(host.address)
        _start_again(page, host)
        for _ in range(3):
            page.reload()
            answer = host.send(page, "card", {"card": MEADOW})
            throws.add(json.loads(answer[2])["roll"])
    assert len(throws) > 1


@pytest.mark.slow
def test_a_long_job_is_ended_at_once_and_the_next_one_answered(
    browser: "Browser", host: Host
) -> None:
    with visiting(browser) as page:
        page.goto(host.address)
        _start_again(page, host)
        reasons = page.evaluate(CANCEL, [host.module("carrier.js"), '{"moves": []}'])
        assert reasons == ["AbortError"] * 2
        status, code, content = host.send(page, "best", {"card": MEADOW, "roll": "AABCD"})
        assert (status, code, json.loads(content)["score"]) == (HTTPStatus.OK, "0", 14)


@pytest.mark.slow
def test_all_jobs_are_answered_byte_by_byte_as_on_a_computer_or_are_marked(
    browser: "Browser", host: Host, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    jobs = read_pages().jobs
    with visiting(browser) as page:
        page.goto(host.address)
        _start_again(page, host)
        hint = {**SLOW_VALUES["geo_step"], "step": "hint"}
        patient = {**SLOW_VALUES["puzzle_advise"], "seconds": "15"}
        asked = {**VALUES, **SLOW_VALUES, "puzzle_advise": patient}
        for name, given in [*asked.items(), ("geo_step", hint)]:
            values = {
                key: (ROOT / value).read_text("utf-8") if value.startswith("data/") else value
                for key, value in given.items()
            }
            status, code, content = host.send(page, name, values)
            parts = {name, *(f"{name}.{key}" for key in given)}
            if jobs[name].photo or not parts.isdisjoint(jobs[name].parts_for_server):
                assert status == HTTPStatus.NOT_IMPLEMENTED, name
                assert "computer" in json.loads(content)["error"]
                continue
            right = answer_named(name, json.dumps(values), cli.run)
            assert (status, code) == (right[0], str(right[1])), name
            if name == "card":  # it throws the dice as well
                content, right_content = (json.loads(each)["card"] for each in (content, right[3]))
            else:
                right_content = right[3].decode()
            assert content == right_content, name


@pytest.mark.slow
def test_a_card_is_made_in_the_browser_on_the_screen_that_offers_no_more(
    browser: "Browser", host: Host
) -> None:
    with visiting(browser) as page:
        page.goto(f"{host.address}#make")
        screen = page.locator("#screen-make:not([aria-busy])")
        screen.get_by_text("“penta serve”").wait_for()  # for what is not offered
        for way in ("Border", "Fair for", "Print"):
            assert not screen.get_by_label(way, exact=True).is_visible()
        screen.get_by_role("button", name="2 s", exact=True).click()
        screen.get_by_role("button", name="Make a card").click()
        bar = page.get_by_role("progressbar")
        for _ in range(20):  # longer than the page waits before it tells of work
            bar.wait_for()  # one alone: the screen's own
            page.wait_for_timeout(100)
        screen.get_by_role("heading", name="The new card").wait_for()
        (made,) = page.evaluate("JSON.parse(localStorage['penta.make.made']).cards")
        judged = json.loads(
            answer_named("check_perfect", json.dumps({"card": made["card"]}), cli.run)[3]
        )
        assert {
            key: judged[key] for key in ("mean", "sd", "min", "max", "fair")
        }.items() <= made.items()


@pytest.mark.slow
def test_ten_thousand_cards_rolls_and_points_give_the_same_bytes(
    browser: "Browser", host: Host, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    rng = random.Random(35)
    with visiting(browser) as page:
        page.goto(host.address)
        _start_again(page, host)
        for _ in range(40):
            asked = [_triple(rng) for _ in range(250)]
            answers = page.evaluate(SOLVE_ALL, [host.module("carrier.js"), asked])
            for values, answer in zip(asked, answers, strict=True):
                right = answer_named("solve", json.dumps(values), cli.run)
                assert answer == [right[0], str(right[1]), right[3].decode()], values


def _triple(rng: random.Random) -> dict[str, str]:
    """Return a card with its points, and a roll whose symbols it has."""
    rows, cols = rng.randint(5, 10), rng.randint(5, 10)
    # With fewer symbols, some rolls have millions of packings, and a count takes seconds.
    symbols = rng.randint(3 + bisect((30, 50), rows * cols), 8)
    letters = string.ascii_uppercase[:symbols]
    cells = "".join(rng.choices(letters, k=rows * cols - symbols)) + letters
    points = " ".join(f"{shape}{rng.randint(1, 9)}" for shape in "FILNPTUVWXYZ")
    while max(Counter(roll := rng.choices(letters, k=5)).values()) > 2:
        pass
    card = f"points = {points}\n{rows}x{cols}:{cells}\n"
    return {"card": card, "roll": "".join(roll), "round": str(rng.randint(1, 5))}


@pytest.mark.slow
def test_ten_visits_with_new_versions_lose_nothing_and_mix_none(
    browser: "Browser", tmp_path: Path
) -> None:
    languages: list[Language] = ["en", "de", "fr", "en"]
    exported: list[str] = []
    seen: list[str] = []
    with hosting(tmp_path) as host, visiting(browser) as blank:
        for visit in range(10):
            is_online = visit % 3 == 0
            if is_online:
                host.export(languages[visit // 3])
                exported.append(host.version())
            asked: list[str] = []
            page = blank.context.new_page()
            _note_requests(page, asked)
            blank.context.set_offline(not is_online)
            page.goto(f"{host.address}#roll")
            page.locator("#screen-roll:not([aria-busy])").wait_for()
            if visit == 0:
                _keep_card(page, host)
            page.keyboard.type("dcbaa")
            page.locator("#screen-roll .score strong", has_text="14").wait_for()
            page.reload()
            page.locator("#screen-roll .score strong", has_text="14").wait_for()
            page.goto(f"{host.address}#up-puzzles")  # its modules are fetched now
            page.locator("#screen-up-puzzles:not([aria-busy])").wait_for()
            if visit % 3 == 2:
                _wait_for_snapshot(page, host)
            played = page.evaluate(PLAY, visit)
            assert played == list(range(visit + 1))
            (own,) = set(re.findall(r"penta-[0-9a-f]{12}", " ".join(asked)))
            seen.append(own)
            if is_online:
                wait_until(page, IS_KEPT if visit == 0 else IS_WAITING)
            page.close()
            blank.wait_for_timeout(500)  # a new version takes over when no page shows the old one
    first, second, third = exported[:3]
    assert seen == [first] * 4 + [second] * 3 + [third] * 3


@pytest.mark.slow
def test_firefox_shows_the_page_and_solves_a_roll_twice(host: Host, tmp_path: Path) -> None:
    firefox = shutil.which("firefox-esr") or pytest.skip("apt-get install firefox-esr")
    report = host.folder / "report.html"  # not for the tests that share the host
    snapshot = host.module("snapshot.bin")
    parts = host.module("carrier.js"), MEADOW, snapshot, snapshot
    report.write_text(REPORT % parts, encoding="utf-8")
    command = [firefox, "--headless", "--no-remote", "--profile", str(tmp_path)]
    with subprocess.Popen(
        [*command, f"{host.address}{report.name}"], stderr=subprocess.DEVNULL
    ) as run:
        deadline = time.monotonic() + 240
        while not any("report?again" in path for path in host.asked):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        run.terminate()
    report.unlink()
    reports = {path.partition("?")[2] for path in host.asked if "report?" in path}
    assert reports == {"first=14", "again=14"}
