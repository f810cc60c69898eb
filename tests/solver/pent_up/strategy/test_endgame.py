"""The lead agrees with the referee; endgames have the value of brute force, or are given up."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.pent_up.position import Position
from solver.pent_up.record import colour_to_move
from solver.pent_up.rules import game_result
from solver.pent_up.strategy.endgame import level_weights, sign, solve, white_lead
from tests.solver.pent_up.strategy.support import SIGNS, VARIANTS, late_position, never_stop
from tests.strategies import piles
from tests.support import cases


def _value(position: Position, *, lowest: bool) -> int:
    """Return the value of a game to the side to move, by trying all moves to the end."""
    side = SIGNS[colour_to_move(len(position.placed))]
    if not position.tiles_left:
        return side * SIGNS[game_result(position.moves(), lowest=lowest).winner]
    moves = position.placements()
    if len(position.tiles_left) == 1 and side < 0:  # the last tile, whose place decides nothing
        moves = iter([next(moves)])
    return max(-_value(position.play(move), lowest=lowest) for move in moves)


@VARIANTS
@cases(
    "left seeds",
    (1, range(3)),
    (2, range(10)),
    (3, [4]),
    pytest.param(3, [5, 7, 12, 13, 14], marks=pytest.mark.slow),
)
def test_a_small_endgame_has_the_value_of_brute_force(
    left: int, seeds: Iterable[int], *, lowest: bool
) -> None:
    values = set()
    for position in (late_position(left, seed) for seed in seeds):
        best = solve(position, never_stop, lowest=lowest)
        assert best is not None
        assert best.value == _value(position, lowest=lowest)
        assert best.value == -_value(position.play(best.placement), lowest=lowest)
        values.add(best.value)
    assert left != 2 or {-1, 1} <= values


def test_an_endgame_is_given_up_when_the_search_must_stop() -> None:
    position = late_position(4, 1)
    assert solve(position, lambda steps: steps >= 0.1, lowest=False) is None


@given(position=piles(), lowest=st.booleans())
def test_the_sign_of_the_lead_is_the_result_of_the_referee(
    position: Position, *, lowest: bool
) -> None:
    winner = game_result(position.moves(), lowest=lowest).winner
    assert sign(white_lead(position.placed, lowest=lowest)) == SIGNS[winner]


@VARIANTS
def test_no_number_of_tiles_outweighs_one_on_a_level_that_decides_before(*, lowest: bool) -> None:
    weights = level_weights(lowest=lowest)[1:]
    for lower, upper in pairwise(weights):
        assert max(lower, upper) > 12 * 2 * min(lower, upper)
