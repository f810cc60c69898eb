"""The search for a flat card: what is asked, and an island that looks for it.

quest    a size, dice, points and wishes, and for every roll an aim
aim      the optimum that a roll should have
energy   how far the optimum is off its aim, squared, summed over all throws; more for what is
         far off, and for duds
heat     how many rolls a step may take a point off their aims: by chance, about so many
island   a card on its way, with random numbers of its own, and the best card it has seen

To go on with an island depends on nothing but the quest, the island, the heat and the steps: where
and when it is done makes no difference.
"""

import random
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from generator.annealing.kernel.annealing import anneal
from generator.annealing.kernel.arrays import Array, Ground
from generator.annealing.kernel.full_evaluation import cost_of, has_dead_cell, optima
from generator.annealing.kernel.tables import DUD, SCALE, ground_of, price_of, standing_of, wish_of
from generator.card_symmetry import kinds
from generator.constraints import Wishes
from generator.proposal import propose
from solver.errors import PointsError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MOST

_FAR = 5  # for energies to be exact: the square of this is more than what can be added to a square
UNWISHED = 2**62  # the energy of what is not as wished; no other comes near
_LEG = 50_000  # steps: half a second for 10x10 cells and six symbols, a few at most for others


@dataclass(frozen=True)
class Quest:
    """What is looked for: a card of *rows* x *cols* on which every roll of *symbols* has its aim.

    *aims* are those of the rolls, in alphabetical order, in hundredths of a point; rolls that are
    worth the same by the symmetry that is wished have one. Raises `PointsError` when the *points*
    are too high for the energy of a card to be an exact number.
    """

    rows: int
    cols: int
    symbols: str
    points: Points
    wishes: Wishes
    aims: tuple[int, ...]

    def __post_init__(self) -> None:
        most = SCALE * sum(sorted(self.points.values)[-MOST:])
        if self.throws * (_FAR * (max(most, *self.aims) + SCALE * DUD)) ** 2 >= UNWISHED:
            raise PointsError(
                "points and --target",
                expected="less, for a search",
                found=f"{max(self.points.values)} for a tile, and {max(self.aims) / SCALE:g}",
            )

    @property
    def leg(self) -> int:
        """The steps of a leg: fewer, where there are more cells a symbol than 100 for six.

        A step was measured to take as long as the cube of them: 30 ms for 20x20 cells and three.
        """
        cells, usual = 6 * self.rows * self.cols, 100 * len(self.symbols)
        return _LEG * min(cells, usual) ** 3 // cells**3

    @property
    def throws(self) -> int:
        """The number of legal throws of the dice."""
        return sum(ways(roll) for roll in rolls(self.symbols))

    def mean(self, energy: int) -> float:
        """Return *energy* as a mean over the throws, in points squared."""
        return energy / (SCALE**2 * self.throws)

    @property
    def unit(self) -> float:
        """The energy of heat 1: one roll, and those worth the same, a point off their aims."""
        return SCALE**2 * self.throws / len(kinds(self.symbols, self.wishes.symmetry))

    @property
    def warm(self) -> float:
        """The share of the cooling at which a given card is not lost at once."""
        return 0.5

    def begin(self, rng: random.Random, like: Card | None) -> "Island":
        """Return an island with a card that keeps the wishes, near *like* if there is one.

        Raises `WishError` when there is none.
        """
        card = propose(self.rows, self.cols, self.symbols, self.wishes, rng, like=like)
        return self.settle(card, rng.getrandbits(63))

    def settle(self, card: Card, seed: int) -> "Island":
        """Return the island on which a search begins with *card*.

        A card with a dead cell against the wish is no best one: the first without is better.
        """
        cells = "".join(card.lines)
        price = price_of(self.symbols, self.aims, None)
        energy = int(cost_of(self._ground(), price, self._numbers(cells)))
        best_energy = energy if self.is_lively(cells) else UNWISHED
        return Island(cells, energy, cells, best_energy, random.Random(seed).getrandbits(63) | 1)

    def advance(self, island: "Island", heat: float, steps: int) -> "Island":
        """Return *island* after *steps* more steps at *heat*."""
        motion = self.wishes.symmetry
        ground = self._ground(motion)
        standing = standing_of(ground, self._numbers(island.cells))
        best = self._numbers(island.best)
        rng = np.array([island.rng], np.uint64)
        energies = np.array([island.energy, island.best_energy], np.int64)
        anneal(
            ground,
            price_of(self.symbols, self.aims, motion),
            wish_of(self.wishes),
            standing,
            heat * self.unit,
            np.uint64(steps),
            rng,
            best,
            energies,
        )
        return Island(
            self._letters(standing.card),
            int(energies[0]),
            self._letters(best),
            int(energies[1]),
            int(rng[0]),
        )

    def optima(self, cells: str) -> list[int]:
        """Return the optimum of every roll on the card of *cells*, in alphabetical order."""
        found: list[int] = optima(self._ground(), self._numbers(cells)).tolist()
        return found

    def is_lively(self, cells: str) -> bool:
        """Return whether the card of *cells* has no dead cell, or may have."""
        return not (
            self.wishes.no_dead_cell and has_dead_cell(self._ground(), self._numbers(cells))
        )

    def cards_of(self, island: "Island") -> tuple[Card, ...]:
        """Return the best card of *island*."""
        return (self.card(island.best),)

    def restore(self, record: list[Any]) -> "Island":
        """Return the island whose fields JSON has kept."""
        return Island(*record)

    def card(self, cells: str) -> Card:
        """Return the card whose symbols, row by row, are *cells*."""
        lines = range(0, self.rows * self.cols, self.cols)
        return Card(tuple(cells[at : at + self.cols] for at in lines))

    def _ground(self, motion: str | None = None) -> Ground:
        return ground_of(self.rows, self.cols, self.symbols, self.points, motion)

    def _numbers(self, cells: str) -> Array:
        return np.array([self.symbols.index(symbol) for symbol in cells], np.uint64)

    def _letters(self, card: Array) -> str:
        return "".join(self.symbols[number] for number in card.tolist())


class Island(NamedTuple):
    """A card on its way and the best so far, as symbols row by row, with their energies."""

    cells: str
    energy: int
    best: str
    best_energy: int
    rng: int

    def home(self) -> "Island":
        """Return the island, back at its best card."""
        return self._replace(cells=self.best, energy=self.best_energy)

    def reseeded(self, seed: int) -> "Island":
        """Return the island with other random numbers."""
        return self._replace(rng=seed | 1)
