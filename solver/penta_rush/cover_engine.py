"""The packings of a deal as an exact cover, and the two engines that take them from there.

item     a shape, which is primary; a cell; and "tile", which at most five options may cover
option   a placement, covering its shape, its cells and the tile; or, for each shape, that it
         stays unused, so that each shape is covered exactly once

So a cover is a packing, but for the empty cover, which uses no placement. The unused shape is the
last option of each, so covers in lexicographic order are packings in the documented order.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from solver.cover import cpsat, exact_cover
from solver.cover.status import Status
from solver.errors import BrokenInvariantError
from solver.geometry.polyomino import pentominoes, placements
from solver.penta_rush.engine import Deal, Engine, Wish
from solver.penta_rush.rules import MOST, Numbers, Placement


class Model(NamedTuple):
    """An exact cover: its *options* and *primary* items, the *bounds* of others.

    *numbers* has the number of the placement that an option is, None for an unused shape.
    """

    options: list[list[Hashable]]
    primary: list[str]
    bounds: dict[Hashable, int]
    numbers: list[int | None]


class ExactCover(Engine):
    """Answers by going through the exact covers, one by one, in the documented order."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal, list(_matching(deal)))

    @cached_property
    def model(self) -> Model:
        """The exact cover of this deal."""
        return model(self.placements)

    def _wished(self, wish: Wish) -> Iterator[Numbers]:
        for numbers in map(self._numbers, self._covers()):
            meant = numbers and wish.takes(len(numbers))
            if meant and not (wish.maximal and self._can_grow(numbers)):
                yield numbers

    def _can_grow(self, numbers: Numbers) -> bool:
        if len(numbers) == MOST:
            return False
        shapes = {self.placements[number].shape for number in numbers}
        cells = {cell for number in numbers for cell in self.placements[number].cells}
        return any(
            placement.shape not in shapes and cells.isdisjoint(placement.cells)
            for placement in self.placements
        )

    def _covers(self) -> Iterator[tuple[int, ...]]:
        options, primary, bounds, _ = self.model
        return exact_cover.covers(options, primary, bounds=bounds, listed=True)

    def _numbers(self, cover: tuple[int, ...]) -> Numbers:
        numbers = (self.model.numbers[option] for option in cover)
        return tuple(number for number in numbers if number is not None)


class CpSat(ExactCover):
    """Answers by a CP-SAT model of the same exact cover; all are found before one comes."""

    def best(self) -> Numbers | None:
        """Return the first of the best packings; None when there is none.

        The optimum comes from the model with an objective, the packing from the enumeration: two
        formulations, which must agree.
        """
        best = super().best()
        score = self.score(best) if best else 0
        if self.optimum() != score:
            raise BrokenInvariantError(f"CP-SAT: optimum {self.optimum()}, but the best is {score}")
        return best

    def optimum(self) -> int:
        """Return the best score, by maximizing; 0 when there is no packing."""
        options, primary, bounds, numbers = self.model
        worth = [0 if number is None else self.values[number] for number in numbers]
        outcome = cpsat.best_cover(options, primary, worth, bounds=bounds)
        found = self._numbers(outcome.options)
        if found:
            self.referee.check(found)
        # There is always a cover, the empty one, so that INFEASIBLE would be a defect.
        if outcome.status is not Status.OPTIMAL or self.score(found) != outcome.worth:
            raise BrokenInvariantError(f"CP-SAT: {outcome}, but {found} scores {self.score(found)}")
        return outcome.worth

    def _covers(self) -> Iterator[tuple[int, ...]]:
        return iter(self._found)

    @cached_property
    def _found(self) -> list[tuple[int, ...]]:
        options, primary, bounds, numbers = self.model
        found = cpsat.all_covers(options, primary, bounds=bounds)
        unused = tuple(option for option, number in enumerate(numbers) if number is None)
        if unused not in found:
            raise BrokenInvariantError("CP-SAT: the empty cover, of no placement, is not found")
        return found


def model(matching: Sequence[Placement]) -> Model:
    """Return the exact cover whose covers are the packings of these placements.

    *matching* has the placements of a shape side by side.
    """
    found = Model([], [], {"tile": MOST}, [])
    for shape, numbered in groupby(enumerate(matching), key=lambda one: one[1].shape):
        for number, placement in numbered:
            found.options.append([shape, "tile", *placement.cells])
            found.numbers.append(number)
        found.options.append([shape])
        found.numbers.append(None)
        found.primary.append(shape)
    return found


def _matching(deal: Deal) -> Iterator[Placement]:
    """Yield the placements that match *deal*, in the documented order."""
    roll, card, points = list(deal.roll.symbols), deal.card, deal.points
    for shape in points.dearest_first:
        for placed in placements(pentominoes()[shape], card.cells):
            if sorted(card[cell] for cell in placed) == roll:
                yield Placement(shape, points[shape], tuple(sorted(placed)))
