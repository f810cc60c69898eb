"""Population annealing: replicas that are annealed side by side and resampled between rounds.

In a round, every replica does some steps at one temperature. Then replicas with a low energy are
copied and others are dropped, in proportion to how likely each is at the next, lower temperature.
For the last rounds, at the lowest temperatures, every replica goes back to its best card.

Hukushima and Iba, AIP Conf. Proc. 690 (2003), 200; Machta, Phys. Rev. E 82 (2010), 026704.

What is found depends on the schedule alone: not on who advances the replicas, nor in which order.
"""

import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise, repeat
from math import exp
from operator import attrgetter
from typing import Any, NamedTuple

from generator.annealing.objective import INFEASIBLE_ENERGY, Replica
from generator.annealing.schedule import AnnealingSchedule
from solver.errors import CheckpointError, quoted
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card
from solver.runtime.parallel import Map

_ENERGY_LIMIT, _RNG_LIMIT = 1 << 63, 1 << 64  # as the kernels keep them


class SearchProgress(NamedTuple):
    """How far a search has come: *parts_done* of *parts*, and what it has found.

    A part is a round of one replica. The least *energy* of a replica now and the *best_energy* so
    far are per throw, in points squared. *cards* are the best; unless *is_feasible*, they break a
    constraint.
    """

    parts_done: int
    parts: int
    steps_done: int
    energy: float
    best_energy: float
    cards: tuple[Card, ...]
    is_feasible: bool


def search(
    schedule: AnnealingSchedule, map_tasks: Map, *, checkpoint: Checkpoint | None = None
) -> Iterator[SearchProgress]:
    """Yield how far the search by *schedule* has come: at its start, and after each part.

    *map_tasks* is a `map` by any workers. With a *checkpoint*, the search goes on from its last
    round. Raises `ConstraintError` when no card keeps the constraints, and `CheckpointError` when
    the checkpoint holds something else.
    """
    objective = schedule.objective
    replicas: Sequence[Replica[Any]]
    if checkpoint and checkpoint.records:
        rounds, replicas, best = _last_round(schedule, checkpoint)
    else:
        rounds = 0
        rngs = [random.Random(f"{schedule.seed}/{number}") for number in range(schedule.population)]
        replicas = [objective.new_replica(rng, schedule.like) for rng in rngs]
        best = min(replicas, key=attrgetter("best_energy"))
    yield _progress(schedule, rounds, replicas, best)
    while rounds < schedule.rounds:
        temperature, steps = schedule.temperature(rounds), schedule.steps_in_round(rounds)
        advance = partial(objective.advance, temperature=temperature, steps=steps)
        advanced: list[Replica[Any]] = []
        for replica in map_tasks(advance, replicas):
            advanced.append(replica)
            best = min(best, replica, key=attrgetter("best_energy"))
            count = len(advanced)
            if count < len(replicas):
                now = [*advanced, *replicas[count:]]
                yield _progress(schedule, rounds, now, best, advanced=count)
        replicas = advanced
        rounds += 1
        if rounds < schedule.rounds:
            replicas = _resample(schedule, rounds, replicas, best)
        if checkpoint:
            checkpoint.append([rounds, replicas, best])
        yield _progress(schedule, rounds, replicas, best)


def _last_round(
    schedule: AnnealingSchedule, checkpoint: Checkpoint
) -> tuple[int, list[Replica[Any]], Replica[Any]]:
    """Return the rounds done, the replicas and the best one of the last record of *checkpoint*."""
    record = checkpoint.records[-1]
    match record:
        case [int(rounds), list(replicas), best] if (
            0 <= rounds <= schedule.rounds
            and len(replicas) == schedule.population
            and all(_is_replica(schedule, replica) for replica in (*replicas, best))
        ):
            return rounds, list(map(Replica.from_json, replicas)), Replica.from_json(best)
    expected = "the replicas of this search"
    raise CheckpointError(checkpoint.where, expected=expected, found=quoted(record))


def _is_replica(schedule: AnnealingSchedule, record: Any) -> bool:
    """Return whether `Replica.from_json` makes a replica of this search of *record*."""
    match record:
        case [cells, int(energy), best_cells, int(best_energy), int(rng)]:
            is_cells = schedule.objective.is_cells
            is_energy = 0 <= energy < _ENERGY_LIMIT and 0 <= best_energy < _ENERGY_LIMIT
            return is_cells(cells) and is_cells(best_cells) and is_energy and 0 <= rng < _RNG_LIMIT
    return False


def _progress(
    schedule: AnnealingSchedule,
    rounds: int,
    replicas: Sequence[Replica[Any]],
    best: Replica[Any],
    *,
    advanced: int = 0,
) -> SearchProgress:
    """Return the progress after whole *rounds*, and after the next one of *advanced* replicas."""
    objective = schedule.objective
    steps = advanced * schedule.steps_in_round(rounds) if advanced else 0
    return SearchProgress(
        rounds * len(replicas) + advanced,
        schedule.rounds * len(replicas),
        schedule.steps_done(rounds) + steps,
        objective.energy_per_throw(min(replica.energy for replica in replicas)),
        objective.energy_per_throw(best.best_energy),
        objective.best_cards(best),
        best.best_energy < INFEASIBLE_ENERGY,
    )


def _resample(
    schedule: AnnealingSchedule, number: int, replicas: Sequence[Replica[Any]], best: Replica[Any]
) -> list[Replica[Any]]:
    """Return the replicas that go into the round of this *number*."""
    if schedule.is_final(number) and not schedule.is_final(number - 1):
        # A replica that has seen no feasible card has none to go back to.
        return [
            source.restore_best() if source.best_energy < INFEASIBLE_ENERGY else replica
            for source, replica in zip((best, *replicas[1:]), replicas, strict=True)
        ]
    objective, rng = schedule.objective, random.Random(f"{schedule.seed}/{number}/round")
    before, after = schedule.temperature(number - 1), schedule.temperature(number)
    least = min(replica.energy for replica in replicas)
    unit = objective.energy_unit
    weights = [
        exp(-(1 / after - 1 / before) * (replica.energy - least) / unit) for replica in replicas
    ]
    return [
        objective.reseeded(replicas[index], rng.getrandbits(63))
        if index == previous
        else replicas[index]
        for previous, index in pairwise([-1, *_systematic_resampling(weights, rng)])
    ]


def _systematic_resampling(weights: Sequence[float], rng: random.Random) -> list[int]:
    """Return as many indices as there are weights, ascending, each about as often as its weight.

    One random number serves all: Kitagawa, J. Comput. Graph. Stat. 5 (1996), 1.
    """
    step, last = sum(weights) / len(weights), len(weights) - 1
    marks = accumulate(repeat(step, last), initial=step * rng.random())
    cumulative = list(accumulate(weights))
    return [min(bisect(cumulative, mark), last) for mark in marks]
