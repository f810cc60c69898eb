"""How many games were won, drawn and lost, and how sure that is.

points    1 for a game won, 1/2 for one drawn
interval  in which a rate lies with 95 % confidence, by Wilson's score (1927)
"""

from math import sqrt
from typing import NamedTuple

_Z = 1.959964  # standard deviations on either side of the mean hold 95 %


class Rate(NamedTuple):
    """A *share* of the games, and the *low* and the *high* end of its interval."""

    share: float
    low: float
    high: float


class MatchScore(NamedTuple):
    """The games *won*, *drawn* and *lost*, of which there must be one for a rate."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """What the games brought."""
        return self.won + self.drawn / 2

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates of games won, drawn and lost, and of points.

        Points of drawn games scatter less than those of games won or lost, so that the interval
        of points is rather too wide than too narrow.
        """
        counts = {**self._asdict(), "points": self.points}
        return {
            name: wilson_interval(count / self.games, self.games) for name, count in counts.items()
        }


def wilson_interval(share: float, count: int) -> Rate:
    """Return the rate of a *share* seen in *count* trials.

    >>> _, low, high = wilson_interval(0.5, 100)
    >>> f"{low:.4f} {high:.4f}"
    '0.4038 0.5962'
    """
    spread = _Z**2 / count
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    return Rate(share, max(0.0, middle - half), min(1.0, middle + half))
