"""The screen Fair?: the verdict of `penta rush check`, and the best packing of each roll."""

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.games import MEADOW, keep_card
from tests.solver.web.test_languages import LANGUAGES, texts

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.browser.conftest import OpenPage

UNFAIR = "5x6:ABCDEFFEDCBAABCDEFAACCEEBDFBDF"


def _judged(open_page: "OpenPage", card_id: str, width: int = 390, language: str = "en") -> "Page":
    page = open_page(width=width, language=language)
    keep_card(page, card_id)
    page.evaluate("location.hash = 'fair'")
    page.locator("#screen-fair .verdict-word").wait_for()
    return page


def _check(card_id: str) -> dict[str, Any]:
    """Return what `penta rush check` says."""
    command = [sys.executable, "-m", "penta", "rush", "check", card_id, "--skill", "0.2", "--json"]
    ended = subprocess.run(command, check=False, stdout=subprocess.PIPE)
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


@pytest.mark.parametrize("card_id", [MEADOW, pytest.param(UNFAIR, marks=pytest.mark.slow)])
def test_the_verdict_and_figures_are_the_commands(card_id: str, open_page: "OpenPage") -> None:
    page, wanted = _judged(open_page, card_id), _check(card_id)
    word = page.locator("#screen-fair .verdict-word").inner_text()
    assert word == ("Fair" if wanted["fair"] else "Not fair")
    rows = page.locator(".is-limits tbody tr").all()
    shown = [[cell.text_content() or "" for cell in row.locator("th, td").all()] for row in rows]
    assert shown == [
        [one["measure"], one["found"], one["wanted"] + ("" if one["kept"] else ", not kept")]
        for one in wanted["limits"]
        if one["limit"] is not None
    ]
    text = page.locator("#screen-fair").inner_text()
    for reason in wanted["reasons"]:
        assert f"{reason[0].upper()}{reason[1:]}." in text
    figures = page.locator("#screen-fair .figures dd").all_inner_texts()
    assert figures[:2] == [f"{wanted['sd']:.2f}", f"{wanted['mean']:.2f}"]
    assert figures[2] == f"{wanted['min']} \u2013 {wanted['max']}"
    page.get_by_text("As a table").click()
    table = page.get_by_role("table", name="Best scores").locator("tbody tr").all_inner_texts()
    shares = {score: share for score, share, _ in (re.split(r"\s*\t\s*", row) for row in table)}
    assert {
        score: f"{100 * share:.1f}\u00a0%" for score, share in wanted["distribution"].items()
    } == {score: share for score, share in shares.items() if score in wanted["distribution"]}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_limits_are_told_in_every_language(language: str, open_page: "OpenPage") -> None:
    page, wanted = _judged(open_page, UNFAIR, language=language), _check(UNFAIR)
    said = dict(texts(LANGUAGES[language]))

    def written(figure: object) -> str:
        return str(figure) if language == "en" else str(figure).replace(".", ",")

    panel = page.locator("#screen-fair .panel").first.inner_text()
    rows = page.locator(".is-limits tbody tr").all()
    limits = [each for each in wanted["limits"] if each["limit"] is not None]
    for row, each in zip(rows, limits, strict=True):
        name = said[f"fair.measures.{each['measure'].replace(' ', '_')}"]
        values = {"measure": name, "found": written(each["found"])}
        values["limit"] = written(f"{each['limit']:g}")
        shown = [name, values["found"], said[f"fair.limit_at.{each['kind']}"].format(**values)]
        cells = row.locator("th, td").all_text_contents()
        assert cells[:2] == shown[:2]
        assert cells[2].startswith(shown[2])
        assert (said[f"fair.reason.{each['kind']}"].format(**values) in panel) != each["kept"]
    cards = wanted["random_cards"]
    share = written(f"{100 * cards['share']:.1f}")
    assert said["fair.basis"].format(**{**cards, "share": share}) in panel


@pytest.mark.slow
def test_a_tap_on_a_roll_outlines_its_best_packing(open_page: "OpenPage") -> None:
    page = _judged(open_page, MEADOW)
    page.get_by_text("All 126 rolls").click()
    page.locator("button.roll-symbols[title=AABCD]").click()
    page.locator("#screen-fair .cell.is-covered").first.wait_for()
    assert page.locator("#screen-fair .cell.is-covered").count() == 20
    labels = page.locator("#screen-fair .shape-label text").all_text_contents()
    assert sorted(labels) == ["T3", "W4", "X4", "Z3"]
    assert page.locator(".chosen-roll").inner_text() == "14 points"


@pytest.mark.slow
def test_people_have_their_figures_and_a_tap_shows_a_hard_roll(open_page: "OpenPage") -> None:
    page, people = _judged(open_page, MEADOW), _check(MEADOW)["people"]
    panel = page.get_by_role("region", name="People")
    text = panel.inner_text()
    assert people["about"] in text
    assert f"brings {people['mean']:.1f} points and {people['shapes']:.1f} shapes" in text
    hardest = sorted(people["rolls"], key=lambda row: (row["mean"], row["roll"]))[:5]
    rows = page.get_by_role("table", name="The hardest rolls").locator("tbody tr")
    shown = [row.locator("td").first.inner_text() for row in rows.all()]
    assert shown == [f"{row['mean']:.2f}" for row in hardest]
    panel.locator(f"button.roll-symbols[title={hardest[0]['roll']}]").click()
    page.locator("#screen-fair .cell.is-covered").first.wait_for()


@pytest.mark.slow
def test_people_of_another_skill_are_chosen_and_what_is_simulated_or_missing_is_told(
    open_page: "OpenPage",
) -> None:
    page = open_page()
    keep_card(page, UNFAIR)
    asked: list[Any] = []

    def answer(route: "Route") -> None:
        asked.append(route.request.post_data_json)
        verdict = _check(UNFAIR)
        verdict["people"] = {**verdict["people"], "error": 0.0123} if len(asked) == 1 else None
        route.fulfill(json=verdict, headers={"Penta-Exit": "0"})

    page.route("**/api/check", answer)
    page.evaluate("location.hash = 'fair'")
    panel = page.get_by_role("region", name="People")
    panel.get_by_text("simulated where a roll has too many packings: ± 0.01 a roll").wait_for()
    panel.get_by_label("Figures for").select_option("People who find many")
    panel.get_by_text("was not found in time").wait_for()
    panel.get_by_role("button", name="Judge for 15 seconds").click()
    panel.get_by_role("button", name="Judge for 15 seconds").wait_for(state="detached")
    sent = [(each["skill"], each["seconds"]) for each in asked]
    assert sent == [("0.2", "4"), ("0.3", "4"), ("0.3", "15")]


@pytest.mark.slow
def test_a_finger_and_the_arrow_keys_go_along_the_rolls(open_page: "OpenPage") -> None:
    page = _judged(open_page, MEADOW)
    bars = page.locator(".profile svg").bounding_box()
    assert bars is not None
    page.mouse.move(bars["x"] + 2, bars["y"] + 40)
    page.mouse.down()
    slider = page.get_by_role("slider")
    assert "pink diamond, light blue cross, light blue cross: 2 points" in _value(slider)
    page.mouse.move(bars["x"] + bars["width"] - 1, bars["y"] + 40, steps=4)
    page.mouse.up()
    assert _value(slider).endswith(": 18 points")
    page.locator("#screen-fair .outlines .outline").nth(4).wait_for()
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert slider.get_attribute("aria-valuenow") == "124"
    page.keyboard.press("Home")
    assert slider.get_attribute("aria-valuenow") == "1"
    page.locator("#screen-fair .outlines .outline").first.wait_for()
    assert page.get_by_role("button", name="The roll before").is_disabled()


@pytest.mark.slow
def test_a_roll_without_packing_is_told_and_another_card_judged_anew(open_page: "OpenPage") -> None:
    page = _judged(open_page, UNFAIR)
    page.get_by_role("button", name="The next roll").click()
    assert _value(page.get_by_role("slider")).endswith(": no packing")
    assert page.locator(".chosen-roll").inner_text() == "no packing"
    keep_card(page, "5x5:BBAAACBCCCACBABAACBACBACB")
    page.locator(".verdict-word.is-fair").wait_for()
    page.evaluate(
        """async () => {
            const { store } = await import("/store.js");
            const card = store.get("card");
            store.set("card", { ...card, cells: card.cells.with(0, null) });
        }"""
    )
    page.get_by_text("1 cell still to paint.").wait_for()
    assert page.get_by_role("slider").count() == 0
    page.get_by_role("button", name="Paint the card").click()
    page.locator("#screen-card").wait_for()


@pytest.mark.slow
def test_a_card_that_is_undecided_is_judged_for_longer_when_asked(open_page: "OpenPage") -> None:
    page = open_page()
    keep_card(page)
    page.route("**/api/check", lambda route: route.fulfill(json={"fair": None, "rolls": []}))
    page.evaluate("location.hash = 'fair'")
    assert page.locator("#screen-fair .verdict-word").inner_text() == "Undecided"
    page.unroute("**/api/check")
    with page.expect_request("**/api/check") as asked:
        page.get_by_role("button", name="Judge for 15 seconds").click()
    assert (asked.value.post_data_json or {})["seconds"] == "15"
    page.locator("#screen-fair .verdict-word.is-fair").wait_for()


def _value(slider: Any) -> str:
    return str(slider.get_attribute("aria-valuetext"))


@pytest.mark.slow
def test_a_size_without_limits_has_its_figures_and_no_verdict(open_page: "OpenPage") -> None:
    page = _judged(open_page, "3x4:ABCDBCDACDAB")
    assert page.locator("#screen-fair .verdict-word").inner_text() == "No limits"
    page.get_by_text("There are no limits for 3x4 cards with 4 symbols.", exact=True).wait_for()
    assert page.locator(".is-limits").count() == 0
    assert page.locator("#screen-fair .figures dd").all_inner_texts()[:2] == ["1.43", "2.60"]
    assert page.get_by_text("Players, symbols, shapes").count() == 1
    text = _judged(open_page, UNFAIR).locator("#screen-fair").inner_text()
    assert "The limits are taken from random 5x6 cards with 6 symbols; 5.3 % of them" in text
