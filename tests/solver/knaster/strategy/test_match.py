"""Matches of the programs that play by the bundled tables."""

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from solver.knaster.dice import ROLLS
from solver.knaster.line import CELLS
from solver.knaster.line_values import default_line_values
from solver.knaster.rules import judge
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.game_length import HASTE, rolls_left
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


def _with_free_cells(count: int) -> Sheet:
    sheet = Sheet()
    for cell in CELLS[count:]:
        sheet = sheet.with_number(cell, 7)
    return sheet


def test_the_fewer_cells_are_free_the_sooner_the_game_ends() -> None:
    left = [rolls_left([_with_free_cells(count)]) for count in range(1, 26)]
    assert None not in left
    assert left == sorted(left, key=lambda rolls: rolls or 0)
    assert left[-1] == 36 - HASTE


def test_while_no_sheet_is_full_the_next_roll_is_not_the_last() -> None:
    assert [rolls_left([_with_free_cells(count)]) for count in (1, 2, 3)] == [2, 2, 2]


@pytest.mark.parametrize("counts", [(8, 20, 25), (20, 8), (8,)])
def test_the_rival_who_is_ahead_ends_the_game(counts: tuple[int, ...]) -> None:
    assert rolls_left(list(map(_with_free_cells, counts))) == rolls_left([_with_free_cells(8)])


def test_who_plays_alone_ends_the_game_himself() -> None:
    assert rolls_left([]) is None
