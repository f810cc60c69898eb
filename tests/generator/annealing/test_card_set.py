"""Sets of cards: energies and chances of places by exact fractions; the cards stay apart."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from generator.annealing.card_set import CardSetObjective, place_gaps
from generator.annealing.objective import Replica
from generator.constraints import LayoutConstraints
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.fairness.likeness import canonical_form
from solver.penta_rush.fairness.set_fairness import SetFairness
from tests.generator.annealing.objectives import card_objective, card_set_objective
from tests.support import slow

DICE = "ABCD"
ROLLS = tuple(rolls(DICE))
WAYS = tuple(ways(roll) for roll in ROLLS)
CARD = card_objective(4, 6, DICE, 750)
OBJECTIVE = card_set_objective(CARD, 3)


def _random_optima(rng: random.Random, cards: int, most: int) -> "np.ndarray[Any, Any]":
    return np.array([[rng.randint(0, most) for _ in ROLLS] for _ in range(cards)], np.int64)


def _gaps(optima: Sequence[Sequence[int]]) -> list[Fraction]:
    """Return exactly how far the chances of places are from 1/k, by going through all throws."""
    gaps = []
    for size in range(2, len(optima) + 1):
        for subset in combinations(optima, size):
            chances = [[Fraction()] * size for _ in range(size)]
            for values, way in zip(zip(*subset, strict=True), WAYS, strict=True):
                for card, value in enumerate(values):
                    better = sum(other > value for other in values)
                    equal = values.count(value)
                    for place in range(better, better + equal):
                        chances[card][place] += Fraction(way, equal)
            for place in range(size):
                gaps += [places[place] / sum(WAYS) - Fraction(1, size) for places in chances]
    return gaps


def _energy(objective: CardSetObjective, optima: Sequence[Sequence[int]]) -> Fraction:
    """Return the energy, exactly: before anything is rounded."""
    card_set, targets = objective.card_set, objective.card_objective.target_optima
    total = Fraction()
    for number, way in enumerate(WAYS):
        values = [column[number] for column in optima]
        apart = sum((first - second) ** 2 for first, second in combinations(values, 2))
        errors = sum((value - Fraction(targets[number], 100)) ** 2 for value in values)
        total += way * (Fraction(apart, card_set.cards - 1) + card_set.target_weight * errors)
    free = Fraction(7, 10) * card_set.place_tolerance
    beyond = sum((max(abs(gap) - free, Fraction()) ** 2 for gap in _gaps(optima)), Fraction())
    return 10_000 * (total + 100 * card_set.cards * sum(WAYS) * beyond)


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_the_chances_of_places_are_exact(cards: int) -> None:
    rng = random.Random(cards)
    for most in (0, 1, 2, 5, 20):
        optima = _random_optima(rng, cards, most)
        gaps = place_gaps(optima, np.array(WAYS)).tolist()
        assert gaps == pytest.approx([float(gap) for gap in _gaps(optima.tolist())], abs=1e-12)


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_the_greatest_gap_is_the_distance_from_place_fairness(cards: int) -> None:
    rng = random.Random(10 + cards)
    for most in (0, 1, 3, 9):
        optima = _random_optima(rng, cards, most)
        fairness = SetFairness(ROLLS, WAYS, tuple(map(tuple, optima.tolist())))
        gap = np.abs(place_gaps(optima, np.array(WAYS))).max()
        assert gap == pytest.approx(float(fairness.criteria[2].distance), abs=1e-12)


@pytest.mark.parametrize("weight", [Fraction(), Fraction(1, 5), Fraction(3)])
@pytest.mark.parametrize("tolerance", [Fraction(), Fraction(1, 100), Fraction(3, 10)])
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_the_energy_is_that_of_exact_fractions(
    cards: int, tolerance: Fraction, weight: Fraction
) -> None:
    rng = random.Random(f"{cards}/{float(tolerance)}")
    targets = tuple(rng.randint(500, 900) for _ in ROLLS)
    card = replace(CARD, target_optima=targets)
    objective = card_set_objective(card, cards, target_weight=weight, place_tolerance=tolerance)
    for most in (0, 2, 12):
        optima = _random_optima(rng, cards, most)
        # Two sums are rounded on their own.
        assert abs(objective.energy(optima) - _energy(objective, optima.tolist())) <= 1 + 1e-6


def test_equal_cards_at_their_targets_have_no_energy() -> None:
    optima = np.full((3, len(ROLLS)), 7)
    at_seven = replace(CARD, target_optima=(700,) * 16)
    assert replace(OBJECTIVE, card_objective=at_seven).energy(optima) == 0
    assert OBJECTIVE.energy(optima) == 10_000 * sum(WAYS) * 3 / 4 / 5


def _min_distance(cells: Sequence[str], *, turned: bool = False) -> int:
    """Return the least number of cells in which two cards differ, also one of them *turned*."""
    pairs = list(combinations(cells, 2))
    if turned:
        pairs += [(one, other[::-1]) for one, other in pairs]
    return min(sum(a != b for a, b in zip(*pair, strict=True)) for pair in pairs)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("cards", [2, 3, slow(4)])
def test_the_cards_keep_their_energy_their_constraints_and_their_distance(
    cards: int, *, turned: bool
) -> None:
    constraints = LayoutConstraints(most_touching=4, no_blocks=True)
    card = card_objective(4, 6, DICE, 750, constraints=constraints)
    objective = card_set_objective(card, cards, turned=turned)
    replica = objective.new_replica(random.Random(cards), None)
    assert _min_distance(replica.cells, turned=turned) >= 6
    for temperature in (200.0, 7.0, 1.0):
        before, replica = replica, objective.advance(replica, temperature, 9_500)
        assert replica.cells != before.cells or temperature < 200
        best = replica.best_cells, replica.best_energy
        for cells, energy in ((replica.cells, replica.energy), best):
            optima = [CARD.optima(CARD.state_of(card_cells)).tolist() for card_cells in cells]
            assert abs(energy - _energy(objective, optima)) <= 1 + 1e-6
            assert _min_distance(cells, turned=turned) >= 6
            assert not any(constraints.violations(CARD.card(one), DICE) for one in cells)
        assert replica.best_energy <= min(before.best_energy, replica.energy)


@pytest.mark.parametrize("turned", [False, True])
def test_cards_that_start_alike_separate(*, turned: bool) -> None:
    like = Card.parse("4x6:ABCDABCDABCDABCDABCDABCD")
    objective = card_set_objective(CARD, 3, place_tolerance=Fraction(1), turned=turned)
    replica = objective.new_replica(random.Random(1), like)
    assert replica.cells[0] == "ABCD" * 6
    assert len({canonical_form(CARD.card(cells)) for cells in replica.cells}) == 1
    replica = objective.advance(replica, 5.0, 30_000)
    for cells in (replica.cells, replica.best_cells):
        assert _min_distance(cells, turned=turned) >= 6
        assert len({canonical_form(CARD.card(one)) for one in cells}) == 3


def test_advancing_depends_on_nothing_but_the_replica() -> None:
    replica = OBJECTIVE.new_replica(random.Random(3), None)
    after = OBJECTIVE.advance(replica, 7.0, 2_500)
    assert OBJECTIVE.advance(Replica(*replica), 7.0, 2_500) == after
    assert OBJECTIVE.advance(OBJECTIVE.reseeded(replica, 4), 7.0, 2_500).cells != after.cells


def test_a_replica_is_kept_in_json_and_goes_back_to_its_best() -> None:
    replica = OBJECTIVE.new_replica(random.Random(4), None)
    replica = OBJECTIVE.advance(replica, 50.0, 3_000)
    record = [list(field) if isinstance(field, tuple) else field for field in replica]
    assert Replica.from_json(record) == replica
    restored = replica.restore_best()
    assert (restored.cells, restored.energy) == (replica.best_cells, replica.best_energy)
    assert OBJECTIVE.best_cards(replica) == tuple(CARD.card(one) for one in replica.best_cells)
