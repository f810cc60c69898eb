"""The advisor: what every move is expected to score, and what a sheet is before the dice fall.

The values come from the learned tables, after a look at the next rolls one by one. In the last
roll, and with few free cells where that does not take too long, they are exact and not looked up.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from solver.knaster.ending.exact import QUICK_UNCIRCLED, Ending, has_exact_value
from solver.knaster.line import CELLS, LineValues
from solver.knaster.record import RatedMove, Turn
from solver.knaster.sheet import MIN_NUMBER, Sheet
from solver.knaster.strategy.kernel.evaluation import ValueTable
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
from solver.knaster.strategy.kernel.search import expected_value, rate_moves
from solver.knaster.strategy.table import bundled_table, new_board
from solver.search import Advance

_MAX_ENDINGS = 4  # kept: a review asks about the same sheet several times


@dataclass(frozen=True)
class Advisor:
    """Rates moves on sheets whose lines have these *values*.

    Values are exact on sheets with at most *max_uncircled* numbers not circled, by free cells; by
    default they take a second or so. *progress* is called with the steps of such a search.
    """

    values: LineValues
    max_uncircled: Sequence[int] = QUICK_UNCIRCLED
    progress: Advance | None = None

    def rated_moves(
        self, sheet: Sheet, roll: int, *, plies: int = 2, turns: int | None = None
    ) -> list[RatedMove]:
        """Return every legal move of *roll*, the best first, in the same order every time.

        All moves of the next *plies* rolls, this one included, are tried. *turns* rolls are left,
        this one included; by default the game goes on until one roll after the sheet is full.
        """
        if (ending := self._ending(sheet, turns)) is not None:
            return ending.moves(roll)
        score = sheet.score(self.values)
        table = self._table(turns)
        positions, moves = _position(self._board, sheet, turns, plies)
        count = rate_moves(self._board, table, positions, moves, 0, roll - MIN_NUMBER, plies)
        rated = []
        for number in range(count):
            bonus = int(moves.bonus[0, number])
            turn = turn_of(roll, moves.cell[0, number], bool(moves.circles[0, number]), bonus)
            rated.append(RatedMove(turn, score + float(moves.score[0, number])))
        return sorted(rated, key=lambda move: -move.mean)

    def expected(self, sheet: Sheet, *, plies: int = 2, turns: int | None = None) -> float:
        """Return the expected final score before the next roll, which is the first of *plies*."""
        if (ending := self._ending(sheet, turns)) is not None:
            return float(ending.mean)
        positions, moves = _position(self._board, sheet, turns, plies)
        expected = expected_value(self._board, self._table(turns), positions, moves, 0, plies)
        return float(sheet.score(self.values) + expected)

    def _ending(self, sheet: Sheet, turns: int | None) -> Ending | None:
        if not has_exact_value(sheet, turns, max_uncircled=self.max_uncircled):
            return None
        return self._endings(sheet, turns)

    @cached_property
    def _endings(self) -> Callable[[Sheet, int | None], Ending]:
        """Return what finds endings, and keeps a few."""

        @lru_cache(_MAX_ENDINGS)
        def ending(sheet: Sheet, turns: int | None) -> Ending:
            return Ending(sheet, self.values, turns, progress=self.progress)

        return ending

    def _table(self, turns: int | None) -> ValueTable:
        return self._solitaire_table if turns is None else self._known_end_table

    @cached_property
    def _board(self) -> Board:
        return new_board(self.values)

    @cached_property
    def _solitaire_table(self) -> ValueTable:
        return bundled_table().value_table(self.values)

    @cached_property
    def _known_end_table(self) -> ValueTable:
        return bundled_table(known_end=True).value_table(self.values)


def _position(board: Board, sheet: Sheet, turns: int | None, plies: int) -> tuple[Positions, Moves]:
    """Return *sheet* as the first of the positions, and buffers for a search of *plies* plies."""
    positions, moves = blank_positions(plies + 1), blank_moves(plies)
    positions.turns[0] = NO_LIMIT if turns is None else turns
    for index, cell in enumerate(CELLS):
        number = sheet[cell]
        if number is not None:
            write(board, positions, 0, index, number - MIN_NUMBER)
    for cell in sheet.circled:
        circle(board, positions, 0, CELLS.index(cell))
    return positions, moves


def turn_of(roll: int, cell: int, circles: bool, bonus: int) -> Turn:  # noqa: FBT001 - of a kernel
    """Return the turn that a kernel makes in *cell*: it circles there, or writes for a *bonus*."""
    if circles:
        return Turn(roll, circle=CELLS[cell])
    cells = tuple(other for index, other in enumerate(CELLS) if bonus >> index & 1)
    return Turn(roll, write=CELLS[cell], bonus=cells)
