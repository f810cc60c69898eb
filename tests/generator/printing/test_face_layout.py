"""The face of a card: texts inside the trim line, clear of the grid and of each other."""

from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.printing.card_art import CardStyle, card_front, card_layout
from generator.printing.face_layout import LEAST_TEXT, FaceLayout, LegendPart
from solver.drawing.scene import Box, Circle, Mark, Picture, Polygon, Text, text_width
from solver.penta_rush.card import Card
from solver.penta_rush.card_picture import card_symbols
from solver.penta_rush.symbol_art import OUR_SYMBOLS, SymbolStyle, symbol
from tests.fuzz import time_limit
from tests.strategies import cards

TRIM = Box(7.0, 9.0, 0.0, 0.0)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _card(rows: int, cols: int, symbols: str = "ABCDEF") -> Card:
    cells = (symbols[number % len(symbols)] for number in range(rows * cols))
    line = "".join(cells)
    return Card(tuple(line[start : start + cols] for start in range(0, rows * cols, cols)))


def _front(name: str, card: Card, style: CardStyle) -> tuple[FaceLayout, Box, list[Mark]]:
    layout = card_layout(name, card, style)
    trim = TRIM._replace(width=layout.width, height=layout.height)
    return layout, trim, card_front(name, card, trim, style)


def _extent(text: Text) -> Box:
    width, height = text_width(text.text, text.size), 0.73 * text.size
    return Box(text.at.x, text.at.y - height, width, height)


def _are_apart(first: Box, second: Box) -> bool:
    return (
        first.right <= second.x + 1e-6
        or second.right <= first.x + 1e-6
        or first.bottom <= second.y + 1e-6
        or second.bottom <= first.y + 1e-6
    )


CARDS = [
    ("meadow", _card(10, 10), 120.0),
    ("meadow", _card(10, 10), 60.0),
    ("A very long name of a card indeed, and more of it than fits", _card(6, 10), 90.0),
    ("wide", _card(1, 20), 60.0),
    ("high", _card(20, 3), 120.0),
    ("large", _card(20, 20), 120.0),
    ("letters", _card(10, 10, LETTERS), 80.0),
    ("all letters", _card(10, 10, LETTERS), 90.0),
    ("small", _card(4, 5), 30.0),
    ("m", _card(3, 4, "FBDHEADBADED"), 38.05),  # its grid is narrow with a second line alone
    ("huge", _card(4, 5), 1000.0),
    ("own", Card.parse("red circle,sun,star\nstar,a very long name of a symbol,sun"), 70.0),
]


def _style(card: Card) -> SymbolStyle:
    return OUR_SYMBOLS.naming(card.legend)


@pytest.mark.parametrize(("name", "card", "size"), CARDS, ids=lambda value: str(value)[:12])
def test_texts_lie_inside_the_trim_line_and_clear_of_the_grid_and_of_each_other(
    name: str, card: Card, size: float
) -> None:
    layout, trim, marks = _front(name, card, CardStyle(size=size))
    field = Box(trim.x + layout.field.x, trim.y + layout.field.y, *layout.field[2:])
    in_cells = {str(mark) for mark in card_symbols(card, field, layout.side, _style(card))}
    texts = [mark for mark in marks if isinstance(mark, Text) and str(mark) not in in_cells]
    assert texts
    safe = trim.grown(-3.0 + 1e-6)
    for text in texts:
        extent = _extent(text)
        assert text.size >= LEAST_TEXT
        assert safe.x <= extent.x
        assert extent.right <= safe.right + 1e-6
        assert safe.y <= extent.y <= extent.bottom <= safe.bottom + 1e-6
        assert _are_apart(extent, field.grown(0.25))
    cells = [
        Box(*mark.points[0], mark.points[2].x - mark.points[0].x, 0.1)
        for mark in marks
        if isinstance(mark, Polygon) and mark.paint.fill == "#ffffff" and len(mark.points) == 4
    ][1:]
    for first, second in combinations([*map(_extent, texts), *cells], 2):
        assert _are_apart(first, second)


@given(cards(), st.floats(10.0, 200.0), st.text(st.characters(codec="latin-1"), max_size=40))
@example(_card(1, 10, "A"), 10.0, "")  # a rounding error made room, it seemed
def test_any_card_of_any_size_is_laid_out_soon_with_all_texts_inside_the_trim_line(
    card: Card, size: float, name: str
) -> None:
    with time_limit(1.0):
        _, trim, marks = _front(name, card, CardStyle(size=size))
    for extent in (_extent(mark) for mark in marks if isinstance(mark, Text)):
        assert trim.x <= extent.x
        assert extent.right <= trim.right + 1e-6
        assert trim.y <= extent.y <= extent.bottom <= trim.bottom + 1e-6


@pytest.mark.parametrize(("name", "card", "size"), CARDS, ids=lambda value: str(value)[:12])
def test_a_card_can_be_typed_from_what_its_face_says(name: str, card: Card, size: float) -> None:
    layout, _, marks = _front(name, card, CardStyle(size=size))
    texts = [mark.text for mark in marks if isinstance(mark, Text)]
    typed = " ".join(text for text in texts if text in layout.below)
    assert layout.part is LegendPart.WHOLE
    assert Card.parse(typed) == card
    assert [text.partition(" ")[0] for text in texts[1 : len(card.symbols) + 1]] == [*card.symbols]


def test_the_legend_has_each_symbol_before_its_letter() -> None:
    card = _card(3, 4, "ADB")
    layout, trim, marks = _front("abd", card, CardStyle(symbols=SymbolStyle(low_ink=True)))
    del layout, trim
    for letter in "ABD":
        (at,) = [
            n for n, mark in enumerate(marks) if isinstance(mark, Text) and mark.text == letter
        ]
        before = marks[at - 1]
        assert isinstance(before, Polygon | Circle | Picture)
        (expected,) = symbol(letter, Box(0, 0, 1, 1).centre, 1.0)
        assert type(before) is type(expected)
        assert before.paint.stroke == expected.paint.fill  # type: ignore[union-attr]


def test_the_legend_says_the_letter_and_the_name_of_the_owner() -> None:
    card = Card.parse("red,sun,star\nstar,sun,red")
    _, _, marks = _front("own", card, CardStyle())
    texts = [mark.text for mark in marks if isinstance(mark, Text)]
    assert texts[:4] == ["own", "A red", "B star", "C sun"]


def test_cards_keep_their_size_with_a_legend_and_square_ones_stay_square() -> None:
    for size in (60.0, 90.0, 120.0):
        with_legend = card_layout("a", _card(10, 10), CardStyle(size=size))
        assert (with_legend.width, with_legend.height) == (size, size)
        assert (
            with_legend.side
            <= card_layout("a", _card(10, 10), CardStyle(size=size, has_legend=False)).side
        )
    wide = card_layout("a", _card(1, 20), CardStyle(size=60.0))
    plain = card_layout("a", _card(1, 20), CardStyle(size=60.0, has_legend=False))
    assert (wide.width, wide.side) == (plain.width, plain.side)
    assert wide.height > plain.height


def test_what_has_no_room_is_left_out() -> None:
    parts = [card_layout("a", _card(20, 20), CardStyle(size=size)).part for size in (92, 90, 20)]
    assert parts == [LegendPart.WHOLE, LegendPart.WITHOUT_ID, LegendPart.NOTHING]
    assert card_layout("a", _card(10, 2), CardStyle(size=24)).part is LegendPart.NOTHING
    _, _, marks = _front("a", _card(20, 20), CardStyle(size=20))
    assert not [mark for mark in marks if isinstance(mark, Text)]
