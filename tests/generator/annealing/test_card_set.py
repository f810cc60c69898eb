"""Fleets: their energy and chances of places by exact fractions; the cards stay apart."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from generator.annealing.card_set import Fleet, FleetQuest, place_gaps
from generator.annealing.objective import Quest
from generator.constraints import Wishes
from solver.penta_rush.card import parse_card
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.fairness.set_fairness import SetGrade
from solver.penta_rush.points import default_points

pytestmark = pytest.mark.usefixtures("compiled")

DICE = "ABCD"
ROLLS = tuple(rolls(DICE))
WAYS = tuple(ways(roll) for roll in ROLLS)
INNER = Quest(4, 6, DICE, default_points(), Wishes(), (750,) * len(ROLLS))
QUEST = FleetQuest(INNER, cards=3, pull=Fraction(1, 5), within=0.01, apart=6)


def _columns(rng: random.Random, cards: int, most: int) -> "np.ndarray[Any, Any]":
    return np.array([[rng.randint(0, most) for _ in ROLLS] for _ in range(cards)], np.int64)


def _gaps(columns: Sequence[Sequence[int]]) -> list[Fraction]:
    """Return by how much chances of places are off 1/k, exactly, one throw after another."""
    gaps = []
    for size in range(2, len(columns) + 1):
        for some in combinations(columns, size):
            chances = [[Fraction()] * size for _ in range(size)]
            for values, way in zip(zip(*some, strict=True), WAYS, strict=True):
                for card, value in enumerate(values):
                    better = sum(other > value for other in values)
                    alike = values.count(value)
                    for place in range(better, better + alike):
                        chances[card][place] += Fraction(way, alike)
            for place in range(size):
                gaps += [one[place] / sum(WAYS) - Fraction(1, size) for one in chances]
    return gaps


def _energy(quest: FleetQuest, columns: Sequence[Sequence[int]]) -> Fraction:
    """Return the energy, exactly: before anything is rounded."""
    near = Fraction()
    for number, way in enumerate(WAYS):
        values = [column[number] for column in columns]
        apart = sum((one - other) ** 2 for one, other in combinations(values, 2))
        off = sum((value - Fraction(quest.inner.aims[number], 100)) ** 2 for value in values)
        near += way * (Fraction(apart, quest.cards - 1) + quest.pull * off)
    free = Fraction(7, 10) * Fraction(quest.within)
    unfair = sum((max(abs(gap) - free, Fraction()) ** 2 for gap in _gaps(columns)), Fraction())
    return 10_000 * (near + 100 * quest.cards * sum(WAYS) * unfair)


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_the_chances_of_places_are_exact(cards: int) -> None:
    rng = random.Random(cards)
    for most in (0, 1, 2, 5, 20):
        columns = _columns(rng, cards, most)
        found = place_gaps(columns, np.array(WAYS)).tolist()
        assert found == pytest.approx([float(gap) for gap in _gaps(columns.tolist())], abs=1e-12)


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_the_greatest_gap_is_the_distance_of_the_ladder(cards: int) -> None:
    rng = random.Random(10 + cards)
    for most in (0, 1, 3, 9):
        columns = _columns(rng, cards, most)
        grade = SetGrade(ROLLS, WAYS, tuple(map(tuple, columns.tolist())))
        gap = np.abs(place_gaps(columns, np.array(WAYS))).max()
        assert gap == pytest.approx(float(grade.rungs[2].distance), abs=1e-12)


@pytest.mark.parametrize("pull", [Fraction(), Fraction(1, 5), Fraction(3)])
@pytest.mark.parametrize("within", [0.0, 0.01, 0.3])
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_the_energy_is_that_of_exact_fractions(cards: int, within: float, pull: Fraction) -> None:
    rng = random.Random(f"{cards}/{within}")
    aims = tuple(rng.randint(500, 900) for _ in ROLLS)
    quest = FleetQuest(replace(INNER, aims=aims), cards, pull, within, 6)
    for most in (0, 2, 12):
        columns = _columns(rng, cards, most)
        # Two sums are rounded on their own.
        assert abs(quest.energy(columns) - _energy(quest, columns.tolist())) <= 1 + 1e-6


def test_cards_alike_at_their_aims_have_no_energy() -> None:
    columns = np.full((3, len(ROLLS)), 7)
    assert replace(QUEST, inner=replace(INNER, aims=(700,) * 16)).energy(columns) == 0
    assert QUEST.energy(columns) == 10_000 * sum(WAYS) * 3 / 4 / 5


def _nearest(cells: Sequence[str]) -> int:
    pairs = combinations(cells, 2)
    return min(sum(a != b for a, b in zip(*pair, strict=True)) for pair in pairs)


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_a_fleet_keeps_its_energy_its_wishes_and_its_distance(cards: int) -> None:
    wishes = Wishes(most_touching=4, no_blocks=True)
    quest = replace(QUEST, cards=cards, inner=replace(INNER, wishes=wishes))
    fleet = quest.begin(random.Random(cards), None)
    assert _nearest(fleet.cells) >= 6
    for heat in (200.0, 7.0, 1.0):
        before, fleet = fleet, quest.advance(fleet, heat, 9_500)
        assert fleet.cells != before.cells or heat < 200
        for cells, energy in ((fleet.cells, fleet.energy), (fleet.best, fleet.best_energy)):
            columns = [INNER.optima(one) for one in cells]
            assert abs(energy - _energy(quest, columns)) <= 1 + 1e-6
            assert _nearest(cells) >= 6
            assert not any(wishes.violations(INNER.card(one), DICE) for one in cells)
        assert fleet.best_energy <= min(before.best_energy, fleet.energy)


def test_cards_that_begin_alike_part() -> None:
    like = parse_card("4x6:ABCDABCDABCDABCDABCDABCD")
    quest = replace(QUEST, within=1.0)
    fleet = quest.begin(random.Random(1), like)
    assert set(fleet.cells) == {"ABCD" * 6}
    fleet = quest.advance(fleet, 5.0, 30_000)
    assert _nearest(fleet.cells) >= 6
    assert _nearest(fleet.best) >= 6


def test_to_go_on_depends_on_nothing_but_the_fleet() -> None:
    fleet = QUEST.begin(random.Random(3), None)
    after = QUEST.advance(fleet, 7.0, 2_500)
    assert QUEST.advance(Fleet(*fleet), 7.0, 2_500) == after
    assert QUEST.advance(fleet.reseeded(4), 7.0, 2_500).cells != after.cells


def test_a_fleet_is_kept_in_json_and_goes_home() -> None:
    fleet = QUEST.begin(random.Random(4), None)
    fleet = QUEST.advance(fleet, 50.0, 3_000)
    record = [list(field) if isinstance(field, tuple) else field for field in fleet]
    assert QUEST.restore(record) == fleet
    home = fleet.home()
    assert (home.cells, home.energy) == (fleet.best, fleet.best_energy)
    assert QUEST.cards_of(fleet) == tuple(INNER.card(one) for one in fleet.best)
