from collections.abc import Hashable
from itertools import combinations

import pytest
from hypothesis import given

from solver.cover import cpsat
from solver.cover.exact_cover import covers
from solver.errors import CoverError
from solver.geometry.cell import Cell, rectangle
from solver.geometry.polyomino import pentominoes, placements
from tests.strategies import Problem, planted, problems


def _brute_force(problem: Problem) -> list[tuple[int, ...]]:
    options, primary, bounds = problem
    exact_covers = []
    for size in range(len(options) + 1):
        for chosen in combinations(range(len(options)), size):
            times = "".join(options[index] for index in chosen)
            exactly = all(times.count(item) == 1 for item in primary)
            at_most = all(times.count(item) <= bounds.get(item, 1) for item in "xyz")
            if exactly and at_most:
                exact_covers.append(chosen)
    return sorted(exact_covers)


@pytest.mark.parametrize("in_order", [False, True])
@given(problem=problems() | planted())
def test_covers_are_those_of_brute_force_for_both_answers(
    problem: Problem, *, in_order: bool
) -> None:
    options, primary, bounds = problem
    assert sorted(covers(options, primary, bounds=bounds, in_order=in_order)) == _brute_force(
        problem
    )


@given(planted())
def test_a_planted_cover_is_found(problem: Problem) -> None:
    options, primary, _ = problem
    assert any(True for _ in covers(options, primary))


@given(problems())
def test_an_item_that_no_option_covers_leaves_no_cover(problem: Problem) -> None:
    options, primary, bounds = problem
    assert not list(covers(options, primary + "e", bounds=bounds))


@given(problems() | planted())
def test_cp_sat_finds_the_same_covers_for_both_answers(problem: Problem) -> None:
    options, primary, bounds = problem
    assert cpsat.all_covers(options, primary, bounds=bounds) == _brute_force(problem)


def test_an_option_without_a_primary_item_is_refused() -> None:
    for engine in (covers, cpsat.all_covers):
        with pytest.raises(CoverError, match="option 1: expected a primary item, found 'xy'"):
            engine(["ax", "xy"], "ab")


def test_a_bound_on_a_primary_item_is_refused() -> None:
    for engine in (covers, cpsat.all_covers):
        with pytest.raises(CoverError, match="bounds: expected secondary items, found 'a'"):
            engine(["a", "ab", "b"], "ab", bounds={"a": 2})


def test_covers_in_order_come_in_lexicographic_order_of_their_options() -> None:
    options = ["ax", "ay", "a", "bx", "by", "b"]
    found = list(covers(options, "ab", in_order=True))
    assert found == [(0, 4), (0, 5), (1, 3), (1, 5), (2, 3), (2, 4), (2, 5)]


def _tiling(rows: int, cols: int, letters: str) -> tuple[list[list[Hashable]], list[Hashable]]:
    region = rectangle(rows, cols)
    options: list[list[Hashable]] = [
        [letter, *cells]
        for letter in letters
        for cells in placements(pentominoes()[letter], region)
    ]
    primary: list[Hashable] = [Cell(row, col) for row in range(rows) for col in range(cols)]
    return options, primary


def test_the_3x5_box_has_28_tilings_by_distinct_pentominoes() -> None:
    # Fixed count; 7 up to symmetry.
    options, cells = _tiling(3, 5, "FILNPTUVWXYZ")
    assert sum(1 for _ in covers(options, cells)) == 28


def test_the_3x20_box_has_8_tilings_by_all_twelve_from_both_engines() -> None:
    # Several workers of CP-SAT find two of the eight and call that OPTIMAL.
    options, cells = _tiling(3, 20, "FILNPTUVWXYZ")
    primary = [*cells, *"FILNPTUVWXYZ"]
    found = cpsat.all_covers(options, primary)
    assert len(found) == 8
    assert sorted(covers(options, primary)) == found
