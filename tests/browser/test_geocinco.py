"""The screens of Geocinco: a turn with taps and with keys, a contest, undo, a record in and out."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.games import kept, overflow, wait_until
from tests.browser.scenes import keep_evening
from tests.solver.web.test_languages import LANGUAGES
from tests.support import cases, slow

expect = pytest.importorskip("playwright.sync_api").expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from solver.files.texts import Language
    from tests.browser.conftest import OpenPage

DATA = Path(__file__).parents[2] / "data/geocinco/records"


@pytest.fixture
def page(open_page: "OpenPage") -> "Page":
    """The screen Board on a phone."""
    return open_page(screen="geocinco")


def _tap(page: "Page", label: str) -> None:
    """Tap the place of this label where a finger would."""
    box = page.get_by_role("button", name=label, exact=True).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _wait(page: "Page", headline: str, subline: str) -> None:
    status = page.locator("#screen-geocinco .status")
    expect(status).to_have_text(f"{headline}{subline}")


def test_a_turn_is_thrown_laid_with_keys_and_taken_back(page: "Page") -> None:
    page.get_by_label("Blue", exact=True).select_option("person")
    page.get_by_role("button", name="Start the game").click()
    _wait(page, "Red", "Turn 1")
    page.get_by_role("button", name="Throw the dice").click()
    count = 2 + kept_throw(page).endswith("+")
    _wait(page, "Red", f"Lay {count} tokens.")
    first, second = page.locator(".place").nth(0), page.locator(".place").nth(1)
    expect(first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(second).to_be_focused()
    slot = str(second.get_attribute("aria-label")).split(",")[0]
    page.keyboard.press("Enter")
    _wait(page, "Red", f"Lay {count - 1} token{'s' * (count > 2)}.")
    assert kept(page, "geocinco.game")["game"]["play"]["pending"]["moves"] == [slot]
    expect(page.locator("#screen-geocinco .message")).to_have_text(f"Red lays a token on {slot}.")
    page.get_by_role("button", name="Undo").click()
    _wait(page, "Red", f"Lay {count} tokens.")
    expect(page.locator(".token")).to_have_count(0)
    assert page.get_by_role("button", name="Undo").is_disabled()


def kept_throw(page: "Page") -> str:
    """Return the faces of the dice that lie there."""
    faces = page.locator("#screen-geocinco .geo-face").all_inner_texts()
    return "".join(faces).translate({ord("★"): "*", 0xFF0B: "+"})


def test_a_contest_is_explained_and_the_program_plays_on(page: "Page") -> None:
    keep_evening(page)
    _wait(page, "Red", "Lay 2 tokens.")
    expect(page.locator(".place.is-contest")).to_have_count(2)
    page.get_by_role("button", name="Hint").click()
    message = page.locator("#screen-geocinco .message")
    expect(message).to_contain_text("Contest D4r5: D4r has 3 of 5 sides")
    expect(message).to_contain_text("About 18.8 tokens are then missing to win, now 21.3.")
    page.get_by_role("button", name="Whole board").click()
    _tap(page, "D4r5, a token of Blue to contest")
    expect(message).to_have_text("Too close to tell: tap again.")
    _tap(page, "D4r5, a token of Blue to contest")
    expect(message).to_contain_text("Red contests D4r5 and throws ")
    moves = kept(page, "geocinco.game")["game"]["play"]["pending"]["moves"]
    assert moves[0]["contest"] == "D4r5"


def test_a_tap_beside_the_places_is_answered(page: "Page") -> None:
    keep_evening(page)
    page.locator(".place").first.wait_for()
    page.get_by_role("button", name="Whole board").click()
    box = page.locator("#screen-geocinco .geo-board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 50, box["y"] + 50)
    told = "Nothing goes there: only where it is lit."
    expect(page.locator("#screen-geocinco .message")).to_have_text(told)
    expect(page.locator("#live")).to_have_text(told)


@cases("language", "de", slow("en"), slow("fr"))
def test_the_letters_of_the_colours_are_told(language: "Language", open_page: "OpenPage") -> None:
    page = open_page(screen="geocinco", language=language)
    colours = LANGUAGES[language]["geocinco"]["colours"]
    letters = ", ".join(f"{colour[0]} {name}" for colour, name in colours.items())
    hint = page.get_by_text(f"{letters}.")
    expect(hint.filter(visible=True)).to_have_count(1)
    keep_evening(page)
    page.locator(".geo-standing").wait_for()
    expect(hint.filter(visible=True)).to_have_count(1)
    page.evaluate("location.hash = 'geocinco-review'")
    page.locator("#screen-geocinco-review .token").first.wait_for()
    expect(hint.filter(visible=True)).to_have_count(1)


@pytest.mark.slow
def test_the_picture_in_the_rules_is_watched_only_as_long_as_it_is_there(page: "Page") -> None:
    page.evaluate(
        """() => {
            window.watched = 0;
            const { observe, disconnect } = ResizeObserver.prototype;
            Object.assign(ResizeObserver.prototype, {
                observe(...all) { watched += 1; observe.apply(this, all); },
                disconnect() { watched -= 1; disconnect.apply(this); },
            });
        }"""
    )
    page.locator("#rules button").click()
    page.locator(".rules .geo-board[viewBox]").wait_for()
    assert page.evaluate("watched") == 1
    page.keyboard.press("Escape")
    wait_until(page, "watched === 0")


def test_start_is_always_seen_and_then_the_board(open_page: "OpenPage") -> None:
    page = open_page(screen="geocinco", width=320)
    start, board = page.get_by_role("button", name="Start the game"), page.locator(".geo-stage")
    expect(start).to_be_in_viewport(ratio=1)
    page.locator("#geo-tokens").focus()
    for _ in range(3):  # texts, results, and then what stands below the choices
        page.keyboard.press("Tab")
    expect(start).to_be_focused()
    expect(start).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 9999)")
    expect(start).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") > 0
    start.click()
    _wait(page, "Red", "Turn 1")
    expect(board).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Throw the dice")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("dialog").get_by_role("button", name="New game").click()
    expect(start).to_be_in_viewport(ratio=1)


def test_what_happened_tells_of_each_turn_how_it_fell_and_what_came_of_it(page: "Page") -> None:
    keep_evening(page)
    happened = page.locator("#screen-geocinco .geo-history .list-item")
    expect(happened).to_have_count(8)
    expect(happened.nth(0)).to_have_text("Blue throws 4D, then lays tokens on D4r5 and D4b1.")
    expect(happened.nth(1)).to_have_text(
        "Red throws 2B, then contests B2r5 and throws 2\u20131: the token of Blue goes, and Red "
        "lays one more. Red lays the extra token on C4y3. Red lays a token on B2g2."
    )
    expect(happened.nth(2)).to_contain_text("Blue throws ★B, then lays tokens on B3g3 and B3b2. To")
    expect(happened.nth(2)).to_contain_text("Blue lays a bridge from B3b2 to A4b2")
    happened.nth(0).click()
    expect(page.locator("#screen-geocinco .geo-board")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_the_throw_of_a_program_is_told_when_it_plays_and_no_throw_twice(page: "Page") -> None:
    page.get_by_label("Red", exact=True).select_option("strong")
    page.get_by_label("Blue", exact=True).select_option("person")
    page.get_by_role("button", name="Start the game").click()
    _wait(page, "Blue", "Turn 2")
    turn = re.compile(r"^Red throws ([1-5★][A-E+]), then lays tokens on [^.]+\.$")
    expect(page.locator("#screen-geocinco .message")).to_have_text(turn)
    expect(page.locator(".geo-history .list-item")).to_have_text(turn)


@pytest.mark.slow
def test_extra_tokens_after_a_turn_are_told_without_its_throw(page: "Page") -> None:
    told = page.evaluate(
        """async () => {
            const { turnsTold } = await import("/geocinco/sentences.js");
            const step = { turn: 1, throw: "*+", player: "red", towers: [], fallen: [] };
            const contest = { kind: "contest", slots: ["C3r2"], dice: ["12"], against: "blue",
                winner: "blue" };
            return turnsTold([
                { ...step, kind: "token", slots: ["A1r1"], towers: ["A1r"], gained: 1 },
                { ...step, kind: "token", slots: ["A1r2"] },
                { ...step, ...contest },
                { ...step, player: "blue", kind: "extra", slots: ["B1b1"] },
                { ...step, turn: 2, throw: "4A", kind: "lost", slots: [], count: 2 },
            ]);
        }"""
    )
    assert [turn["slots"] for turn in told] == [["A1r1", "A1r2", "C3r2"], ["B1b1"], []]
    red, *others = (turn["told"] for turn in told)
    assert red == (
        "Red throws ★+, then lays a token on A1r1. Tower A1r stands, is safe from contests, and "
        "brings a bridge. Red lays a token on A1r2. Red contests C3r2 and throws 1\u20132: Blue "
        "keeps it, and lays one more when the turn is over."
    )
    assert others == [
        "Blue lays the extra token on B1b1.",
        "Red throws 4A, then finds no place: 2 tokens are lost.",
    ]


@cases("width", 390, slow(320), slow(1280))
def test_coordinates_and_sides_are_legible_at_every_zoom(width: int, open_page: "OpenPage") -> None:
    page = open_page(screen="geocinco", width=width)
    keep_evening(page)
    page.locator(".place").first.wait_for()
    whole, nearer = (page.get_by_role("button", name=name) for name in ("Whole board", "Nearer"))
    whole.click()
    labels = _labels(page)
    assert labels.keys() >= {*"ABCDE12345"}
    assert not any(len(label) == 5 for label in labels)  # no numbers of sides
    assert width > 390 or len(labels) == 10
    page.locator("#screen-geocinco .die").first.click()  # to the coordinate that was thrown
    for _ in range(4):
        labels = _labels(page)
        board = page.locator(".geo-board").bounding_box()
        assert board is not None
        assert page.locator(".edges .is-thrown").all_text_contents() == ["C", "4"]
        for axis, sign in enumerate("C4"):
            at, size = labels[sign][axis], (board["width"], board["height"])[axis]
            assert 0 < at - (board["x"], board["y"])[axis] < size
            # In the hexagon of the coordinate, as its pentagons lie round its middle.
            names = [labels[f"C4{colour}"][axis] for colour in "rygb" if f"C4{colour}" in labels]
            assert min(names) - 40 < at < max(names) + 40
        assert "12345" in labels
        nearer.click()


def _labels(page: "Page") -> dict[str, tuple[float, float]]:
    """Return the middles of the labels that are seen on the board; none is too small to be read."""
    found = page.locator("#screen-geocinco .geo-board text").evaluate_all(
        """(all) => all.filter((one) => getComputedStyle(one).visibility === "visible"
                && getComputedStyle(one).display !== "none" && one.textContent !== "★")
            .map((one) => {
                const { x, y, width, height } = one.getBoundingClientRect();
                const { a } = one.getScreenCTM();
                const size = parseFloat(getComputedStyle(one).fontSize) * a;
                return [one.textContent, x + width / 2, y + height / 2, size];
            })"""
    )
    assert [label for label, *_, size in found if size < 9.9] == []
    return {label: (x, y) for label, x, y, _ in found}


@cases("language", "en", slow("de"), slow("fr"))
def test_the_rules_show_a_coordinate_a_tower_and_a_bridge(
    language: "Language", open_page: "OpenPage"
) -> None:
    page = open_page(screen="geocinco", width=320, language=language)
    page.locator("#rules button").click()
    label = LANGUAGES[language]["geocinco"]["figure"]
    figure = page.locator(".rules").get_by_role("img", name=label)
    figure.scroll_into_view_if_needed()
    drawn = {kind: figure.locator(f".{kind}").count() for kind in ("fill.token", "fill.bridge")}
    assert drawn == {"fill.token": 6, "fill.bridge": 1}
    assert figure.locator(".pentagon.is-thrown").count() == 4
    assert figure.locator(".edges .is-thrown").all_text_contents() == ["B", "4"]
    expect(figure.locator(".pentagon.is-tower")).to_be_in_viewport(ratio=1)
    expect(page.locator(".rules .button")).to_have_count(3)
    expect(page.locator(".rules .button:visible")).to_have_count(0)
    assert overflow(page) == []


@cases("language", "fr", slow("de"), slow("en"))
def test_programs_are_called_alike_in_all_games(language: str, open_page: "OpenPage") -> None:
    page = open_page(screen="geocinco", language=language)
    names = [page.locator("#geo-red option").all_inner_texts()]
    page.evaluate("location.hash = 'up'")
    page.locator("#up-white").wait_for()
    names.append(page.locator("#up-white option").all_inner_texts())
    nobody, *others = names[0]
    assert others == names[1]
    assert [name.split(",")[0] for name in others[1:]] == 3 * ["penta"]
    assert nobody not in others[0]  # as "personne", nobody, is in "une personne", a person


@pytest.mark.slow
def test_records_come_in_and_go_out(page: "Page") -> None:
    page.get_by_role("button", name="Text, file").click()
    dialog = page.get_by_role("dialog")
    field, use = dialog.get_by_role("textbox"), dialog.get_by_role("button", name="Use this text")
    field.fill((DATA / "slip.json").read_text("utf-8"))
    use.click()
    expect(dialog.get_by_role("alert")).to_contain_text("Turn 13: not a place for this throw")
    duel = json.loads((DATA / "duel.json").read_text("utf-8"))
    field.fill(json.dumps(duel))
    use.click()
    review = page.locator("#screen-geocinco-review")
    expect(review.get_by_role("heading")).to_have_text("Turn 27: Red throws 5A")
    expect(review).to_contain_text("Red wins: five towers in one network.")
    tokens = review.locator(".fill.token").count()
    review.get_by_role("button", name="The turn before").click()
    expect(review.get_by_role("heading")).to_contain_text("Turn 26: Blue")
    assert review.locator(".fill.token").count() <= tokens
    review.get_by_role("button", name="Text, file").click()
    assert json.loads(page.get_by_role("dialog").get_by_role("textbox").input_value()) == duel


@pytest.mark.slow
def test_a_record_that_is_taken_in_review_is_shown_there(open_page: "OpenPage") -> None:
    page = open_page(screen="geocinco-review")
    heading = page.locator("#screen-geocinco-review .geo-told h2")
    for name, turn in (("duel", "Turn 27: "), ("four", "Turn 81: "), ("duel", "Turn 27: ")):
        page.get_by_role("button", name="Text, file").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox").fill((DATA / f"{name}.json").read_text("utf-8"))
        dialog.get_by_role("button", name="Use this text").click()
        dialog.wait_for(state="detached")
        expect(heading).to_contain_text(turn)
