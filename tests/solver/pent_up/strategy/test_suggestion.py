"""Suggested moves: legal, repeatable, and proved where the endgame is solved."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.pent_up.bitboard import DEFAULT_SIDE
from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import TILE_COUNT
from solver.pent_up.strategy import suggestion as suggestion_module
from solver.pent_up.strategy.endgame import solve
from solver.pent_up.strategy.mcts import search_tree
from solver.pent_up.strategy.suggestion import SearchBudget, suggest_move
from tests.solver.pent_up.strategy.support import VARIANTS, late_position, never_stop
from tests.strategies import piles
from tests.support import Patch


@pytest.mark.parametrize("steps", [1, 2, 15, 40])
def test_an_endgame_takes_no_more_steps_than_its_budget(steps: int, monkeypatch: Patch) -> None:
    played = 0
    play = Position.play

    def play_and_count(position: Position, placement: PilePlacement) -> Position:
        nonlocal played
        played += 1
        return play(position, placement)

    position = late_position(4, 4)  # whose window need not grow
    monkeypatch.setattr(Position, "play", play_and_count)
    assert solve(position, SearchBudget(1, steps).halves()[0].start(), lowest=False) is None
    assert played <= 20 * (steps // 2) + 4  # the last one, not evaluated, and those leading to it
    suggestion = suggest_move(position, Random(5), SearchBudget(1, steps), lowest=False)
    assert suggestion.playouts == steps - steps // 2


@VARIANTS
def test_a_search_by_steps_has_the_same_result_every_time(*, lowest: bool) -> None:
    for position in (late_position(14, 7), late_position(4, 8)):
        first, second = (
            suggest_move(position, Random(5), SearchBudget(1, 15), lowest=lowest) for _ in "12"
        )
        assert first == second
        assert first.playouts in {0, 8, 15}


@given(position=piles(most=TILE_COUNT - 1), lowest=st.booleans())
def test_a_suggestion_is_legal_and_its_odds_sum_to_one(position: Position, *, lowest: bool) -> None:
    suggestion = suggest_move(position, Random(1), SearchBudget(1, 3), lowest=lowest)
    assert suggestion.placement in set(position.placements())
    assert sum(suggestion.odds) == pytest.approx(1)
    assert suggestion.is_proved == (suggestion.playouts == 0) == (suggestion.visits == 0)


def test_the_move_with_the_most_visits_is_suggested() -> None:
    position = late_position(9, 4)
    root = search_tree(position, Random(1), SearchBudget(1, 30).start(), lowest=False)
    suggestion = suggest_move(position, Random(1), SearchBudget(1, 30), lowest=False)
    assert suggestion.visits == root.children[suggestion.placement].visits
    assert suggestion.visits == max(child.visits for child in root.children.values())


@VARIANTS
def test_a_solved_endgame_is_proved(*, lowest: bool) -> None:
    for seed in range(4):
        position = late_position(2, seed)
        best = solve(position, never_stop, lowest=lowest)
        assert best is not None
        suggestion = suggest_move(position, Random(1), SearchBudget(1, 10**6), lowest=lowest)
        assert suggestion.is_proved
        assert suggestion.placement == best.placement
        assert suggestion.odds == (best.value > 0, best.value == 0, best.value < 0)


def test_a_move_is_suggested_before_and_after_the_window_grows() -> None:
    position = Position.from_moves()
    while position.window.side == DEFAULT_SIDE:  # always farther from the first tile
        before = position
        move = max(position.placements(), key=lambda move: (move.level == 1, move.corner))
        position = position.play(move)
    for grown in (before, position):
        suggestion = suggest_move(grown, Random(1), SearchBudget(1, 20), lowest=False)
        assert suggestion.placement in set(grown.placements())


def test_steps_and_seconds_end_a_search(monkeypatch: Patch) -> None:
    must_stop = SearchBudget(1, steps=4).start()
    assert (must_stop(3.9), must_stop(4)) == (False, True)
    times = iter([100, 101.4, 101.6])
    monkeypatch.setattr(suggestion_module, "monotonic", lambda: next(times))
    must_stop = SearchBudget(1.5).start()
    assert (must_stop(10**9), must_stop(0)) == (False, True)


def test_a_budget_is_the_sum_of_its_halves() -> None:
    assert SearchBudget(3).halves() == (SearchBudget(1.5), SearchBudget(1.5))
    for steps in (1, 2, 9):
        assert sum(half.steps or 0 for half in SearchBudget(1, steps).halves()) == steps
