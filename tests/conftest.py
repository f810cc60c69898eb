"""Two hypothesis profiles: a quick one, and a long one that goes with ``-m slow``."""

import pytest
from hypothesis import settings

settings.register_profile("quick", deadline=None, max_examples=60)
settings.register_profile("slow", deadline=None, max_examples=2000)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("slow" if config.getoption("markexpr") == "slow" else "quick")
