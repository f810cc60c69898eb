"""How people do on a card: sums over all throws, and what is known of the sample cards."""

from math import fsum, sqrt

import pytest

import data
from solver.penta_rush.card import Card
from solver.penta_rush.people.card_people import MAX_EXTREME, CardPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.support import cases


def _people(card: Card, chance: float = 0.2, symbols: str = "") -> CardPeople:
    return CardPeople(Survey(card, default_points(), symbols=symbols), Skill.even(chance))


@cases("name mean sd", ("steppe", 4.502, 0.685), ("prairie", 4.559, 0.625))
def test_flat_cards_are_flat_for_people_but_not_in_the_same_order(
    name: str, mean: float, sd: float
) -> None:
    people = _people(Card.parse(data.samples("cards")[name].read_text()))
    assert (people.mean, people.sd) == pytest.approx((mean, sd), abs=0.001)
    assert 2.1 < people.shapes < 2.3
    assert people.error == 0


def test_a_card_is_the_sum_over_all_throws() -> None:
    people = _people(Card.parse("AABCD\nDCBAA\nABCDA"), symbols="ABCDE")
    throws = [(row.mean, row.outcome.nothing) for row in people.rows for _ in range(row.ways)]
    mean = fsum(mean for mean, _ in throws) / len(throws)
    assert people.mean == pytest.approx(mean)
    assert people.nothing == pytest.approx(fsum(nothing for _, nothing in throws) / len(throws))
    deviation = sqrt(fsum((each - mean) ** 2 for each, _ in throws) / len(throws))
    assert people.sd == pytest.approx(deviation)
    assert {row.mean for row in people.rows if "E" in row.roll.symbols} == {0}


def test_the_hardest_rolls_and_the_easiest_come_first() -> None:
    people = _people(Card.parse(data.samples("cards")["meadow"].read_text()))
    means = sorted(row.mean for row in people.rows)
    assert [row.mean for row in people.extremes["hardest"]] == means[:MAX_EXTREME]
    assert [row.mean for row in people.extremes["easiest"]] == means[: -MAX_EXTREME - 1 : -1]


def test_the_more_people_see_the_nearer_they_come_to_the_best_score() -> None:
    card = Card.parse(data.samples("cards")["pocket"].read_text())
    means = [_people(card, chance).mean for chance in (0.05, 0.2, 0.5, 0.9)]
    assert means == sorted(means)
    survey = Survey(card, default_points())
    best = fsum(row.ways * row.optimum for row in survey) / sum(row.ways for row in survey)
    assert means[-1] < best


def test_what_is_not_measured_in_time_has_no_figures() -> None:
    people = _people(Card.parse(data.samples("cards")["pocket"].read_text()))
    people.measure(deadline=0)
    assert not people.is_whole
    assert list(people.lines()) == ["people       not computed in time"]
    assert people.to_json() is None
    people.measure()
    assert people.is_whole
