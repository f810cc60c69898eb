"""Suggested moves, the tree search that finds them, and the simple players."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import PentaError
from solver.pent_up.bitboard import DEFAULT_SIDE
from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import TILE_COUNT, Record
from solver.pent_up.strategy import budget
from solver.pent_up.strategy.answer import match, suggest
from solver.pent_up.strategy.budget import SearchBudget
from solver.pent_up.strategy.endgame import level_weights, solve
from solver.pent_up.strategy.mcts import playout, search_tree
from solver.pent_up.strategy.program import greedy_move, random_placement
from solver.pent_up.strategy.suggestion import suggest_move
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
    monkeypatch.setattr(budget, "monotonic", lambda: next(times))
    must_stop = SearchBudget(1.5).start()
    assert (must_stop(10**9), must_stop(0)) == (False, True)


def test_a_budget_is_the_sum_of_its_halves() -> None:
    assert SearchBudget(3).halves() == (SearchBudget(1.5), SearchBudget(1.5))
    for steps in (1, 2, 9):
        assert sum(half.steps or 0 for half in SearchBudget(1, steps).halves()) == steps


@given(position=piles(most=TILE_COUNT - 1), lowest=st.booleans())
def test_a_tree_counts_every_visit(position: Position, *, lowest: bool) -> None:
    root = search_tree(position, Random(2), lambda steps: steps >= 12, lowest=lowest)
    assert root.visits == 12 == sum(child.visits for child in root.children.values())
    assert set(root.children) <= set(position.placements())
    for placement, child in root.children.items():
        assert child.position.placed[-1].shape == placement.shape
        assert child.wins + child.draws <= child.visits


@VARIANTS
def test_a_tree_tries_the_levels_with_the_greatest_weights_first(*, lowest: bool) -> None:
    position = late_position(9, 4)
    weights = level_weights(lowest=lowest)
    root = search_tree(position, Random(3), lambda steps: steps >= 30, lowest=lowest)
    tried = [weights[move.level] for move in root.children]
    assert tried == sorted(tried, reverse=True)
    assert root.untried
    assert max(weights[move.level] for move in root.untried) <= tried[-1]


def test_a_tree_tries_one_orientation_of_each_first_tile() -> None:
    root = search_tree(Position.from_moves(), Random(3), lambda steps: steps >= 100, lowest=False)
    shapes = [move.shape for move in root.children]
    assert len(shapes) == len(set(shapes)) == 12


def test_playouts_end_with_either_winner() -> None:
    results = [playout(Position.from_moves(), Random(seed), lowest=False) for seed in range(20)]
    assert {1, -1} <= set(results) <= {1, 0, -1}


class _FixedRandom(Random):
    """A source of random numbers that always returns the same one."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def randrange(self, *_: int, **__: int) -> int:  # type: ignore[override]
        return self.number


@given(position=piles(most=TILE_COUNT - 1), lowest=st.booleans())
def test_the_greedy_player_goes_to_the_level_with_the_greatest_weight(
    position: Position, *, lowest: bool
) -> None:
    levels = {placements.level for placements in position.placement_sets()}
    move = greedy_move(position, Random(1), lowest=lowest)
    assert move.level == (min(levels) if lowest else max(levels))
    assert move in set(position.placements())


@given(piles(most=TILE_COUNT - 1))
def test_every_legal_move_may_be_drawn(position: Position) -> None:
    moves = list(position.placements())
    drawn = [
        random_placement(position.placement_sets(), _FixedRandom(number))
        for number in range(len(moves))[::11]
    ]
    assert drawn == moves[::11]


def test_a_move_is_thought_about_for_seconds_or_for_steps() -> None:
    with pytest.raises(PentaError, match="steps: expected none beside seconds, found 1"):
        suggest(Record(()), seconds=1, steps=1)
    with pytest.raises(PentaError, match="against: expected at least one program"):
        match(against=())
