"""Sheets by chance, and as positions of the kernel."""

from functools import cache
from random import Random

import numpy as np

from solver.knaster.line import CELLS, SIZE, LineValues, default_line_values
from solver.knaster.record import Turn
from solver.knaster.sheet import MIN_NUMBER, Sheet
from solver.knaster.strategy.kernel.evaluation import ValueTable
from solver.knaster.strategy.kernel.move_list import list_moves
from solver.knaster.strategy.kernel.position import (
    NO_LIMIT,
    Board,
    Moves,
    Positions,
    blank_moves,
    blank_positions,
    circle,
    write,
)
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


def position_of(sheet: Sheet, *, of: Board, turns: int = NO_LIMIT) -> Positions:
    """Return rows of positions of which the first is *sheet*."""
    positions = blank_positions(4)
    for number, cell in enumerate(CELLS):
        value = sheet[cell]
        if value is not None:
            write(of, positions, 0, number, value - MIN_NUMBER)
    for number, cell in enumerate(CELLS):
        if cell in sheet.circled:
            circle(of, positions, 0, number)
    positions.turns[0] = turns
    return positions


def listed_turns(
    positions: Positions, roll: int, *, of: Board, table: ValueTable
) -> list[tuple[Turn, float]]:
    """Return the turns with *roll* that the kernel lists, with their scores."""
    moves = blank_moves(3)
    count = list_moves(of, table, positions, 0, roll - MIN_NUMBER, moves)
    return [(_turn(moves, number, roll), float(moves.score[0, number])) for number in range(count)]


def _turn(moves: Moves, number: int, roll: int) -> Turn:
    cell = CELLS[moves.cell[0, number]]
    if moves.circles[0, number]:
        return Turn(roll, circle=cell)
    bonus = int(moves.bonus[0, number])
    return Turn(roll, cell, tuple(one for at, one in enumerate(CELLS) if bonus >> at & 1))
