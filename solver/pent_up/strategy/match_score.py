"""How many games of a match were won, drawn and lost, with confidence intervals.

A game won is worth a point, a draw half a point. The intervals are those of Wilson's score
(1927), with 95 % confidence.
"""

from math import sqrt
from typing import NamedTuple

_Z = 1.959964  # so many standard deviations on either side of the mean hold 95 %


class Rate(NamedTuple):
    """A *share* of the games, and the *low* and the *high* end of its interval."""

    share: float
    low: float
    high: float


class MatchScore(NamedTuple):
    """The games *won*, *drawn* and *lost*; rates need at least one game."""

    won: int
    drawn: int
    lost: int

    @property
    def points(self) -> float:
        """The points of all games."""
        return self.won + self.drawn / 2

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates of games won, drawn and lost, and of points.

        A draw varies the points less than a game won or lost does, so the interval of the points
        is rather too wide than too narrow.
        """
        games = sum(self)
        counts = {**self._asdict(), "points": self.points}
        return {name: wilson_interval(count / games, games) for name, count in counts.items()}


def wilson_interval(share: float, count: int) -> Rate:
    """Return the rate of a *share* observed in *count* trials.

    >>> _, low, high = wilson_interval(0.5, 100)
    >>> f"{low:.4f} {high:.4f}"
    '0.4038 0.5962'
    """
    weight = _Z**2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = sqrt(weight * share * (1 - share) + weight**2 / 4) / (1 + weight)
    return Rate(share, max(0.0, middle - half), min(1.0, middle + half))
