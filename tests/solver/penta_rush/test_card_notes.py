"""Notes on how a card was read: answers have them, records do not; stderr names real options."""

import json
from pathlib import Path

import pytest

from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.game import Sheet
from tests.support import Run, cases

BARS = "A B C | D E F\nB C A | E F D\n"
NOTE = "card, line 1: bars are taken for rulings between letters (for words: put commas between"
SHEET = {"card": BARS, "roll": "AABCD", "outlines": []}
SAVED = {
    "game": "standard",
    "card": BARS,
    "players": ["Ann"],
    "seed": 7,
    "timer": None,
    "rounds": [],
}


@cases(
    "command value",
    (["score"], SHEET),
    (["total"], {"players": [{"name": "Ann", "rounds": [SHEET, 0, 0, 0, 0]}]}),
    (["puzzle", "referee"], {"card": BARS, "players": {"Ann": {"rounds": []}}}),
    (["play", "--resume"], SAVED),
    ids=["score", "total", "referee", "resume"],
)
def test_a_card_within_a_file_is_noted_without_an_option_that_the_command_does_not_have(
    command: list[str], value: object, tmp_path: Path, typed: Run
) -> None:
    file = tmp_path / "file.json"
    file.write_text(json.dumps(value))
    _, _, err = typed("rush", *command, str(file), stdin="")
    assert NOTE in err
    assert "--as" not in err


def test_a_card_that_is_given_is_noted_with_the_option_that_reads_it_otherwise(typed: Run) -> None:
    _, _, err = typed("rush", "throw", "--card", "-", "--seed", "1", stdin=BARS)
    assert "(for words: --as words, or commas between them)" in err


@cases(
    "command value",
    (["score"], {**SHEET, "card": "A B C, D E F\n"}),
    (["play", "--resume"], {**SAVED, "card": "A B C, D E F\n"}),
    ids=["score", "resume"],
)
def test_a_card_within_a_file_is_refused_without_that_option(
    command: list[str], value: object, tmp_path: Path, typed: Run
) -> None:
    file = tmp_path / "file.json"
    file.write_text(json.dumps(value))
    code, _, err = typed("rush", *command, str(file), stdin="")
    assert (code, err.count("\n")) == (2, 1)
    assert "expected one symbol in a cell, found 'A B C'" in err
    assert "--as" not in err


def test_a_file_of_points_that_the_environment_names_is_named_so(
    typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTA_POINTS", "nope.toml")
    expected = "expected a text file or '-' for standard input, found no such file"
    message = f"penta: PENTA_POINTS: points 'nope.toml': {expected}\n"
    assert typed("rush", "solve", "AABCD") == (2, "", message)


def test_a_card_with_room_on_which_no_roll_fits_is_said_to_be_one(typed: Run) -> None:
    code, out, _ = typed("rush", "solve", "AABBC", "--card", "1x5:AAABC")
    assert (code, out.splitlines()[-1]) == (
        0,
        "Score 0: no Penta-Rush on this card matches the roll.",
    )
    assert "chance of a dud                        1.00" in typed("rush", "check", "1x5:AAABC")[1]


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
