"""The grey border: one flat card, for all players.

target  the optimum that every roll should have; by default that of random cards, or richer
pace    the seconds a step takes, from which the steps are reckoned that a time allows
"""

import random
from fractions import Fraction
from time import perf_counter

from generator.annealing.kernel.tables import SCALE
from generator.annealing.objective import Quest
from generator.annealing.population import Plan
from generator.constraints import Wishes
from generator.proposal import propose
from generator.spec import Order
from solver.penta_rush.dice import rolls, ways
from solver.penta_rush.points import Points
from solver.penta_rush.survey.card_survey import survey_many

_SAMPLE = 100  # random cards, by which the value of a usual one is told
_TRIAL = 100  # steps, to begin with
_TRIAL_S = 0.5
_TRIAL_HEAT = 7.0
_SHARE = 0.9  # of the time that the steps may take: the machine may be busier than it was


def quest_of(order: Order) -> Quest:
    """Return what *order* looks for."""
    aims = (round(SCALE * order.target),) * sum(1 for _ in rolls(order.symbols))
    return Quest(order.rows, order.cols, order.symbols, order.points, order.wishes, aims)


def grey_plan(order: Order) -> Plan:
    """Return how the flat card of *order* is looked for."""
    return Plan(quest_of(order), order.islands, order.steps, order.seed, order.like)


def usual_optimum(rows: int, cols: int, symbols: str, points: Points, *, even: bool) -> Fraction:
    """Return the mean optimum of random cards; symbol counts *even*: equal to within one."""
    rng = random.Random(0)
    cards = [propose(rows, cols, symbols, Wishes(even=even), rng) for _ in range(_SAMPLE)]
    optima = survey_many(cards, points, symbols=symbols, heaviest=0)[:, :, 2].sum(axis=0).tolist()
    chances = [ways(roll) for roll in rolls(symbols)]
    total = sum(way * optimum for way, optimum in zip(chances, optima, strict=True))
    return Fraction(total, sum(chances) * _SAMPLE)


def steps_in(plan: Plan, seconds: Fraction, jobs: int) -> int:
    """Return about how many steps *jobs* processes do for *plan* in so many *seconds*."""
    quest = plan.quest
    island = quest.begin(random.Random(plan.seed), plan.like)
    island = quest.advance(island, _TRIAL_HEAT, _TRIAL)  # compiled
    steps, took = _TRIAL, 0.0
    while took < _TRIAL_S:  # soon it is no longer a random card
        start = perf_counter()
        island = quest.advance(island, _TRIAL_HEAT, steps)
        took, steps = perf_counter() - start, 2 * steps
    pace = took / (steps // 2)
    return max(1, round(seconds * _SHARE * min(jobs, plan.islands) / pace))
