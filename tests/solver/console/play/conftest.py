"""Each test of these is asked of three games."""

import pytest

from tests.solver.console.play.support import CASES, Case
from tests.solver.geocinco.play.support import patch_programs


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Case:
    """Return a game; in Geocinco the program builds towers, so that a game is over soon."""
    patch_programs(monkeypatch)
    return CASES[request.param]
