"""The match: five rounds that share their rolls, the fifth doubled, as exact chances.

lead    what another card has more than mine, in points
limits  the most leads over rounds 1 to 4 that another may have for me to win, given the fifth

Let x be the lead of another card over mine in the fifth round, y in rounds 1 to 4: the other is
behind if y + 2x < 0, or if that is 0 and y < 0; that is, if y is at most a limit that x gives. Four
rounds within limits are two rounds and two rounds, so the joint distribution of four (for four
10x10 cards, a million vectors and more) is never built.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate, product
from math import comb, prod
from operator import add, mul

from solver.errors import UndecidedError

_MOST_CELLS = 1 << 23  # of a table, some 300 MB; random 10x10 cards need 80 000

Leads = dict[tuple[int, ...], int]  # the leads of others over mine, and their ways
Limits = Iterator[tuple[tuple[int, ...], Fraction]]


def limits_to_beat(leads: tuple[int, ...]) -> Limits:
    """Yield the limits of rounds 1 to 4 within which I beat all others, given the fifth."""
    yield tuple(-2 * lead - (lead <= 0) for lead in leads), Fraction(1)


def limits_to_win(leads: tuple[int, ...]) -> Limits:
    """Yield limits of rounds 1 to 4 with their parts of a win, given the leads of the fifth.

    Those who end equal may draw lots: mine is a number from 0 to 1, theirs are below it with that
    chance, and the better lot wins. Over all lots, *level* others below mine and *free - level*
    above have the chance 1 / ((free + 1) * comb(free, level)). Only a lead of 0 can end equal.
    """
    choices = [(0, -1) if lead == 0 else (-2 * lead - (lead < 0),) for lead in leads]
    free = leads.count(0)
    for limits in product(*choices):
        level = limits.count(0)
        yield limits, Fraction(1, (free + 1) * comb(free, level))


def ways_within(leads: Leads, limits_of: Callable[[tuple[int, ...]], Limits]) -> Fraction:
    """Return the ways of five rounds whose first four keep within the limits of their fifth."""
    parts: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for fifth, ways in leads.items():
        for limits, part in limits_of(fifth):
            parts[limits] += ways * part
    two: Leads = defaultdict(int)
    for first, ways in leads.items():
        for second, more in leads.items():
            two[tuple(map(add, first, second))] += ways * more
    grid = _Grid(two)
    columns = list(zip(*two, strict=True))
    # By axis and limit: the places on that axis of what two rounds leave of the limit.
    left = [
        {limit: grid.left(axis, limit, columns[axis]) for limit in sorted(set(limits))}
        for axis, limits in enumerate(zip(*parts, strict=True))
    ]
    total = Fraction()
    for limits, part in parts.items():
        by_axis: Iterator[Iterable[int]] = (left[at][limit] for at, limit in enumerate(limits))
        places = reduce(lambda one, other: map(add, one, other), by_axis)
        total += part * sum(map(mul, two.values(), map(grid.cells.__getitem__, places)))
    return total


class _Grid:
    """The ways of all vectors that are at most a given one in every coordinate, as a table.

    An axis has the values that occur in a coordinate, and a place 0 below them all; the *cells* are
    flat, and the cell of a vector is at the sum of its places.
    """

    def __init__(self, ways: Mapping[tuple[int, ...], int]) -> None:
        self._axes = [sorted(set(axis)) for axis in zip(*ways, strict=True)]
        sizes = [len(axis) + 1 for axis in self._axes]
        if prod(sizes) > _MOST_CELLS:
            raise UndecidedError(
                f"the game needs a table of {prod(sizes)} cells, more than {_MOST_CELLS}"
            )
        self._steps = list(accumulate(sizes[:-1], mul, initial=1))
        self.cells = [0] * prod(sizes)
        places = [
            {value: step * number for number, value in enumerate(axis, start=1)}
            for axis, step in zip(self._axes, self._steps, strict=True)
        ]
        for vector, count in ways.items():
            self.cells[sum(map(dict.__getitem__, places, vector))] = count
        for size, step in zip(sizes, self._steps, strict=True):
            for block in range(0, len(self.cells), size * step):
                for start in range(block, block + step):
                    line = slice(start, start + size * step, step)
                    self.cells[line] = accumulate(self.cells[line])

    def left(self, number: int, limit: int, values: Sequence[int]) -> list[int]:
        """Return the places of *limit* less each of *values* on the axis of this *number*."""
        axis, step = self._axes[number], self._steps[number]
        places = {value: step * bisect_right(axis, limit - value) for value in set(values)}
        return [places[value] for value in values]
