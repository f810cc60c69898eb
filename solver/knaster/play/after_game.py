"""After the game: the review of what the persons did, as `knaster review` has it."""

from collections.abc import Iterator
from dataclasses import replace

from solver.drawing.text_grid import StyledLine, plain_line
from solver.knaster.line_values import LineValues
from solver.knaster.play.session import Session
from solver.knaster.review.report import review_text
from solver.knaster.review.reviewed_record import reviewed_record


def review_lines(session: Session, values: LineValues, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield the review of a finished *session*."""
    review, plan = reviewed_record(session.record, values)
    programs = session.settings.programs
    persons = tuple(player for player in review.players if player.name not in programs)
    yield from map(plain_line, ("", "The review", ""))
    yield from review_text(replace(review, players=persons), plan, values, drawn=drawn)
