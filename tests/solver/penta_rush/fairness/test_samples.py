"""The sample cards are as flat, and as fair as a set, as their comments and the docs claim."""

from itertools import combinations

import pytest

import data
from generator.constraints import LayoutConstraints
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.isomorphism import canonical_form
from solver.penta_rush.fairness.set_fairness import SetFairness
from solver.penta_rush.fairness.visible_difference import VisibleDifference
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey

SEASONS = ("spring", "summer", "autumn", "winter")


def _text(name: str) -> str:
    return data.samples("cards")[name].read_text(encoding="utf-8")


def _card(name: str) -> Card:
    return Card.parse(_text(name))


@pytest.mark.parametrize("name", ["pocket", "prairie", "steppe", *SEASONS])
def test_a_generated_card_has_its_id_and_the_command_that_makes_it_again(name: str) -> None:
    lines = [line.removeprefix("# ") for line in _text(name).splitlines()]
    assert lines[0].startswith(f"{name}: a sample card of ours: ")
    assert str(_card(name)) in lines
    made = next(line for line in lines if line.startswith("Made by penta"))
    assert " --steps " in made
    assert " --seed " in made


def test_prairie_is_flat() -> None:
    card = _card("prairie")
    fairness = CardFairness(Survey(card, default_points()))
    assert fairness.optimum.sd <= 1
    assert fairness.optimum.greatest - fairness.optimum.least <= 6
    assert fairness.optimum.least >= 9
    assert LayoutConstraints(symmetry="half-turn").violations(card, "ABCDEF") == []


def test_steppe_is_flatter() -> None:
    card = _card("steppe")
    optimum = CardFairness(Survey(card, default_points())).optimum
    assert optimum.sd < 0.77
    assert optimum.mean >= 11.5
    assert optimum.greatest - optimum.least <= 3
    assert LayoutConstraints(even=False, symmetry="mirrors").violations(card, "ABCDEF") == []


def test_the_seasons_are_four_cards_fair_as_a_set() -> None:
    cards = [_card(name) for name in SEASONS]
    assert len(set(map(canonical_form, cards))) == 4
    fairness = SetFairness.from_surveys([Survey(card, default_points()) for card in cards])
    place_fair = next(criterion for criterion in fairness.criteria if criterion.name == "F2")
    assert place_fair.distance <= 0.01
    assert fairness.optimum_range.mean <= 1.5


def test_any_two_seasons_differ_in_60_cells_as_they_lie() -> None:
    cards = [_card(name) for name in SEASONS]
    for first, second in combinations(cards, 2):
        assert sum(first[cell] != second[cell] for cell in first.cells) >= 60
    assert VisibleDifference.of_cards(cards).in_place >= 60
