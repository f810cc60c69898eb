"""What a round brings a player who meets placements by chance: exact, or by simulated rounds."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum, sqrt

import numpy as np

from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.people import kernel
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.runtime.kernel import Array1

_WORD = 64  # bits
# Packings of one size, of nearly all rolls and the most, and placements met on average: beyond that
# rounds are simulated, as nobody would wait for their sum, some seconds and 200 MB.
_CAPACITIES, _MOST_RATE = (1 << 11, 1 << 17), 40.0
_ROUNDS = 20_000  # simulated
_RARE, _FEW = 0.001, 10  # a chance, and a number of rounds, that are told in words of their own


@dataclass(frozen=True, eq=False)
class RoundOutcome:
    """The chances of each number of points and of shapes; *rounds* were simulated, 0 if exact."""

    by_points: Array1[np.float64]
    by_size: Array1[np.float64]  # (6,)
    rounds: int = 0

    @cached_property
    def mean(self) -> float:
        """The expected points."""
        return float(self.by_points @ np.arange(len(self.by_points)))

    @cached_property
    def sd(self) -> float:
        """The standard deviation of the points, as the same roll comes again and again."""
        squares = float(self.by_points @ np.arange(len(self.by_points)) ** 2)
        return sqrt(max(0.0, squares - self.mean**2))

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 if it is exact."""
        return self.sd / sqrt(self.rounds) if self.rounds else 0.0

    @property
    def shapes(self) -> float:
        """The expected number of shapes."""
        return float(self.by_size @ np.arange(len(self.by_size)))

    def chance_of(self, points: int) -> float:
        """Return the chance of this number of *points*."""
        return float(self.by_points[points])

    def how_often(self, points: int) -> str:
        """Return in words how often a round brings this number of *points*."""
        chance = self.chance_of(points)
        if self.rounds and chance * self.rounds < _FEW:
            return f"in fewer than {_FEW} of {self.rounds:,} simulated rounds"
        if not chance:
            return "in no round"
        if chance < _RARE:
            return f"in one of {1 / chance:,.0f} rounds"
        return f"in {100 * chance:.1f} % of rounds"

    def times(self, factor: int) -> "RoundOutcome":
        """Return the outcome where each point counts *factor* times."""
        by_points = np.zeros(factor * (len(self.by_points) - 1) + 1)
        by_points[::factor] = self.by_points
        return replace(self, by_points=by_points)

    @property
    def nothing(self) -> float:
        """The chance to find nothing."""
        return float(self.by_size[0])

    def to_json(self) -> dict[str, float]:
        """Return the figures; *rounds* were simulated, 0 if they are exact."""
        return {
            "mean": self.mean,
            "sd": self.sd,
            "shapes": self.shapes,
            "nothing": self.nothing,
            "error": self.error,
            "rounds": self.rounds,
        }


def round_outcome(engine: BitsetEngine | None, skill: Skill, *, seed: int = 0) -> RoundOutcome:
    """Return what the roll of *engine* brings a player of this *skill*.

    None stands for a roll without placements. Where there are too many packings, rounds are
    simulated: from one *seed* with the same luck for each skill, and another luck for each roll, so
    that the errors of a card's rolls are independent.
    """
    if engine is None:
        return RoundOutcome(np.ones(1), np.eye(1 + MAX_PLACEMENTS)[0])
    placements, rate_of = engine.placements.fixed, skill.rates
    rates = np.array([rate_of[placement.shape] for placement in placements])
    values = np.array(engine.values, np.int64)
    by_points = np.zeros(1 + int(np.sort(values)[-MAX_PLACEMENTS:].sum()))
    by_size = np.zeros(1 + MAX_PLACEMENTS)
    if not rates.any():
        by_points[0] = by_size[0] = 1.0
        return RoundOutcome(by_points, by_size)
    words = -(-len(placements) // _WORD)
    fits = np.frombuffer(
        b"".join(bits.to_bytes(8 * words, "little") for bits in engine.compatible), "<u8"
    ).reshape(len(placements), words)
    for capacity in _CAPACITIES if fsum(rates) <= _MOST_RATE else ():
        if kernel.play_rounds(fits, rates, values, capacity, by_points, by_size):
            return RoundOutcome(by_points, by_size)
    letters = int.from_bytes(str(engine.problem.roll).encode())
    word = np.uint64((seed + letters) % 2**64)
    kernel.simulate_rounds(fits, rates, values, _ROUNDS, word, by_points, by_size)
    return RoundOutcome(by_points, by_size, _ROUNDS)
