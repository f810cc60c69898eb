from itertools import pairwise

from hypothesis import given

from solver.penta_rush.cover_engine import ExactCover
from solver.penta_rush.engine import Deal
from solver.penta_rush.matching import Matching
from tests import oracles
from tests.strategies import deals


@given(deals())
def test_the_placements_are_those_that_brute_force_grows(deal: Deal) -> None:
    found = list(Matching(deal))
    assert len(set(found)) == len(found)
    assert {(one.shape, frozenset(one.cells)) for one in found} == set(oracles.matching(deal))
    assert all(one.points == deal.points[one.shape] for one in found)
    assert all(list(one.cells) == sorted(one.cells) for one in found)


@given(deals(largest=20, cells=60))
def test_both_ways_to_find_them_number_them_alike(deal: Deal) -> None:
    assert list(Matching(deal)) == list(ExactCover(deal).placements)


@given(deals())
def test_the_dearest_shapes_come_first_and_equal_ones_by_letter(deal: Deal) -> None:
    keys = [(-one.points, one.shape) for one in Matching(deal)]
    assert all(one <= other for one, other in pairwise(keys))


@given(deals())
def test_two_marks_are_disjoint_where_the_placements_fit(deal: Deal) -> None:
    matching = Matching(deal)
    for one, placed in zip(matching.spots, matching, strict=True):
        for other, beside in zip(matching.spots, matching, strict=True):
            fits = placed.shape != beside.shape and not set(placed.cells) & set(beside.cells)
            assert (one.mark & other.mark == 0) == fits
