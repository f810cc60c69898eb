"""Short searches: what the tests look at does not depend on how good a plan is."""

import pytest

from solver.knaster.hindsight import plan_search
from tests.support import Patch


@pytest.fixture
def short_searches(monkeypatch: Patch) -> None:
    """Let the runs of the search for the best of known rolls be short."""
    monkeypatch.setattr(plan_search, "_SCORE_STEPS", 2000)
    monkeypatch.setattr(plan_search, "_FEWER_STEPS", 5000)
    monkeypatch.setattr(plan_search, "_FIRST_STEPS", 20_000)
