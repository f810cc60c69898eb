"""The JSON of a card: answers carry the notes on how its text was taken, and records do not."""

import json

from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.game import Sheet
from tests.support import Run, cases

TEXT = "1,red,sun,sky\n2,sun,sky,red\n"
NOTES = ["card -: left out as row numbers: 1, 2"]


@cases(
    "words",
    ("rush", "solve", "red,red,sun,sun,sky", "--card", "-", "--json"),
    ("rush", "throw", "--card", "-", "--seed", "1", "--json"),
    ("rush", "check", "-", "--json"),
    ids=lambda words: words[1],
)
def test_an_answer_has_the_notes_on_the_card_that_it_shows(
    typed: Run, words: tuple[str, ...]
) -> None:
    _, out, err = typed(*words, stdin=TEXT)
    assert json.loads(out)["notes"] == NOTES
    assert NOTES[0] in err


def test_an_answer_on_a_plain_card_has_no_notes(typed: Run) -> None:
    _, out, _ = typed("rush", "throw", "--card", "-", "--json", stdin="ABC\nBCA\n")
    assert "notes" not in json.loads(out)


def test_a_record_has_no_notes_and_is_read_again() -> None:
    card = Card.parse(TEXT)
    sheet = Sheet(card, Roll.parse("AABBC"), ())
    assert card.notes
    assert "notes" not in json.loads(str(sheet))
    assert Sheet.parse(str(sheet)) == sheet
