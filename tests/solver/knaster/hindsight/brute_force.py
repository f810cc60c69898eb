"""The most points of eight known rolls or fewer, by playing all games, turn by turn.

At most one line can be full, and it may as well be the best one, a diagonal. Its cells are alike,
and so are all others; so a roll is written in the first free cell of either kind.
"""

from collections.abc import Sequence

from solver.geometry.cell import Cell
from solver.knaster.line_values import LineValues
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn, bonuses
from solver.knaster.sheet import Sheet

_DIAGONAL = [Cell(index, index) for index in range(5)]
# Eight cells that fill no line, also together with the diagonal.
_OTHERS = [Cell(index, (index + step) % 5) for step in (1, 2) for index in range(4)]


def most_points(rolls: Sequence[int], values: LineValues, sheet: Sheet | None = None) -> int:
    """Return the score of the best game with *rolls*, which go on from *sheet*."""
    sheet = sheet or Sheet()
    if not rolls:
        return sheet.score(values)
    roll, *rest = rolls
    turns = [Turn(roll, circle=cell) for cell in sheet.circle_cells(roll)]
    for kind in (_DIAGONAL, _OTHERS):
        cell = next((cell for cell in kind if sheet[cell] is None), None)
        if cell:
            after = sheet.with_number(cell, roll)
            turns += [Turn(roll, cell, tuple(cells)) for cells in bonuses(after, cell)]
    return max(most_points(rest, values, after_turn(sheet, turn)) for turn in turns)
