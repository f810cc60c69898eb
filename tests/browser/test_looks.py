"""What every screen owes to everybody: room on each page, names and contrast, light and dark."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.cards import overflow
from tests.browser.conftest import HEIGHTS
from tests.browser.pictures import MOST_BYTES, WIDTHS, picture_file
from tests.browser.scenes import FURTHER, PICTURED, SCENES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage


@pytest.mark.parametrize(
    "scene",
    [pytest.param(scene, marks=[pytest.mark.slow] * (scene in FURTHER)) for scene in SCENES],
)
def test_a_screen_suits_every_page_and_every_reader(scene: str, open_page: "OpenPage") -> None:
    page = open_page()
    SCENES[scene](page)
    assert _small_targets(page) == []
    for width, height in HEIGHTS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert (width, overflow(page)) == (width, [])
    assert _violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert _violations(page, "color-contrast") == []


def test_light_and_dark_follow_the_reader(open_page: "OpenPage") -> None:
    page = open_page(dark=True)
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(colour) == "rgb(21, 23, 27)"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(colour) == "rgb(244, 242, 237)"


def test_the_pictures_in_the_documentation_are_small() -> None:
    for scene in PICTURED:
        for width in WIDTHS:
            assert 0 < picture_file(scene, width).stat().st_size <= MOST_BYTES


def _small_targets(page: "Page") -> list[str]:
    """Return what is too small for a finger."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a, summary, label.switch")]
            .filter((one) => one.checkVisibility() && !one.matches(".skip"))
            .filter((one) => {
                const { width, height } = one.getBoundingClientRect();
                return Math.min(width, height) < 43.5;
            })
            .map((one) => one.outerHTML.slice(0, 100))"""
    )
    return found


def _violations(page: "Page", *rules: str) -> list[str]:
    """Return what axe finds wrong with names, roles and contrast, or against *rules* alone."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{one['id']}: {node['html'][:150]}" for one in found for node in one["nodes"]]
