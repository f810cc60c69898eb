import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RecordError
from solver.geocinco.board import HEXAGONS
from solver.geocinco.throw import THROWS, Throw, die_value, throws
from tests.fuzz import attempt
from tests.support import cases


def test_there_are_36_throws_and_each_is_read_as_it_is_written() -> None:
    assert len(set(THROWS)) == 36
    for throw in THROWS:
        assert Throw.parse(str(throw)) == throw
        assert Throw.parse(f" {str(throw).lower()}\n") == throw


@cases(
    "text hexagons has_plus",
    ("3C", ["C3"], False),
    ("*B", ["B1", "B2", "B3", "B4", "B5"], False),
    ("4+", ["A4", "B4", "C4", "D4", "E4"], True),
    ("*+", list(map(str, HEXAGONS)), True),
)
def test_a_throw_allows_coordinates(text: str, hexagons: list[str], has_plus: bool) -> None:  # noqa: FBT001
    throw = Throw.parse(text)
    assert [str(hexagon) for hexagon in throw.hexagons] == hexagons
    assert throw.has_plus == has_plus
    assert throw.is_anywhere == (text == "*+")


@cases(
    "text hint",
    ("C3", " (did you mean '3C'?)"),
    ("+4", " (did you mean '4+'?)"),
    ("6C", ""),
    ("0A", ""),
    ("3F", ""),
    ("3", ""),
    ("33C", ""),
    ("3 C", " (did you mean '3C'?)"),
    ("5,E", " (did you mean '5E'?)"),
    ("E 5", " (did you mean '5E'?)"),
    ("", ""),
    ("\u0663C", ""),
)
def test_what_is_no_throw_is_refused(text: str, hint: str) -> None:
    with pytest.raises(RecordError) as caught:
        Throw.parse(text, where="record, turn 2, throw")
    expected = "1-5 or '*', then A-E or '+', as in 3C, *B, 4+, *+"
    message = f"record, turn 2, throw: expected {expected}, found {text!r}{hint}"
    assert str(caught.value) == message


@given(st.text())
def test_any_text_is_a_throw_or_our_error(text: str) -> None:
    attempt(Throw.parse, text)


def test_all_throws_are_equally_likely() -> None:
    thrown = throws(random.Random(1))
    counts = Counter(next(thrown) for _ in range(36_000))
    assert len(counts) == 36
    assert 850 < min(counts.values()) <= max(counts.values()) < 1150


def test_in_a_contest_the_star_counts_six() -> None:
    assert [die_value(face) for face in "12345*"] == [1, 2, 3, 4, 5, 6]
