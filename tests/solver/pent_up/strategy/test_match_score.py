"""Match scores and their confidence intervals."""

from solver.pent_up.strategy.match import MatchScore


def test_a_draw_is_half_a_point() -> None:
    score = MatchScore(won=3, drawn=2, lost=5)
    assert (sum(score), score.points) == (10, 4)
    assert [round(rate.share, 9) for rate in score.rates.values()] == [0.3, 0.2, 0.5, 0.4]
    assert all(rate.low < rate.share < rate.high for rate in score.rates.values())
