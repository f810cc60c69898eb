"""Islands that look for one card together: population annealing.

plan     a quest, how many islands, how many steps, and the seed of it all
round    a leg of every island, some steps; between two of them islands are chosen anew
heat     falls from round to round: quickly at first, then slowly, where cards get flat
share    of the cooling that is over in the middle of a round; with a given card, some is skipped
choice   an island goes on as often as its energy, at the new heat, makes likely: none, once, more

Population annealing: Hukushima and Iba, AIP Conf. Proc. 690 (2003), 200; Machta, Phys. Rev. E 82
(2010), 026704. For the last rounds, once it is cold, every island goes home, to its best card.

What is found depends on the plan alone: not on who advances the islands, and in which order.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from generator.annealing.objective import UNWISHED
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card

# The heats between which an archipelago cools, and the share of the cooling by which it has.
_COOLING = ((100.0, 0.0), (7.0, 0.08), (5.2, 0.94), (3.0, 0.94), (1.0, 1.0))
_HOME = 0.94

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


class Island(Protocol):
    """One card or several on their way, and the best so far: a tuple that JSON can keep."""

    @property
    def energy(self) -> int:
        """How far off what is on its way is."""

    @property
    def best_energy(self) -> int:
        """How far off the best is."""

    def home(self) -> Self:
        """Return the island, back at the best."""

    def reseeded(self, seed: int) -> Self:
        """Return the island with other random numbers."""


Isle = TypeVar("Isle", bound=Island)


class Goal(Protocol[Isle]):
    """What is looked for, by islands of one kind."""

    @property
    def leg(self) -> int:
        """The steps of an island in a round: what takes seconds, as all waits for its end."""

    @property
    def unit(self) -> float:
        """The energy of heat 1."""

    def mean(self, energy: int) -> float:
        """Return *energy* as a mean over the throws, in points squared."""

    def cards_of(self, island: Isle) -> tuple[Card, ...]:
        """Return the best cards of *island*."""

    @property
    def warm(self) -> float:
        """The share of the cooling at which a search begins that begins with a given card."""

    def begin(self, rng: random.Random, like: Card | None) -> Isle:
        """Return an island to begin with."""

    def advance(self, island: Isle, heat: float, steps: int) -> Isle:
        """Return *island* after more steps."""

    def restore(self, record: list[Any]) -> Isle:
        """Return the island whose fields JSON has kept as *record*."""


@dataclass(frozen=True)
class Plan:
    """How a *quest* is gone on: by so many *islands*, all *steps* shared among them.

    Islands begin with *like*, made to keep the wishes, and are not heated; or with random cards.
    """

    quest: Goal[Any]
    islands: int
    steps: int
    seed: int
    like: Card | None = None

    @property
    def rounds(self) -> int:
        """The number of rounds; of the last one, only as many steps as are left."""
        return -(-self.steps // (self.islands * self.quest.leg))

    def legs(self, number: int) -> int:
        """Return the steps of an island in the round of this *number*, from 0."""
        leg = self.quest.leg
        return min(leg, -(-self.steps // self.islands) - number * leg)

    def done(self, rounds: int) -> int:
        """Return the steps of all islands in the first *rounds* rounds."""
        return self.islands * sum(map(self.legs, range(rounds)))

    def share(self, number: int) -> float:
        """Return the share of the cooling in the round of this *number*, from 0: less than 1."""
        passed = (number + 0.5) / self.rounds
        return self.quest.warm + (1 - self.quest.warm) * passed if self.like else passed

    def heat(self, number: int) -> float:
        """Return the heat of the round of this *number*, from 0; it never rises."""
        share = self.share(number)
        (hot, since), (cold, until) = next(
            between for between in pairwise(_COOLING) if share < between[1][1]
        )
        passed = (share - since) / (until - since)
        return float(hot * (cold / hot) ** passed)

    def is_cold(self, number: int) -> bool:
        """Return whether the round of this *number* is one of the last; the very last one is."""
        return self.share(number) >= _HOME or number == self.rounds - 1


class Sight(NamedTuple):
    """How far a plan has come: *rounds* of *total*, the *steps* done, and what is in sight.

    The least *energy* of an island and the *best_energy* are means over the throws, in points
    squared; *cards* are the best, if any are *wished*, which a start may not be.
    """

    rounds: int
    total: int
    steps: int
    energy: float
    best_energy: float
    cards: tuple[Card, ...]
    wished: bool


class Leg(NamedTuple, Generic[Isle]):
    """What one island does in one round."""

    quest: Goal[Isle]
    island: Isle
    heat: float
    steps: int


def search(plan: Plan, each: Map, *, journal: Checkpoint | None = None) -> Iterator[Sight]:
    """Yield how far *plan* has come: at its start, and after each round.

    *each* is a `map`, of whatever workers. With a *journal*, it goes on from the last round there.
    Raises `WishError` when no card keeps the wishes.
    """
    quest = plan.quest
    islands: tuple[Island, ...]
    best: Island
    if journal and journal.records:
        rounds, kept, record = journal.records[-1]
        islands, best = tuple(quest.restore(record) for record in kept), quest.restore(record)
    else:
        rngs = [random.Random(f"{plan.seed}/{number}") for number in range(plan.islands)]
        rounds, islands = 0, tuple(quest.begin(rng, plan.like) for rng in rngs)
        best = islands[0]
    best = min(best, *islands, key=_best_energy)
    yield _sight(plan, rounds, islands, best)
    while rounds < plan.rounds:
        heat, steps = plan.heat(rounds), plan.legs(rounds)
        islands = tuple(each(go, [Leg(quest, island, heat, steps) for island in islands]))
        best = min(best, *islands, key=_best_energy)
        rounds += 1
        if rounds < plan.rounds:
            islands = _chosen(plan, rounds, islands, best)
        if journal:
            journal.append([rounds, islands, best])
        yield _sight(plan, rounds, islands, best)


def go(leg: Leg[Isle]) -> Isle:
    """Return the island after its leg."""
    return leg.quest.advance(leg.island, leg.heat, leg.steps)


def _sight(plan: Plan, rounds: int, islands: Sequence[Island], best: Island) -> Sight:
    quest = plan.quest
    energy = min(island.energy for island in islands)
    means = quest.mean(energy), quest.mean(best.best_energy)
    return Sight(
        rounds,
        plan.rounds,
        plan.done(rounds),
        *means,
        quest.cards_of(best),
        best.best_energy < UNWISHED,
    )


def _best_energy(island: Island) -> int:
    return island.best_energy


def _chosen(plan: Plan, number: int, islands: Sequence[Isle], best: Isle) -> tuple[Isle, ...]:
    """Return the islands that go into the round of this *number*."""
    if plan.is_cold(number) and not plan.is_cold(number - 1):
        # An island that has seen nothing as wished has no home but where it began.
        return tuple(
            home.home() if home.best_energy < UNWISHED else island
            for home, island in zip((best, *islands[1:]), islands, strict=True)
        )
    before, after = plan.heat(number - 1), plan.heat(number)
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
        chosen.append(island.reseeded(rng.getrandbits(63)) if place in seen else island)
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
