"""Photos on the page without a server: the code of a print, or the colours between four corners."""

import base64
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import data
from solver.penta_rush.card import Card
from tests.browser.exporting import Host, visiting
from tests.browser.games import MEADOW, card_id_of
from tests.solver.penta_rush.photo import photo_maker
from tests.solver.penta_rush.photo.photo_set import wrong_marks

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

CLEAR = photo_maker.Camera(width=2000, blur=(0.3, 0.8), noise=(1.0, 3.0), quality=(80, 91))
KEYS = {*("card", "rows", "cols", "symbols", "confidence", "unsure", "doubts", "corners", "code")}
READ = """async ([carrier, jpeg, values]) => {
    const { send } = await import(carrier);
    const dots = Uint8Array.from(atob(jpeg), (one) => one.charCodeAt(0));
    const photo = new Blob([dots], { type: "image/jpeg" });
    const answer = await send("read", { values, photo });
    return [answer.status, answer.headers.get("Penta-Exit"), await answer.json()];
}"""


@pytest.fixture(scope="module")
def page(browser: "Browser", host: Host) -> "Iterator[Page]":
    """One page for all photos, as Python takes seconds to start; it asks no other host."""
    with visiting(browser) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(host.address)
        yield page
        assert [url for url in asked if not url.startswith((host.address, "blob:"))] == []


def _sent(page: "Page", host: Host, jpeg: bytes, **values: str) -> tuple[int, str | None, Any]:
    photo = base64.b64encode(jpeg).decode()
    return tuple(page.evaluate(READ, [host.module("carrier.js"), photo, values]))


def _read(page: "Page", host: Host, jpeg: bytes, **values: str) -> dict[str, Any]:
    status, code, answer = _sent(page, host, jpeg, **values)
    assert (status, code) == (HTTPStatus.OK, "0"), answer
    assert isinstance(answer, dict)
    assert answer.keys() - {"legend"} == KEYS
    return answer


def _corners(photograph: photo_maker.Photograph, *, first: int = 0) -> str:
    return _text(np.roll(photograph.corners, -first, axis=0).round().tolist())


def _text(corners: Sequence[Sequence[float]]) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)


def _wrong(answer: dict[str, Any], card: Card) -> list[float]:
    """Return the confidence of each cell that was read wrongly."""
    marks = wrong_marks(Card.parse(answer["card"]), card)
    assert marks is not None
    confidence: list[float] = np.array(answer["confidence"])[marks].tolist()
    return confidence


@pytest.mark.slow
def test_a_print_is_read_by_its_code_on_the_screen_of_photos(
    page: "Page", tmp_path: "Path"
) -> None:
    printed = photo_maker.printed_card("card", Card.parse(MEADOW), has_code=True)
    photo = tmp_path / "card.jpg"
    photo.write_bytes(photo_maker.take_photo(printed, 3, CLEAR).jpeg)
    page.locator("input[type=file][accept='image/*']").set_input_files(photo)
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("10 rows, 10 columns, 6 symbols; as its printed code says").wait_for()
    dialog.get_by_role("button", name="Use this card").click()
    dialog.wait_for(state="detached")
    assert card_id_of(page) == MEADOW


@pytest.mark.slow
def test_the_code_says_how_a_card_between_corners_lies_and_which_cells_are_other_ones(
    page: "Page", host: Host
) -> None:
    card = photo_maker.random_card(5, 8, 11, 6)
    printed = photo_maker.printed_card("card", card, has_code=True)
    (left, top), (right, _), *_ = printed.corners.round().astype(int).tolist()
    side = (right - left) // card.cols
    changed = printed.image.copy()
    row = changed[top : top + side]
    assert card.lines[0][0] != card.lines[0][1]
    row[:, left : left + side] = row[:, left + side : left + 2 * side]
    photograph = photo_maker.take_photo(printed._replace(image=changed), 5, CLEAR)
    answer = _read(page, host, photograph.jpeg, corners=_corners(photograph))
    assert answer["code"] == {"card": str(card), "taken": True, "different": ["a1"]}
    assert (answer["card"], answer["unsure"]) == (str(card), ["a1"])
    turned = np.rot90([[*line] for line in card.lines])
    other_side = _read(page, host, photograph.jpeg, corners=_corners(photograph, first=1))
    assert other_side["card"] == str(Card(tuple("".join(line) for line in turned)))
    assert other_side["unsure"] == ["a11"]
    fewer = _read(page, host, photograph.jpeg, corners=_corners(photograph), symbols="5")
    assert not fewer["code"]["taken"]
    assert len(fewer["symbols"]) == 5


@pytest.mark.slow
def test_the_sample_photo_is_read_by_its_colours_between_corners(page: "Page", host: Host) -> None:
    jpeg = data.read_bytes("photos/meadow.jpg")
    status, code, answer = _sent(page, host, jpeg)
    assert (status, code) == (HTTPStatus.UNPROCESSABLE_ENTITY, "3")
    assert answer["error"].startswith("No card was found: drag the four corners")
    corners = [(152, 100), (634, 151), (543, 601), (95, 589)]
    answer = _read(page, host, jpeg, corners=_text(corners))
    assert answer["corners"] == [list(corner) for corner in corners]
    assert answer["legend"]["A"] == "red shape"
    assert _wrong(answer, Card.parse(MEADOW)) == []
    assert answer["code"] is None
    known = _read(page, host, jpeg, corners=_text(corners), size="10x10", symbols="6")
    assert known == answer
    for wrong in ({"corners": "0,0 899,0 899,674 0,674"}, {"corners": "9,9 99,9 9,99 99,99"}):
        status, code, answer = _sent(page, host, jpeg, **wrong)
        assert (status, code) == (HTTPStatus.UNPROCESSABLE_ENTITY, None)
        assert answer["error"].startswith("The colours between these corners are not clear.")


@pytest.mark.slow
def test_forms_of_one_ink_are_refused_and_two_forms_of_a_colour_told_apart(
    page: "Page", host: Host
) -> None:
    card = photo_maker.random_card(7, 9, 10, 6)
    black = photo_maker.drawn_card(card, photo_maker.forms_alone)
    photograph = photo_maker.take_photo(black, 1, CLEAR)
    answer = _sent(page, host, photograph.jpeg, corners=_corners(photograph))
    assert answer[:2] == (HTTPStatus.UNPROCESSABLE_ENTITY, None)
    assert "differ in form alone" in answer[2]["error"]
    twice = photo_maker.drawn_card(card, photo_maker.other_forms)  # two of them are orange
    photograph = photo_maker.take_photo(twice, 1, CLEAR)
    assert _wrong(_read(page, host, photograph.jpeg, corners=_corners(photograph)), card) == []


@pytest.mark.slow
def test_of_cells_that_are_sure_hardly_any_are_wrong(page: "Page", host: Host) -> None:
    camera = replace(photo_maker.ORDINARY, blur=(0.3, 2.0))
    rng = np.random.default_rng(1)
    wrong: list[float] = []
    answered = cells = 0
    for number in range(12):
        rows, cols = rng.integers((6, 6), (13, 13)).tolist()
        card = photo_maker.random_card(number, rows, cols, 6)
        if number % 3:
            printed = photo_maker.printed_card(f"{number}", card, low_ink=number % 3 == 1)
        else:
            printed = photo_maker.drawn_card(card, photo_maker.colours_alone)
        photograph = photo_maker.take_photo(printed, number, camera)
        side = np.linalg.norm(photograph.corners[1] - photograph.corners[0]) / card.cols
        aside = rng.uniform(-0.12, 0.12, (4, 2)) * side  # as a finger drags them
        placed = photograph._replace(corners=photograph.corners + aside)
        status, _, answer = _sent(page, host, placed.jpeg, corners=_corners(placed))
        if status == HTTPStatus.OK:
            assert (answer["rows"], answer["cols"]) == (card.rows, card.cols), json.dumps(answer)
            answered += 1
            cells += card.rows * card.cols
            wrong += _wrong(answer, card)
    assert answered >= 10
    assert len(wrong) <= cells / 50
    assert sum(confidence >= 0.99 for confidence in wrong) <= cells / 500
