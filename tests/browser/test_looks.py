"""What every screen owes to everybody: room on each page, names and contrast, both schemes."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.cards import keep_card, overflow

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage


def _rolled(page: "Page") -> None:
    keep_card(page)
    page.evaluate("location.hash = 'roll'")
    page.get_by_role("button", name="Die 1").focus()
    page.keyboard.type("aabcd")
    page.locator(".packings li").nth(1).wait_for()


@pytest.mark.parametrize("width", [320, 390, 820, 1280])
def test_nothing_is_wider_than_the_page(width: int, open_page: "OpenPage") -> None:
    page = open_page(width=width)
    page.get_by_text("Your own symbols").click()
    assert overflow(page) == []
    _rolled(page)
    assert overflow(page) == []


@pytest.mark.parametrize("dark", [False, True])
def test_names_roles_and_contrast_are_right(dark: bool, open_page: "OpenPage") -> None:  # noqa: FBT001
    page = open_page(width=1280, dark=dark)
    page.get_by_text("Your own symbols").click()
    assert _violations(page) == []
    _rolled(page)
    assert _violations(page) == []
    page.evaluate("location.hash = 'card'")
    page.get_by_role("button", name="Sample").click()
    page.get_by_role("button", name="meadow").wait_for()
    assert _violations(page) == []


def test_dark_and_light_follow_the_reader(open_page: "OpenPage") -> None:
    page = open_page(dark=True)
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(colour) == "rgb(21, 23, 27)"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(colour) == "rgb(244, 242, 237)"


def test_buttons_are_large_enough_for_a_finger(open_page: "OpenPage") -> None:
    page = open_page(width=390)
    _rolled(page)
    for screen in ("roll", "card"):
        page.evaluate(f"location.hash = '{screen}'")
        page.locator(f"#screen-{screen}").wait_for()
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, a, summary, label.switch")]
                .filter((one) => one.checkVisibility() && !one.matches(".skip"))
                .filter((one) => {
                    const { width, height } = one.getBoundingClientRect();
                    return Math.min(width, height) < 43.5;
                })
                .map((one) => one.outerHTML.slice(0, 100))"""
        )
        assert small == []


def _violations(page: "Page") -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:150]}" for one in found for node in one["nodes"]]
