from fractions import Fraction

import pytest

from solver.penta_rush.fairness.card_fairness import Distribution
from solver.penta_rush.fairness.histogram import histogram_bars


@pytest.mark.parametrize("values", [[0], [0, 29], [7, 37], [0, 30, 31, 5_000_000]])
def test_the_bars_hold_every_chance_and_are_of_one_width_and_at_most_thirty(
    values: list[int],
) -> None:
    distribution = Distribution(dict.fromkeys(values, Fraction(1, len(values))))
    bars = histogram_bars(distribution)
    assert sum(bar.chance for bar in bars) == 1
    assert len(bars) <= 30
    assert len({bar.last - bar.first for bar in bars}) == 1
    assert bars[0].first == values[0]
    assert bars[-1].first <= values[-1] <= bars[-1].last
