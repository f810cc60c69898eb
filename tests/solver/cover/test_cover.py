import signal
import threading
import time
from collections.abc import Hashable
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cover import cpsat
from solver.cover.cpsat import BoundedCover, Hint, Multiplicity, TimeLimit
from solver.cover.exact_cover import CoverResult, Status, covers
from solver.cover.integer_program import IntegerProgram
from solver.errors import BrokenInvariantError, CoverError
from solver.geometry.cell import Cell, rectangle
from solver.geometry.polyomino import pentominoes, placements
from solver.runtime.background import StoppedError
from tests.strategies import Problem, planted, problems
from tests.support import Patch, cases


@given(problem=problems() | planted(), source=st.data())
def test_the_best_cover_is_worth_the_most_of_all(problem: Problem, source: st.DataObject) -> None:
    options, primary, bounds = problem
    size = len(options)
    values = source.draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    result = cpsat.best_cover(options, primary, values, bounds=bounds)
    all_covers = list(covers(options, primary, bounds=bounds))
    if not all_covers:
        assert result == CoverResult(Status.INFEASIBLE)
        return
    assert result.status is Status.OPTIMAL
    assert result.options in all_covers
    assert result.value == sum(values[index] for index in result.options)
    assert result.value == max(sum(values[index] for index in cover) for cover in all_covers)


@cases(
    "options status",
    (["a", "bx", "b"], Status.OPTIMAL),
    (["ax", "bx", "b"], Status.OPTIMAL),  # x pinned to b leaves only the plain b
    (["ax", "bx"], Status.INFEASIBLE),  # a secondary item twice
    (["a"], Status.INFEASIBLE),  # a primary item never
    (["ab", "b"], Status.OPTIMAL),
    ([], Status.INFEASIBLE),
)
def test_each_constraint_holds_when_it_is_pinned(options: list[str], status: Status) -> None:
    assert cpsat.best_cover(options, "ab", [1] * len(options)).status is status


@pytest.mark.parametrize(("bound", "count"), [(0, 1), (1, 3), (2, 4)])
def test_a_bound_lets_an_item_be_covered_that_often(bound: int, count: int) -> None:
    all_covers = cpsat.all_covers(["a", "at", "b", "bt"], "ab", bounds={"t": bound})
    assert len(all_covers) == count


def test_no_items_and_no_options_have_one_cover_the_empty_one() -> None:
    assert cpsat.all_covers([], "") == [()] == list(covers([], ""))


@pytest.mark.parametrize("least", range(5))
@pytest.mark.parametrize("most", range(5))
@pytest.mark.parametrize("pinned", range(5))
def test_a_multiplicity_holds_when_it_is_pinned(least: int, most: int, pinned: int) -> None:
    """Of four options, *pinned* are to be chosen."""
    items = [Multiplicity(range(4), least, most)]
    items += [
        Multiplicity([option], int(option < pinned), int(option < pinned))
        for option in (0, 1, 2, 3)
    ]
    result = cpsat.feasible_cover(4, items, wanted=[3, 2, 1, 0], seed=1, limit=1)
    if least <= pinned <= most:
        assert result == CoverResult(Status.FEASIBLE, tuple(range(pinned)))
    else:
        assert result == CoverResult(Status.INFEASIBLE)


def test_the_wanted_options_are_in_the_cover_where_they_can_be() -> None:
    items = [Multiplicity(range(6), 2, 2), Multiplicity([1, 2], 0, 1)]
    result = cpsat.feasible_cover(6, items, wanted=[4, 1], seed=1, limit=1)
    assert result.options == (1, 4)


def test_at_the_limit_nothing_is_decided() -> None:
    items = [Multiplicity(range(0, 90, 2), 45, 45)]
    result = cpsat.feasible_cover(90, items, wanted=range(90), seed=1, limit=0)
    assert result == CoverResult(Status.UNKNOWN)


def test_a_search_that_ends_undecided_without_a_limit_was_stopped(monkeypatch: Patch) -> None:
    from ortools.sat.python import cp_model

    for status, error in (
        (cp_model.UNKNOWN, StoppedError),
        (cp_model.FEASIBLE, StoppedError),
        (cp_model.MODEL_INVALID, BrokenInvariantError),
    ):
        monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_, found=status: found)
        with pytest.raises(error):
            cpsat.best_cover(["a"], ["a"], [1])


@st.composite
def _bounded_problems(draw: st.DrawFn) -> tuple[int, list[Multiplicity], dict[int, int]]:
    """Draw a number of options, items with their multiplicities, and the values of some options."""
    size = draw(st.integers(1, 6))
    option = st.integers(0, size - 1)
    items = draw(
        st.lists(
            st.tuples(
                st.lists(option, min_size=1, unique=True), st.integers(0, 2), st.integers(0, 3)
            ),
            max_size=4,
        )
    )
    values = draw(st.dictionaries(option, st.integers(0, 9)))
    return (
        size,
        [Multiplicity(sorted(covering), *sorted(times)) for covering, *times in items],
        values,
    )


@given(_bounded_problems())
def test_the_best_bounded_cover_is_that_of_brute_force(
    drawn: tuple[int, list[Multiplicity], dict[int, int]],
) -> None:
    size, items, values = drawn
    totals = [
        sum(values.get(option, 0) for option in chosen)
        for count in range(size + 1)
        for chosen in combinations(range(size), count)
        if all(item.least <= len({*chosen} & {*item.options}) <= item.most for item in items)
    ]
    cover = cpsat.best_bounded_cover(size, items, values, TimeLimit())
    if not totals:
        assert cover.status is Status.INFEASIBLE
        return
    assert cover.status is Status.OPTIMAL
    assert cover.value == cover.bound == max(totals)
    assert cover.value == sum(values.get(option, 0) for option in cover.options)
    hint = Hint(cover.options, cover.value)
    assert cpsat.best_bounded_cover(size, items, values, TimeLimit(), hint).value == cover.value


def test_no_choice_is_worth_more_than_the_most_that_is_known() -> None:
    items = [Multiplicity(range(6), 0, 4)]
    cover = cpsat.best_bounded_cover(
        6, items, dict.fromkeys(range(6), 2), TimeLimit(), Hint(max_value=5)
    )
    assert (cover.status, cover.value, cover.bound) == (Status.OPTIMAL, 4, 4)


def test_a_cover_at_its_limit_has_the_bound_that_is_known() -> None:
    items = [Multiplicity(range(start, 90, 2), 20, 22) for start in (0, 1)]
    values = {option: option for option in range(90)}
    cover = cpsat.best_bounded_cover(
        90, items, values, TimeLimit(time.monotonic() - 1), Hint(max_value=99)
    )
    assert cover == BoundedCover(Status.UNKNOWN, (), 0, 99)


def test_ctrl_c_ends_a_search_that_does_not_hear(monkeypatch: Patch) -> None:
    from ortools.sat.python import cp_model

    whole = cp_model.CpSolver.solve

    def pressed(*given: Any) -> Any:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        time.sleep(9)
        return whole(*given)

    monkeypatch.setattr(cp_model.CpSolver, "solve", pressed)
    monkeypatch.setattr(cp_model.CpSolver, "stop_search", lambda _: None)
    start = time.monotonic()
    items = [Multiplicity(range(6), 0, 4)]
    with pytest.raises(KeyboardInterrupt):
        cpsat.best_bounded_cover(6, items, {0: 1}, TimeLimit(), Hint(max_value=5))
    assert time.monotonic() - start < 5


def test_a_cover_of_less_than_is_known_does_not_count() -> None:
    items = [Multiplicity(range(6), 0, 4)]
    values = dict.fromkeys(range(6), 2)
    for least, status in ((8, Status.OPTIMAL), (9, Status.INFEASIBLE)):
        hint = Hint(max_value=20, min_value=least)
        assert cpsat.best_bounded_cover(6, items, values, TimeLimit(), hint).status is status


@st.composite
def _programs(draw: st.DrawFn) -> IntegerProgram:
    """Draw a program of at most four variables, with negative coefficients and costs too."""
    program = IntegerProgram()
    for limit in draw(st.lists(st.integers(0, 3), min_size=1, max_size=4)):
        program.add_variable(limit, cost=draw(st.integers(-3, 5)))
    term = st.tuples(st.integers(-3, 3), st.integers(0, len(program.limits) - 1))
    for terms in draw(st.lists(st.lists(term, max_size=4), max_size=3)):
        bound = st.none() | st.integers(-6, 6)
        program.require(terms, least=draw(bound), most=draw(bound))
    return program


@given(_programs())
def test_the_least_cost_of_a_program_is_that_of_brute_force(program: IntegerProgram) -> None:
    def keeps(values: tuple[int, ...]) -> bool:
        return all(
            (least is None or least <= total) and (most is None or total <= most)
            for terms, least, most in program.constraints
            for total in [sum(factor * values[index] for factor, index in terms)]
        )

    def cost(values: tuple[int, ...]) -> int:
        return sum(cost * values[index] for index, cost in program.costs.items())

    kept = [each for each in product(*(range(most + 1) for most in program.limits)) if keeps(each)]
    solution = cpsat.least_cost(program, TimeLimit())
    if not kept:
        assert solution.status is Status.INFEASIBLE
        return
    assert solution.status is Status.OPTIMAL
    assert solution.values in kept
    assert solution.cost == solution.bound == cost(solution.values) == min(map(cost, kept))


@pytest.mark.parametrize("terms", [[], [(1, 0)], [(0, 0)], [(1, 0), (-1, 0)]])
@pytest.mark.parametrize(("least", "most"), [(0, -1), (1, 1), (2, None), (None, -1), (0, 0)])
def test_a_program_whose_sum_is_out_of_range_has_no_solution(
    terms: list[tuple[int, int]], least: int | None, most: int | None
) -> None:
    program = IntegerProgram()
    program.add_variable(1)
    program.require(terms, least=least, most=most)
    is_possible = (least, most) == (0, 0) or (terms == [(1, 0)] and (least, most) == (1, 1))
    status = cpsat.least_cost(program, TimeLimit()).status
    assert status is (Status.OPTIMAL if is_possible else Status.INFEASIBLE)


def test_a_program_is_searched_from_its_hints_and_undecided_at_its_limit() -> None:
    program = IntegerProgram()
    for _ in range(90):
        program.add_variable(9, cost=-1)
    for start in range(80):
        program.require([(1 + (start * i) % 7, start + i) for i in range(10)], most=97)
    over = TimeLimit(time.monotonic() - 1)
    solution = cpsat.least_cost(program, over, hints=dict.fromkeys(range(90), 0))
    assert (solution.status, solution.values) == (Status.UNKNOWN, ())
    assert (solution.cost, solution.bound) == (0, -810)


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


@pytest.mark.slow
def test_the_3x20_box_has_8_tilings_by_all_twelve_from_both_engines() -> None:
    # Several workers of CP-SAT find two of the eight and call that OPTIMAL.
    options, cells = _tiling(3, 20, "FILNPTUVWXYZ")
    primary = [*cells, *"FILNPTUVWXYZ"]
    found = cpsat.all_covers(options, primary)
    assert len(found) == 8
    assert sorted(covers(options, primary)) == found
