from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.knaster.dice import ROLLS, chance
from solver.knaster.ending import kernel
from solver.knaster.ending.exact import Ending
from solver.knaster.ending.layout import Layout
from solver.knaster.ending.recursion import Recursion
from solver.knaster.ending.tables import Tables
from solver.knaster.line import CELLS
from solver.knaster.line_values import LineValues
from solver.knaster.record import Turn
from solver.knaster.rules import bonuses
from solver.knaster.sheet import Sheet
from tests.solver.knaster.ending.support import (
    DEFAULT,
    UNEQUAL,
    VALUES,
    exact,
    random_sheet,
    sheet_of,
)


def check_that_engines_agree(sheet: Sheet, values: LineValues, turns: int | None) -> None:
    recursion, tables = Recursion(sheet, values, turns), Tables(sheet, values, turns, None)
    assert tables.mean == recursion.mean
    for roll in ROLLS:
        for cell in sheet.circle_cells(roll):
            turn = Turn(roll, circle=cell)
            assert tables.after(turn) == recursion.after(turn)
        for cell in sheet.free_cells:
            for bonus in bonuses(sheet.with_number(cell, roll), cell):
                turn = Turn(roll, cell, tuple(bonus))
                assert tables.after(turn) == recursion.after(turn)


@pytest.mark.parametrize("number", range(8))
def test_tables_and_recursion_agree_on_every_move(number: int) -> None:
    rng = Random(number)
    sheet = random_sheet(rng, free=1 + number % 2, uncircled=rng.randrange(5))
    check_that_engines_agree(sheet, VALUES[number % 4], rng.choice((None, 1, 2, 3, 4, 5, 6)))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(240))
def test_tables_and_recursion_agree_on_every_move_of_many_sheets(number: int) -> None:
    rng = Random(number)
    free = 1 + number % 2
    sheet = random_sheet(rng, free=free, uncircled=rng.randrange((12, 8)[free - 1]))
    turns = rng.choice((None, None, *range(1, 14)))
    check_that_engines_agree(sheet, rng.choice(VALUES), turns)


@pytest.mark.parametrize("limbs", [1, 2, 3])
def test_the_average_of_rows_of_limbs_is_exact(limbs: int) -> None:
    rng = Random(limbs)
    written = np.array(
        [[[rng.randrange(kernel.LIMB) for _ in range(limbs)] for _ in range(50)] for _ in ROLLS]
    )
    written[:, 0] = kernel.LIMB - 1
    last = written[:, :, -1]
    last -= last % 36  # so nothing is left over
    values = np.zeros((50, limbs), np.int64)
    rolls = Layout.of(random_sheet(rng, free=1, uncircled=0), UNEQUAL).rolls
    sweep = kernel.Sweep(0, 50, is_last=False, is_upwards=True)
    assert kernel.before_roll(values, written, rolls, sweep) == 0
    for state in range(50):
        rows = zip(ROLLS, written[:, state], strict=True)
        assert _number(values[state]) == sum(chance(roll) * _number(row) for roll, row in rows)
        assert all(0 <= limb < kernel.LIMB for limb in values[state].tolist())
    written[0, 7, -1] += 1  # which 36 does not divide
    assert kernel.before_roll(values, written, rolls, sweep) == 1


def _number(limbs: NDArray[np.int64]) -> int:
    number = 0
    for limb in limbs.tolist():
        number = number * kernel.LIMB + limb
    return number


@pytest.mark.slow
@pytest.mark.parametrize(("free", "uncircled"), [(1, 21), (2, 17)])
def test_values_of_three_limbs_are_the_means_of_the_best_moves(free: int, uncircled: int) -> None:
    cells = Random(0).sample(CELLS, len(CELLS))
    kinds = [2, 12, 3, 11, 2, 12, 3, 11, 4]  # rare ones, in which few lines make hands
    numbers = {cell: kinds[index % len(kinds)] for index, cell in enumerate(cells[free:])}
    ending = Ending(sheet_of(numbers, frozenset(cells[free + uncircled :])), DEFAULT)
    assert ending.mean == sum(chance(roll) * exact(ending.moves(roll)[0]) for roll in ROLLS)
    assert 36**19 % ending.mean.denominator  # it has more digits than two limbs


@pytest.mark.parametrize("free", [1, 2])
@pytest.mark.parametrize("turns", [None, 1, 2, 3, 4, 5])
def test_all_steps_are_told_as_progress(free: int, turns: int | None) -> None:
    told = []

    def progress(done: int, total: int, _count: int, _note: str = "", /) -> None:
        told.append((done, total))

    sheet = random_sheet(Random(1), free=free, uncircled=2)
    Tables(sheet, UNEQUAL, turns, progress)
    steps = len(told)
    assert told == [(done, steps) for done in range(1, steps + 1)]
    assert bool(steps) == ((free, turns) != (2, 1))  # then what is written is scored at once
