"""Budgets end a search after their steps or seconds."""

from solver.pent_up.strategy import budget
from solver.pent_up.strategy.budget import SearchBudget
from tests.support import Patch


def test_steps_and_seconds_end_a_search(monkeypatch: Patch) -> None:
    must_stop = SearchBudget(1, steps=4).start()
    assert (must_stop(3.9), must_stop(4)) == (False, True)
    times = iter([100, 101.4, 101.6])
    monkeypatch.setattr(budget, "monotonic", lambda: next(times))
    must_stop = SearchBudget(1.5).start()
    assert (must_stop(10**9), must_stop(0)) == (False, True)


def test_a_budget_is_the_sum_of_its_halves() -> None:
    assert SearchBudget(3).halves() == (SearchBudget(1.5), SearchBudget(1.5))
    for steps in (1, 2, 9):
        assert sum(half.steps or 0 for half in SearchBudget(1, steps).halves()) == steps
