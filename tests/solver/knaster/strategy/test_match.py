"""Matches of the programs that play by the bundled tables."""

from random import Random
from statistics import fmean

import pytest

from solver.knaster.line_values import default_line_values
from solver.knaster.rules import judge
from solver.knaster.strategy.match import play_game

VALUES = default_line_values()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [("strong", "table", 8), ("table", "greedy", 15), ("greedy", "random", 15)],
)
def test_each_level_is_better_than_the_one_below(better: str, worse: str, least: int) -> None:
    margins = []
    for seed in range(60):
        verdict = judge(play_game([better, worse], VALUES, Random(seed)))
        assert (verdict.illegal, verdict.over) == (None, True)
        first, second = (sheet.score(VALUES) for sheet in verdict.sheets)
        margins.append(first - second)
    assert fmean(margins) > least
