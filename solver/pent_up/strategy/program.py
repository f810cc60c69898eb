"""The simple players to beat, who look no move ahead.

The random player makes any legal move, all equally likely. The greedy player makes a legal move on
the highest level that any move reaches, all such moves equally likely; where the lowest level
decides, on the lowest.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

from solver.geometry.bitset import bits
from solver.pent_up.position import PilePlacement, PlacementSet, Position

if TYPE_CHECKING:  # the names of the programs are asked for oftener than their moves
    from random import Random


class Program(Protocol):
    """How a program chooses moves; *lowest* is the variant in which the lowest levels decide."""

    def __call__(self, position: Position, rng: "Random", *, lowest: bool) -> PilePlacement:
        """Return a legal move; there must be one."""


def random_move(position: Position, rng: "Random", *, lowest: bool) -> PilePlacement:  # noqa: ARG001 - a program
    """Return any legal move."""
    return random_placement(position.placement_sets(), rng)


def greedy_move(position: Position, rng: "Random", *, lowest: bool) -> PilePlacement:
    """Return a legal move on the highest level that any move reaches, or on the lowest."""
    sets = list(position.placement_sets())
    best = (min if lowest else max)(placements.level for placements in sets)
    return random_placement((placements for placements in sets if placements.level == best), rng)


PROGRAMS: Mapping[str, Program] = {"random": random_move, "greedy": greedy_move}
PROGRAM_NAMES = tuple(PROGRAMS)


def random_placement(placement_sets: Iterable[PlacementSet], rng: "Random") -> PilePlacement:
    """Return one of the placements of all these sets, all equally likely; there must be one."""
    placement_sets = list(placement_sets)
    ends = list(accumulate(placements.corners.bit_count() for placements in placement_sets))
    number = rng.randrange(ends[-1])
    index = bisect_right(ends, number)
    orientation, level, corners = placement_sets[index]
    return PilePlacement(orientation, level, [*bits(corners)][number - ends[index]])
