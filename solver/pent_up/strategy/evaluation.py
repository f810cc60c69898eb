"""Who is ahead, as one number that a search can update tile by tile.

The weight of a level is a power of 25, so that a tile on it outweighs all tiles on the levels that
decide after it. The lead is the weight of White's tiles minus that of Black's. As a player has
twelve tiles, the difference on each level is a digit from -12 to 12 of the lead written in balanced
base 25: the sign of the lead is that of the first level, in the order of the rules, which is not
tied.
"""

from functools import cache

from solver.pent_up.position import PilePlacement
from solver.pent_up.record import TILE_COUNT

_BASE = TILE_COUNT + 1


@cache
def level_weights(*, lowest: bool) -> tuple[int, ...]:
    """Return the weight of a tile on each level, from level 0, which has no tiles, up.

    *lowest* is the variant in which the lowest levels decide.
    """
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
