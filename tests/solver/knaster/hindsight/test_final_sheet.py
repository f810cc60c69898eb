"""Turns that lead to a final sheet: what is written first, what is circled in excess, the end."""

from solver.geometry.cell import Cell
from solver.knaster.hindsight.final_sheet import FinalSheet, NoLine
from solver.knaster.line import CELLS, LINES
from solver.knaster.line_values import default_line_values
from solver.knaster.record import Record
from solver.knaster.rules import check, judge

ROW = LINES[0]


def test_of_equal_rolls_the_last_circle_and_the_first_are_written() -> None:
    final = FinalSheet({Cell(0, 0): 7, Cell(2, 3): 7, Cell(1, 1): 4}, {Cell(2, 3): NoLine.BY_ROLL})
    turns = final.turns((7, 4, 7, 7))
    assert turns is not None
    assert [turn.action for turn in turns] == ["write d3", "write b2", "write a1", "circle d3"]


def test_a_hand_circles_in_excess_what_no_roll_is_to_circle() -> None:
    numbers = dict(zip(ROW.cells, (3, 4, 5, 6, 7), strict=True))
    final = FinalSheet(numbers, {ROW.cells[0]: NoLine.BY_ROLL, ROW.cells[1]: NoLine.BY_ROLL})
    turns = final.turns((3, 4, 5, 6, 7, 4, 3))
    assert turns is not None
    assert turns[4].bonus == ROW.cells[2:]
    check(Record.of_solitaire(turns), default_line_values(), 9 + 5)


def test_no_turns_lead_to_a_sheet_whose_rolls_have_nothing_left_to_circle() -> None:
    numbers = dict(zip(ROW.cells, (3, 4, 5, 6, 7), strict=True))
    # Of the five, the hand circles three, also of those that are meant for the rolls.
    final = FinalSheet(numbers, dict.fromkeys(ROW.cells[:4], NoLine.BY_ROLL))
    assert final.turns((3, 4, 5, 6, 7, 3, 4, 5, 6)) is None


def test_a_full_sheet_is_filled_by_one_of_the_last_two_rolls() -> None:
    numbers = {cell: 2 + 2 * (cell.col + cell.row) % 11 for cell in CELLS}
    counts = sorted(numbers.values())
    first, second = counts[0], counts[-1]
    targets = [next(cell for cell in CELLS if numbers[cell] == one) for one in (first, second)]
    final = FinalSheet(numbers, dict.fromkeys(targets, NoLine.BY_ROLL))
    turns = final.turns((*counts, second, first))
    assert turns is not None
    verdict = judge(Record.of_solitaire(turns))
    assert (verdict.violation, verdict.sheets[0].is_full) == (None, True)
    assert turns[-1].write or turns[-2].write


def test_a_game_that_would_end_too_early_is_no_plan() -> None:
    numbers = dict.fromkeys(CELLS, 5)
    numbers[Cell(0, 0)], numbers[Cell(4, 4)] = 2, 12
    final = FinalSheet(numbers, {Cell(0, 0): NoLine.BY_ROLL, Cell(4, 4): NoLine.BY_ROLL})
    assert final.turns((2, 12, *[5] * 23, 2, 12)) is None
    assert final.turns((2, *[5] * 22, 2, 12, 5, 12)) is not None
