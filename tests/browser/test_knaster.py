"""The screens of Knaster: a roll and its advice, a sheet from paper, a game alone, its review."""

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from solver.files.texts import Language, Texts
from tests.browser.games import kept, load_dice, paste, wait_until
from tests.solver.web.test_languages import LANGUAGES

expect = pytest.importorskip("playwright.sync_api").expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    from tests.browser.conftest import OpenPage

DATA = Path(__file__).parents[2] / "data/knaster"
HALF = (DATA / "sheets/half.txt").read_text("utf-8")
TIM = (DATA / "sheets/tim.txt").read_text("utf-8")
ALONE = (DATA / "records/alone.json").read_text("utf-8")
SLIP = (DATA / "records/slip.json").read_text("utf-8")


@pytest.fixture
def page(open_page: "OpenPage") -> "Page":
    """The screen Sheet on a phone."""
    return open_page(screen="knaster")


def _paste(page: "Page", text: str) -> None:
    """Paste *text*, and see that it is taken."""
    paste(page, text)
    expect(page.locator("#live")).to_contain_text("The text is taken")


def _tap(page: "Page", cell: str) -> None:
    page.evaluate("scrollTo(0, 0)")
    box = _cell(page, cell).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _cell(page: "Page", name: str) -> "Locator":
    index = 5 * (int(name[1]) - 1) + "abcde".index(name[0])
    return page.locator("section:not([hidden]) > .stage .cell").nth(index)


def _label(page: "Page", name: str) -> str:
    return str(_cell(page, name).get_attribute("aria-label"))


def _faces(page: "Page", *faces: int) -> None:
    for face in faces:
        page.locator(".face").nth(face - 1).click()


def test_advice_is_drawn_on_the_sheet_and_done_by_a_tap(page: "Page") -> None:
    _paste(page, HALF)
    refused = []
    page.on("requestfailed", lambda request: refused.append(request.url))
    _faces(page, 6, 6, 3, 4)  # the roll of 12 is not waited for
    moves = page.locator(".advice .list-item")
    moves.first.wait_for()
    expect(moves.first).to_have_text("write b2, circle b2best")
    assert any(url.endswith("/api/knaster_advise") for url in refused)
    assert _label(page, "b2") == "b2, free, best"
    assert _label(page, "d2") == "d2, free, loses 0.2"
    scale = page.locator(".loss-scale li")
    assert scale.all_inner_texts() == ["Points lost", "best", "< 0.5", "< 1", "< 2", "≥ 2"]
    assert _label(page, "c1") == "c1, 8"
    assert moves.count() == 10
    page.get_by_role("button", name="11 more").click()
    assert moves.count() == 21
    assert "Best: write b2, circle b2." in page.locator("#live").inner_text()

    _tap(page, "e1")  # two pairs of three sevens: one of three circles twice
    assert page.locator(".status strong").first.inner_text() == "Circle 2 more"
    assert [moves.nth(at).locator("span").inner_text() for at in range(moves.count())] == [
        "write e1, circle b1 e1",
        "write e1, circle b1 c1",
        "write e1, circle c1 e1",
    ]
    _tap(page, "c1")
    _tap(page, "e1")
    assert kept(page, "knaster.game")["turns"] == [
        {"roll": 7, "write": "e1", "bonus": ["c1", "e1"]}
    ]
    assert (_label(page, "e1"), _label(page, "b1")) == ("e1, 7, circled", "b1, 7")
    page.get_by_role("button", name="Undo").click()
    assert _label(page, "e1").startswith("e1, free")
    assert page.locator(".sum").inner_text() == "= 7"
    moves.first.click()
    assert _label(page, "b2") == "b2, 7, circled"
    page.locator(".sums", has_text="5").first.wait_for()


def test_the_dice_are_thrown_again_only_when_the_throw_is_entered(page: "Page") -> None:
    load_dice(page, "AFBB")
    throw = page.get_by_role("button", name="Throw")
    alert = page.locator("#screen-knaster .stage [role=alert]")
    throw.click()
    throw.click()
    expect(alert).to_have_text("The 7 is still to be entered.")
    expect(alert).to_be_in_viewport(ratio=1)
    assert kept(page, "knaster.game")["dice"] == [1, 6]
    _faces(page, 5)  # a roll that was tapped in may be tapped again
    expect(alert).to_be_hidden()
    throw.click()  # and a throw ends one of which a die is missing
    expect(page.locator(".sum")).to_have_text("= 4")
    _tap(page, "a1")
    page.locator('[aria-label="a1, 4"]').first.wait_for()
    throw.click()
    expect(page.locator(".sum")).to_have_text("= 7")


@pytest.mark.slow
def test_who_plays_alone_sees_no_advice_and_reviews_what_was_played(page: "Page") -> None:
    page.get_by_label("Show").press("Space")  # the sheet may still move what is below it
    expect(page.get_by_label("Show")).not_to_be_checked()
    page.get_by_role("button", name="Throw").click()
    dice = kept(page, "knaster.game")["dice"]
    assert all(1 <= face <= 6 for face in dice)
    _cell(page, "c3").focus()
    page.keyboard.press("Enter")  # while penta still thinks
    roll = sum(dice)
    page.locator(f'[aria-label="c3, {roll}"]').first.wait_for()
    assert kept(page, "knaster.game")["turns"] == [{"roll": roll, "write": "c3"}]
    page.reload()
    expect(_cell(page, "c3")).to_have_attribute("aria-label", f"c3, {roll}")
    page.evaluate("location.hash = 'knaster-review'")
    page.locator(".chart").wait_for()
    assert "points expected" in page.locator("#screen-knaster-review h2").first.inner_text()


def test_a_paper_sheet_is_typed_in_and_needs_no_pointer(page: "Page") -> None:
    page.get_by_role("button", name="Edit").click()
    _cell(page, "a1").focus()
    page.keyboard.type("7o")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("12")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("9")
    page.keyboard.press("Delete")
    page.get_by_role("button", name="circle", exact=True).click()
    _tap(page, "b1")
    page.get_by_role("button", name="Done").click()
    assert _label(page, "a1") == "a1, 7, circled"
    assert _label(page, "b1") == "b1, 12, circled"
    assert _label(page, "b2") == "b2, free"
    page.get_by_role("button", name="Undo").click()
    assert _label(page, "b1") == "b1, 12"
    page.get_by_role("button", name="Text").click()
    assert '"circled":["a1"]' in page.get_by_role("textbox").input_value()
    page.keyboard.press("Escape")
    wait_until(page, "!history.state?.dialogs")  # a dialog that is closed goes back a step, later
    page.evaluate("location.hash = 'knaster-review'")
    page.get_by_text("A review needs the turns of a game").wait_for()


@pytest.mark.slow
def test_a_wrong_text_is_answered_in_one_line_and_the_game_stays(page: "Page") -> None:
    page.get_by_role("button", name="Text").click()
    field = page.get_by_role("textbox")
    alert = page.get_by_role("dialog").get_by_role("alert")
    field.fill("7 7 7")
    page.get_by_role("button", name="Use this text").click()
    expect(alert).to_have_text("sheet: expected 5 rows, found 1")
    field.fill(SLIP)
    page.get_by_role("button", name="Use this text").click()
    expect(alert).to_contain_text("record, turn")
    assert kept(page, "knaster.game") is None


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_hands_stand_beside_the_sheet_and_are_folded_on_a_phone(
    language: Language, open_page: "OpenPage"
) -> None:
    hands = [
        block.content.split(":")[0]
        for block, following in pairwise(Texts(language).rules("knaster"))
        if following.content[:1].isdigit()
    ]
    assert len(hands) == 6
    for width in (390, 1280):
        page = open_page(screen="knaster", width=width, language=language)
        panel = page.locator("#screen-knaster details")
        if width == 390:
            assert not panel.locator("li").first.is_visible()
            panel.locator("summary").click()
        panel.locator("li").nth(5).wait_for()
        assert [item.split(":")[0] for item in panel.locator("li").all_inner_texts()] == hands
        assert panel.locator(".example > span").count() == 5 * len(hands)


@pytest.mark.slow
def test_the_last_roll_may_be_passed_and_ends_the_game(page: "Page") -> None:
    _paste(page, TIM)
    _faces(page, 1, 1)
    page.get_by_role("button", name="Pass").first.click()
    page.get_by_text("The game is over").first.wait_for()
    expect(page.locator(".status small").first).to_have_text("41 points")
    won = page.locator("#screen-knaster .line-points.is-won")
    expect(won).to_have_text(["9", "7", "10"])
    assert page.get_by_role("button", name="Throw").is_hidden()


@pytest.mark.slow
def test_advice_that_was_ended_is_asked_for_again_with_the_rolls_left(page: "Page") -> None:
    asked: list[Any] = []

    def answer(route: "Route") -> None:
        asked.append(route.request.post_data_json)
        if len(asked) == 1:
            route.fulfill(status=504, json={"error": "ended after 20 s"})
        else:
            moves = [{"circle": "a1", "mean": 9.0}, {"write": "b1", "mean": 8.5}, {"mean": 8.0}]
            route.fulfill(json={"mean": 9.0, "rolls": {"7": moves}})

    page.route("**/api/knaster_advise", answer)
    page.get_by_label("The game ends with").select_option("1 more roll")
    _faces(page, 5, 2)
    expect(page.locator(".advice [role=alert]")).to_have_text("ended after 20 s")
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".advice small")).to_have_text(
        ["best", "\N{MINUS SIGN}0.5", "\N{MINUS SIGN}1.0"]
    )
    assert [question["turns"] for question in asked] == ["1", "1"]
    _tap(page, "d4")
    assert page.get_by_text("d4: nothing to do with a 7.").is_visible()
    _tap(page, "b1")
    assert kept(page, "knaster.game")["isOver"]


@pytest.mark.slow
def test_a_review_tells_luck_from_skill_and_shows_the_worst_moves(page: "Page") -> None:
    _paste(page, ALONE)
    expect(page.locator(".status small").first).to_have_text("84 points: very good")
    page.get_by_role("button", name="Review").click()
    page.locator(".chart").wait_for()
    review = page.locator("#screen-knaster-review")
    assert review.locator("h2").first.inner_text() == "84 points"
    start, luck, skill, points = (
        float(text.replace("\N{MINUS SIGN}", "-"))
        for text in review.locator(".sums b").all_inner_texts()
    )
    assert start + luck + skill == pytest.approx(points, abs=0.2)
    worst = review.locator(".worst .list-item")
    assert worst.count() == 3
    assert "Turn 5, roll 10\nwrite d2\nbetter: write c1" in worst.first.inner_text()
    worst.first.click()
    assert _label(page, "d2") == "d2, 10, this turn"
    assert _label(page, "c1") == "c1, free, better"
    page.get_by_label("Turn", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    assert review.locator(".status strong").inner_text() == "Turn 4, roll 9: circle e1"
    page.get_by_role("button", name="Show how").click()
    expect(review.locator(".line-points.is-won")).to_have_count(12)


@pytest.mark.slow
def test_a_review_says_what_it_cost_that_another_ended_the_game(page: "Page") -> None:
    turn = {"roll": 7, "write": "c3"}
    judged = {**turn, "luck": -24.51, "skill": 0.0, "mean": 75.49, "loss": 0.0, "best": turn}
    sums = {"start": 100.0, "luck": -24.81, "skill": 0.3, "mean": 75.49, "score": 0}
    rest = {"worst": [], "turns": [judged], "hindsight": None}
    answer = {**sums, **rest, "over": False, "cut_off": -21.9}
    page.route("**/api/knaster_review", lambda route: route.fulfill(json=answer))
    _paste(page, '{"turns": [{"roll": 7, "write": "c3"}]}')
    page.evaluate("location.hash = 'knaster-review'")
    review = page.locator("#screen-knaster-review")
    review.locator(".chart").wait_for()
    assert "of it, as another ended the game" in review.locator(".sums").inner_text()
    # Where no move lost anything, all is luck.
    luck = "\N{MINUS SIGN}24.5"
    assert f"luck of the rolls\n{luck}" in review.locator(".sums").inner_text()
    assert "every move was the best" in review.locator(".sums").inner_text()
    assert "skill of the moves" not in review.locator(".sums").inner_text()
    expect(page.locator("#live")).to_contain_text(f"Luck {luck}; every move was the best")
    cut_off = "(\N{MINUS SIGN}21.90 as another ended the game)"
    assert cut_off in review.locator(".status small").inner_text()
