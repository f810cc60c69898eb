"""How Pent-Up is played: the lead, the players to beat, end games, the tree, the advice."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.pent_up.bitboard import DEFAULT_SIDE
from solver.pent_up.play import budget
from solver.pent_up.play.mcts import playout, search_tree
from solver.pent_up.play.budget import SearchBudget
from solver.pent_up.play.endgame import solve
from solver.pent_up.play.evaluation import level_weights, sign, white_lead
from solver.pent_up.play.player import greedy_move, random_move, random_placement
from solver.pent_up.play.suggestion import suggest_move, suggested_move
from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import TILE_COUNT, Colour, colour_to_move
from solver.pent_up.rules import game_result
from tests.strategies import piles

VARIANTS = pytest.mark.parametrize("lowest", [False, True])
SIGNS = {Colour.WHITE: 1, None: 0, Colour.BLACK: -1}


class _Lot(Random):
    """A lot that falls on a number."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def randrange(self, *_: int, **__: int) -> int:  # type: ignore[override]
        return self.number


def _endless(_steps: float) -> bool:
    return False


def _late(left: int, seed: int) -> Position:
    """Return a position with so many tiles *left*, to which good and bad moves led."""
    rng, position = Random(seed), Position.from_moves()
    while len(position.placed) < TILE_COUNT - left:
        mover = greedy_move if rng.random() < 0.8 else random_move
        position = position.play(mover(position, rng, lowest=False))
    return position


def _value(position: Position, *, lowest: bool) -> int:
    """Return the value of a game to the side that moves: all moves, and the referee's result."""
    side = SIGNS[colour_to_move(len(position.placed))]
    if not position.tiles_left:
        return side * SIGNS[game_result(position.moves(), lowest=lowest).winner]
    moves = position.placements()
    if len(position.tiles_left) == 1 and side < 0:  # on one level, where the place decides nothing
        moves = iter([next(moves)])
    return max(-_value(position.play(move), lowest=lowest) for move in moves)


@given(position=piles(), lowest=st.booleans())
def test_the_sign_of_the_lead_is_the_result_of_the_referee(
    position: Position, *, lowest: bool
) -> None:
    winner = game_result(position.moves(), lowest=lowest).winner
    assert sign(white_lead(position.placed, lowest=lowest)) == SIGNS[winner]


@VARIANTS
def test_no_number_of_tiles_outweighs_one_on_a_level_that_decides(*, lowest: bool) -> None:
    worth = level_weights(lowest=lowest)[1:]
    for one, other in pairwise(worth):
        assert max(one, other) > 12 * 2 * min(one, other)


@given(position=piles(most=TILE_COUNT - 1), lowest=st.booleans())
def test_the_greedy_player_goes_to_the_level_that_is_worth_most(
    position: Position, *, lowest: bool
) -> None:
    levels = {fit.level for fit in position.placement_sets()}
    found = greedy_move(position, Random(1), lowest=lowest)
    assert found.level == (min(levels) if lowest else max(levels))
    assert found in set(position.placements())


@given(piles(most=TILE_COUNT - 1))
def test_a_lot_may_fall_on_each_legal_move(position: Position) -> None:
    moves = list(position.placements())
    some = range(len(moves))[::11]
    assert [random_placement(position.placement_sets(), _Lot(number)) for number in some] == moves[::11]


@VARIANTS
@pytest.mark.parametrize(
    ("left", "seeds"),
    [
        (1, range(3)),
        (2, range(10)),
        (3, [4]),
        pytest.param(3, [5, 7, 12, 13, 14], marks=pytest.mark.slow),
    ],
)
def test_a_small_end_game_has_the_value_of_brute_force(
    left: int, seeds: Iterable[int], *, lowest: bool
) -> None:
    seen = set()
    for position in (_late(left, seed) for seed in seeds):
        solution = solve(position, _endless, lowest=lowest)
        assert solution is not None
        assert solution.value == _value(position, lowest=lowest)
        assert solution.value == -_value(position.play(solution.placement), lowest=lowest)
        seen.add(solution.value)
    assert left != 2 or {-1, 1} <= seen


def test_an_end_game_is_given_up_at_the_limit() -> None:
    position = _late(4, 1)
    assert solve(position, lambda steps: steps >= 0.1, lowest=False) is None


def test_steps_and_seconds_end_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    few = SearchBudget(1, steps=4).start()
    assert (few(3.9), few(4)) == (False, True)
    times: Iterator[float] = iter([100, 101.4, 101.6])
    monkeypatch.setattr(budget, "monotonic", lambda: next(times))
    limit = SearchBudget(1.5).start()
    assert (limit(10**9), limit(0)) == (False, True)


def test_an_effort_is_the_sum_of_its_halves() -> None:
    assert SearchBudget(3).halves() == (SearchBudget(1.5), SearchBudget(1.5))
    for steps in (1, 2, 9):
        assert sum(half.steps or 0 for half in SearchBudget(1, steps).halves()) == steps


@pytest.mark.parametrize("steps", [1, 2, 15, 40])
def test_an_end_game_takes_no_more_steps_than_it_may(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = 0
    after = Position.play

    def counted(position: Position, placement: PilePlacement) -> Position:
        nonlocal laid
        laid += 1
        return after(position, placement)

    position = _late(4, 8)
    monkeypatch.setattr(Position, "play", counted)
    assert solve(position, SearchBudget(1, steps).halves()[0].start(), lowest=False) is None
    assert laid <= 20 * (steps // 2) + 4  # the one not looked at, and those on the way to it
    advice = suggest_move(position, Random(5), SearchBudget(1, steps), lowest=False)
    assert advice.playouts == steps - steps // 2


@given(position=piles(most=TILE_COUNT - 1), lowest=st.booleans())
def test_a_tree_counts_every_visit(position: Position, *, lowest: bool) -> None:
    root = search_tree(position, Random(2), lambda steps: steps >= 12, lowest=lowest)
    assert root.visits == 12 == sum(child.visits for child in root.children.values())
    assert set(root.children) <= set(position.placements())
    for placement, child in root.children.items():
        assert child.position.placed[-1].shape == placement.shape
        assert child.wins + child.draws <= child.visits
    favourite = root.children[root.most_visited()]
    assert favourite.visits == max(child.visits for child in root.children.values())


@VARIANTS
def test_a_tree_looks_at_the_levels_that_are_worth_most_first(*, lowest: bool) -> None:
    position = _late(9, 4)
    worth = level_weights(lowest=lowest)
    root = search_tree(position, Random(3), lambda steps: steps >= 30, lowest=lowest)
    seen = [worth[move.level] for move in root.children]
    assert seen == sorted(seen, reverse=True)
    assert root.untried
    assert max(worth[move.level] for move in root.untried) <= seen[-1]


def test_of_the_first_tile_a_tree_looks_at_one_orientation() -> None:
    root = search_tree(Position.from_moves(), Random(3), lambda steps: steps >= 100, lowest=False)
    shapes = [move.shape for move in root.children]
    assert len(shapes) == len(set(shapes)) == 12


def test_a_playout_ends_as_lots_fall() -> None:
    results = [playout(Position.from_moves(), Random(seed), lowest=False) for seed in range(20)]
    assert {1, -1} <= set(results) <= {1, 0, -1}


@VARIANTS
def test_a_search_by_steps_comes_to_the_same_every_time(*, lowest: bool) -> None:
    for position in (_late(14, 7), _late(4, 8)):
        first, second = (
            suggest_move(position, Random(5), SearchBudget(1, 15), lowest=lowest) for _ in "12"
        )
        assert first == second
        assert first.playouts in {0, 8, 15}


@given(position=piles(most=TILE_COUNT - 1), lowest=st.booleans())
def test_advice_is_legal_and_its_odds_sum_to_one(position: Position, *, lowest: bool) -> None:
    advice = suggest_move(position, Random(1), SearchBudget(1, 3), lowest=lowest)
    assert advice.placement in set(position.placements())
    assert sum(advice.odds) == pytest.approx(1)
    assert advice.is_proved == (advice.playouts == 0) == (advice.visits == 0)


@VARIANTS
def test_what_is_solved_is_told_as_proved(*, lowest: bool) -> None:
    for seed in range(4):
        position = _late(2, seed)
        solution = solve(position, _endless, lowest=lowest)
        assert solution is not None
        advice = suggest_move(position, Random(1), SearchBudget(1, 10**6), lowest=lowest)
        assert advice.is_proved
        assert advice.placement == solution.placement
        assert advice.odds == (solution.value > 0, solution.value == 0, solution.value < 0)


def test_a_window_that_grows_does_no_harm() -> None:
    position = Position.from_moves()
    while position.window.side == DEFAULT_SIDE:  # always farther from where it began
        before = position
        move = max(position.placements(), key=lambda one: (one.level == 1, one.corner))
        position = position.play(move)
    for one in (before, position):
        found = suggested_move(one, Random(1), budget=SearchBudget(1, 20), lowest=False)
        assert found in set(one.placements())
