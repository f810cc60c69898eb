"""Records of finished games, links to a card and its rolls, and the rolls of the day."""

import json
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from PIL import Image

import penta
from tests.browser.games import MEADOW, card_id_of, change, game_screen, kept, start, tap

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

ROLLS = ["AABCD", "ABCDE", "FFEDC", "AABBC", "ABCDF"]
# What these say, they say for ever: links are kept by people.
CODES: dict[str, dict[str, Any]] = {
    "19X5OP3_Ux-K8CPajJrRQzgDUqpjTMXI2Oe-g2FdaqPQotSU2ZDEuJyBgCBhNE": {
        "card": MEADOW, "legend": {}, "game": "play", "rolls": [[*roll] for roll in ROLLS],
    },
    "1JW-s_IBBmJ": {
        "card": "2x3:ABCABC", "legend": {}, "game": "play", "rolls": [[*"AABBC"]],
    },
    "1SMHBAn8AXqe-KDwTBJkBCtNUx4YqM2": {
        "card": "3x1:XYZ", "legend": {"X": "\u8349", "Z": "red star"}, "game": "puzzle",
        "rolls": [],
    },
}  # fmt: skip
[CODE, *_] = CODES
CODEC = """async ([values, codes]) => {
    const { decoded, encoded } = await import("/penta_rush/code.js");
    return [values.map(encoded), codes.map((code) => decoded(code) ?? String(decoded(code)))];
}"""


def _game(rng: Random) -> dict[str, Any]:
    """Return a card of any size and any symbols, some of them named, and rolls on it."""
    rows, cols, count = (rng.randint(1, most) for most in (20, 20, 26))
    letters = rng.sample(ascii_uppercase, count)
    cells = rng.choices(letters, k=rows * cols)
    shown = sorted(set(cells))
    named = rng.sample(shown, rng.randint(0, min(3, len(shown))))
    throws = (rng.choices(shown, k=5) for _ in range(60))
    rolls = [roll for roll in throws if max(map(roll.count, roll)) <= 2]
    return {
        "card": f"{rows}x{cols}:{''.join(cells)}",
        "legend": dict(zip(sorted(named), ["red star", "\u8349", "Mond 2"], strict=False)),
        "game": rng.choice(["play", "puzzle"]),
        "rolls": rolls[: rng.randint(0, 12)],
    }


def test_a_code_says_the_card_and_the_rolls_or_nothing(page: "Page") -> None:
    rng = Random(11)
    games = [_game(rng) for _ in range(200)]
    made, _ = page.evaluate(CODEC, [[*CODES.values(), *games], []])
    assert made[: len(CODES)] == [*CODES]
    wrong = ["", "1", "AAAAA", CODE[:-1], CODE[1:], f"{CODE}A", f"{CODE[:5]} {CODE[6:]}"]
    for code in made:
        at = rng.randrange(len(code))
        other = rng.choice([digit for digit in "AZaz09-_" if digit != code[at]])
        wrong.append(f"{code[:at]}{other}{code[at + 1 :]}")
    _, said = page.evaluate(CODEC, [[], [*made, *wrong]])
    assert said[: len(made)] == [*CODES.values(), *games]
    assert {*said[len(made) :]} == {"null"}
    assert len(CODE) <= 62  # of 10x10 cells with six symbols


def _daily(day: str) -> tuple[str, list[str]]:
    """Return the card and the rolls of *day* by the rule in docs/page.md."""
    mask, state = 2**64 - 1, int(day.replace("-", ""))

    def pick(choices: str | list[str]) -> str:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & mask
        mixed = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & mask
        return choices[(mixed ^ mixed >> 31) % len(choices)]

    cards = [
        *("autumn", "harbour", "heath", "meadow", "orchard"),
        *("prairie", "spring", "steppe", "summer", "winter"),
    ]
    name, rolls = pick(cards), list[str]()
    while len(rolls) < 5:
        roll = "".join(pick("ABCDEF") for _ in range(5))
        if max(map(roll.count, roll)) <= 2:
            rolls.append(roll)
    return name, rolls


def test_the_rolls_of_a_day_are_those_of_the_rule(page: "Page") -> None:
    days = [str(date(2026, 11, 29) + timedelta(days=37 * count)) for count in range(60)]
    shown = page.evaluate(
        """async (days) => {
            const { dailyGame } = await import("/penta_rush/daily.js");
            const games = days.map(dailyGame);
            return games.map(({ name, rolls }) => [name, rolls.map((one) => one.join(""))]);
        }""",
        days,
    )
    assert shown == [list(_daily(day)) for day in days]
    assert shown[0] == ["summer", ["DCBDE", "CADEA", "CDCDA", "ACBCB", "BDBFA"]]
    for name in {name for name, _ in shown}:
        assert {*"".join(penta.sample_card(name).lines)} == {*"ABCDEF"}


def test_a_link_asks_before_it_replaces_the_card_and_gives_the_rolls(open_page: "OpenPage") -> None:
    page = game_screen(open_page, "card")
    change(page, "card", {"rows": 20, "cols": 5})
    before = kept(page, "card")
    page.evaluate("(code) => { location.hash = `c=${code}`; }", CODE)
    dialog = page.get_by_role("dialog", name="Play this card?")
    dialog.get_by_text("with 5 rolls to play. It replaces your card.").wait_for()
    assert page.url.endswith("/#play")
    dialog.get_by_role("button", name="Cancel").click()
    dialog.wait_for(state="detached")
    assert kept(page, "card") == before
    page.go_back()  # to where the link was opened
    page.locator("#screen-card").wait_for()
    page.get_by_role("link", name="Play", exact=True).click()
    field = page.get_by_label("A friend's link")
    for wrong in (CODE[:-1], f"http://127.0.0.1/#c={CODE[:9]}y{CODE[10:]}", "hello"):
        field.fill(wrong)
        page.get_by_role("button", name="Open").click()
        page.get_by_text("This link is damaged or not complete. Ask for it once more.").wait_for()
    field.fill(f" http://127.0.0.1:9/#c={CODE}")
    field.press("Enter")
    dialog.get_by_role("button", name="Take it").click()
    page.get_by_text("Card and rolls of a link").wait_for()
    assert card_id_of(page) == MEADOW
    start(page)
    assert kept(page, "play.game")["roll"] == [*ROLLS[0]]
    assert kept(page, "play.game")["rolls"] == [[*roll] for roll in ROLLS]
    assert kept(page, "play.given") is None


def test_a_finished_game_is_kept_shown_and_handed_on(open_page: "OpenPage") -> None:
    page = game_screen(open_page, "play")
    page.get_by_role("button", name="Off").click()
    start(page)
    earlier = [
        {"roll": [*roll], "entries": [{"player": 0, "points": 7}], "bests": [12]} for roll in ROLLS
    ]
    change(page, "play.game", {"rounds": earlier[1:]})
    old = {
        "at": "2026-01-02T03:04:05.000Z", "game": "play", "card": MEADOW, "tiles": "", "name": "",
        "points": 30, "best": None, "day": "",
    }  # fmt: skip
    page.evaluate("async (all) => (await import('/store.js')).store.set('records', all)", [old])
    tap(page, "b1 a2 b2 c2 b3")
    page.get_by_role("button", name="Done").click()
    page.get_by_text("A new best on this card! It was 30.").wait_for()
    new = kept(page, "records")[1]
    assert datetime.fromisoformat(new["at"]) <= datetime.now(UTC)
    assert new == {**old, "at": new["at"], "points": 36, "best": 76}
    page.get_by_role("button", name="Link").click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_label("Link").input_value()
    assert len(link) <= 200
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    _, [said] = page.evaluate(CODEC, [[], [link.partition("#c=")[2]]])
    assert (said["card"], said["rolls"]) == (MEADOW, [[*roll] for roll in [*ROLLS[1:], ROLLS[0]]])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture").click()
    picture = Image.open(BytesIO(Path(saved.value.path()).read_bytes())).convert("RGB")
    assert picture.width == 2 * (640 + 48)
    assert len(picture.getcolors(maxcolors=2**24) or []) > 50
    _check_records(page, new, old)


def _file(*results: dict[str, Any]) -> str:
    return json.dumps({"format": "penta-records", "version": 1, "results": results})


def _check_records(page: "Page", new: dict[str, Any], old: dict[str, Any]) -> None:
    page.get_by_role("button", name="Records").click()
    dialog = page.get_by_role("dialog", name="Records")
    dialog.get_by_role("img", name="Last results: 30, 36").wait_for()
    assert dialog.locator("option").all_inner_texts() == ["Penta-Rush, meadow: 36"]
    assert dialog.locator(".figures dd").all_inner_texts() == ["36", "33.0", "2"]
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Save as file").click()
    content = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert content == {"format": "penta-records", "version": 1, "results": [old, new]}
    other = {**old, "at": "2026-02-03T00:00:00Z", "points": 31, "more": 1}
    files = [
        ("x", "r.json: not a file of records"),
        (json.dumps({**content, "version": 2}), "r.json: records of a newer version of penta"),
        (_file(old, {**old, "points": -1}), "r.json: result 2 is damaged"),
        (_file(old, other), "1 new result"),
        (_file(old, other), "0 new results"),
    ]
    for text, said in files:
        file: Any = {"name": "r.json", "mimeType": "application/json", "buffer": text.encode()}
        dialog.locator("input[type=file]").set_input_files([file])
        dialog.get_by_text(said, exact=True).wait_for()
    assert [one["points"] for one in kept(page, "records")] == [30, 31, 36]
