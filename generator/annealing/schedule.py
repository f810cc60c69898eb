"""The schedule of an annealing: how many rounds and steps, and the temperature of each round."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from generator.annealing.card_set import CardSetObjective
from generator.annealing.objective import CardObjective
from generator.card_symmetry import ORDERS
from generator.spec import CompleteSpec
from solver.errors import ConstraintError
from solver.penta_rush.card import Card

# Temperatures, and the fraction of the cooling at which each is reached. A population cools quickly
# at first, then slowly, where cards get flat; then it drops at once to where it freezes.
Cooling = tuple[tuple[float, float], ...]
_FINAL = 0.94  # from this fraction on, the replicas freeze
_COOLING: Cooling = ((100.0, 0.0), (7.0, 0.08), (5.2, _FINAL), (3.0, _FINAL), (1.0, 1.0))
# A card of a symmetry of order four is determined by few cells, and a step spoils nearly every
# roll: the flattest turn up by chance, where it is warmer.
_FEW_CELLS_COOLING: Cooling = ((100.0, 0.0), (9.0, 0.05), (5.5, _FINAL), (3.0, _FINAL), (1.0, 1.0))
# Where every roll is to reach the highest score there is, a step spoils few rolls: most perfect
# cards turn up between 0.4 and 0.2.
_RICHEST_COOLING: Cooling = ((10.0, 0.0), (0.6, 0.06), (0.17, _FINAL), (0.1, _FINAL), (0.05, 1.0))
# Where people come first, an error of theirs has a weight. What they find changes with nearly every
# placement: cards get flat where it is warmer.
_PEOPLE_COOLING: Cooling = ((40.0, 0.0), (21.0, 0.05), (15.0, _FINAL), (9.0, _FINAL), (3.0, 1.0))
_FEW_CELLS_ORDER = 4


@dataclass(frozen=True)
class AnnealingSchedule:
    """How an *objective* is searched for: a *population* of replicas shares all *steps*.

    Replicas start with random cards; or with *like*, changed to keep the constraints, and then the
    first part of the cooling is left out.
    """

    objective: CardObjective | CardSetObjective
    population: int
    steps: int
    seed: int
    like: Card | None = None
    cooling: Cooling = _COOLING

    @classmethod
    def for_spec(cls, spec: CompleteSpec) -> Self:
        """Return how the card of *spec* is searched for, or its cards.

        Raises `ConstraintError` when the set has more cards than an orbit can have.
        """
        objective: CardObjective | CardSetObjective
        objective = card = CardObjective.flat(spec)
        card_set, symbols = spec.card_set, len(spec.symbols)
        if card_set and card_set.search:
            objective = CardSetObjective(card, card_set)
        elif card_set and card_set.cards > symbols:
            where, found = f"--cards of {symbols} symbols, by orbit", str(card_set.cards)
            raise ConstraintError(where, expected=f"2 to {symbols}", found=found)
        cooling = _COOLING
        if card.only_most:
            cooling = _RICHEST_COOLING
        elif card.people:
            cooling = _PEOPLE_COOLING
        elif ORDERS.get(spec.constraints.symmetry or "", 1) >= _FEW_CELLS_ORDER:
            cooling = _FEW_CELLS_COOLING
        return cls(objective, spec.population, spec.steps, spec.seed, spec.like, cooling)

    @property
    def rounds(self) -> int:
        """The number of rounds; the last one has only as many steps as are left."""
        return -(-self.steps // (self.population * self.objective.steps_per_round))

    def steps_in_round(self, number: int) -> int:
        """Return the steps of a replica in the round of this *number*, from 0."""
        steps = self.objective.steps_per_round
        return min(steps, -(-self.steps // self.population) - number * steps)

    def steps_done(self, rounds: int) -> int:
        """Return the steps of all replicas in the first *rounds* rounds."""
        steps = rounds * self.objective.steps_per_round
        return self.population * min(steps, -(-self.steps // self.population))

    def cooling_fraction(self, number: int) -> float:
        """Return the fraction of the cooling that is over in the middle of this round, below 1."""
        fraction = (number + 0.5) / self.rounds
        start = self.objective.restart_fraction
        return start + (1 - start) * fraction if self.like else fraction

    def temperature(self, number: int) -> float:
        """Return the temperature of the round of this *number*, from 0; it never rises."""
        fraction = self.cooling_fraction(number)
        (hot, start), (cold, end) = next(
            stage for stage in pairwise(self.cooling) if fraction < stage[1][1]
        )
        return float(hot * (cold / hot) ** ((fraction - start) / (end - start)))

    def is_final(self, number: int) -> bool:
        """Return whether the round of this *number* is one of the last; the very last one is."""
        return self.cooling_fraction(number) >= _FINAL or number == self.rounds - 1
