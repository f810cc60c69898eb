"""The survey of a card: what every legal roll is worth on it.

row      the figures of one roll
survey   the rows of all legal rolls of the dice, in alphabetical order
few      so few placements that plain Python counts their packings in no time
heavy    so many that nobody waits for the number of their packings: it is not counted

One card is surveyed by the plain engine, without compiled code, since a person waits for it; only
a roll with more than a few placements has its packings counted by the kernel. Many cards are
surveyed by the kernel.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.errors import CardError, RollError, quoted
from solver.geometry.polyomino import SHAPES
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls, ways
from solver.penta_rush.points import Points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.rules import PlacementNumbers

if TYPE_CHECKING:
    import numpy as np

FEW = 250
# 400 placements have some 10**8 packings of four, a second; 800 take a quarter of a minute.
MAX_COUNTED = 400
_LISTED = 100_000  # packings


class RollSurvey(NamedTuple):
    """A roll: its throws, its matching placements, its packings, the best score and packings.

    *most* is the greatest number of shapes in a packing. Without a packing all are 0. *packings*
    and *optimal* of a heavy roll are None.
    """

    roll: Roll
    ways: int
    placements: int
    packings: int | None
    optimum: int
    optimal: int | None
    most: int


@dataclass(frozen=True)
class Survey:
    """What every legal roll is worth on *card* with tiles worth *points*.

    The dice bear *symbols*, by default those of the card. Raises `RollError` when those allow no
    legal roll, `CardError` when the card shows others.
    """

    card: Card
    points: Points
    symbols: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", "".join(sorted(set(self.symbols or self.card.symbols))))
        _check_dice(self.symbols, [self.card])

    def __iter__(self) -> Iterator[RollSurvey]:
        return iter(self.rows)

    @cached_property
    def rows(self) -> list[RollSurvey]:
        """The figures of every roll, in alphabetical order."""
        counts = (len(engine.placements) for engine in self.engines.values())
        if not any(FEW < count <= MAX_COUNTED for count in counts):
            return [self._row(roll) for roll in rolls(self.symbols)]
        survey_cards = survey_many([self.card], self.points, symbols=self.symbols)[0].tolist()
        return [
            RollSurvey(roll, ways(roll), *row) if row[0] <= MAX_COUNTED else self._row(roll)
            for roll, row in zip(rolls(self.symbols), survey_cards, strict=True)
        ]

    def best_packings(self, roll: Roll) -> list[PlacementNumbers]:
        """Return every best packing of *roll*, in the documented order; one that has some."""
        if roll not in self._bests:
            self._bests[roll] = self.engines[roll].best_packings()
        return self._bests[roll]

    @cached_property
    def _bests(self) -> dict[Roll, list[PlacementNumbers]]:
        return {}

    @cached_property
    def engines(self) -> dict[Roll, BitsetEngine]:
        """The plain engine of every roll whose symbols the card shows."""
        known = set(self.card.symbols)
        return {
            roll: BitsetEngine(RollProblem(self.card, roll, self.points))
            for roll in rolls(self.symbols)
            if known.issuperset(roll.symbols)
        }

    def _row(self, roll: Roll) -> RollSurvey:
        engine = self.engines.get(roll)
        if engine is None or not engine.placements:
            return RollSurvey(roll, ways(roll), 0, 0, 0, 0, 0)
        count = len(engine.placements)
        if count > MAX_COUNTED:
            alike = BitsetEngine(RollProblem(self.card, roll, Points((1,) * len(SHAPES))))
            optimum, most = engine.score(engine.unchecked_best()), len(alike.unchecked_best())
            return RollSurvey(roll, ways(roll), count, None, optimum, None, most)
        by_size = engine.count_by_size()
        packings = sum(by_size)
        most = max(size for size, count in enumerate(by_size, start=1) if count)
        if packings <= _LISTED:
            best = self.best_packings(roll)
            optimum, optimal = engine.score(best[0]), len(best)
        else:  # where tiles are worth the same, millions may be best: they are counted
            census = engine.counts()
            optimum, optimal = census.optimum, census.optimal
        return RollSurvey(roll, ways(roll), count, packings, optimum, optimal, most)


def survey(card: Card, points: Points, *, symbols: str = "") -> Survey:
    """Return the survey of *card*; iterated, it yields the `RollSurvey` of each legal roll."""
    return Survey(card, points, symbols)


def survey_many(
    cards: Sequence[Card],
    points: Points,
    *,
    symbols: str = "",
    max_counted: int = MAX_COUNTED,
    jobs: int = 1,
) -> "np.ndarray[Any, np.dtype[np.uint64]]":
    """Return, (cards, rolls, 5) uint64, the figures of every legal roll on every one of *cards*.

    The last axis is placements, packings, optimum, optimal, most, as in `RollSurvey`. Rolls with more
    than *max_counted* placements have UNCOUNTED, 2**64 - 1, for all but placements and optimum; 0
    leaves it at these two. The cards are of one size; the dice bear *symbols*, by default those of
    the first card. *jobs* threads share the cards. Raises as `Survey` does.
    """
    from solver.penta_rush.survey.tables import survey_cards

    if not cards or jobs < 1:
        raise CardError("cards", expected="one and more, and a job and more", found="none")
    symbols = "".join(sorted(set(symbols or cards[0].symbols)))
    _check_dice(symbols, cards)
    return survey_cards(cards, points, symbols, max_counted=max_counted, jobs=jobs)


def _check_dice(symbols: str, cards: Sequence[Card]) -> None:
    """Raise unless dice that bear *symbols* can be thrown for every one of *cards*."""
    if not any(True for _ in rolls(symbols)):
        raise RollError(
            "dice",
            expected="at least 3 symbols",
            found=quoted(symbols),
            hint="say what the dice bear: --symbols ABCDEF",
        )
    for card in cards:
        strange = sorted(set(card.symbols) - set(symbols))
        if strange:
            raise CardError(
                f"card {quoted(str(card))}",
                expected=f"symbols of the dice ({symbols})",
                found=strange[0],
            )
