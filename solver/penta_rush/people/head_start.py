"""Head starts: the points before the first round that make a match of unlike players even.

They are whole numbers. A player's chance to win rises with his own head start and falls with those
of others. So for two players all that make the match even follow one another, and the best of all
is next to where the weaker one comes to half of the wins. For more players the best one is looked
for step by step, from the head starts against the strongest.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, product
from typing import NamedTuple

from solver.penta_rush.people.subset import Shares

TOLERANCE = 0.02  # of each share of the wins, from an even one

PlayerPoints = tuple[int, ...]  # before the first round, one for each player


class HeadStart(NamedTuple):
    """The *points* before the first round that make a match of *players* even, and the *wins* then.

    *least* and *greatest* are those of each player for which it is even while the others have
    theirs; they are None where no whole points make it even: then *points* are the nearest found.
    """

    players: tuple[int, ...]
    points: PlayerPoints
    wins: Shares
    least: PlayerPoints | None = None
    greatest: PlayerPoints | None = None


def head_start(
    players: Sequence[int],
    wins_with: Callable[[PlayerPoints], Shares],
    first: PlayerPoints | None = None,
    *,
    error: float = 0.0,
) -> HeadStart:
    """Return the head start for a match of *players* who win by *wins_with* each head start.

    It is even if each share of the wins is within the tolerance of an even one, and within two
    standard errors more if the shares have such an *error*. Nobody gets any points if it is even
    without. For more than two players the search begins at *first*.
    """
    search = _Search(len(players), wins_with, TOLERANCE + 2 * error)
    points = search.nearest(first)
    answer = HeadStart(tuple(players), points, wins_with(points))
    if not search.is_even(points):
        return answer
    ends = [[search.end(points, at, step) for step in (-1, 1)] for at in range(len(players))]
    least, greatest = zip(*ends, strict=True)
    return answer._replace(least=least, greatest=greatest)


class _Search:
    """How even the match of so many *players* is by each head start."""

    def __init__(
        self, players: int, wins_with: Callable[[PlayerPoints], Shares], tolerance: float
    ) -> None:
        self._players, self._wins_with, self._tolerance = players, wins_with, tolerance
        self._gaps: dict[PlayerPoints, float] = {}

    def gap(self, points: PlayerPoints) -> float:
        """Return how far a share of the wins is from an even one, at most."""
        if points not in self._gaps:
            wins = self._wins_with(points)
            self._gaps[points] = max(abs(share - 1 / self._players) for share in wins)
        return self._gaps[points]

    def is_even(self, points: PlayerPoints) -> bool:
        """Return whether all shares are within the tolerance of an even one."""
        return self.gap(points) <= self._tolerance

    def nearest(self, first: PlayerPoints | None) -> PlayerPoints:
        """Return the points that make the match as even as any do; none if it is even without."""
        none = (0,) * self._players
        if self.is_even(none):
            return none
        if first is None:
            return min(self._up_to_half(), key=self.gap)
        points = first
        moves = list(product((0, 1, -1), repeat=self._players))
        single = [move for move in moves if sum(map(abs, move)) == 1]
        for tried in (single, moves):
            nearer = min(_moved(points, tried), key=self.gap)
            while self.gap(nearer) < self.gap(points):
                points = nearer
                nearer = min(_moved(points, tried), key=self.gap)
            if self.is_even(points):
                break
        return points

    def _up_to_half(self) -> Iterator[PlayerPoints]:
        """Yield what the weaker of two may get, up to the first with which he wins half or more."""
        wins = self._wins_with((0, 0))
        weaker = wins.index(min(wins))
        for given in count():
            points = (given, 0) if weaker == 0 else (0, given)
            yield points
            if self._wins_with(points)[weaker] >= 1 / 2:
                return

    def end(self, points: PlayerPoints, at: int, step: int) -> int:
        """Return how far the points of one player may go, by this *step*, and all stay even."""
        last = points[at]
        while last + step >= 0 and self.is_even((*points[:at], last + step, *points[at + 1 :])):
            last += step
        return last


def _moved(points: PlayerPoints, moves: Sequence[PlayerPoints]) -> Iterator[PlayerPoints]:
    """Yield *points* after each of *moves*, so that somebody has none."""
    for move in moves:
        moved = [given + more for given, more in zip(points, move, strict=True)]
        yield tuple(given - min(moved) for given in moved)
