"""Who is ahead, as one number: what a search adds up, tile by tile, instead of asking the referee.

worth  of a level: a power of 25, the higher the more its tiles decide
lead   what White's tiles are worth, less Black's

A player has twelve tiles, so that what White has more on a level is a digit from -12 to 12, and the
lead is the number with these digits in balanced base 25. Its sign is that of the first digit that
is not 0: the first level that decides.
"""

from functools import cache

from solver.pent_up.position import PilePlacement
from solver.pent_up.record import TILE_COUNT

_BASE = TILE_COUNT + 1


@cache
def level_weights(*, lowest: bool) -> tuple[int, ...]:
    """Return what a tile on each level is worth, from level 0, which has none, up.

    *lowest* is the variant in which the lowest levels decide.
    """
    powers = [_BASE**level for level in range(TILE_COUNT + 1)]
    return tuple(reversed(powers) if lowest else powers)


def white_lead(laid: tuple[PilePlacement, ...], *, lowest: bool) -> int:
    """Return the lead of White when White and Black in turn have *laid* these.

    >>> on_table, above = PilePlacement(0, 1, 0), PilePlacement(0, 2, 0)
    >>> white_lead((on_table, above), lowest=False), white_lead((on_table, on_table, on_table), lowest=False)
    (-600, 25)
    """
    of = level_weights(lowest=lowest)
    levels = [of[placement.level] for placement in laid]
    return sum(levels[::2]) - sum(levels[1::2])


def sign(number: int) -> int:
    """Return 1, 0 or -1: who is ahead by such a lead, White, nobody or Black."""
    return (number > 0) - (number < 0)
