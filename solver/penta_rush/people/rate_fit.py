"""Rates of the greatest likelihood, with intervals, and which shapes need one of their own.

Decision: a shape has its own chance if it was found, or should have been, at least `FEWEST` times,
and a likelihood-ratio test against the chance of the others says so at 5 % over all twelve shapes
(Bonferroni), one shape after another, the plainest first. Intervals are those of 95 % by the
profile likelihood: what a test at 5 % would not refuse, the other rates being the best beside it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erfc, exp, expm1, inf, log, log1p, sqrt

import numpy as np

from solver.geometry.polyomino import SHAPES
from solver.penta_rush.people.likelihood import Evidence, Rates, Shapes

FEWEST = 5  # outlines, below which nothing is said of a shape, or of a player
MOST_CHANCE = 0.999  # higher ones cannot be told apart
_CRITICAL = 3.841458820694124  # the 95 % quantile of chi-squared with one degree of freedom
_SIGNIFICANCE = 0.05 / len(SHAPES)
_LOWEST, _HIGHEST = 1e-12, -log1p(-MOST_CHANCE)  # rates
_FINE = 1e-4  # of the logarithm of a rate; near the best, a likelihood is off by its square
_MOST_STEPS = 500  # of the EM algorithm
_ALL: Shapes = np.ones(len(SHAPES), bool)


@dataclass(frozen=True)
class Estimate:
    """A *chance*, and the interval from *low* to *high* in which it lies with 95 %."""

    chance: float
    low: float
    high: float

    def to_json(self) -> dict[str, float | list[float]]:
        """Return it as a JSON object."""
        return {"p": self.chance, "interval": [self.low, self.high]}


@dataclass(frozen=True, eq=False)
class RateFit:
    """The *rates* that fit *evidence* best, equal for all shapes of one of the *groups*."""

    evidence: Evidence
    groups: tuple[Shapes, ...]
    rates: Rates

    @classmethod
    def of(cls, evidence: Evidence, own: Sequence[str] = ()) -> "RateFit":
        """Return the fit in which shapes have their *own* rates, and the others one in common."""
        groups = [np.array([shape == one for one in SHAPES]) for shape in own]
        rest = _ALL & ~np.any([~_ALL, *groups], axis=0)
        groups += [rest] if rest.any() else []
        return cls(evidence, tuple(groups), _best(evidence, groups, np.full(len(SHAPES), 0.2)))

    @property
    def log_likelihood(self) -> float:
        """The logarithm of the likelihood, but for a constant."""
        return self.evidence.log_likelihood(self.rates)

    def estimate(self, number: int = -1) -> Estimate:
        """Return the chance of the group of this *number*, by default of the last."""
        group, best = self.groups[number], self.log_likelihood
        rate, rates = float(self.rates[group][0]), self.rates

        def deviance(logarithm: float) -> float:
            """Return by how much this rate is worse than an interval may have it."""
            nonlocal rates  # the last ones are near
            held = np.where(group, exp(logarithm), rates)
            rates = _best(self.evidence, self.groups, held, held=group, tolerance=_FINE)
            return 2 * (best - self.evidence.log_likelihood(rates)) - _CRITICAL

        start = log(rate or _LOWEST)
        low = _edge(deviance, start, log(_LOWEST)) if rate else None
        rates = self.rates
        high = _edge(deviance, start, log(_HIGHEST))
        return Estimate(
            -expm1(-rate),
            0.0 if low is None else -expm1(-exp(low)),
            1.0 if high is None else -expm1(-exp(high)),
        )


def own_shapes(evidence: Evidence) -> list[str]:
    """Return the shapes whose chance differs from that of the others, the plainest first."""
    own: list[str] = []
    fit = RateFit.of(evidence)
    while len(own) < len(SHAPES) - 1:
        expected = evidence.expected(fit.rates)
        strangeness = {
            shape: (found - hoped) ** 2 / hoped
            for shape, found, hoped in zip(SHAPES, evidence.outlines, expected, strict=True)
            if shape not in own and max(found, hoped) >= FEWEST and hoped > 0
        }
        plainest = max(strangeness, key=lambda shape: strangeness[shape], default="")
        if not plainest:
            break
        better = RateFit.of(evidence, [*own, plainest])
        gain = better.log_likelihood - fit.log_likelihood
        if erfc(sqrt(max(0.0, gain))) >= _SIGNIFICANCE:
            break
        own.append(plainest)
        fit = better
    return own


def _best(
    evidence: Evidence,
    groups: Sequence[Shapes],
    rates: Rates,
    *,
    held: Shapes | None = None,
    tolerance: float = 1e-9,
) -> Rates:
    """Return the best rates, but those that are *held*, beginning with these *rates*.

    One rate alone is where the slope is 0; several are found by the EM algorithm: what was found by
    what they lead one to expect, again and again until none changes by *tolerance*.
    """
    moved = [group for group in groups if group is not held]
    found = [float(evidence.outlines[group].sum()) for group in moved]
    if len(moved) == 1 and found[0]:

        def slope(logarithm: float) -> float:
            return float(evidence.slopes(np.where(moved[0], exp(logarithm), rates), moved)[0])

        start = log(float(rates[moved[0]][0]))
        end = log(_HIGHEST if slope(start) > 0 else _LOWEST)
        edge = _edge(slope, start, end, tolerance)
        return np.where(moved[0], _HIGHEST if edge is None else exp(edge), rates)
    for _ in range(_MOST_STEPS if moved else 0):
        before, rates = rates, rates.copy()
        slopes = evidence.slopes(before, moved)
        for group, count, slope_at in zip(moved, found, slopes, strict=True):
            expected = count - float(slope_at) if count else inf
            ratio = count / expected if expected > 0 else inf
            rates[group] = min(float(before[group][0]) * ratio, _HIGHEST)
        if np.allclose(rates, before, rtol=tolerance, atol=0):
            break
    return rates


def _edge(
    function: Callable[[float], float], start: float, end: float, tolerance: float = _FINE
) -> float | None:
    """Return where *function* changes its sign on the way from *start* to *end*; None if nowhere.

    By the Illinois method, once strides that double have passed it.
    """
    at, value, stride = start, function(start), 0.1
    if not value:
        return start
    while True:
        beyond = min(at + stride, end) if end > start else max(at - stride, end)
        value_beyond = function(beyond)
        if value_beyond * value <= 0:
            break
        if beyond == end:
            return None
        at, value, stride = beyond, value_beyond, 2 * stride
    while abs(beyond - at) > tolerance and value_beyond:
        between = (at * value_beyond - beyond * value) / (value_beyond - value)
        value_between = function(between)
        if value_between * value_beyond <= 0:
            at, value = beyond, value_beyond
        else:
            value /= 2
        beyond, value_beyond = between, value_between
    return beyond
