"""Counts sets of mutually compatible placements, the cliques of a graph, without listing them.

Vertices are placements, with their points as a value; an edge joins two compatible ones. A pair of
joined vertices is a bit of a pair set: of 0 1 2, from the lowest bit, 1-2, 0-1, 0-2. The pairs
joined to each of several vertices are the AND of their pair sets. So of a clique of five only the
first three are walked through: the last two are counted by one AND and one popcount.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from solver.geometry.bitset import bits
from solver.penta_rush.rules import PlacementNumbers
from solver.search import Advance

Counts = Counter[tuple[int, int]]  # by (size, sum of the values)

_TRIPLE = 3  # vertices, of which two are counted at once

# Pair sets take about n^3 / 48 bytes in all, here half a gigabyte. Beyond, no pairs are kept, and
# cliques are walked through to the last vertex but one: slower, but without that memory.
MAX_PAIRED_VERTICES = 3000

# With no more vertices, walking through all cliques takes less time than making pair sets.
FEW_VERTICES = 100


def count_by_size(compatible: Sequence[int], *, max_size: int) -> list[int]:
    """Return the number of cliques of 1 to *max_size* vertices; fast for few vertices.

    *compatible* has for each vertex the bit set of those joined to it.
    """
    successors = _successors(compatible)
    counts = [0] * max_size

    def walk(size: int, candidates: int) -> None:
        counts[size] += candidates.bit_count()
        size += 1
        while candidates:
            lowest = candidates & -candidates
            candidates ^= lowest
            if inner := candidates & successors[lowest.bit_length() - 1]:
                if size == max_size - 1:
                    counts[size] += inner.bit_count()
                else:
                    walk(size, inner)

    walk(0, (1 << len(successors)) - 1)
    return counts


class LimitReachedError(Exception):
    """More cliques were counted than the caller wants to wait for."""


def exceeds(compatible: Sequence[int], limit: int, *, max_size: int, max_steps: int) -> bool:
    """Return whether it shows within *max_steps* steps that there are more than *limit* cliques.

    Two million steps take about a second; where there are thousands of vertices, pair sets take
    longer.
    """
    successors = _successors(compatible)
    count = steps = 0

    def walk(size: int, candidates: int) -> None:
        nonlocal count, steps
        count += candidates.bit_count()
        while candidates and count <= limit and steps < max_steps:
            steps += 1
            lowest = candidates & -candidates
            candidates ^= lowest
            if inner := candidates & successors[lowest.bit_length() - 1]:
                if size == max_size - 2:
                    count += inner.bit_count()
                else:
                    walk(size + 1, inner)

    walk(0, (1 << len(successors)) - 1)
    return count > limit


class _Extensions(NamedTuple):
    """The single vertices by which a clique may be extended, and the pairs of them."""

    vertices: int
    pairs: int


_ALL_EXTENSIONS = _Extensions(-1, -1)


def _ignore(_counted: int) -> None: ...


class Cliques:
    """The cliques of at most *max_size* vertices of a graph whose vertices have *values*.

    *compatible* has for each vertex the bit set of those joined to it. A graph of more than
    *max_paired* vertices is counted without pair sets.
    """

    def __init__(
        self,
        compatible: Sequence[int],
        values: Sequence[int],
        *,
        max_size: int,
        max_paired: int = MAX_PAIRED_VERTICES,
    ) -> None:
        self._max_size = max_size
        self._watch: Callable[[int], None] = _ignore
        self._values = values
        self._successors = _successors(compatible)
        self._by_value: dict[int, int] = {}
        for vertex, value in enumerate(values):
            self._by_value[value] = self._by_value.get(value, 0) | 1 << vertex
        self._has_pairs = len(compatible) <= max_paired
        self._pairs, self._pairs_by_value = [0] * len(compatible), {}
        if self._has_pairs:
            self._pairs = list(map(self._pairs_among, self._successors))
            self._pairs_by_value = self._all_pairs_by_value()

    def count(self, *, progress: Advance | None = None, limit: int | None = None) -> Counts:
        """Return the number of cliques of each size from 1, by the sum of their values.

        Raises `LimitReachedError` as soon as it is clear that there are more than *limit*.
        """
        counts: Counts = Counter()
        counted = done = 0

        def watch(more: int) -> None:
            nonlocal counted
            counted += more
            if limit is not None and counted > limit:
                raise LimitReachedError
            if progress:
                progress(done, len(self._values), counted)

        self._watch = watch
        for vertex, value in enumerate(self._values):
            counts[1, value] += 1
            extensions = self._count_extensions(self._extend(vertex), self._max_size - 1)
            self._add(counts, vertex, extensions)
            done += 1
            watch(counts.total() - counted)
        self._watch = _ignore
        return counts

    def at_ranks(
        self, ranks: Sequence[int], size: int | None
    ) -> Iterator[tuple[int, PlacementNumbers]]:
        """Yield each of *ranks*, ascending from 0, with its clique; a *size* leaves out others."""
        vertices = (1 << len(self._values)) - 1
        return self._at_ranks((), _Extensions(vertices, -1), 0, list(ranks), size)

    def _at_ranks(
        self,
        chosen: PlacementNumbers,
        extensions: _Extensions,
        rank: int,
        ranks: list[int],
        size: int | None,
    ) -> Iterator[tuple[int, PlacementNumbers]]:
        """Yield what is at *ranks* among all cliques that begin with *chosen*.

        The first of these has *rank*. They come in the documented order, so *chosen* itself is the
        last of them; a branch without any of the ranks is counted, not entered.
        """
        for vertex in bits(extensions.vertices):
            if not ranks:
                return
            clique = (*chosen, vertex)
            slots = self._max_size - len(clique)
            inner = self._extend(vertex, extensions) if slots else _Extensions(0, 0)
            next_rank = rank + (size in (None, len(clique)))
            for (more, _), n in self._count_extensions(inner, slots).items():
                next_rank += n if size in (None, len(clique) + more) else 0
            here = bisect_left(ranks, next_rank)
            if here:
                yield from self._at_ranks(clique, inner, rank, ranks[:here], size)
            rank, ranks = next_rank, ranks[here:]
        if ranks:
            yield ranks[0], chosen

    def _count_extensions(self, extensions: _Extensions, slots: int) -> Counts:
        """Return the number of cliques of 1 to *slots* vertices among *extensions*."""
        counts: Counts = Counter()
        if not (slots and extensions.vertices):
            return counts
        for value, members in self._by_value.items():
            if vertices := extensions.vertices & members:
                counts[1, value] = vertices.bit_count()
        if slots > 1 and self._has_pairs:
            self._add_by_pairs(counts, extensions, slots)
        elif slots > 1:
            self._add_each(counts, extensions, slots, min_size=1)
        return counts

    def _add_by_pairs(self, counts: Counts, extensions: _Extensions, slots: int) -> None:
        pairs_by_value = [
            (value, pairs)
            for value, members in self._pairs_by_value.items()
            if (pairs := extensions.pairs & members)
        ]
        for value, pairs in pairs_by_value:
            counts[2, value] = pairs.bit_count()
        if slots == _TRIPLE:
            self._add_triples(counts, extensions.vertices, pairs_by_value)
        elif slots > _TRIPLE and pairs_by_value:
            self._add_each(counts, extensions, slots, min_size=2)

    def _add_each(
        self, counts: Counts, extensions: _Extensions, slots: int, *, min_size: int
    ) -> None:
        """Add the cliques of more than *min_size* vertices among *extensions*, by first vertex."""
        for vertex in bits(extensions.vertices):
            inner = self._count_extensions(self._extend(vertex, extensions), slots - 1)
            self._add(counts, vertex, inner, min_size=min_size)
            if slots == self._max_size - 1:
                self._watch(inner.total())

    def _add_triples(
        self, counts: Counts, vertices: int, pairs_by_value: list[tuple[int, int]]
    ) -> None:
        """Add the triples: the inner loop, one AND and one popcount for each vertex and value."""
        for value, members in self._by_value.items():
            joined = [self._pairs[vertex] for vertex in bits(vertices & members)]
            for pair_value, pairs in pairs_by_value if joined else ():
                n = sum(map(int.bit_count, map(pairs.__and__, joined)))
                if n:
                    counts[3, value + pair_value] += n

    def _add(self, counts: Counts, vertex: int, extensions: Counts, *, min_size: int = 1) -> None:
        """Add the *extensions* of *min_size* vertices or more, each joined to *vertex*."""
        value = self._values[vertex]
        for (size, extension_value), n in extensions.items():
            if size >= min_size:
                counts[size + 1, extension_value + value] += n

    def _extend(self, vertex: int, extensions: _Extensions = _ALL_EXTENSIONS) -> _Extensions:
        vertices, pairs = extensions
        return _Extensions(vertices & self._successors[vertex], pairs & self._pairs[vertex])

    def _pairs_among(self, members: int) -> int:
        return self._pair_set(
            members if members >> first & 1 else 0 for first in range(len(self._values))
        )

    def _all_pairs_by_value(self) -> dict[int, int]:
        sums = sorted({first + second for first in self._by_value for second in self._by_value})
        return {
            pair_value: self._pair_set(
                self._by_value.get(pair_value - value, 0) for value in self._values
            )
            for pair_value in sums
        }

    def _pair_set(self, partners: Iterable[int]) -> int:
        """Return the pairs of each vertex with its *partners*, in whole bytes: joined faster."""
        count = len(self._values)
        rows = [
            ((successors & members) >> first).to_bytes((count - first + 7) // 8, "little")
            for first, (successors, members) in enumerate(
                zip(self._successors, partners, strict=True), start=1
            )
        ]
        return int.from_bytes(b"".join(reversed(rows)), "little")


def _successors(compatible: Sequence[int]) -> list[int]:
    """Return for each vertex the bit set of the compatible ones that come after it."""
    return [members >> index << index for index, members in enumerate(compatible, start=1)]
