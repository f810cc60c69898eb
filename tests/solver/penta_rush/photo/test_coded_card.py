"""Prints with a code: read at any angle, compared with their cells, and no other card's code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import data
from generator.printing.document import PrintedCard, PrintJob, document
from solver.drawing.png import png
from solver.penta_rush.card import Card
from solver.penta_rush.photo.coded_card import with_code
from solver.penta_rush.photo.image_file import Photo
from solver.penta_rush.photo.read_card import CardReading, read_card
from solver.penta_rush.points import default_points
from tests.solver.penta_rush.photo.photo_maker import (
    Camera,
    Image,
    decoded,
    printed_card,
    random_card,
    take_photo,
)
from tests.support import Run, cases, refusal, slow

MEADOW = Card.parse(data.read("cards/meadow.txt"))
ORCHARD = Card.parse(data.read("cards/orchard.txt"))
CLEAR = Camera(width=2400, blur=(0.3, 0.8), noise=(1.0, 3.0), quality=(80, 91))


def _slow(*values: float) -> Any:
    return slow(*values)


def _page(card: Card, dpi: int) -> Image:
    job = PrintJob(cards=(PrintedCard("card", card),), points=default_points())
    return decoded(png(document(job)[0], dpi=dpi))


def _turned(image: Image, angle: float, tilt: float = 0.0) -> Image:
    """Return *image* turned on a grey table, and seen from the side."""
    height, width = image.shape[:2]
    side = int(np.hypot(height, width)) + 20
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    turn = np.radians(angle)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    placed = (corners - (width / 2, height / 2)) @ matrix + side / 2
    placed[:, 0] = side / 2 + (placed[:, 0] - side / 2) * (1 - tilt * placed[:, 1] / side)
    onto = cv2.getPerspectiveTransform(corners.astype(np.float32), placed.astype(np.float32))
    seen = cv2.warpPerspective(image, onto, (side, side), borderValue=(120, 130, 140))
    return np.asarray(seen, np.uint8)


Read = Callable[..., tuple[dict[str, Any], str]]


@pytest.fixture
def read(typed: Run, tmp_path: Path) -> Read:
    """Run `penta rush read --json` on a picture, without an error: its answer, and stderr."""

    def run(image: Image, *args: str) -> tuple[dict[str, Any], str]:
        path = tmp_path / "photo.png"
        cv2.imwrite(str(path), image)
        code, out, err = typed("rush", "read", str(path), *args, "--json")
        assert code == 0
        return json.loads(out), err

    return run


def _reading(image: Image) -> CardReading:
    photo = Photo(image, 1.0, (image.shape[1], image.shape[0]))
    reading = read_card(photo)
    assert reading is not None
    return with_code(reading, photo)


@cases(
    "dpi angle tilt",
    (100, 41, 0.0),
    (150, 163, 0.25),
    (300, 135, 0.3),
    _slow(100, 0, 0.0),
    _slow(150, 45, 0.0),
    _slow(200, 90, 0.3),
    _slow(200, 225, 0.0),
    _slow(300, 315, 0.0),
)
def test_a_print_is_read_at_any_angle_at_which_its_code_is(
    dpi: int, angle: float, tilt: float
) -> None:
    reading = _reading(_turned(_page(MEADOW, dpi), angle, tilt))
    assert reading.code is not None
    assert reading.code.is_taken
    assert reading.code.different is not None
    assert not reading.code.different.any()
    assert str(reading.card) == str(MEADOW)
    assert reading.card.legend.name("D") == "red star"


@pytest.mark.slow
@cases("dpi", 100, 150, 200, 300)
@cases("tilt", 0.0, 0.25)
def test_no_print_whose_code_is_read_is_read_wrongly(dpi: int, tilt: float) -> None:
    card = random_card(dpi, 8, 11, 7)
    page = _page(card, dpi)
    read = 0
    for angle in range(0, 360, 15):
        reading = _reading(_turned(page, angle, tilt))
        if reading.code:
            read += 1
            assert reading.card == card
    assert read >= (18 if dpi == 100 else 23)


def test_cells_that_look_different_are_named_and_the_code_is_taken(read: Read) -> None:
    page = _page(MEADOW, 200)
    reading = _reading(page)
    first, *_, last = reading.lattice.corners.round().astype(int).tolist()
    side = (last[1] - first[1]) // 10
    left, top = first
    # The first cell, a star, becomes the second one, a square.
    page[top : top + side, left : left + side] = page[
        top : top + side, left + side : left + 2 * side
    ]
    answer, err = read(page)
    assert err.startswith(
        "printed code: taken, though 1 of 100 cells look different: a1\nunsure of 1 cell: a1\n"
    )
    assert answer["card"] == str(MEADOW)
    assert answer["unsure"] == ["a1"]
    assert answer["code"] == {"card": str(MEADOW), "taken": True, "different": ["a1"]}


def test_the_code_of_another_card_is_not_taken(read: Read) -> None:
    mine, other = _page(MEADOW, 200), _page(ORCHARD, 200)
    _, _, corner, last = _reading(mine).lattice.corners.round().astype(int).tolist()
    below = corner[1] + 6
    mine[below : below + 140, last[0] : corner[0] + 20] = other[
        below : below + 140, last[0] : corner[0] + 20
    ]
    answer, err = read(mine)
    assert answer["card"] == str(MEADOW)
    assert answer["code"]["card"] == str(ORCHARD)
    assert not answer["code"]["taken"]
    assert err.startswith(f"printed code: {ORCHARD}, but ")
    assert "of 100 cells look different; what is seen was taken" in err


def test_named_corners_keep_the_side_and_the_code_its_card(read: Read) -> None:
    page = _page(MEADOW, 150)
    first, second, third, fourth = (
        f"{x},{y}" for x, y in _reading(page).lattice.corners.round().tolist()
    )
    answer, err = read(page, "--corners", second, third, fourth, first)
    turned = Card(tuple("".join(line) for line in np.rot90([[*line] for line in MEADOW.lines])))
    assert err == "printed code: taken; all 100 cells look like it\n"
    assert answer["card"] == str(turned)
    assert answer["code"]["card"] == str(MEADOW)


def test_a_code_of_another_number_of_symbols_than_asked_for_is_not_taken(read: Read) -> None:
    answer, err = read(_page(MEADOW, 150), "--symbols", "5")
    assert len(answer["symbols"]) == 5
    expected = "10x10 cells of 6 symbols, not as asked for; what is seen was taken"
    assert err.startswith(f"printed code: {MEADOW}, {expected}\n")


def test_a_card_too_small_for_a_grid_to_be_found_is_read_from_its_code(
    typed: Run, tmp_path: Path
) -> None:
    card = random_card(4, 3, 5, 4)
    path, written = tmp_path / "small.png", tmp_path / "card.txt"
    cv2.imwrite(str(path), _page(card, 150))
    code, out, err = typed("rush", "read", str(path), "-o", str(written))
    assert (code, out) == (0, f"{written}: a 3x5 card of 4 symbols\n")
    assert (
        err == f"printed code: taken; the grid was not found, so no cell of {card} was compared\n"
    )
    assert Card.parse(written.read_text("utf-8")) == card
    answer = json.loads(typed("rush", "read", str(path), "--json")[1])
    assert answer["corners"] is None
    assert answer["code"] == {"card": str(card), "taken": True, "different": None}


@cases("number", 0, 1, *(_slow(number) for number in range(2, 6)))
def test_a_photo_of_a_print_with_a_code_is_read_upright(number: int) -> None:
    photograph = take_photo(printed_card("card", ORCHARD, has_code=True), number, CLEAR)
    reading = _reading(photograph.image)
    assert reading.code is not None
    assert str(reading.card) == str(ORCHARD)
    gaps = np.linalg.norm(reading.lattice.corners - photograph.corners, axis=1)
    assert gaps.max() < 12


def test_of_two_cards_in_view_that_at_the_dot_is_read(typed: Run, tmp_path: Path) -> None:
    pages = [_page(card, 100) for card in (MEADOW, ORCHARD)]
    path = tmp_path / "two.png"
    cv2.imwrite(str(path), np.hstack(pages))
    width = pages[0].shape[1]
    for card, x in ((MEADOW, width // 2), (ORCHARD, width + width // 2)):
        code, out, _ = typed("rush", "read", str(path), "--at", f"{x},400", "--json")
        assert code == 0
        assert json.loads(out)["card"] == str(card)
    assert typed("rush", "read", str(path), "--at", f"{width // 2},15")[0] == 3
    code, out, err = typed("rush", "read", str(path), "--json")
    first, (doubt,) = json.loads(out)["card"], json.loads(out)["doubts"]
    assert f"in doubt: {doubt}\n" in err
    dot = doubt.removeprefix("another card is in view: --at ").removesuffix(" reads it")
    code, out, err = typed("rush", "read", str(path), "--at", dot, "--json")
    assert {first, json.loads(out)["card"]} == {str(MEADOW), str(ORCHARD)}
    assert "doubt" not in err
    refusal(typed, "rush", "read", str(path), "--at", "9,9", "--corners", *["1,1"] * 4)


def test_a_size_that_is_known_divides_the_grid(typed: Run) -> None:
    code, out, _ = typed("rush", "read", "meadow", "--size", "5x20", "--json")
    answer = json.loads(out)
    assert (code, answer["rows"], answer["cols"]) == (0, 5, 20)
    assert answer["corners"][0] == [151.4, 101.0]
    code, _, err = typed("rush", "read", "meadow", "--size", "21x4")
    assert (code, err) == (
        2,
        "penta: size: expected 4x4 to 20x20, rows before cols, found '21x4'\n",
    )


def test_the_file_for_the_card_is_tried_before_the_photo_is_read(
    typed: Run, tmp_path: Path
) -> None:
    notes, broken = tmp_path / "notes.txt", tmp_path / "broken.jpg"
    notes.write_text("not a card of penta's\n", "utf-8")
    broken.write_bytes(b"no photo")
    assert "found a file that penta did not write (--force replaces it)" in refusal(
        typed, "rush", "read", str(broken), "-o", str(notes)
    )
    assert notes.read_text("utf-8") == "not a card of penta's\n"
    assert "no folder" in refusal(
        typed, "rush", "read", str(broken), "-o", str(tmp_path / "nosuch" / "card.txt")
    )
    written = tmp_path / "card.txt"
    assert typed("rush", "read", "meadow", "-o", str(written)) == (
        0,
        f"{written}: a 10x10 card of 6 symbols\n",
        "",
    )
    assert Card.parse(written.read_text("utf-8")) == MEADOW
