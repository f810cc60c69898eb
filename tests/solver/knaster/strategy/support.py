"""Sheets and tables by chance, and the moves that the kernel lists."""

from functools import cache
from random import Random

import numpy as np

from solver.knaster.line import CELLS, SIZE, LineValues, default_line_values
from solver.knaster.record import Turn
from solver.knaster.sheet import MIN_NUMBER, Sheet
from solver.knaster.strategy.advisor import turn_of
from solver.knaster.strategy.kernel.evaluation import ValueTable, Workspace
from solver.knaster.strategy.kernel.move_list import list_moves
from solver.knaster.strategy.kernel.position import Board
from solver.knaster.strategy.table import layout, new_board

# As far from each other as can be: a row has nothing to do with the column of the same number.
UNEQUAL = LineValues((9, 1, 7, 2, 5, 3, 8, 4, 6, 11, 10, 12))


def random_sheet(rng: Random, *, free: int) -> Sheet:
    """Return a sheet with *free* free cells, of few numbers, so that lines are near hands."""
    low, span = rng.randrange(2, 9), rng.randrange(1, 6)
    cells = rng.sample(CELLS, len(CELLS))
    numbers = {cell: min(low + rng.randrange(span), 12) for cell in cells[free:]}
    rows = tuple(
        tuple(numbers.get(cell) for cell in CELLS[at : at + SIZE]) for at in range(0, 25, SIZE)
    )
    share = rng.random()
    return Sheet(rows, frozenset(cell for cell in numbers if rng.random() < share))


@cache
def board(values: LineValues | None = None) -> Board:
    """Return the board of *values*, by default the bundled ones."""
    return new_board(values or default_line_values())


@cache
def random_table(values: LineValues | None = None, *, known_end: bool = False) -> ValueTable:
    """Return a table of random entries for *values*, by default the bundled ones."""
    table = layout(values or default_line_values(), known_end=known_end)
    table.entries[:] = np.random.default_rng(1).normal(size=len(table.entries))
    return table


def listed_turns(work: Workspace, roll: int) -> dict[Turn, float]:
    """Return the turns with *roll* that the kernel lists, with their scores."""
    count, moves = list_moves(work, 0, roll - MIN_NUMBER), work.moves
    columns = (moves.cell, moves.circles, moves.bonus)
    rows = zip(*(column[0, :count].tolist() for column in columns), strict=True)
    turns = [turn_of(roll, *row) for row in rows]
    assert len(set(turns)) == count
    return dict(zip(turns, moves.score[0, :count].tolist(), strict=True))
