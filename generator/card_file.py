"""The file of a card that was made: as comments what made it and its survey, then the card."""

from collections.abc import Iterable, Iterator

from generator.check.report import roll_table, summary
from generator.fairness import Fairness
from solver.draw import text_of
from solver.penta_rush.card import format_card, format_card_id


def card_file(fairness: Fairness, made: Iterable[str]) -> str:
    """Return the text of the file: what is not the card itself is comments.

    *made* are lines that tell how it was made.
    """
    comments = "".join(f"# {line}".rstrip() + "\n" for line in _comments(fairness, made))
    return f"{comments}\n{format_card(fairness.card)}"


def _comments(fairness: Fairness, made: Iterable[str]) -> Iterator[str]:
    yield format_card_id(fairness.card)
    yield from made
    yield summary(fairness)
    yield from map(text_of, roll_table(fairness.survey.rows))
