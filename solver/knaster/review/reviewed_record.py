"""A record reviewed while a bar shows how far it is, together with the best its rolls allowed."""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from solver.console.progress import progress_bar
from solver.knaster.line_values import LineValues
from solver.knaster.record import Record
from solver.knaster.review.best_known import best_known_plan
from solver.runtime.interruption import interruptible

if TYPE_CHECKING:
    from solver.knaster.hindsight.best_plan import Plan
    from solver.knaster.review.game_review import GameReview


def reviewed_record(
    record: Record, values: LineValues, *, plies: int = 2
) -> "tuple[GameReview, Plan | None]":
    """Return the review of a legal *record*, and the best plan known if the game is over.

    The advice looks *plies* rolls ahead. A Ctrl-C is heard meanwhile.
    """
    # These import numpy and numba, which take long; so may the first use of what they compile.
    interruptible(partial(import_module, "solver.knaster.strategy.advice"))
    from solver.knaster.review.game_review import review_game
    from solver.knaster.strategy.advice import Advisor

    advisor = Advisor.load(values)
    with progress_bar("reviewing", "turns") as advance:
        review = interruptible(partial(review_game, record, advisor, plies=plies, progress=advance))
        plan = None
        if review.over:
            plan = interruptible(partial(best_known_plan, record, values))
    return review, plan
