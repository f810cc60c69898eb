"""Pictures of advice: a sheet, and in its cells what it loses to write or circle there."""

from solver.drawing.scene import Scene
from solver.knaster.advice.report import cell_text
from solver.knaster.advice.sheet_advice import SheetAdvice, losses
from solver.knaster.line_values import LineValues
from solver.knaster.picture import sheets_scene


def advice_scene(advice: SheetAdvice, values: LineValues, *, roll: int | None) -> Scene:
    """Return the picture of the sheet with the advice for *roll*, if one was asked for."""
    expected = f"expected {advice.mean:.2f}"
    if roll is None:
        return sheets_scene([(expected, advice.sheet)], values)
    moves = advice.moves[roll]
    notes = {cell: cell_text(loss) for cell, loss in losses(moves).items()}
    title = f"roll {roll}: {expected}"
    marked = moves[0].turn.changed_cells if moves else []
    return sheets_scene([(title, advice.sheet)], values, marked=marked, notes=notes)
