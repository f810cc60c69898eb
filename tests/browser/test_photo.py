"""A card from a photo: shrunk in the browser, read, its corners dragged, doubtful cells marked."""

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

import data
from tests.browser.games import MEADOW, card_id_of, kept

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, Route

_PLACE = 0x8825  # the part of a photo's EXIF data that says where it was taken


def _choose(page: "Page", photo: "Path") -> None:
    page.locator("input[type=file][accept='image/*']").set_input_files(photo)


def _choose_meadow(page: "Page", folder: "Path") -> None:
    photo = folder / "meadow.jpg"
    photo.write_bytes(data.read_bytes("photos/meadow.jpg"))
    _choose(page, photo)
    page.get_by_text("10 rows, 10 columns, 6 symbols").wait_for()


@pytest.mark.slow
def test_a_photo_is_read_again_when_a_corner_is_dragged(page: "Page", tmp_path: "Path") -> None:
    _choose_meadow(page, tmp_path)
    corner = page.get_by_role("button", name="Lower right corner")
    box = corner.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - 30, middle[1], steps=2)
    assert page.locator(".lens").is_visible()
    page.mouse.move(middle[0] + 1, middle[1] + 1, steps=2)
    with page.expect_request("**/api/read?corners=*") as asked:
        page.mouse.up()
    assert asked.value.url.count("%2C") == 4
    page.get_by_role("button", name="Use this card").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert card_id_of(page) == MEADOW
    page.get_by_role("button", name="Undo").click()
    assert card_id_of(page) == "10x10:" + "." * 100


@pytest.mark.slow
def test_a_photo_is_shrunk_and_keeps_its_place_for_itself(page: "Page", tmp_path: "Path") -> None:
    photo = tmp_path / "large.jpg"
    picture = Image.new("RGB", (2600, 1300), "#884422")
    exif = picture.getexif()
    exif[0x0112] = 6  # held upright: turned by a quarter
    exif.get_ifd(_PLACE)[1] = "N"
    picture.save(photo, exif=exif)
    sent: list[Image.Image] = []

    def answer(route: "Route") -> None:
        sent.append(Image.open(io.BytesIO(route.request.post_data_buffer or b"")))
        route.fulfill(json=_answer("2x5:ABCDAEFABC", ["c2"]))

    page.route("**/api/read**", answer)
    _choose(page, photo)
    page.get_by_text("2 rows, 5 columns, 6 symbols; 1 cell in doubt").wait_for()
    with page.expect_response("**/api/read**"):
        page.get_by_role("button", name="Turn").click()
    page.get_by_text("1 cell in doubt").wait_for()
    assert [photo.size for photo in sent] == [(1000, 2000), (2000, 1000)]
    assert all(not photo.getexif() for photo in sent)
    page.get_by_role("button", name="Use this card").click()
    page.get_by_text("1 marked cell is in doubt").wait_for()
    cell = page.locator("#screen-card .cell.is-unsure")
    assert cell.get_attribute("aria-label") == "c2, blue circle, unsure"
    cell.focus()
    page.keyboard.press("a")
    assert kept(page, "card")["unsure"] == []


@pytest.mark.slow
def test_a_corner_moves_by_the_arrow_keys(page: "Page", tmp_path: "Path") -> None:
    photo = tmp_path / "photo.png"
    Image.new("RGB", (400, 400), "#ffffff").save(photo)
    refused = {"status": 422, "headers": {"Penta-Exit": "3"}, "json": {"error": "--corners x,y"}}
    page.route("**/api/read**", lambda route: route.fulfill(**refused))
    _choose(page, photo)
    alert = page.get_by_role("dialog").get_by_role("alert")
    assert alert.inner_text().startswith("No card was found: drag the four corners")
    assert page.get_by_role("button", name="Use this card").is_disabled()
    page.get_by_role("button", name="Upper left corner").focus()
    with page.expect_request("**/api/read?corners=*") as asked:
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowDown")
    assert asked.value.url.endswith("corners=33%2C42+368%2C32+368%2C368+32%2C368")


@pytest.mark.slow
def test_the_photo_zooms_to_the_card_once_it_is_found(page: "Page", tmp_path: "Path") -> None:
    _choose_meadow(page, tmp_path)
    zoom = page.get_by_role("button", name="Zoom to the card")
    shown = "document.querySelector('.photo-image').width"
    assert zoom.get_attribute("aria-pressed") == "true"
    close = page.evaluate(shown)
    zoom.click()
    assert page.evaluate(shown) > close
    handle = page.evaluate("getComputedStyle(document.querySelector('.corner'), '::before').width")
    assert float(handle.removesuffix("px")) <= 20  # the card is seen below it


@pytest.mark.slow
def test_what_was_read_wrongly_is_read_again_as_counted(page: "Page", tmp_path: "Path") -> None:
    _choose_meadow(page, tmp_path)
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Read wrongly?").click()
    with page.expect_request("**/api/read?*") as asked:
        dialog.get_by_role("button", name="Fewer symbols").click()
    assert asked.value.url.endswith("&symbols=5") or "symbols=5&" in asked.value.url
    dialog.get_by_text("10 rows, 10 columns, 5 symbols").wait_for()
    with page.expect_request("**/api/read?*") as asked:
        dialog.get_by_role("button", name="Fewer rows").click()
    assert "size=9x10" in asked.value.url
    assert "corners=" in asked.value.url
    dialog.get_by_text("9 rows, 10 columns, 5 symbols").wait_for()


@pytest.mark.slow
def test_two_symbols_that_are_the_same_become_one(page: "Page", tmp_path: "Path") -> None:
    _choose_meadow(page, tmp_path)
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Read wrongly?").click()
    dialog.get_by_role("button", name="red star").click()
    assert dialog.get_by_role("button", name="red star").get_attribute("aria-pressed") == "true"
    dialog.get_by_role("button", name="pink diamond").click()
    dialog.get_by_text("5 symbols: pink diamond is red star").wait_for()
    dialog.get_by_role("button", name="Use this card").click()
    dialog.wait_for(state="detached")
    assert card_id_of(page) == MEADOW.replace("E", "D")


@pytest.mark.slow
def test_of_two_cards_that_which_is_tapped_is_read(page: "Page", tmp_path: "Path") -> None:
    meadow = Image.open(io.BytesIO(data.read_bytes("photos/meadow.jpg")))
    table = Image.new("RGB", (meadow.width * 2, meadow.height), "#556677")
    table.paste(meadow, (0, 0))
    table.paste(meadow.rotate(180), (meadow.width, 0))
    path = tmp_path / "two.png"
    table.save(path)
    _choose(page, path)
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("10 rows, 10 columns, 6 symbols").wait_for()
    dialog.get_by_role("button", name="Zoom to the card").click()
    box = page.locator(".photo-image").bounding_box()
    places = [corner.bounding_box() for corner in page.locator(".corner").all()]
    assert box is not None
    middle = sum(place["x"] + place["width"] / 2 for place in places if place) / len(places)
    is_left = middle < box["x"] + box["width"] / 2
    share = 0.75 if is_left else 0.25
    with page.expect_request("**/api/read?*") as asked:
        page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
    assert "at=" in asked.value.url
    dialog.get_by_text("10 rows, 10 columns, 6 symbols").wait_for()
    dialog.get_by_role("button", name="Zoom to the card").click()
    places = [corner.bounding_box() for corner in page.locator(".corner").all()]
    middle = sum(place["x"] + place["width"] / 2 for place in places if place) / len(places)
    assert (middle < box["x"] + box["width"] / 2) != is_left


def test_what_is_no_photo_is_answered_in_one_line(page: "Page", tmp_path: "Path") -> None:
    photo = tmp_path / "broken.jpg"
    photo.write_bytes(b"no photo")
    _choose(page, photo)
    error = page.get_by_role("alert").get_by_text("broken.jpg: expected a photo")
    error.wait_for()
    assert error.evaluate(
        """(error) => {
            const { x, top, bottom } = error.getBoundingClientRect();
            const seen = [top + 5, bottom - 5].map((y) => document.elementFromPoint(x + 20, y));
            return seen.every((element) => element === error);
        }"""
    )


def _answer(card: str, unsure: list[str]) -> dict[str, object]:
    return {"card": card, "unsure": unsure, "corners": [[9, 9], [90, 9], [90, 90], [9, 90]]}
