"""Tilings by the engines that know nothing of pentominoes: exact cover in plain Python, and CP-SAT.

A position is a primary item, a pentomino a secondary one. The options are sorted as the documented
order wants them, so that the covers, as ascending indices, come out in it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from solver.cover import cpsat, exact_cover
from solver.geometry.bitset import bits
from solver.tiling.engine import Count, Engine, Progress
from solver.tiling.problem import Option, Problem
from solver.tiling.rules import Tiling

Covers = Callable[[Sequence[Iterable[object]], Sequence[object]], Iterable[tuple[int, ...]]]

COVERS: dict[str, Covers] = {
    "exact-cover": partial(exact_cover.covers, listed=True),
    "cp-sat": cpsat.all_covers,
}


class Model(Engine):
    """Searches by a function that yields exact covers."""

    def __init__(self, problem: Problem, covers: Covers) -> None:
        super().__init__(problem)
        self._covers = covers

    def tilings(self, *, progress: Progress | None = None) -> Iterator[Tiling]:  # noqa: ARG002 - it knows of no steps
        """Yield the tilings, or the distinct ones, in the documented order."""
        for laid in self._all():
            if not self.problem.distinct or _is_first_of_its_class(self.problem, laid):
                yield self.problem.tiling(laid)

    def count(self, *, progress: Progress | None = None) -> Count:  # noqa: ARG002
        """Return how many tilings there are."""
        first = [_is_first_of_its_class(self.problem, laid) for laid in self._all()]
        return Count(len(first), sum(first))

    def _all(self) -> Iterator[list[Option]]:
        """Yield the sorted options of every tiling."""
        if self.problem.why_not:
            return
        options = self.problem.options
        items = [[*bits(option.positions), option.shape] for option in options]
        for cover in self._covers(items, range(len(self.problem.sweep))):
            yield [options[number] for number in cover]


def first_tiling(problem: Problem, *, patience: int) -> Tiling | None:
    """Return the first tiling in the documented order, None if there is none.

    Raises `UndecidedError` after *patience* options were tried.
    """
    covers = partial(exact_cover.covers, listed=True, patience=patience)
    return next(Model(problem, covers).tilings(), None)


def _is_first_of_its_class(problem: Problem, laid: list[Option]) -> bool:
    """Return whether a tiling, as its sorted options, is the one to list of its class."""

    def rank(options: list[Option]) -> tuple[list[Option], list[Option]]:
        return [option for option in options if option.shape == problem.leader], options

    images = (
        sorted(problem.image(option, symmetry) for option in laid)
        for symmetry in range(len(problem.symmetries))
    )
    return all(rank(laid) <= rank(image) for image in images)
