"""Population annealing: replicas that are annealed side by side and resampled between rounds.

In a round, every replica does some steps at one temperature. Then replicas with a low energy are
copied and others are dropped, as often as the next, lower temperature makes likely. For the last
rounds, at the lowest temperatures, every replica goes back to its best card.

Hukushima and Iba, AIP Conf. Proc. 690 (2003), 200; Machta, Phys. Rev. E 82 (2010), 026704.

What is found depends on the schedule alone: not on who advances the replicas, and in which order.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from generator.annealing.objective import INFEASIBLE_ENERGY
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card
from solver.runtime.parallel import Map

# Temperatures, and the fraction of the cooling at which each is reached. A population cools quickly
# at first, then slowly, where cards get flat.
_COOLING = ((100.0, 0.0), (7.0, 0.08), (5.2, 0.94), (3.0, 0.94), (1.0, 1.0))
_FINAL_FRACTION = 0.94


class Replica(Protocol):
    """The current card or cards, and the best so far: a tuple that JSON can keep."""

    @property
    def energy(self) -> int:
        """The energy of what is current."""

    @property
    def best_energy(self) -> int:
        """The energy of the best."""

    def restore_best(self) -> Self:
        """Return the replica with the best as what is current."""

    def reseeded(self, seed: int) -> Self:
        """Return the replica with other random numbers."""


ReplicaT = TypeVar("ReplicaT", bound=Replica)


class Objective(Protocol[ReplicaT]):
    """What is searched for, by replicas of one kind."""

    @property
    def steps_per_round(self) -> int:
        """The steps of a replica in a round: what takes seconds, as all wait for its end."""

    @property
    def energy_unit(self) -> float:
        """The energy of temperature 1."""

    @property
    def restart_fraction(self) -> float:
        """The fraction of the cooling at which a search starts from a given card."""

    def energy_per_throw(self, energy: int) -> float:
        """Return *energy* as a mean over the throws, in points squared."""

    def best_cards(self, replica: ReplicaT) -> tuple[Card, ...]:
        """Return the best cards of *replica*."""

    def new_replica(self, rng: random.Random, like: Card | None) -> ReplicaT:
        """Return a replica to start with."""

    def replica_from_json(self, record: list[Any]) -> ReplicaT:
        """Return the replica that JSON has kept as *record*."""

    def advance(self, replica: ReplicaT, temperature: float, steps: int) -> ReplicaT:
        """Return *replica* after more steps."""


@dataclass(frozen=True)
class AnnealingSchedule:
    """How an *objective* is searched for: a *population* of replicas shares all *steps*.

    Replicas start with *like*, changed to keep the constraints and not heated, or with random
    cards.
    """

    objective: Objective[Any]
    population: int
    steps: int
    seed: int
    like: Card | None = None

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
        return self.population * sum(map(self.steps_in_round, range(rounds)))

    def cooling_fraction(self, number: int) -> float:
        """Return the fraction of the cooling that is over in the middle of this round, below 1."""
        fraction = (number + 0.5) / self.rounds
        start = self.objective.restart_fraction
        return start + (1 - start) * fraction if self.like else fraction

    def temperature(self, number: int) -> float:
        """Return the temperature of the round of this *number*, from 0; it never rises."""
        fraction = self.cooling_fraction(number)
        (hot, start), (cold, end) = next(
            stage for stage in pairwise(_COOLING) if fraction < stage[1][1]
        )
        return float(hot * (cold / hot) ** ((fraction - start) / (end - start)))

    def is_final(self, number: int) -> bool:
        """Return whether the round of this *number* is one of the last; the very last one is."""
        return self.cooling_fraction(number) >= _FINAL_FRACTION or number == self.rounds - 1


class SearchProgress(NamedTuple):
    """How far a search has come: *rounds_done* of *rounds*, and what it has found.

    The least *energy* of a replica now and the *best_energy* so far are per throw, in points
    squared. *cards* are the best; unless *is_feasible*, they break a constraint.
    """

    rounds_done: int
    rounds: int
    steps_done: int
    energy: float
    best_energy: float
    cards: tuple[Card, ...]
    is_feasible: bool


class ReplicaTask(NamedTuple, Generic[ReplicaT]):
    """What one replica does in one round."""

    objective: Objective[ReplicaT]
    replica: ReplicaT
    temperature: float
    steps: int


def search(
    schedule: AnnealingSchedule, map_tasks: Map, *, checkpoint: Checkpoint | None = None
) -> Iterator[SearchProgress]:
    """Yield how far the search by *schedule* has come: at its start, and after each round.

    *map_tasks* is a `map` by any workers. With a *checkpoint*, the search goes on from its last
    round. Raises `ConstraintError` when no card keeps the constraints.
    """
    objective = schedule.objective
    replicas: tuple[Replica, ...]
    best: Replica
    if checkpoint and checkpoint.records:
        rounds, records, best_record = checkpoint.records[-1]
        replicas = tuple(objective.replica_from_json(record) for record in records)
        best = objective.replica_from_json(best_record)
    else:
        rngs = [random.Random(f"{schedule.seed}/{number}") for number in range(schedule.population)]
        rounds = 0
        replicas = tuple(objective.new_replica(rng, schedule.like) for rng in rngs)
        best = replicas[0]
    best = min(best, *replicas, key=_best_energy)
    yield _progress(schedule, rounds, replicas, best)
    while rounds < schedule.rounds:
        temperature, steps = schedule.temperature(rounds), schedule.steps_in_round(rounds)
        tasks = [ReplicaTask(objective, replica, temperature, steps) for replica in replicas]
        replicas = tuple(map_tasks(run_task, tasks))
        best = min(best, *replicas, key=_best_energy)
        rounds += 1
        if rounds < schedule.rounds:
            replicas = _resample(schedule, rounds, replicas, best)
        if checkpoint:
            checkpoint.append([rounds, replicas, best])
        yield _progress(schedule, rounds, replicas, best)


def run_task(task: ReplicaTask[ReplicaT]) -> ReplicaT:
    """Return the replica of *task* after its round."""
    return task.objective.advance(task.replica, task.temperature, task.steps)


def _progress(
    schedule: AnnealingSchedule, rounds: int, replicas: Sequence[Replica], best: Replica
) -> SearchProgress:
    objective = schedule.objective
    return SearchProgress(
        rounds,
        schedule.rounds,
        schedule.steps_done(rounds),
        objective.energy_per_throw(min(replica.energy for replica in replicas)),
        objective.energy_per_throw(best.best_energy),
        objective.best_cards(best),
        best.best_energy < INFEASIBLE_ENERGY,
    )


def _best_energy(replica: Replica) -> int:
    return replica.best_energy


def _resample(
    schedule: AnnealingSchedule, number: int, replicas: Sequence[ReplicaT], best: ReplicaT
) -> tuple[ReplicaT, ...]:
    """Return the replicas that go into the round of this *number*."""
    if schedule.is_final(number) and not schedule.is_final(number - 1):
        # A replica that has seen no feasible card has none to go back to.
        return tuple(
            source.restore_best() if source.best_energy < INFEASIBLE_ENERGY else replica
            for source, replica in zip((best, *replicas[1:]), replicas, strict=True)
        )
    before, after = schedule.temperature(number - 1), schedule.temperature(number)
    rng = random.Random(f"{schedule.seed}/{number}/round")
    unit = schedule.objective.energy_unit
    least = min(replica.energy for replica in replicas)
    weights = [
        exp(-(1 / after - 1 / before) * (replica.energy - least) / unit) for replica in replicas
    ]
    seen: set[int] = set()
    resampled = []
    for index in _systematic_resampling(weights, rng):
        replica = replicas[index]
        resampled.append(replica.reseeded(rng.getrandbits(63)) if index in seen else replica)
        seen.add(index)
    return tuple(resampled)


def _systematic_resampling(weights: Sequence[float], rng: random.Random) -> list[int]:
    """Return as many indices as there are weights, each about as often as its weight.

    One random number serves all: Kitagawa, J. Comput. Graph. Stat. 5 (1996), 1.
    """
    step = sum(weights) / len(weights)
    mark, cumulative = step * rng.random(), 0.0
    indices: list[int] = []
    for index, weight in enumerate(weights):
        cumulative += weight
        while mark < cumulative and len(indices) < len(weights):
            indices.append(index)
            mark += step
    return indices + [len(weights) - 1] * (len(weights) - len(indices))
