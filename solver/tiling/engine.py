"""Engines that search for tilings: their interface, and exact covers by plain Python and by CP-SAT.

All engines give the same answers. Those of exact covers know nothing of pentominoes.
A position is a primary item, a pentomino a secondary one. The options are sorted in the documented
order, so covers as ascending indices come in that order too.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from solver.cover import cpsat, exact_cover
from solver.geometry.bitset import bits
from solver.search import Advance
from solver.tiling.problem import Option, TilingProblem
from solver.tiling.rules import Tiling

Covers = Callable[[Sequence[Iterable[object]], Sequence[object]], Iterable[tuple[int, ...]]]

COVERS: dict[str, Covers] = {
    "exact-cover": partial(exact_cover.covers, in_order=True),
    "cp-sat": cpsat.all_covers,
}


class TilingCount(NamedTuple):
    """How many tilings there are, and how many up to the symmetries of the region."""

    tilings: int
    distinct: int


class TilingEngine(ABC):
    """Searches for the tilings of *problem*."""

    def __init__(self, problem: TilingProblem) -> None:
        self.problem = problem

    @abstractmethod
    def tilings(self, *, progress: Advance | None = None) -> Iterator[Tiling]:
        """Yield the tilings, or the distinct ones, in the documented order."""

    @abstractmethod
    def count(self, *, progress: Advance | None = None) -> TilingCount:
        """Return how many tilings there are, all and distinct, whichever the problem asks for."""


class CoverEngine(TilingEngine):
    """Searches by a function that yields exact covers."""

    def __init__(self, problem: TilingProblem, covers: Covers) -> None:
        super().__init__(problem)
        self._covers = covers

    def tilings(self, *, progress: Advance | None = None) -> Iterator[Tiling]:  # noqa: ARG002 - it knows of no steps
        """Yield the tilings, or the distinct ones, in the documented order."""
        for options in self._all():
            if not self.problem.distinct or _is_first_of_its_class(self.problem, options):
                yield self.problem.tiling(options)

    def count(self, *, progress: Advance | None = None) -> TilingCount:  # noqa: ARG002
        """Return how many tilings there are."""
        is_first = [_is_first_of_its_class(self.problem, options) for options in self._all()]
        return TilingCount(len(is_first), sum(is_first))

    def _all(self) -> Iterator[list[Option]]:
        """Yield the sorted options of every tiling."""
        if self.problem.infeasible_reason:
            return
        options = self.problem.options
        items = [[*bits(option.positions), option.shape] for option in options]
        for cover in self._covers(items, range(len(self.problem.cell_order))):
            yield [options[number] for number in cover]


def first_tiling(problem: TilingProblem, *, node_limit: int) -> Tiling | None:
    """Return the first tiling in the documented order; None if there is none.

    Raises `UndecidedError` after *node_limit* options were tried.
    """
    covers = partial(exact_cover.covers, in_order=True, node_limit=node_limit)
    return next(CoverEngine(problem, covers).tilings(), None)


def _is_first_of_its_class(problem: TilingProblem, options: list[Option]) -> bool:
    """Return whether a tiling, as its sorted *options*, is the one to list of its class."""

    def rank(options: list[Option]) -> tuple[list[Option], list[Option]]:
        return [option for option in options if option.shape == problem.symmetry_breaker], options

    images = (
        sorted(problem.image(option, symmetry) for option in options)
        for symmetry in range(len(problem.symmetries))
    )
    return all(rank(options) <= rank(image) for image in images)
