"""Confidence intervals of shares."""

import pytest

from solver.statistics.proportion import wilson_interval
from tests.support import cases


@cases(
    "count of low high",
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
)
def test_intervals_are_as_published(count: int, of: int, low: float, high: float) -> None:
    rate = wilson_interval(count / of, of)
    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)
    mirrored = wilson_interval(1 - count / of, of)
    assert 1 - mirrored.high == pytest.approx(rate.low)
    assert 1 - mirrored.low == pytest.approx(rate.high)
