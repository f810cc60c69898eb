"""Targets: which one a search takes if none is given, and whether a given one can be reached.

It takes the mean of random cards, or tries which target leads to the flattest card.
"""

import random
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil, floor
from typing import NamedTuple

from generator.annealing.population import search
from generator.annealing.schedule import AnnealingSchedule
from generator.annealing.tables import roll_ways
from generator.constraints import LayoutConstraints
from generator.proof.lower_bound import shortage
from generator.proof.problem import MinimumValueProblem
from generator.proposal import propose
from generator.spec import CompleteSpec
from solver.penta_rush.card import Card
from solver.penta_rush.fairness.card_fairness import CardFairness
from solver.penta_rush.fairness.distribution import Distribution
from solver.penta_rush.fairness.limits import FairnessLimits
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import Survey, survey_many
from solver.penta_rush.survey.kernel import OPTIMUM
from solver.runtime.arrays import HAS_NUMPY
from solver.runtime.parallel import thread_map

_RANDOM_CARDS = 100 if HAS_NUMPY else 10  # each takes a tenth of a second in plain Python
_TRIAL_STEPS = 150_000  # of each target: a second or two on a 10x10 card
_TRIAL_POPULATION = 2


class TargetTrial(NamedTuple):
    """What a short search for a *card* with this *target* has found, over all throws."""

    target: int
    variance: Fraction
    mean: Fraction
    card: Card


def mean_random_optimum(
    rows: int, cols: int, symbols: str, points: Points, *, even: bool
) -> Fraction:
    """Return the mean optimum of random cards; symbol counts *even*: equal to within one."""
    rng, constraints = random.Random(0), LayoutConstraints(even=even)
    cards = [propose(rows, cols, symbols, constraints, rng) for _ in range(_RANDOM_CARDS)]
    if HAS_NUMPY:
        figures = survey_many(cards, points, symbols=symbols, max_counted=0)
        optima = figures[:, :, OPTIMUM].tolist()
    else:
        optima = [Survey(card, points, symbols=symbols).find_optima() for card in cards]
    ways = roll_ways(symbols)
    total = sum(way * each for row in optima for way, each in zip(ways, row, strict=True))
    return Fraction(total, sum(ways) * _RANDOM_CARDS)


def flattest_target(
    spec: CompleteSpec,
    least_mean: Fraction,
    *,
    steps: int | None,
    jobs: int,
    show_note: Callable[[str], None] = lambda _: None,
) -> int:
    """Return the whole target by which a card as in *spec* gets flattest in a short search.

    Of the cards found, the mean optimum is at least *least_mean*, if there are any, and of these
    the card is one that the usual limits call fair, if there is one; of equally flat ones the
    richest is taken. No roll is worth less than 1 or more than *spec* allows, so
    *least_mean* is at most that. A search is no longer than *steps*, if these are given. *jobs*
    threads share the targets.
    """
    trial_steps = _TRIAL_STEPS if steps is None else min(steps, _TRIAL_STEPS)
    targets = range(max(1, ceil(least_mean)), spec.most_points + 1)
    trials: list[TargetTrial] = []
    for trial in thread_map(partial(_tried, spec, trial_steps), targets, jobs=jobs):
        trials.append(trial)
        show_note(f"target {trial.target}: sd {float(trial.variance) ** 0.5:.2f} in a trial")
    rich = [trial for trial in trials if trial.mean >= least_mean] or trials[-1:]
    ranked = sorted(rich, key=lambda trial: (trial.variance, -trial.mean))
    return next((trial for trial in ranked if _is_fair(spec, trial.card)), ranked[0]).target


def _is_fair(spec: CompleteSpec, card: Card) -> bool:
    fairness = CardFairness(Survey(card, spec.points, symbols=spec.symbols))
    return FairnessLimits().judge(fairness).is_fair is not False


def _tried(spec: CompleteSpec, steps: int, target: int) -> TargetTrial:
    population = min(spec.population, _TRIAL_POPULATION)
    trial = replace(spec, target=Fraction(target), steps=steps, population=population)
    *_, last = search(AnnealingSchedule.for_spec(trial), map)
    (card,) = last.cards
    figures = survey_many([card], spec.points, symbols=spec.symbols, max_counted=0)
    optimum = Distribution.of_rolls(figures[0, :, 2].tolist(), roll_ways(spec.symbols))
    return TargetTrial(target, optimum.variance, optimum.mean, card)


def out_of_reach(spec: CompleteSpec) -> str | None:
    """Return why no card is worth the target of *spec* at every roll; None if counting allows it.

    A flat card whose target lies between two whole numbers has rolls worth either.
    """

    def lacks(value: int) -> str | None:
        problem = MinimumValueProblem(spec.rows, spec.cols, spec.symbols, spec.points, value)
        return shortage(problem)

    value = floor(spec.target)
    reason = lacks(value)
    if reason is None:
        return None
    most = bisect_left(range(1, value), True, key=lambda each: lacks(each) is not None)  # noqa: FBT003
    return (
        f"no {spec.rows}x{spec.cols} card of {len(spec.symbols)} symbols makes every roll worth"
        f" {value}: {reason}; counting allows {most} at most"
    )
