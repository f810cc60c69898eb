"""What several tests of the play of Pent-Up need."""

from random import Random

import pytest

from solver.pent_up.position import Position
from solver.pent_up.record import TILE_COUNT, Colour
from solver.pent_up.strategy.program import greedy_move, random_move

VARIANTS = pytest.mark.parametrize("lowest", [False, True])
SIGNS = {Colour.WHITE: 1, None: 0, Colour.BLACK: -1}


def never_stop(_steps: float) -> bool:
    return False


def late_position(left: int, seed: int) -> Position:
    """Return a position with *left* tiles left, reached by good and bad moves."""
    rng, position = Random(seed), Position.from_moves()
    while len(position.placed) < TILE_COUNT - left:
        policy = greedy_move if rng.random() < 0.8 else random_move
        position = position.play(policy(position, rng, lowest=False))
    return position
