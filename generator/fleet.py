"""Fleets: cards that are looked for together, all worth the same at every roll.

fleet   2 to 4 cards on their way, and the best set so far
aim     of a card of a fleet at a roll: near what the others are worth there, and near the target
pull    how much the target counts, beside the others: without it, cards worth nothing are alike
energy  how far apart the cards are at a roll, squared, and how far off the target by the pull;
        summed over all throws

A card steps as on an island, with the others as they are: what a step costs it, it costs the fleet.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from generator.anneal import Quest, advance, optima, settle
from generator.propose import propose
from solver.dice import rolls, ways

_UNIT = 10_000  # energies are whole numbers


@dataclass(frozen=True)
class FleetQuest:
    """What is looked for: so many *cards* for the aims of *quest*, and the *pull* of these."""

    quest: Quest
    cards: int
    pull: Fraction

    @property
    def unit(self) -> float:
        """The energy of heat 1: one roll of one card, a point off its aim."""
        return _UNIT * self.quest.throws / len(self.quest.aims)

    def mean(self, energy: int) -> float:
        """Return *energy* as a mean over the throws and cards, in points squared."""
        return energy / (_UNIT * self.quest.throws * self.cards)

    def energy(self, columns: Sequence[Sequence[int]]) -> int:
        """Return the energy of cards whose optima at the rolls are *columns*."""
        apart, off = 0, Fraction()
        for number, roll in enumerate(rolls(self.quest.symbols)):
            values = [column[number] for column in columns]
            apart += ways(roll) * sum((one - other) ** 2 for one, other in combinations(values, 2))
            off += ways(roll) * sum((value - self.quest.aims[number]) ** 2 for value in values)
        return round(_UNIT * (Fraction(apart, self.cards - 1) + self.pull * off))

    def aims(self, others: Sequence[Sequence[int]]) -> tuple[Fraction, ...]:
        """Return the aims of a card when those of the *others* are worth so much."""
        return tuple(
            (Fraction(sum(values), len(values)) + self.pull * aim) / (1 + self.pull)
            for *values, aim in zip(*others, self.quest.aims, strict=True)
        )


class Fleet(NamedTuple):
    """Cards on their way and the best set so far, as symbols row by row, with their energies."""

    cells: tuple[str, ...]
    energy: int
    best: tuple[str, ...]
    best_energy: int
    rng: int

    def home(self) -> "Fleet":
        """Return the fleet, back at its best cards."""
        return self._replace(cells=self.best, energy=self.best_energy)


class FleetLeg(NamedTuple):
    """What one fleet does in one round."""

    quest: FleetQuest
    fleet: Fleet
    heat: float
    steps: int


def assemble(quest: FleetQuest, rng: random.Random) -> Fleet:
    """Return a fleet of cards that keep the wishes."""
    inner = quest.quest
    cards = [
        propose(inner.rows, inner.cols, inner.symbols, inner.wishes, rng)
        for _ in range(quest.cards)
    ]
    cells = tuple("".join(card.lines) for card in cards)
    energy = quest.energy([optima(inner, one) for one in cells])
    return Fleet(cells, energy, cells, energy, rng.getrandbits(63) | 1)


def sail_on(leg: FleetLeg) -> Fleet:
    """Return the fleet after its leg, whose steps its cards share."""
    quest, fleet, heat, steps = leg
    cells, best, best_energy, state = list(fleet.cells), fleet.best, fleet.best_energy, fleet.rng
    columns = [optima(quest.quest, one) for one in cells]
    for number in range(quest.cards):
        others = columns[:number] + columns[number + 1 :]
        inner = replace(quest.quest, aims=quest.aims(others))
        start = settle(inner, quest.quest.card(cells[number]), 0)._replace(rng=state)
        share = steps * (number + 1) // quest.cards - steps * number // quest.cards
        end = advance(inner, start, heat / float(1 + quest.pull), share)
        for found in (end.best, end.cells):
            columns[number] = optima(quest.quest, found)
            energy = quest.energy(columns)
            if energy < best_energy:
                best = (*cells[:number], found, *cells[number + 1 :])
                best_energy = energy
        cells[number], state = end.cells, end.rng
    return Fleet(tuple(cells), quest.energy(columns), best, best_energy, state)
