from fractions import Fraction

import pytest

from solver.penta_rush.fairness.distribution import Distribution


@pytest.mark.parametrize("values", [[0], [0, 29], [7, 37], [0, 30, 31, 5_000_000]])
def test_the_bars_hold_every_chance_and_are_of_one_width_and_at_most_thirty(
    values: list[int],
) -> None:
    distribution = Distribution(dict.fromkeys(values, Fraction(1, len(values))))
    bars = distribution.histogram()
    assert sum(bar.chance for bar in bars) == 1
    assert len(bars) <= 30
    assert len({bar.last - bar.first for bar in bars}) == 1
    assert bars[0].first == values[0]
    assert bars[-1].first <= values[-1] <= bars[-1].last


def test_a_quantile_is_the_least_value_that_reaches_the_share() -> None:
    distribution = Distribution({1: Fraction(1, 4), 5: Fraction(1, 4), 9: Fraction(1, 2)})
    assert [distribution.quantile(Fraction(n, 4)) for n in range(5)] == [1, 1, 5, 9, 9]
