"""The screen Roll: dice tapped, typed and thrown, the best packing and the next ones."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.games import keep_card, kept
from tests.support import cases

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

HUGE = f"20x20:{'AABBCCABCBCA' * 33}AABC"  # whose packings take seconds to count


def test_a_roll_is_typed_and_its_packings_are_looked_at_one_by_one(open_page: "OpenPage") -> None:
    page = open_page(screen="roll", width=1280)
    keep_card(page)
    page.get_by_role("button", name="Die 1").focus()
    page.keyboard.type("dcbaa")
    live = page.locator("#live", has_text="Best packing: 14 points. T 3, W 4, X 4, Z 3.")
    live.wait_for(state="attached")
    page.locator(".packings li").nth(1).wait_for()
    page.get_by_role("button", name="The next best packing").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator("#live", has_text="Packing 3: 13 points").wait_for(state="attached")
    assert page.locator(".score strong").inner_text() == "13"
    page.get_by_label("Fifth round").check()
    assert page.locator(".score").inner_text().split("\n") == ["26 points", "13, doubled"]
    assert kept(page, "roll") == {"dice": [*"DCBAA"], "fifth": True}
    page.reload()
    page.locator(".score strong", has_text="28").wait_for()


def test_letters_are_typed_at_once_and_the_points_are_seen_on_a_small_phone(
    open_page: "OpenPage",
) -> None:
    page = open_page(screen="roll", width=320)
    keep_card(page)
    assert page.locator("#screen-roll .swatch .letter:visible").all_inner_texts() == [*"ABCDEF"]
    page.keyboard.type("dcbaa")  # nothing has the focus
    points = page.locator("#screen-roll .worth strong", has_text="14")
    points.wait_for()
    box = points.bounding_box()
    assert box is not None
    assert 0 < box["y"] < box["y"] + box["height"] <= 568 - 58  # above the bar of screens
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type("e")  # another roll
    assert kept(page, "roll")["dice"] == ["E", None, None, None, None]


@pytest.mark.slow
def test_the_symbols_of_the_dice_are_chosen_from_the_keyboard(open_page: "OpenPage") -> None:
    page = open_page(screen="roll")
    keep_card(page)
    page.locator("#screen-roll .swatch").first.focus()
    for key in ("Enter", "Enter", "Tab", "Enter", "Tab", "Enter", "Tab", "Enter"):
        page.keyboard.press(key)
    page.locator("#screen-roll .score strong", has_text="14").wait_for()
    assert kept(page, "roll")["dice"] == [*"AABCD"]


@pytest.mark.slow
def test_three_alike_are_not_a_roll_and_are_thrown_again(open_page: "OpenPage") -> None:
    page = open_page(screen="roll")
    keep_card(page)
    page.get_by_role("button", name="Die 1").focus()
    page.keyboard.type("aaabc")
    page.get_by_text("Three alike: by the rules, all five are thrown again.").wait_for()
    page.evaluate(
        """() => {
            const numbers = [0, 0, 0, 1, 2, 0, 1, 2, 3, 4];
            crypto.getRandomValues = (array) => { array[0] = numbers.shift(); return array; };
        }"""
    )
    page.get_by_role("button", name="Throw", exact=True).click()
    page.get_by_text("Three alike: all five are thrown again.").wait_for()
    page.locator("#screen-roll .score").wait_for()
    assert kept(page, "roll")["dice"] == [*"ABCDE"]


def test_counting_is_cancelled_and_the_best_packing_stays(open_page: "OpenPage") -> None:
    page = open_page(screen="roll")
    keep_card(page, HUGE)
    page.get_by_role("button", name="Die 1").focus()
    page.keyboard.type("aabbc")
    score = page.locator("#screen-roll .score strong", has_text="18")
    score.wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled.").wait_for()
    assert score.is_visible()
    page.get_by_text("Not counted.").wait_for()


def _rolled_with_no_answer(open_page: "OpenPage") -> "Page":
    """Return the screen while a roll waits for its answer, which does not come."""
    page = open_page(screen="roll")
    keep_card(page)
    page.route("**/api/solve", lambda _: None)
    page.get_by_role("button", name="Die 1").focus()
    with page.expect_request("**/api/solve"):
        page.keyboard.type("aabbc")
    page.get_by_role("button", name="Cancel").wait_for()
    return page


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["a", "Backspace"])
def test_a_search_ended_by_a_new_die_is_not_cancelled(typed: str, open_page: "OpenPage") -> None:
    page = _rolled_with_no_answer(open_page)
    page.get_by_role("button", name="Die 3").focus()
    with page.expect_event("requestfailed"):
        page.keyboard.press(typed)
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # what failed is told of
    message = page.locator("#screen-roll .message")
    three = "Three alike: by the rules, all five are thrown again."
    assert message.text_content() == (three if typed == "a" else "")
    assert page.get_by_role("button", name="Cancel").is_hidden()


@pytest.mark.slow
def test_a_search_that_another_screen_ends_goes_on_when_one_is_back(open_page: "OpenPage") -> None:
    page = _rolled_with_no_answer(open_page)
    with page.expect_event("requestfailed"):
        page.evaluate("location.hash = 'card'")
    assert page.locator("#screen-roll .message").text_content() == ""
    with page.expect_request("**/api/solve"):
        page.evaluate("location.hash = 'roll'")


def _rolled_where_a_job_fails(open_page: "OpenPage", job: str) -> "Page":
    """Return the screen with a roll, where *job* takes too long."""
    page = open_page(screen="roll")
    keep_card(page)
    error = {"error": "ended after 20 s"}
    page.route(f"**/api/{job}", lambda route: route.fulfill(status=504, json=error))
    page.get_by_role("button", name="Die 1").focus()
    page.keyboard.type("dcbaa")
    return page


@pytest.mark.slow
def test_the_next_best_packings_are_there_even_if_counting_fails(open_page: "OpenPage") -> None:
    page = _rolled_where_a_job_fails(open_page, "solve")
    page.locator("#screen-roll").get_by_role("alert").get_by_text("ended after 20 s").wait_for()
    page.get_by_text("Not counted.").wait_for()
    assert page.locator(".packings li").count() == 60


@pytest.mark.slow
def test_counting_goes_on_if_the_next_best_packings_fail(open_page: "OpenPage") -> None:
    page = _rolled_where_a_job_fails(open_page, "packings")
    page.get_by_text("2,104 packings, one of them the best").wait_for()
    page.locator("#screen-roll").get_by_role("alert").get_by_text("ended after 20 s").wait_for()


@pytest.mark.slow
def test_all_packings_that_are_best_are_listed(open_page: "OpenPage") -> None:
    page = open_page(screen="roll")
    keep_card(page, f"7x7:{'ABCDABCCDABCDA' * 3}ABCDABC")
    page.get_by_role("button", name="Die 1").focus()
    page.keyboard.type("aabbc")
    page.get_by_text("328 packings, 140 of them the best").wait_for()
    lines = page.locator(".packings li", has_text="best")
    assert lines.count() == 140
    shown = "(lines) => lines.map((line) => line.querySelector('svg').outerHTML + line.innerText)"
    assert len({*lines.evaluate_all(shown)}) == 140  # many have the same shapes, elsewhere
    assert len({*lines.all_text_contents()}) == 140
    assert page.get_by_text("more of the best").is_hidden()


@pytest.mark.slow
@cases(
    "counts said",
    ({"packings": 9000, "optimal": 1712}, "and 1,212 more of the best"),
    (
        {"packings": None, "optimal": None, "packings_more_than": 9000},
        "and perhaps more of the best",
    ),
)
def test_more_best_packings_than_are_listed_are_told_of(
    counts: dict[str, int | None], said: str, open_page: "OpenPage"
) -> None:
    page = open_page(screen="roll")
    keep_card(page, HUGE)
    page.route("**/api/solve", lambda route: route.fulfill(json=counts))
    page.get_by_role("button", name="Die 1").focus()
    page.keyboard.type("aabbc")
    page.get_by_text(said, exact=True).wait_for()
    assert page.locator(".packings li", has_text="best").count() == 500


def test_a_card_that_is_not_painted_is_led_back_to(open_page: "OpenPage") -> None:
    page = open_page(screen="roll")
    page.get_by_text("100 cells still to paint.").wait_for()
    assert page.get_by_role("button", name="Throw", exact=True).is_disabled()
    page.get_by_role("button", name="Paint the card").click()
    page.locator("#screen-card").wait_for()
