"""The values of an ending by recursion, in plain Python: the fastest way where cells are few.

The value of a sheet is its expected final score, when it is played perfectly from there on.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations

from solver.geometry.bitset import bits
from solver.geometry.cell import Cell
from solver.knaster.dice import ROLLS, SIDES, chance
from solver.knaster.line import CELLS, LINES, LineValues
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn, filled_lines
from solver.knaster.sheet import Sheet

THROWS = SIDES**2
THROWS_OF = {roll: int(THROWS * chance(roll)) for roll in ROLLS}

Hands = list[tuple[int, int]]  # the cells of a line, as a bit set, and how many its hand circles


def bit_set(cells: "tuple[Cell, ...] | frozenset[Cell]") -> int:
    """Return *cells* as a bit set, in the order of `CELLS`."""
    return sum(1 << CELLS.index(cell) for cell in cells)


_LINE_MASKS = [bit_set(line.cells) for line in LINES]


class _Grid:
    """The numbers of a *sheet*, and the *values* found so far, by circles and rolls left."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.is_full = sheet, sheet.is_full
        # The bits of the cells of each number.
        self.numbers: dict[int, list[int]] = {roll: [] for roll in THROWS_OF}
        for index, cell in enumerate(CELLS):
            number = sheet[cell]
            if number is not None:
                self.numbers[number].append(1 << index)
        self.values: dict[tuple[int, int | None], int] = {}
        self.written: dict[int, list[tuple[_Grid, Hands]]] = {}

    def after_writing(self, roll: int) -> list[tuple["_Grid", Hands]]:
        """Return, for each free cell, the grid with *roll* in it and the hands that this makes."""
        if roll not in self.written:
            sheets = [(self.sheet.with_number(cell, roll), cell) for cell in self.sheet.free_cells]
            self.written[roll] = [(_Grid(sheet), hands_of(sheet, cell)) for sheet, cell in sheets]
        return self.written[roll]


class Recursion:
    """The values of a sheet with *turns* rolls left; None: until it is full and one more."""

    def __init__(self, sheet: Sheet, values: LineValues, turns: int | None) -> None:
        self._sheet, self._turns, self._points = sheet, turns, values.points
        self._scores: dict[int, int] = {}
        uncircled = len(CELLS) - len(sheet.circled)
        self._scale: int = THROWS ** (uncircled + len(sheet.free_cells))  # as many rolls, or fewer
        self._grid = _Grid(sheet)

    @property
    def mean(self) -> Fraction:
        """The value of the sheet before a roll."""
        return self._fraction(self._grid, self._sheet, self._turns)

    def after(self, turn: Turn) -> Fraction:
        """Return the value of the sheet after the legal *turn*."""
        sheet = after_turn(self._sheet, turn)
        grid = self._grid
        if turn.write is not None:
            written = grid.after_writing(turn.roll)
            grid, _ = written[self._sheet.free_cells.index(turn.write)]
        return self._fraction(grid, sheet, _turns_after(self._grid, self._turns))

    def _fraction(self, grid: _Grid, sheet: Sheet, turns: int | None) -> Fraction:
        return Fraction(self._value(grid, bit_set(sheet.circled), turns), self._scale)

    def _value(self, grid: _Grid, circled: int, turns: int | None) -> int:
        """Return the value of a sheet, as a multiple of 1 / scale."""
        if turns == 0:
            return self._score(circled) * self._scale
        key = circled, turns
        if key not in grid.values:
            left = _turns_after(grid, turns)
            total = 0
            for roll, throws in THROWS_OF.items():
                values = [
                    self._value(grid, circled | bit, left)
                    for bit in grid.numbers[roll]
                    if not circled & bit
                ]
                for following, hands in grid.after_writing(roll):
                    sets = circled_sets(circled, hands)
                    values += [self._value(following, more, left) for more in sets]
                if left == 0:  # nothing needs to be done in the last roll
                    values.append(self._score(circled) * self._scale)
                total += throws * max(values)
            grid.values[key] = total // THROWS  # scale has a factor of 36 for each roll
        return grid.values[key]

    def _score(self, circled: int) -> int:
        score = self._scores.get(circled)
        if score is None:
            lines = zip(_LINE_MASKS, self._points, strict=True)
            score = circled.bit_count() + sum(each for mask, each in lines if not mask & ~circled)
            self._scores[circled] = score
        return score


def _turns_after(grid: _Grid, turns: int | None) -> int | None:
    """Return how many rolls are left after one more, if there were *turns* before it."""
    if grid.is_full:
        return 0
    return None if turns is None else turns - 1


def hands_of(sheet: Sheet, cell: Cell) -> Hands:
    """Return the hands that the number just written in *cell* makes."""
    return [(bit_set(line.cells), hand.bonus) for line, hand in filled_lines(sheet, cell)]


def circled_sets(circled: int, hands: Hands) -> set[int]:
    """Return all sets that may be circled after *hands*, which share the cell just written.

    So their order decides only which of them circles that cell. Each of them comes first once.
    """
    if not hands:
        return {circled}
    reached = set()
    for index, first in enumerate(hands):
        sets = {circled}
        for mask, count in [first, *hands[:index], *hands[index + 1 :]]:
            sets = {one | chosen for one in sets for chosen in _choices(mask & ~one, count)}
        reached |= sets
    return reached


@cache
def _choices(left: int, count: int) -> list[int]:
    """Return all choices of *count* cells of those *left*, or of all if they are fewer."""
    cells = [1 << index for index in bits(left)]
    return [sum(chosen) for chosen in combinations(cells, min(count, len(cells)))]
