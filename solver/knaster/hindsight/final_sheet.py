"""The sheet that a plan ends with, and the turns that lead to it.

A plan is found as a whole: each roll is written in some cell or circles, and each number circled
has its *source*, a line that circles it when it fills, or a roll. Of equal rolls the first are
written, beginning in the cells that a later one circles. What a hand circles in excess is chosen so
that it spoils no roll that is to circle; else the roll circles an equal number, or the plan fails.
"""

import random
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from enum import Enum

from solver.geometry.cell import Cell
from solver.knaster.line import CELLS, Line
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn, filled_lines
from solver.knaster.sheet import Sheet

_ORDERS = 30  # in which equal numbers are written, until no roll is stuck


class NoLine(Enum):
    """The source of a number that no line circles."""

    BY_ROLL = "an equal roll"


Source = Line | NoLine


@dataclass(frozen=True, slots=True)
class FinalSheet:
    """The *numbers* in the cells, and the *sources* of those that are circled."""

    numbers: dict[Cell, int]
    sources: dict[Cell, Source]

    def turns(self, rolls: Sequence[int]) -> tuple[Turn, ...] | None:
        """Return turns with just these *rolls* that end so, or with more circles, if found."""
        writing = self._writing_rolls(rolls)
        rng = random.Random(0)
        orders = (self._order(rolls, rng if attempt else None) for attempt in range(_ORDERS))
        played = (self._play(rolls, writing, order) for order in orders if writing)
        return next(filter(None, played), None)

    def _order(self, rolls: Sequence[int], rng: random.Random | None) -> dict[int, list[Cell]]:
        """Return the cells of each number, those that a roll circles first, or else at random."""
        order = {}
        for roll in sorted(set(rolls)):
            cells = [cell for cell in CELLS if self.numbers.get(cell) == roll]
            if rng:
                rng.shuffle(cells)
            order[roll] = sorted(
                cells, key=lambda cell: self.sources.get(cell) is not NoLine.BY_ROLL
            )
        return order

    def _play(
        self, rolls: Sequence[int], writing: Container[int], order: dict[int, list[Cell]]
    ) -> tuple[Turn, ...] | None:
        """Return the turns if the cells are written in this *order*; None if a roll is stuck."""
        sheet, turns = Sheet(), []
        for index, roll in enumerate(rolls):
            if index in writing:
                turn = self._write(sheet, roll, order[roll].pop(0))
            else:
                cells = sheet.circle_cells(roll)
                if not cells:
                    return None
                turn = Turn(roll, circle=min(cells, key=self._rank))
            sheet = after_turn(sheet, turn)
            turns.append(turn)
        return tuple(turns)

    def _writing_rolls(self, rolls: Sequence[int]) -> set[int] | None:
        """Return the indices in *rolls* of those that are written; None if the game ends too early.

        One roll is played after that which fills the sheet, so one of the last two fills it.
        """
        indices_of: dict[int, list[int]] = {}
        for index, roll in enumerate(rolls):
            indices_of.setdefault(roll, []).append(index)
        written = Counter(self.numbers.values())
        writing = {
            index for roll, all_of in indices_of.items() for index in all_of[: written[roll]]
        }
        last = len(rolls) - 1
        if len(self.numbers) < len(CELLS) or writing & {last, last - 1}:
            return writing
        for index in (last, last - 1):
            roll = rolls[index]
            targets = sum(
                self.numbers[cell] == roll
                for cell, source in self.sources.items()
                if source is NoLine.BY_ROLL
            )
            is_circled_next = index < last and rolls[last] == roll
            if written[roll] > targets or is_circled_next:
                return writing - {indices_of[roll][written[roll] - 1]} | {index}
        return None

    def _write(self, sheet: Sheet, roll: int, cell: Cell) -> Turn:
        """Return the turn that writes *roll* in *cell*, with what the plan circles and must."""
        after = sheet.with_number(cell, roll)
        circled: list[Cell] = []
        for line, hand in filled_lines(after, cell):
            left = [other for other in line.cells if other not in {*after.circled, *circled}]
            left.sort(key=lambda other: self._rank(other, line))
            circled += left[: hand.bonus]
        return Turn(roll, cell, tuple(sorted(circled)))

    def _rank(self, cell: Cell, line: Line | None = None) -> int:
        """Return how soon *line*, or a roll, circles *cell* rather than another one."""
        source = self.sources.get(cell)
        if source == (line or NoLine.BY_ROLL):
            return 0
        if source is None:
            return 1
        return 3 if source is NoLine.BY_ROLL else 2
