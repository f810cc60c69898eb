"""Exact chances of a match: five rounds that share their rolls, the fifth counted twice.

A deficit is how many points another card has more than mine. Let x be my deficit in the fifth
round and y that of rounds 1 to 4: I am ahead if y + 2x < 0, or if that is 0 and y < 0; that is, if
y is at most a limit that x gives. Four rounds within limits are two rounds and two rounds, so the
joint distribution of four (for four 10x10 cards, more than a million vectors) is never built.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate, permutations, product
from math import comb, gcd, prod
from operator import add, mul
from typing import NamedTuple

from solver.errors import UndecidedError
from solver.penta_rush.dice import ROUNDS
from solver.penta_rush.fairness.distribution import throws_by_value
from solver.penta_rush.people.subset import subsets

_MAX_CELLS = 1 << 23  # of a table, some 300 MB; random 10x10 cards need 80 000


class HeadToHead(NamedTuple):
    """The chances of a card to *win* against another, to *tie* and to *lose*; they add up to 1."""

    win: Fraction
    tie: Fraction
    lose: Fraction


Cards = tuple[int, ...]  # those that play, by their numbers from 0
HeadToHeads = dict[tuple[int, int], HeadToHead]  # by the card and its opponent


class MatchChances(NamedTuple):
    """The outcome of a match: five rounds that share their rolls, the fifth counted twice.

    *wins*: by card, the chance to win when all cards of the set play. Most points win, then the
    better rounds 1 to 4; cards still equal share the win evenly, so that the chances add up to 1.
    *head_to_head*: the same match between two cards, with its ties.
    *shares*: the same wins when only some cards play, for every two or more of them.
    """

    wins: tuple[Fraction, ...]
    head_to_head: HeadToHeads
    shares: dict[Cards, tuple[Fraction, ...]]


Deficits = dict[tuple[int, ...], int]  # the deficits to all opponents, and their ways
# Limits of the deficits of rounds 1 to 4, and the part of a win that keeping them is worth.
WeightedLimits = Iterator[tuple[tuple[int, ...], Fraction]]
LimitsOf = Callable[[tuple[int, ...]], WeightedLimits]  # given the deficits of the fifth round


def match_chances(optima: Sequence[Sequence[int]], ways: Sequence[int]) -> MatchChances:
    """Return the outcome of the match of cards with these *optima* at rolls with these *ways*.

    Raises `UndecidedError` when the tables would be too large.
    """
    unit = gcd(*ways)  # usually 30: smaller numbers make this a third faster
    units = [count // unit for count in ways]
    matches: int = sum(units) ** ROUNDS

    def chance(card: int, opponents: Sequence[int], limits_of: LimitsOf) -> Fraction:
        deficits = (
            tuple(scores[opponent] - scores[card] for opponent in opponents)
            for scores in zip(*optima, strict=True)
        )
        return ways_within(throws_by_value(deficits, units), limits_of) / matches

    def wins(cards: Cards) -> tuple[Fraction, ...]:
        if len(cards) > 2:  # noqa: PLR2004 - of two, the ties are known
            others_of = {card: [other for other in cards if other != card] for card in cards}
            return tuple(chance(*match, limits_to_win) for match in others_of.items())
        win, tie, lose = head_to_head[cards[0], cards[1]]
        return win + tie / 2, lose + tie / 2

    head_to_head = head_to_heads(
        len(optima), lambda card, opponent: chance(card, [opponent], limits_to_beat)
    )
    shares = {cards: wins(cards) for cards in subsets(len(optima))}
    return MatchChances(shares[tuple(range(len(optima)))], head_to_head, shares)


def head_to_heads(cards: int, win_chance: Callable[[int, int], Fraction]) -> HeadToHeads:
    """Return the chances between every two cards, each both ways."""
    wins = {pair: win_chance(*pair) for pair in permutations(range(cards), 2)}
    return {
        (card, opponent): HeadToHead(won, 1 - won - wins[opponent, card], wins[opponent, card])
        for (card, opponent), won in wins.items()
    }


def limits_to_beat(fifth: tuple[int, ...]) -> WeightedLimits:
    """Yield the limits within which I beat all opponents, given my deficits of the fifth round."""
    yield tuple(-2 * deficit - (deficit <= 0) for deficit in fifth), Fraction(1)


def limits_to_win(fifth: tuple[int, ...]) -> WeightedLimits:
    """Yield the limits within which I win or share the win, given my deficits of the fifth round.

    Those who end equal may draw lots: mine is a number from 0 to 1, an opponent's is below it with
    that chance, and the better lot wins. Over all lots, *beaten* of the *tied* opponents have lots
    below mine and the others above with chance 1 / ((tied + 1) * comb(tied, beaten)). Only a
    deficit of 0 in the fifth round can end equal.
    """
    choices = [(0, -1) if deficit == 0 else (-2 * deficit - (deficit < 0),) for deficit in fifth]
    tied = fifth.count(0)
    for limits in product(*choices):
        beaten = limits.count(0)
        yield limits, Fraction(1, (tied + 1) * comb(tied, beaten))


def ways_within(deficits: Deficits, limits_of: LimitsOf) -> Fraction:
    """Return the ways of five rounds whose first four keep within the limits of their fifth."""
    weights: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for fifth, ways in deficits.items():
        for limits, part in limits_of(fifth):
            weights[limits] += ways * part
    two_rounds: Deficits = defaultdict(int)
    for first, ways in deficits.items():
        for second, second_ways in deficits.items():
            two_rounds[tuple(map(add, first, second))] += ways * second_ways
    table = _CumulativeTable(two_rounds)
    values_by_axis = list(zip(*two_rounds, strict=True))
    # By axis and limit: the offsets on that axis of what two rounds leave of the limit.
    offsets = [
        {limit: table.offsets(axis, limit, values_by_axis[axis]) for limit in sorted(set(limits))}
        for axis, limits in enumerate(zip(*weights, strict=True))
    ]
    total = Fraction()
    for limits, weight in weights.items():
        by_axis: Iterator[Iterable[int]] = (
            offsets[axis][limit] for axis, limit in enumerate(limits)
        )
        cells = reduce(lambda axis, other: map(add, axis, other), by_axis)
        total += weight * sum(map(mul, two_rounds.values(), map(table.cells.__getitem__, cells)))
    return total


class _CumulativeTable:
    """The ways of all vectors that are at most a given one in every coordinate.

    Each axis has the values that occur in a coordinate, after one entry for all that is below
    them. The *cells* are flat; the cell of a vector is at the sum of its offsets on the axes.
    """

    def __init__(self, ways: Mapping[tuple[int, ...], int]) -> None:
        self._axes = [sorted(set(values)) for values in zip(*ways, strict=True)]
        sizes = [len(axis) + 1 for axis in self._axes]
        if prod(sizes) > _MAX_CELLS:
            cells = f"{prod(sizes)} cells, more than {_MAX_CELLS}"
            raise UndecidedError(f"the match needs a table of {cells}")
        self._strides = list(accumulate(sizes[:-1], mul, initial=1))
        self.cells = [0] * prod(sizes)
        offsets = [
            {value: stride * number for number, value in enumerate(axis, start=1)}
            for axis, stride in zip(self._axes, self._strides, strict=True)
        ]
        for vector, count in ways.items():
            self.cells[sum(map(dict.__getitem__, offsets, vector))] = count
        for size, stride in zip(sizes, self._strides, strict=True):
            for block in range(0, len(self.cells), size * stride):
                for start in range(block, block + stride):
                    line = slice(start, start + size * stride, stride)
                    self.cells[line] = accumulate(self.cells[line])

    def offsets(self, number: int, limit: int, values: Sequence[int]) -> list[int]:
        """Return the offset of *limit* less each of *values* on the axis of this *number*."""
        axis, stride = self._axes[number], self._strides[number]
        offsets = {value: stride * bisect_right(axis, limit - value) for value in set(values)}
        return [offsets[value] for value in values]
