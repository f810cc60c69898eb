"""The engine for the one roll that a person waits for, `--engine plain`: bit sets in ints."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, combinations, islice

from solver.geometry.bitset import bits
from solver.penta_rush.clique import (
    FEW_VERTICES,
    Cliques,
    LimitReachedError,
    count_by_size,
    exceeds,
)
from solver.penta_rush.engine import Engine, PackingCounts
from solver.penta_rush.matching import MatchingPlacements
from solver.penta_rush.packing import ANY_PACKING, PackingFilter, RollProblem
from solver.penta_rush.rules import MAX_PLACEMENTS, PlacementNumbers
from solver.search import Advance

ShapePlacements = tuple[int, int]  # the points of a shape, and the bit set of its placements

_PAIR = 2
_MANY_PLACEMENTS = 800  # more than these are likely to have more packings than anyone counts
_MAX_STEPS = 1_000_000  # about half a second


class BitsetEngine(Engine):
    """Answers by bit sets: the best by branch and bound, counts and samples by cliques."""

    placements: MatchingPlacements

    def __init__(self, problem: RollProblem) -> None:
        super().__init__(problem, MatchingPlacements(problem))
        self._all = (1 << len(self.placements)) - 1
        self._compatible_cache: dict[int, int] = {}
        self._of_shape: defaultdict[str, int] = defaultdict(int)
        self._through: defaultdict[int, int] = defaultdict(int)  # a cell
        for number, placement in enumerate(self.placements.fixed):
            self._of_shape[placement.shape] |= 1 << number
            for cell in placement.cells:
                self._through[cell] |= 1 << number
        self._shapes = [
            (problem.points[shape], members) for shape, members in self._of_shape.items()
        ]

    def best(self) -> PlacementNumbers | None:
        """Return the first of the best packings; None when there is none."""
        numbers = self.unchecked_best
        if not numbers:
            return None
        self.referee.check(numbers)
        return numbers

    @cached_property
    def unchecked_best(self) -> PlacementNumbers:
        """What `best` has the referee check; empty when there is no packing."""
        return _best_beyond(0, self._shapes, self._compatible_with)

    def max_size(self, *, at_least: int) -> int:
        """Return the most shapes in a packing; one with *at_least* this number is known."""
        if at_least == min(MAX_PLACEMENTS, len(self._shapes)):
            return at_least
        rarest_first = sorted([members for _, members in self._shapes], key=int.bit_count)
        shapes = [(1, members) for members in rarest_first]
        return len(_best_beyond(at_least, shapes, self._compatible_with)) or at_least

    def count_by_size(
        self, wanted: PackingFilter = ANY_PACKING, *, progress: Advance | None = None
    ) -> list[int]:
        """Return how many wanted packings there are of size 1 to 5."""
        if wanted == ANY_PACKING and len(self.placements) <= FEW_VERTICES:
            return count_by_size(self.compatible, max_size=MAX_PLACEMENTS)
        return self._count_wanted(self._unvalued_cliques, wanted, progress).by_size

    def counts(
        self, wanted: PackingFilter = ANY_PACKING, *, progress: Advance | None = None
    ) -> PackingCounts:
        """Return how many wanted packings there are, by size and score."""
        cliques = Cliques(self.compatible, self.values, max_size=MAX_PLACEMENTS)
        return self._count_wanted(cliques, wanted, progress)

    def counts_up_to(self, limit: int, *, progress: Advance | None = None) -> PackingCounts | None:
        """Return how many packings there are, by size and score; None for more than *limit*."""
        if len(self.placements) > _MANY_PLACEMENTS and exceeds(
            self.compatible, limit, max_size=MAX_PLACEMENTS, max_steps=_MAX_STEPS
        ):
            return None
        cliques = Cliques(self.compatible, self.values, max_size=MAX_PLACEMENTS)
        try:
            return PackingCounts(dict(cliques.count(progress=progress, limit=limit)))
        except LimitReachedError:
            return None

    def best_packings(self) -> Iterator[PlacementNumbers]:
        """Yield every best packing, in the documented order."""
        optimum = self.score(self.unchecked_best)
        return self.referee.checked(self._with_score(optimum, ANY_PACKING) if optimum else ())

    def top(self, count: int, wanted: PackingFilter = ANY_PACKING) -> Iterator[PlacementNumbers]:
        """Yield the *count* best of the wanted packings: by score, then in their order."""
        optimum = self.score(self.unchecked_best)
        scores = (score for score in self._possible_scores(wanted) if score <= optimum)
        by_score = chain.from_iterable(self._with_score(score, wanted) for score in scores)
        return self.referee.checked(islice(by_score, count))

    @cached_property
    def values(self) -> list[int]:
        """The points of each placement, by its number."""
        return [value for value, members in self._shapes for _ in bits(members)]

    @cached_property
    def compatible(self) -> list[int]:
        """For each placement, the bit set of those that may be in a packing with it."""
        return [self._compatible_with(number) for number in range(len(self.placements))]

    @cached_property
    def _unvalued_cliques(self) -> Cliques:
        """The packings as cliques without values, which are counted by size alone, and faster."""
        return Cliques(self.compatible, [0] * len(self.placements), max_size=MAX_PLACEMENTS)

    def _compatible_with(self, number: int) -> int:
        compatible = self._compatible_cache.get(number)
        if compatible is None:
            placement = self.placements.fixed[number]
            blocked = self._of_shape[placement.shape]
            for cell in placement.cells:
                blocked |= self._through[cell]
            compatible = self._compatible_cache[number] = self._all & ~blocked
        return compatible

    def _count_wanted(
        self, cliques: Cliques, wanted: PackingFilter, progress: Advance | None
    ) -> PackingCounts:
        counts = cliques.count(progress=progress)
        if wanted.maximal:
            # Every packing of five is maximal. The smaller ones are few beside them: listed.
            smaller = self._enumerate_up_to(MAX_PLACEMENTS - 1, PackingFilter(maximal=True))
            counts = Counter({key: n for key, n in counts.items() if key[0] == MAX_PLACEMENTS})
            counts.update((len(numbers), self.score(numbers)) for numbers in smaller)
        return PackingCounts({key: n for key, n in counts.items() if wanted.allows(key[0])})

    def _enumerate(self, wanted: PackingFilter) -> Iterator[PlacementNumbers]:
        return self._enumerate_up_to(wanted.size or MAX_PLACEMENTS, wanted)

    def _enumerate_up_to(self, max_size: int, wanted: PackingFilter) -> Iterator[PlacementNumbers]:
        # Nothing can be added to five, so that only smaller ones are tested for being maximal.
        tested = wanted.maximal and max_size < MAX_PLACEMENTS

        # *later* is what may be added in ascending order, so that each packing comes once; *free*
        # is all that could be added, which is empty if the packing is maximal.
        def extend(chosen: PlacementNumbers, later: int, free: int) -> Iterator[PlacementNumbers]:
            size = len(chosen)
            if size == max_size - 1:
                for number in bits(later):
                    if not (tested and free & self._compatible_with(number)):
                        yield (*chosen, number)
            else:
                for number in bits(later):
                    compatible = self._compatible_with(number)
                    still_later = _after(number, later) & compatible
                    yield from extend((*chosen, number), still_later, free & compatible)
            if chosen and wanted.allows(size) and not (wanted.maximal and free):
                yield chosen

        return extend((), self._all, self._all)

    def _with_score(self, score: int, wanted: PackingFilter) -> Iterator[PlacementNumbers]:
        max_size = wanted.size or MAX_PLACEMENTS

        # *shapes* are those of greater numbers that fit, and *free* is all that could be added.
        def extend(
            chosen: PlacementNumbers, shapes: list[ShapePlacements], free: int, missing: int
        ) -> Iterator[PlacementNumbers]:
            size = len(chosen) + 1
            slots = max_size - len(chosen)
            most = sum([points for points, _ in shapes[:slots]])
            for index, (value, members) in enumerate(shapes, start=1):
                if most < missing:
                    return
                later_shapes = shapes[index:]
                most += sum([points for points, _ in later_shapes[slots - 1 : slots]]) - value
                if value > missing or (value < missing and slots == 1):
                    continue
                for number in bits(members):
                    compatible = self._compatible_with(number)
                    if value < missing:
                        rest = _fitting(later_shapes, compatible)
                        extended = (*chosen, number)
                        yield from extend(extended, rest, free & compatible, missing - value)
                    elif wanted.allows(size) and not (
                        wanted.maximal and size < MAX_PLACEMENTS and free & compatible
                    ):
                        yield (*chosen, number)

        return extend((), self._shapes, self._all, score)

    def _possible_scores(self, wanted: PackingFilter) -> list[int]:
        values = [value for value, _ in self._shapes]
        sizes = filter(wanted.allows, range(1, MAX_PLACEMENTS + 1))
        sets = chain.from_iterable(combinations(values, size) for size in sizes)
        return sorted({sum(shapes) for shapes in sets}, reverse=True)

    def _at_ranks(
        self, ranks: list[int], wanted: PackingFilter
    ) -> Iterator[tuple[int, PlacementNumbers]]:
        if wanted.maximal:
            yield from super()._at_ranks(ranks, wanted)
            return
        for rank, numbers in self._unvalued_cliques.at_ranks(ranks, wanted.size):
            self.referee.check(numbers)
            yield rank, numbers


def _best_beyond(
    best_score: int, all_shapes: list[ShapePlacements], compatible_with: Callable[[int], int]
) -> PlacementNumbers:
    """Return the first of the best packings that score more than *best_score*; empty without one.

    Branch and bound: with *slots* slots left, a packing gains at most the values of as many shapes.
    Only a better one replaces the best, which is thus the first in the documented order.
    """
    best: PlacementNumbers = ()

    def offer(score: int, numbers: PlacementNumbers) -> None:
        nonlocal best_score, best
        if score > best_score:
            best_score, best = score, numbers

    def branch(
        shapes: list[ShapePlacements], slots: int, score: int, chosen: PlacementNumbers
    ) -> None:
        bound = score + sum([points for points, _ in shapes[:slots]])
        for index, (value, members) in enumerate(shapes, start=1):
            new_score, later_shapes = score + value, shapes[index:]
            for number in bits(members):
                if bound <= best_score:
                    return
                extended = (*chosen, number)
                offer(new_score, extended)
                rest = _fitting(later_shapes, compatible_with(number))
                if slots > _PAIR:
                    branch(rest, slots - 1, new_score, extended)
                elif rest:  # the last slot takes the first compatible one
                    points, last = rest[0]
                    offer(new_score + points, (*extended, next(bits(last))))
            bound += sum([points for points, _ in later_shapes[slots - 1 : slots]]) - value

    branch(all_shapes, MAX_PLACEMENTS, 0, ())
    return best


def _fitting(shapes: list[ShapePlacements], compatible: int) -> list[ShapePlacements]:
    return [(points, rest) for points, members in shapes if (rest := members & compatible)]


def _after(number: int, members: int) -> int:
    return members >> number + 1 << number + 1
