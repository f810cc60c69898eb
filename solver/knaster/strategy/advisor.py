"""The advisor: what every move is expected to score, and what a sheet is before the dice fall."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial

from solver.knaster.ending.exact import MAX_RECURSION, QUICK_UNCIRCLED, Ending, has_exact_value
from solver.knaster.line import CELLS, LineValues
from solver.knaster.record import RatedMove, Turn
from solver.knaster.sheet import MIN_NUMBER, Sheet
from solver.knaster.strategy.kernel.evaluation import ValueTable, Workspace
from solver.knaster.strategy.kernel.position import (
    NO_LIMIT,
    Board,
    blank_moves,
    blank_positions,
    circle,
    write,
)
from solver.knaster.strategy.kernel.search import rate_moves
from solver.knaster.strategy.table import bundled_table, new_board
from solver.runtime.arrays import HAS_NUMPY
from solver.search import Advance

_MAX_ENDINGS = 4  # kept: a review asks about the same sheet several times


@dataclass(frozen=True)
class Advisor:
    """Rates moves on sheets whose lines have these *values*.

    Values are exact on sheets with at most *max_uncircled* numbers not circled, by free cells; by
    default they take a second or so. Without numpy they are exact on fewer. *progress* is called
    with the steps of such a search.
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
        max_uncircled = self.max_uncircled if HAS_NUMPY else MAX_RECURSION
        if has_exact_value(sheet, turns, max_uncircled=max_uncircled):
            return self._ending(sheet, turns=turns).moves(roll)
        table = self._table(turns is not None)
        work = workspace(self._board, table, sheet, turns=turns, plies=plies)
        score, moves, rated = sheet.score(self.values), work.moves, []
        for number in range(rate_moves(work, 0, roll - MIN_NUMBER, plies)):
            bonus = int(moves.bonus[0, number])
            turn = turn_of(roll, moves.cell[0, number], bool(moves.circles[0, number]), bonus)
            rated.append(RatedMove(turn, score + float(moves.score[0, number])))
        return sorted(rated, key=lambda move: -move.mean)

    @cached_property
    def _ending(self) -> Callable[..., Ending]:
        ending = partial(Ending, values=self.values, progress=self.progress)
        return lru_cache(_MAX_ENDINGS)(ending)

    @cached_property
    def _board(self) -> Board:
        return new_board(self.values)

    @cached_property
    def _table(self) -> Callable[[bool], ValueTable]:
        return cache(lambda known_end: bundled_table(known_end=known_end).value_table(self.values))


def workspace(
    board: Board, table: ValueTable, sheet: Sheet, *, turns: int | None = None, plies: int = 2
) -> Workspace:
    """Return what a search of *plies* plies from *sheet*, with *turns* rolls left, works with."""
    positions, moves = blank_positions(plies + 1), blank_moves(plies)
    positions.turns[0] = NO_LIMIT if turns is None else turns
    for index, cell in enumerate(CELLS):
        number = sheet[cell]
        if number is not None:
            write(board, positions, 0, index, number - MIN_NUMBER)
    for cell in sheet.circled:
        circle(board, positions, 0, CELLS.index(cell))
    return Workspace(board, table, positions, moves)


def turn_of(roll: int, cell: int, circles: bool, bonus: int) -> Turn:  # noqa: FBT001 - of a kernel
    """Return the turn that a kernel makes in *cell*: it circles there, or writes for a *bonus*."""
    if circles:
        return Turn(roll, circle=CELLS[cell])
    cells = tuple(other for index, other in enumerate(CELLS) if bonus >> index & 1)
    return Turn(roll, write=CELLS[cell], bonus=cells)
