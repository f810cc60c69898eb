from io import BytesIO
from string import ascii_uppercase

import pytest
from PIL import Image

from solver.drawing.artwork import artwork_of_png, faded
from solver.drawing.scene import Box, Picture, Point
from solver.penta_rush.symbol_art import (
    OUR_SYMBOLS,
    SymbolStyle,
    symbol,
    symbol_colour,
    symbol_name,
)

LOW_INK = SymbolStyle(low_ink=True)


def test_the_twenty_six_symbols_differ() -> None:
    drawn = [symbol(letter, Point(0, 0), 10) for letter in ascii_uppercase]
    assert len(set(map(repr, drawn))) == 26
    plain = [
        symbol(letter, Point(0, 0), 10, LOW_INK, colour="#000000") for letter in ascii_uppercase
    ]
    assert len(set(map(repr, plain))) == 26  # by form alone


def test_the_first_seven_symbols_differ_in_colour_and_later_ones_with_a_form_differ() -> None:
    assert len({symbol_colour(letter) for letter in ascii_uppercase[:7]}) == 7
    for plain, with_eye in zip(ascii_uppercase[:13], ascii_uppercase[13:], strict=True):
        assert symbol_colour(plain) != symbol_colour(with_eye)


@pytest.mark.parametrize("letter", ascii_uppercase)
def test_a_symbol_stays_in_its_cell(letter: str) -> None:
    for style in (OUR_SYMBOLS, LOW_INK):
        for mark in symbol(letter, Point(50, 20), 10, style):
            half = mark.paint.width / 2  # type: ignore[union-attr]  # no symbol has a text
            reach = getattr(mark, "radius", 0) + half
            for x, y in getattr(mark, "points", None) or [mark.centre]:  # type: ignore[union-attr]
                assert 45.2 <= x - reach <= x + reach <= 54.8
                assert 15.2 <= y - reach <= y + reach <= 24.8


def test_every_symbol_has_a_name_of_its_own() -> None:
    names = "blue circle,light blue cross,black heart,blue heart with a hole"
    assert ",".join(map(symbol_name, "AFGT")) == names
    assert len({symbol_name(letter) for letter in ascii_uppercase}) == 26


def test_art_is_fitted_into_its_cell_in_its_own_aspect_and_may_be_pale() -> None:
    with BytesIO() as file:
        Image.new("RGB", (40, 10)).save(file, "PNG")
        wide = artwork_of_png(file.getvalue(), "art")
    style = SymbolStyle(art={"B": wide})
    (picture,) = symbol("B", Point(50, 20), 10, style)
    assert picture == Picture(wide, Box(46, 19, 8, 2))
    (pale,) = symbol("B", Point(50, 20), 10, style, colour="#d2d2d2")
    assert isinstance(pale, Picture)
    assert pale.place == picture.place
    assert pale.artwork is faded(wide)
    assert symbol("A", Point(0, 0), 10, style) == symbol("A", Point(0, 0), 10)


def test_a_symbol_of_low_ink_fills_nothing() -> None:
    for letter in ascii_uppercase:
        assert all(
            mark.paint.fill is None  # type: ignore[union-attr]
            for mark in symbol(letter, Point(0, 0), 9, LOW_INK)
        )
