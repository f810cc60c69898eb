"""What a roll brings people, as a search knows it: beside the exact model, and move by move."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from generator.annealing.card_set import CardSetObjective
from generator.annealing.objective import CardObjective
from generator.annealing.population import search
from generator.annealing.schedule import AnnealingSchedule
from generator.annealing.tables import PeopleTarget
from generator.constraints import LayoutConstraints as Constraints
from generator.spec import CardSetSpec, CompleteSpec
from solver.penta_rush.people.card_people import CardPeople
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.points import Points, default_points
from solver.penta_rush.survey.card_survey import Survey
from tests.generator.annealing.objectives import card_objective
from tests.support import slow

LARGE = Points((900, 4000, 1000, 2100, 1, 3000, 2000, 3001, 4000, 10_000, 1999, 3000))


def _objective(rows: int, cols: int, symbols: str, chance: float, **options: Any) -> CardObjective:
    objective = card_objective(rows, cols, symbols, 1000, **options)
    return replace(objective, people=PeopleTarget(chance, 300, 12))


def _people(objective: CardObjective, cells: str) -> CardPeople:
    assert objective.people
    spec = objective.spec
    survey = Survey(objective.card(cells), spec.points, symbols=spec.symbols)
    return CardPeople(survey, Skill.even(objective.people.chance))


def _check_energy(objective: CardObjective, cells: str, energy: int) -> None:
    """Check that *energy* is that of the best scores and that of people together."""
    perfect = replace(objective, people=None)
    people = objective.people_energy(objective.state_of(cells))
    assert people >= 0
    assert energy == perfect.replica_of(cells, 1).energy + people


@pytest.mark.parametrize("chance", [slow(0.05), 0.2, slow(0.6)])
@pytest.mark.parametrize(
    ("rows", "cols", "symbols", "points"),
    [(3, 6, "ABCD", default_points()), (2, 9, "ABCD", LARGE), (4, 4, "ABCDE", default_points())],
)
def test_up_to_three_shapes_the_points_are_exact(
    rows: int, cols: int, symbols: str, points: Points, chance: float
) -> None:
    objective = _objective(rows, cols, symbols, chance, points=points)
    rng = random.Random(rows)
    for _ in range(20):
        cells = objective.propose(rng, None)
        exact = [row.mean for row in _people(objective, cells).rows]
        state = objective.state_of(cells)
        assert state.is_compact[0]
        assert state.people / 100 == pytest.approx(exact, abs=0.0051)
        assert max(exact) > 0


@pytest.mark.parametrize(("chance", "error"), [slow(0.1, 0.02), (0.2, 0.06), slow(0.4, 0.5)])
def test_beyond_that_they_are_near_where_a_roll_has_no_more_placements_than_on_a_flat_card(
    chance: float, error: float
) -> None:
    objective, rng = _objective(8, 9, "ABCDEF", chance), random.Random(9)
    for _ in range(3):
        cells = objective.propose(rng, None)
        people, found = _people(objective, cells), objective.state_of(cells).people / 100
        placements = np.array([row.placements for row in people.survey.rows])
        exact = np.array([row.mean for row in people.rows])
        usual = placements <= 40
        assert usual.sum() > 90
        assert found[usual] == pytest.approx(exact[usual], abs=error)
        assert (found[placements > 64] > exact[usual].mean() + 1).all()


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "symbols"), [(7, 7, "ABCD"), (6, 8, "ABC")])
def test_of_more_placements_than_slots_some_stand_for_all(
    rows: int, cols: int, symbols: str
) -> None:
    objective, rng, dense = _objective(rows, cols, symbols, 0.2), random.Random(4), 0
    for _ in range(5):
        cells = objective.propose(rng, None)
        people, found = _people(objective, cells), objective.state_of(cells).people / 100
        exact = np.array([row.mean for row in people.rows])
        assert found == pytest.approx(exact, rel=0.2, abs=0.01)
        dense += sum(row.placements > 64 for row in people.survey.rows)
    assert dense > 10


@pytest.mark.parametrize(
    ("rows", "cols", "symbols", "constraints"),
    [
        (5, 7, "ABCD", Constraints()),
        (6, 7, "ABCDEF", Constraints(scatter=True, no_blocks=True)),
        (6, 8, "ABCDE", Constraints(symmetry="half-turn")),
        (6, 6, "ABCDEF", Constraints(symmetry="mirrors", even=False)),
        (5, 8, "ABC", Constraints()),  # more placements of a roll than slots
    ],
)
def test_the_energy_is_kept_move_by_move(
    rows: int, cols: int, symbols: str, constraints: Constraints
) -> None:
    objective = _objective(rows, cols, symbols, 0.2, constraints=constraints)
    replica = objective.new_replica(random.Random(3), None)
    _check_energy(objective, replica.cells, replica.energy)
    for temperature in (1000.0, 9.0, 3.0):
        before, state = replica, objective.state_of(replica.cells)
        replica = objective.advance(replica, temperature, 400, state=state)
        assert before.cells != replica.cells or temperature < 1000
        assert state.people.tolist() == objective.state_of(replica.cells).people.tolist()
        _check_energy(objective, replica.cells, replica.energy)


def test_symmetric_rolls_bring_people_the_same() -> None:
    objective = _objective(6, 8, "ABCDEF", 0.3, constraints=Constraints(symmetry="half-turn"))
    cells = objective.propose(random.Random(2), None)
    people, target = _people(objective, cells), objective.people
    assert target
    errors = (row.ways * (100 * row.mean - target.points) ** 2 for row in people.rows)
    energy = objective.people_energy(objective.state_of(cells))
    assert energy == pytest.approx(target.weight * sum(errors), rel=0.01)


@pytest.mark.slow
def test_a_short_search_makes_a_card_flatter_for_people_than_one_for_perfect_play() -> None:
    perfect = CompleteSpec(target=Fraction(7), steps=150_000, seed=1, rows=7, cols=8, population=2)
    found = []
    for spec in (perfect, replace(perfect, people=Fraction(1, 5))):
        *_, last = search(AnnealingSchedule.for_spec(spec), map)
        (card,) = last.cards
        found.append(CardPeople(Survey(card, spec.points), Skill.even(0.2)))
    flat_at_best, flat_for_people = found
    assert flat_for_people.sd < 0.8 * flat_at_best.sd
    assert abs(flat_for_people.mean - flat_at_best.mean) < 1


def test_a_search_for_a_set_counts_people_on_each_card() -> None:
    card_set = CardSetSpec(cards=2, search=True, min_differing_cells=10)
    spec = CompleteSpec(
        target=Fraction(7), steps=8000, seed=1, rows=5, cols=6, symbols="ABCD", population=1,
        people=Fraction(1, 5), card_set=card_set,
    )  # fmt: skip
    objective = AnnealingSchedule.for_spec(spec).objective
    assert isinstance(objective, CardSetObjective)
    replica = objective.new_replica(random.Random(1), None)
    for _ in range(3):
        replica = objective.advance(replica, 20.0, 3000)
        states = list(map(objective.card_objective.state_of, replica.cells))
        optima = np.array(list(map(objective.card_objective.optima, states)), np.int64)
        people = sum(map(objective.card_objective.people_energy, states))
        assert people > 0
        # Once for the other card, and a fifth of it for the target, as the best scores count.
        assert replica.energy == objective.energy(optima) + round(1.2 * people)
