"""Sheets by chance that are almost full, and their values by brute force from the rules alone."""

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random

from solver.geometry.cell import Cell
from solver.knaster.line import CELLS, LineValues, default_line_values
from solver.knaster.record import RatedMove
from solver.knaster.sheet import Sheet
from tests.solver.knaster import oracle

DEFAULT = default_line_values()
UNEQUAL = LineValues((9, 1, 7, 2, 5, 3, 8, 4, 6, 11, 10, 12))
NOTHING = LineValues((0,) * 12)
MOST = LineValues((1000,) * 12)
VALUES = (DEFAULT, UNEQUAL, NOTHING, MOST)


def random_sheet(rng: Random, *, free: int, uncircled: int) -> Sheet:
    """Return a sheet with *free* free cells and *uncircled* numbers that are not circled.

    Some sheets have few different numbers, so that many lines are near a hand.
    """
    cells = rng.sample(CELLS, len(CELLS))
    kinds = rng.sample(range(2, 13), rng.choice((2, 3, 5, 11)))
    numbers = {cell: rng.choice(kinds) for cell in cells[free:]}
    return sheet_of(numbers, frozenset(cells[free + uncircled :]))


def sheet_of(numbers: dict[Cell, int], circled: frozenset[Cell]) -> Sheet:
    """Return the sheet with these *numbers* and circles."""
    rows = [tuple(numbers.get(cell) for cell in CELLS[at : at + 5]) for at in range(0, 25, 5)]
    return Sheet(tuple(rows), circled)


def exact(move: RatedMove) -> Fraction:
    """Return the exact value of *move*, which has one."""
    assert move.exact is not None
    return move.exact


def brute_force(sheet: Sheet, values: LineValues, turns: int | None = None) -> Fraction:
    """Return the expected final score of *sheet* before a roll, with *turns* rolls left."""

    @cache
    def mean(sheet: Sheet, turns: int | None) -> Fraction:
        is_last = turns == 1 or None not in sum(sheet.numbers, ())
        left = None if turns is None else turns - 1
        total = Fraction(0)
        for roll, throws in Counter(oracle.ROLLS).items():
            afters = {
                oracle.play(sheet, turn) for turn in oracle.turns(sheet, roll, is_last=is_last)
            }
            total += throws * max(
                oracle.score(after, values.points) if is_last else mean(after, left)
                for after in afters
            )
        return total / len(oracle.ROLLS)

    return mean(sheet, turns)
