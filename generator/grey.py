"""The grey border: one flat card, for all players.

log   the standings of a search, kept round by round, so that it goes on where it was killed
pace  the seconds a step takes, from which the steps are reckoned that a time allows
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from time import perf_counter
from typing import Any, NamedTuple

from generator.anneal import Island, Quest, advance
from generator.archipelago import Map, Plan, Standing, found, sail
from generator.order import Order
from generator.wishes import Wishes
from solver.dice import rolls
from solver.journal import Journal
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points

_SAMPLE = 100  # random cards, by which the value of a usual one is told
_TRIAL = 20_000  # steps
_TRIAL_HEAT = 7.0
_SHARE = 0.9  # of the time that the steps may take: the machine may be busier than it was


class Sight(NamedTuple):
    """How far a search has come: the rounds done of all, the steps, the card and the best card."""

    rounds: int
    total: int
    steps: int
    energy: float
    best_energy: float
    best: Card


def plan_of(order: Order) -> Plan:
    """Return how *order* is carried out."""
    aims = (order.target,) * sum(1 for _ in rolls(order.symbols))
    quest = Quest(order.rows, order.cols, order.symbols, order.points, order.wishes, aims)
    return Plan(quest, order.islands, order.steps, order.seed, order.like)


def search(order: Order, each: Map, *, journal: Journal | None = None) -> Iterator[Sight]:
    """Yield how far the search for the card of *order* has come: at its start, after each round.

    *each* is a `map` of whatever workers. With a *journal*, it goes on from the last round there.
    Raises `WishError` when no card keeps the wishes.
    """
    plan = plan_of(order)
    records = journal.records if journal else []
    start = _standing(records[-1]) if records else found(plan)
    yield _sight(plan, start)
    for standing in sail(plan, start, each):
        if journal:
            journal.append([standing.rounds, [list(island) for island in standing.islands]])
        yield _sight(plan, standing)


def usual_optimum(rows: int, cols: int, symbols: str, points: Points) -> Fraction:
    """Return the mean optimum of random cards, with symbol counts equal to within one."""
    from generator.propose import propose
    from solver.dice import ways
    from solver.penta_rush.survey import survey_many

    rng = random.Random(0)
    cards = [propose(rows, cols, symbols, Wishes(), rng) for _ in range(_SAMPLE)]
    optima = survey_many(cards, points, symbols=symbols, heaviest=0)[:, :, 2].sum(axis=0).tolist()
    chances = [ways(roll) for roll in rolls(symbols)]
    total = sum(way * optimum for way, optimum in zip(chances, optima, strict=True))
    return Fraction(total, sum(chances) * _SAMPLE)


def steps_in(order: Order, seconds: float, jobs: int) -> int:
    """Return about how many steps *jobs* processes do for *order* in so many *seconds*."""
    plan = replace(plan_of(order), islands=1)
    island = advance(plan.quest, found(plan).islands[0], _TRIAL_HEAT, _TRIAL)
    start = perf_counter()
    advance(plan.quest, island, _TRIAL_HEAT, _TRIAL)
    pace = (perf_counter() - start) / _TRIAL
    return max(1, round(seconds * _SHARE * min(jobs, order.islands) / pace))


def _standing(record: list[Any]) -> Standing:
    rounds, islands = record
    return Standing(rounds, tuple(Island(*island) for island in islands))


def _sight(plan: Plan, standing: Standing) -> Sight:
    best = standing.best
    return Sight(
        standing.rounds,
        plan.rounds,
        plan.done(standing.rounds),
        plan.quest.mean(min(island.energy for island in standing.islands)),
        plan.quest.mean(best.best_energy),
        plan.quest.card(best.best),
    )
