"""What is made of rated moves: means over the rolls, exact ones, and the loss of each cell."""

from fractions import Fraction

import pytest

from solver.knaster.advice.sheet_advice import SheetAdvice, advise_rolls, losses
from solver.knaster.dice import ROLLS
from solver.knaster.line_values import default_line_values
from solver.knaster.rules import judge
from solver.knaster.sheet import Sheet
from tests.solver.knaster import oracle
from tests.solver.knaster.stub_advisor import stub_advisor

VALUES = default_line_values()


def advice_on(sheet: Sheet, *rolls: int, turns: int | None = None) -> SheetAdvice:
    moves = advise_rolls(sheet, rolls or ROLLS, advisor=stub_advisor(), plies=1, turns=turns)
    return SheetAdvice(sheet, sheet.score(VALUES), dict(moves))


def sheet_after(most: int, seed: int = 1) -> Sheet:
    """Return a sheet after at most *most* random turns."""
    return judge(oracle.random_game(seed, most=most)).sheets[0]


def full_sheet() -> Sheet:
    record = oracle.random_game(3)
    return judge(oracle.random_game(3, most=len(record.rolls) - 1)).sheets[0]


def test_the_mean_before_a_roll_is_that_of_the_best_moves() -> None:
    advice = advice_on(sheet_after(12))
    thrown = [advice.moves[roll][0].mean for roll in oracle.ROLLS]  # each of the 36 throws
    assert advice.mean == pytest.approx(sum(thrown) / 36)
    assert advice.exact is None


def test_the_mean_of_one_roll_is_that_of_its_best_move() -> None:
    advice = advice_on(sheet_after(12), 6)
    assert list(advice.moves) == [6]
    assert advice.mean == pytest.approx(advice.moves[6][0].mean)


def test_the_exact_mean_before_the_last_roll_is_the_mean_of_the_best_scores() -> None:
    sheet = full_sheet()
    advice = advice_on(sheet)
    best = [
        max(
            oracle.play(sheet, turn).score(VALUES)
            for turn in oracle.turns(sheet, roll, is_last=True)
        )
        for roll in oracle.ROLLS
    ]
    assert advice.exact == Fraction(sum(best), 36)
    assert advice.mean == pytest.approx(float(advice.exact))


def test_a_roll_without_a_move_leaves_the_score() -> None:
    sheet = full_sheet()
    advice = SheetAdvice(sheet, sheet.score(VALUES), dict.fromkeys(ROLLS, ()))
    assert advice.mean == advice.exact == sheet.score(VALUES)


def test_a_cell_loses_what_its_best_move_does() -> None:
    # Writing 7 in a1 fills a row of three 7s, and one of four cells may be circled.
    sheet = Sheet.parse(". 7 7 2 3\n7 . . . 4\n" + "\n".join(3 * [". . . . ."]))
    moves = advice_on(sheet, 7).moves[7]
    least = losses(moves)
    written = [move for move in moves if move.turn.write and str(move.turn.write) == "a1"]
    assert len({move.mean for move in written}) > 1
    cell = written[0].turn.write
    assert cell is not None
    assert least[cell] == pytest.approx(moves[0].mean - max(move.mean for move in written))
    assert least.keys() == {*sheet.free_cells, *sheet.circle_cells(7)}
    assert min(least.values()) == 0
