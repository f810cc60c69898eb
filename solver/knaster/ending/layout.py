"""A sheet as the kernel sees it: which bit each cell has, and what the bits score."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.geometry.cell import Cell, Cells
from solver.knaster.dice import ROLLS
from solver.knaster.ending import kernel
from solver.knaster.ending.recursion import THROWS_OF
from solver.knaster.line import CELLS, LINES
from solver.knaster.line_values import LineValues
from solver.knaster.rules import filled_lines
from solver.knaster.sheet import Sheet


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

    @property
    def free_bits(self) -> int:
        """The bits of the free cells."""
        return (1 << len(self.cells)) - (1 << self.numbered)

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


def _array(numbers: Collection[int]) -> NDArray[np.int64]:
    return np.array(list(numbers), np.int64)
