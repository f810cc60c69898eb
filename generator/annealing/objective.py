"""The search for one flat card: the energy of a card, and a replica that is annealed.

The energy of a card is the squared error of each roll's optimum against its target, summed over all
throws, and more for optima far off and for duds. At temperature 1, a move that takes a roll of
average chance a point off its target is accepted with the probability 1/e.

Advancing a replica is a pure function of the objective, the replica, the temperature and the number
of steps: where and when it is done makes no difference.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt
from typing import Any, Generic, NamedTuple, Self, TypeVar

from generator.annealing.kernel.annealing import anneal
from generator.annealing.kernel.arrays import (
    SAME_ROLL,
    SCALE,
    Array,
    CardState,
    Energies,
    SearchTables,
    empty_state,
    new_move_buffer,
)
from generator.annealing.kernel.state import (
    DUD_ERROR,
    build_state,
    card_energy,
    has_dead_cell,
    is_scattered,
)
from generator.annealing.tables import PeopleTarget, has_room_for_most, roll_ways, search_tables
from generator.card_symmetry import roll_orbits, symmetry
from generator.constraints import LayoutConstraints
from generator.proposal import propose
from generator.scatter import scatter_violations, scattered
from generator.spec import CompleteSpec
from solver.errors import PointsError
from solver.penta_rush.card import Card
from solver.runtime.arrays import np

INFEASIBLE_ENERGY = 2**62  # that of a card that breaks a constraint; no other comes near
_MAX_ERROR_FACTOR = 5  # its square is more than all that roll_energy adds to a squared error
_STEPS_PER_ROUND = 50_000  # half a second for 10x10 cells and six symbols, a few at most for others


_PROPOSALS = 20  # of which the first that is scattered is taken, or the last
_RANDOM_CARDS = 30
_MEAN_FOR_PEOPLE = 1.01  # of what these bring people, as the cards found bring a little less
# People come first: where a roll is a point off for them, that counts as much as three points of
# its best score. The lower the weight, the flatter is perfect play at the cost of people.
_PEOPLE_WEIGHT = 10

CellsT = TypeVar("CellsT")


class Replica(NamedTuple, Generic[CellsT]):
    """What is annealed: the current card and the best so far, with their energies.

    A card is given by its symbols row by row, and a set by those of each card.
    """

    cells: CellsT
    energy: int
    best_cells: CellsT
    best_energy: int
    rng: int

    @classmethod
    def from_json(cls, record: Sequence[Any]) -> "Replica[Any]":
        """Return the replica that JSON has kept as *record*."""
        return cls._make(tuple(field) if isinstance(field, list) else field for field in record)

    def restore_best(self) -> Self:
        """Return the replica with the best as what is current."""
        return self._replace(cells=self.best_cells, energy=self.best_energy)


@dataclass(frozen=True)
class CardObjective:
    """A card as *spec* says, but with a target optimum for each roll.

    *target_optima* are in the alphabetical order of the rolls, in hundredths of a point; rolls that
    the symmetry of the card makes equal have equal ones. Where *only_most* counts, the most that a
    roll can be worth, a roll that is worth less is rated by how many shapes it lacks for that; all
    rolls count alike, and the energy is 0 exactly if all are worth the most. With *people*, what
    each roll brings these counts as well. Raises `PointsError`
    when the points are too high for the energy of a card to be an exact number.
    """

    spec: CompleteSpec
    target_optima: tuple[int, ...]
    only_most: bool = False
    people: PeopleTarget | None = None
    restart_fraction = 0.5  # of the cooling, at which a given card is not lost at once

    @classmethod
    def flat(cls, spec: CompleteSpec) -> Self:
        """Return the objective of a flat card: *spec* gives all rolls the same target."""
        is_single = spec.card_set is None or not spec.card_set.search
        only_most = spec.target == spec.most_points and not spec.constraints.no_dead_cell
        only_most = only_most and has_room_for_most(spec.rows, spec.cols, spec.symbols, spec.points)
        targets = (round(SCALE * spec.target),) * len(roll_ways(spec.symbols))
        if spec.people is not None:
            return cls(spec, targets, people=_people_target(spec))
        return cls(spec, targets, only_most=only_most and is_single)

    @property
    def weights(self) -> int:
        """The weight of an error of the best score, which is 1, and that of one of people."""
        return 1 + (self.people.weight if self.people else 0)

    def __post_init__(self) -> None:
        highest, target = self.spec.most_points, max(self.target_optima) / SCALE
        max_error = isqrt((INFEASIBLE_ENERGY - 1) // (self.weights * self.throws))
        most = max_error // (_MAX_ERROR_FACTOR * SCALE) - DUD_ERROR
        if max(highest, target) > most:
            raise PointsError(
                "points",
                expected=f"at most {most} for a packing in a search, and so for --target",
                found=f"{highest} for five tiles and {target:g} to aim at",
            )

    @property
    def steps_per_round(self) -> int:
        """The steps of a round: fewer where there are more cells a symbol than 100 for six.

        On a large card a step takes up to six times as long.
        """
        cells, usual = 6 * self.spec.rows * self.spec.cols, 100 * len(self.spec.symbols)
        return _STEPS_PER_ROUND * min(cells, usual) // cells

    @property
    def throws(self) -> int:
        """The number of legal throws of the dice."""
        return sum(roll_ways(self.spec.symbols))

    @property
    def energy_unit(self) -> float:
        """The energy of temperature 1: one roll, and those equal to it, a point off the target."""
        return SCALE**2 * self.throws / len(self._orbits)

    @property
    def _orbits(self) -> tuple[tuple[int, ...], ...]:
        """The rolls, by number, that the symmetry of the card makes equal."""
        spec = self.spec
        name, symbols = spec.constraints.symmetry, len(spec.symbols)
        labels = symmetry(name, spec.rows, spec.cols, symbols).relabellings
        return roll_orbits(spec.symbols, labels)

    def energy_per_throw(self, energy: int) -> float:
        """Return *energy* as a weighted mean over the throws, in points squared."""
        return energy / (self.weights * SCALE**2 * self.throws)

    def propose(self, rng: random.Random, like: Card | None) -> str:
        """Return the cells of a card that keeps the constraints, near *like* if it is given.

        Raises `ConstraintError` when there is no such card.
        """
        spec = self.spec
        constraints = spec.constraints.without("scatter")
        symbols = spec.symbols
        for _ in range(_PROPOSALS):
            card = propose(spec.rows, spec.cols, symbols, constraints, rng, like=like)
            if spec.constraints.scatter and not constraints.symmetry:
                card = scattered(
                    card, len(symbols), rng, lambda each: not constraints.violations(each, symbols)
                )
            if not (spec.constraints.scatter and any(scatter_violations(card, len(symbols)))):
                break
        return "".join(card.lines)

    def new_replica(self, rng: random.Random, like: Card | None) -> Replica[str]:
        """Return a replica with a card that keeps the constraints, near *like* if it is given."""
        return self.replica_of(self.propose(rng, like), rng.getrandbits(63))

    def replica_of(self, cells: str, seed: int, state: CardState | None = None) -> Replica[str]:
        """Return the replica with which a search starts from the card of *cells*, of this *state*.

        A card that has dead cells against the constraints is never the best one.
        """
        state = state or self.state_of(cells)
        energy = int(card_energy(self._tables, self._targets, state))
        best_energy = energy if self.is_feasible(state) else INFEASIBLE_ENERGY
        replica = Replica(cells, energy, cells, best_energy, rng=0)
        return self.reseeded(replica, random.Random(seed).getrandbits(63))

    def reseeded(self, replica: Replica[str], seed: int) -> Replica[str]:
        """Return *replica* with other random numbers; the generator would never leave state 0."""
        return replica._replace(rng=seed | 1)

    def state_of(self, cells: str) -> CardState:
        """Return what the kernels know of the card of *cells*."""
        tables = self._tables
        state = empty_state(tables, self._numbers(cells))
        build_state(tables, state, new_move_buffer(tables))
        return state

    def advance(
        self,
        replica: Replica[str],
        temperature: float,
        steps: int,
        *,
        state: CardState | None = None,
    ) -> Replica[str]:
        """Return *replica* after *steps* more steps at *temperature*.

        Whoever advances a replica in short runs hands in the *state* of its card, which is updated.
        To build it takes as long as 160 steps: 0.4 % of a round, but 16 % of a thousand steps.
        """
        state = state or self.state_of(replica.cells)
        best = self._numbers(replica.best_cells)
        rng = np.array([replica.rng], np.uint64)
        energies = np.array([replica.energy, replica.best_energy], np.int64)
        anneal(
            self._tables,
            self._targets,
            state,
            new_move_buffer(self._tables),
            temperature * self.energy_unit,
            np.uint64(steps),
            rng,
            best,
            energies,
        )
        energy, best_energy = energies.tolist()
        return Replica(self._cells(state.card), energy, self._cells(best), best_energy, int(rng[0]))

    def people_energy(self, state: CardState) -> int:
        """Return the part of the energy that comes from what people find on the card of *state*."""
        tables = self._tables
        people, ways = tables.people, tables.ways
        return int(people.weight * (ways @ (state.people - people.target) ** 2))

    def optima(self, state: CardState) -> Array:
        """Return the optimum of every roll, in alphabetical order; not if *only_most* counts."""
        optima: Array = state.optimum[self._tables.orbit_of.astype(np.int64)]
        return optima

    def is_cells(self, value: Any) -> bool:
        """Return whether *value*, from JSON, is the cells of a card."""
        cells = self.spec.rows * self.spec.cols
        return isinstance(value, str) and len(value) == cells and set(value) <= {*self.spec.symbols}

    def is_feasible(self, state: CardState) -> bool:
        """Return whether the card of *state* keeps the constraints that no proposal cares for."""
        return is_scattered(self._tables, state) and not (
            self.spec.constraints.no_dead_cell
            and has_dead_cell(
                self._tables, state, np.full(len(state.roll_of), SAME_ROLL, np.uint64)
            )
        )

    def best_cards(self, replica: Replica[str]) -> tuple[Card, ...]:
        """Return the best card of *replica*."""
        return (self.card(replica.best_cells),)

    def card(self, cells: str) -> Card:
        """Return the card whose symbols, row by row, are *cells*."""
        rows, cols = self.spec.rows, self.spec.cols
        return Card(tuple(cells[start : start + cols] for start in range(0, rows * cols, cols)))

    @property
    def _tables(self) -> SearchTables:
        spec = self.spec
        return search_tables(
            spec.rows,
            spec.cols,
            spec.symbols,
            spec.points,
            spec.constraints,
            only_most=self.only_most,
            people=self.people,
        )

    @property
    def _targets(self) -> Energies:
        return np.array([self.target_optima[orbit[0]] for orbit in self._orbits], np.int64)

    def _numbers(self, cells: str) -> Array:
        return np.array([self.spec.symbols.index(symbol) for symbol in cells], np.uint64)

    def _cells(self, card: Array) -> str:
        return "".join(self.spec.symbols[number] for number in card.tolist())


@lru_cache(maxsize=8)
def _people_target(spec: CompleteSpec) -> PeopleTarget:
    """Return what each roll is to bring people: about what random cards do on average."""
    from numpy import average  # how people do is not measured without numpy either

    chance, rng = float(spec.people or 0), random.Random(0)
    plain = replace(spec, constraints=LayoutConstraints(even=spec.constraints.even))
    probe = CardObjective(
        plain, (0,) * len(roll_ways(spec.symbols)), people=PeopleTarget(chance, 0, 1)
    )
    points = [probe.state_of(probe.propose(rng, None)).people for _ in range(_RANDOM_CARDS)]
    mean = float(average(average(points, axis=0), weights=roll_ways(spec.symbols)))
    return PeopleTarget(chance, round(_MEAN_FOR_PEOPLE * mean), _PEOPLE_WEIGHT)
