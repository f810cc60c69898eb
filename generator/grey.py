"""The grey border: one flat card for all players, with about the same optimum for every roll."""

import random
from fractions import Fraction
from time import perf_counter

from generator.annealing.kernel.tables import SCALE, roll_ways
from generator.annealing.objective import AnnealingObjective
from generator.annealing.population import AnnealingSchedule
from generator.constraints import LayoutConstraints
from generator.proposal import propose
from generator.spec import GenerationSpec
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import survey_many

_RANDOM_CARDS = 100
_TRIAL_STEPS = 100  # to begin with
_TRIAL_S = 0.5
_TRIAL_TEMPERATURE = 7.0
_TIME_SHARE = 0.9  # of the time that the steps may take: the machine may be busier than it was


def objective_for(spec: GenerationSpec) -> AnnealingObjective:
    """Return the objective of a flat card: *spec* gives all rolls the same target."""
    return AnnealingObjective(spec, (round(SCALE * spec.target),) * len(roll_ways(spec.symbols)))


def mean_random_optimum(
    rows: int, cols: int, symbols: str, points: Points, *, even: bool
) -> Fraction:
    """Return the mean optimum of random cards; symbol counts *even*: equal to within one."""
    rng, constraints = random.Random(0), LayoutConstraints(even=even)
    cards = [propose(rows, cols, symbols, constraints, rng) for _ in range(_RANDOM_CARDS)]
    figures = survey_many(cards, points, symbols=symbols, max_counted=0)
    optima = figures[:, :, 2].sum(axis=0).tolist()
    total = sum(way * optimum for way, optimum in zip(roll_ways(symbols), optima, strict=True))
    return Fraction(total, sum(roll_ways(symbols)) * _RANDOM_CARDS)


def estimate_steps(schedule: AnnealingSchedule, seconds: Fraction, jobs: int) -> int:
    """Return about how many steps *jobs* processes do for *schedule* in so many *seconds*."""
    objective = schedule.objective
    replica = objective.new_replica(random.Random(schedule.seed), schedule.like)
    replica = objective.advance(replica, _TRIAL_TEMPERATURE, _TRIAL_STEPS)  # compiles the kernels
    steps, elapsed_s = _TRIAL_STEPS, 0.0
    while elapsed_s < _TRIAL_S:  # long enough for the card to be no longer a random one
        start = perf_counter()
        replica = objective.advance(replica, _TRIAL_TEMPERATURE, steps)
        elapsed_s, steps = perf_counter() - start, 2 * steps
    step_s = elapsed_s / (steps // 2)
    return max(1, round(seconds * _TIME_SHARE * min(jobs, schedule.population) / step_s))
