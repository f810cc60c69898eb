"""The packings of a deal as an exact cover, and the two engines that take them from there.

item     a shape, which is primary; a cell; and "tile", which at most five options may cover
option   a placement, covering its shape, its cells and the tile; or, for each shape, that it
         stays unused, so that each shape is covered exactly once

So a cover is a packing, and the cover of no placement at all is the one that is none. The unused
shape is the last option of each, so covers in lexicographic order are packings in the documented
order.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from solver import cpsat, exact_cover
from solver.errors import BrokenInvariantError
from solver.penta_rush.engine import Deal, Engine
from solver.penta_rush.rules import MOST, Numbers, Placement
from solver.polyomino import pentominoes, placements


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

    def _packings(self) -> Iterator[Numbers]:
        covers = self._covers()
        return filter(None, (self._numbers(cover) for cover in covers))

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

        The optimum comes from the model with an objective, the packing from the enumeration, and
        they must agree: CP-SAT is not the only judge of an optimum.
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
        if self.score(found) != outcome.worth:
            raise BrokenInvariantError(f"CP-SAT: {found} is not worth {outcome.worth}")
        return outcome.worth

    def _covers(self) -> Iterator[tuple[int, ...]]:
        return iter(self._found)

    @cached_property
    def _found(self) -> list[tuple[int, ...]]:
        options, primary, bounds, _ = self.model
        return cpsat.all_covers(options, primary, bounds=bounds)


def model(matching: Sequence[Placement]) -> Model:
    """Return the exact cover whose covers are the packings of these placements, and the none.

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
