"""Records of finished games, links to a card and its rolls, and the rolls of the day."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

import penta
from solver.geocinco.board import Board
from solver.geocinco.play.session import Session, Settings
from solver.geocinco.strategy.program import PROGRAMS
from tests.browser.games import MEADOW, card_id_of, change, game_screen, kept, paste, start, tap

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

DATA = Path(__file__).parents[2] / "data"
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
    timed = {**earlier[1], "entries": [{"player": 0, "points": 13, "timer": True}]}
    change(page, "play.game", {"rounds": [timed, *earlier[2:]]})
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
    assert new == {**old, "at": new["at"], "points": 42, "best": 77}  # one of each for the timer
    page.get_by_role("button", name="Link").click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_label("Link").input_value()
    assert len(link) <= 200
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    _, [said] = page.evaluate(CODEC, [[], [link.partition("#c=")[2]]])
    assert (said["card"], said["rolls"]) == (MEADOW, [[*roll] for roll in [*ROLLS[1:], ROLLS[0]]])
    page.evaluate(
        """() => new MutationObserver((changes) => {
            const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
            const picture = added.find(({ className }) => className === "picture");
            if (picture) window.pictured = [...picture.querySelectorAll(".points")]
                .map((one) => one.textContent);
        }).observe(document.body, { childList: true })"""
    )
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture").click()
    assert page.evaluate("pictured") == ["13 of 13", *3 * ["7 of 12"], "8 of 28"]
    picture = Image.open(BytesIO(Path(saved.value.path()).read_bytes())).convert("RGB")
    assert picture.width == 2 * (640 + 48)
    assert len(picture.getcolors(maxcolors=2**24) or []) > 50
    _check_records(page, new, old)


def _file(*results: dict[str, Any]) -> str:
    return json.dumps({"format": "penta-records", "version": 1, "results": results})


def _check_records(page: "Page", new: dict[str, Any], old: dict[str, Any]) -> None:
    page.get_by_role("button", name="Records").click()
    dialog = page.get_by_role("dialog", name="Records")
    dialog.get_by_role("img", name="Last results: 30, 42").wait_for()
    assert dialog.locator("option").all_inner_texts() == ["Penta-Rush, meadow: 42"]
    assert dialog.locator(".figures dd").all_inner_texts() == ["42", "36.0", "2"]
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
    assert [one["points"] for one in kept(page, "records")] == [30, 31, 42]


@pytest.mark.slow
def test_one_game_has_no_mean_and_a_card_of_ones_own_is_called_so(open_page: "OpenPage") -> None:
    page = open_page(screen="play", language="fr")
    one = {
        "at": "2026-01-02T03:04:05.000Z", "game": "play", "card": "2x3:ABCABC", "tiles": "",
        "name": "", "points": 4, "best": None, "day": "",
    }  # fmt: skip
    _keep(page, "records", [one])
    page.get_by_role("button", name="Records").click()
    dialog = page.get_by_role("dialog", name="Records")
    dialog.locator(".figures dd").first.wait_for()
    assert dialog.locator(".figures > div").all_inner_texts() == ["record\n4", "partie\n1"]
    assert dialog.locator("option").all_inner_texts() == [
        "Penta-Rush, carte 2 \N{MULTIPLICATION SIGN} 3\N{NO-BREAK SPACE}: 4"
    ]
    files: Any = [{"name": "r.json", "mimeType": "application/json", "buffer": b"x"}]
    dialog.locator("input[type=file]").set_input_files(files)
    message = dialog.locator(".message.error:visible")
    why = "ce n\N{RIGHT SINGLE QUOTATION MARK}est pas un fichier de records"
    assert message.text_content() == f"r.json\N{NO-BREAK SPACE}: {why}"
    two = {**one, "at": "2026-01-03T00:00:00.000Z", "points": 5}
    _keep(page, "records", [one, two])
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.get_by_role("button", name="Records").click()
    dialog.locator(".figures dd").first.wait_for()
    shown = ["record\n5", "moyenne (2)\n4,5", "parties\n2"]
    assert dialog.locator(".figures > div").all_inner_texts() == shown


def _keep(page: "Page", key: str, value: Any) -> None:
    """Keep *value* in the browser, as if it had been played so far."""
    page.evaluate(
        "async ([key, value]) => (await import('/store.js')).store.set(key, value)", [key, value]
    )


def _results(page: "Page") -> list[tuple[str, str, int]]:
    """Return the game, whom or what it was played against, and the points of each result."""
    results = kept(page, "records") or []
    return [(one["game"], one.get("against", ""), one["points"]) for one in results]


def _status(page: "Page", line: str) -> None:
    """Wait until *line* stands below the board."""
    page.locator(".status:visible small", has_text=re.compile(f"^{re.escape(line)}$")).wait_for()


@pytest.mark.slow
def test_a_game_has_one_result_whatever_is_undone_or_loaded_again(open_page: "OpenPage") -> None:
    page = open_page(screen="knaster")
    began = "2026-01-02T03:04:05.000Z"
    turns = json.loads((DATA / "knaster/records/alone.json").read_text("utf-8"))["turns"]
    _keep(page, "knaster.game", {"turns": turns[:-1], "at": began})
    for face in (3, 4):  # the last roll, 7
        page.locator(".face").nth(face - 1).click()
    page.get_by_role("button", name="circle b3").click()
    _status(page, "84 points: very good")
    page.reload()
    _status(page, "84 points: very good")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Pass", exact=True).click()
    _status(page, "75 points: good")
    assert _results(page) == [("knaster", "", 84)]
    assert kept(page, "records")[0]["at"] == began

    _keep(page, "knaster.game", {"turns": turns, "isOver": True, "at": "2026-01-03T00:00:00.000Z"})
    page.get_by_text("Your best so far: 84").wait_for()
    page.get_by_role("button", name="New game").first.click()
    for face in (3, 4):
        page.locator(".face").nth(face - 1).click()
    page.locator(".advice .list-item").first.click()
    assert datetime.fromisoformat(kept(page, "knaster.game")["at"]) <= datetime.now(UTC)
    page.get_by_role("button", name="Records").click()
    dialog = page.get_by_role("dialog", name="Records")
    dialog.get_by_role("img", name="Last results: 84, 84").wait_for()
    assert dialog.locator("option").all_inner_texts() == ["Knaster: 84"]


@pytest.mark.slow
def test_a_sheet_or_a_record_that_was_taken_is_no_result(open_page: "OpenPage") -> None:
    page = open_page(screen="knaster")
    for name in ("sheets/tim.txt", "records/alone.json"):
        paste(page, (DATA / "knaster" / name).read_text("utf-8"))
        page.get_by_text("The text is taken").wait_for()
        if name.startswith("sheets"):
            for face in (1, 1):
                page.locator(".face").nth(face - 1).click()
            page.get_by_role("button", name="Pass").first.click()
        page.get_by_text("The game is over").first.wait_for()
    _status(page, "84 points: very good")
    page.evaluate("location.hash = 'up'")
    page.locator("#screen-up:not([aria-busy])").wait_for()
    paste(page, (DATA / "records/duel.json").read_text("utf-8"))
    _status(page, "All tiles are laid")
    page.get_by_label("Black", exact=True).select_option("strong")
    _status(page, "All tiles are laid")
    assert _results(page) == []


@pytest.mark.slow
def test_wins_against_each_level_of_pent_up_are_counted(open_page: "OpenPage") -> None:
    page = open_page(screen="up")
    moves = json.loads((DATA / "records/duel.json").read_text("utf-8"))["moves"]  # 1:0 on level 6
    games = [
        ("person", "medium", "2026-01-01"),
        ("strong", "person", "2026-01-02"),
        ("strong", "person", "2026-01-03"),
        ("medium", "person", "2026-01-04"),
        ("person", "person", "2026-01-05"),
        ("easy", "medium", "2026-01-06"),
    ]
    for white, black, day in games:
        game = {"moves": moves, "white": white, "black": black, "seed": 1}
        _keep(page, "up.game", {**game, "lowest": False, "at": f"{day}T00:00:00.000Z"})
    against = [("medium", 1), ("strong", -1), ("strong", -1), ("medium", -1)]
    assert _results(page) == [("up", *one) for one in against]
    game = {"moves": moves, "white": "person", "black": "medium", "lowest": True, "seed": 1}
    _keep(page, "up.game", {**game, "at": "2026-01-07T00:00:00.000Z"})
    assert _results(page)[-1][:2] == ("up", "medium lowest")
    _keep(page, "up.game", {**game, "lowest": False, "at": "2026-01-08T00:00:00.000Z"})
    _status(page, "Your best so far: +1")
    all_kept = kept(page, "records")
    _keep(page, "records", all_kept[:-1])
    page.get_by_role("button", name="Look back").first.click()
    page.get_by_role("button", name="Back to the game").click()
    assert kept(page, "records") == all_kept[:-1]  # what is drawn again keeps nothing
    _keep(page, "records", all_kept)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Look back").click()
    page.reload()
    page.get_by_role("button", name="Records").click()
    dialog = page.get_by_role("dialog", name="Records")
    assert dialog.locator("option").all_inner_texts() == [
        "Pent-Up, medium: +1",
        "Pent-Up, medium, lowest level: -1",
        "Pent-Up, strong: -1",
    ]
    assert dialog.locator(".figures dd").all_inner_texts() == ["+1", "2", "3"]
    dialog.get_by_role("img", name="Last results: +1, -1, +1").wait_for()


@pytest.mark.slow
def test_a_puzzle_of_pent_up_shows_the_own_best_beside_the_best_known(
    open_page: "OpenPage",
) -> None:
    page = open_page(screen="up-puzzles")
    side = page.locator("#screen-up-puzzles .side:visible")
    side.get_by_text("Level 10, in 21 moves.").wait_for()
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("Move 21 of 21").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    assert _results(page) == []
    climb = kept(page, "up.climb")["moves"]
    for day, count in (("2026-01-01", 12), ("2026-01-01", 4), ("2026-01-02", 8)):
        began = {"moves": climb[:count], "at": f"{day}T00:00:00.000Z"}
        change(page, "up.climb", began)
    heights = [max(move["level"] for move in climb[:count]) for count in (12, 8)]
    assert _results(page) == [("climb", "", height) for height in heights]
    side.get_by_text(f"Your best so far: {heights[0]}").wait_for()

    page.get_by_role("button", name="Surround").click()
    page.get_by_label("The tile in the middle").select_option("I")
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("3 white, 5 black", exact=True).wait_for()
    assert len(_results(page)) == 2
    change(page, "up.surround", {"at": "2026-01-03T00:00:00.000Z"})
    page.reload()
    page.get_by_text("3 white, 5 black", exact=True).wait_for()
    assert _results(page)[2:] == [("surround", "I", 8)]


def _finished(level: str, mine: str, seed: int) -> dict[str, Any]:
    """Return a finished game of Geocinco: red plays like the program *mine*, blue is *level*."""
    settings = Settings(Board.named("whole"), ("red", "blue"), 2, {"blue": level}, seed)
    session = Session.start(settings)
    while not session.is_over:
        program = PROGRAMS[mine if session.player == "red" else level]
        session = session.with_step(session.choice(program))
    return {**session.to_json(), "play": {"programs": {"blue": "random"}, "seed": seed}}


@pytest.mark.slow
def test_geocinco_keeps_the_turns_of_a_win_and_all_games_go_into_one_file(
    open_page: "OpenPage",
) -> None:
    page = open_page(screen="geocinco")
    won, lost = _finished("random", "greedy", 3), _finished("greedy", "random", 3)
    other = _finished("random", "greedy", 5)
    first, last = len(won["turns"]), len(other["turns"])
    best = min(first, last)
    for number, game in enumerate([lost, won, other]):
        at = f"2026-01-0{number + 1}T00:00:00.000Z"
        _keep(page, "geocinco.game", {"game": game, "thrown": len(game["turns"]), "at": at})
        end = f"Turn {len(game['turns'])}"
        beaten = "Your best so far: " if best == first else "Your new best! It was "
        said = f"{beaten}{first}{'.' * (best != first)}"
        _status(page, end if number < 2 else f"{end} · {said}")
    points = [0, first, last]
    assert _results(page) == [("geocinco", "random", one) for one in points]
    page.get_by_role("button", name="Records").click()
    dialog = page.get_by_role("dialog", name="Records")
    dialog.get_by_role("img", name=f"Last results: \u2013, {first}, {last}").wait_for()
    assert dialog.locator(".figures dd").all_inner_texts() == [str(best), "2", "3"]

    earlier: dict[str, Any] = {
        "at": "2025-01-01T00:00:00.000Z", "card": "", "tiles": "", "name": "", "best": None,
        "day": "",
    }  # fmt: skip
    others = [
        {**earlier, "game": "knaster", "points": 61},
        {**earlier, "game": "up", "points": -2, "against": "strong lowest"},
        {**earlier, "game": "surround", "points": 9, "against": "X"},
    ]
    wrong = [
        {**others[0], "points": -1},
        {**others[1], "against": "weak"},
        {**others[2], "against": ["X"]},
        {**others[0], "game": "chess"},
        {**others[0], "game": "play"},
    ]
    files = [(_file(others[0], one), "r.json: result 2 is damaged") for one in wrong]
    for text, said in [*files, (_file(*others), "3 new results"), (_file(*others), "0 new")]:
        file: Any = {"name": "r.json", "mimeType": "application/json", "buffer": text.encode()}
        dialog.locator("input[type=file]").set_input_files([file])
        dialog.get_by_text(said).wait_for()
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Save as file").click()
    content = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert content["results"][:3] == others
    assert len(content["results"]) == 6
