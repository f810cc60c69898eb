"""People at the cards of a set: what symmetry says of their chances, and what is told."""

from itertools import combinations
from math import sqrt

import pytest

import data
from solver.penta_rush.card import Card
from solver.penta_rush.people import match as match_module
from solver.penta_rush.people import round_outcome as round_module
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.set_people import SetPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.people.subset import subsets
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.support import Patch

KLEIN = ("ABCDEF", "BADCEF", "CDABEF", "DCBAEF")  # no two of them move a letter of A to D alike
TALL = Card(("ABCDE", "BACCF", "DDABE", "CABDF", "BCDAE"))
POCKET = Card.parse(data.samples("cards")["pocket"].read_text())


def _seated(cards: list[Card], skills: list[float]) -> SetPeople:
    people = [
        CardPeople(Survey(card, default_points(), symbols="ABCDEF"), Skill.even(skill))
        for card, skill in zip(cards, skills, strict=True)
    ]
    return SetPeople(tuple(people), tuple(f"card {at + 1}" for at in range(len(cards))))


def _copies(card: Card, skills: list[float]) -> SetPeople:
    survey = Survey(card, default_points())
    of_skill = {skill: CardPeople(survey, Skill.even(skill)) for skill in skills}
    return SetPeople(tuple(of_skill[skill] for skill in skills), ("card",) * len(skills))


def test_equal_people_at_an_orbit_are_even_all_and_every_two_but_not_every_three() -> None:
    cards = [
        Card(tuple(line.translate(str.maketrans("ABCDEF", to)) for line in TALL.lines))
        for to in KLEIN
    ]
    matches = _seated(cards, [0.4] * 4).matches
    assert list(matches) == subsets(4)
    assert matches[0, 1, 2, 3].wins == pytest.approx([1 / 4] * 4, abs=1e-9)
    for ranks in matches[0, 1, 2, 3].ranks:
        assert ranks == pytest.approx([1 / 4] * 4, abs=1e-9)
    for pair in combinations(range(4), 2):
        assert matches[pair].wins == pytest.approx([1 / 2] * 2, abs=1e-9)
    for three in combinations(range(4), 3):
        assert max(matches[three].wins) - 1 / 3 > 1e-4


def test_the_better_people_see_the_more_they_win_and_equal_ones_win_alike() -> None:
    people = _copies(TALL, [0.3, 0.1, 0.3, 0.2])
    wins = people.matches[0, 1, 2, 3].wins
    assert wins[0] == wins[2] > wins[3] > wins[1]
    assert sum(wins) == pytest.approx(1)
    for match in people.matches.values():
        for ranks in match.ranks:
            assert sum(ranks) == pytest.approx(1)
        for rank in range(len(match.players)):
            assert sum(ranks[rank] for ranks in match.ranks) == pytest.approx(1)
        assert [ranks[0] for ranks in match.ranks] == pytest.approx(list(match.wins))
    assert people.points(1) == pytest.approx(6 * people.people[1].mean)
    start = people.matches[0, 1].head_start
    assert start.points[0] == 0 < start.points[1]
    assert people.matches[0, 2].head_start.points == (0, 0)
    assert people.are_copies
    assert people.error == 0


@pytest.mark.slow
def test_the_error_of_simulated_shares_is_how_they_scatter(monkeypatch: Patch) -> None:
    monkeypatch.setattr(round_module, "_CAPACITIES", ())
    monkeypatch.setattr(round_module, "_ROUNDS", 400)
    outcome_of = round_module.round_outcome
    wins, errors = [], []
    for seed in range(40):
        monkeypatch.setattr(
            round_module,
            "round_outcome",
            lambda engine, skill, seed=seed: outcome_of(engine, skill, seed=1000003 * seed),
        )
        mirrored = Card(tuple(line[::-1] for line in TALL.lines))
        people = _seated([POCKET, mirrored], [0.3, 0.5])
        match = people.matches[0, 1]
        wins.append(match.wins[0])
        errors.append(match.error)
    mean = sum(wins) / len(wins)
    scatter = sqrt(sum((each - mean) ** 2 for each in wins) / (len(wins) - 1))
    error = sum(errors) / len(errors)
    assert error > 0
    # The deviation of 40 values is known to a ninth of it.
    assert 0.6 < scatter / error < 1.5


def test_what_is_simulated_is_told_with_its_error(monkeypatch: Patch) -> None:
    monkeypatch.setattr(round_module, "_CAPACITIES", (2,))
    people = _copies(POCKET, [0.3, 0.2])
    assert 0 < people.error < 0.01
    assert "two standard errors" in " ".join(people.notes)
    assert people.matches[0, 1].error == people.error
    equal = _copies(POCKET, [0.3, 0.3])
    assert equal.error == 0  # whatever errs, errs for both
    assert equal.matches[0, 1].wins == pytest.approx([0.5, 0.5])


def test_what_is_not_computed_is_told(monkeypatch: Patch) -> None:
    people = _copies(POCKET, [0.3, 0.2, 0.1])
    people.measure(deadline=0)
    assert list(people.lines()) == ["The matches of people are not computed in time."]
    assert people.to_json() is None
    monkeypatch.setattr(match_module, "MAX_CELLS", 10_000)
    people.measure()
    assert list(people.matches) == subsets(3)[:3]
    assert people.missing.startswith("Not computed: 1 match, as ")
    text = "\n".join(people.lines())
    assert "1 and 3" in text
    assert "1, 2 and 3" not in text
    assert people.missing[:20] in text
