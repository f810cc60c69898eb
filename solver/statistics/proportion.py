"""Confidence intervals of shares: those of Wilson's score (1927), with 95 % confidence."""

from math import sqrt
from typing import NamedTuple

_DECIMALS = 4  # of a share in JSON
_Z = 1.959964  # standard deviations: 95 % lie within them on either side of the mean


class Rate(NamedTuple):
    """A *share* of all trials, and the *low* and the *high* end of its interval."""

    share: float
    low: float
    high: float

    @property
    def interval(self) -> str:
        """The ends of the interval, in percent.

        >>> wilson_interval(0.5, 100).interval
        '40.4% to 59.6%'
        """
        return f"{self.low:.1%} to {self.high:.1%}"

    def to_json(self) -> dict[str, float]:
        """Return the share and the ends of its interval, with four decimals."""
        return {name: round(value, _DECIMALS) for name, value in self._asdict().items()}


def wilson_interval(share: float, count: int) -> Rate:
    """Return the rate of a *share* observed in *count* trials, at least one.

    >>> _, low, high = wilson_interval(0.5, 100)
    >>> f"{low:.4f} {high:.4f}"
    '0.4038 0.5962'
    """
    weight = _Z**2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = sqrt(weight * share * (1 - share) + weight**2 / 4) / (1 + weight)
    return Rate(share, max(0.0, middle - half), min(1.0, middle + half))
