"""The programs that play: by the rules, the same again, each better than the one below."""

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.knaster.dice import ROLLS
from solver.knaster.line import CELLS, default_line_values
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn, first_violation, judge, legal_moves
from solver.knaster.sheet import Sheet
from solver.knaster.strategy import program
from solver.knaster.strategy.program import (
    PROGRAMS,
    SOONER,
    Situation,
    play_game,
    random_turn,
    rated_turns,
    rolls_left,
)
from tests.solver.knaster import oracle
from tests.solver.knaster.oracle import random_sheet
from tests.solver.knaster.stub_advisor import stub_advisor
from tests.support import Patch, cases

VALUES = default_line_values()


@pytest.fixture
def _stub(monkeypatch: Patch) -> None:
    monkeypatch.setattr(program, "_advisor", stub_advisor)


@st.composite
def _situations(draw: st.DrawFn) -> Situation:
    """Draw what a player may meet in a game of random players."""
    rng = Random(draw(st.integers(0, 10**6)))
    game = play_game(["random"] * draw(st.integers(1, 3)), VALUES, rng)
    count = draw(st.integers(0, len(game.rolls) - 1))
    sheets = [Sheet() for _ in game.players]
    for turns in list(game.turns())[:count]:
        sheets = list(map(after_turn, sheets, turns))
    is_last = any(sheet.is_full for sheet in sheets)
    index = draw(st.integers(0, len(sheets) - 1))
    return Situation(tuple(sheets), index, game.rolls[count], VALUES, is_last=is_last)


@given(_situations())
def test_every_legal_turn_but_doing_nothing_is_listed_once(situation: Situation) -> None:
    listed = list(legal_moves(situation.sheet, situation.roll))
    known = set(map(_with_bonus_in_order, oracle.turns(situation.sheet, situation.roll)))
    assert len(listed) == len(known)
    assert set(map(_with_bonus_in_order, listed)) == known


def _with_bonus_in_order(turn: Turn) -> Turn:
    return Turn(turn.roll, turn.write, tuple(sorted(turn.bonus)), turn.circle)


@pytest.mark.usefixtures("_stub")
@given(_situations(), st.sampled_from(list(PROGRAMS)))
def test_every_program_plays_a_legal_turn_again(situation: Situation, level: str) -> None:
    turn = PROGRAMS[level](situation, Random(1))
    assert first_violation(situation.sheet, turn, is_last=situation.is_last) is None
    assert PROGRAMS[level](situation, Random(1)) == turn


class _FirstChoice(Random):
    def choice(self, seq: Any) -> Any:
        return seq[0]


class _LastChoice(Random):
    def choice(self, seq: Any) -> Any:
        return seq[len(seq) - 1]


@pytest.mark.usefixtures("_stub")
@given(_situations())
def test_the_simplest_programs_choose_among_all_that_they_may(situation: Situation) -> None:
    sheet, roll = situation.sheet, situation.roll
    possible = list(legal_moves(sheet, roll)) or [Turn(roll)]
    scores = [after_turn(sheet, turn).score(VALUES) for turn in possible]
    best = [turn for turn, score in zip(possible, scores, strict=True) if score == max(scores)]
    assert random_turn(situation, _FirstChoice()) == possible[0]
    assert random_turn(situation, _LastChoice()) == possible[-1]
    levels = ("greedy", "table", "strong") if situation.is_last else ("greedy",)
    for level in levels:
        assert PROGRAMS[level](situation, _FirstChoice()) == best[0]
        assert PROGRAMS[level](situation, _LastChoice()) == best[-1]


@pytest.mark.usefixtures("_stub")
@cases("levels", ["random"], ["greedy", "random", "random"], ["strong", "table"])
def test_programs_play_whole_games_by_the_rules(levels: list[str]) -> None:
    for seed in range(3):
        game = play_game(levels, VALUES, Random(seed))
        verdict = judge(game)
        assert verdict.violation is None
        assert verdict.over
        assert set(game.rolls) <= set(ROLLS)
        assert game == play_game(levels, VALUES, Random(seed))


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
        assert {move.turn for move in rated} == set(legal_moves(own, roll))


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
    assert left[-1] == 36 - SOONER


def test_while_no_sheet_is_full_the_next_roll_is_not_the_last() -> None:
    assert [rolls_left([_with_free_cells(count)]) for count in (1, 2, 3)] == [2, 2, 2]


@pytest.mark.parametrize("counts", [(8, 20, 25), (20, 8), (8,)])
def test_the_rival_who_is_ahead_ends_the_game(counts: tuple[int, ...]) -> None:
    assert rolls_left(list(map(_with_free_cells, counts))) == rolls_left([_with_free_cells(8)])


def test_who_plays_alone_ends_the_game_himself() -> None:
    assert rolls_left([]) is None
