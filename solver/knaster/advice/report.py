"""Advice as text for people and as JSON for programs."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from solver.drawing.text_grid import (
    StyledLine,
    patch_style,
    plain_line,
    plural,
    side_by_side,
    wrapped_lines,
)
from solver.geometry.cell import Cell, col_name, row_name
from solver.knaster.advice.sheet_advice import SheetAdvice, losses
from solver.knaster.dice import chance
from solver.knaster.expected_score import loss_text, rounded
from solver.knaster.line import SIZE
from solver.knaster.line_values import LineValues
from solver.knaster.sheet_view import sheet_lines

if TYPE_CHECKING:
    from fractions import Fraction

    from solver.knaster.expected_score import RatedMove

_SHOWN = 10  # moves, unless all are asked for
_MAX_FRACTION = 30  # characters
_MIN_WIDTH = 6  # characters of a loss
_BEST, _BEST_STYLE = "best", patch_style(0)  # orange, as a marked cell of a sheet


def advice_json(advice: SheetAdvice) -> dict[str, Any]:
    """Return the answer of ``advise``: every legal move of each roll, the best first."""
    return {
        "score": advice.score,
        "mean": rounded(advice.mean),
        "exact": _exact_json(advice.exact),
        "rolls": {
            str(roll): [_move_json(move) for move in moves] for roll, moves in advice.moves.items()
        },
    }


def _move_json(move: "RatedMove") -> dict[str, Any]:
    turn = move.turn.to_json()
    del turn["roll"]
    if move.turn.write is not None:
        turn.setdefault("bonus", [])
    return {**turn, "mean": rounded(move.mean), "exact": _exact_json(move.exact)}


def roll_text(
    advice: SheetAdvice, roll: int, values: LineValues, *, shows_all: bool
) -> Iterator[StyledLine]:
    """Yield the best move of *roll*, what each cell would lose, and the moves one by one."""
    moves = advice.moves[roll]
    if not (moves and moves[0].turn.changed_cells):
        yield plain_line(f"Roll {roll}: there is nothing to gain. Final score {advice.score}.")
        yield plain_line("")
        yield from sheet_lines(advice.sheet, values=values)
        return
    yield from wrapped_lines(f"Roll {roll}: {moves[0].turn.action}.")
    yield from _expectation(advice)
    yield plain_line("")
    marked = moves[0].turn.changed_cells
    lines = sheet_lines(advice.sheet, marked=marked, values=values)
    yield from side_by_side(lines, _loss_lines(moves))
    yield plain_line("* changed by the best move; on the right, what each cell loses beside it")
    yield plain_line("")
    yield plain_line("expected    loss  move")
    shown = moves if shows_all else moves[:_SHOWN]
    for move in shown:
        loss = loss_text(moves[0].mean - move.mean)
        yield from _row(f"{move.mean:>8.2f}  {loss:>6}  ", move.turn.action)
    if len(shown) < len(moves):
        yield plain_line(f"and {plural(len(moves) - len(shown), 'more move')}; --all shows them")


def all_rolls_text(advice: SheetAdvice, values: LineValues) -> Iterator[StyledLine]:
    """Yield the expected final score before the roll, and the best move of each roll."""
    yield from _expectation(advice)
    yield plain_line("")
    yield from sheet_lines(advice.sheet, values=values)
    yield plain_line("")
    yield plain_line("roll  chance  expected  best move")
    for roll, moves in advice.moves.items():
        mean = moves[0].mean if moves else float(advice.score)
        share = f"{round(36 * chance(roll))}/36"
        action = moves[0].turn.action if moves else "pass"
        yield from _row(f"{roll:>4}  {share:>6}  {mean:>8.2f}  ", action)


def cell_text(loss: float) -> str:
    """Return what a cell shows of the *loss* of its best move.

    >>> cell_text(0.001), cell_text(1.25)
    ('best', '-1.25')
    """
    text = loss_text(loss)
    return f"-{text}" if text else _BEST


def _expectation(advice: SheetAdvice) -> Iterator[StyledLine]:
    text = f"Expected final score {advice.mean:.2f}"
    if advice.exact is not None:
        fraction = str(advice.exact)
        text += f", exactly {fraction}" if len(fraction) <= _MAX_FRACTION else " (exact)"
    yield plain_line(f"{text}; {advice.score} so far.")


def _loss_lines(moves: "Sequence[RatedMove]") -> list[StyledLine]:
    """Return a grid of what writing or circling in each cell loses, lined up with the sheet."""
    text_of = {cell: cell_text(loss) for cell, loss in losses(moves).items()}
    width = max(_MIN_WIDTH, *map(len, text_of.values()))
    head = " ".join(f"{col_name(col):>{width}}" for col in range(SIZE))
    lines = [plain_line(f"   {head}")]
    for row in range(SIZE):
        line = [(f"{row_name(row):>2}", "")]
        for col in range(SIZE):
            text = text_of.get(Cell(row, col), ".")
            line.append((f" {text:>{width}}", _BEST_STYLE if text == _BEST else ""))
        lines.append(line)
    return lines


def _row(numbers: str, action: str) -> Iterator[StyledLine]:
    yield from wrapped_lines(action, first=numbers)


def _exact_json(value: "Fraction | None") -> str | None:
    return None if value is None else f"{value.numerator}/{value.denominator}"
