"""Each test of these is asked of three games."""

import pytest

from tests.solver.console.play.support import CASES, Case
from tests.solver.geocinco.play.support import patch_programs
from tests.support import Patch


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, monkeypatch: Patch) -> Case:
    """Return a game; in Geocinco the program builds towers, so that a game is over soon."""
    patch_programs(monkeypatch)
    return CASES[request.param]
