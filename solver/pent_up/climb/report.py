"""The answer of Climb as text for a person. Nothing is searched or printed here."""

from collections.abc import Iterator

from solver.drawing.text_grid import StyledLine, plain_line, plural, wrapped_lines
from solver.pent_up.climb.answer import ClimbAnswer
from solver.pent_up.record import Record
from solver.pent_up.report import pile_text
from solver.pent_up.rules import Pile


def answer_text(answer: ClimbAnswer, record: Record, *, drawn: bool) -> Iterator[StyledLine]:
    """Yield a game that reaches a level, level by level, and the proof that no game goes higher."""
    yield from pile_text(Pile(record.moves), drawn=drawn)
    yield plain_line("")
    level = max(move.level for move in record.moves)
    yield plain_line(f"Level {level} is reached in {plural(len(record.moves), 'move')}.")
    yield from refutation_text(answer)


def refutation_text(answer: ClimbAnswer) -> Iterator[StyledLine]:
    """Yield the proof that no game goes higher than the highest level."""
    yield plain_line(f"Level {answer.level} is the highest, proved:")
    for step in answer.argument:
        yield from wrapped_lines(step["claim"], first="* ")
    levels = plural(sum(answer.refutation.cases.values()), "level")
    positions = plural(answer.refutation.positions, "position")
    yield plain_line(f"  The search tried {levels} of towers and {positions} of games.")
