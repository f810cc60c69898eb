"""The ladder: how fair a set of cards is whose players share the rolls and play as well as can be.

set         2 to 4 cards, numbered from 0; every player has one of them and reaches its optimum
column      a card's optimum at every roll, in the order of the survey
chance      over the legal throws: a roll counts by its ways, and every chance is exact
rung        a kind of fairness, asked of every two or more of the cards, and the distance to it
place-fair  each of k cards comes first, second, ... with chance 1/k; ties are split evenly
permutation-fair  each of the k! finishing orders has chance 1/k!; ties are split evenly
duel        two cards side by side, whoever else plays
spread      the greatest optimum of a roll less the least, in points

Source: Go First dice, by R. Ford and E. Harshbarger, whose words the two kinds of fairness are
(gofirstdice.ericharshbarger.org, "Concepts of Fairness"). Each rung is computed on its own: F2 and
F3 imply neither F0 nor F1, as the columns (9, 0) and (1, 1) of two equal chances show.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, permutations
from math import gcd
from operator import mul
from typing import NamedTuple, TypeVar

from solver.errors import CardError, quoted
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.match_chance import (
    Leads,
    limits_to_beat,
    limits_to_win,
    ways_within,
)
from solver.penta_rush.sheet import ROUNDS
from solver.penta_rush.survey.card_survey import Survey

FEWEST, MOST = 2, 4  # cards of a set
_Value = TypeVar("_Value")


class Witness(NamedTuple):
    """Where a distance is attained: among these *cards*, and what else the rung speaks of.

    F2 names one *card* of them and its *place*, 1 the best; F4 names the *roll*.
    """

    cards: tuple[int, ...]
    card: int | None = None
    place: int | None = None
    roll: Roll | None = None


class Rung(NamedTuple):
    """A rung, what it *asks* for, and the exact *distance* to it: 0 when it is met, and only then.

    The *witness* is the first that attains the distance; None when the rung is met.
    """

    name: str
    asks: str
    distance: Fraction
    witness: Witness | None

    @property
    def met(self) -> bool:
        """Whether every two or more of the cards are fair in this way."""
        return self.distance == 0


class Duel(NamedTuple):
    """The chances of a card to *win* against another, to *tie* and to *lose*; they add up to 1."""

    win: Fraction
    tie: Fraction
    lose: Fraction


Duels = dict[tuple[int, int], Duel]  # by the card and the other


class Spread(NamedTuple):
    """The *mean* spread of a throw, the *worst* in points, and the *rolls* that attain that."""

    mean: Fraction
    worst: int
    rolls: tuple[Roll, ...]


class Play(NamedTuple):
    """What becomes of the game of five rounds that share their rolls, the fifth doubled.

    *wins*: by card, the chance to win when all cards of the set play. Most points win, then the
    better rounds 1 to 4; cards still equal share the win evenly, so that the chances add up to 1.
    *duels*: the same game between two, with its ties.
    """

    wins: tuple[Fraction, ...]
    duels: Duels


@dataclass(frozen=True)
class SetGrade:
    """How fair a set is whose cards are worth *columns* at *rolls* with these *ways*.

    `columns[card][number]` is the optimum of a card, in points. Raises `CardError` unless there are
    2 to 4 columns, as long as the rolls, of which there is one, and every roll has its ways.
    """

    rolls: tuple[Roll, ...]
    ways: tuple[int, ...]
    columns: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        _check_size(len(self.columns))
        for column in (self.ways, *self.columns):
            if len(column) != len(self.rolls):
                raise CardError(
                    "set", expected=f"a figure for {len(self.rolls)} rolls", found=str(len(column))
                )
        if min(self.ways, default=0) < 1:
            raise CardError("set", expected="rolls with their ways", found=quoted(self.ways))

    @cached_property
    def rungs(self) -> tuple[Rung, ...]:
        """The rungs F0 to F4, by these distances.

        F0  the greatest difference of two means, in points
        F1  the greatest total variation distance between the distributions of two cards
        F2  the greatest difference of a card's chance of a place from 1/k
        F3  the greatest total variation distance of the finishing orders' distribution from even
        F4  the greatest spread, in points; `spread` has the mean
        """
        rungs = []
        for name, asks, distances in _RUNGS:
            distance, witness = max(distances(self), key=lambda pair: pair[0])
            rungs.append(Rung(name, asks, distance, witness if distance else None))
        return tuple(rungs)

    @property
    def reached(self) -> Rung | None:
        """The highest rung such that it and all below it are met; None if F0 is not."""
        reached = None
        for rung in self.rungs:
            if not rung.met:
                return reached
            reached = rung
        return reached

    @property
    def next_rung(self) -> Rung | None:
        """The rung after the one reached, the lowest that is not met; None if all are."""
        return next((rung for rung in self.rungs if not rung.met), None)

    @cached_property
    def duels(self) -> Duels:
        """What one roll does to every two cards, each both ways."""

        def win(card: int, other: int) -> Fraction:
            pairs = zip(self.columns[card], self.columns[other], strict=True)
            return self.chance(mine > yours for mine, yours in pairs)

        return _duels(len(self.columns), win)

    @cached_property
    def spread(self) -> Spread:
        """How far apart the cards are at a roll."""
        spreads = [max(values) - min(values) for values in zip(*self.columns, strict=True)]
        worst = max(spreads)
        rolls = (roll for roll, one in zip(self.rolls, spreads, strict=True) if one == worst)
        return Spread(self.chance(spreads), worst, tuple(rolls))

    @cached_property
    def play(self) -> Play:
        """The game of five rounds.

        Time and memory grow with the spread: seconds for four 10x10 cards with the usual points.
        Raises `UndecidedError` when points of very different sizes make the tables too large.
        """
        throws: int = (sum(self.ways) // gcd(*self.ways)) ** ROUNDS
        cards = range(len(self.columns))

        def win(card: int, other: int) -> Fraction:
            return ways_within(self._leads(card, [other]), limits_to_beat) / throws

        wins = (
            ways_within(self._leads(card, [one for one in cards if one != card]), limits_to_win)
            for card in cards
        )
        return Play(tuple(one / throws for one in wins), _duels(len(cards), win))

    def chance(self, values: Iterable[int]) -> Fraction:
        """Return the mean of *values*, one a roll, over the legal throws."""
        earned: int = sum(map(mul, self.ways, values))
        return Fraction(earned, sum(self.ways))

    def _leads(self, card: int, others: Sequence[int]) -> "Leads":
        leads: Leads = defaultdict(int)
        unit = gcd(*self.ways)  # 30 as a rule: small numbers make the game a third quicker
        for values, ways in zip(zip(*self.columns, strict=True), self.ways, strict=True):
            leads[tuple(values[other] - values[card] for other in others)] += ways // unit
        return leads


def grade_set(surveys: Sequence[Survey]) -> SetGrade:
    """Return how fair the surveyed cards are as a set.

    Raises `CardError` unless there are 2 to 4, whose dice bear the same symbols.
    """
    _check_size(len(surveys))
    first = surveys[0]
    for survey in surveys:
        if set(survey.symbols) != set(first.symbols):
            raise CardError(
                f"set, card {survey.card}",
                expected=f"dice that bear {first.symbols}",
                found=survey.symbols,
                hint="the cards of a set share the rolls",
            )
    return SetGrade(
        tuple(row.roll for row in first.rows),
        tuple(row.ways for row in first.rows),
        tuple(tuple(row.optimum for row in survey.rows) for survey in surveys),
    )


def _check_size(cards: int) -> None:
    if not FEWEST <= cards <= MOST:
        raise CardError("set", expected=f"{FEWEST} to {MOST} cards", found=str(cards))


def _duels(cards: int, win: Callable[[int, int], Fraction]) -> Duels:
    wins = {pair: win(*pair) for pair in permutations(range(cards), 2)}
    return {
        (one, other): Duel(won, 1 - won - wins[other, one], wins[other, one])
        for (one, other), won in wins.items()
    }


# The distances of the rungs, each with the witness that has it, in one order every time.
_Distances = Iterator[tuple[Fraction, Witness]]


def _means(grade: SetGrade) -> _Distances:
    means = [grade.chance(column) for column in grade.columns]
    for one, other in combinations(range(len(means)), 2):
        yield abs(means[one] - means[other]), Witness((one, other))


def _distributions(grade: SetGrade) -> _Distances:
    for pair in combinations(range(len(grade.columns)), 2):
        one, other = (_distribution(grade, grade.columns[card]) for card in pair)
        apart = sum(abs(one[value] - other[value]) for value in {*one, *other})
        yield Fraction(apart) / 2, Witness(pair)


def _places(grade: SetGrade) -> _Distances:
    for cards, finishes in _finishes(grade):
        size = len(cards)
        for seat, card in enumerate(cards):
            chances = [Fraction()] * size
            for finish, chance in finishes.items():
                above = sum(one < finish[seat] for one in finish)
                alike = finish.count(finish[seat])
                for place in range(above, above + alike):
                    chances[place] += chance / alike
            for place, chance in enumerate(chances, start=1):
                yield abs(chance - Fraction(1, size)), Witness(cards, card, place)


def _orders(grade: SetGrade) -> _Distances:
    for cards, finishes in _finishes(grade):
        chances = dict.fromkeys(permutations(range(len(cards))), Fraction())
        for finish, chance in finishes.items():
            orders = [
                order
                for order in chances
                if all(finish[one] <= finish[after] for one, after in pairwise(order))
            ]
            for order in orders:
                chances[order] += chance / len(orders)
        even = Fraction(1, len(chances))
        yield Fraction(sum(abs(one - even) for one in chances.values())) / 2, Witness(cards)


def _spreads(grade: SetGrade) -> _Distances:
    for one, other in combinations(range(len(grade.columns)), 2):
        for roll, mine, yours in zip(
            grade.rolls, grade.columns[one], grade.columns[other], strict=True
        ):
            yield Fraction(abs(mine - yours)), Witness((one, other), roll=roll)


_RUNGS: tuple[tuple[str, str, Callable[[SetGrade], _Distances]], ...] = (
    ("F0", "equal means", _means),
    ("F1", "equal distributions", _distributions),
    ("F2", "place-fair", _places),
    ("F3", "permutation-fair", _orders),
    ("F4", "equal for every roll", _spreads),
)


def _finishes(grade: SetGrade) -> Iterator[tuple[tuple[int, ...], dict[tuple[int, ...], Fraction]]]:
    """Yield every two or more cards, with the chances of their finishes: 0 for the best, then 1."""
    for size in range(FEWEST, len(grade.columns) + 1):
        for cards in combinations(range(len(grade.columns)), size):
            ranked = []
            for values in zip(*(grade.columns[card] for card in cards), strict=True):
                steps = sorted(set(values), reverse=True)
                ranked.append(tuple(map(steps.index, values)))
            yield cards, _distribution(grade, ranked)


def _distribution(grade: SetGrade, values: Iterable[_Value]) -> defaultdict[_Value, Fraction]:
    """Return the chance of each of *values*, one a roll, in the order they are met."""
    ways: dict[_Value, int] = {}
    for value, count in zip(values, grade.ways, strict=True):
        ways[value] = ways.get(value, 0) + count
    throws = sum(grade.ways)
    return defaultdict(Fraction, {value: Fraction(count, throws) for value, count in ways.items()})
