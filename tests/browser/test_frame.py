"""The frame around the screens: the way back, addresses, a lost server, and damaged storage."""

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.games import overflow, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from tests.browser.conftest import OpenPage


def _check_shown(page: "Page", screen: str) -> None:
    """Check that *screen* alone is shown, and that the address says so."""
    page.locator(f"#screen-{screen}:not([aria-busy])").wait_for()
    assert page.locator(".screen:visible").count() == 1
    assert page.url.endswith(f"/#{screen}")


@pytest.mark.parametrize("start", ["", pytest.param("#nosuch", marks=pytest.mark.slow)])
def test_back_leads_over_each_screen_once(start: str, page: "Page", address: str) -> None:
    page.goto("about:blank")
    page.goto(address + start)
    _check_shown(page, "card")
    for screen in ("Roll", "Play"):
        page.get_by_role("link", name=screen, exact=True).click()
    _check_shown(page, "play")
    page.go_back()
    _check_shown(page, "roll")
    page.go_back()
    _check_shown(page, "card")
    page.evaluate("location.hash = 'another'")
    page.wait_for_url("**/#card")
    _check_shown(page, "card")


def test_back_closes_a_dialog_and_stays_on_the_screen(page: "Page") -> None:
    page.get_by_role("link", name="Roll", exact=True).click()
    page.get_by_role("link", name="Card", exact=True).click()
    dialog = page.get_by_role("dialog")
    for is_closed_by_back in (True, False, True):
        page.get_by_role("button", name="Paste").click()
        dialog.wait_for()
        if is_closed_by_back:
            page.go_back()
        else:
            page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        _check_shown(page, "card")
    page.go_back()
    _check_shown(page, "roll")


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["roll.js", "packing_panel.js", "rush.css"])
def test_a_screen_that_could_not_be_fetched_is_fetched_again(
    lost: str, browser: "Browser", address: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}#card")
    _check_shown(page, "card")
    page.route(f"**/{lost}*", lambda route: route.abort())
    page.get_by_role("link", name="Roll", exact=True).click()
    alert = page.locator("#screen-roll").get_by_role("alert")
    assert alert.inner_text() == "penta does not answer: is it still running?"
    page.get_by_role("link", name="Card", exact=True).click()
    page.get_by_role("link", name="Roll", exact=True).click()
    assert alert.inner_text() == "penta does not answer: is it still running?"
    page.unroute(f"**/{lost}*")
    page.get_by_role("link", name="Card", exact=True).click()
    page.get_by_role("link", name="Roll", exact=True).click()
    page.locator("#screen-roll .cell").first.wait_for()
    assert alert.count() == 0
    _check_shown(page, "roll")
    context.close()


def test_the_rules_of_the_game_that_is_shown_open_in_the_language_of_the_page(
    browser: "Browser", address: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}#card")
    dialog = page.get_by_role("dialog")
    opener = page.get_by_role("button", name="Rules of Penta-Rush")
    page.route("**/rules/*", lambda route: route.abort())
    opener.click()
    assert dialog.get_by_role("alert").inner_text() == "penta does not answer: is it still running?"
    waiting = dialog.get_by_text("One moment")
    assert waiting.count() == 0
    page.unroute("**/rules/*")
    page.keyboard.press("Escape")
    held: list[Route] = []
    page.route("**/rules/*", lambda route, _: held.append(route))
    opener.click()
    waiting.wait_for()
    held[0].continue_()
    dialog.get_by_role("heading", name="Puzzle variant").wait_for()
    assert waiting.count() == 0
    page.unroute("**/rules/*")
    shapes = dialog.locator(".rules-shapes span")
    assert shapes.all_inner_texts() == list("FILNPTUVWXYZ")
    assert shapes.locator("path").count() == 12
    page.keyboard.press("Escape")
    wait_until(page, "!history.state?.dialogs")  # it goes back a step, a moment later
    page.evaluate("location.hash = 'knaster'")
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Spielregeln: Knaster").click()
    straight = dialog.get_by_role("listitem").filter(has_text="Straße")
    straight.locator(".example span").first.wait_for()
    assert straight.locator(".example span").all_inner_texts() == ["7", "10", "8", "6", "9"]
    assert dialog.locator(".example").count() == 6
    context.close()


def test_four_games_fit_on_a_narrow_phone_and_no_tab_moves(open_page: "OpenPage") -> None:
    page = open_page(width=320)
    places = """[...document.querySelectorAll('#games a, .tabs:not([hidden]) a, .tabs svg')]
        .map((one) => one.getBoundingClientRect().x)"""
    before = page.evaluate(places)
    games = page.locator("#games")
    assert games.locator("a").count() == 4
    assert games.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    page.get_by_role("link", name="Make", exact=True).click()
    _check_shown(page, "make")
    assert page.evaluate(places) == before
    assert overflow(page) == []
    language = page.get_by_label("Language").bounding_box()
    assert language is not None
    assert min(language["width"], language["height"]) >= 44


SCREENS = {
    "card": ["card"],
    "roll": ["roll", "card"],
    "play": ["play.game", "play.game.setup", "play.given", "records", "card"],
    "together": ["together.seat", "together.drawn", "together.door", "card"],
    "puzzle": ["puzzle.game", "puzzle.game.setup", "puzzle.given"],
    "fair": ["card"],
    "make": ["make.made", "make.form", "make.print", "card"],
    "knaster": ["knaster.game", "knaster.advice"],
    "knaster-review": ["knaster.game"],
    "up": ["up.game"],
    "up-puzzles": ["up.puzzle", "up.climb", "up.surround"],
}
_CARD = {"rows": 1, "cols": 2, "cells": [0, 0], "symbols": [{"letter": "A"}], "unsure": []}
DAMAGED = {
    "an empty object": {},
    "a list": [],
    "a text": "x",
    "a number": 7,
    "another type inside": {
        "format": 1, "dice": "AABCD", "names": 3, "cards": [{}], "turns": {}, "rows": -1,
        "cols": "x",
    },
    "half of it": {
        **_CARD, "format": 1, "card": _CARD, "names": ["Ann"], "cards": [{"card": "2x2:ABAB"}],
        "dice": [None], "turns": [{}], "rounds": [{}],
    },
}  # fmt: skip


@pytest.mark.parametrize(
    "screen",
    [pytest.param(screen, marks=[pytest.mark.slow] * (screen != "play")) for screen in SCREENS],
)
def test_a_screen_starts_afresh_where_data_is_damaged(screen: str, open_page: "OpenPage") -> None:
    page = open_page(screen="card" if screen != "card" else "knaster")
    for damaged in DAMAGED.values():
        page.evaluate(
            "(kept) => kept.forEach(([key, text]) => localStorage.setItem('penta.' + key, text))",
            [[key, json.dumps(damaged)] for key in SCREENS[screen]],
        )
        page.evaluate("(id) => { location.hash = id; }", screen)
        page.reload()
        shown = page.locator(f"#screen-{screen}:not([aria-busy])")
        shown.wait_for()
        assert "This screen failed" not in shown.inner_text()
    page.evaluate("localStorage.setItem('penta.roll', 'no JSON')")
    page.reload()
    page.locator(f"#screen-{screen}:not([aria-busy])").wait_for()
