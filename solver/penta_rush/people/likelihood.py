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
        untimed: dict[int, list[PlayedRound]] = {}  # by the number of outlines
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
        self._untimed = [_Untimed(alike) for _, alike in sorted(untimed.items())]

    @property
    def says_something(self) -> bool:
        """Whether there was anything to find."""
        return bool(self._exposure.any() or any(alike.free.any() for alike in self._untimed))

    def log_likelihood(self, rates: Rates) -> float:
        """Return the logarithm of the likelihood of *rates*, but for a constant."""
        return float(self._log_likelihood(rates[None])[0])

    def slopes(self, rates: Rates, groups: Sequence[Shapes]) -> Rates:
        """Return its derivatives by the logarithm of the rates of each group, moved together."""
        moved = rates * (1 + _STEP * 1j * np.array(groups))
        slopes: Rates = self._log_likelihood(moved).imag / _STEP
        return slopes

    def expected(self, rates: Rates) -> Rates:
        """Return how many outlines of each shape people of these *rates* would have found.

        That is in the time for which what was found left its placements free.
        """
        expected: Rates = self.outlines - self.slopes(rates, [*np.eye(len(SHAPES), dtype=bool)])
        return expected

    def _log_likelihood(self, rates: Any) -> Any:
        """Return it for several *rates*, (n, 12)."""
        found = self._timed > 0
        timed = np.log(rates[:, found]) @ self._timed[found] - rates @ self._exposure
        return timed + sum(alike.log_likelihood(rates) for alike in self._untimed)


class _Untimed:
    """Rounds without times, of equally many outlines."""

    def __init__(self, rounds: Sequence[PlayedRound]) -> None:
        self.free = np.array([played.free for played in rounds], float)  # (rounds, 2**outlines, 12)
        self._shapes = np.array([played.shapes for played in rounds], np.int64)

    def log_likelihood(self, rates: Any) -> Any:
        """Return the logarithm of the chance of all outlines, at real or complex *rates*.

        *rates*, (n, 12), are several; each round stands in n rows.
        """
        exits = np.vstack([self.free @ each for each in rates])
        last = exits[:, -1]
        # The least rate at which any set is left is that of the last one; taken out, it leaves no
        # number too small for a float.
        surplus = exits - last[:, None]
        pace = np.maximum(surplus.real.max(axis=1), _STEP)
        steps = int(pace.max() + 8 * sqrt(pace.max()) + 25)  # beyond, a chance of 1e-13 and less
        stays = 1 - surplus / pace[:, None]
        found = np.vstack([each[self._shapes] for each in rates]) / pace[:, None]
        state, ends = np.zeros_like(stays), np.empty((steps, len(last)), stays.dtype)
        state[:, 0] = 1
        for step in range(steps):
            ends[step] = state[:, -1]
            after = state * stays
            for bit in range(found.shape[1]):
                by_bit = (len(state), -1, 2, 1 << bit)  # sets without it, and with it
                after.reshape(by_bit)[:, :, 1] += (
                    state.reshape(by_bit)[:, :, 0] * found[:, bit, None, None]
                )
            state = after
        numbers = np.arange(steps)[:, None]
        factorials = np.array([lgamma(number + 1) for number in range(steps)])[:, None]
        chances = np.exp(numbers * np.log(pace) - pace - factorials) * ends
        return (np.log(chances.sum(axis=0)) - last).reshape(len(rates), -1).sum(axis=1)
