"""Prints with a code: read at any angle, compared with their cells, and no other card's code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import data
from generator.printing.document import PrintJob, printed_pages
from generator.printing.pieces import PrintedCard
from solver.drawing.png import png
from solver.penta_rush.card import Card
from solver.penta_rush.photo.coded_card import with_code
from solver.penta_rush.photo.image_file import Photo
from solver.penta_rush.photo.read_card import CardReading, read_card
from solver.penta_rush.points import default_points
from tests.solver.penta_rush.photo import photo_maker
from tests.support import Run, cases, refusal, slow

MEADOW = Card.parse(data.read("cards/meadow.txt"))
ORCHARD = Card.parse(data.read("cards/orchard.txt"))
CLEAR = photo_maker.Camera(width=2400, blur=(0.3, 0.8), noise=(1.0, 3.0), quality=(80, 91))


def _page(card: Card, dpi: int) -> photo_maker.Image:
    job = PrintJob(cards=(PrintedCard("card", card),), points=default_points())
    return photo_maker.decoded(png(printed_pages(job)[0], dpi=dpi))


def _turned(image: photo_maker.Image, angle: float, tilt: float = 0.0) -> photo_maker.Image:
    """Return *image* turned on a grey table, and seen from the side."""
    height, width = image.shape[:2]
    side = int(np.hypot(height, width)) + 20
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    rotation = photo_maker.rotation(np.radians(angle))
    placed = (corners - (width / 2, height / 2)) @ rotation.T + side / 2
    placed[:, 0] = side / 2 + (placed[:, 0] - side / 2) * (1 - tilt * placed[:, 1] / side)
    matrix = photo_maker.perspective(corners, placed)
    seen = cv2.warpPerspective(image, matrix, (side, side), borderValue=(120, 130, 140))
    return np.asarray(seen, np.uint8)


Read = Callable[..., tuple[dict[str, Any], str]]


@pytest.fixture
def read(typed: Run, folder: Path) -> Read:  # noqa: ARG001 - where the picture is
    """Run `penta rush read --json` on photo.png, without an error: its answer, and stderr."""

    def run(image: photo_maker.Image, *args: str) -> tuple[dict[str, Any], str]:
        cv2.imwrite("photo.png", image)
        code, out, err = typed("rush", "read", "photo.png", *args, "--json")
        assert code == 0
        return json.loads(out), err

    return run


def _reading(image: photo_maker.Image) -> CardReading:
    photo = Photo(image, 1.0, (image.shape[1], image.shape[0]))
    reading = read_card(photo)
    assert reading is not None
    return with_code(reading, photo)


@cases(
    "dpi angle tilt",
    slow(100, 41, 0.0),
    (150, 163, 0.25),
    slow(300, 135, 0.3),
    slow(100, 0, 0.0),
    slow(150, 45, 0.0),
    slow(200, 90, 0.3),
    slow(200, 225, 0.0),
    slow(300, 315, 0.0),
)
def test_a_print_is_read_at_any_angle_at_which_its_code_is(
    dpi: int, angle: float, tilt: float
) -> None:
    reading = _reading(_turned(_page(MEADOW, dpi), angle, tilt))
    code = reading.code
    assert code is not None
    assert code.is_taken
    assert code.different is not None
    assert not code.different.any()
    assert str(reading.card) == str(MEADOW)
    assert reading.card.legend.name("D") == "red star"


@pytest.mark.slow
@cases("dpi", 100, 150, 200, 300)
@cases("tilt", 0.0, 0.25)
def test_no_print_whose_code_is_read_is_read_wrongly(dpi: int, tilt: float) -> None:
    card = photo_maker.random_card(dpi, 8, 11, 7)
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
    (left, top), *_, last = _reading(page).lattice.corners.round().astype(int).tolist()
    side = (last[1] - top) // 10
    row = page[top : top + side]
    row[:, left : left + side] = row[:, left + side : left + 2 * side]  # the star: a square
    answer, err = read(page)
    assert err.startswith(
        "printed code: taken, though 1 of 100 cells look different: a1\nunsure of 1 cell: a1\n"
    )
    assert answer["card"] == str(MEADOW)
    assert answer["unsure"] == ["a1"]
    assert answer["code"] == {"card": str(MEADOW), "taken": True, "different": ["a1"]}


@pytest.mark.slow
def test_the_code_of_another_card_is_not_taken(read: Read) -> None:
    mine, other = _page(MEADOW, 200), _page(ORCHARD, 200)
    _, _, corner, last = _reading(mine).lattice.corners.round().astype(int).tolist()
    below, along = slice(corner[1] + 6, corner[1] + 146), slice(last[0], corner[0] + 20)
    mine[below, along] = other[below, along]
    answer, err = read(mine)
    code = answer["code"]
    assert (answer["card"], code["card"], code["taken"]) == (str(MEADOW), str(ORCHARD), False)
    assert err.startswith(f"printed code: {ORCHARD}, but ")
    assert "of 100 cells look different; what is seen was taken" in err


@pytest.mark.slow
def test_named_corners_keep_the_side_and_the_code_its_card(read: Read) -> None:
    page = _page(MEADOW, 150)
    first, *others = (f"{x},{y}" for x, y in _reading(page).lattice.corners.round().tolist())
    answer, err = read(page, "--corners", *others, first)
    turned = Card(tuple("".join(line) for line in np.rot90([[*line] for line in MEADOW.lines])))
    assert err == "printed code: taken; all 100 cells look like it\n"
    assert answer["card"] == str(turned)
    assert answer["code"]["card"] == str(MEADOW)


@pytest.mark.slow
def test_a_code_of_another_number_of_symbols_than_asked_for_is_not_taken(read: Read) -> None:
    answer, err = read(_page(MEADOW, 150), "--symbols", "5")
    assert len(answer["symbols"]) == 5
    expected = "10x10 cells of 6 symbols, not as asked for; what is seen was taken"
    assert err.startswith(f"printed code: {MEADOW}, {expected}\n")


def test_a_card_too_small_for_a_grid_to_be_found_is_read_from_its_code(
    typed: Run, folder: Path
) -> None:
    card = photo_maker.random_card(4, 3, 5, 4)
    cv2.imwrite("small.png", _page(card, 150))
    code, out, err = typed("rush", "read", "small.png", "-o", "card.txt")
    assert (code, out) == (0, "card.txt: a 3x5 card of 4 symbols\n")
    compared = f"the grid was not found, so no cell of {card} was compared"
    assert err == f"printed code: taken; {compared}\n"
    assert Card.parse((folder / "card.txt").read_text("utf-8")) == card
    answer = json.loads(typed("rush", "read", "small.png", "--json")[1])
    assert answer["corners"] is None
    assert answer["code"] == {"card": str(card), "taken": True, "different": None}


@pytest.mark.slow
@cases("number", *range(6))
def test_a_photo_of_a_print_with_a_code_is_read_upright(number: int) -> None:
    printed = photo_maker.printed_card("card", ORCHARD, has_code=True)
    photograph = photo_maker.take_photo(printed, number, CLEAR)
    reading = _reading(photograph.image)
    assert reading.code is not None
    assert str(reading.card) == str(ORCHARD)
    gaps = np.linalg.norm(reading.lattice.corners - photograph.corners, axis=1)
    assert gaps.max() < 12


@pytest.mark.slow
def test_of_two_cards_in_view_that_at_the_dot_is_read(read: Read, typed: Run) -> None:
    pages = [_page(card, 100) for card in (MEADOW, ORCHARD)]
    both, width = np.hstack(pages), pages[0].shape[1]
    for card, x in ((MEADOW, width // 2), (ORCHARD, width + width // 2)):
        assert read(both, "--at", f"{x},400")[0]["card"] == str(card)
    assert typed("rush", "read", "photo.png", "--at", f"{width // 2},15")[0] == 3
    answer, err = read(both)
    (doubt,) = answer["doubts"]
    assert f"in doubt: {doubt}\n" in err
    dot = doubt.removeprefix("another card is in view: --at ").removesuffix(" reads it")
    other, err = read(both, "--at", dot)
    assert {answer["card"], other["card"]} == {str(MEADOW), str(ORCHARD)}
    assert "doubt" not in err
    refusal(typed, "rush", "read", "photo.png", "--at", "9,9", "--corners", *["1,1"] * 4)


def test_a_size_that_is_known_divides_the_grid(typed: Run) -> None:
    code, out, _ = typed("rush", "read", "meadow", "--size", "5x20", "--json")
    answer = json.loads(out)
    assert (code, answer["rows"], answer["cols"]) == (0, 5, 20)
    assert answer["corners"][0] == [151.4, 101.0]
    expected = "penta: size: expected 4x4 to 20x20, rows before cols, found '21x4'\n"
    assert refusal(typed, "rush", "read", "meadow", "--size", "21x4") == expected


def test_the_file_for_the_card_is_tried_before_the_photo_is_read(typed: Run, folder: Path) -> None:
    notes, broken = folder / "notes.txt", ("rush", "read", "broken.jpg", "-o")
    notes.write_text("not a card of penta's\n", "utf-8")
    (folder / "broken.jpg").write_bytes(b"no photo")
    message = "found a file that penta did not write (--force replaces it)"
    assert message in refusal(typed, *broken, "notes.txt")
    assert notes.read_text("utf-8") == "not a card of penta's\n"
    assert "no folder" in refusal(typed, *broken, "nosuch/card.txt")
    done = (0, "card.txt: a 10x10 card of 6 symbols\n", "")
    assert typed("rush", "read", "meadow", "-o", "card.txt") == done
    assert Card.parse((folder / "card.txt").read_text("utf-8")) == MEADOW
