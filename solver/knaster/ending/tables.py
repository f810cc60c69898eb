"""The values of an ending in tables over all sets of numbers not circled, which a kernel fills.

With two free cells, the values of a sheet need those of 22 sheets with one free cell: of each
number in each of the cells. They are made one after another, and only the best are kept.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.errors import BrokenInvariantError
from solver.geometry.cell import Cell, Cells
from solver.knaster.dice import ROLLS
from solver.knaster.ending import kernel
from solver.knaster.ending.recursion import THROWS_OF, Recursion
from solver.knaster.line import CELLS, LINES, LineValues
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn, bonuses, filled_lines
from solver.knaster.sheet import Sheet
from solver.search import Advance

_ANY = -1  # any rolls left, or any numbers not circled


@dataclass(frozen=True)
class Layout:
    """The numbers of a *sheet*, and the *cells* that have a bit: its free cells are the last.

    Numbers without a bit are circled. The circles of the sheet do not matter.
    """

    sheet: Sheet
    cells: tuple[Cell, ...]
    values: LineValues

    @classmethod
    def of(cls, sheet: Sheet, values: LineValues) -> "Layout":
        """Return the layout with bits for the numbers not circled and for the free cells."""
        free = sheet.free_cells
        uncircled = [cell for cell in CELLS if cell not in sheet.circled and cell not in free]
        return cls(sheet, (*uncircled, *free), values)

    def with_number(self, cell: Cell, number: int) -> "Layout":
        """Return the layout with *number* in the free *cell*, whose bit comes before free ones."""
        numbered, free = self.cells[: self.numbered], self.cells[self.numbered :]
        rest = tuple(other for other in free if other != cell)
        return Layout(self.sheet.with_number(cell, number), (*numbered, cell, *rest), self.values)

    @property
    def numbered(self) -> int:
        """How many of the cells have a number."""
        return len(self.cells) - len(self.sheet.free_cells)

    def state(self, circled: Cells) -> int:
        """Return the numbers that are not *circled*, as a bit set."""
        return self._bit_set([cell for cell in self.cells[: self.numbered] if cell not in circled])

    @cached_property
    def rolls(self) -> kernel.Rolls:
        """The bits that each roll may circle."""
        bits: list[int] = []
        starts = [0]
        for roll in ROLLS:
            numbered = self.cells[: self.numbered]
            bits += [1 << bit for bit, cell in enumerate(numbered) if self.sheet[cell] == roll]
            starts.append(len(bits))
        return kernel.Rolls(_array(THROWS_OF.values()), _array(bits), _array(starts))

    @cached_property
    def scores(self) -> kernel.Scores:
        """The score of each set of cells that are not circled, free ones among them."""
        scores = np.empty(1 << len(self.cells), np.int32)
        masks = _array([self._bit_set(line.cells) for line in LINES])
        kernel.fill_scores(masks, _array(self.values.points), scores)
        return scores

    def hands(self, cell: Cell) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the lines that the number in *cell* makes hands of, and how many each circles."""
        hands = filled_lines(self.sheet, cell)
        masks = [self._bit_set(line.cells) for line, _ in hands]
        return _array(masks), _array([hand.bonus for _, hand in hands])

    def _bit_set(self, cells: Collection[Cell]) -> int:
        return sum(1 << bit for bit, cell in enumerate(self.cells) if cell in cells)


class Tables:
    """The values of a sheet with one or two free cells and *turns* rolls left, if limited."""

    def __init__(
        self, sheet: Sheet, values: LineValues, turns: int | None, progress: Advance | None
    ) -> None:
        self._recursion = Recursion(sheet, values, turns)
        self._layout = Layout.of(sheet, values)
        self._sheet = sheet
        free_count = len(sheet.free_cells)
        most_rolls = self._layout.numbered + 2 * free_count  # if every number is circled by one
        self._turns = most_rolls if turns is None else min(turns, most_rolls)
        self._is_limited = self._turns < most_rolls
        further = max(0, self._turns - kernel.FIRST_DIGITS)  # a digit for each roll
        self._limbs = 1 - (-further // kernel.FURTHER_DIGITS)
        kinds = min(2, self._turns + 1 - free_count) if self._is_limited else 1
        self._progress, self._steps_done = progress, 0
        self._steps = len(ROLLS) * kinds * (1 if free_count == 1 else 2 * len(ROLLS))
        self._written: dict[tuple[Cell, int, Cells], Fraction] = {}
        self._table = self._no_roll_left(self._layout)
        best = self._best_writes() if free_count > 1 else None
        for sweep in self._sweeps():
            is_last = sweep.is_last
            written = self._last_writes(self._layout, is_last=is_last) if best is None else best
            _roll_back(self._layout, self._table, written, sweep)

    @property
    def mean(self) -> Fraction:
        """The value of the sheet before a roll."""
        return _fraction(self._table[self._layout.state(self._sheet.circled)])

    def after(self, turn: Turn) -> Fraction:
        """Return the value of the sheet after the legal *turn*."""
        sheet = after_turn(self._sheet, turn)
        if sheet.is_full or self._turns == 1:
            return self._recursion.after(turn)  # at most one roll is left
        if turn.write is not None:
            return self._written[turn.write, turn.roll, frozenset(turn.bonus)]
        return _fraction(self._table[self._layout.state(sheet.circled)])

    def _sweeps(self) -> Iterator[kernel.Sweep]:
        """Yield the states of the sheet itself: those before its last roll, and the earlier ones.

        Until a number is written, each roll takes a bit away. So the bits say how many are left.
        """
        most, least = self._layout.numbered, 0
        if self._is_limited:
            at_last = most + 1 - self._turns
            least = max(0, at_last + 1)
            if at_last >= 0:
                yield kernel.Sweep(at_last, at_last, is_last=True, is_upwards=True)
        if least <= most:
            yield kernel.Sweep(least, most, is_last=False, is_upwards=True)

    def _best_writes(self) -> kernel.RollValues:
        """Return the best values when a roll is written in one of two free cells, for all rolls."""
        numbered = self._layout.numbered
        best = np.full((len(ROLLS), 1 << numbered, self._limbs), -1, np.int64)
        for cell in self._sheet.free_cells:
            for index, roll in enumerate(ROLLS):
                layout = self._layout.with_number(cell, roll)
                for turns, table in self._tables_with_one_free(layout):
                    count = numbered + 1 + turns - self._turns if self._is_limited else _ANY
                    if count >= 0 or not self._is_limited:
                        _keep_best(best[index], table, layout, cell, count)
                for bonus in bonuses(layout.sheet, cell):
                    state = layout.state(self._sheet.circled | bonus)
                    self._written[cell, roll, bonus] = _fraction(table[state])
        return best

    def _tables_with_one_free(self, layout: Layout) -> Iterator[tuple[int, kernel.Values]]:
        """Yield 0 and more rolls left, and the values then; one array, which changes."""
        table = self._no_roll_left(layout)
        if not self._is_limited:
            sweep = kernel.Sweep(0, layout.numbered, is_last=False, is_upwards=True)
            _roll_back(layout, table, self._last_writes(layout), sweep)
            yield _ANY, table
            return
        yield 0, table
        for turns in range(1, self._turns):
            is_last = turns == 1
            if turns in {1, 2}:  # the same in all rolls before the last one
                written = self._last_writes(layout, is_last=is_last)
            sweep = kernel.Sweep(0, layout.numbered, is_last=is_last, is_upwards=False)
            _roll_back(layout, table, written, sweep)
            yield turns, table

    def _last_writes(self, layout: Layout, *, is_last: bool = False) -> kernel.RollValues:
        """Return the values when a roll is written in the one free cell, for all rolls."""
        (cell,) = layout.sheet.free_cells
        written = np.empty((len(ROLLS), 1 << layout.numbered, 1), np.int64)
        work = np.empty((2 << layout.numbered, 1), np.int64)
        expected = np.empty(len(work), np.int32)
        rolls = layout.rolls
        if is_last:  # no roll follows
            rolls = rolls._replace(chances=np.zeros_like(rolls.chances))
        kernel.fill_expected(layout.scores, rolls, expected)
        for index, roll in enumerate(ROLLS):
            hands = layout.with_number(cell, roll).hands(cell)
            kernel.write_last(layout.scores, expected, rolls, index, *hands, work, written[index])
            self._steps_done += 1
            if self._progress:
                self._progress(self._steps_done, self._steps, 0)
        return written

    def _no_roll_left(self, layout: Layout) -> kernel.Values:
        table = np.zeros((1 << layout.numbered, self._limbs), np.int64)
        free_bits = (1 << len(layout.cells)) - (1 << layout.numbered)
        kernel.fill_values(layout.scores, free_bits, table)
        return table


def _roll_back(
    layout: Layout, table: kernel.Values, written: kernel.RollValues, sweep: kernel.Sweep
) -> None:
    """Replace the values after a roll by those before it; *written* are those if it is written."""
    if kernel.before_roll(table, written, layout.rolls, sweep):
        raise BrokenInvariantError("a value has more digits in base 36 than rolls are left")


def _keep_best(
    best: kernel.Values, table: kernel.Values, layout: Layout, cell: Cell, count: int
) -> None:
    """Keep the best values after a number was written in *cell*, with *count* others uncircled.

    Lines filled at once share only this cell, so their order decides only which of them circles it.
    Each of them comes first once. Whether more circles are better is not known here: a number that
    is not circled spares its holder a roll.
    """
    masks, circles = layout.hands(cell)
    for first in range(max(1, len(masks))):
        work = table.copy() if len(masks) else table
        for line in np.roll(np.arange(len(masks)), -first):
            kernel.circle_best(work, masks[line], circles[line])
        kernel.keep_best(best, work, 1 << (layout.numbered - 1), count)


def _fraction(limbs: NDArray[np.int64]) -> Fraction:
    """Return the number that these *limbs* are."""
    value = sum(limb * kernel.LIMB**index for index, limb in enumerate(reversed(limbs.tolist())))
    return Fraction(value, kernel.POINT * kernel.LIMB ** (len(limbs) - 1))


def _array(numbers: Collection[int]) -> NDArray[np.int64]:
    return np.array(list(numbers), np.int64)
