"""The plain engine: Python ints as bit sets, for the one roll that a person waits for.

fits     for a placement, the bit set of those that share neither a cell nor the shape with it
later    the placements that may still be added, all after those chosen: each packing comes once
free     all placements that could be added, before or after: none in a maximal packing
missing  the points that a packing must still gain to have the score that is looked for
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import chain, combinations, islice

from solver.geometry.bitset import bits
from solver.penta_rush.clique import FEW, Cliques, count_by_size
from solver.penta_rush.engine import ANY, Census, Deal, Engine, Progress, Wish
from solver.penta_rush.matching import Matching
from solver.penta_rush.rules import MOST, Numbers

_PAIR = 2

Shape = tuple[int, int]  # its points, and the bit set of its placements


class Plain(Engine):
    """Answers by bit sets: the best by branch and bound, counts and samples by cliques."""

    def __init__(self, deal: Deal) -> None:
        matching = Matching(deal)
        super().__init__(deal, matching)
        self._marks = [spot.mark for spot in matching.spots]
        self._bits = [1 << number for number in range(len(matching))]
        self._every = (1 << len(matching)) - 1
        self._known_fits: dict[int, int] = {}
        shapes: dict[str, int] = {}
        for spot, bit in zip(matching.spots, self._bits, strict=True):
            shapes[spot.shape] = shapes.get(spot.shape, 0) | bit
        self._shapes = [(deal.points[shape], members) for shape, members in shapes.items()]

    def best(self) -> Numbers | None:
        """Return the first of the best packings; None when there is none."""
        numbers = self.search()
        if not numbers:
            return None
        self.referee.check(numbers)
        return numbers

    def search(self) -> Numbers:
        """Return what `best` is to check, by branch and bound; empty when there is no packing.

        The dearest shapes come first, and with *slots* left no packing gains more than the
        dearest of the shapes that still have a placement. Only a better packing replaces the best
        one, so that it is the first of its score in the documented order.
        """
        best = 0
        found: Numbers = ()

        def better(score: int, numbers: Numbers) -> None:
            nonlocal best, found
            if score > best:
                best, found = score, numbers

        def branch(shapes: list[Shape], slots: int, score: int, chosen: Numbers) -> None:
            bound = score + sum([points for points, _ in shapes[:slots]])
            for at, (value, members) in enumerate(shapes, start=1):
                gained, later = score + value, shapes[at:]
                for number in bits(members):
                    if bound <= best:
                        return
                    grown = (*chosen, number)
                    better(gained, grown)
                    fits = self._fits(number)
                    rest = [(points, m) for points, those in later if (m := those & fits)]
                    if slots > _PAIR:
                        branch(rest, slots - 1, gained, grown)
                    elif rest:  # the last slot: the dearest that fits
                        points, last = rest[0]
                        better(gained + points, (*grown, next(bits(last))))
                bound += sum([points for points, _ in later[slots - 1 : slots]]) - value

        branch(self._shapes, MOST, 0, ())
        return found

    def count_by_size(self, wish: Wish = ANY, *, progress: Progress | None = None) -> list[int]:
        """Return how many packings of size 1 to 5 are meant."""
        if wish == ANY and len(self._marks) <= FEW:
            return count_by_size(self.fits, most=MOST)
        return self._counted(self._sizes, wish, progress).by_size

    def census(self, wish: Wish = ANY, *, progress: Progress | None = None) -> Census:
        """Return how many packings are meant, by size and score."""
        cliques = Cliques(self.fits, self.values, most=MOST)
        return self._counted(cliques, wish, progress)

    def bests(self) -> list[Numbers]:
        """Return every best packing, in the documented order."""
        optimum = self.score(self.search())
        return list(self.referee.passed(self._scoring(optimum, ANY))) if optimum else []

    def top(self, count: int, wish: Wish = ANY) -> Iterator[Numbers]:
        """Yield the *count* best packings that are meant: by score, then in their order."""
        optimum = self.score(self.search())
        scores = (score for score in self._possible_scores(wish) if score <= optimum)
        by_score = chain.from_iterable(self._scoring(score, wish) for score in scores)
        return self.referee.passed(islice(by_score, count))

    @cached_property
    def values(self) -> list[int]:
        """The points of each placement, by its number."""
        return [value for value, members in self._shapes for _ in bits(members)]

    @cached_property
    def fits(self) -> list[int]:
        """For each placement, the bit set of those that may stand beside it."""
        return [self._fits(number) for number in range(len(self._marks))]

    @cached_property
    def _sizes(self) -> Cliques:
        """The packings counted by size alone: all values are 0, so that there is one worth."""
        return Cliques(self.fits, [0] * len(self._marks), most=MOST)

    def _fits(self, number: int) -> int:
        fits = self._known_fits.get(number)
        if fits is None:
            own = self._marks[number]
            apart = zip(self._bits, self._marks, strict=True)
            fits = self._known_fits[number] = sum([bit for bit, mark in apart if not mark & own])
        return fits

    def _counted(self, cliques: Cliques, wish: Wish, progress: Progress | None) -> Census:
        """Return the census of the packings that are meant, *cliques* being all of them."""
        counts = cliques.count(progress=progress)
        if wish.maximal:
            # Every packing of five is maximal. The smaller ones are few beside them: listed.
            smaller = self._grown(Wish(maximal=True), MOST - 1)
            counts = Counter({key: n for key, n in counts.items() if key[0] == MOST})
            counts.update((len(numbers), self.score(numbers)) for numbers in smaller)
        return Census({key: n for key, n in counts.items() if wish.takes(key[0])})

    def _wished(self, wish: Wish) -> Iterator[Numbers]:
        return self._grown(wish, wish.size or MOST)

    def _grown(self, wish: Wish, deepest: int) -> Iterator[Numbers]:
        """Yield the packings of at most *deepest* that are meant, in the documented order."""
        # Nothing can be added to five, so that only smaller ones are tested for being maximal.
        tested = wish.maximal and deepest < MOST

        def grow(chosen: Numbers, later: int, free: int) -> Iterator[Numbers]:
            size = len(chosen)
            if size == deepest - 1:
                for number in bits(later):
                    if not (tested and free & self._fits(number)):
                        yield (*chosen, number)
            else:
                for number in bits(later):
                    fits = self._fits(number)
                    yield from grow((*chosen, number), _after(number, later) & fits, free & fits)
            if chosen and wish.takes(size) and not (wish.maximal and free):
                yield chosen

        return grow((), self._every, self._every)

    def _scoring(self, score: int, wish: Wish) -> Iterator[Numbers]:
        """Yield the packings of exactly this *score* that are meant, in the documented order."""
        values, deepest = self.values, wish.size or MOST
        worth: dict[int, int] = {}
        for value, members in self._shapes:
            worth[value] = worth.get(value, 0) | members

        def grow(chosen: Numbers, later: int, free: int, missing: int) -> Iterator[Numbers]:
            size = len(chosen)
            if not missing:
                if chosen and wish.takes(size) and not (wish.maximal and size < MOST and free):
                    yield chosen
                return
            if size == deepest - 1:
                later &= worth.get(missing, 0)
            elif self._most_gained(later, deepest - size) < missing:
                return
            for number in bits(later):
                if values[number] <= missing:
                    fits, rest = self._fits(number), missing - values[number]
                    inner = _after(number, later) & fits if size < deepest - 1 else 0
                    yield from grow((*chosen, number), inner, free & fits, rest)

        return grow((), self._every, self._every, score)

    def _most_gained(self, later: int, slots: int) -> int:
        """Return what *slots* more placements of *later* can gain at most: the dearest shapes."""
        values = (value for value, members in self._shapes if later & members)
        return sum(islice(values, slots))

    def _possible_scores(self, wish: Wish) -> list[int]:
        """Return the scores of all sets of shapes of the size that is meant, highest first."""
        values = [value for value, _ in self._shapes]
        sizes = filter(wish.takes, range(1, MOST + 1))
        sets = chain.from_iterable(combinations(values, size) for size in sizes)
        return sorted({sum(some) for some in sets}, reverse=True)

    def _ranked(self, ranks: list[int], wish: Wish) -> Iterator[tuple[int, Numbers]]:
        if wish.maximal:
            yield from super()._ranked(ranks, wish)
            return
        for rank, numbers in self._sizes.at_ranks(ranks, wish.size):
            self.referee.check(numbers)
            yield rank, numbers


def _after(number: int, members: int) -> int:
    return members >> number + 1 << number + 1
