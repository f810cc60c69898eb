"""Advice without a table and compiled code, for tests of what is made of advice."""

from fractions import Fraction
from functools import cache
from typing import cast

from solver.knaster.line import CELLS, LineValues, default_line_values
from solver.knaster.record import RatedMove, Turn
from solver.knaster.sheet import Sheet
from solver.knaster.strategy.advisor import Advisor
from tests.solver.knaster import oracle


class _StubAdvisor:
    """Rates a sheet by its score, and by what each cell that is not circled might earn.

    After the last roll a sheet is worth its score.
    """

    def __init__(self, values: LineValues) -> None:
        self.values = values

    def rated_moves(
        self, sheet: Sheet, roll: int, *, plies: int = 2, turns: int | None = None
    ) -> list[RatedMove]:
        is_last = sheet.is_full or turns == 1
        rated = []
        for turn, after, hope in _outcomes(sheet, roll, is_last=is_last):
            value = Fraction(after.score(self.values)) + (0 if is_last else plies * hope)
            rated.append(
                RatedMove(turn, float(value), value if len(after.free_cells) < 2 else None)
            )
        return sorted(rated, key=lambda move: -move.mean)


def stub_advisor(values: LineValues | None = None, *_: object, **__: object) -> Advisor:
    """Return advice that is reckoned at once, the same every time."""
    return cast("Advisor", _StubAdvisor(values or default_line_values()))


@cache  # many tests ask about the same sheets
def _outcomes(sheet: Sheet, roll: int, *, is_last: bool) -> list[tuple[Turn, Sheet, Fraction]]:
    """Return the legal turns, each with the sheet after it and what that might still earn."""
    turns = oracle.turns(sheet, roll, is_last=is_last)
    sheets = ((turn, oracle.play(sheet, turn)) for turn in turns)
    return [(turn, after, _hope(after)) for turn, after in sheets]


def _hope(sheet: Sheet) -> Fraction:
    """Return what *sheet* might still earn, different for most sheets."""
    left = (cell for cell in CELLS if cell not in sheet.circled)
    return Fraction(sum(2 * cell.row + 3 * cell.col + 5 for cell in left), 20)
