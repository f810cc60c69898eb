import time
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cover import cpsat
from solver.cover.cpsat import BoundedCover, Hint, Multiplicity, TimeLimit
from solver.cover.exact_cover import covers
from solver.cover.status import CoverResult, Status
from solver.errors import BrokenInvariantError
from tests.strategies import Problem, planted, problems


@given(problem=problems() | planted(), source=st.data())
def test_the_best_cover_is_worth_the_most_of_all(problem: Problem, source: st.DataObject) -> None:
    options, primary, bounds = problem
    size = len(options)
    worth = source.draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    outcome = cpsat.best_cover(options, primary, worth, bounds=bounds)
    found = list(covers(options, primary, bounds=bounds))
    if not found:
        assert outcome == CoverResult(Status.INFEASIBLE)
        return
    assert outcome.status is Status.OPTIMAL
    assert outcome.options in found
    assert outcome.value == sum(worth[index] for index in outcome.options)
    assert outcome.value == max(sum(worth[index] for index in cover) for cover in found)


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (["a", "bx", "b"], Status.OPTIMAL),
        (["ax", "bx", "b"], Status.OPTIMAL),  # x pinned to b leaves only the plain b
        (["ax", "bx"], Status.INFEASIBLE),  # a secondary item twice
        (["a"], Status.INFEASIBLE),  # a primary item never
        (["ab", "b"], Status.OPTIMAL),
        ([], Status.INFEASIBLE),
    ],
)
def test_each_constraint_holds_when_it_is_pinned(options: list[str], status: Status) -> None:
    assert cpsat.best_cover(options, "ab", [1] * len(options)).status is status


@pytest.mark.parametrize(("bound", "count"), [(0, 1), (1, 3), (2, 4)])
def test_a_bound_lets_an_item_be_covered_that_often(bound: int, count: int) -> None:
    found = cpsat.all_covers(["a", "at", "b", "bt"], "ab", bounds={"t": bound})
    assert len(found) == count


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
    outcome = cpsat.feasible_cover(4, items, wanted=[3, 2, 1, 0], seed=1, limit=1)
    if least <= pinned <= most:
        assert outcome == CoverResult(Status.FEASIBLE, tuple(range(pinned)))
    else:
        assert outcome == CoverResult(Status.INFEASIBLE)


def test_the_wanted_options_are_in_the_cover_where_they_can_be() -> None:
    items = [Multiplicity(range(6), 2, 2), Multiplicity([1, 2], 0, 1)]
    outcome = cpsat.feasible_cover(6, items, wanted=[4, 1], seed=1, limit=1)
    assert outcome.options == (1, 4)


def test_at_the_limit_nothing_is_decided() -> None:
    items = [Multiplicity(range(0, 90, 2), 45, 45)]
    outcome = cpsat.feasible_cover(90, items, wanted=range(90), seed=1, limit=0)
    assert outcome == CoverResult(Status.UNKNOWN)


def test_a_search_that_ends_undecided_without_a_limit_was_interrupted() -> None:
    from ortools.sat.python import cp_model

    for status in (cp_model.UNKNOWN, cp_model.FEASIBLE):
        with pytest.raises(KeyboardInterrupt):
            cpsat._decided(status)  # noqa: SLF001
    with pytest.raises(BrokenInvariantError):
        cpsat._decided(cp_model.MODEL_INVALID)  # noqa: SLF001


@st.composite
def _choices(draw: st.DrawFn) -> tuple[int, list[Multiplicity], dict[int, int]]:
    """Draw so many options, items with their multiplicities, and what some options are worth."""
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
    worth = draw(st.dictionaries(option, st.integers(0, 9)))
    return size, [Multiplicity(sorted(own), *sorted(times)) for own, *times in items], worth


@given(_choices())
def test_the_best_choice_is_that_of_brute_force(
    drawn: tuple[int, list[Multiplicity], dict[int, int]],
) -> None:
    size, items, worth = drawn
    worths = [
        sum(worth.get(option, 0) for option in chosen)
        for count in range(size + 1)
        for chosen in combinations(range(size), count)
        if all(own.least <= len({*chosen} & {*own.options}) <= own.most for own in items)
    ]
    found = cpsat.best_bounded_cover(size, items, worth, TimeLimit())
    if not worths:
        assert found.status is Status.INFEASIBLE
        return
    assert found.status is Status.OPTIMAL
    assert found.value == found.bound == max(worths)
    assert found.value == sum(worth.get(option, 0) for option in found.options)
    known = Hint(found.options, found.value)
    assert cpsat.best_bounded_cover(size, items, worth, TimeLimit(), known).value == found.value


def test_no_choice_is_worth_more_than_the_most_that_is_known() -> None:
    items = [Multiplicity(range(6), 0, 4)]
    found = cpsat.best_bounded_cover(
        6, items, dict.fromkeys(range(6), 2), TimeLimit(), Hint(most=5)
    )
    assert (found.status, found.value, found.bound) == (Status.OPTIMAL, 4, 4)


def test_a_choice_at_its_limit_has_the_bound_that_is_known() -> None:
    items = [Multiplicity(range(at, 90, 2), 20, 22) for at in (0, 1)]
    worth = {option: option for option in range(90)}
    found = cpsat.best_bounded_cover(
        90, items, worth, TimeLimit(time.monotonic() - 1), Hint(most=99)
    )
    assert found == BoundedCover(Status.UNKNOWN, (), 0, 99, interrupted=False)


@pytest.mark.parametrize(
    ("seconds", "taken", "interrupted"),
    [(None, 3, True), (10, 8, True), (10, 9.8, False), (10, 10.2, False), (0.01, 0.008, False)],
)
def test_what_ends_well_before_its_limit_was_interrupted(
    seconds: float | None, taken: float, *, interrupted: bool
) -> None:
    assert cpsat._was_interrupted(seconds, taken) is interrupted  # noqa: SLF001
