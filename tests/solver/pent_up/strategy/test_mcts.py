"""The tree search: its counts, its order of moves, its playouts."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from solver.pent_up.position import Position
from solver.pent_up.record import TILE_COUNT
from solver.pent_up.strategy.endgame import level_weights
from solver.pent_up.strategy.mcts import playout, search_tree
from tests.solver.pent_up.strategy.support import VARIANTS, late_position
from tests.strategies import piles


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
