"""How the options that were left out are filled in."""

from fractions import Fraction
from time import process_time

import pytest

from generator.annealing.population import search
from generator.annealing.schedule import AnnealingSchedule
from generator.defaults import complete_spec
from generator.spec import GenerationSpec
from tests.support import slow


@pytest.mark.parametrize("seed", [slow(1), slow(2), 1639164489])
def test_the_steps_for_some_seconds_take_about_as_long(seed: int) -> None:
    """From one random card of three symbols, steps may be 20 times as fast as in the search."""
    asked = GenerationSpec(rows=5, cols=6, symbols=3, seconds=Fraction(1, 2), seed=seed)
    spec, _ = complete_spec(asked)
    start = process_time()
    *_, _end = search(AnnealingSchedule.for_spec(spec), map)
    assert process_time() - start < 2.5
