"""Exact endings: the expected final score of a sheet with two free cells or fewer, as a fraction.

Recursion in plain Python finds it while there are few sheets to come, and else tables that a
compiled kernel fills. What was found is kept, so that all questions about a sheet cost one search.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.errors import PentaError, SheetError
from solver.knaster.ending.recursion import Recursion
from solver.knaster.line import CELLS, LineValues
from solver.knaster.record import RatedMove, Turn
from solver.knaster.rules import legal_moves
from solver.knaster.sheet import Sheet
from solver.search import Advance

if TYPE_CHECKING:
    from solver.knaster.ending.tables import Tables

MAX_FREE = 2
# Numbers not circled, by free cells. Each more doubles time and memory: the most take a minute, or
# three where the rolls left are known, and 1 GB.
MAX_UNCIRCLED = (25, 22, 20)
QUICK_UNCIRCLED = (25, 17, 11)  # the most that take a second or so
MAX_RECURSION = (25, 10, 5)  # what takes Python less time than the start of compiled code


class Ending:
    r"""The expected final scores of *sheet*, and of each turn on it, when it is played perfectly.

    *turns* is how many rolls are left, the last one included, if somebody else ends the game; None:
    until the sheet is full, and one more. A full sheet has one roll left in either case, and with
    one roll left any sheet will do.
    *progress* is called with the steps done. Raises `SheetError` where `has_exact_value` is false,
    and `PentaError` if no roll is left.

    >>> from solver.knaster.line import default_line_values
    >>> row = "(7) (7) (7) (7) (7)\n"
    >>> ending = Ending(Sheet.parse(4 * row + "6 (7) (7) (7) (7)"), default_line_values())
    >>> print(ending.mean)  # 90 points, and with 5 throws of 36 those of a circle and 3 lines
    3365/36
    >>> [(str(move.turn.circle), str(move.exact)) for move in ending.moves(6)]
    [('a5', '115'), ('None', '90')]
    """

    def __init__(
        self,
        sheet: Sheet,
        values: LineValues,
        turns: int | None = None,
        *,
        progress: Advance | None = None,
    ) -> None:
        free, uncircled = len(sheet.free_cells), _uncircled(sheet)
        if turns != 1:
            if free > MAX_FREE:
                expected, found = f"at most {MAX_FREE} free cells", f"{free}"
                raise SheetError("exact ending", expected=expected, found=found)
            if uncircled > (most := MAX_UNCIRCLED[free]):
                expected = f"at most {most} numbers not circled beside {free} free"
                raise SheetError("exact ending", expected=expected, found=f"{uncircled}")
            if turns is not None and turns < 1:
                raise PentaError("exact ending", expected="a roll that is left", found=f"{turns}")
        self._sheet = sheet
        self._is_last = sheet.is_full or turns == 1
        self._engine: Recursion | Tables
        if turns == 1 or uncircled <= MAX_RECURSION[free]:
            self._engine = Recursion(sheet, values, turns)
        else:
            from solver.knaster.ending import tables  # imports numpy

            self._engine = tables.Tables(sheet, values, turns, progress)

    @property
    def mean(self) -> Fraction:
        """The expected final score before the next roll."""
        return self._engine.mean

    def moves(self, roll: int) -> list[RatedMove]:
        """Return every legal turn with *roll*, the best first.

        In the last roll one of them is the pass. Of equally good turns it comes first, then those
        that circle, then those that write; then by the cell and the bonus, row by row.
        """
        passed = [Turn(roll)] if self._is_last else []
        turns = [*passed, *legal_moves(self._sheet, roll)]
        values = zip(turns, map(self._engine.after, turns), strict=True)
        best_first = sorted(values, key=lambda pair: -pair[1])
        return [RatedMove(turn, float(value), value) for turn, value in best_first]


def has_exact_value(
    sheet: Sheet, turns: int | None = None, *, max_uncircled: Sequence[int] = MAX_UNCIRCLED
) -> bool:
    """Return whether `Ending` takes *sheet* with *turns* turns left.

    It does before the last roll, and where few cells are free and few numbers not circled.
    *max_uncircled*, the most of these by free cells, may be fewer, such as `QUICK_UNCIRCLED`.
    """
    free = len(sheet.free_cells)
    return turns == 1 or (free <= MAX_FREE and _uncircled(sheet) <= max_uncircled[free])


def _uncircled(sheet: Sheet) -> int:
    return len(CELLS) - len(sheet.free_cells) - len(sheet.circled)
