from itertools import pairwise

from hypothesis import given

from solver.penta_rush.cover_engine import ExactCoverEngine
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.problem import RollProblem
from tests import oracles
from tests.strategies import roll_problems


@given(roll_problems())
def test_the_placements_are_those_that_brute_force_grows(deal: RollProblem) -> None:
    found = list(MatchingPlacements(deal))
    assert len(set(found)) == len(found)
    assert {(one.shape, frozenset(one.cells)) for one in found} == set(oracles.matching(deal))
    assert all(one.points == deal.points[one.shape] for one in found)
    assert all(list(one.cells) == sorted(one.cells) for one in found)


@given(roll_problems(largest=20, cells=60))
def test_both_ways_to_find_them_number_them_alike(deal: RollProblem) -> None:
    assert list(MatchingPlacements(deal)) == list(ExactCoverEngine(deal).placements)


@given(roll_problems())
def test_the_dearest_shapes_come_first_and_equal_ones_by_letter(deal: RollProblem) -> None:
    keys = [(-one.points, one.shape) for one in MatchingPlacements(deal)]
    assert all(one <= other for one, other in pairwise(keys))


@given(roll_problems())
def test_two_marks_are_disjoint_where_the_placements_fit(deal: RollProblem) -> None:
    matching = MatchingPlacements(deal)
    for one, placed in zip(matching.fixed, matching, strict=True):
        for other, beside in zip(matching.fixed, matching, strict=True):
            fits = placed.shape != beside.shape and not set(placed.cells) & set(beside.cells)
            assert (one.mask & other.mask == 0) == fits
