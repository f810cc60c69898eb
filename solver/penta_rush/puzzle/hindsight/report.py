"""The plan in hindsight as text for people and as JSON for programs."""

from collections.abc import Iterator
from typing import Any

from solver.drawing.text_grid import StyledLine, plain_line
from solver.penta_rush.card_json import card_json
from solver.penta_rush.puzzle.hindsight.best_plan import HindsightAnswer
from solver.penta_rush.puzzle.hindsight.known_rolls import KnownRollsGame
from solver.penta_rush.puzzle.report import card_text, rounds_text
from solver.penta_rush.symbol_label import legend_text


def answer_json(game: KnownRollsGame, answer: HindsightAnswer) -> dict[str, Any]:
    """Return the answer of ``puzzle best``."""
    return {
        **card_json(game.card, game.points),
        "score": answer.score,
        "bound": answer.bound,
        "proven": answer.proven,
        "rounds": [played.to_json() for played in answer.rounds],
    }


def answer_text(
    game: KnownRollsGame, answer: HindsightAnswer, *, title: str, drawn: bool
) -> Iterator[StyledLine]:
    """Yield the best plan, drawn on its card and round by round, and whether it is proven."""
    yield plain_line(f"The best plan for twelve known rolls on {title}")
    yield plain_line("")
    yield from card_text(game.card, answer.rounds, drawn=drawn)
    yield from legend_text(game.card)
    yield plain_line("")
    yield from rounds_text(game.card, answer.rounds, game.points)
    yield plain_line(f"Score {answer.score} of {game.max_score}, {proof_text(answer)}")


def proof_text(answer: HindsightAnswer) -> str:
    """Return whether *answer* is proven best, and if not, how far it may be from it."""
    if answer.proven:
        return "proven best"
    if answer.score == answer.bound:
        return "best according to one engine, not confirmed by a second"
    return f"not proven best: no plan scores more than {answer.bound}"
