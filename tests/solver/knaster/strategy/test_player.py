from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.knaster.dice import ROLLS
from solver.knaster.line_values import default_line_values
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn, first_violation, judge
from solver.knaster.sheet import Sheet
from solver.knaster.strategy import player
from solver.knaster.strategy.match import play_game
from solver.knaster.strategy.player import PROGRAMS, Situation, moves, random_turn
from tests.solver.knaster import oracle
from tests.solver.knaster.stub_advisor import stub_advisor
from tests.support import Patch, cases

VALUES = default_line_values()


@pytest.fixture(autouse=True)
def _stub(monkeypatch: Patch) -> None:
    monkeypatch.setattr(player, "_advisor", stub_advisor)


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
    listed = list(moves(situation.sheet, situation.roll))
    known = set(map(_with_bonus_in_order, oracle.turns(situation.sheet, situation.roll)))
    assert len(listed) == len(known)
    assert set(map(_with_bonus_in_order, listed)) == known


def _with_bonus_in_order(turn: Turn) -> Turn:
    return Turn(turn.roll, turn.write, tuple(sorted(turn.bonus)), turn.circle)


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


@given(_situations())
def test_the_simplest_programs_choose_among_all_that_they_may(situation: Situation) -> None:
    sheet, roll = situation.sheet, situation.roll
    possible = list(moves(sheet, roll)) or [Turn(roll)]
    scores = [after_turn(sheet, turn).score(VALUES) for turn in possible]
    best = [turn for turn, score in zip(possible, scores, strict=True) if score == max(scores)]
    assert random_turn(situation, _FirstChoice()) == possible[0]
    assert random_turn(situation, _LastChoice()) == possible[-1]
    levels = ("greedy", "table", "strong") if situation.is_last else ("greedy",)
    for level in levels:
        assert PROGRAMS[level](situation, _FirstChoice()) == best[0]
        assert PROGRAMS[level](situation, _LastChoice()) == best[-1]


@cases("levels", ["random"], ["greedy", "random", "random"], ["strong", "table"])
def test_programs_play_whole_games_by_the_rules(levels: list[str]) -> None:
    for seed in range(3):
        game = play_game(levels, VALUES, Random(seed))
        verdict = judge(game)
        assert verdict.violation is None
        assert verdict.over
        assert set(game.rolls) <= set(ROLLS)
        assert game == play_game(levels, VALUES, Random(seed))
