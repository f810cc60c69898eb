"""Pictures of advice: the best move, and in the cells what it loses to write or circle there."""

from solver.drawing.scene import Scene
from solver.knaster.advice.report import cell_text
from solver.knaster.advice.sheet_advice import SheetAdvice, losses
from solver.knaster.line_values import LineValues
from solver.knaster.picture import sheets_scene
from solver.knaster.record import Turn
from solver.knaster.rules import after_turn


def advice_scene(advice: SheetAdvice, values: LineValues, *, roll: int | None) -> Scene:
    """Return the picture of the sheet, after the best move of *roll* if one was asked for."""
    expected = f"expected {advice.mean:.2f}"
    if roll is None:
        return sheets_scene([(expected, advice.sheet)], values)
    moves = advice.moves[roll]
    best = moves[0].turn if moves else Turn(roll)
    changed = best.changed_cells  # they stand out, and may have rings where the notes are
    notes = {cell: cell_text(loss) for cell, loss in losses(moves).items() if cell not in changed}
    title, sheet = f"roll {roll}: {expected}", after_turn(advice.sheet, best)
    return sheets_scene([(title, sheet)], values, marked=changed, notes=notes)
