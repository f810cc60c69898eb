"""The screen Puzzle: the solitaire with advice, the puzzle variant with several players."""

import re
from typing import TYPE_CHECKING

import pytest

import penta
from solver.geometry.cell import names_of
from tests.browser.games import (
    MEADOW,
    change,
    game_screen,
    keep_card,
    kept,
    load_dice,
    paste,
    start,
    tap,
    texts,
    throw,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

RIGHT_X = "b1 a2 b2 c2 b3"
WRONG_P = "a6 b6 c6 a7 b7"


@pytest.fixture
def puzzle(open_page: "OpenPage") -> "Page":
    """The screen Puzzle on a phone."""
    return game_screen(open_page, "puzzle")


def test_a_shape_is_circled_and_after_a_wrong_one_another_is_crossed(puzzle: "Page") -> None:
    start(puzzle)
    puzzle.get_by_text("Outline one shape on the card").wait_for()
    tap(puzzle, RIGHT_X)
    assert puzzle.get_by_role("button", name="F, 1 point").is_disabled()  # X is outlined
    puzzle.get_by_role("button", name="Circle X").click()
    puzzle.get_by_text("X is circled.").wait_for()
    throw(puzzle)
    assert texts(puzzle, ".status") == ["Round 2 of 12"]
    tap(puzzle, "b2")  # drawn on already
    assert kept(puzzle, "puzzle.game")["outlines"] == []
    tap(puzzle, WRONG_P)
    puzzle.get_by_role("button", name="Circle P").click()
    puzzle.get_by_text("Wrong: this shows").wait_for()
    assert texts(puzzle, ".thumb .button") == ["Cross P"]
    puzzle.reload()  # the cross is still due, and why
    puzzle.get_by_text("Wrong: this shows").wait_for()
    assert texts(puzzle, ".message .symbols") == [""]
    with puzzle.expect_request("**/api/puzzle_advise") as asked:
        puzzle.get_by_role("button", name="Advice").click()
    assert '"only_crosses":"yes"' in (asked.value.post_data or "")
    puzzle.get_by_role("button", name="Cross P", exact=True).click()
    puzzle.get_by_text("P is crossed.").wait_for()
    puzzle.get_by_role("button", name="Throw the dice").wait_for()
    assert texts(puzzle, ".scores tbody tr") == ["Shapes 1 1 4"]
    assert puzzle.locator("#screen-puzzle .cell.is-crossed").count() == 5
    labels = puzzle.get_by_role("button", name="points, circled")
    assert labels.all_inner_texts() == ["X\n4"]


@pytest.mark.slow
def test_the_advice_says_what_score_to_expect_and_draws_it(puzzle: "Page") -> None:
    start(puzzle)
    puzzle.get_by_role("button", name="Advice").click()
    puzzle.locator(".pager").wait_for()
    assert re.fullmatch(
        r"Circle X, top left 2[56]\.\d\d( ± 0\.\d\d)?", texts(puzzle, ".list-item")[0]
    )
    assert sorted(kept(puzzle, "puzzle.game")["outlines"][0]) == [1, 10, 11, 12, 21]
    puzzle.get_by_role("button", name="The next option").click()
    shown = texts(puzzle, ".list-item[aria-current]")
    assert texts(puzzle, ".advised") == shown == texts(puzzle, ".list-item")[1:2]
    puzzle.locator(".thumb .button.primary").click()
    puzzle.get_by_text("is circled.").wait_for()
    assert puzzle.locator(".pager").is_hidden()


@pytest.mark.slow
def test_advice_without_playouts_is_called_an_estimate(puzzle: "Page") -> None:
    options = [
        {"circled": False, "shape": shape, "cells": [], "mean": mean, "error": 0.0}
        for shape, mean in (("F", 25.5), ("I", 24.0))
    ]
    answers = [{"playouts": 0, "options": options}, {"playouts": 25, "options": options}]
    puzzle.route("**/api/puzzle_advise", lambda route: route.fulfill(json=answers.pop(0)))
    start(puzzle)
    for title in ("Estimated final score", "Expected final score"):
        puzzle.get_by_role("button", name="Advice").click()
        puzzle.get_by_role("region", name=title).get_by_role("heading", name=title).wait_for()
        spoken = f"1 of 2: Cross F, not drawn, {title.lower()} 25.50"
        puzzle.locator("#live", has_text=spoken).wait_for(state="attached")


@pytest.mark.slow
def test_a_cross_is_drawn_as_long_as_a_shape_fits(puzzle: "Page") -> None:
    start(puzzle)
    puzzle.get_by_role("button", name="F, 1 point").click()
    puzzle.get_by_role("button", name="Cross F").click()
    puzzle.get_by_text("A shape still fits: outline the one to cross.").wait_for()
    keep_card(puzzle, "2x5:ABCDEDCBAB")
    change(puzzle, "puzzle.game", {"card": kept(puzzle, "card")})
    tap(puzzle, "a1 b1 c1 d1 a2")
    puzzle.get_by_role("button", name="Cross L").click()
    puzzle.get_by_text("L is crossed.").wait_for()
    throw(puzzle)
    puzzle.get_by_role("button", name="I, 4 points").click()
    puzzle.get_by_role("button", name="Cross I").click()
    puzzle.get_by_text("I is crossed.").wait_for()


@pytest.mark.slow
def test_several_play_for_rings_until_nobody_finds_a_shape(puzzle: "Page") -> None:
    start(puzzle, "Ann", "Ben")
    tap(puzzle, RIGHT_X)
    puzzle.get_by_role("button", name="Turn the sand timer").click()
    puzzle.get_by_role("button", name="Ben is ready").click()
    sand = kept(puzzle, "puzzle.game")["sand"]
    change(puzzle, "puzzle.game", {"sand": {**sand, "until": sand["until"] - sand["left"]}})
    puzzle.get_by_text("The sand has run out. Now cross a shape of your choice.").wait_for()
    tap(puzzle, WRONG_P)
    puzzle.get_by_role("button", name="Cross P", exact=True).click()
    puzzle.get_by_role("button", name="Next round").click()
    assert texts(puzzle, ".scores tbody tr") == ["Ann 1 0 1 5", "Ben 0 1 0 0"]
    throw(puzzle)
    for name, cells in (("Ben", "a1 b1 c1 d1 a2"), ("Ann", "a4 b4 c4 d4 a5")):
        assert texts(puzzle, ".status") == [f"{name}, round 2 of 12"]
        tap(puzzle, cells)
        puzzle.get_by_role("button", name="Cross L").click()
        if name == "Ben":
            puzzle.get_by_role("button", name="Ann is ready").click()
    puzzle.get_by_role("button", name="Play again").wait_for()
    assert not puzzle.get_by_role("button", name="End this game").is_visible()
    records = [(one["game"], one["name"], one["points"]) for one in kept(puzzle, "records")]
    assert records == [("puzzle", "Ann", 5), ("puzzle", "Ben", 0)]
    with puzzle.expect_download():
        puzzle.get_by_role("button", name="Picture").click()
    assert "Ann wins with 5" in texts(puzzle, "h2")
    assert texts(puzzle, ".whose button") == ["Ann 5", "Ben 0"]
    puzzle.get_by_role("button", name="Ben 0").press("Enter")
    assert puzzle.evaluate("document.activeElement.innerText.split(/\\s+/)") == ["Ben", "0"]
    assert texts(puzzle, ".tile.is-crossed") == ["L 1", "P 1"]


@pytest.mark.slow
def test_the_tiles_show_the_points_that_the_card_was_made_for(open_page: "OpenPage") -> None:
    page = open_page(width=390)
    points = "F9 I4 L1 N2 P1 T3 U2 V3 W4 X7 Y2 Z3"
    paste(page, f"points = {points}\n{MEADOW}")
    page.get_by_text(f"The tiles count as the card was made for: {points}.").wait_for()
    page.evaluate("location.hash = 'puzzle'")
    load_dice(page, "AABCD")
    start(page)
    page.get_by_role("button", name="F, 9 points").wait_for()
    tap(page, RIGHT_X)
    page.get_by_role("button", name="Circle X").click()
    page.get_by_text("X is circled.").wait_for()
    assert page.get_by_role("button", name="points, circled").all_inner_texts() == ["X\n7"]
    assert texts(page, ".scores tbody tr") == ["Shapes 1 0 7"]


@pytest.mark.slow
def test_each_player_circles_on_a_card_of_his_own(open_page: "OpenPage") -> None:
    page = open_page(screen="puzzle")
    load_dice(page, "AABCD")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_role("button", name="Off").click()
    page.get_by_role("button", name="A card for each player").click()
    cards = [penta.sample_card(name) for name in ("spring", "summer")]
    for number, name in (("1", "spring"), ("2", "summer")):
        page.get_by_label(f"Card of player {number}").select_option(name)
    page.get_by_role("button", name="Start the game").click()
    throw(page)
    for card in cards:
        cells = penta.solve(card, "AABCD")[0].cells
        tap(page, names_of(sorted(cells)))
        page.locator("#screen-puzzle .primary", has_text="Circle").click()
        if card is cards[0]:
            page.get_by_role("button", name="Player 2 is ready").click()
    page.get_by_role("button", name="Next round").wait_for()
    game = kept(page, "puzzle.game")
    assert [card["rows"] for card in game["cards"]] == [10, 10]
    assert [entry["circled"] for entry in game["entries"]] == [True, True]
    assert game["standing"]["legal"]
