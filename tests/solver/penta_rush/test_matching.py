from itertools import pairwise

from hypothesis import given

from solver.penta_rush.cover_engine import ExactCoverEngine
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.problem import RollProblem
from tests import oracles
from tests.strategies import roll_problems


@given(roll_problems())
def test_the_placements_are_those_that_brute_force_grows(problem: RollProblem) -> None:
    matching = list(MatchingPlacements(problem))
    assert len(set(matching)) == len(matching)
    assert {(shape, frozenset(cells)) for shape, _, cells in matching} == set(
        oracles.matching(problem)
    )
    assert all(points == problem.points[shape] for shape, points, _ in matching)
    assert all(list(cells) == sorted(cells) for _, _, cells in matching)


@given(roll_problems(largest=20, cells=60))
def test_both_engines_number_the_placements_in_the_same_order(problem: RollProblem) -> None:
    assert list(MatchingPlacements(problem)) == list(ExactCoverEngine(problem).placements)


@given(roll_problems())
def test_shapes_of_the_highest_value_come_first_and_equal_ones_by_letter(
    problem: RollProblem,
) -> None:
    keys = [(-points, shape) for shape, points, _ in MatchingPlacements(problem)]
    assert all(first <= second for first, second in pairwise(keys))


@given(roll_problems())
def test_two_masks_are_disjoint_if_the_placements_are_compatible(problem: RollProblem) -> None:
    matching = MatchingPlacements(problem)
    for first_fixed, first in zip(matching.fixed, matching, strict=True):
        for second_fixed, second in zip(matching.fixed, matching, strict=True):
            compatible = first.shape != second.shape and not set(first.cells) & set(second.cells)
            assert (first_fixed.mask & second_fixed.mask == 0) == compatible
