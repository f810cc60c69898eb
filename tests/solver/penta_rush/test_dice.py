"""Rolls, the points of the tiles, and the digits of a printed code."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import PointsError, RollError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, chance, is_legal, rolls, throws, ways
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.printed_code import format_code, parse_code
from tests.fuzz import attempt
from tests.strategies import cards, legal_rolls, points
from tests.support import cases, error_text


def test_six_symbols_have_126_legal_rolls_six_without_and_sixty_with_one_or_two_pairs() -> None:
    found = list(rolls("ABCDEF"))
    assert len(found) == len(set(found)) == 126
    assert Counter(5 - len(set(roll.symbols)) for roll in found) == {0: 6, 1: 60, 2: 60}


@pytest.mark.parametrize("symbols", ["", "A", "AB", "ABC", "ABCD", "ABCDEF", "ABCDEFGH"])
def test_rolls_and_ways_are_those_of_all_throws(symbols: str) -> None:
    legal = [throw for throw in product(symbols, repeat=5) if max(Counter(throw).values()) <= 2]
    expected = Counter("".join(sorted(throw)) for throw in legal)
    assert {roll.symbols: ways(roll) for roll in rolls(symbols)} == expected


def test_chances_of_the_legal_rolls_add_up_to_6120_of_7776() -> None:
    assert sum(map(ways, rolls("ABCDEF"))) == 6120
    assert sum(map(chance, rolls("ABCDEF"))) == Fraction(6120, 7776)
    assert chance(Roll("ABCDE"), sides=5) == Fraction(120, 3125)


@given(legal_rolls(ascii_uppercase))
def test_a_roll_is_read_back_from_its_text(roll: Roll) -> None:
    assert Roll.parse(str(roll)) == roll


@pytest.mark.parametrize("text", ["AABCD", "dcbaa", "A,A,B,C,D", " d , a b  a,c "])
def test_a_roll_takes_any_order_case_and_commas(text: str) -> None:
    assert Roll.parse(text) == Roll("AABCD")


@cases(
    "text message",
    ("AABC", "roll 'AABC': expected 5 symbols, found 4"),
    ("AABCDE", "roll 'AABCDE': expected 5 symbols, found 6"),
    ("", "roll '': expected 5 symbols, found 0"),
    (
        "su,su,m,st,d",
        (
            "roll 'su,su,m,st,d': expected 5 letters, found 8 in 5 words"
            " (words are for a card whose symbols have names)"
        ),
    ),
    ("ABACA", "roll 'ABACA': expected at most 2 alike, found 3 x A (roll again)"),
    ("AA?BC", "roll 'AA?BC', column 3: expected a letter A-Z, found '?'"),
    ("AABCß", "roll 'AABCß', column 5: expected a letter A-Z, found 'ß'"),
)
def test_a_bad_roll_says_what_was_expected_and_found(text: str, message: str) -> None:
    assert error_text(RollError, Roll.parse, text) == message


@given(st.text(max_size=12))
def test_any_text_is_a_roll_or_our_error(text: str) -> None:
    roll = attempt(Roll.parse, text)
    assert roll is None or Roll.parse(str(roll)) == roll


@pytest.mark.parametrize("symbols", ["BACDE", "AAA", "aabcd", "AAABB"])
def test_a_roll_that_is_not_one_cannot_be_built(symbols: str) -> None:
    with pytest.raises(RollError):
        Roll(symbols)


def test_dice_are_thrown_until_no_symbol_falls_three_times() -> None:
    for seed in range(50):
        *again, last = throws("ABC", random.Random(seed))
        assert is_legal(last)
        assert not any(map(is_legal, again))


def test_dice_of_two_symbols_cannot_be_thrown() -> None:
    with pytest.raises(RollError, match="at least 3 symbols to throw, found 2"):
        next(throws("AB", random.Random(1)))


_LINES = [f"{shape} = 1" for shape in "FILNPTUVWXYZ"]


def test_the_bundled_values_are_those_of_the_rules() -> None:
    values = {shape: default_points()[shape] for shape in "FILNPTUVWXYZ"}
    shown = " ".join(f"{shape}{value}" for shape, value in values.items())
    assert shown == "F1 I4 L1 N2 P1 T3 U2 V3 W4 X4 Y2 Z3"


@given(points(most=10**6))
def test_points_are_read_back_from_their_file(values: Points) -> None:
    assert Points.parse(str(values)) == values


NO_POINTS = ("0", "-2", "1.5", "'1'", "1000001")
RANGE = "a whole number from 1 to 1000000"


@cases(
    "line message",
    ("", ": expected all twelve tiles, found no line for F"),
    *((f"F = {value}", f", tile F: expected {RANGE}, found {value}") for value in NO_POINTS),
    ("F = true", f", tile F: expected {RANGE}, found True"),
    ("F = 1\nf = 1", ": expected each tile once, found F again, as 'f'"),
    ("F = 1\nQ = 1", ", tile: expected a letter of FILNPTUVWXYZ, found 'Q'"),
    ("F =", ", line 1, column 4: expected lines like 'F = 1', found no TOML: invalid value"),
)
def test_a_bad_file_says_which_tile_and_what_was_expected(line: str, message: str) -> None:
    found = error_text(PointsError, Points.parse, "\n".join([line, *_LINES[1:]]))
    assert found == f"points{message}"


def test_small_letters_are_tiles_as_well() -> None:
    assert Points.parse("\n".join(_LINES).lower()) == Points.parse("\n".join(_LINES))


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from([*_LINES, "F = 2", "[a]", "I = [1]", "L = 1e9", "= ="])).map(
        "\n".join
    )
)
def test_any_text_is_points_or_our_error_on_one_line(text: str) -> None:
    values = attempt(Points.parse, text)
    assert values is None or Points.parse(str(values)) == values


@pytest.mark.parametrize("text", ["F = " + "9" * 5000, "F = " + "[" * 100_000])
def test_a_file_that_overwhelms_its_parser_is_our_error(text: str) -> None:
    with pytest.raises(PointsError):
        Points.parse(text)


def test_points_that_are_not_twelve_positive_integers_cannot_be_built() -> None:
    for values in ((1,) * 11, (0,) * 12):
        with pytest.raises(PointsError):
            Points(values)


def test_tiles_of_the_highest_value_come_first_and_equal_ones_by_letter() -> None:
    assert default_points().highest_first == "IWXTVZNUYFLP"
    assert Points((1,) * 12).highest_first == "FILNPTUVWXYZ"


@given(cards())
def test_a_card_comes_back_from_its_digits(card: Card) -> None:
    text = format_code(card)
    assert text.isdecimal()
    assert parse_code(text) == card


@given(cards(), st.data())
def test_no_changed_digit_gives_another_card(card: Card, data: st.DataObject) -> None:
    text = format_code(card)
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.sampled_from("0123456789")) + text[place + 1 :]
    assert parse_code(changed) in {None, card}


@cases(
    "text",
    *("", "0", "12345", "https://example.org", "10x10:ABC", "-1", "٣" * 40, "9" * 700),
    "9" * 5000,
)
def test_other_texts_are_no_code(text: str) -> None:
    assert parse_code(text) is None


def test_leading_zeros_are_no_second_form() -> None:
    text = format_code(Card(("ABC", "BCA")))
    assert parse_code(text) is not None
    assert parse_code(f"0{text}") is None


def test_a_large_card_of_all_letters_takes_few_digits() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 16
    card = Card(tuple(letters[start : start + 20] for start in range(0, 400, 20)))
    assert len(format_code(card)) <= 586  # version 10 of QR codes holds 652
    assert parse_code(format_code(card)) == card
