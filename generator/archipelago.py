"""Islands that look for one card together: population annealing.

plan     a quest, how many islands, how many steps, and the seed of it all
round    some steps on every island; between two of them islands are chosen anew
heat     falls from round to round: quickly at first, then slowly, where cards get flat
choice   an island goes on as often as its energy, at the new heat, makes likely: none, once, more

Population annealing: Hukushima and Iba, AIP Conf. Proc. 690 (2003), 200; Machta, Phys. Rev. E 82
(2010), 026704. For the last rounds every island goes home, to its best card.

What is found depends on the plan alone: not on who advances the islands, and in which order.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from typing import Any, NamedTuple

from generator.anneal import Island, Quest, advance, settle
from generator.propose import propose
from solver.penta_rush.card import Card

ROUND = 50_000  # steps of an island: half a second
# The heats between which an archipelago cools, and the share of the rounds by which it has.
_COOLING = ((100.0, 0.0), (7.0, 0.08), (3.8, 0.94), (3.0, 0.94), (1.0, 1.0))
_HOME = 0.94
_SLOW = 0.5  # where a search like a given card begins

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


@dataclass(frozen=True)
class Plan:
    """How a *quest* is gone on: by so many *islands*, all *steps* shared among them.

    Islands begin with *like*, made to keep the wishes, and are not heated; or with random cards.
    """

    quest: Quest
    islands: int
    steps: int
    seed: int
    like: Card | None = None

    @property
    def rounds(self) -> int:
        """The number of rounds; of the last one, only as many steps as are left."""
        return -(-self.steps // (self.islands * ROUND))

    def legs(self, number: int) -> int:
        """Return the steps of an island in the round of this *number*, from 0."""
        return min(ROUND, -(-self.steps // self.islands) - number * ROUND)

    def done(self, rounds: int) -> int:
        """Return the steps of all islands in the first *rounds* rounds."""
        return self.islands * sum(map(self.legs, range(rounds)))

    def heat(self, number: int) -> float:
        """Return the heat of the round of this *number*, from 0."""
        share = (number + 0.5) / self.rounds
        if self.like:
            share = _SLOW + (1 - _SLOW) * share
        for (hot, since), (cold, until) in pairwise(_COOLING):
            if share < until:
                passed: float = (share - since) / (until - since)
                return float(hot * (cold / hot) ** passed)
        return _COOLING[-1][0]


class Standing(NamedTuple):
    """How far a plan has come: the rounds done, and the islands."""

    rounds: int
    islands: tuple[Island, ...]

    @property
    def best(self) -> Island:
        """The island with the best card, the first of several."""
        return min(self.islands, key=lambda island: island.best_energy)


class Leg(NamedTuple):
    """What one island does in one round."""

    quest: Quest
    island: Island
    heat: float
    steps: int


def found(plan: Plan) -> Standing:
    """Return the standing at which *plan* begins, with cards that keep the wishes.

    Raises `WishError` when no card keeps the wishes.
    """
    quest = plan.quest
    islands = []
    for number in range(plan.islands):
        rng = random.Random(f"{plan.seed}/{number}")
        card = propose(quest.rows, quest.cols, quest.symbols, quest.wishes, rng, like=plan.like)
        islands.append(settle(quest, card, rng.getrandbits(63)))
    return Standing(0, tuple(islands))


def sail(plan: Plan, standing: Standing, each: Map) -> Iterator[Standing]:
    """Yield the standing after each round that is left; *each* is a `map`, of whatever workers."""
    rounds, islands = standing
    while rounds < plan.rounds:
        heat, steps = plan.heat(rounds), plan.legs(rounds)
        legs = [Leg(plan.quest, island, heat, steps) for island in islands]
        islands = tuple(each(go, legs))
        rounds += 1
        if rounds < plan.rounds:
            islands = _chosen(plan, rounds, islands)
        yield Standing(rounds, islands)


def go(leg: Leg) -> Island:
    """Return the island after its leg."""
    return advance(*leg)


def _chosen(plan: Plan, number: int, islands: Sequence[Island]) -> tuple[Island, ...]:
    """Return the islands that go into the round of this *number*."""
    before, after = plan.heat(number - 1), plan.heat(number)
    if number / plan.rounds >= _HOME > (number - 1) / plan.rounds:
        return tuple(island.home() for island in islands)
    if after > before:
        return tuple(islands)
    rng = random.Random(f"{plan.seed}/{number}/round")
    unit = plan.quest.unit
    least = min(island.energy for island in islands)
    weights = [
        exp(-(1 / after - 1 / before) * (island.energy - least) / unit) for island in islands
    ]
    places = _systematic(weights, rng)
    seen: set[int] = set()
    chosen = []
    for place in places:
        island = islands[place]
        chosen.append(island._replace(rng=rng.getrandbits(63) | 1) if place in seen else island)
        seen.add(place)
    return tuple(chosen)


def _systematic(weights: Sequence[float], rng: random.Random) -> list[int]:
    """Return as many places as there are, each about as often as its weight.

    Systematic resampling: one random number, Kitagawa, J. Comput. Graph. Stat. 5 (1996), 1.
    """
    step = sum(weights) / len(weights)
    mark, passed = step * rng.random(), 0.0
    places: list[int] = []
    for place, weight in enumerate(weights):
        passed += weight
        while mark < passed and len(places) < len(weights):
            places.append(place)
            mark += step
    return places + [len(weights) - 1] * (len(weights) - len(places))
