"""Short searches: what the tests look at does not depend on how good a plan is."""

import pytest

from solver.knaster.hindsight import best_plan
from tests.support import Patch


@pytest.fixture
def short_searches(monkeypatch: Patch) -> None:
    """Let the runs of the search for the best of known rolls be short."""
    monkeypatch.setattr(best_plan, "_SCORE_STEPS", 2000)
    monkeypatch.setattr(best_plan, "_FEWER_STEPS", 5000)
    monkeypatch.setattr(best_plan, "_FIRST_STEPS", 20_000)
