"""Cliques: how many sets of mutually fitting placements there are, without listing them.

vertex  a placement, by its number; its value is its points
fits    for a vertex, the bit set of the vertices that it is joined to
later   the vertices that a clique may still gain, all after those it has: each comes once
slots   how many more vertices it may gain
pair    two joined vertices, as one bit; of three vertices 0 1 2 the pairs are, from the lowest
        bit, 1-2, 0-1, 0-2: row by row, the row of the last first vertex lowest

The pairs joined to each of several vertices are the AND of their pair sets. So of a clique of
five only the first three are walked through: the last two are counted by one AND and one
popcount, on ints that get shorter as the third vertex gets higher.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.geometry.bitset import bits
from solver.penta_rush.engine import Progress
from solver.penta_rush.rules import Numbers

Counts = Counter[tuple[int, int]]  # by (size, worth), the worth being the sum of the values

_TRIPLE = 3  # vertices, of which two are counted at once

# Pair sets take about n^3 / 48 bytes in all, here half a gigabyte. Beyond, no pairs are kept, and
# cliques are walked through to the last vertex but one: slower, but in no memory.
MOST_PAIRED = 3000


# With fewer vertices, walking through all cliques takes less than making sets of pairs.
FEW = 100


def count_by_size(fits: Sequence[int], *, most: int) -> list[int]:
    """Return the number of cliques of 1 to *most* vertices; for few vertices.

    All but the last vertex of each are walked through; the last ones are counted.
    """
    later = [fit >> at << at for at, fit in enumerate(fits, start=1)]
    counts = [0] * most

    def walk(size: int, rest: int) -> None:
        counts[size] += rest.bit_count()
        size += 1
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            if inner := rest & later[lowest.bit_length() - 1]:
                if size == most - 1:
                    counts[size] += inner.bit_count()
                else:
                    walk(size, inner)

    walk(0, (1 << len(later)) - 1)
    return counts


class _Rest(NamedTuple):
    """What a clique may still gain: single vertices, and pairs of them."""

    later: int
    pairs: int


class Cliques:
    """The cliques of at most *most* vertices of a graph whose vertices have *values*.

    A graph of more than *paired* vertices is counted without pair sets.
    """

    def __init__(
        self, fits: Sequence[int], values: Sequence[int], *, most: int, paired: int = MOST_PAIRED
    ) -> None:
        self._most = most
        self._values = values
        self._later = [fit >> at << at for at, fit in enumerate(fits, start=1)]
        self._by_value: dict[int, int] = {}
        for number, value in enumerate(values):
            self._by_value[value] = self._by_value.get(value, 0) | 1 << number
        self._paired = len(fits) <= paired
        self._pairs = [self._pairs_joined(later) if self._paired else 0 for later in self._later]
        self._by_worth = self._pairs_by_worth() if self._paired else {}

    def count(self, *, progress: Progress | None = None) -> Counts:
        """Return the number of cliques of each size from 1 by their worth."""
        counts: Counts = Counter()
        for number, value in enumerate(self._values):
            counts[1, value] += 1
            self._add(counts, number, self._beyond(self._step(number), self._most - 1))
            if progress:
                progress(number + 1, len(self._values), counts.total())
        return counts

    def at_ranks(self, ranks: Sequence[int], size: int | None) -> Iterator[tuple[int, Numbers]]:
        """Yield the cliques that stand at *ranks*, ascending and from 0, with the ranks.

        They are ranked in the documented order, those of *size* only unless it is None.
        """
        every = _Rest((1 << len(self._values)) - 1, -1)
        return self._at_ranks((), every, 0, list(ranks), size)

    def _at_ranks(
        self, chosen: Numbers, rest: _Rest, rank: int, ranks: list[int], size: int | None
    ) -> Iterator[tuple[int, Numbers]]:
        """Yield what stands at *ranks* among all cliques that begin with *chosen*.

        The first of these stands at *rank*. They come in the documented order, so *chosen* itself
        is the last of them; a branch without any of the ranks is counted, not entered.
        """
        for number in bits(rest.later):
            if not ranks:
                return
            grown = (*chosen, number)
            inner = self._step(number, rest) if len(grown) < self._most else _Rest(0, 0)
            following = rank + (size in (None, len(grown)))
            for (more, _), n in self._beyond(inner, self._most - len(grown)).items():
                following += n if size in (None, len(grown) + more) else 0
            here = bisect_left(ranks, following)
            if here:
                yield from self._at_ranks(grown, inner, rank, ranks[:here], size)
            rank, ranks = following, ranks[here:]
        if ranks:
            yield ranks[0], chosen

    def _beyond(self, rest: _Rest, slots: int) -> Counts:
        """Return the number of sets of 1 to *slots* vertices that may be gained from *rest*."""
        counts: Counts = Counter()
        if not (slots and rest.later):
            return counts
        for value, members in self._by_value.items():
            if own := rest.later & members:
                counts[1, value] = own.bit_count()
        if slots > 1 and self._paired:
            self._add_by_pairs(counts, rest, slots)
        elif slots > 1:
            self._add_each(counts, rest, slots, least=1)
        return counts

    def _add_by_pairs(self, counts: Counts, rest: _Rest, slots: int) -> None:
        live = [(worth, own) for worth, m in self._by_worth.items() if (own := rest.pairs & m)]
        for worth, own in live:
            counts[2, worth] = own.bit_count()
        if slots == _TRIPLE:
            self._add_triples(counts, rest.later, live)
        elif slots > _TRIPLE and live:
            self._add_each(counts, rest, slots, least=2)

    def _add_each(self, counts: Counts, rest: _Rest, slots: int, *, least: int) -> None:
        """Add the sets of more than *least* vertices of *rest*, from each first vertex on."""
        for number in bits(rest.later):
            beyond = self._beyond(self._step(number, rest), slots - 1)
            self._add(counts, number, beyond, least=least)

    def _add_triples(self, counts: Counts, later: int, live: list[tuple[int, int]]) -> None:
        """Add the triples of *later*, the inner loop: one AND and popcount for each of them."""
        for value, members in self._by_value.items():
            joined = [self._pairs[number] for number in bits(later & members)]
            for worth, pairs in live if joined else ():
                n = sum(map(int.bit_count, map(pairs.__and__, joined)))
                if n:
                    counts[3, value + worth] += n

    def _add(self, counts: Counts, number: int, beyond: Counts, *, least: int = 1) -> None:
        """Add the sets of *least* vertices or more *beyond* a vertex, with that vertex."""
        value = self._values[number]
        for (size, worth), n in beyond.items():
            if size >= least:
                counts[size + 1, worth + value] += n

    def _step(self, number: int, rest: _Rest | None = None) -> _Rest:
        """Return what is left of *rest*, by default of all, once a vertex is chosen."""
        later, pairs = self._later[number], self._pairs[number]
        return _Rest(rest.later & later, rest.pairs & pairs) if rest else _Rest(later, pairs)

    def _pairs_joined(self, members: int) -> int:
        """Return the pairs of *members*: row by row, the row of the last vertex lowest."""
        return _rows(
            [
                (later & members) >> first + 1 if members >> first & 1 else 0
                for first, later in enumerate(self._later)
            ]
        )

    def _pairs_by_worth(self) -> dict[int, int]:
        """Return all pairs by the sum of their values."""
        values = sorted(self._by_value)
        worths = sorted({one + other for one in values for other in values})
        return {
            worth: _rows(
                [
                    (self._later[first] & self._by_value.get(worth - value, 0)) >> first + 1
                    for first, value in enumerate(self._values)
                ]
            )
            for worth in worths
        }


def _rows(rows: list[int]) -> int:
    """Return the bit set of *rows*, each one bit shorter than the one before, the last lowest.

    A row is filled up to whole bytes, which are much faster joined than bits.
    """
    blocks = [
        row.to_bytes((len(rows) - number + 7) // 8, "little")
        for number, row in enumerate(rows, start=1)
    ]
    return int.from_bytes(b"".join(reversed(blocks)), "little")
