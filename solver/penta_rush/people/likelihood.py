"""How likely rounds are for people of given rates: with the times of outlines, or without.

With times, what is met is a race of Poisson processes: each outline counts the logarithm of its
rate, and each free placement its rate times the time. Without, outlines may have come in any order:
a round's chance is an entry of the matrix exponential over the subsets of its outlines, found by
uniformization. Slopes are complex-step derivatives (Squire and Trapp 1998), exact but for rounding.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import lgamma, sqrt
from typing import Any

import numpy as np

from solver.geometry.polyomino import SHAPES
from solver.penta_rush.people.playtest import PlayedRound
from solver.runtime.kernel import Array1, Array2

Rates = Array1[np.float64]  # how often a placement of each shape is met in the time of the sand
Shapes = Array1[np.bool_]  # which of the twelve
_STEP = 1e-20  # of a complex-step derivative


class Evidence:
    """What *rounds* say of rates, per *sand* seconds."""

    def __init__(self, rounds: Iterable[PlayedRound], sand: int) -> None:
        self.outlines = np.zeros(len(SHAPES))  # that were found
        self._timed, self._exposure = np.zeros(len(SHAPES)), np.zeros(len(SHAPES))
        untimed: dict[int, list[PlayedRound]] = {}
        for played in rounds:
            for shape in played.shapes:
                self.outlines[shape] += 1
                self._timed[shape] += played.time is not None
            if played.time is None:
                untimed.setdefault(len(played.shapes), []).append(played)
                continue
            ends = (0.0, *played.moments, played.time.seconds)
            for (start, end), free in zip(pairwise(ends), played.free, strict=True):
                self._exposure += np.array(free) * ((end - start) / sand)
        self._untimed = [_Untimed.of(size, untimed[size]) for size in sorted(untimed)]

    @property
    def is_timed(self) -> bool:
        """Whether all rounds have times."""
        return not self._untimed

    @property
    def says_something(self) -> bool:
        """Whether there was anything to find."""
        return bool(self._exposure.any() or any(each.free.any() for each in self._untimed))

    def log_likelihood(self, rates: Rates) -> float:
        """Return the logarithm of the likelihood of *rates*, but for a constant."""
        return float(self._log_likelihood(rates).real)

    def slope(self, rates: Rates, shapes: Shapes) -> float:
        """Return the derivative of it by the logarithm of the rates of *shapes*, moved together."""
        return float(self._log_likelihood(rates * (1 + _STEP * 1j * shapes)).imag / _STEP)

    def expected(self, rates: Rates) -> Rates:
        """Return how many outlines of each shape people of these *rates* would have found.

        That is in the time for which what was found left its placements free.
        """
        slopes = (self.slope(rates, one) for one in np.eye(len(SHAPES), dtype=bool))
        expected: Rates = self.outlines - np.fromiter(slopes, float)
        return expected

    def _log_likelihood(self, rates: Any) -> Any:
        found = self._timed > 0
        timed = self._timed[found] @ np.log(rates[found]) - self._exposure @ rates
        return timed + sum(each.log_likelihood(rates) for each in self._untimed)


@dataclass(frozen=True, eq=False)
class _Untimed:
    """Rounds without times, each with as many outlines."""

    size: int
    shapes: Array2[np.int64]  # (rounds, size)
    free: Any  # (rounds, 2 ** size, 12), by the subset of the outlines that is there

    @classmethod
    def of(cls, size: int, rounds: list[PlayedRound]) -> "_Untimed":
        shapes = np.array([played.shapes for played in rounds], np.int64).reshape(len(rounds), size)
        return cls(size, shapes, np.array([played.free for played in rounds], float))

    def log_likelihood(self, rates: Any) -> Any:
        exits = self.free @ rates
        last = exits[:, -1]
        if not self.size:
            return -last.sum()
        # The least rate at which any state is left is that of the last one; taken out, it leaves
        # no number too small for a float.
        surplus = exits - last[:, None]
        pace = surplus.real.max(axis=1)
        steps = int(pace.max() + 8 * sqrt(pace.max()) + 25)  # beyond, a chance of 1e-13 and less
        found, stays = rates[self.shapes] / pace[:, None], 1 - surplus / pace[:, None]
        state = np.zeros_like(stays)
        state[:, 0] = 1
        chance = np.zeros_like(last)
        for step in range(steps):
            chance += np.exp(step * np.log(pace) - pace - lgamma(step + 1)) * state[:, -1]
            after = state * stays
            for bit in range(self.size):
                by_bit = (len(state), -1, 2, 1 << bit)  # subsets without it, and with it
                origins, targets = state.reshape(by_bit), after.reshape(by_bit)
                targets[:, :, 1] += origins[:, :, 0] * found[:, bit, None, None]
            state = after
        return np.log(chance).sum() - last.sum()
