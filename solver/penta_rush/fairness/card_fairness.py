"""How fair one card is: exact statistics over all legal throws.

Every throw is equally likely: with six symbols there are 6120, which 126 rolls stand for. Chances
and means are fractions, nothing is sampled. A dud is a roll without a packing, worth 0.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from solver.geometry.cell import Cell, components, neighbours
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.fairness.distribution import Distribution
from solver.penta_rush.fairness.player_model import PLAYERS, best_of_3
from solver.penta_rush.matching import FixedPlacement
from solver.penta_rush.points import Points
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.penta_rush.survey.card_survey import MAX_BEST_PACKINGS, RollSurvey, Survey
from solver.question import check_argument, question
from solver.search import Advance, is_over

MAX_PLACEMENTS_IN_TRIPLES = 400  # of a roll whose triples of placements are listed


class SymbolStatistics(NamedTuple):
    """A symbol's cells, the pairs of them that share an edge, and its largest component's size.

    That is its *patch*. *mean* is the mean optimum of the throws that hold the symbol.
    """

    symbol: str
    cells: int
    pairs: int
    patch: int
    mean: Fraction


class ShapeStatistics(NamedTuple):
    """A shape's points, and the number of its placements over all legal rolls.

    *in_best* is the chance that a best packing holds the shape, where all best packings of a roll
    are equally likely; None when some roll has too many of them to list.
    """

    shape: str
    points: int
    placements: int
    in_best: Fraction | None


@dataclass(frozen=True)
class CardFairness:
    """The statistics of the surveyed card."""

    survey: Survey

    def __post_init__(self) -> None:
        check_argument(self.survey, Survey, "fairness")

    @property
    def card(self) -> Card:
        """The card itself."""
        return self.survey.card

    @cached_property
    def throws(self) -> int:
        """The number of legal throws."""
        return sum(row.ways for row in self.survey.rows)

    @cached_property
    def optimum(self) -> Distribution:
        """The distribution of the optimum."""
        return self._distribution(lambda row: row.optimum)

    @cached_property
    def placements(self) -> Distribution:
        """The distribution of the number of matching placements."""
        return self._distribution(lambda row: row.placements)

    @property
    def distributions(self) -> dict[str, Distribution]:
        """Both distributions, by the names under which reports show them."""
        return {"best score": self.optimum, "placements": self.placements}

    @cached_property
    def duds(self) -> list[Roll]:
        """The rolls that have no packing."""
        return [row.roll for row in self.survey.rows if not row.optimum]

    @cached_property
    def dud_chance(self) -> Fraction:
        """The chance of a dud."""
        return self.optimum.chances.get(0, Fraction())

    @cached_property
    def five_chance(self) -> Fraction:
        """The chance of a roll for which five shapes can be packed."""
        sizes = self._distribution(lambda row: row.max_size)
        return sizes.chances.get(MAX_PLACEMENTS, Fraction())

    @cached_property
    def worst_first(self) -> list[RollSurvey]:
        """The survey's rows by optimum, then by number of placements, then by roll."""
        return sorted(self.survey.rows, key=lambda row: (row.optimum, row.placements, row.roll))

    @cached_property
    def symbols(self) -> list[SymbolStatistics]:
        """The statistics of each symbol of the dice."""
        statistics = []
        for symbol in self.survey.symbols:
            cells = frozenset(cell for cell in self.card.cells if self.card[cell] == symbol)
            holding = [row for row in self.survey.rows if symbol in row.roll.symbols]
            points = sum(row.ways * row.optimum for row in holding)
            mean = Fraction(points, sum(row.ways for row in holding))
            pairs = sum(len(neighbours(cell) & cells) for cell in cells) // 2
            largest = max(map(len, components(cells)), default=0)
            statistics.append(SymbolStatistics(symbol, len(cells), pairs, largest, mean))
        return statistics

    @property
    def symbol_gap(self) -> Fraction:
        """The difference between the greatest and the least mean of a symbol."""
        means = [symbol.mean for symbol in self.symbols]
        return max(means) - min(means)

    @cached_property
    def shapes(self) -> list[ShapeStatistics]:
        """The statistics of each shape."""
        counts = Counter(placement.shape for placement in self._all_placements)
        in_best = self._in_best() or dict.fromkeys(SHAPES)
        return [
            ShapeStatistics(shape, self.survey.points[shape], counts[shape], in_best[shape])
            for shape in SHAPES
        ]

    @cached_property
    def placements_per_cell(self) -> dict[Cell, int]:
        """The number of placements that cover each cell, over all legal rolls."""
        cols = self.card.cols
        counts = Counter(chain.from_iterable(placement.cells for placement in self._all_placements))
        return {cell: counts[cell.row * cols + cell.col] for cell in sorted(self.card.cells)}

    @property
    def dead_cells(self) -> list[Cell]:
        """The cells that no placement of a legal roll covers."""
        return [cell for cell, count in self.placements_per_cell.items() if not count]

    @cached_property
    def player_means(self) -> dict[str, Fraction | None]:
        """The mean score of each player model, the perfect player first.

        None for the finder of 3 when some roll has too many placements to list their triples.
        """
        return self._player_means()

    def measure_players(
        self, *, progress: Advance | None = None, deadline: float | None = None
    ) -> None:
        """Find the `player_means` now, and report *progress* by rolls.

        Those not found by *deadline*, on the monotonic clock, are None.
        """
        self.__dict__["player_means"] = self._player_means(progress, deadline)

    def _player_means(
        self, progress: Advance | None = None, deadline: float | None = None
    ) -> dict[str, Fraction | None]:
        rows = [row for row in self.survey.rows if row.placements]
        has_many = self.placements.greatest > MAX_PLACEMENTS_IN_TRIPLES
        means: dict[str, Fraction | None] = {"perfect": self.optimum.mean}
        for number, (name, mean_score) in enumerate(PLAYERS.items()):
            means[name] = None
            if mean_score is best_of_3 and has_many:
                continue
            points = Fraction()
            for done, row in enumerate(rows):
                if is_over(deadline):
                    break
                points += row.ways * mean_score(self.survey.engines[row.roll])
                if progress:
                    progress(
                        number * len(rows) + done + 1, len(PLAYERS) * len(rows), 0, "(players)"
                    )
            else:
                means[name] = points / self.throws
        return means

    @property
    def _all_placements(self) -> Iterator[FixedPlacement]:
        """The placements of all legal rolls."""
        engines = self.survey.engines.values()
        return chain.from_iterable(engine.placements.fixed for engine in engines)

    def _distribution(self, value: Callable[[RollSurvey], int]) -> Distribution:
        rows = self.survey.rows
        return Distribution.of_rolls(map(value, rows), (row.ways for row in rows))

    def _in_best(self) -> dict[str, Fraction] | None:
        """Return each shape's chance to be in a best packing; None if some roll has too many."""
        chances = dict.fromkeys(SHAPES, Fraction())
        for row in self.survey.rows:
            if row.optimal is None or row.optimal > MAX_BEST_PACKINGS:
                return None
            if not row.optimal:
                continue
            placements = self.survey.engines[row.roll].placements.fixed
            counts = Counter(
                placements[number].shape
                for packing in self.survey.best_packings(row.roll)
                for number in packing
            )
            for shape, count in counts.items():
                chances[shape] += Fraction(row.ways * count, self.throws * row.optimal)
        return chances


@question
def card_fairness(
    card: Card, *, points: Points | None = None, symbols: str | None = None
) -> CardFairness:
    """Return what *card* offers over all throws of dice that show *symbols*, by default its own.

    *points* are the values of the tiles, by default those that the card was made for, or else the
    bundled ones. ``FairnessLimits().reasons(fairness(card))`` lists why the card is not fair, and
    is empty if it is; it raises `UndecidedError` where there are no limits for the card's size.
    """
    return CardFairness(Survey(card, points or card.tile_points, symbols=symbols or card.symbols))
