"""How likely rounds are for people of given rates: with the times of outlines, or without.

With times, what is met is a race of Poisson processes: each outline counts the logarithm of its
rate, and each free placement its rate times the time. Without, outlines may have come in any order:
a round's chance is an entry of the matrix exponential over the subsets of its outlines, found by
uniformization. Slopes are complex-step derivatives (Squire and Trapp 1998), exact but for rounding.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import lgamma, sqrt
from typing import Any

import numpy as np

from solver.geometry.polyomino import SHAPES
from solver.penta_rush.people.playtest import PlayedRound
from solver.runtime.kernel import Array1

Rates = Array1[np.float64]  # how often a placement of each shape is met in the time of the sand
Shapes = Array1[np.bool_]  # which of the twelve
_STEP = 1e-20  # of a complex-step derivative


class Evidence:
    """What *rounds* say of rates, per *sand* seconds."""

    def __init__(self, rounds: Iterable[PlayedRound], sand: int) -> None:
        self.outlines = np.zeros(len(SHAPES))  # that were found
        self._timed, self._exposure = np.zeros(len(SHAPES)), np.zeros(len(SHAPES))
        untimed = []
        for played in rounds:
            for shape in played.shapes:
                self.outlines[shape] += 1
                self._timed[shape] += played.time is not None
            if played.time is None:
                untimed.append(played)
                continue
            ends = (0.0, *played.moments, played.time.seconds)
            for (start, end), free in zip(pairwise(ends), played.free, strict=True):
                self._exposure += np.array(free) * ((end - start) / sand)
        self._untimed = _Untimed(untimed) if untimed else None

    @property
    def says_something(self) -> bool:
        """Whether there was anything to find."""
        return bool(self._exposure.any() or (self._untimed and not self._untimed.is_empty))

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
        return timed + (self._untimed.log_likelihood(rates) if self._untimed else 0)


class _Untimed:
    """Rounds without times. All are brought to the size of the largest, by sets that never are."""

    def __init__(self, rounds: Sequence[PlayedRound]) -> None:
        count, self.size = len(rounds), max(len(played.shapes) for played in rounds)
        self._free = np.zeros((count, 1 << self.size, len(SHAPES)))
        self._shapes = np.zeros((count, self.size), np.int64)
        self._is_there = np.zeros((count, self.size), bool)
        self._last = np.array([len(played.free) - 1 for played in rounds])
        self._rounds = np.arange(count)
        for number, played in enumerate(rounds):
            self._free[number, : len(played.free)] = played.free
            self._free[number, len(played.free) :] = played.free[-1]
            self._shapes[number, : len(played.shapes)] = played.shapes
            self._is_there[number, : len(played.shapes)] = True

    @property
    def is_empty(self) -> bool:
        """Whether there was nothing to find."""
        return not self._free.any()

    def log_likelihood(self, rates: Any) -> Any:
        """Return the logarithm of the chance of all outlines, at real or complex *rates*."""
        exits = self._free @ rates
        last = exits[self._rounds, self._last]
        # The least rate at which any set is left is that of the last one; taken out, it leaves no
        # number too small for a float.
        surplus = exits - last[:, None]
        pace = np.maximum(surplus.real.max(axis=1), _STEP)
        steps = int(pace.max() + 8 * sqrt(pace.max()) + 25)  # beyond, a chance of 1e-13 and less
        stays = 1 - surplus / pace[:, None]
        found = np.where(self._is_there, rates[self._shapes] / pace[:, None], 0)[..., None, None]
        state, ends = np.zeros_like(stays), np.empty((steps, len(last)), stays.dtype)
        state[:, 0] = 1
        for step in range(steps):
            ends[step] = state[self._rounds, self._last]
            after = state * stays
            for bit in range(self.size):
                by_bit = (len(state), -1, 2, 1 << bit)  # sets without it, and with it
                after.reshape(by_bit)[:, :, 1] += state.reshape(by_bit)[:, :, 0] * found[:, bit]
            state = after
        numbers = np.arange(steps)[:, None]
        factorials = np.array([lgamma(number + 1) for number in range(steps)])[:, None]
        chances = np.exp(numbers * np.log(pace) - pace - factorials) * ends
        return np.log(chances.sum(axis=0)).sum() - last.sum()
