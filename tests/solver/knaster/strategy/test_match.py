"""Matches of the programs that play by the bundled tables."""

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from solver.knaster.dice import ROLLS
from solver.knaster.line_values import default_line_values
from solver.knaster.rules import judge
from solver.knaster.strategy.match import play_game
from solver.knaster.strategy.player import Situation, moves, rated_turns
from tests.solver.knaster.strategy.support import random_sheet
from tests.support import cases

VALUES = default_line_values()


def test_the_strong_program_keeps_the_rules_to_the_end_of_a_game() -> None:
    verdict = judge(play_game(["strong", "greedy"], VALUES, Random(0)))
    assert (verdict.violation, verdict.over) == (None, True)


@pytest.mark.parametrize("free", [1, 2, 3])
def test_all_turns_rated_are_legal_however_soon_a_rival_may_end_the_game(free: int) -> None:
    rng = Random(free)
    own = random_sheet(rng, free=12)
    sheets = (own, random_sheet(rng, free=free))
    for roll in ROLLS:
        rated = rated_turns(Situation(sheets, 0, roll, VALUES, is_last=False))
        assert {move.turn for move in rated} == set(moves(own, roll))


@pytest.mark.slow
@cases("better worse", ("strong", "table"), ("table", "greedy"), ("greedy", "random"))
def test_each_level_is_better_than_the_one_below(better: str, worse: str) -> None:
    margins = []
    for seed in range(300):
        verdict = judge(play_game([better, worse], VALUES, Random(seed)))
        assert (verdict.violation, verdict.over) == (None, True)
        first, second = (sheet.score(VALUES) for sheet in verdict.sheets)
        margins.append(first - second)
    assert fmean(margins) > 5 * stdev(margins) / sqrt(len(margins))
