"""The search for a set of cards whose optima are close to each other, roll by roll.

The energy of a set is the squared difference of every two cards at each roll, and the squared error
of each against the target, times the target's weight, summed over all throws; and more when the
chance of a card to come first, second and so on among some of the cards is too far from even.

The cards are annealed in turn, for a few steps each, with the others fixed: what these steps cost
the card they cost the set, and they are kept or not by what they do to the chances of places.
"""

import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import log
from typing import Any

from generator.annealing.kernel.arrays import SCALE, CardState
from generator.annealing.objective import INFEASIBLE_ENERGY, CardObjective, Replica
from generator.annealing.tables import roll_ways
from generator.orbit import cyclic_groups, groups
from generator.set_arrangement import first_apart, relabelled
from generator.spec import CardSetSpec
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.likeness import canonical_form
from solver.penta_rush.survey.card_survey import survey_many
from solver.penta_rush.survey.kernel import OPTIMUM
from solver.runtime.arrays import np

_SQUARE = SCALE**2  # of a point: energies are whole numbers
_SHARES = 12  # up to four cards share a place: in twelfths, all shares are whole numbers
_STEPS_PER_CARD = 1_000  # of which few are accepted at the temperatures where cards get flat
_PLACE_PENALTY = 100.0  # for chances of places beyond the tolerance
_SEPARATION_TEMPERATURE = 9.5  # a card leaves a flat one, but its flatness is not lost at once
_FREE_TOLERANCE = 0.7  # the fraction of the tolerance up to which there is no penalty

Numbers = np.ndarray[Any, np.dtype[np.int64]]


SetReplica = Replica[tuple[str, ...]]


@dataclass(frozen=True)
class CardSetObjective:
    """A *card_set*, each card of which has the targets of *card_objective*."""

    card_objective: CardObjective
    card_set: CardSetSpec
    restart_fraction = 0.08  # of the cooling, at which cards that start alike can separate

    @property
    def steps_per_round(self) -> int:
        """The steps of a round: as many as for one card, in which every card has its turn."""
        return self.card_objective.steps_per_round

    @property
    def energy_unit(self) -> float:
        """The energy of temperature 1: that of a roll of one card."""
        return self.card_objective.energy_unit

    def energy_per_throw(self, energy: int) -> float:
        """Return *energy* as a mean over the throws and cards, in points squared."""
        return self.card_objective.energy_per_throw(energy) / self.card_set.cards

    def new_replica(self, rng: random.Random, like: Card | None) -> SetReplica:
        """Return a set of cards that keep the constraints: all near *like* if it is given."""
        count = self.card_set.cards
        if like is None:
            cells = tuple(self.card_objective.propose(rng, None) for _ in range(count))
        else:
            cells = _cells_like(self, self.card_objective.propose(rng, like))
        states = list(map(self.card_objective.state_of, cells))
        energy = self.energy(self._optima(states)) + self._people_energy(states)
        best_energy = energy if self._is_feasible(cells, states) else INFEASIBLE_ENERGY
        return Replica(cells, energy, cells, best_energy, rng.getrandbits(63))

    def is_cells(self, value: Any) -> bool:
        """Return whether *value*, from JSON, is the cells of each card."""
        is_list = isinstance(value, list) and len(value) == self.card_set.cards
        return is_list and all(map(self.card_objective.is_cells, value))

    def reseeded(self, replica: SetReplica, seed: int) -> SetReplica:
        """Return *replica* with other random numbers."""
        return replica._replace(rng=seed)

    def best_cards(self, replica: SetReplica) -> tuple[Card, ...]:
        """Return the best cards of *replica*."""
        return tuple(map(self.card_objective.card, replica.best_cells))

    def advance(self, replica: SetReplica, temperature: float, steps: int) -> SetReplica:
        """Return *replica* after *steps* more steps at *temperature*, card by card."""
        rng = random.Random(replica.rng)
        best_cells, best_energy = replica.best_cells, replica.best_energy
        cells = list(replica.cells)
        states = list(map(self.card_objective.state_of, cells))
        optima = self._optima(states)
        forms = list(map(self._canonical_form, cells))
        penalty = self._place_penalty(optima)
        min_differing = self.card_set.min_differing_cells
        for done in range(0, steps, _STEPS_PER_CARD):
            number = done // _STEPS_PER_CARD % self.card_set.cards
            others = cells[:number] + cells[number + 1 :]
            targets = self._target_optima(np.delete(optima, number, axis=0))
            objective = replace(self.card_objective, target_optima=targets)
            state = deepcopy(states[number])
            start = objective.replica_of(cells[number], rng.getrandbits(63), state)
            # Cards that started alike are kept hot until they have separated.
            distance = min(min_differing, self._min_distance(cells[number], others))
            is_separate = distance == min_differing and forms.count(forms[number]) == 1
            card_temperature = (
                temperature / float(1 + self.card_set.target_weight)
                if is_separate
                else max(temperature, _SEPARATION_TEMPERATURE)
            )
            end = objective.advance(
                start, card_temperature, min(_STEPS_PER_CARD, steps - done), state=state
            )
            changed = optima.copy()
            changed[number] = objective.optima(state)
            increase = self._place_penalty(changed) - penalty
            limit = -card_temperature * self.energy_unit * log(1 - rng.random())
            if self._min_distance(end.cells, others) < distance or (
                is_separate and increase > limit
            ):
                continue
            cells[number], states[number], optima = end.cells, state, changed
            forms[number] = self._canonical_form(end.cells)
            penalty += increase
            energy = self.energy(optima) + self._people_energy(states)
            if energy < best_energy and self._is_feasible(cells, states):
                best_cells, best_energy = tuple(cells), energy
        energy = self.energy(optima) + self._people_energy(states)
        return Replica(tuple(cells), energy, best_cells, best_energy, rng.getrandbits(63))

    def _is_feasible(self, cells: Sequence[str], states: Sequence[CardState]) -> bool:
        """Return whether the cards are feasible, differ in enough cells and are not isomorphic."""
        objective, min_differing = self.card_objective, self.card_set.min_differing_cells
        return (
            all(map(objective.is_feasible, states))
            and all(
                self._min_distance(card_cells, cells[number + 1 :]) >= min_differing
                for number, card_cells in enumerate(cells)
            )
            and len(set(map(self._canonical_form, cells))) == self.card_set.cards
        )

    def _canonical_form(self, cells: str) -> Card:
        return canonical_form(self.card_objective.card(cells))

    def _min_distance(self, cells: str, others: Sequence[str]) -> int:
        """Return in how many cells the nearest of *others* differs; all without others."""
        if not others:
            return len(cells)
        spec = self.card_objective.spec
        turns = (
            _turns(spec.rows, spec.cols) if self.card_set.turned else np.arange(len(cells))[None]
        )
        turned = np.array(list(cells))[turns]
        differing = turned[:, None] != np.array(list(map(list, others)))
        return int(differing.sum(axis=2).min())

    def energy(self, optima: Numbers) -> int:
        """Return the energy of cards with these *optima*, (cards, rolls)."""
        apart = sum((first - second) ** 2 for first, second in combinations(optima, 2))
        errors = (SCALE * optima - np.array(self.card_objective.target_optima)) ** 2
        weight = float(self.card_set.target_weight)
        per_roll = _SQUARE * apart / (self.card_set.cards - 1) + weight * errors.sum(axis=0)
        return round(float(self._ways @ per_roll)) + self._place_penalty(optima)

    def _people_energy(self, states: Sequence[CardState]) -> int:
        """Return the energy of what people find on the cards of *states*.

        A step of a card counts it beside the errors of its best scores, whose weights come to that.
        """
        energy = sum(map(self.card_objective.people_energy, states))
        return round(float(1 + self.card_set.target_weight) * energy)

    def _place_penalty(self, optima: Numbers) -> int:
        """Return the energy of the chances of places that are beyond the tolerance."""
        gaps = np.abs(place_gaps(optima, self._ways))
        beyond = np.maximum(gaps - _FREE_TOLERANCE * float(self.card_set.place_tolerance), 0)
        scale = _SQUARE * self.card_objective.throws * self.card_set.cards
        return round(scale * _PLACE_PENALTY * float(beyond @ beyond))

    def _target_optima(self, others: Numbers) -> tuple[int, ...]:
        """Return the targets of a card, in hundredths, beside *others* with such optima."""
        weight = float(self.card_set.target_weight)
        targets = np.array(self.card_objective.target_optima)
        mean = (SCALE * others.mean(axis=0) + weight * targets) / (1 + weight)
        return tuple(np.rint(mean).astype(int).tolist())

    def _optima(self, states: Sequence[CardState]) -> Numbers:
        """Return the optimum of each of the cards of *states* at every roll, (cards, rolls)."""
        return np.array(list(map(self.card_objective.optima, states)), np.int64)

    @property
    def _ways(self) -> Numbers:
        return np.array(roll_ways(self.card_objective.spec.symbols), np.int64)


@lru_cache(maxsize=1)
def _turns(rows: int, cols: int) -> Numbers:
    """Return the numbers of the cells, row by row, for each turn by which a card keeps its size."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    turned = (np.rot90(cells, quarters) for quarters in range(4))
    return np.array([grid.ravel() for grid in turned if grid.shape == cells.shape], np.int64)


@lru_cache(maxsize=2)
def _cells_like(objective: CardSetObjective, cells: str) -> tuple[str, ...]:
    """Return the cells of cards to start with: that of *cells*, turned, flipped and relabelled.

    By the relabellings of a group, since then the chances of places are even when all cards play;
    the group is trivial where turns and flips are enough.
    """
    single, cards = objective.card_objective, objective.card_set.cards
    constraints, symbols = single.spec.constraints, single.spec.symbols

    def keeps(card: Card) -> bool:
        return not constraints.violations(card, symbols)

    def energy(copies: Sequence[Card]) -> int:
        figures = survey_many(copies, single.spec.points, symbols=symbols, max_counted=0)
        return objective.energy(figures[:, :, OPTIMUM].astype(np.int64))

    identity = {symbol: symbol for symbol in symbols}
    found = [[identity] * cards, *groups(symbols, cards), *cyclic_groups(symbols, cards)]
    sets = [relabelled(single.card(cells), group) for group in found]
    sets = [copies for copies in sets if all(map(keeps, copies))]
    least = objective.card_set.min_differing_cells
    turned = objective.card_set.turned
    laid = first_apart(sorted(sets, key=energy), least, keeps, turned=turned)
    return tuple("".join(card.lines) for card in laid)


def place_gaps(optima: Numbers, all_ways: Numbers) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Return how far the chances of places are from 1/k, for all sets of k cards, 2 and more.

    *optima*, (cards, rolls), are those of the cards and *all_ways*, (rolls,), the ways of the
    rolls; ties are split. In the order of the sets, their cards, and the places.
    """
    gaps = []
    cards, throws = range(len(optima)), int(all_ways.sum())
    for size in range(2, len(optima) + 1):
        for subset in combinations(cards, size):
            scores = optima[list(subset)]
            # (cards, rolls): how many are better, and how many as good, each with itself.
            above = (scores[None] > scores[:, None]).sum(axis=1)
            equal = (scores[None] == scores[:, None]).sum(axis=1)
            for place in range(size):
                is_there = (above <= place) & (place < above + equal)
                shares = np.where(is_there, _SHARES // equal, 0)
                gaps.append(shares @ all_ways / (_SHARES * throws) - 1 / size)
    return np.concatenate(gaps)
