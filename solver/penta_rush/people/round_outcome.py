"""What a round brings a player who meets placements by chance: exact, or by simulated rounds."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum, sqrt

import numpy as np

from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.people import kernel
from solver.penta_rush.people.skill import Skill
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.runtime.kernel import Array1, Ints

_WORD = 64  # bits
# Packings of one size, of nearly all rolls and the most, and placements met on average: beyond that
# rounds are simulated, as nobody would wait for their sum, some seconds and 200 MB.
_CAPACITIES, _MOST_RATE = (1 << 11, 1 << 17), 40.0
_ROUNDS = 20_000  # simulated
# A chance that is told in words of its own, and so are few simulated rounds, and not very many: of
# 1,000 the error is 3 %.
_RARE, _FEW, _MANY = 0.001, 10, 1000


@dataclass(frozen=True, eq=False)
class RoundOutcome:
    """The *chances* of numbers of *points*, and those of shapes, *by_size*.

    *rounds* were simulated, 0 if the chances are exact. Points that never come are left out: a tile
    may be worth a million.
    """

    points: Ints  # (n,), ascending
    chances: Array1[np.float64]  # (n,)
    by_size: Array1[np.float64]  # (6,)
    rounds: int = 0

    @classmethod
    def of(
        cls, by_points: Array1[np.float64], by_size: Array1[np.float64], rounds: int = 0
    ) -> "RoundOutcome":
        """Return the outcome with the chances of 0, 1, 2, ... points."""
        points = np.flatnonzero(by_points)
        return cls(points, by_points[points], by_size, rounds)

    @property
    def by_points(self) -> Array1[np.float64]:
        """The chances of 0, 1, 2, ... points."""
        by_points = np.zeros(self.most + 1)
        by_points[self.points] = self.chances
        return by_points

    @property
    def most(self) -> int:
        """The most points that a round can bring."""
        return int(self.points[-1])

    @cached_property
    def mean(self) -> float:
        """The expected points."""
        return float(self.chances @ self.points)

    @cached_property
    def sd(self) -> float:
        """The standard deviation of the points, as the same roll comes again and again."""
        return sqrt(float(self.chances @ (self.points - self.mean) ** 2))

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
        return float(self.chances[self.points == points].sum())

    def how_often(self, points: int) -> str:
        """Return in words how often a round brings this number of *points*."""
        chance = self.chance_of(points)
        if self.rounds and (hits := chance * self.rounds) < _MANY:
            times = f"{hits:.0f}" if round(hits) >= _FEW else f"fewer than {_FEW}"
            return f"in {times} of {self.rounds:,} simulated rounds"
        if not chance:
            return "in no round"
        if chance < _RARE:
            return f"in one of {1 / chance:,.0f} rounds"
        error = sqrt(chance * (1 - chance) / self.rounds) if self.rounds else 0.0
        return f"in {100 * chance:.1f}{f' ± {100 * error:.1f}' if error else ''} % of rounds"

    def times(self, factor: int) -> "RoundOutcome":
        """Return the outcome where each point counts *factor* times."""
        return replace(self, points=factor * self.points)

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
        return RoundOutcome.of(np.ones(1), np.eye(1 + MAX_PLACEMENTS)[0])
    placements, rate_of = engine.placements.fixed, skill.rates
    rates = np.array([rate_of[placement.shape] for placement in placements])
    values = np.array(engine.values, np.int64)
    by_points = np.zeros(1 + int(np.sort(values)[-MAX_PLACEMENTS:].sum()))
    by_size = np.zeros(1 + MAX_PLACEMENTS)
    if not rates.any():
        by_points[0] = by_size[0] = 1.0
        return RoundOutcome.of(by_points, by_size)
    words = -(-len(placements) // _WORD)
    fits = np.frombuffer(
        b"".join(bits.to_bytes(8 * words, "little") for bits in engine.compatible), "<u8"
    ).reshape(len(placements), words)
    for capacity in _CAPACITIES if fsum(rates) <= _MOST_RATE else ():
        if kernel.play_rounds(fits, rates, values, capacity, by_points, by_size):
            return RoundOutcome.of(by_points, by_size)
    letters = int.from_bytes(str(engine.problem.roll).encode())
    word = np.uint64((seed + letters) % 2**64)
    kernel.simulate_rounds(fits, rates, values, _ROUNDS, word, by_points, by_size)
    return RoundOutcome.of(by_points, by_size, _ROUNDS)
