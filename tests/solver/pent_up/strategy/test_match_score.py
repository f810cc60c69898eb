"""Match scores and their confidence intervals."""

import pytest

from solver.pent_up.strategy.match_score import MatchScore, wilson_interval


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_as_published(count: int, of: int, low: float, high: float) -> None:
    rate = wilson_interval(count / of, of)
    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)
    mirrored = wilson_interval(1 - count / of, of)
    assert 1 - mirrored.high == pytest.approx(rate.low)
    assert 1 - mirrored.low == pytest.approx(rate.high)


def test_a_draw_is_half_a_point() -> None:
    score = MatchScore(won=3, drawn=2, lost=5)
    assert (sum(score), score.points) == (10, 4)
    assert [round(rate.share, 9) for rate in score.rates.values()] == [0.3, 0.2, 0.5, 0.4]
    assert all(rate.low < rate.share < rate.high for rate in score.rates.values())
