from string import ascii_uppercase

import pytest

from solver.drawing.scene import Point
from solver.penta_rush.symbol_art import symbol, symbol_colour


def test_the_twenty_six_symbols_differ() -> None:
    drawn = [symbol(letter, Point(0, 0), 10) for letter in ascii_uppercase]
    assert len(set(map(repr, drawn))) == 26
    plain = [
        symbol(letter, Point(0, 0), 10, low_ink=True, colour="#000000")
        for letter in ascii_uppercase
    ]
    assert len(set(map(repr, plain))) == 26  # by form alone


def test_the_first_seven_symbols_differ_in_colour_and_later_ones_with_a_form_differ() -> None:
    assert len({symbol_colour(letter) for letter in ascii_uppercase[:7]}) == 7
    for plain, with_eye in zip(ascii_uppercase[:13], ascii_uppercase[13:], strict=True):
        assert symbol_colour(plain) != symbol_colour(with_eye)


@pytest.mark.parametrize("letter", ascii_uppercase)
def test_a_symbol_stays_in_its_cell(letter: str) -> None:
    for low_ink in (False, True):
        for mark in symbol(letter, Point(50, 20), 10, low_ink=low_ink):
            half = mark.paint.width / 2  # type: ignore[union-attr]  # no symbol has a text
            reach = getattr(mark, "radius", 0) + half
            for x, y in getattr(mark, "points", None) or [mark.centre]:  # type: ignore[union-attr]
                assert 45.2 <= x - reach <= x + reach <= 54.8
                assert 15.2 <= y - reach <= y + reach <= 24.8


def test_a_symbol_of_low_ink_fills_nothing() -> None:
    for letter in ascii_uppercase:
        assert all(
            mark.paint.fill is None  # type: ignore[union-attr]
            for mark in symbol(letter, Point(0, 0), 9, low_ink=True)
        )
