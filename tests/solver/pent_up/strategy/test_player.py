"""The simple players choose among the moves that they should."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from solver.pent_up.position import Position
from solver.pent_up.record import TILE_COUNT
from solver.pent_up.strategy.player import greedy_move, random_placement
from tests.strategies import piles


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
