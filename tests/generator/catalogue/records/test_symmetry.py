"""The symmetry of a card, found from the card alone."""

import random

import pytest
from hypothesis import given

from generator.card_symmetry import ORDERS
from generator.catalogue.records.symmetry import symmetry_name
from generator.constraints import LayoutConstraints
from generator.proposal import propose
from solver.penta_rush.card import Card
from tests.solver.penta_rush.fairness.test_set_limits import orientations_of
from tests.strategies import cards


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ("ABC AAC", None),
        ("AB CD", "all"),
        ("AAB BBA", "mirror"),  # A and B exchanged, up and down
        ("ABA CDC", "mirrors"),
        ("ABC CBA ABD", None),
        ("AABC DBAA", "half-turn"),
        ("AAB CBC BAA", "half-turn"),
        ("ABC BDA CAA", "diagonal"),
        ("CBA ADB AAC", "diagonal"),
        ("AABA BCCA ACCB ABAA", "quarter-turn"),
        ("AABC ADCB BCDA CBAA", "diagonals"),
    ],
)
def test_the_symmetry_of_a_card(rows: str, name: str | None) -> None:
    assert symmetry_name(Card(tuple(rows.split()))) == name


@pytest.mark.parametrize("name", list(ORDERS))
def test_a_card_that_is_asked_to_be_symmetric_has_that_symmetry(name: str) -> None:
    card = propose(8, 8, "ABCDEF", LayoutConstraints(symmetry=name), random.Random(1))
    assert symmetry_name(card) == name


@given(card=cards(largest=5, symbols=4, cells=20))
def test_turned_and_flipped_cards_are_symmetric_alike(card: Card) -> None:
    assert {symmetry_name(other) for other in orientations_of(card)} == {symmetry_name(card)}


def test_a_single_row_is_not_symmetric_because_it_may_be_flipped_up_and_down() -> None:
    assert symmetry_name(Card(("AABC",))) is None
    assert symmetry_name(Card(("AABB",))) is not None
