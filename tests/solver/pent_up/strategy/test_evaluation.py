"""The lead agrees with the referee about who is ahead."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from solver.pent_up.position import Position
from solver.pent_up.rules import game_result
from solver.pent_up.strategy.evaluation import level_weights, sign, white_lead
from tests.solver.pent_up.strategy.support import SIGNS, VARIANTS
from tests.strategies import piles


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
