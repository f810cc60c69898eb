"""The digits of a printed code: each card has its own, and no other digits are a card."""

from hypothesis import given
from hypothesis import strategies as st

from solver.penta_rush.card import Card
from solver.penta_rush.printed_code import format_code, parse_code
from tests.strategies import cards
from tests.support import cases


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
    "",
    "0",
    "12345",
    "https://example.org",
    "10x10:ABC",
    "-1",
    "٣" * 40,
    "9" * 700,
    "9" * 5000,
)
def test_other_texts_are_no_card(text: str) -> None:
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
