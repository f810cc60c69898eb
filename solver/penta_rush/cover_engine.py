"""The packings of a roll as an exact cover, and the two engines that take them from there.

Items are the shapes, which are primary, the cells, and "tile", which at most five options may
cover. An option is a placement, or a shape alone, which then stays unused. That is the last option
of each shape, so covers in lexicographic order are packings in the documented order.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from solver.cover import cpsat, exact_cover
from solver.cover.exact_cover import Status
from solver.errors import BrokenInvariantError
from solver.geometry.polyomino import pentominoes, placements
from solver.penta_rush.card import Card
from solver.penta_rush.engine import Engine
from solver.penta_rush.packing import PackingFilter, RollProblem
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MAX_PLACEMENTS, Placement, PlacementNumbers


class CoverProblem(NamedTuple):
    """An exact cover; *numbers* has each option's placement, None for an unused shape."""

    options: list[list[Hashable]]
    primary: list[str]
    bounds: dict[Hashable, int]
    numbers: list[int | None]


class ExactCoverEngine(Engine):
    """Answers by going through the exact covers, one by one, in the documented order."""

    def __init__(self, problem: RollProblem) -> None:
        by_roll = _placements_by_roll(problem.card, problem.points)
        super().__init__(problem, by_roll.get(problem.roll.symbols, []))

    @cached_property
    def cover_problem(self) -> CoverProblem:
        """The exact cover whose covers are the packings."""
        return cover_problem(self.placements)

    def _enumerate(self, wanted: PackingFilter) -> Iterator[PlacementNumbers]:
        for numbers in map(self._numbers, self._covers()):
            has_size = numbers and wanted.allows(len(numbers))
            if has_size and not (wanted.maximal and self._can_be_extended(numbers)):
                yield numbers

    def _can_be_extended(self, numbers: PlacementNumbers) -> bool:
        if len(numbers) == MAX_PLACEMENTS:
            return False
        shapes = {self.placements[number].shape for number in numbers}
        cells = {cell for number in numbers for cell in self.placements[number].cells}
        return any(
            placement.shape not in shapes and cells.isdisjoint(placement.cells)
            for placement in self.placements
        )

    def _covers(self) -> Iterator[tuple[int, ...]]:
        options, primary, bounds, _ = self.cover_problem
        return exact_cover.covers(options, primary, bounds=bounds, in_order=True)

    def _numbers(self, cover: tuple[int, ...]) -> PlacementNumbers:
        numbers = (self.cover_problem.numbers[option] for option in cover)
        return tuple(number for number in numbers if number is not None)


class CpSatEngine(ExactCoverEngine):
    """Answers by a CP-SAT model of the same exact cover; all covers are found before one comes."""

    def best(self) -> PlacementNumbers | None:
        """Return the first of the best packings; None when there is none.

        The model with an objective and the enumeration must agree.
        """
        best = super().best()
        score = self.score(best) if best else 0
        if self.optimum() != score:
            raise BrokenInvariantError(f"CP-SAT: optimum {self.optimum()}, but the best is {score}")
        return best

    def optimum(self) -> int:
        """Return the best score, by maximizing; 0 when there is no packing."""
        options, primary, bounds, numbers = self.cover_problem
        values = [0 if number is None else self.values[number] for number in numbers]
        result = cpsat.best_cover(options, primary, values, bounds=bounds)
        best = self._numbers(result.options)
        if best:
            self.referee.check(best)
        # There is always a cover, the empty one, so that INFEASIBLE would be a defect.
        if result.status is not Status.OPTIMAL or self.score(best) != result.value:
            raise BrokenInvariantError(f"CP-SAT: {result}, but {best} scores {self.score(best)}")
        return result.value

    def _covers(self) -> Iterator[tuple[int, ...]]:
        return iter(self._all_covers)

    @cached_property
    def _all_covers(self) -> list[tuple[int, ...]]:
        options, primary, bounds, numbers = self.cover_problem
        covers = cpsat.all_covers(options, primary, bounds=bounds)
        empty = tuple(option for option, number in enumerate(numbers) if number is None)
        if empty not in covers:
            raise BrokenInvariantError("CP-SAT: the empty cover, of no placement, is not found")
        return covers


def cover_problem(matching: Sequence[Placement]) -> CoverProblem:
    """Return the exact cover of placements; *matching* has those of a shape side by side."""
    problem = CoverProblem([], [], {"tile": MAX_PLACEMENTS}, [])
    for shape, numbered in groupby(enumerate(matching), key=lambda item: item[1].shape):
        for number, placement in numbered:
            problem.options.append([shape, "tile", *placement.cells])
            problem.numbers.append(number)
        problem.options.append([shape])
        problem.numbers.append(None)
        problem.primary.append(shape)
    return problem


@lru_cache(maxsize=1)
def _placements_by_roll(card: Card, points: Points) -> dict[str, list[Placement]]:
    """Return all placements on *card* by the symbols they cover, each in the documented order.

    They are kept for the next roll: to find them takes many times as long as to answer for one.
    """
    by_roll: dict[str, list[Placement]] = {}
    for shape in points.highest_first:
        for cells in placements(pentominoes()[shape], card.cells):
            symbols = "".join(sorted([card[cell] for cell in cells]))
            placement = Placement(shape, points[shape], tuple(sorted(cells)))
            by_roll.setdefault(symbols, []).append(placement)
    return by_roll
