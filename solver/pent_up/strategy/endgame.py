"""Who is ahead, as one number, and the end of a game, solved by alpha-beta (Knuth & Moore, 1975).

The weight of a level is a power of 25, so that a tile on it outweighs all tiles on the levels that
decide after it. The lead is the weight of White's tiles minus that of Black's. As a player has
twelve tiles, the difference on each level is a digit from -12 to 12 of the lead written in balanced
base 25: the sign of the lead is that of the first level, in the order of the rules, which is not
tied.

A game has the value 1 if the side to move wins it when both sides play best, 0 for a draw, and -1
if it loses. Moves on the levels with the greatest weights are tried first. The last tile need not
be laid: the rules send it to the highest level that it reaches, and the place on that level makes
no difference.
"""

from functools import cache
from itertools import count
from typing import NamedTuple

from solver.pent_up.position import PilePlacement, Position
from solver.pent_up.record import TILE_COUNT
from solver.pent_up.strategy.budget import StopCondition

_BASE = TILE_COUNT + 1
_POSITIONS_PER_STEP = 20
_WIN, _LOSS = 1, -1


@cache
def level_weights(*, lowest: bool) -> tuple[int, ...]:
    """Return the weight of a tile by level, from 0 up; *lowest*: the lowest levels decide."""
    powers = [_BASE**level for level in range(TILE_COUNT + 1)]
    return tuple(reversed(powers) if lowest else powers)


def white_lead(placed: tuple[PilePlacement, ...], *, lowest: bool) -> int:
    """Return White's lead after White and Black, in turn, have placed these tiles.

    >>> table, above = PilePlacement(0, 1, 0), PilePlacement(0, 2, 0)
    >>> white_lead((table, above), lowest=False), white_lead((table, table, table), lowest=False)
    (-600, 25)
    """
    weights = level_weights(lowest=lowest)
    tile_weights = [weights[placement.level] for placement in placed]
    return sum(tile_weights[::2]) - sum(tile_weights[1::2])


def sign(lead: int) -> int:
    """Return 1, 0 or -1: whether White, nobody or Black is ahead by such a lead."""
    return (lead > 0) - (lead < 0)


class BestMove(NamedTuple):
    """The first best *placement*, and the *value* of the game to the side to move."""

    placement: PilePlacement
    value: int


def solve(position: Position, must_stop: StopCondition, *, lowest: bool) -> BestMove | None:
    """Return the best move; None if *must_stop* came first. At least one tile must be left."""
    weights = level_weights(lowest=lowest)
    positions_so_far = count()

    # A lead here is that of the side to move, positive when it is ahead.
    def best_move(position: Position, lead: int, alpha: int, beta: int) -> BestMove:
        """Return the best move, its value exact between *alpha* and *beta*, else a bound."""
        placements = sorted(position.placements(), key=lambda move: -weights[move.level])
        best = BestMove(placements[0], _LOSS - 1)
        for placement in placements:
            new_lead = lead + weights[placement.level]
            value = -value_of(position.play(placement), -new_lead, -beta, -alpha)
            if value > best.value:
                best, alpha = BestMove(placement, value), max(alpha, value)
                if alpha >= beta:
                    break
        return best

    def value_of(position: Position, lead: int, alpha: int, beta: int) -> int:
        if must_stop(next(positions_so_far) / _POSITIONS_PER_STEP):
            raise _BudgetSpentError
        tiles_left = TILE_COUNT - len(position.placed)
        if tiles_left > 1:
            return best_move(position, lead, alpha, beta).value
        if tiles_left:
            lead += weights[next(position.placement_sets()).level]
        return sign(lead)

    lead = white_lead(position.placed, lowest=lowest)
    try:
        return best_move(position, -lead if len(position.placed) % 2 else lead, _LOSS, _WIN)
    except _BudgetSpentError:
        return None


class _BudgetSpentError(Exception):
    """The search must stop."""
