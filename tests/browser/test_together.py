"""The screen Together: phones at one table, each with what it keeps for itself."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import HEIGHTS, PATIENCE_MS, serving
from tests.browser.games import (
    MEADOW,
    card_id_of,
    hidden_rows,
    kept,
    overflow,
    record_tones,
    tall_labels,
    tap,
    texts,
    wait_until,
)
from tests.browser.heard_table import a_game_of, a_round, a_tie_of, hear
from tests.support import cases

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import OpenPage

Phone = Callable[..., "Page"]

# What the phone hears ends with `endStream(text)`, this text the last of it.
ENDED = """
    window.streams = 0;
    const ask = window.fetch;
    window.fetch = async (address, options) => {
        const answer = await ask(address, options);
        if (!String(address).endsWith("/events")) return answer;
        window.streams += 1;
        const reader = answer.body.getReader();
        return new Response(new ReadableStream({
            async start(controller) {
                window.endStream = (text) => {
                    if (text) controller.enqueue(new TextEncoder().encode(text));
                    controller.close();
                    reader.cancel();
                };
                for (;;) {
                    const { done, value } = await reader.read();
                    if (done) return;
                    controller.enqueue(value);
                }
            },
        }));
    };
"""
SHAPE = "b1 a2 b2 c2 b3"

# A whole game of the phone with others of these names; the phone turns the sand in each round.
PLAY = """async (names) => {
    const { code, token } = JSON.parse(localStorage.getItem("penta.together.seat"));
    const { send } = await import("/seat.js");
    const others = [];
    for (const name of names) others.push(await send(`${code}/join`, { name, paper: true }));
    const due = async (action, values, own) => {
        for (;;) {
            const answer = await send(`${code}/${action}`, values, own).catch(({ code }) => code);
            if (answer !== "too_late") return answer;
            await new Promise((resolve) => setTimeout(resolve, 50));  // the referee counts
        }
    };
    for (let round = 1; round <= 5; round += 1) {
        const values = { round, entry: { outlines: [] } };
        await due("throw", { round }, token);
        await due("turn", values, token);
        for (const other of others) await send(`${code}/enter`, values, other.token);
    }
}"""


@pytest.fixture
def phone(browser: "Browser", address: str) -> Iterator[Phone]:
    """Open the screen on a phone of its own, perhaps at the address of a table."""
    errors: list[str] = []
    contexts = []

    def opened(
        query: str = "", width: int = 390, *, locale: str = "en", at: str = address
    ) -> "Page":
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHTS[width]},
            reduced_motion="reduce",
            locale=locale,
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{at}{query}#together")
        page.locator("#screen-together:not([aria-busy])").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def hosted(page: "Page") -> str:
    """Let Ann open a table, and return its code."""
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Open the table", disabled=False).click()
    return page.locator(".table-code").inner_text()


def joined(page: "Page", name: str, *, on_paper: bool = False) -> None:
    page.get_by_label("Your name").fill(name)
    if on_paper:
        page.get_by_label("I draw on paper").first.check()
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text(re.compile("^Table [A-Z]{4}$")).wait_for()


def test_a_round_of_a_phone_and_a_paper_card(phone: Phone) -> None:
    ann = phone()
    code = hosted(ann)
    ben = phone(f"?table={code}", width=1280)
    assert "table=" not in ben.url
    joined(ben, "Ben", on_paper=True)
    assert ben.get_by_role("button", name="Throw the dice").count() == 0
    ann.get_by_role("button", name="Throw the dice").click()
    for page in (ann, ben):
        page.get_by_text("Round 1 of 5").wait_for()
    dice = [page.locator("#screen-together .dice").aria_snapshot() for page in (ann, ben)]
    assert dice[0] == dice[1]
    with ann.expect_response(lambda answer: "[1,6]" in (answer.request.post_data or "")):
        tap(ann, SHAPE, "f2 g2")
    ann.evaluate("localStorage.removeItem('penta.together.drawn')")
    ann.reload()  # the table has kept what was drawn
    ann.locator("#screen-together .shape").nth(1).wait_for()
    ben.get_by_text("Draw on your paper card").wait_for()
    assert ben.locator("#screen-together .shape").count() == 0
    ben.get_by_role("button", name="Turn the sand timer").click()
    ann.get_by_text("turned the sand: +1").wait_for()
    field = ben.get_by_role("textbox", name="The cells")
    for line in ("z9 b3", "a1 a1", "c1 c2 c3 c4 c5 c6 zz"):
        field.fill(f"{SHAPE}\n{line}")
        ben.get_by_role("button", name="Done").click()
        ben.get_by_text(f"“{line}” is not clear").wait_for()
        assert field.get_attribute("aria-invalid") == "true"
    field.fill(f"{SHAPE}\nj1 j2")
    assert ben.get_by_text("is not clear").count() == 0
    assert field.get_attribute("aria-invalid") is None
    assert ben.locator("#screen-together .shape").count() == 2
    for page in (ann, ben):
        page.get_by_role("button", name="Done").click()
    for page in (ann, ben):
        page.locator(".scores").wait_for()
        points, ours = texts(page, ".whose button")[:2]
        assert points.startswith("Ann ")
        assert ours.startswith("Ben ")
    assert "for the timer" in texts(ben, ".score")[0]
    assert [verdict[:1] for verdict in texts(ben, ".verdict")] == ["1", "2"]


@pytest.mark.slow
def test_who_draws_on_paper_types_as_soon_as_he_has_done(phone: Phone) -> None:
    ann = phone()
    code = hosted(ann)
    ben = phone(f"?table={code}")
    joined(ben, "Ben", on_paper=True)
    ann.get_by_role("button", name="Throw the dice").click()
    ann.get_by_role("button", name="Turn the sand timer").click()
    field = ben.get_by_role("textbox", name="The cells")
    ben.get_by_text("Draw on your paper card").wait_for()
    assert not field.is_visible()
    ben.get_by_role("button", name="Done").click()
    field.fill(SHAPE)
    ben.get_by_role("button", name="Done").click()
    for page in (ann, ben):
        page.locator(".scores").wait_for()


def finished(page: "Page", *others: str) -> None:
    """Let Ann play a game with *others* to its end."""
    hosted(page)
    page.evaluate(PLAY, others)
    page.locator(".is-first").wait_for()


def test_who_has_won_is_seen_first_and_the_game_kept_once(phone: Phone) -> None:
    page = phone(width=320)
    for heard in ("Ann wins with 23", ""):  # the second time the page is loaded again
        hear(page, a_game_of(3, 0, 7, 1, 12))
        assert page.locator("#live").inner_text() == heard
    assert texts(page, ".stage > :first-child h2") == ["Ann wins with 23"]
    assert hidden_rows(page, ".stage > :first-child h2, .scores tbody tr") == []
    assert texts(page, ".whose button")[:2] == ["Ann +12 sum 23", "Ben +0 sum 0"]
    (record,) = kept(page, "records")
    expected = {"game": "play", "card": MEADOW, "name": "Ann", "points": 23, "best": 45, "day": ""}
    assert expected.items() <= record.items()
    assert overflow(page) == []


@pytest.mark.slow
@cases(
    "heard",
    a_round(1),
    a_round(5),
    a_round(1, seconds=0),
    a_round(5, seconds=0, on_paper=True),
    ids=["first", "last", "untimed", "paper"],
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_to_be_done_is_seen_on_a_small_phone(
    heard: str, language: str, open_page: "OpenPage"
) -> None:
    page = open_page(width=320, language=language)
    page.route("**/draft", lambda route: route.fulfill(json={}))
    page.evaluate("history.replaceState(null, '', '#together')")
    hear(page, heard, ".dice")
    assert "" not in texts(page, ".status, .stage .hint")
    assert hidden_rows(page, ".status, .stage .hint, .bar > .button") == []
    assert tall_labels(page) == []
    assert overflow(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_tie_of_eight_players_is_seen_without_scrolling(
    language: str, open_page: "OpenPage"
) -> None:
    page = open_page(width=320, language=language)
    page.evaluate("history.replaceState(null, '', '#together')")
    hear(page, a_tie_of("Ann", "Benedikt", "Cem", "Dora", "Emil", "Femke", "Gil", "Hans-Peter"))
    assert texts(page, ".scores .is-first td:last-child") == ["50"] * 8
    assert hidden_rows(page, ".stage > :first-child h2, .scores tbody tr") == []
    assert overflow(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390])
def test_the_result_of_eight_players_is_seen_first(width: int, phone: Phone) -> None:
    page = phone(width=width)
    others = ("Ben", "Cem", "Dora", "Emil", "Femke", "Gil", "Hans")
    finished(page, *others)
    assert texts(page, ".stage > :first-child h2") == ["Ann wins with 5"]
    assert texts(page, ".scores td:last-child") == ["5", *7 * "0"]
    assert page.evaluate("scrollY") == 0
    assert hidden_rows(page, ".stage > :first-child h2, .scores tbody tr") == []
    assert overflow(page) == []
    (record,) = kept(page, "records")
    assert (record["name"], record["points"]) == ("Ann", 5)
    page.reload()
    page.get_by_role("button", name="Records").wait_for()
    assert kept(page, "records") == [record]


@pytest.mark.slow
def test_the_points_of_a_round_are_seen_without_scrolling(phone: Phone) -> None:
    page = phone(width=320)
    page.get_by_role("button", name="Off", exact=True).click()
    code = hosted(page)
    ben = phone(f"?table={code}", width=320)
    joined(ben, "Maximiliane Musterfr")
    for number in (1, 2):
        page.get_by_role("button", name="Throw the dice").click()
        for each in (page, ben):
            each.get_by_text(f"Round {number} of 5").wait_for()
            each.get_by_role("button", name="Done").click()
        for each in (page, ben):
            each.locator(".scores").wait_for()
            assert hidden_rows(each, ".whose button") == []
            assert len(texts(each, ".whose small")) == 2
            assert overflow(each) == []


@pytest.mark.slow
def test_a_finished_table_has_a_picture_and_a_link_to_the_same_game(phone: Phone) -> None:
    page = phone(width=320)
    finished(page, "Ben")
    rolls = page.evaluate(
        r"""async () => {
            const { code, token } = JSON.parse(localStorage.getItem("penta.together.seat"));
            const headers = { Authorization: `Bearer ${token}` };
            const { body } = await fetch(`/tables/${code}/events`, { headers });
            const reader = body.getReader(), decoder = new TextDecoder();
            let heard = "";
            while (!heard.includes("event: present")) {
                heard += decoder.decode((await reader.read()).value);
            }
            reader.cancel();
            const thrown = [...heard.matchAll(/event: thrown\ndata: (.*)/g)];
            return thrown.map(([, data]) => JSON.parse(data).roll);
        }"""
    )
    page.get_by_role("button", name="Play here").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Link").click()
    link = page.get_by_role("dialog").get_by_role("textbox", name="Link").input_value()
    assert len(link) <= 200
    assert overflow(page) == []
    friend = phone()
    friend.goto(link)
    friend.get_by_role("button", name="Take").click()
    given = kept(friend, "play.given")
    assert ["".join(roll) for roll in given["rolls"]] == rolls
    assert card_id_of(friend) == kept(page, "records")[0]["card"]


def test_the_screen_says_at_once_that_other_phones_do_not_reach_it(phone: Phone) -> None:
    page = phone(width=320)
    reach = page.get_by_role("status").filter(has_text="penta serve --lan")
    reach.get_by_text("On this computer it works").wait_for()
    assert page.locator("#screen-together .side > :first-child").inner_text() == reach.inner_text()
    page.get_by_role("button", name="Open the table", disabled=False).wait_for()
    assert overflow(page) == []


@pytest.mark.slow
def test_without_tables_the_screen_leads_to_a_game_on_one_phone(phone: Phone) -> None:
    with serving(has_tables=False) as address:
        page = phone(at=address, width=320, locale="de")
        page.get_by_text("nur, wenn penta so gestartet wurde").wait_for()
        assert not page.get_by_role("button", name="Mitspielen").is_visible()
        assert not page.get_by_role("button", name="Tisch eröffnen").is_visible()
        assert overflow(page) == []
        page.get_by_role("button", name="Spielen").click()
        page.locator("#screen-play:not([hidden])").wait_for()


@pytest.mark.slow
def test_an_error_is_said_in_the_language_of_the_page_or_as_the_server_says_it(
    phone: Phone,
) -> None:
    ann = phone()
    code = hosted(ann)
    page = phone(f"?table={code}", locale="de")
    page.get_by_label("Dein Name").fill("Ann")
    page.get_by_role("button", name="Mitspielen").click()
    page.get_by_text("So heißt hier schon jemand.").wait_for()
    said = {"error": "table: expected a moon", "code": "of_a_later_version"}
    page.route("**/join", lambda route: route.fulfill(status=400, json=said))
    page.get_by_role("button", name="Mitspielen").click()
    page.get_by_text("table: expected a moon").wait_for()


def played_alone(page: "Page", *, on_paper: bool = False) -> None:
    """Let Ann open a table without sand, and throw."""
    page.get_by_role("button", name="Off", exact=True).click()
    if on_paper:
        page.get_by_label("I draw on paper").first.check()
    hosted(page)
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_text("Round 1 of 5").wait_for()


def asked(page: "Page", action: str, values: dict[str, Any]) -> int:
    """Send *values* to the table as the phone would, and return the status of the answer."""
    status: int = page.evaluate(
        """async ([action, values]) => {
            const { code, token } = JSON.parse(localStorage.getItem("penta.together.seat"));
            const { send } = await import("/seat.js");
            return send(`${code}/${action}`, values, token).then(() => 200, ({ status }) => status);
        }""",
        [action, values],
    )
    return status


def test_cells_are_typed_letter_by_letter_though_they_touch_at_corners(phone: Phone) -> None:
    page = phone()
    played_alone(page, on_paper=True)
    typed = page.get_by_role("textbox", name="The cells")
    typed.press_sequentially(f"{SHAPE}\nj1 i2")
    assert page.locator("#screen-together .shape").count() == 2
    page.get_by_role("button", name="Done").click()
    page.locator(".scores").wait_for()
    assert [verdict[:1] for verdict in texts(page, ".verdict")] == ["1", "2"]
    assert "2 cells, not 5" in texts(page, ".verdict")[1]


@pytest.mark.slow
def test_an_empty_outline_is_not_shown(phone: Phone) -> None:
    page = phone()
    played_alone(page)
    entry = {"outlines": [[], [[0, 1], [1, 0]], []]}
    assert asked(page, "enter", {"round": 1, "entry": entry}) == 200
    page.locator(".scores").wait_for()
    (verdict,) = texts(page, ".verdict")
    assert "2 cells, not 5" in verdict
    assert (
        page.locator("#screen-together .shape").count()
        == 1 + page.locator(".beside .shape").count()
    )


@pytest.mark.slow
def test_what_could_not_be_judged_says_why(phone: Phone) -> None:
    page = phone()
    played_alone(page)
    assert asked(page, "enter", {"round": 1, "entry": {"outlines": [[["a", "b"]]]}}) == 200
    page.locator(".scores").wait_for()
    assert page.locator("#screen-together .side .message.error").count() == 1
    assert page.get_by_text("Nothing was outlined").count() == 0
    found = page.evaluate(
        """async () => {
            const { sessionOf } = await import("/penta_rush/together_game.js");
            const { makeResults } = await import("/penta_rush/play_results.js");
            const { cardOfAnswer, cardText } = await import("/penta_rush/card_model.js");
            const [sample] = await (await fetch("/api/cards", { method: "POST", body: "{}",
                headers: { "Content-Type": "application/json" } })).json();
            const card = cardText(cardOfAnswer(sample));
            const entries = [{ player: 0, entry: {}, timer: false, judged: { error: "no judge" } }];
            const results = makeResults(() => {});
            document.body.append(results.beside);
            const round = { roll: "AABCD", entries, best: [{ error: "no packing" }] };
            const seats = [{ name: "Ann", card }];
            results.show(sessionOf({ card, seats, players: [0], total: null, results: [round] }));
            results.beside.remove();
            return results.panels.map((panel) => panel.textContent);
        }"""
    )
    assert "no judge" in found[0]
    assert "no packing" in found[1]


@pytest.mark.slow
def test_drafts_have_growing_numbers(phone: Phone) -> None:
    page = phone()
    played_alone(page)
    numbers = []
    for cell in ("a1", "c1", "e1"):
        with page.expect_request("**/draft") as drafted:
            tap(page, cell)
        numbers.append((drafted.value.post_data_json or {})["number"])
        page.clock.set_system_time(0)  # a clock that was wrong
        page.reload()
        page.get_by_text("Round 1 of 5").wait_for()
    assert numbers == sorted({*numbers})


def test_a_phone_that_was_away_is_where_the_others_are(phone: Phone) -> None:
    ann = phone()
    ben = phone(f"?table={hosted(ann)}")
    joined(ben, "Ben")
    ben.goto("about:blank")  # as if the phone slept
    ann.get_by_text("away").wait_for()
    ann.get_by_role("button", name="Throw the dice").click()
    ann.get_by_text("Round 1 of 5").wait_for()
    ben.go_back()
    ben.get_by_text("Round 1 of 5").wait_for()
    ann.get_by_text("outlining").nth(1).wait_for()
    tap(ben, SHAPE)
    ben.locator("#screen-together .shape").wait_for()


@pytest.mark.slow
def test_who_taps_twice_sits_at_one_table(phone: Phone) -> None:
    page = phone()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Your name").fill("Ann")
    opening = page.get_by_role("button", name="Open the table", disabled=False)
    opening.evaluate("(button) => { button.click(); button.click(); }")
    page.get_by_text(re.compile("^Table [A-Z]{4}$")).wait_for()
    assert len([url for url in asked if url.endswith("/tables/new")]) == 1
    page.route("**/events", lambda _: None)  # the seat is kept, and not reached yet
    page.reload()
    page.locator("#screen-together:not([aria-busy])").wait_for()
    for name in ("Open the table", "Join"):
        page.get_by_role("button", name=name, exact=True, disabled=True).wait_for()


@pytest.mark.slow
def test_a_phone_listens_on_after_an_error_of_the_page(phone: Phone) -> None:
    ann = phone()
    ben = phone(f"?table={hosted(ann)}")
    joined(ben, "Ben")
    reported: list[str] = []
    ben.on("console", lambda message: reported.append(message.text))
    ben.evaluate(
        """() => {
            const { classList } = document.getElementById("screen-together");
            window.mend = () => delete classList.toggle;
            window.failures = 0;
            classList.toggle = (...given) => {
                const isHeard = new Error().stack.includes("/seat.js"); // and no tap or timer
                if (!isHeard) return DOMTokenList.prototype.toggle.apply(classList, given);
                failures += 1;
                throw new Error("not shown");
            };
        }"""
    )
    ann.get_by_role("button", name="Throw the dice").click()
    wait_until(ben, "failures > 0")
    ben.evaluate("mend()")
    ann.get_by_role("button", name="Done").click()
    ben.get_by_text("Round 1 of 5").wait_for()
    ben.locator(".seats").get_by_text("done", exact=True).wait_for()
    assert any("not shown" in text for text in reported)


@pytest.mark.slow
def test_a_stream_that_ends_as_planned_is_no_news(phone: Phone) -> None:
    page = phone()
    hosted(page)
    page.add_init_script(ENDED)
    page.reload()
    page.get_by_text(re.compile("^Table [A-Z]{4}$")).wait_for()
    page.evaluate(
        """() => {
            window.said = [];
            const message = document.querySelector("#screen-together .message");
            const note = () => said.push(message.textContent);
            new MutationObserver(note).observe(message, { childList: true, attributes: true });
            endStream("");
        }"""
    )
    wait_until(page, "streams === 2")
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_text("Round 1 of 5").wait_for()
    assert {*page.evaluate("said")} <= {""}


@pytest.mark.slow
def test_a_seat_that_is_open_elsewhere_is_taken_back(phone: Phone) -> None:
    page = phone()
    hosted(page)
    page.add_init_script(ENDED)
    page.reload()
    page.get_by_text(re.compile("^Table [A-Z]{4}$")).wait_for()
    page.evaluate(r"endStream('event: elsewhere\ndata: {}\n\n')")
    page.get_by_text("Your seat is open in another tab.").wait_for()
    assert not page.get_by_role("button", name="Open the table").is_visible()
    page.wait_for_timeout(500)  # in which it does not listen again
    assert page.evaluate("streams") == 1
    page.get_by_role("button", name="Play here").click()
    page.get_by_text(re.compile("^Table [A-Z]{4}$")).wait_for()
    assert page.get_by_text("Your seat is open in another tab.").is_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 0])
def test_the_buzzer_sounds_once_unless_the_sound_is_off(times: int, phone: Phone) -> None:
    page = phone()
    page.evaluate(
        """(isOn) => {
            const door = { seconds: 2, begins: "throw", paper: "yes" };
            localStorage.setItem("penta.together.door", JSON.stringify(door));
            localStorage.setItem("penta.sound", JSON.stringify(isOn));
        }""",
        times > 0,
    )
    page.reload()
    record_tones(page)
    hosted(page)
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_text("Stop! The sand has run out.").wait_for()
    page.get_by_role("textbox", name="The cells").press_sequentially(SHAPE)
    page.wait_for_timeout(300)  # for another bell, if there were one
    assert [tone for tone in page.evaluate("tones") if tone != 1200] == [196] * times


@pytest.mark.slow
def test_what_cannot_be_joined_is_said(phone: Phone) -> None:
    page = phone("?table=BCDF")
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text("There is no table with this code.").wait_for()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Code of the table").fill("")
    other = phone()
    code = hosted(other)
    page.get_by_label("Code of the table").fill(code.lower())
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text("Somebody at this table has that name already.").wait_for()
    for number in range(7):
        values = {"name": f"Guest {number}", "card": "", "paper": False}
        assert asked(other, "join", values) == 200
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text("All seats at this table are taken.").wait_for()
    assert asked(other, "leave", {}) == 200
    third = phone()
    code = hosted(third)
    third.get_by_role("button", name="Throw the dice").click()
    third.get_by_text("Round 1 of 5").wait_for()
    page.get_by_label("Code of the table").fill(code)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_text("They are already playing. You can join the next game.").wait_for()
