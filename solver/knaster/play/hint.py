"""Hints: the best moves by the advice that the strong program plays by."""

from collections.abc import Iterator
from functools import partial

from solver.drawing.text_grid import plural
from solver.geometry.cell import Cell
from solver.knaster.expected_score import loss_text
from solver.knaster.strategy.player import Situation, rated_turns
from solver.runtime.interruption import interruptible

_MAX_SHOWN = 3


def hint_text(situation: Situation, *, written: Cell | None) -> Iterator[str]:
    """Yield the best moves, and the final scores that are expected after them.

    *written*: the roll is to be written there, and only its bonus is open.
    """
    # It imports numba, which takes long; so may the first use of what is compiled.
    moves = interruptible(partial(rated_turns, situation))
    moves = [move for move in moves if written in (None, move.turn.write)][:_MAX_SHOWN]
    if not moves:
        yield "  nothing can be done with this roll: pass"
        return
    if situation.turns is not None:
        rolls = f"{plural(situation.turns, 'roll')} left"
        until = "" if situation.is_last else ", until the sheet of a rival is full"
        yield f"  reckoned with {rolls}{until}"
    yield "  expected    loss  move"
    for move in moves:
        loss = moves[0].mean - move.mean
        yield f"  {move.mean:>8.2f}  {loss_text(loss):>6}  {move.turn.action}"
