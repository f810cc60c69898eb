"""How many games of a match were won, drawn and lost, with confidence intervals.

A game won is worth a point, a draw half a point.
"""

from typing import NamedTuple

from solver.statistics.proportion import Rate, wilson_interval


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
