"""What each screen looks like in use: the states that are looked at, measured and pictured.

A scene takes a page on the screen Card to the state that it is named after.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.cards import keep_card

if TYPE_CHECKING:
    from playwright.sync_api import Page

_PHOTO = Path(__file__).parents[2] / "data/photos/meadow.jpg"


def card(page: "Page") -> None:
    """A card that is nearly painted."""
    keep_card(page)
    cells = page.locator("#screen-card .cell")
    for index in (97, 98, 99):
        cells.nth(index).focus()
        page.keyboard.press("Delete")
    page.get_by_text("3 cells to paint").first.wait_for()
    page.evaluate("document.activeElement.blur()")


def symbols(page: "Page") -> None:
    """The names of the symbols, two of them the owner's."""
    card(page)
    page.get_by_text("Your own symbols").click()
    page.get_by_label("Name of red star").fill("starfish")
    page.get_by_label("Name of blue circle").fill("pebble")
    page.get_by_label("Name of green triangle").focus()


def samples(page: "Page") -> None:
    """The sample cards."""
    page.get_by_role("button", name="Sample").click()
    page.get_by_role("button", name="winter").wait_for()


def photo(page: "Page") -> None:
    """A photo with the corners of the card that was read."""
    page.locator("input[type=file][accept='image/*']").set_input_files(_PHOTO)
    page.get_by_role("dialog").get_by_text("10 rows, 10 columns, 6 symbols").wait_for()


def roll(page: "Page") -> None:
    """The best packing of a roll."""
    keep_card(page)
    page.evaluate("location.hash = 'roll'")
    page.locator("#screen-roll .die").first.focus()
    page.keyboard.type("aabcd")
    page.locator(".packings li").nth(1).wait_for()
    page.evaluate("document.activeElement.blur()")


SCENES: dict[str, Callable[["Page"], None]] = {
    "card": card,
    "symbols": symbols,
    "samples": samples,
    "photo": photo,
    "roll": roll,
}
PICTURED = ("card", "photo", "roll")  # in docs/pictures
