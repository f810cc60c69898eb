"""The survey of a card: placements, packings and best score of every legal roll on it.

A person waits for that of one card: only rolls with many placements are counted by the kernel.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, repeat
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.errors import CardError, RollError, UndecidedError, quoted
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll, rolls, ways
from solver.penta_rush.packing import RollProblem
from solver.penta_rush.points import Points
from solver.penta_rush.rules import PlacementNumbers
from solver.search import Advance, is_over

if TYPE_CHECKING:
    import numpy as np

# Counting takes time by the fourth power of the placements. For _MAX_PLAIN of one roll, or
# as much in all, plain Python takes less time than loading the kernel; for _FEW, than calling it.
_MAX_PLAIN, _FEW = 250, 40
# Packings are not counted of rolls with more placements, since nobody would wait for the count: 400
# have some 10**8 packings of four, a second; 800 take a quarter of a minute.
MAX_COUNTED = 400
MAX_BEST_PACKINGS = 10_000  # of a roll whose best packings are listed
_CARDS_PER_TASK = 64  # some 50 ms


class RollSurvey(NamedTuple):
    """What a roll is worth on a card; all counts are 0 if it has no packing.

    *placements* match it, *optimal* of its *packings* have the best score, *optimum*, and
    *max_size* is the greatest number of shapes in a packing. *packings* and *optimal* are None
    where they were not counted, as for a roll with more than MAX_COUNTED placements, or without
    numpy on a card with many.
    """

    roll: Roll
    ways: int
    placements: int
    packings: int | None
    optimum: int
    optimal: int | None
    max_size: int


@dataclass(frozen=True)
class Survey:
    """What every legal roll is worth on *card* with tiles worth *points*, a `RollSurvey` each.

    The dice show *symbols*, by default those of the card; raises an error where these do not fit.
    """

    card: Card
    points: Points
    symbols: str = ""
    # The rows so far, in alphabetical order.
    known: list[RollSurvey] = field(default_factory=list, init=False, repr=False, compare=False)
    _best_packings: dict[Roll, list[PlacementNumbers]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", _dice_symbols(self.symbols, [self.card]))

    def __iter__(self) -> Iterator[RollSurvey]:
        return iter(self.rows)

    @cached_property
    def rows(self) -> list[RollSurvey]:
        """The survey of every roll, in alphabetical order."""
        self.search()
        return self.known

    def search(
        self,
        *,
        counts_packings: bool = True,
        progress: Advance | None = None,
        deadline: float | None = None,
    ) -> None:
        """Survey every roll now, so that `rows` has them at once; report *progress* by rolls.

        Unless it *counts_packings*, only the best ones are listed, which takes half the time. After
        *deadline*, on the monotonic clock, neither is done any longer. Raises `UndecidedError` if
        by then not every optimum is known; `known` then has the rows so far.
        """
        all_rolls = list(rolls(self.symbols))
        self.known.clear()
        for done, roll in enumerate(all_rolls):
            if is_over(deadline):
                raise UndecidedError(f"{done} of {len(all_rolls)} rolls surveyed in time")
            self.known.append(self._best_of_roll(roll))
            if progress:
                progress(done + 1, len(all_rolls), 0)
        uncounted = [
            (row.placements, number)
            for number, row in enumerate(self.known)
            if row.packings is None and row.placements <= MAX_COUNTED
        ]
        counted = self._counted_rows(sorted(uncounted), deadline, packings=counts_packings)
        for done, (number, row) in enumerate(counted, start=1):
            self.known[number] = row
            if progress:
                progress(done, len(uncounted), 0, "(packings)")
        self.__dict__["rows"] = self.known

    def find_optima(self) -> list[int]:
        """Return the best score of every roll, in alphabetical order."""
        return [self._best_of_roll(roll).optimum for roll in rolls(self.symbols)]

    def best_packings(self, roll: Roll) -> list[PlacementNumbers]:
        """Return the best packings of *roll*, in the documented order.

        They are all, or one more than MAX_BEST_PACKINGS.
        """
        if roll not in self._best_packings:
            best = self.engines[roll].best_packings()
            self._best_packings[roll] = list(islice(best, MAX_BEST_PACKINGS + 1))
        return self._best_packings[roll]

    @cached_property
    def engines(self) -> dict[Roll, BitsetEngine]:
        """The engine of every roll whose symbols the card shows."""
        card_symbols = set(self.card.symbols)
        return {
            roll: BitsetEngine(RollProblem(self.card, roll, self.points))
            for roll in rolls(self.symbols)
            if card_symbols.issuperset(roll.symbols)
        }

    def _best_of_roll(self, roll: Roll) -> RollSurvey:
        """Return what *roll* is worth, its packings not counted if it has some."""
        engine = self.engines.get(roll)
        if engine is None or not engine.placements:
            return RollSurvey(roll, ways(roll), 0, 0, 0, 0, 0)
        best, count = engine.unchecked_best, len(engine.placements)
        max_size = engine.max_size(at_least=len(best))
        return RollSurvey(roll, ways(roll), count, None, engine.score(best), None, max_size)

    def _counted_rows(
        self, uncounted: list[tuple[int, int]], deadline: float | None, *, packings: bool
    ) -> Iterator[tuple[int, RollSurvey]]:
        """Yield the number and the new row of each *uncounted* roll: its placements, its number."""
        work = sum(placements**4 for placements, _ in uncounted)
        is_light = not packings or work <= _MAX_PLAIN**4
        heavy = []
        for placements, number in uncounted:
            row = self.known[number]
            if placements > _FEW and not is_light:
                heavy.append(row.roll)
            else:
                yield number, row if is_over(deadline) else self._counted(row, packings=packings)
        if heavy:
            from solver.penta_rush.survey.tables import count_rolls
            from solver.runtime.arrays import HAS_NUMPY

            results: Iterable[list[int] | None] = repeat(None, len(heavy))
            if HAS_NUMPY:  # nobody would wait for plain Python
                results = count_rolls(
                    self.card, self.points, self.symbols, heavy, deadline=deadline
                )
            for (_, number), found in zip(uncounted[-len(heavy) :], results, strict=True):
                row = self.known[number]
                yield number, row._replace(packings=found[1], optimal=found[3]) if found else row

    def _counted(self, row: RollSurvey, *, packings: bool) -> RollSurvey:
        """Return *row* with the number of its best packings, and, if asked for, of all."""
        engine, optimal = self.engines[row.roll], len(self.best_packings(row.roll))
        if not packings:
            return row if optimal > MAX_BEST_PACKINGS else row._replace(optimal=optimal)
        if optimal > MAX_BEST_PACKINGS:  # where tiles are worth the same, they may be millions
            optimal = engine.counts().optimal
        return row._replace(packings=sum(engine.count_by_size()), optimal=optimal)


def survey_many(
    cards: Sequence[Card],
    points: Points,
    *,
    symbols: str = "",
    max_counted: int = MAX_COUNTED,
    jobs: int = 1,
) -> "np.ndarray[Any, np.dtype[np.uint64]]":
    """Return the survey of every legal roll on each of *cards*: (cards, rolls, 5) uint64.

    The last axis is placements, packings, optimum, optimal, max_size. Rolls with more than
    *max_counted* placements have UNCOUNTED, 2**64 - 1, for all but placements and optimum. *jobs*
    threads share the cards. Raises as `Survey` does, and `CardError` unless all cards are of one
    size.
    """
    import numpy as np

    from solver.penta_rush.survey import kernel
    from solver.penta_rush.survey.tables import placement_table, roll_table
    from solver.runtime.parallel import thread_map

    if not cards or jobs < 1:
        raise CardError("cards", expected="at least one card and one job", found="none")
    symbols = _dice_symbols(symbols, cards)
    rows, cols = cards[0].rows, cards[0].cols
    for card in cards:
        if (card.rows, card.cols) != (rows, cols):
            found = f"{card.rows}x{card.cols}"
            raise CardError("cards", expected=f"all {rows}x{cols}", found=found)
    placements, roll_index = placement_table(rows, cols, points), roll_table(symbols)
    number_of = {symbol: number for number, symbol in enumerate(symbols)}
    symbol_numbers = np.array(
        [[number_of[symbol] for line in card.lines for symbol in line] for card in cards], np.uint64
    )
    results = np.empty((len(cards), int(roll_index.total), kernel.COLUMNS), np.uint64)
    stop = np.zeros(1, np.uint64)

    def survey_part(start: int) -> None:
        part, limit = slice(start, start + _CARDS_PER_TASK), np.uint64(max_counted)
        tables = placements, roll_index
        kernel.survey(symbol_numbers[part], *tables, limit, results[part], stop)

    starts = range(0, len(cards), _CARDS_PER_TASK)
    for _ in thread_map(survey_part, starts, jobs=jobs, stop=lambda: stop.fill(1)):
        pass
    return results


def _dice_symbols(symbols: str, cards: Sequence[Card]) -> str:
    """Return *symbols* sorted, by default those of the first of *cards*; raise unless they fit."""
    symbols = "".join(sorted(set(symbols or cards[0].symbols)))
    if not set(symbols) <= set(ascii_uppercase):
        raise RollError("dice", expected="letters A-Z", found=quoted(symbols))
    if not any(True for _ in rolls(symbols)):
        raise RollError(
            "dice",
            expected="at least 3 symbols",
            found=quoted(symbols),
            hint="name the symbols on the dice: --symbols ABCDEF",
        )
    for card in cards:
        missing = sorted(set(card.symbols) - set(symbols))
        if missing:
            name, where = card.legend.name, f"card {quoted(str(card))}"
            shown = ", ".join(map(name, symbols)) if card.legend else symbols
            expected = f"symbols of the dice ({shown})"
            raise CardError(where, expected=expected, found=name(missing[0]))
    return symbols
