"""Advice for a sheet: the moves of one roll, or of each of the eleven, and what they are worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from solver.answer import Answer
from solver.drawing.styled_text import StyledLine, plain_line, plural, side_by_side, wrapped_lines
from solver.drawing.text_grid import patch_style
from solver.errors import PentaError
from solver.geometry.cell import Cell, col_name, row_name
from solver.knaster.answer import player_sheet
from solver.knaster.dice import ROLLS, SIDES, chance
from solver.knaster.line import SIZE, LineValues, default_line_values
from solver.knaster.record import RatedMove, Record, Turn, loss_text, rounded
from solver.knaster.rules import after_turn
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER, Sheet
from solver.knaster.sheet_view import sheet_lines
from solver.knaster.strategy.program import Plies
from solver.question import Within, question
from solver.search import Report, Search

if TYPE_CHECKING:
    from solver.drawing.scene import Scene
    from solver.knaster.strategy.advisor import Advisor

_SHOWN = 10  # moves, unless all are asked for
_MAX_FRACTION = 30  # characters
_MIN_WIDTH = 6  # characters of a loss
_BEST, _BEST_STYLE = "best", patch_style(0)  # orange, as a marked cell of a sheet


@dataclass(frozen=True, slots=True, repr=False)
class Advice(Answer):
    """The legal *moves* on *sheet* of each roll that was asked for, the best first.

    Lines have these *values*. The last roll has no move where nothing is left to do with it. If
    only one roll was asked for, it is *roll*; then the best ten moves are listed, or all.
    """

    sheet: Sheet
    values: LineValues
    moves: Mapping[int, Sequence[RatedMove]]
    roll: int | None = None
    shows_all: bool = False
    title: str = "sheet"

    @property
    def score(self) -> int:
        """The points of the sheet as it lies."""
        return self.sheet.score(self.values)

    @property
    def mean(self) -> float:
        """The expected final score: before the roll, or after it where only one was asked for."""
        total, weight = 0.0, 0
        for roll, best in self.best_moves.items():
            ways = int(chance(roll) * SIDES**2)  # of the two dice: whole, so nothing is rounded
            total += ways * best.mean
            weight += ways
        return total / weight

    @property
    def exact(self) -> Fraction | None:
        """The same as an exact number, where it is known."""
        total, weight = Fraction(0), Fraction(0)
        for roll, best in self.best_moves.items():
            if best.exact is None:
                return None
            total += chance(roll) * best.exact
            weight += chance(roll)
        return total / weight

    @property
    def best(self) -> Turn:
        """The best move of the one roll that was asked for."""
        if self.roll is None:
            raise PentaError("best move", expected="advice for one roll", found="for each roll")
        return self.best_moves[self.roll].turn

    @property
    def best_moves(self) -> dict[int, RatedMove]:
        """The best move of each roll, a pass where nothing is left to do with it."""
        score = self.score
        return {
            roll: moves[0] if moves else RatedMove(Turn(roll), float(score), Fraction(score))
            for roll, moves in self.moves.items()
        }

    @property
    def losses(self) -> dict[Cell, str]:
        """What it loses to write or circle the roll in each cell, with the best bonus."""
        least: dict[Cell, str] = {}
        moves = [] if self.roll is None else self.moves[self.roll]
        for move in moves:
            cell = move.turn.write or move.turn.circle
            if cell is not None and cell not in least:
                loss = loss_text(moves[0].mean - move.mean)
                least[cell] = f"-{loss}" if loss else _BEST
        return least

    @property
    def notes(self) -> list[str]:
        """That the table was learned for other line values, if it was."""
        text = "the table was learned for the bundled line values: it is scaled to these"
        return [] if self.values == default_line_values() else [text]

    def to_json(self) -> dict[str, Any]:
        """Return every legal move of each roll, the best first."""
        rolls = {str(roll): list(map(_move_json, moves)) for roll, moves in self.moves.items()}
        exact = _exact_json(self.exact)
        return {"score": self.score, "mean": rounded(self.mean), "exact": exact, "rolls": rolls}

    def lines(self, *, drawn: bool = False) -> Iterator[StyledLine]:  # noqa: ARG002
        """Yield the best move and what others lose, or the best move of each roll."""
        return self._all_rolls_lines() if self.roll is None else self._roll_lines(self.roll)

    def _roll_lines(self, roll: int) -> Iterator[StyledLine]:
        moves, marked = self.moves[roll], self.best.changed_cells
        if not marked:
            yield plain_line(f"Roll {roll}: there is nothing to gain. Final score {self.score}.")
            yield plain_line("")
            yield from sheet_lines(self.sheet, values=self.values)
            return
        yield from wrapped_lines(f"Roll {roll}: {self.best.action}.")
        yield self._expectation()
        yield plain_line("")
        grid = sheet_lines(self.sheet, marked=marked, values=self.values)
        yield from side_by_side(grid, self._loss_lines())
        yield plain_line("* changed by the best move; on the right, what each cell loses beside it")
        yield plain_line("")
        yield plain_line("expected    loss  move")
        shown = moves if self.shows_all else moves[:_SHOWN]
        for move in shown:
            loss = loss_text(moves[0].mean - move.mean)
            yield from wrapped_lines(move.turn.action, first=f"{move.mean:>8.2f}  {loss:>6}  ")
        if len(shown) < len(moves):
            more = plural(len(moves) - len(shown), "more move")
            yield plain_line(f"and {more}; --all shows them")

    def _all_rolls_lines(self) -> Iterator[StyledLine]:
        yield self._expectation()
        yield plain_line("")
        yield from sheet_lines(self.sheet, values=self.values)
        yield plain_line("")
        yield plain_line("roll  chance  expected  best move")
        for roll, best in self.best_moves.items():
            first = f"{roll:>4}  {round(36 * chance(roll)):>3}/36  {best.mean:>8.2f}  "
            yield from wrapped_lines(best.turn.action, first=first)

    def _expectation(self) -> StyledLine:
        text, exact = f"Expected final score {self.mean:.2f}", self.exact
        if exact is not None:
            is_short = len(str(exact)) <= _MAX_FRACTION
            text += f", exactly {exact}" if is_short else " (exact)"
        return plain_line(f"{text}; {self.score} so far.")

    def _loss_lines(self) -> list[StyledLine]:
        losses = self.losses
        width = max(_MIN_WIDTH, *map(len, losses.values()))
        head = " ".join(f"{col_name(col):>{width}}" for col in range(SIZE))
        lines = [plain_line(f"   {head}")]
        for row in range(SIZE):
            texts = [losses.get(Cell(row, col), ".") for col in range(SIZE)]
            cells = [(f" {text:>{width}}", _BEST_STYLE if text == _BEST else "") for text in texts]
            lines.append([(f"{row_name(row):>2}", ""), *cells])
        return lines

    def picture(self) -> "Scene":
        """Return the sheet, after the best move of the one roll, with what each cell loses."""
        from solver.knaster.picture import sheets_scene

        expected = f"expected {self.mean:.2f}"
        if self.roll is None:
            return sheets_scene([(expected, self.sheet)], self.values)
        changed = self.best.changed_cells  # they stand out, and may have rings where the notes are
        notes = {cell: text for cell, text in self.losses.items() if cell not in changed}
        panel = (f"roll {self.roll}: {expected}", after_turn(self.sheet, self.best))
        return sheets_scene([panel], self.values, marked=changed, notes=notes)


@question
def advise(  # noqa: PLR0913 - what varies, and how it is searched for
    value: Sheet | Record,
    roll: Annotated[int, Within(MIN_NUMBER, MAX_NUMBER)] | None = None,
    *,
    player: str | None = None,
    plies: Plies = 2,
    turns: Annotated[int, Within(1, 99)] | None = None,
    values: LineValues | None = None,
    shows_all: bool = False,
    title: str = "sheet",
) -> Search[Advice]:
    """Return the search for the best moves with *roll*, or with each roll, on a sheet.

    In a record it is the sheet of *player*, by default of its one player. All moves of the next
    *plies* rolls are tried, 1 to 3. *turns* rolls are left, this one included; by default the game
    goes on until one roll after the sheet is full. *values* are those of the lines, by default the
    bundled ones. Raises `SheetError` where there is no such player, or no roll is left.
    """
    found = player_sheet(value, player, title=title, must_be_open=True)
    turns = 1 if turns is None and found.is_last else turns
    values = values or default_line_values()
    rolls = ROLLS if roll is None else [roll]

    def work(report: Report[Advice]) -> Advice:
        from solver.knaster.ending.exact import MAX_UNCIRCLED
        from solver.knaster.strategy.advisor import Advisor

        advisor = Advisor(values, MAX_UNCIRCLED, progress=report)
        moves = {}
        for number in rolls:
            moves[number] = advisor.rated_moves(found.sheet, number, plies=plies, turns=turns)
            report(len(moves), len(rolls), 0)
        return Advice(found.sheet, values, moves, roll, shows_all, found.title)

    return Search(work, label="looking ahead", noun="rolls")


def advice_for_all_rolls(
    sheet: Sheet, advisor: "Advisor", *, plies: int, turns: int | None
) -> Advice:
    """Return the moves of each roll; *turns* rolls are left, or any number if that is None."""
    moves = {roll: advisor.rated_moves(sheet, roll, plies=plies, turns=turns) for roll in ROLLS}
    return Advice(sheet, advisor.values, moves)


def _move_json(move: RatedMove) -> dict[str, Any]:
    turn = move.turn.to_json()
    del turn["roll"]
    if move.turn.write is not None:
        turn.setdefault("bonus", [])
    return {**turn, "mean": rounded(move.mean), "exact": _exact_json(move.exact)}


def _exact_json(value: Fraction | None) -> str | None:
    return None if value is None else f"{value.numerator}/{value.denominator}"
