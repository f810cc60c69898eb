"""What may be asked of a deal, and how any engine answers it by going through all packings.

deal      a card, a roll and the tile values: what a player looks at in a round
number    a placement's place in the documented order: by shape, the dearest first and then by
          letter; by orientation; by where it stands, row by row
packing   here a tuple of numbers, ascending
wish      which packings are meant: of one size only, maximal ones only
census    how many packings there are by size and score

Packings come in one documented order: where two first differ, the one that has the lower number
comes first, and one that has no further number comes last. So all that hold the first placement
come before all that do not.

An engine needs to give its placements and its packings; it may answer the rest faster.
"""

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple

from solver.errors import BrokenInvariantError
from solver.penta_rush.card import Card, check_on_card
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MOST, Numbers, Packing, Placement, Referee

_BATCH = 1 << 16  # draws whose packings are looked up, and held in memory, together

Progress = Callable[[int, int, int], None]  # steps done, steps in all, packings found so far


@dataclass(frozen=True, slots=True)
class Deal:
    """A *roll* on a *card* whose tiles are worth *points*.

    Raises `RollError` when the card does not show a symbol of the roll.
    """

    card: Card
    roll: Roll
    points: Points

    def __post_init__(self) -> None:
        check_on_card(self.roll, self.card)


class Wish(NamedTuple):
    """Which packings are meant: those of *size* (None: any), *maximal* ones (False: all)."""

    size: int | None = None
    maximal: bool = False

    def takes(self, size: int) -> bool:
        """Return whether packings of *size* are meant."""
        return self.size in (None, size)


ANY = Wish()


@dataclass(frozen=True, slots=True)
class Census:
    """How many packings there are: *counts* by (size, score), none of them 0."""

    counts: dict[tuple[int, int], int]

    @property
    def total(self) -> int:
        """The number of packings."""
        return sum(self.counts.values())

    @property
    def by_size(self) -> list[int]:
        """The numbers of packings of size 1 to 5."""
        found = self._summed(0)
        return [found[size] for size in range(1, MOST + 1)]

    @property
    def by_score(self) -> dict[int, int]:
        """The numbers of packings by score, ascending."""
        return dict(sorted(self._summed(1).items()))

    @property
    def optimum(self) -> int:
        """The best score; 0 when there is no packing."""
        return max(self.by_score, default=0)

    @property
    def optimal(self) -> int:
        """The number of best packings."""
        return self.by_score.get(self.optimum, 0)

    def _summed(self, axis: int) -> Counter[int]:
        found: Counter[int] = Counter()
        for key, count in self.counts.items():
            found[key[axis]] += count
        return found


class Engine(ABC):
    """The answers to a *deal*, from its *placements* in the documented order.

    Every packing passes the referee before it is given out.
    """

    def __init__(self, deal: Deal, placements: Sequence[Placement]) -> None:
        self.deal = deal
        self.placements = placements
        self.referee = Referee(deal.card, deal.roll, deal.points, placements)

    @cached_property
    def values(self) -> list[int]:
        """The points of each placement, by its number."""
        return [placement.points for placement in self.placements]

    @abstractmethod
    def _wished(self, wish: Wish) -> Iterator[Numbers]:
        """Yield every packing that is meant, in the documented order, not yet refereed."""

    def packing(self, numbers: Numbers) -> Packing:
        """Return the placements of these *numbers*, sorted by shape."""
        return tuple(sorted(self.placements[number] for number in numbers))

    def score(self, numbers: Numbers) -> int:
        """Return the points of the placements of these *numbers*."""
        return sum(self.values[number] for number in numbers)

    def packings(self, wish: Wish = ANY) -> Iterator[Numbers]:
        """Yield every packing that is meant, in the documented order, from the first at once."""
        return self.referee.passed(self._wished(wish))

    def best(self) -> Numbers | None:
        """Return the first of the best packings; None when there is none."""
        return next(self.top(1), None)

    def census(self, wish: Wish = ANY, *, progress: Progress | None = None) -> Census:
        """Return how many packings are meant, by size and score."""
        counts: Counter[tuple[int, int]] = Counter()
        for done, numbers in enumerate(self.packings(wish)):
            counts[len(numbers), self.score(numbers)] += 1
            if progress and done % 4096 == 0:
                progress(numbers[0], len(self.placements), done)
        return Census(dict(counts))

    def count_by_size(self, wish: Wish = ANY, *, progress: Progress | None = None) -> list[int]:
        """Return how many packings of size 1 to 5 are meant."""
        return self.census(wish, progress=progress).by_size

    def top(self, count: int, wish: Wish = ANY) -> Iterator[Numbers]:
        """Yield the *count* best packings that are meant: by score, then in their order."""
        # Stable, so that equal scores stay in the documented order.
        best = nsmallest(count, self.packings(wish), key=lambda numbers: -self.score(numbers))
        return iter(best)

    def sample(
        self,
        count: int,
        rng: random.Random,
        wish: Wish = ANY,
        *,
        progress: Progress | None = None,
    ) -> Iterator[Numbers]:
        """Yield *count* packings, each drawn uniformly from all that are meant.

        The draws are independent, so one may come twice. Nothing is drawn when no packing is meant.
        """
        total = sum(self.count_by_size(wish, progress=progress))
        return self._drawn(count if total else 0, total, rng, wish)

    def _drawn(self, count: int, total: int, rng: random.Random, wish: Wish) -> Iterator[Numbers]:
        for done in range(0, count, _BATCH):
            draws = [rng.randrange(total) for _ in range(min(_BATCH, count - done))]
            found = dict(self._ranked(sorted(set(draws)), wish))
            yield from map(found.__getitem__, draws)

    def _ranked(self, ranks: list[int], wish: Wish) -> Iterator[tuple[int, Numbers]]:
        """Yield the packings that stand at these *ranks*, ascending and from 0, with them."""
        stream, reached = self.packings(wish), 0
        for rank in ranks:
            found = next(islice(stream, rank - reached, None), None)
            if found is None:
                raise BrokenInvariantError(f"packing {rank} was counted but does not come")
            reached = rank + 1
            yield rank, found
