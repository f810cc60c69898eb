"""The kernel lists the moves that the rules allow, and scores them as their parts add up."""

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from solver.geometry.cell import Cell
from solver.knaster.line import CELLS, SIZE, LineValues, default_line_values
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER, Sheet
from solver.knaster.strategy.advisor import turn_of, workspace
from solver.knaster.strategy.kernel.evaluation import ValueTable, Workspace, static_value
from solver.knaster.strategy.kernel.move_list import list_moves
from solver.knaster.strategy.kernel.position import Board
from solver.knaster.strategy.table import layout, new_board
from tests.solver.knaster import oracle
from tests.solver.knaster.oracle import UNEQUAL, random_sheet
from tests.support import cases, slow

ROLLS = range(MIN_NUMBER, MAX_NUMBER + 1)


@cache
def board(values: LineValues | None = None) -> Board:
    return new_board(values or default_line_values())


@cache
def random_table(values: LineValues | None = None, *, known_end: bool = False) -> ValueTable:
    table = layout(values or default_line_values(), known_end=known_end)
    table.entries[:] = np.random.default_rng(1).normal(size=len(table.entries))
    return table


def listed_turns(work: Workspace, roll: int) -> dict[Turn, float]:
    count, moves = list_moves(work, 0, roll - MIN_NUMBER), work.moves
    columns = (moves.cell, moves.circles, moves.bonus)
    rows = zip(*(column[0, :count].tolist() for column in columns), strict=True)
    turns = [turn_of(roll, *row) for row in rows]
    assert len(set(turns)) == count
    return dict(zip(turns, moves.score[0, :count].tolist(), strict=True))


def _value(work: Workspace) -> np.float32:
    return static_value(work.board, work.table, work.positions, 0)


@cases("count", 104, slow(10_000))
def test_the_moves_on_a_sheet_are_those_that_the_rules_allow_each_with_its_value(
    count: int,
) -> None:
    rng = Random(1)
    of = board(UNEQUAL)
    for number in range(count):
        sheet = random_sheet(rng, free=number % (len(CELLS) + 1))
        turns = None if number % 3 else rng.randrange(1, 52)
        table = random_table(UNEQUAL, known_end=turns is not None)
        work = workspace(of, table, sheet, turns=turns)
        for roll in rng.sample(ROLLS, 2):
            listed = listed_turns(work, roll)
            assert listed.keys() == set(oracle.turns(sheet, roll)), (sheet, roll)
            for turn in rng.sample(sorted(listed, key=str), min(5, len(listed))):
                after = after_turn(sheet, turn)
                value = np.float32(0)  # after the last roll
                if not sheet.is_full:
                    value = _value(workspace(of, table, after, turns=turns and turns - 1))
                earned = oracle.score(after, UNEQUAL.points) - oracle.score(sheet, UNEQUAL.points)
                assert listed[turn] == pytest.approx(earned + value, abs=1e-3), (sheet, turn)


@pytest.mark.parametrize(
    "hand", [slow((5, 5, 5, 5)), (4, 5, 6, 7), slow((5, 5, 3, 3)), (5, 5, 9, 2)]
)
def test_the_middle_cell_may_fill_four_lines(hand: tuple[int, ...]) -> None:
    middle = Cell(2, 2)
    lines = [line for line in oracle.LINES if middle in line]
    numbers = {}
    for line in lines:
        others = [cell for cell in line if cell != middle]
        numbers.update(dict(zip(others, hand, strict=True)))
    rows = tuple(tuple(numbers.get(Cell(row, col)) for col in range(SIZE)) for row in range(SIZE))
    sheet = Sheet(rows, frozenset({Cell(0, 0), Cell(2, 0), Cell(4, 0)}))
    work = workspace(board(), random_table(), sheet)
    for roll in (5, 8):
        listed = listed_turns(work, roll)
        assert listed.keys() == set(oracle.turns(sheet, roll))
        assert len(listed) >= 8


def _transposed(cell: Cell) -> Cell:
    return Cell(cell.col, cell.row)


def _same(cell: Cell) -> Cell:
    return cell


def _image(sheet: Sheet, *, transposes: bool, mirrors: bool) -> Sheet:
    """Return *sheet* transposed, and with every number v taken for 14 - v."""
    place = _transposed if transposes else _same
    numbers = [[sheet[place(Cell(row, col))] for col in range(SIZE)] for row in range(SIZE)]
    rows = tuple(
        tuple(number if number is None or not mirrors else 14 - number for number in row)
        for row in numbers
    )
    return Sheet(rows, frozenset(map(place, sheet.circled)))


@pytest.mark.parametrize(
    ("transposes", "mirrors"), [slow(*(True, False)), slow(*(False, True)), (True, True)]
)
def test_a_symmetry_keeps_the_values_of_all_moves(*, transposes: bool, mirrors: bool) -> None:
    rng = Random(2)
    place = _transposed if transposes else _same
    for free, limited in product(range(len(CELLS) + 1), (False, True)):
        sheet = random_sheet(rng, free=free)
        turns = rng.randrange(1, 52) if limited else None
        table = random_table(known_end=limited)
        image = _image(sheet, transposes=transposes, mirrors=mirrors)
        work, other = (workspace(board(), table, each, turns=turns) for each in (sheet, image))
        assert _value(other) == pytest.approx(_value(work), abs=1e-3)
        roll = rng.choice(ROLLS)
        listed = listed_turns(work, roll)
        of_image = listed_turns(other, 14 - roll if mirrors else roll)
        assert of_image == pytest.approx(
            {
                Turn(
                    14 - roll if mirrors else roll,
                    turn.write and place(turn.write),
                    tuple(sorted(map(place, turn.bonus))),
                    turn.circle and place(turn.circle),
                ): score
                for turn, score in listed.items()
            },
            abs=1e-3,
        )
