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
from solver.pent_up.play.evaluation import level_weights
from solver.pent_up.position import PilePlacement, PlacementSet, Position


class MovePolicy(Protocol):
    """Who makes moves; *lowest* is the variant in which the lowest levels decide."""

    def __call__(self, position: Position, rng: Random, *, lowest: bool) -> PilePlacement:
        """Return a legal move; there must be one."""


def random_move(position: Position, rng: Random, *, lowest: bool) -> PilePlacement:  # noqa: ARG001 - a player
    """Return any legal move."""
    return random_placement(position.placement_sets(), rng)


def greedy_move(position: Position, rng: Random, *, lowest: bool) -> PilePlacement:
    """Return a legal move on the level that is worth most."""
    fits, worth = list(position.placement_sets()), level_weights(lowest=lowest)
    best = max(worth[fit.level] for fit in fits)
    return random_placement((fit for fit in fits if worth[fit.level] == best), rng)


OPPONENTS: Mapping[str, MovePolicy] = {"random": random_move, "greedy": greedy_move}


def random_placement(fits: Iterable[PlacementSet], rng: Random) -> PilePlacement:
    """Return one of the placements of *fits*, all equally likely; there must be one."""
    fits = list(fits)
    counts = list(accumulate(fit.corners.bit_count() for fit in fits))
    number = rng.randrange(counts[-1])
    place = bisect_right(counts, number)
    orientation, level, corners = fits[place]
    return PilePlacement(orientation, level, [*bits(corners)][number - counts[place]])
