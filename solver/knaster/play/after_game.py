"""After the game: the review of what the persons did, as `knaster review` has it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module

from solver.console.progress import progress_bar
from solver.drawing.text_grid import StyledLine, plain_line
from solver.knaster.line_values import LineValues
from solver.knaster.play.session import Session
from solver.runtime.sigint import interruptible


def review_lines(session: Session, values: LineValues, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield the review of a finished *session*."""
    # These import numpy and numba, which take long; so may the first use of what they compile.
    interruptible(partial(import_module, "solver.knaster.strategy.advice"))
    from solver.knaster.review.best_known import best_known_plan
    from solver.knaster.review.game_review import review_game
    from solver.knaster.review.report import review_text
    from solver.knaster.strategy.advice import Advisor

    advisor = Advisor.load(values)
    with progress_bar("reviewing", "turns") as advance:
        review = interruptible(partial(review_game, session.record, advisor, progress=advance))
        plan = interruptible(partial(best_known_plan, session.record, values))
    programs = session.settings.programs
    persons = tuple(player for player in review.players if player.name not in programs)
    yield from map(plain_line, ("", "The review", ""))
    yield from review_text(replace(review, players=persons), plan, values, drawn=drawn)
