"""Drawn cards and symbols: what is where, and what stays inside."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from string import ascii_uppercase

import pytest
from PIL import Image

from solver.drawing.artwork import artwork_of_png, faded
from solver.drawing.png import png
from solver.drawing.scene import Box, Circle, Picture, Point, Polygon, Scene, Text, text_width
from solver.drawing.svg import svg
from solver.errors import CardError
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import cards_side_by_side, solved_card
from solver.penta_rush.dice import Roll
from solver.penta_rush.legend import Legend
from solver.penta_rush.options import named_card
from solver.penta_rush.packing import Packing, RollProblem
from solver.penta_rush.points import default_points
from solver.penta_rush.symbol_art import (
    LEAST_TEXT,
    OUR_SYMBOLS,
    SymbolStyle,
    cut_short,
    symbol,
    symbol_colour,
    symbol_name,
)
from tests.support import ROOT

CARD = named_card("meadow").value
ENGINE = BitsetEngine(RollProblem(CARD, Roll.parse("AABCD"), default_points()))
PACKING = ENGINE.packing(ENGINE.best() or ())


def test_a_solved_card_has_an_outline_and_a_letter_for_each_placement() -> None:
    scene = solved_card(CARD, PACKING, size=80)
    texts = [mark.text for mark in scene.marks if isinstance(mark, Text)]
    assert texts == [placement.shape for placement in PACKING]
    outlines = [
        mark
        for mark in scene.marks
        if isinstance(mark, Polygon) and mark.paint.stroke == "#000000" and not mark.paint.fill
    ]
    assert len(outlines) == len(PACKING)


def test_the_letters_of_a_solved_card_do_not_leave_the_picture() -> None:
    scene = solved_card(CARD, PACKING, size=80)
    letters = [mark for mark in scene.marks if isinstance(mark, Circle) and mark.paint.stroke]
    assert len(letters) == len(PACKING)
    for centre, radius, _ in letters:
        assert radius <= centre.x <= scene.size.width - radius
        assert radius <= centre.y <= scene.size.height - radius


def test_the_longer_side_of_a_picture_is_its_size() -> None:
    scene = solved_card(Card.parse("2x5:ABCDEFABCD"), Packing(), size=50)
    frame = scene.marks[5]  # after the five lines between the cells
    assert isinstance(frame, Polygon)
    upper_left, _, lower_right, _ = frame.points
    assert (lower_right.x - upper_left.x, lower_right.y - upper_left.y) == (50, 20)
    assert not any(isinstance(mark, Text) for mark in scene.marks)


def test_a_picture_of_own_symbols_says_what_they_are_called() -> None:
    card = Card.parse("red circle,sun,star\nstar,sun,red circle")
    scene = solved_card(card, Packing(), size=30)
    texts = [mark for mark in scene.marks if isinstance(mark, Text)]
    assert [mark.text for mark in texts] == ["red circle", "star", "sun"]
    for mark in texts:
        assert mark.at.x + text_width(mark.text, mark.size) <= scene.size.width
        assert 20 < mark.at.y < scene.size.height


def test_cards_of_any_size_stand_beside_each_other_inside_the_picture() -> None:
    cards = [CARD, Card.parse("2x5:ABCDEFABCD"), Card.parse("red circle,sun,star\nsun,star,sun")]
    scene = cards_side_by_side(cards)
    frames = [mark for mark in scene.marks if isinstance(mark, Polygon) and len(mark.points) == 4]
    frames = [mark for mark in frames if mark.paint.stroke and not mark.paint.fill]
    assert len(frames) == len(cards)
    ends = [(mark.points[0].x, mark.points[2].x) for mark in frames]
    assert ends == sorted(ends)
    assert all(left[1] < right[0] for left, right in pairwise(ends))
    assert scene.size.x < ends[0][0]
    assert ends[-1][1] < scene.size.right


def test_the_picture_in_the_documentation_is_drawn_by_the_program() -> None:
    title = "The best packing of the roll AABCD on the sample card meadow"
    picture = svg(solved_card(CARD, PACKING, size=110), title=title)
    assert (ROOT / "docs" / "solved-card.svg").read_bytes() == picture


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


NAMES = ["moon", "star", "yellow sun", "red circle", "dragonfly", "dragonet", "🍀", "草"]
NAMED = SymbolStyle(legend=Legend.of(dict(zip("ABCDEFGH", NAMES, strict=True))))


def _texts(letter: str, side: float) -> list[Text]:
    marks = symbol(letter, Point(side / 2, side / 2), side, NAMED)
    return [mark for mark in marks if isinstance(mark, Text)]


@pytest.mark.parametrize("low_ink", [False, True])
def test_what_is_named_is_drawn_in_its_colour_and_form(*, low_ink: bool) -> None:
    seen = {}
    for letter, colour in zip("ABCD", ("#0072b2", "#e69f00", "#f0e442", "#d55e00"), strict=True):
        marks = symbol(letter, Point(5, 5), 10, replace(NAMED, low_ink=low_ink))
        drawn = png(Scene(Box(0, 0, 10, 10), marks), dpi=254)
        with Image.open(BytesIO(drawn)) as image:
            found = image.convert("RGB").getcolors(maxcolors=10_000) or []
        dots = {dot: count for count, dot in found}
        red, green, blue = bytes.fromhex(colour[1:])
        assert dots.get((red, green, blue), 0) > (200 if low_ink else 1000), letter
        seen[letter] = drawn
    assert len({*seen.values()}) == 4


@pytest.mark.parametrize("side", [3.0, 4.0, 5.7, 9.65, 16.0])
def test_words_fit_their_cells_and_are_large_enough_to_read(side: float) -> None:
    shown = {}
    for letter in "EF":
        for text in _texts(letter, side):
            assert text.size >= min(LEAST_TEXT, 0.6 * side)
            assert text_width(text.text, text.size) <= 0.9 * side + 1e-6
            shown[letter] = text.text
    assert shown["E"] != shown["F"]
    assert (shown["E"] == "dragonfly") == (side > 7)
    assert set(cut_short(NAMED, side)) == (set() if side > 7 else {"E", "F"})


def test_a_name_of_two_words_on_one_line_is_not_cut_short() -> None:
    legend = Legend.from_json({"A": "No 5", "B": "No 6"}, "names", CardError)
    assert not cut_short(SymbolStyle(legend=legend), 9.65)


def test_emoji_stand_for_themselves_and_what_no_font_has_is_a_letter() -> None:
    (emoji,), (letter,) = _texts("G", 10), _texts("H", 10)
    assert (emoji.text, letter.text) == ("\U0001f340", "H")


def test_forms_in_several_colours_stay_apart_where_they_are_pale() -> None:
    legend = Legend.of({"A": "red circle", "B": "blue circle"})
    style, grey = SymbolStyle(legend=legend), "#d2d2d2"
    red, blue = (symbol(letter, Point(0, 0), 1, style, colour=grey) for letter in "AB")
    assert red != blue
    (alone,) = symbol("A", Point(0, 0), 1, colour=grey)
    assert isinstance(alone, Circle)
    assert alone.paint.fill == grey
