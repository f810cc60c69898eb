"""The players to beat, who look no move ahead, and the choice by lot.

random  makes any legal move, all equally likely
greedy  makes a legal move on the highest level that any of them reaches, all such equally likely;
        where the lowest level decides, on the lowest
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from random import Random
from typing import Protocol

from solver.geometry.bitset import bits
from solver.pent_up.play.evaluation import worths
from solver.pent_up.position import Fit, Placement, Position


class Player(Protocol):
    """Who makes moves; *lowest* is the variant in which the lowest levels decide."""

    def __call__(self, position: Position, rng: Random, *, lowest: bool) -> Placement:
        """Return a legal move; there must be one."""


def random_move(position: Position, rng: Random, *, lowest: bool) -> Placement:  # noqa: ARG001 - a player
    """Return any legal move."""
    return drawn(position.fits(), rng)


def greedy_move(position: Position, rng: Random, *, lowest: bool) -> Placement:
    """Return a legal move on the level that is worth most."""
    fits, worth = list(position.fits()), worths(lowest=lowest)
    best = max(worth[fit.level] for fit in fits)
    return drawn((fit for fit in fits if worth[fit.level] == best), rng)


PLAYERS: Mapping[str, Player] = {"random": random_move, "greedy": greedy_move}


def drawn(fits: Iterable[Fit], rng: Random) -> Placement:
    """Return one of the placements of *fits*, all equally likely; there must be one."""
    fits = list(fits)
    counts = list(accumulate(fit.corners.bit_count() for fit in fits))
    number = rng.randrange(counts[-1])
    place = bisect_right(counts, number)
    orientation, level, corners = fits[place]
    return Placement(orientation, level, [*bits(corners)][number - counts[place]])
