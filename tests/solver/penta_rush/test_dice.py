import random
from collections import Counter
from fractions import Fraction
from itertools import product
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RollError
from solver.penta_rush.dice import Roll, chance, is_legal, rolls, throws, ways
from tests.fuzz import attempt
from tests.strategies import legal_rolls
from tests.support import cases


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
    assert Roll.parse(str(roll)) == roll


@pytest.mark.parametrize("text", ["AABCD", "dcbaa", "A,A,B,C,D", " d , a b  a,c "])
def test_a_roll_takes_any_order_case_and_commas(text: str) -> None:
    assert Roll.parse(text) == Roll("AABCD")


@cases(
    "text message",
    ("AABC", "roll 'AABC': expected 5 symbols, found 4"),
    ("AABCDE", "roll 'AABCDE': expected 5 symbols, found 6"),
    ("", "roll '': expected 5 symbols, found 0"),
    ("ABACA", "roll 'ABACA': expected at most 2 alike, found 3 x A (roll again)"),
    ("AA?BC", "roll 'AA?BC', column 3: expected a letter A-Z, found '?'"),
    ("AABCß", "roll 'AABCß', column 5: expected a letter A-Z, found 'ß'"),
)
def test_a_bad_roll_says_what_was_expected_and_found(text: str, message: str) -> None:
    with pytest.raises(RollError) as error:
        Roll.parse(text)
    assert str(error.value) == message


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
