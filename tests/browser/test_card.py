"""The screen Card, as people use it: tapped, typed, pasted, photographed."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.games import MEADOW, card_id_of, keep_card, kept, paste
from tests.solver.web.test_languages import LANGUAGES
from tests.support import cases

expect = pytest.importorskip("playwright.sync_api").expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage


LETTERS = MEADOW.removeprefix("10x10:")


def test_a_hundred_taps_paint_a_card_and_a_roll_outlines_its_best_packing(page: "Page") -> None:
    grid = page.locator("#screen-card .cells").bounding_box()
    assert grid is not None
    side = grid["width"] / 10
    for letter in sorted(set(LETTERS)):
        page.locator("#screen-card .swatch").nth(ord(letter) - ord("A")).click()
        for index, wanted in enumerate(LETTERS):
            if wanted == letter:
                row, col = divmod(index, 10)
                page.mouse.click(grid["x"] + (col + 0.5) * side, grid["y"] + (row + 0.5) * side)
    assert card_id_of(page) == MEADOW
    page.get_by_role("button", name="To the dice").click()
    swatches = page.locator("#screen-roll .swatch")
    for letter in "AABCD":
        swatches.nth(ord(letter) - ord("A")).click()
    page.locator("#screen-roll .score strong", has_text="14").wait_for()
    assert page.locator("#screen-roll .cell.is-covered").count() == 20
    assert page.locator("#screen-roll .outlines .outline").count() == 4
    page.get_by_text("2,104 packings, one of them the best").wait_for()


def test_a_card_is_painted_from_the_keyboard_alone(page: "Page") -> None:
    page.keyboard.press("Tab")  # to the content
    while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
        page.keyboard.press("Tab")
    page.keyboard.type("abc")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("f")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    assert card_id_of(page) == f"10x10:ABC{'.' * 7}F{'.' * 9}A{'.' * 79}"
    assert "blue circle; 95 cells to paint" in page.locator("#live").inner_text()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Delete")
    assert card_id_of(page) == f"10x10:ABC{'.' * 7}F{'.' * 89}"


def test_a_finger_that_is_drawn_along_paints_what_it_passes_undone_at_once(page: "Page") -> None:
    grid = page.locator("#screen-card .cells").bounding_box()
    assert grid is not None
    side = grid["width"] / 10
    page.mouse.move(grid["x"] + side / 2, grid["y"] + side / 2)
    page.mouse.down()
    page.mouse.move(grid["x"] + 9.5 * side, grid["y"] + side / 2, steps=3)
    page.mouse.up()
    assert card_id_of(page) == f"10x10:{'A' * 10}{'.' * 90}"
    assert page.locator(".status").inner_text() == "90 cells to paint"
    page.get_by_role("button", name="Undo").click()
    assert card_id_of(page) == f"10x10:{'.' * 100}"
    page.get_by_role("button", name="Redo").click()
    assert card_id_of(page) == f"10x10:{'A' * 10}{'.' * 90}"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+z")
    assert card_id_of(page) == f"10x10:{'.' * 100}"


def test_a_text_is_pasted_and_a_wrong_one_is_answered_in_one_line(page: "Page") -> None:
    page.get_by_role("button", name="Paste").click()
    field = page.get_by_role("textbox")
    field.fill("red,sun,🍀\nsun,red")
    page.get_by_role("button", name="Use this card").click()
    alert = page.get_by_role("dialog").get_by_role("alert")
    alert.wait_for()
    assert alert.inner_text().startswith("card, line 2: expected 3 symbols")
    assert alert.inner_text().endswith("found 2 (a card is a rectangle)")
    field.fill("red,sun,🍀\nsun,red,red")
    page.get_by_role("button", name="Use this card").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert card_id_of(page) == "2x3:ABCBAA"
    labels = page.locator("#screen-card .cell")
    names = [labels.nth(index).get_attribute("aria-label") for index in range(3)]
    assert names == ["a1, red", "b1, sun", "c1, 🍀"]


@pytest.mark.slow
@cases(
    "language told",
    ("de", "penta sagt auf Englisch: "),
    ("fr", "penta dit en anglais\N{NO-BREAK SPACE}: "),
)
def test_what_penta_says_in_english_is_told_so(
    language: str, told: str, open_page: "OpenPage"
) -> None:
    page = open_page(screen="card", language=language)
    paste(page, "c1,c2,c3\nred,sun,leaf\nsun,red,leaf\n")
    note = page.locator("#screen-card .notes:visible").inner_text()
    assert note == f"{told}line 1: left out as a header: c1, c2, c3"
    paste(page, "red,sun\nsun,red,red\n")
    error = page.locator("#screen-card .message.error:visible").inner_text()
    assert error.startswith(f"{told}card, line 2: expected 2 symbols")


@pytest.mark.slow
def test_what_is_pasted_on_the_page_itself_becomes_the_card(page: "Page") -> None:
    paste(page, "2x5:abcda efabc")
    page.locator("#screen-card .cells[aria-rowcount='2'][aria-colcount='5']").wait_for()
    assert card_id_of(page) == "2x5:ABCDAEFABC"
    live = page.locator("#live").inner_text()
    assert live == "A card of 2 rows and 5 columns"


@pytest.mark.slow
def test_what_was_left_out_of_a_pasted_text_is_said_until_the_next_one(page: "Page") -> None:
    paste(page, "c1,c2,c3\nred,sun,leaf\nsun,red,leaf\n")
    notes = page.locator("#screen-card .notes")
    notes.wait_for()
    assert notes.inner_text() == "line 1: left out as a header: c1, c2, c3"
    assert card_id_of(page) == "2x3:BCACBA"
    paste(page, "2x5:abcda efabc")
    notes.wait_for(state="hidden")


@pytest.mark.slow
def test_what_may_be_words_or_letters_is_taken_the_other_way_by_a_button(page: "Page") -> None:
    paste(page, "red sun oak\nsun oak red\n")
    notes = page.locator("#screen-card .notes")
    notes.wait_for()
    assert notes.inner_text().startswith("line 1: taken as words: 2x3 cells, red, sun, oak")
    assert card_id_of(page) == "2x3:BCACAB"
    notes.get_by_role("button", name="Take as letters").click()
    notes.get_by_text("taken as letters").wait_for()
    assert card_id_of(page) == "2x9:REDSUNOAKSUNOAKRED"
    notes.get_by_role("button", name="Take as words").click()
    notes.get_by_text("taken as words").wait_for()
    assert card_id_of(page) == "2x3:BCACAB"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["shopping list: milk", "hello"])
def test_a_line_pasted_on_the_page_becomes_a_card_when_confirmed(text: str, page: "Page") -> None:
    keep_card(page, "2x5:ABCDAEFABC")
    paste(page, text)
    page.get_by_role("dialog", name="Paste a card").wait_for()
    assert page.get_by_role("textbox").input_value() == text
    page.keyboard.press("Escape")
    assert card_id_of(page) == "2x5:ABCDAEFABC"


def test_a_reload_keeps_the_card(page: "Page") -> None:
    keep_card(page, "2x5:ABCDAEFABC")
    page.reload()
    page.locator("#screen-card .cell").first.wait_for()
    assert page.locator("#screen-card .cell").count() == 10
    assert page.locator("#screen-card .cell").first.get_attribute("aria-label") == "a1, blue circle"


@pytest.mark.slow
def test_what_the_browser_keeps_and_is_no_card_is_left_aside(page: "Page") -> None:
    page.evaluate("""localStorage.setItem("penta.card", '{"rows": 2, "cells": [0]}')""")
    page.reload()
    page.get_by_text("100 cells to paint").wait_for()


@pytest.mark.slow
def test_two_pages_of_one_browser_show_the_same_card(page: "Page") -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#screen-card .cell").first.wait_for()
    keep_card(page, "2x5:ABCDAEFABC")
    other.locator("#screen-card .cells[aria-rowcount='2'][aria-colcount='5']").wait_for()


@pytest.mark.slow
def test_a_server_that_is_gone_is_told_of(page: "Page") -> None:
    page.route("**/api/cards", lambda route: route.abort())
    page.get_by_role("button", name="Sample").click()
    page.get_by_role("alert").get_by_text("penta does not answer").wait_for()


@pytest.mark.slow
def test_the_samples_have_names_in_the_language_of_the_page(open_page: "OpenPage") -> None:
    page = open_page(language="de")
    page.get_by_role("button", name="Beispiel").click()
    names = page.locator(".sample span")
    expect(names).to_have_count(11)
    assert {*names.all_inner_texts()} == {*LANGUAGES["de"]["card"]["names"].values()}


@pytest.mark.slow
def test_a_sample_is_chosen_and_its_size_changed(page: "Page") -> None:
    page.locator("#screen-card .cell").nth(15).click()
    page.get_by_role("button", name="Sample").click()
    page.get_by_role("button", name="pocket").click()
    assert card_id_of(page) == "5x5:BBAAACBCCCACBABAACBACBACB"
    page.get_by_role("button", name="More columns").click()
    page.get_by_role("button", name="Fewer rows").click()
    assert card_id_of(page) == "4x6:BBAAA.CBCCC.ACBAB.AACBA."
    assert page.locator(".status").inner_text() == "4 cells to paint"
    assert page.locator("#screen-card .cell[tabindex='0']").count() == 1


@pytest.mark.slow
def test_a_symbol_is_given_a_word_and_another_one_an_emoji(page: "Page") -> None:
    keep_card(page, "2x5:ABCDAEFABC")
    page.get_by_text("Your own symbols").click()
    page.get_by_label("Name of blue circle").fill("moon")
    page.get_by_label("Name of orange square").fill("🍀")
    page.get_by_label("Name of green triangle").fill("MOON")
    page.get_by_label("Name of red star").focus()
    assert page.get_by_role("alert").inner_text() == "Another symbol has this name."
    names = page.locator(".symbol-names input")
    assert [names.nth(number).input_value() for number in range(2)] == ["moon", "🍀"]
    assert page.locator("#screen-card .cell").first.get_attribute("aria-label") == "a1, moon"
    assert page.locator("#screen-card .cell .glyph").first.text_content() == "🍀"
    text = page.evaluate(
        """async () => {
            const { cardText } = await import("/penta_rush/card_model.js");
            const { store } = await import("/store.js");
            return cardText(store.get("card"));
        }"""
    )
    assert text == "A = moon\nB = 🍀\n2x5:ABCDAEFABC\n"


@pytest.mark.slow
def test_a_file_of_a_spreadsheet_is_read(page: "Page", tmp_path: "Path") -> None:
    file = tmp_path / "card.csv"
    file.write_text("1;2;3\n3;2;1\n", encoding="utf-16")
    page.locator("input[type=file]").first.set_input_files(file)
    page.locator("#screen-card .cells[aria-rowcount='2'][aria-colcount='3']").wait_for()
    assert [symbol["name"] for symbol in kept(page, "card")["symbols"]] == ["1", "2", "3"]
