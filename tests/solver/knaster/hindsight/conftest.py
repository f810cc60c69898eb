"""Every search is short here."""

import pytest


@pytest.fixture(autouse=True)
def _short_searches(short_searches: None) -> None:
    """Let the runs of the search be short."""
