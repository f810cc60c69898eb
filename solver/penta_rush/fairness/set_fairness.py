"""How fair a set of 2 to 4 cards is whose players share the rolls and always reach the optimum.

A set may meet five criteria, F0 to F4. Each is required of every two or more of the cards, over all
legal throws, and has an exact distance. Two of them are named as in R. Ford and E. Harshbarger's Go
First dice (gofirstdice.ericharshbarger.org, "Concepts of Fairness"); ties are split evenly:

place-fair        each of k cards comes first, second, ... with chance 1/k
permutation-fair  each of the k! finishing orders has chance 1/k!

Each criterion is computed on its own: F2 and F3 imply neither F0 nor F1, as two cards show whose
optima at two equally likely rolls are (9, 0) and (1, 1).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, permutations, product, takewhile
from operator import itemgetter, mul
from typing import NamedTuple

from solver.errors import CardError, quoted
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.distribution import throws_by_value
from solver.penta_rush.fairness.match_chance import (
    HeadToHeads,
    MatchChances,
    head_to_heads,
    match_chances,
)
from solver.penta_rush.survey.card_survey import Survey

MIN_CARDS, MAX_CARDS = 2, 4  # of a set


class Example(NamedTuple):
    """Where the distance to a criterion is attained: among these *cards*, numbered from 0.

    F2 also names one *card* of them and its *place*, 1 the best; F4 names the *roll*.
    """

    cards: tuple[int, ...]
    card: int | None = None
    place: int | None = None
    roll: Roll | None = None


class FairnessCriterion(NamedTuple):
    """A criterion, in words and by the exact *distance* to it, which is 0 just when it is met.

    The *example* is the first that attains the distance; None when the criterion is met.
    """

    name: str
    description: str
    distance: Fraction
    example: Example | None

    @property
    def met(self) -> bool:
        """Whether every two or more of the cards are fair in this way."""
        return self.distance == 0


class OptimumRange(NamedTuple):
    """How far apart the optima of the cards are at a roll, from the least to the greatest.

    *mean* is over the throws, *worst* is in points, and *rolls* are those that attain it.
    """

    mean: Fraction
    worst: int
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class SetFairness:
    """The fairness of cards with these *optima* at *rolls* with these *ways*.

    `optima[card][number]` is the optimum of a card at the roll of this number, in points. Raises
    `CardError` unless there are 2 to 4 cards, each with an optimum for every roll, there is a roll,
    and every roll has its ways.
    """

    rolls: tuple[Roll, ...]
    ways: tuple[int, ...]
    optima: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        _check_size(len(self.optima))
        for figures in (self.ways, *self.optima):
            if len(figures) != len(self.rolls):
                expected = f"a figure for {len(self.rolls)} rolls"
                raise CardError("set", expected=expected, found=str(len(figures)))
        if min(self.ways, default=0) < 1:
            raise CardError("set", expected="rolls with their ways", found=quoted(self.ways))

    @classmethod
    def from_surveys(cls, surveys: Sequence[Survey]) -> "SetFairness":
        """Return how fair the surveyed cards are as a set.

        Raises `CardError` as `check_set` does.
        """
        check_set(surveys)
        first = surveys[0]
        return cls(
            tuple(row.roll for row in first.rows),
            tuple(row.ways for row in first.rows),
            tuple(tuple(row.optimum for row in survey.rows) for survey in surveys),
        )

    @cached_property
    def criteria(self) -> tuple[FairnessCriterion, ...]:
        """The criteria F0 to F4, by these distances.

        F0  the greatest difference of two means, in points
        F1  the greatest total variation distance between the distributions of two cards
        F2  the greatest difference of a card's chance of a place from 1/k
        F3  the greatest total variation distance of the finishing orders' distribution from even
        F4  the greatest difference of two optima at a roll, in points
        """
        criteria = []
        for name, description, distances in _CRITERIA:
            distance, example = max(distances(self), key=itemgetter(0))
            attained = example if distance else None
            criteria.append(FairnessCriterion(name, description, distance, attained))
        return tuple(criteria)

    @property
    def reached(self) -> FairnessCriterion | None:
        """The last criterion that is met together with all before it; None if F0 is not met."""
        met = list(takewhile(lambda criterion: criterion.met, self.criteria))
        return met[-1] if met else None

    @property
    def next_criterion(self) -> FairnessCriterion | None:
        """The first criterion that is not met; None if all are."""
        return next((criterion for criterion in self.criteria if not criterion.met), None)

    @cached_property
    def head_to_head(self) -> HeadToHeads:
        """The outcome of one roll between every two cards, each both ways."""

        def win_chance(card: int, opponent: int) -> Fraction:
            pairs = zip(self.optima[card], self.optima[opponent], strict=True)
            return self.mean(mine > theirs for mine, theirs in pairs)

        return head_to_heads(len(self.optima), win_chance)

    @cached_property
    def optimum_range(self) -> OptimumRange:
        """How far apart the cards are at a roll."""
        ranges = [max(values) - min(values) for values in zip(*self.optima, strict=True)]
        worst = max(ranges)
        rolls = (roll for roll, points in zip(self.rolls, ranges, strict=True) if points == worst)
        return OptimumRange(self.mean(ranges), worst, tuple(rolls))

    @cached_property
    def match(self) -> MatchChances:
        """The outcome of a match of five rounds.

        Time and memory grow with the range of the optima: seconds for four 10x10 cards with the
        usual points. Raises `UndecidedError` when points of very different sizes make the tables
        too large.
        """
        return match_chances(self.optima, self.ways)

    def mean(self, values: Iterable[int]) -> Fraction:
        """Return the mean over the legal throws of *values*, one for each roll."""
        total: int = sum(map(mul, self.ways, values))
        return Fraction(total, sum(self.ways))


def check_set(surveys: Sequence[Survey]) -> None:
    """Raise `CardError` unless these are 2 to 4 cards, for dice with the same symbols."""
    _check_size(len(surveys))
    first, name = surveys[0], surveys[0].card.legend.symbols_text
    for survey in surveys:
        if set(survey.symbols) != set(first.symbols):
            raise CardError(
                f"set, card {survey.card}",
                expected=f"dice with the symbols {name(first.symbols)}",
                found=name(survey.symbols),
                hint="the cards of a set share the rolls",
            )


def _check_size(cards: int) -> None:
    if not MIN_CARDS <= cards <= MAX_CARDS:
        raise CardError("set", expected=f"{MIN_CARDS} to {MAX_CARDS} cards", found=str(cards))


# The distances to a criterion, each with the example that has it, in the same order every time.
_Distances = Iterator[tuple[Fraction, Example]]


def _mean_distances(fairness: SetFairness) -> _Distances:
    means = [fairness.mean(optima) for optima in fairness.optima]
    for pair in combinations(range(len(means)), 2):
        yield abs(means[pair[0]] - means[pair[1]]), Example(pair)


def _distribution_distances(fairness: SetFairness) -> _Distances:
    for pair in combinations(range(len(fairness.optima)), 2):
        first, second = (throws_by_value(fairness.optima[card], fairness.ways) for card in pair)
        yield Fraction((first - second).total(), sum(fairness.ways)), Example(pair)


def _place_distances(fairness: SetFairness) -> _Distances:
    for cards, chances in _finishing_orders(fairness):
        for index, place in product(range(len(cards)), repeat=2):
            chance = sum(chances[order] for order in chances if order[place] == index)
            distance = abs(chance - Fraction(1, len(cards)))
            yield distance, Example(cards, cards[index], place + 1)


def _order_distances(fairness: SetFairness) -> _Distances:
    for cards, chances in _finishing_orders(fairness):
        total = sum(abs(chance - Fraction(1, len(chances))) for chance in chances.values())
        yield Fraction(total) / 2, Example(cards)


def _optimum_distances(fairness: SetFairness) -> _Distances:
    for pair in combinations(range(len(fairness.optima)), 2):
        optima = (fairness.optima[card] for card in pair)
        for roll, first, second in zip(fairness.rolls, *optima, strict=True):
            yield Fraction(abs(first - second)), Example(pair, roll=roll)


_CRITERIA: tuple[tuple[str, str, Callable[[SetFairness], _Distances]], ...] = (
    ("F0", "equal means", _mean_distances),
    ("F1", "equal distributions", _distribution_distances),
    ("F2", "place-fair", _place_distances),
    ("F3", "permutation-fair", _order_distances),
    ("F4", "equal for every roll", _optimum_distances),
)


def _finishing_orders(
    fairness: SetFairness,
) -> Iterator[tuple[tuple[int, ...], dict[tuple[int, ...], Fraction]]]:
    """Yield every two or more cards, with the chance of each order in which they may finish.

    An order lists the places of the cards in that tuple, the best card first.
    """
    for size in range(MIN_CARDS, len(fairness.optima) + 1):
        for cards in combinations(range(len(fairness.optima)), size):
            optima = zip(*(fairness.optima[card] for card in cards), strict=True)
            ranks_by_roll = (
                tuple(map(sorted(values, reverse=True).index, values)) for values in optima
            )
            chances = dict.fromkeys(permutations(range(size)), Fraction())
            for ranks, throws in throws_by_value(ranks_by_roll, fairness.ways).items():
                orders = [
                    order
                    for order in chances
                    if all(ranks[first] <= ranks[second] for first, second in pairwise(order))
                ]
                for order in orders:
                    chances[order] += Fraction(throws, len(orders) * sum(fairness.ways))
            yield cards, chances
