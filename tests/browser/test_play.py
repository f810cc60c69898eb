"""The screen Play: outlines tapped against the sand, judged, and the best packing beside them."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import penta
from solver.geometry.cell import Cell
from solver.geometry.polyomino import SHAPES, pentomino_of
from solver.penta_rush.points import default_points
from solver.penta_rush.timing import Timing
from tests.browser.games import (
    change,
    drag,
    game_screen,
    kept,
    load_dice,
    record_tones,
    start,
    tap,
    texts,
    throw,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

RIGHT_X = "b1 a2 b2 c2 b3"
RIGHT_W = "j1 i2 j2 h3 i3"
WRONG_P = "a6 b6 c6 a7 b7"


@pytest.fixture
def play(open_page: "OpenPage") -> "Page":
    """The screen Play on a phone."""
    return game_screen(open_page, "play")


def test_outlines_are_judged_as_the_command_line_judges_them(play: "Page") -> None:
    play.get_by_role("button", name="Off").click()
    start(play)
    assert texts(play, ".hint") == ["Outline up to five shapes, each with the five symbols"]
    assert texts(play, ".side h2") == ["Tiles"]
    tap(play, RIGHT_X, WRONG_P, "f6 g6 g7")
    assert play.locator("#screen-play .shape.is-half").count() == 1
    used = play.locator("#screen-play .die.is-used")
    assert used.count() == 2  # the star and the circle of the outline that is begun
    play.get_by_role("button", name="Done").click()
    play.get_by_role("button", name="Next round").wait_for()
    assert texts(play, ".verdict") == ["1 X 4 points", "2 P shows", "3 ? 3 cells, not 5"]
    shown = play.locator(".verdict .symbols").get_attribute("aria-label")
    assert shown == "blue circle, blue circle, blue circle, orange square, orange square"
    assert texts(play, ".score") == ["4 points the best packing has 14"]
    assert texts(play, ".whose button") == ["Yours 4", "Best 14"]
    play.get_by_role("button", name="Best 14").click()
    best = play.get_by_role("grid", name="Card with the best packing")
    assert best.is_visible()
    assert play.locator("#screen-play .beside .shape").count() == 4


@pytest.mark.slow
def test_the_best_packing_stands_beside_the_outlines_on_a_wide_page(open_page: "OpenPage") -> None:
    page = open_page(screen="play", width=1280)
    load_dice(page, "AAABC", "AABCD")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_text("Three alike: all five are thrown again.").wait_for()
    page.locator("#screen-play .cells.can-press").wait_for()
    for _ in range(2):  # an empty turn is asked about once
        page.get_by_role("button", name="Done").click()
    grids = page.locator("#screen-play .grid")
    grids.nth(1).wait_for()
    boxes = [grids.nth(number).bounding_box() for number in range(2)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]
    assert "Nothing was outlined." in texts(page, ".panel .hint")


def test_a_game_is_played_from_the_keyboard_alone(play: "Page") -> None:
    play.get_by_role("button", name="Start the game").focus()
    play.keyboard.press("Enter")
    play.keyboard.press("Enter")  # throws the dice
    play.locator("#screen-play .cells.can-press").wait_for()
    for key in ("Space", "ArrowDown", "Space", "ArrowRight", "Space", "Control+z", "Space"):
        play.keyboard.press(key)
    assert kept(play, "play.game")["outlines"] == [[0, 10, 11]]
    assert play.locator("#live").inner_text().strip() == "Outline 1: 3 of 5 cells"
    focused = "document.activeElement.getAttribute('aria-label')"
    assert play.evaluate(focused) == "b2, blue circle, outline 1, 3 of 5 cells"
    play.keyboard.press("Delete")
    assert kept(play, "play.game")["outlines"] == []
    while play.evaluate("document.activeElement.textContent") != "Done":
        play.keyboard.press("Tab")
    play.keyboard.press("Enter")
    play.get_by_text("You have not outlined anything").wait_for()
    play.keyboard.press("Enter")
    play.get_by_role("button", name="Next round").wait_for()
    assert play.evaluate("document.activeElement.textContent") == "Next round"


@pytest.mark.slow
def test_outlines_are_drawn_along_join_and_fall_apart(play: "Page") -> None:
    start(play)
    drag(play, "a1 b1 c1 d1 e1 f1")
    assert kept(play, "play.game")["outlines"] == [[0, 1, 2, 3, 4]]
    tap(play, "c1")
    assert kept(play, "play.game")["outlines"] == [[0, 1], [3, 4]]
    tap(play, "c1")
    assert [sorted(cells) for cells in kept(play, "play.game")["outlines"]] == [[0, 1, 2, 3, 4]]
    tap(play, "a2")  # a closed outline takes no sixth cell
    assert len(kept(play, "play.game")["outlines"]) == 2
    play.get_by_role("button", name="Erase outlines").click()
    tap(play, "b1")
    tap(play, "j1")  # at the other end of the row before
    assert kept(play, "play.game")["outlines"] == [[10], [9]]


def test_the_phone_goes_round_and_who_turns_the_sand_has_a_point(play: "Page") -> None:
    start(play, "Ann", "Ben")
    tap(play, RIGHT_X, RIGHT_W)
    assert texts(play, ".turn") == ["Turn the sand timer: +1 point"]  # not whose turn it is
    play.get_by_role("button", name="Turn the sand timer").click()
    play.get_by_text("Hand over to Ben").wait_for()
    assert texts(play, ".cover") == ["Covered until Ben is ready"]
    assert play.locator("#screen-play .cell").first.get_attribute("aria-label") == "a1, covered"
    play.get_by_role("button", name="Ben is ready").click()
    assert play.get_by_role("button", name="Turn the sand timer").is_hidden()
    play.get_by_role("timer").wait_for()
    tap(play, RIGHT_X)
    play.get_by_role("button", name="Pause").click()
    assert play.locator("#screen-play .outlines .outline").count() == 0  # the card is covered
    assert texts(play, ".cover") == ["Paused"]
    play.reload()
    play.get_by_role("button", name="Go on").click()
    assert play.locator("#screen-play .outlines .outline").count() == 1
    sand = kept(play, "play.game")["sand"]
    change(play, "play.game", {"sand": {**sand, "until": sand["until"] - sand["left"]}})
    play.get_by_text("The sand has run out.").wait_for()
    play.get_by_role("button", name="Ann 8 +1").wait_for()
    assert texts(play, ".whose button") == ["Ann 8 +1", "Ben 4", "Best 14"]
    assert play.locator("#live").inner_text() == "Ann 8 +1, Ben 4; the best packing 14"
    assert texts(play, ".score") == ["4 points the best packing has 14"]
    play.get_by_role("button", name="Ann 8 +1").click()
    assert texts(play, ".score") == [
        "9 points one of them for the timer; with it, the best packing has 15"
    ]
    play.get_by_role("button", name="Next round").click()
    assert texts(play, ".status") == ["Ben begins, round 2 of 5"]
    assert texts(play, ".stage .hint") == ["Ann 9, Ben 4"]
    play.get_by_role("button", name="End this game").click()
    play.get_by_role("button", name="End it").click()
    play.get_by_role("button", name="Start the game").wait_for()


@pytest.mark.slow
def test_the_other_outline_is_named_where_two_share_a_shape_or_a_cell(page: "Page") -> None:
    cells = [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]]
    shown = page.evaluate(
        """async (cells) => {
            const { verdictLine } = await import("/penta_rush/verdicts.js");
            const reason = (verdict, other) =>
                verdictLine({}, cells, { verdict, shape: "X", reason: "", other }, 3).lastChild;
            return [["overlap", 12], ["duplicate", 2], ["dearest dropped", null]]
                .map((each) => reason(...each).textContent);
        }""",
        cells,
    )
    assert shown == [
        "shares a cell with outline 12",
        "same shape as outline 2",
        "only the five with the fewest points count",
    ]


@pytest.mark.slow
def test_the_last_seconds_are_heard_unless_the_sound_is_off(play: "Page") -> None:
    record_tones(play)
    start(play)
    sound = play.get_by_role("button", name="Sound")
    assert sound.get_attribute("aria-pressed") == "true"
    _run_out(play)
    tones = play.evaluate("tones.splice(0)")
    assert set(tones[:-3]) == {1200}
    assert tones[-3:] == [660, 1320, 1980]
    play.get_by_role("button", name="Next round").click()
    throw(play)
    sound.click()
    assert kept(play, "sound") is False
    _run_out(play)
    assert play.evaluate("tones") == []


def _run_out(play: "Page") -> None:
    """Let the sand run out in a few seconds."""
    sand = kept(play, "play.game")["sand"]
    until = play.evaluate("Date.now()") + 2_500
    change(play, "play.game", {"sand": {**sand, "until": until}})
    play.get_by_text("The sand has run out.").wait_for()


def test_the_fifth_round_counts_double_and_the_winner_is_named(play: "Page") -> None:
    start(play, "Ann", "Ben")
    entries = [{"player": 0, "points": 2}, {"player": 1, "points": 3}]
    earlier = {"roll": [*"AABCD"], "entries": entries}
    change(play, "play.game", {"rounds": [earlier] * 4})
    assert texts(play, ".side h2") == ["Tiles \N{MULTIPLICATION SIGN}2"]
    tap(play, RIGHT_X)  # of Ann, who begins the fifth round as she began the first
    play.get_by_role("button", name="Done").click()
    play.get_by_role("button", name="Ben is ready").click()
    tap(play, "f2 g2 h2 g3")  # one cell is missing
    play.get_by_role("button", name="Done").click()
    play.get_by_role("button", name="Play again").wait_for()
    assert not play.get_by_role("button", name="End this game").is_visible()
    assert "Ann wins with 16" in texts(play, "h2")
    assert texts(play, ".scores tbody tr") == ["Ann 2 2 2 2 8 16", "Ben 3 3 3 3 0 12"]
    assert texts(play, ".whose button") == ["Ann 8", "Ben 0", "Best of round 5 28"]
    assert texts(play, ".status") == ["Round 5, the last"]
    assert "Ben, round 5" in texts(play, "h2")
    assert texts(play, ".score") == ["0 points the best packing has 28; round 5 counts double"]
    play.get_by_role("button", name="Play again").click()
    play.get_by_role("button", name="Start the game").wait_for()
    assert kept(play, "play.game") is None


@pytest.mark.slow
def test_a_saved_game_has_the_second_of_each_outline(play: "Page") -> None:
    start(play, "Ann", "Ben")
    entries = [{"player": 0, "points": 2}, {"player": 1, "points": 3}]
    time = {"seconds": 40, "drawn": [30, 20], "sand": 60, "hurried": False}
    right = [[list(Cell.parse(name)) for name in cells.split()] for cells in (RIGHT_X, RIGHT_W)]
    sheets = [{**entry, "cells": right, "timer": False, "time": time} for entry in entries]
    rounds = [{"roll": [*"AABCD"], "entries": entries}] * 3
    change(play, "play.game", {"rounds": [*rounds, {"roll": [*"BAACD"], "entries": sheets}]})
    clock = kept(play, "play.game")["clock"]
    change(play, "play.game", {"clock": {**clock, "spent": 20_000}})  # of Ann, without sand
    tap(play, RIGHT_X)
    clock = kept(play, "play.game")["clock"]
    change(play, "play.game", {"clock": {**clock, "spent": 30_000}})
    play.get_by_role("link", name="Card", exact=True).click()  # away, where no time passes
    away = kept(play, "play.game")["clock"]
    assert away["since"] is None
    assert 30_000 <= away["spent"] < 40_000
    play.get_by_role("link", name="Play", exact=True).click()
    tap(play, RIGHT_W)
    assert kept(play, "play.game")["clock"]["since"] is not None
    play.get_by_role("button", name="Turn the sand timer").click()
    play.get_by_role("button", name="Ben is ready").click()
    sand = kept(play, "play.game")["sand"]
    change(play, "play.game", {"sand": {**sand, "until": sand["until"] - 50_000}})
    tap(play, RIGHT_X, RIGHT_W)
    play.get_by_role("button", name="Done").click()
    play.get_by_role("button", name="Play again").wait_for()
    with play.expect_download() as saved:
        play.get_by_role("button", name="Save the game").click()
    game = penta.Game.parse(Path(saved.value.path()).read_text("utf-8"))
    ann, ben = (player.rounds for player in game.players)
    assert (ann[:3], ben[:3]) == ((2, 2, 2), (3, 3, 3))
    assert isinstance(ann[3], penta.Sheet)
    assert ann[3].time == Timing(40, (20, 30), 60)
    assert [list(map(list, cells)) for cells in ann[3].outlines] == [sorted(right[1]), right[0]]
    for sheet, least, hurried in ((ann[4], (20, 30), False), (ben[4], (50, 50), True)):
        assert isinstance(sheet, penta.Sheet)
        assert sheet.time
        assert (sheet.time.sand, sheet.time.hurried) == (60, hurried)
        assert len(sheet.outlines) == len(least)
        for moment, earliest in zip(sheet.time.drawn, least, strict=True):
            assert earliest <= moment < earliest + 10
    assert penta.fit([game]).common.outlines == 8


@pytest.mark.slow
def test_who_takes_the_phone_does_not_see_which_tiles_the_one_before_has_used(play: "Page") -> None:
    start(play, "Ann", "Ben")
    tap(play, RIGHT_X)
    used = play.locator("#screen-play .tile.is-done")
    assert used.count() == 1
    play.get_by_role("button", name="Done").click()
    play.get_by_text("Hand over to Ben").wait_for()
    assert used.count() == 0
    play.get_by_role("button", name="Ben is ready").click()
    assert used.count() == 0


@pytest.mark.slow
def test_a_round_that_could_not_be_judged_is_judged_again(play: "Page") -> None:
    start(play)
    tap(play, RIGHT_X)
    play.route("**/api/score", lambda route: route.abort())
    play.get_by_role("button", name="Done").click()
    play.get_by_text("penta does not answer: is it still running?").wait_for()
    play.unroute("**/api/score")
    play.get_by_role("button", name="Judge again").click()
    play.get_by_role("button", name="Next round").wait_for()
    assert texts(play, ".score strong") == ["4"]


@pytest.mark.slow
def test_the_page_has_the_tiles_of_the_program(page: "Page") -> None:
    tiles = page.evaluate("async () => (await import('/penta_rush/shapes.js')).SHAPES")
    points = default_points()
    assert {tile["letter"]: tile["points"] for tile in tiles} == {
        one: points[one] for one in SHAPES
    }
    shapes = [pentomino_of(Cell(*cell) for cell in tile["cells"]) for tile in tiles]
    assert "".join(str(shape) for shape in shapes) == SHAPES


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["play", "puzzle"])
def test_cells_that_touch_at_corners_are_outlined(screen: str, open_page: "OpenPage") -> None:
    page = game_screen(open_page, screen)
    start(page)
    tap(page, "a1 b2 c3 d2 e1")
    outlines = kept(page, f"{screen}.game")["outlines"]
    assert sorted(outlines) == [[0], [4], [11], [13], [22]]
    assert page.locator(f"#screen-{screen} .paper .shape").count() == 5


def test_an_outline_has_a_line_for_each_of_its_parts(page: "Page") -> None:
    ring = [[0, 0], [0, 1], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2]]
    lines = page.evaluate(
        """async (all) => {
            const { outlineNodes, outlinePath, shapeIcon } = await import("/outline.js");
            outlineNodes([{ cells: [], label: 1 }]);
            shapeIcon([]);
            return all.map((cells) => outlinePath(cells).split("M").slice(1)
                .map((line) => line.split("Q").length - 1));
        }""",
        [[], [[0, 0]], [[0, 1], [1, 0]], [[1, 0], [2, 1], [0, 1], [1, 2]], [[0, 0], [0, 2]], ring],
    )
    assert lines == [[], [4], [4, 4], [4, 4, 4, 4], [4, 4], [10]]


@pytest.mark.slow
def test_each_player_may_have_a_card_of_his_own(open_page: "OpenPage") -> None:
    page = open_page(screen="play")
    load_dice(page, "AABCD")
    page.get_by_role("button", name="Off").click()
    fields = page.locator("#screen-play .player input")
    assert page.get_by_role("button", name="A card for each player").is_hidden()
    fields.nth(0).fill("Ann")
    page.get_by_role("button", name="Add a player").click()
    fields.nth(1).fill("Ben")
    page.get_by_role("button", name="A card for each player").click()
    for number, name in (("1", "spring"), ("2", "pocket")):
        page.get_by_label(f"Card of player {number}").select_option(name)
    page.get_by_role("button", name="Start the game").click()
    page.get_by_text("All cards need the same symbols and points.").wait_for()
    page.get_by_label("Card of player 2").select_option("summer")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Throw the dice").click()
    page.locator("#screen-play .cells.can-press").wait_for()
    assert _pattern(page, ".paper:not(.beside)") == _pattern_of("spring")
    for player in ("Ann", "Ben"):
        for _ in range(2):
            page.get_by_role("button", name="Done").click()
        if player == "Ann":
            page.get_by_role("button", name="Ben is ready").click()
            assert _pattern(page, ".paper:not(.beside)") == _pattern_of("summer")
    page.get_by_role("button", name="Next round").wait_for()
    best = [penta.solve(penta.sample_card(name), "AABCD").score for name in ("spring", "summer")]
    shown = [f"Best for Ann {best[0]}", f"Best for Ben {best[1]}"]
    assert texts(page, ".whose button") == ["Ann 0", "Ben 0", *shown]
    for text, name in zip(shown, ("spring", "summer"), strict=True):
        page.get_by_role("button", name=text).click()
        assert _pattern(page, ".beside") == _pattern_of(name)


def _pattern(page: "Page", paper: str) -> list[int]:
    """Return where the symbol of each cell of the first row on *paper* comes first in that row."""
    labels = page.locator(f"#screen-play {paper} .cell").evaluate_all(
        "(cells) => cells.slice(0, 10).map((cell) => cell.getAttribute('aria-label'))"
    )
    symbols = [label.split(", ")[1] for label in labels]
    return [symbols.index(symbol) for symbol in symbols]


def _pattern_of(name: str) -> list[int]:
    row = penta.sample_card(name).lines[0]
    return [row.index(letter) for letter in row]
