"""The plan in hindsight as a person reads it, and as a program does (JSON)."""

from collections.abc import Iterator
from typing import Any

from solver.drawing.text_grid import Line, plain_line
from solver.penta_rush.card import format_card_id
from solver.penta_rush.puzzle.game import round_json
from solver.penta_rush.puzzle.hindsight.answer import Answer
from solver.penta_rush.puzzle.hindsight.known_rolls import Prospect
from solver.penta_rush.puzzle.report import card_text, rounds_text


def answer_json(prospect: Prospect, answer: Answer) -> dict[str, Any]:
    """Return the answer of ``puzzle best``."""
    return {
        "card": format_card_id(prospect.card),
        "score": answer.score,
        "bound": answer.bound,
        "proven": answer.proven,
        "rounds": [round_json(played) for played in answer.rounds],
    }


def answer_text(prospect: Prospect, answer: Answer, *, title: str, drawn: bool) -> Iterator[Line]:
    """Yield the best plan, drawn on its card and round by round, and how sure it is."""
    yield plain_line(f"Twelve rolls on {title}, known beforehand")
    yield plain_line("")
    yield from card_text(prospect.card, answer.rounds, drawn=drawn)
    yield plain_line("")
    yield from rounds_text(answer.rounds, prospect.points)
    yield plain_line(f"Score {answer.score} of {prospect.ceiling}, {doubt(answer)}")


def doubt(answer: Answer) -> str:
    """Return how sure it is that *answer* is the best."""
    if answer.proven:
        return "proven best"
    if answer.score == answer.bound:
        return "best by one argument, which nothing confirmed yet"
    return f"not proven best, at most {answer.bound}"
