"""Who wins a match of people, exactly: five rounds that share the rolls, the fifth counted twice.

A lead is how many points an opponent has more than I have. At a known roll the players' points are
independent, so the leads of a round over me are a mixture over the rolls, on a grid with an axis
for each opponent; those of rounds 1 to 4 are the fourth power of their Fourier transform. I win
where the leads of rounds 1 to 4 keep within limits that those of the fifth round give, as in
`fairness.match_chance`, which does the same with fractions for players who see everything.
"""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import combinations, product
from math import comb, prod

import numpy as np

from solver.errors import UndecidedError
from solver.penta_rush.dice import ROUNDS
from solver.penta_rush.people.subset import Shares
from solver.runtime.kernel import Array1, Array2

MAX_CELLS = 1 << 23  # of a table, 64 MB; four players with the bundled points need 3 million
_DIGITS = 12  # of a chance: equal players have equal ones, on every machine

ByRoll = Sequence[Array1[np.float64]]  # for each roll, a player's chances of each number of points


class Match:
    """The matches of *players*, and of some of them, at rolls with these *chances*."""

    def __init__(self, players: Sequence[ByRoll], chances: Sequence[float]) -> None:
        self._players, self._chances = players, chances
        self._contest = cache(self._new_contest)

    def _new_contest(self, me: int, opponents: tuple[int, ...]) -> "Contest":
        by_opponent = [self._players[player] for player in opponents]
        return Contest(self._players[me], by_opponent, self._chances)

    def wins(self, players: Sequence[int], head_starts: Sequence[int]) -> Shares:
        """Return the chance of each of two or more *players* to win; equal ones share a win evenly.

        *head_starts* are the points that each has before the first round. They count in the total,
        and not in rounds 1 to 4, which decide between equal totals. Raises `UndecidedError` where
        the tables would be too large.
        """
        return tuple(self._win(me, players, head_starts) for me in players)

    def _win(self, me: int, players: Sequence[int], head_starts: Sequence[int]) -> float:
        start_of = dict(zip(players, head_starts, strict=True))
        opponents = tuple(player for player in players if player != me)
        starts = [start_of[opponent] - start_of[me] for opponent in opponents]
        return self._contest(me, opponents).win(starts)

    def ranks(self, players: Sequence[int]) -> list[Shares]:
        """Return for each of *players* the chance of each rank, the first one first.

        Equal players share their ranks evenly. To be ahead of some others is to win the match of
        these alone, so that the chance to be ahead of a number of them comes from such matches.
        """
        return [tuple(self._ranks(me, players)) for me in players]

    def _ranks(self, me: int, players: Sequence[int]) -> Iterator[float]:
        others = [player for player in players if player != me]
        # For each number of others the chances, summed, to be ahead of these whatever the rest do.
        ahead = [1.0] + [
            sum(self._win(me, (me, *few), (0,) * (size + 1)) for few in combinations(others, size))
            for size in range(1, len(others) + 1)
        ]
        for exactly in reversed(range(len(ahead))):
            signed = (
                (-1) ** (size - exactly) * comb(size, exactly) * ahead[size]
                for size in range(exactly, len(ahead))
            )
            yield min(1.0, max(0.0, sum(signed)))


class Contest:
    """A match of one player, *me*, against 1 to 3 *opponents*, at rolls with these *chances*.

    Raises `UndecidedError` where the tables would be too large.
    """

    def __init__(self, me: ByRoll, opponents: Sequence[ByRoll], chances: Sequence[float]) -> None:
        self._most = max(map(len, me)) - 1
        # Of each opponent, the leads of one round: from -most to what he can have.
        sizes = [self._most + max(map(len, theirs)) for theirs in opponents]
        self._sizes = [1 + (ROUNDS - 1) * (size - 1) for size in sizes]  # of four rounds
        of_one_round = sum(map(len, me)) * max(*sizes, prod(sizes[:-1]))
        if max(prod(size + 1 for size in self._sizes), of_one_round) > MAX_CELLS:
            raise UndecidedError("the match of people needs too large a table")
        # A row for each roll and each number of my points: its chance, and that of each lead.
        weights = [chance * mine for chance, mine in zip(chances, me, strict=True)]
        *others, last = (
            np.concatenate(
                [_leads(*pair, self._most, size) for pair in zip(me, theirs, strict=True)]
            )
            for theirs, size in zip(opponents, sizes, strict=True)
        )
        joint = reduce(_joint, others, np.concatenate(weights)[:, None])
        self._fifth = (joint.T @ last).reshape(sizes)
        axes = tuple(range(len(sizes)))
        waves = np.fft.rfftn(self._fifth, s=self._sizes, axes=axes)
        four = np.fft.irfftn(waves ** (ROUNDS - 1), s=self._sizes, axes=axes)
        # The chance that no lead of four rounds is above a limit; first, of limits below them all.
        self._within = np.pad(four, [(1, 0)] * len(sizes))
        for axis in axes:
            np.cumsum(self._within, axis=axis, out=self._within)

    def win(self, head_starts: Sequence[int]) -> float:
        """Return the chance that I win; I share a win evenly with those who end equal.

        *head_starts* are how many points more than I each opponent has before the first round.
        """
        # As `fairness.match_chance.limits_to_win` has it: among those who end equal the better lot
        # wins; *beaten* of the opponents have lots below mine, and they alone may end equal.
        limits = [self._limits(axis, head_start) for axis, head_start in enumerate(head_starts)]
        count, won = len(limits), 0.0
        for choice in product((0, 1), repeat=count):
            cells = np.ix_(*(pair[beaten] for pair, beaten in zip(limits, choice, strict=True)))
            share = float((self._fifth * self._within[cells]).sum())
            won += share / ((count + 1) * comb(count, sum(choice)))
        return min(1.0, max(0.0, round(won, _DIGITS)))

    def _limits(self, axis: int, head_start: int) -> tuple[Array1[np.int64], Array1[np.int64]]:
        """Return where in the table the limits stand for each lead of the fifth round.

        Within the first I am ahead; within the others I am ahead or end equal.
        """
        leads = np.arange(self._fifth.shape[axis]) - self._most
        rest = -2 * leads - head_start  # what the opponent may lead by before the fifth round
        least = -(ROUNDS - 1) * self._most
        ahead, equal = (
            np.clip(rest - is_behind - least + 1, 0, self._sizes[axis])
            for is_behind in (rest >= 0, rest > 0)
        )
        return ahead, equal


def _leads(
    mine: Array1[np.float64], theirs: Array1[np.float64], most: int, size: int
) -> Array2[np.float64]:
    """Return the chances of an opponent's leads at a roll, a row for each number of my points."""
    rows = np.zeros((len(mine), size))
    for points in range(len(mine)):
        rows[points, most - points : most - points + len(theirs)] = theirs
    return rows


def _joint(first: Array2[np.float64], second: Array2[np.float64]) -> Array2[np.float64]:
    """Return the products of all entries of *first* and *second* that stand in the same row."""
    return (first[:, :, None] * second[:, None, :]).reshape(len(first), -1)
