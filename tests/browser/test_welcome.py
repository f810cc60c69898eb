"""What greets a newcomer: a finished card, three ways to one, and a tour; what moves for whom."""

from typing import TYPE_CHECKING

import pytest

import penta
from solver.geometry.cell import Cell
from tests.browser.games import MEADOW, card_id_of, kept, overflow
from tests.browser.scenes import welcome
from tests.browser.spoken import speak
from tests.solver.web.test_languages import LANGUAGES
from tests.support import Patch

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

STEPS = 6


@pytest.fixture
def newcomer(open_page: "OpenPage") -> "Page":
    """The screen Card on a small phone, as who has never been here sees it."""
    page = open_page(width=320)
    welcome(page)
    return page


def test_a_newcomer_sees_the_best_packing_and_the_sample_is_his_after_a_tour(
    newcomer: "Page",
) -> None:
    sample, packing = newcomer.evaluate(
        "import('/penta_rush/welcome.js').then(({ SAMPLE, PACKING }) => [SAMPLE, PACKING])"
    )
    assert sample == MEADOW
    best = penta.solve(penta.sample_card("meadow"), "AABCD")
    outlined = {shape: {*map(Cell.parse, cells.split())} for shape, cells in packing.items()}
    assert outlined == {shape: {*cells} for shape, _, cells in best}
    assert best.score == 14  # as the text says
    card = newcomer.locator(".welcome .grid").bounding_box()
    assert card is not None
    assert card["width"] >= 200
    photograph = newcomer.get_by_role("button", name="Photograph your card")
    box = photograph.bounding_box()
    assert box is not None
    assert box["height"] >= 56
    for button in newcomer.locator(".welcome .button").all():
        lower = button.bounding_box()
        assert lower is not None
        assert lower["y"] + lower["height"] <= 568 - 58  # above the bar of screens
    newcomer.get_by_role("button", name="Try the sample card").focus()
    newcomer.keyboard.press("Enter")
    tour = newcomer.get_by_role("dialog", name="Tour")
    tour.wait_for()
    assert card_id_of(newcomer) == MEADOW
    seen = set()
    for _ in range(STEPS):
        seen.add(tour.locator("p").inner_text())
        assert overflow(newcomer) == []
        newcomer.keyboard.press("Enter")  # the next one has the focus
    tour.wait_for(state="detached")
    assert len(seen) == STEPS
    newcomer.reload()
    newcomer.locator("#screen-card:not([aria-busy])").wait_for()
    assert newcomer.locator(".welcome").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_first_card_is_as_large_as_the_words_leave_room_for(
    language: str, open_page: "OpenPage", monkeypatch: Patch
) -> None:
    speak(language, monkeypatch)
    page = open_page(width=320, language=language)
    welcome(page)
    grid = page.locator(".welcome .grid").bounding_box()
    last = page.locator(".welcome .button").last.bounding_box()
    assert grid is not None
    assert last is not None
    assert grid["width"] >= 190
    assert 480 <= last["y"] + last["height"] <= 568 - 58  # above the bar, and no room is left
    page.get_by_role("button", name="Try the sample card").click()
    assert LANGUAGES[language]["card"]["names"]["meadow"] in page.locator("#live").inner_text()


@pytest.mark.slow
def test_who_skips_the_tour_is_not_asked_again(newcomer: "Page") -> None:
    newcomer.get_by_role("button", name="Paint a card").click()
    tour = newcomer.get_by_role("dialog", name="Tour")
    tour.wait_for()
    newcomer.keyboard.press("Escape")
    tour.wait_for(state="detached")
    start = "import('/penta_rush/welcome.js').then(({ showAround }) => showAround(%s))"
    newcomer.evaluate(start % "")
    assert tour.count() == 0
    newcomer.evaluate(start % "true")  # by his own wish
    tour.get_by_role("button", name="Skip").click()
    tour.wait_for(state="detached")
    assert kept(newcomer, "card") is None


@pytest.mark.slow
def test_what_is_wrong_with_the_first_photo_is_told(newcomer: "Page", tmp_path: "Path") -> None:
    (tmp_path / "card.txt").write_text("A,;", "utf-8")
    photo = newcomer.locator("input[type=file][accept='image/*']")
    photo.set_input_files(tmp_path / "card.txt")
    newcomer.locator("#screen-card [role=alert]").filter(has_text="card").wait_for()
    assert newcomer.locator(".welcome").count() == 0


@pytest.mark.slow
def test_nothing_moves_for_whom_motion_is_unwanted(open_page: "OpenPage") -> None:
    page = open_page(reduced=False)
    welcome(page)
    drawn = "document.getAnimations().filter((one) => one.animationName === 'draw').length"
    celebrated = """import('/confetti.js').then(({ celebrate }) => {
        celebrate();
        return document.querySelectorAll('.confetti').length;
    })"""
    assert page.evaluate(drawn) == 4
    assert page.evaluate(celebrated) == 1
    page.locator(".confetti").wait_for(state="detached")
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(drawn) == page.evaluate(celebrated) == 0
