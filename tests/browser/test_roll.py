"""The screen Roll: dice tapped, typed and thrown, the best packing and the next ones."""

from typing import TYPE_CHECKING

from tests.browser.cards import keep_card, kept

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage


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


def test_the_symbols_of_the_dice_are_chosen_from_the_keyboard(open_page: "OpenPage") -> None:
    page = open_page(screen="roll")
    keep_card(page)
    page.locator("#screen-roll .swatch").first.focus()
    for key in ("Enter", "Enter", "Tab", "Enter", "Tab", "Enter", "Tab", "Enter"):
        page.keyboard.press(key)
    page.locator("#screen-roll .score strong", has_text="14").wait_for()
    assert kept(page, "roll")["dice"] == [*"AABCD"]


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
    keep_card(page, "20x20:" + "AABBCCABCBCA" * 33 + "AABC")
    page.get_by_role("button", name="Die 1").focus()
    page.keyboard.type("aabbc")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled.").wait_for()
    assert page.locator("#screen-roll .score strong").inner_text() == "18"
    page.get_by_text("Not counted.").wait_for()


def test_a_card_that_is_not_painted_is_led_back_to(open_page: "OpenPage") -> None:
    page = open_page(screen="roll")
    page.get_by_text("100 cells are still to paint.").wait_for()
    assert page.get_by_role("button", name="Throw", exact=True).is_disabled()
    page.get_by_role("button", name="Paint the card").click()
    page.locator("#screen-card").wait_for()
