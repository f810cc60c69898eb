"""Fairness: what a card offers over all throws, measured exactly; and when it is called fair.

throw      every figure is over the legal throws, all equally likely: with six symbols the 6120
           that 126 rolls stand for
dud        a roll without a packing: worth 0
spread     the distribution of a whole number over the throws
limits     the named bounds of the predicate: a card that keeps all of them is fair

Nothing is sampled; chances and means are fractions. Only a standard deviation is a float.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from solver.geometry.cell import Cell, components, neighbours
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.player_model import PLAYERS, finder_of_3
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.penta_rush.survey.card_survey import RollSurvey, Survey

MOST_LISTED = 10_000  # best packings of a roll that are gone through
MOST_SEEN = 400  # placements of a roll whose threes are gone through
QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))


@dataclass(frozen=True)
class Spread:
    """The chance of each value that a whole number has, *chances* ascending by value."""

    chances: dict[int, Fraction]

    @cached_property
    def mean(self) -> Fraction:
        """The mean value."""
        return sum((value * chance for value, chance in self.chances.items()), Fraction())

    @cached_property
    def variance(self) -> Fraction:
        """The mean squared distance to the mean."""
        squares = sum((value**2 * chance for value, chance in self.chances.items()), Fraction())
        return squares - self.mean**2

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def least(self) -> int:
        """The least value."""
        return min(self.chances)

    @property
    def greatest(self) -> int:
        """The greatest value."""
        return max(self.chances)

    def quantile(self, share: Fraction) -> int:
        """Return the least value that at least *share* of all are not above."""
        reached = Fraction()
        for value, chance in self.chances.items():
            reached += chance
            if reached >= share:
                return value
        return self.greatest


class SymbolFigures(NamedTuple):
    """A symbol: its cells, the pairs of them side by side, the most in one patch.

    *mean* is the mean optimum of the throws that hold it.
    """

    symbol: str
    cells: int
    pairs: int
    patch: int
    mean: Fraction


class ShapeFigures(NamedTuple):
    """A shape: its points, its placements over all legal rolls.

    *best* is the chance that a best packing holds it, each of a roll's best as likely as another;
    None when a roll has too many to go through.
    """

    shape: str
    points: int
    placements: int
    best: Fraction | None


@dataclass(frozen=True)
class Fairness:
    """The measures of the card of a *survey*."""

    survey: Survey

    @property
    def card(self) -> Card:
        """The card that is measured."""
        return self.survey.card

    @cached_property
    def throws(self) -> int:
        """The number of legal throws."""
        return sum(row.ways for row in self.survey.rows)

    @cached_property
    def optimum(self) -> Spread:
        """The spread of the optimum."""
        return self._spread(lambda row: row.optimum)

    @cached_property
    def placements(self) -> Spread:
        """The spread of the number of matching placements."""
        return self._spread(lambda row: row.placements)

    @cached_property
    def duds(self) -> list[Roll]:
        """The rolls worth 0."""
        return [row.roll for row in self.survey.rows if not row.optimum]

    @cached_property
    def dud_chance(self) -> Fraction:
        """The chance of a dud."""
        return self._chance(lambda row: not row.optimum)

    @cached_property
    def five_chance(self) -> Fraction:
        """The chance of a roll of which five shapes can be packed."""
        return self._chance(lambda row: row.most == MAX_PLACEMENTS)

    @cached_property
    def worst_first(self) -> list[RollSurvey]:
        """The rows by optimum, then by placements, then by roll."""
        return sorted(self.survey.rows, key=lambda row: (row.optimum, row.placements, row.roll))

    @cached_property
    def symbols(self) -> list[SymbolFigures]:
        """The figures of each symbol of the dice."""
        found = []
        for symbol in self.survey.symbols:
            cells = frozenset(cell for cell in self.card.cells if self.card[cell] == symbol)
            holding = [row for row in self.survey.rows if symbol in row.roll.symbols]
            points = sum(row.ways * row.optimum for row in holding)
            mean = Fraction(points, sum(row.ways for row in holding))
            pairs = sum(len(neighbours(cell) & cells) for cell in cells) // 2
            patch = max(map(len, components(cells)), default=0)
            found.append(SymbolFigures(symbol, len(cells), pairs, patch, mean))
        return found

    @property
    def symbol_gap(self) -> Fraction:
        """The mean of the symbol with the greatest mean less that of the one with the least."""
        means = [symbol.mean for symbol in self.symbols]
        return max(means) - min(means)

    @cached_property
    def shapes(self) -> list[ShapeFigures]:
        """The figures of each shape."""
        laid: Counter[str] = Counter()
        for engine in self.survey.engines.values():
            laid.update(placement.shape for placement in engine.placements)
        best = self._in_best() or dict.fromkeys(SHAPES)
        return [
            ShapeFigures(shape, self.survey.points[shape], laid[shape], best[shape])
            for shape in SHAPES
        ]

    @cached_property
    def cells(self) -> dict[Cell, int]:
        """The number of placements through each cell, over all legal rolls."""
        through = dict.fromkeys(sorted(self.card.cells), 0)
        for engine in self.survey.engines.values():
            for placement in engine.placements:
                for cell in placement.cells:
                    through[cell] += 1
        return through

    @property
    def dead_cells(self) -> list[Cell]:
        """The cells that no placement of a legal roll covers."""
        return [cell for cell, through in self.cells.items() if not through]

    @cached_property
    def players(self) -> dict[str, Fraction | None]:
        """The mean score of each kind of player, the perfect one first.

        None of who sees three, when a roll has too many placements to go through their sets.
        """
        means: dict[str, Fraction | None] = {"perfect": self.optimum.mean}
        for name, score in PLAYERS.items():
            if score is finder_of_3 and self.placements.greatest > MOST_SEEN:
                means[name] = None
                continue
            points = (
                row.ways * score(self.survey.engines[row.roll])
                for row in self.survey.rows
                if row.placements
            )
            means[name] = sum(points, Fraction()) / self.throws
        return means

    def _spread(self, value: Callable[[RollSurvey], int]) -> Spread:
        ways: Counter[int] = Counter()
        for row in self.survey.rows:
            ways[value(row)] += row.ways
        return Spread({number: Fraction(n, self.throws) for number, n in sorted(ways.items())})

    def _chance(self, holds: Callable[[RollSurvey], bool]) -> Fraction:
        return Fraction(sum(row.ways for row in self.survey.rows if holds(row)), self.throws)

    def _in_best(self) -> dict[str, Fraction] | None:
        """Return the chance of each shape to be in a best packing; None if they are too many."""
        chances = dict.fromkeys(SHAPES, Fraction())
        for row in self.survey.rows:
            if row.optimal is None or row.optimal > MOST_LISTED:
                return None
            if not row.optimal:
                continue
            holding: Counter[str] = Counter()
            for best in self.survey.best_packings(row.roll):
                holding.update(self.survey.engines[row.roll].placements[one].shape for one in best)
            for shape, count in holding.items():
                chances[shape] += Fraction(row.ways * count, self.throws * row.optimal)
        return chances


@dataclass(frozen=True)
class Limits:
    """The bounds that a fair card keeps; None is no bound.

    The defaults come from 2000 random 10x10 cards, each symbol 16 or 17 times: *max_sd* is what
    the flattest tenth of them keep, *min_mean* and *max_symbol_gap* what nine of ten keep; half of
    them have no dud. One in fifteen keeps all.
    """

    max_sd: Fraction | None = Fraction("3.75")
    min_mean: Fraction | None = Fraction("10.8")
    min_optimum: Fraction | None = Fraction(1)
    max_dud_chance: Fraction | None = Fraction(0)
    max_symbol_gap: Fraction | None = Fraction("1.75")
    min_five_chance: Fraction | None = None
    max_dead_cells: Fraction | None = Fraction(0)

    def reasons(self, fairness: Fairness) -> list[str]:
        """Return why the card is not fair, a reason for each bound that it does not keep."""
        return list(self._reasons(fairness))

    def _reasons(self, fairness: Fairness) -> Iterator[str]:
        optimum = fairness.optimum
        for found, what, bound in (
            (optimum.mean, "the mean optimum", self.min_mean),
            (Fraction(optimum.least), "the least optimum", self.min_optimum),
            (fairness.five_chance, "the chance of five shapes", self.min_five_chance),
        ):
            if bound is not None and found < bound:
                yield f"{what} is {_apart(float(found), bound)}, less than {_short(bound)}"
        # The standard deviation is a root: its square is compared, so that this is exact, too.
        if self.max_sd is not None and optimum.variance > self.max_sd**2:
            told = f"{_apart(optimum.sd, self.max_sd)}, more than {_short(self.max_sd)}"
            yield f"the standard deviation of the optimum is {told}"
        for found, what, bound in (
            (fairness.dud_chance, "the chance of a dud", self.max_dud_chance),
            (fairness.symbol_gap, "the gap between symbols", self.max_symbol_gap),
            (Fraction(len(fairness.dead_cells)), "the number of dead cells", self.max_dead_cells),
        ):
            if bound is not None and found > bound:
                yield f"{what} is {_apart(float(found), bound)}, more than {_short(bound)}"


def _short(bound: Fraction) -> str:
    return f"{float(bound):.12f}".rstrip("0").rstrip(".")


def _apart(found: float, bound: Fraction) -> str:
    """Return *found* in as many digits as tell it from *bound*, two or more."""
    told = (f"{found:.{digits}f}" for digits in range(2, 16))
    return next((text for text in told if Fraction(text) != bound), f"{found}")
