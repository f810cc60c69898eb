"""Short searches: what the tests look at does not depend on how good a plan is."""

import pytest

from solver.knaster.hindsight import best_plan


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs of the search be short."""
    monkeypatch.setattr(best_plan, "_SCORE_STEPS", 2000)
    monkeypatch.setattr(best_plan, "_FEWER_STEPS", 5000)
    monkeypatch.setattr(best_plan, "_FIRST_STEPS", 20_000)
