"""Cards in photos that the maker takes: what is on them, where they lie, how sure each cell is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

import data
from solver.penta_rush.card import Card
from solver.penta_rush.photo.image_file import photo_of
from solver.penta_rush.photo.read_card import CardReading, read_card
from tests.solver.penta_rush.photo.photo_maker import (
    BRUTAL,
    ORDINARY,
    Camera,
    Drawing,
    Photograph,
    colours_alone,
    drawn_card,
    empty_table,
    encoded,
    forms_alone,
    other_forms,
    printed_card,
    random_card,
    reading_of,
    take_photo,
)
from tests.solver.penta_rush.photo.photo_set import photographs, wrong_cells
from tests.support import cases, slow

UPRIGHT = Camera(width=900, turn=20.0, noise=(1.0, 3.0), blur=(0.3, 0.8))
MEADOW = Card.parse(data.read("cards/meadow.txt"))


@pytest.fixture(scope="module")
def meadow() -> Photograph:
    return take_photo(printed_card("meadow", MEADOW), 3, replace(ORDINARY, width=800))


@pytest.fixture(scope="module")
def reading(meadow: Photograph) -> CardReading:
    """Return what is read in the photo of meadow."""
    return reading_of(meadow)


def test_the_sample_photo_shows_meadow_in_the_letters_of_its_print() -> None:
    reading = reading_of(data.samples("photos")["meadow"].read_bytes())
    assert reading.card == MEADOW
    assert not reading.unsure
    names = "blue circle,orange square,green triangle,red star,pink diamond,light blue cross"
    assert reading.card.legend.to_json() == dict(zip("ABCDEF", names.split(","), strict=True))


def test_our_own_card_is_read_upright_however_it_is_turned(meadow: Photograph) -> None:
    for quarters in (1, 2):
        rotated = encoded(np.ascontiguousarray(np.rot90(meadow.image, quarters)), ".png")
        assert reading_of(rotated).card == MEADOW


@pytest.mark.slow
def test_the_corners_of_the_grid_are_found_in_dots_of_the_photo(
    meadow: Photograph, reading: CardReading
) -> None:
    assert np.abs(reading.lattice.corners - meadow.corners).max() < 5
    large = reading_of(encoded(cv2.resize(meadow.image, None, fx=3.0, fy=3.0)))
    assert np.abs(large.lattice.corners / 3 - meadow.corners).max() < 5


@cases("rows cols symbols", (4, 9, 3), slow(20, 17, 6), slow(5, 4, 2), slow(11, 6, 8))
def test_rows_cols_and_symbols_are_counted(rows: int, cols: int, symbols: int) -> None:
    card = random_card(rows, rows, cols, symbols)
    photograph = take_photo(drawn_card(card, other_forms), cols, replace(UPRIGHT, width=1000))
    reading = reading_of(photograph)
    assert wrong_cells(reading, photograph) == 0
    assert len(reading.card.symbols) == symbols


@pytest.mark.parametrize("has_grid", [True, slow(*[False])])
@cases("drawing", forms_alone, colours_alone)
def test_form_alone_and_colour_alone_are_enough(drawing: Drawing, *, has_grid: bool) -> None:
    card = random_card(5, 8, 9, 6)
    print_ = drawn_card(card, drawing, has_grid=has_grid)
    photograph = take_photo(print_, 8, replace(ORDINARY, width=1000))
    assert wrong_cells(reading_of(photograph), photograph) == 0


def test_outlines_are_read_as_filled_symbols_are() -> None:
    photograph = take_photo(printed_card("meadow", MEADOW, low_ink=True), 11, UPRIGHT)
    assert reading_of(photograph).card == MEADOW


def test_bright_symbols_on_dark_paper_are_read() -> None:
    card = random_card(2, 6, 7, 4)
    plain = drawn_card(card, other_forms)
    dark = plain._replace(image=np.asarray(255 - plain.image, np.uint8))
    photograph = take_photo(dark, 2, UPRIGHT)
    assert wrong_cells(reading_of(photograph), photograph) == 0


def test_a_card_of_other_symbols_is_read_from_the_edge_that_is_uppermost() -> None:
    card = random_card(4, 5, 8, 4)
    photograph = take_photo(drawn_card(card, colours_alone), 9, replace(UPRIGHT, turn=12.0))
    reading = reading_of(photograph)
    in_order = str.maketrans("".join(dict.fromkeys("".join(card.lines))), "ABCD")
    assert reading.card.lines == tuple(line.translate(in_order) for line in card.lines)


def test_a_known_number_of_symbols_is_kept(meadow: Photograph) -> None:
    assert len(reading_of(meadow, symbols=4).card.symbols) == 4


@pytest.mark.parametrize("number", [0, slow(1)])
def test_no_card_is_found_on_an_empty_table(number: int) -> None:
    assert read_card(photo_of(empty_table(number), "photo")) is None


def test_known_corners_say_where_a_card_is_and_which_side_is_up(meadow: Photograph) -> None:
    for quarters in (0, 3):
        reading = reading_of(meadow, corners=np.roll(meadow.corners, -quarters, axis=0))
        wanted = np.rot90(np.array(list(map(list, MEADOW.lines))), quarters)
        assert reading.card.lines == tuple(map("".join, wanted))


@pytest.mark.slow
def test_known_corners_may_be_those_of_the_border_or_a_bit_off(meadow: Photograph) -> None:
    middle = meadow.corners.mean(axis=0)
    for grown in (0.96, 1.1):
        corners = middle + grown * (meadow.corners - middle)
        assert reading_of(meadow, corners=corners).card == MEADOW


def test_a_covered_cell_is_unsure(meadow: Photograph, reading: CardReading) -> None:
    image = meadow.image.copy()
    at = meadow.corners.mean(axis=0).round().astype(int).tolist()
    cv2.circle(image, at, 18, (40, 60, 90), -1)
    assert not reading.unsure
    assert reading_of(encoded(image)).unsure


def test_a_reading_is_the_same_every_time(meadow: Photograph, reading: CardReading) -> None:
    again = reading_of(meadow)
    assert again.card == reading.card
    assert (again.confidence == reading.confidence).all()
    assert (again.lattice.matrix == reading.lattice.matrix).all()


@pytest.mark.slow
def test_of_sixty_ordinary_photos_nineteen_in_twenty_are_read_without_a_wrong_cell() -> None:
    wrong = [wrong_cells(read_card(photo_of(each.jpeg, "photo")), each)
             for each in photographs(range(60))]  # fmt: skip
    assert wrong.count(0) >= 57


@pytest.mark.slow
def test_of_the_cells_of_brutal_photos_with_known_corners_97_in_100_are_right() -> None:
    wrong = cells = 0
    for each in photographs(range(48), BRUTAL):
        photo = photo_of(each.jpeg, "photo")
        wrong += wrong_cells(read_card(photo, corners=each.corners), each)
        cells += each.card.rows * each.card.cols
    assert wrong <= 0.03 * cells
