"""Hints in a game at the keyboard: what would be good to do now.

In the puzzle variant and the solitaire that is what ``penta rush puzzle advise`` says of the saved
game. In the standard game it is the next outline of the best packing, as ``penta rush solve`` finds
it: whoever looks for hints there sees it bit by bit.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from solver.console.progress import progress_bar
from solver.drawing.text_grid import StyledLine, plain_line, plural
from solver.geometry.cell import names_of
from solver.penta_rush import report
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.dice import Roll
from solver.penta_rush.points import Points
from solver.penta_rush.problem import RollProblem
from solver.penta_rush.puzzle.rules import PuzzleState
from solver.penta_rush.sheet import Outline
from solver.runtime.interruption import interruptible, interruptible_items

if TYPE_CHECKING:
    from solver.penta_rush.puzzle.strategy.advice import RatedMove


def standard_hint(problem: RollProblem, outlines: Sequence[Outline]) -> Iterator[StyledLine]:
    """Yield the best packing's score, and its highest-value shape that is not outlined yet."""
    engine = BitsetEngine(problem)
    best = engine.best()
    if best is None:
        yield plain_line("  no Penta-Rush on this card matches the roll")
        return
    packing = engine.packing(best)
    shapes = " ".join(placement.shape for placement in packing)
    yield plain_line(f"  the best packing is worth {plural(packing.score, 'point')}: {shapes}")
    cells_of = {tuple(sorted(placement.cells)) for placement in packing}
    others = [report.label(at) for at, cells in enumerate(outlines) if cells not in cells_of]
    if others:
        verb = "is" if len(others) == 1 else "are"
        yield plain_line(f"  of your outlines, {', '.join(others)} {verb} not in it")
    missing = [placement for placement in packing if tuple(sorted(placement.cells)) not in outlines]
    if missing:
        shape, value, cells = max(missing, key=lambda placement: placement.points)
        points = plural(value, "point")
        yield plain_line(f"  try {shape}, {points}, on {names_of(sorted(cells))}")
    else:
        yield plain_line("  you have outlined all of it")


def rated_moves(
    state: PuzzleState,
    roll: Roll,
    points: Points,
    *,
    only_crosses: bool,
    deadline: float | None,
) -> "list[RatedMove]":
    """Return the moves with *roll* in *state* as ``puzzle advise`` ranks them, or crosses alone.

    After *deadline*, a time of `time.monotonic`, no more games are played on: the ranking then
    rests on fewer of them.
    """
    # This imports numpy and numba, which take long; so may the first use of what they compile.
    interruptible(partial(import_module, "solver.penta_rush.puzzle.strategy.advice"))
    from solver.penta_rush.puzzle.strategy.advice import Decision, PlayoutBudget
    from solver.runtime.parallel import cores

    decide = partial(Decision.of, state, roll, points, only_crosses=only_crosses)
    decision, budget = interruptible(decide), PlayoutBudget(jobs=cores())
    statistics = decision.no_playouts
    limit_s = None if deadline is None else max(0.0, deadline - time.monotonic())
    with progress_bar("playing on", "playouts of each option") as advance, suppress(TimeoutError):
        for statistics in interruptible_items(decision.run(budget), limit_s=limit_s):
            advance(statistics.playouts, budget.playouts, statistics.playouts)
    return decision.rated_moves(statistics)
