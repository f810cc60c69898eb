"""How any engine answers questions about a roll on a card, by going through all packings.

Placements are numbered in one documented order: by shape, the highest value first and then by
letter; then by orientation; then row by row. A packing is a tuple of placement numbers, ascending.
Where two packings first differ, the one with the lower number comes first, and one that has no
further number comes last.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import islice
from typing import TYPE_CHECKING

from solver.errors import BrokenInvariantError
from solver.penta_rush.packing import ANY_PACKING, Packing, PackingFilter, RollProblem
from solver.penta_rush.rules import MAX_PLACEMENTS, Placement, PlacementNumbers, Referee
from solver.search import Advance

if TYPE_CHECKING:
    import random

_BATCH = 1 << 16  # draws whose packings are looked up, and held in memory, together


@dataclass(frozen=True, slots=True)
class PackingCounts:
    """How many packings there are, *by_size_and_score*; no count is 0."""

    by_size_and_score: dict[tuple[int, int], int]

    @property
    def total(self) -> int:
        """The number of packings."""
        return sum(self.by_size_and_score.values())

    @property
    def by_size(self) -> list[int]:
        """The numbers of packings of size 1 to 5."""
        by_size = self._totals(0)
        return [by_size[size] for size in range(1, MAX_PLACEMENTS + 1)]

    @property
    def by_score(self) -> dict[int, int]:
        """The numbers of packings by score, ascending."""
        return dict(sorted(self._totals(1).items()))

    @property
    def optimum(self) -> int:
        """The best score; 0 when there is no packing."""
        return max(self.by_score, default=0)

    @property
    def optimal(self) -> int:
        """The number of best packings."""
        return self.by_score.get(self.optimum, 0)

    def _totals(self, axis: int) -> Counter[int]:
        totals: Counter[int] = Counter()
        for key, count in self.by_size_and_score.items():
            totals[key[axis]] += count
        return totals


class Engine(ABC):
    """The answers to a *problem*, from its *placements*; each packing passes the referee first."""

    def __init__(self, problem: RollProblem, placements: Sequence[Placement]) -> None:
        self.problem = problem
        self.placements = placements
        self.referee = Referee(problem.card, problem.roll, problem.points, placements)

    @cached_property
    def values(self) -> list[int]:
        """The points of each placement, by its number."""
        return [placement.points for placement in self.placements]

    @abstractmethod
    def _enumerate(self, wanted: PackingFilter) -> Iterator[PlacementNumbers]:
        """Yield every wanted packing in the documented order, not yet checked by the referee."""

    def packing(self, numbers: PlacementNumbers) -> Packing:
        """Return the placements of these *numbers*, sorted by shape."""
        return Packing(sorted(self.placements[number] for number in numbers), self.problem)

    def score(self, numbers: PlacementNumbers) -> int:
        """Return the points of the placements of these *numbers*."""
        return sum(self.values[number] for number in numbers)

    def packings(self, wanted: PackingFilter = ANY_PACKING) -> Iterator[PlacementNumbers]:
        """Yield every wanted packing, in the documented order, from the first at once."""
        return self.referee.checked(self._enumerate(wanted))

    def best(self) -> PlacementNumbers | None:
        """Return the first of the best packings; None when there is none."""
        return next(self.top(1), None)

    def counts(
        self, wanted: PackingFilter = ANY_PACKING, *, progress: Advance | None = None
    ) -> PackingCounts:
        """Return how many wanted packings there are, by size and score."""
        counts: Counter[tuple[int, int]] = Counter()
        for done, numbers in enumerate(self.packings(wanted)):
            counts[len(numbers), self.score(numbers)] += 1
            if progress and done % 4096 == 0:
                progress(numbers[0], len(self.placements), done)
        return PackingCounts(dict(counts))

    def counts_up_to(self, limit: int, *, progress: Advance | None = None) -> PackingCounts | None:
        """Return how many packings there are, by size and score; None for more than *limit*."""
        if next(islice(self._enumerate(ANY_PACKING), limit, None), None) is not None:
            return None
        return self.counts(progress=progress)

    def count_by_size(
        self, wanted: PackingFilter = ANY_PACKING, *, progress: Advance | None = None
    ) -> list[int]:
        """Return how many wanted packings there are of size 1 to 5."""
        return self.counts(wanted, progress=progress).by_size

    def top(self, count: int, wanted: PackingFilter = ANY_PACKING) -> Iterator[PlacementNumbers]:
        """Yield the *count* best of the wanted packings: by score, then in their order."""
        # Stable, so that equal scores stay in the documented order.
        best = nsmallest(count, self.packings(wanted), key=lambda numbers: -self.score(numbers))
        return iter(best)

    def sample(
        self,
        count: int,
        rng: "random.Random",
        wanted: PackingFilter = ANY_PACKING,
        *,
        progress: Advance | None = None,
    ) -> Iterator[PlacementNumbers]:
        """Yield *count* packings, each drawn uniformly from all wanted ones; one may come twice."""
        total = sum(self.count_by_size(wanted, progress=progress))
        return self._draw(count if total else 0, total, rng, wanted)

    def _draw(
        self, count: int, total: int, rng: "random.Random", wanted: PackingFilter
    ) -> Iterator[PlacementNumbers]:
        for done in range(0, count, _BATCH):
            draws = [rng.randrange(total) for _ in range(min(_BATCH, count - done))]
            packing_at = dict(self._at_ranks(sorted(set(draws)), wanted))
            yield from map(packing_at.__getitem__, draws)

    def _at_ranks(
        self, ranks: list[int], wanted: PackingFilter
    ) -> Iterator[tuple[int, PlacementNumbers]]:
        """Yield each of *ranks*, ascending and from 0, with the packing at that rank."""
        stream, position = self.packings(wanted), 0
        for rank in ranks:
            numbers = next(islice(stream, rank - position, None), None)
            if numbers is None:
                raise BrokenInvariantError(f"packing {rank} was counted but does not come")
            position = rank + 1
            yield rank, numbers
