"""Symbols on a terminal: the same letter, form and colour as in print, and letters elsewhere."""

import pytest

from solver.console.terminal import show
from solver.drawing.glyph import Glyph
from solver.drawing.styled_text import plain_text
from solver.drawing.text_grid import coloured_grid
from solver.penta_rush.card import Card
from solver.penta_rush.symbol_art import symbol_colour, symbol_name
from solver.penta_rush.symbol_label import card_labels, key_line, roll_line
from tests.solver.console.test_terminal import ANSI, Screen
from tests.support import Patch, cases

CHARACTERS = {"circle": "●", "square": "■", "triangle": "▲"} | {
    "star": "★",
    "diamond": "◆",
    "cross": "✚",
}


@pytest.fixture(autouse=True)
def _colourful(monkeypatch: Patch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("PENTA_LETTERS", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def looks(card: Card) -> dict[str, list[tuple[str, str]]]:
    """Return what a terminal shows for each label of *card*."""
    labels = {label for line in card_labels(card) for label in line}
    return {str(label): [*label.look()] for label in labels if isinstance(label, Glyph)}


def test_letter_form_and_colour_are_those_of_print() -> None:
    shown = looks(Card.parse("ABCDEFG"))
    assert shown.pop("G") == []  # a heart has no character here
    for letter, ((character, style),) in shown.items():
        assert character == CHARACTERS[symbol_name(letter).split()[-1]]
        assert style == symbol_colour(letter)
    assert len(shown) == 6


def test_names_have_the_forms_and_colours_that_they_say_and_others_stay_words() -> None:
    shown = looks(Card.parse("roter Kreis,lune,losange vert,dragon,black cross,carré blanc"))
    assert shown["roter"] == [("●", symbol_colour("D"))]
    assert shown["losange"] == [("◆", symbol_colour("C"))]
    assert shown["lune"] == shown["dragon"] == []
    # They are seen on a dark screen and on a light one.
    assert shown["black"] == [("✚", "#000000 on #ffffff")]
    assert shown["carré"] == [("■", "#ffffff on #303030")]


def test_a_form_stands_in_the_middle_of_its_word() -> None:
    screen = Screen()
    show([[(label, "bold") for label in card_labels(Card.parse("roter Kreis,sun"))[0]]], screen)
    assert ANSI.sub("", screen.shown()) == "  ●  sun\n"  # a label of five columns: "roter"


@cases("variable", "NO_COLOR", "PENTA_LETTERS")
def test_letters_stay_on_request(variable: str, monkeypatch: Patch) -> None:
    card = Card.parse("ABC")
    lines = [roll_line(card, "Roll AABBC on AABBC", "AABBC"), key_line(card)]
    assert [plain_text(line) for line in lines] == ["Roll AABBC on AABBC", ""]
    screen, letters = Screen(), Screen()
    show(lines, screen)
    assert ANSI.sub("", screen.shown()) == "Roll ● ● ■ ■ ▲ on AABBC\nA ●  B ■  C ▲\n"
    monkeypatch.setenv(variable, "1")
    show(lines, letters)
    assert ANSI.sub("", letters.shown()) == "Roll AABBC on AABBC\n\n"


def test_a_long_key_is_broken_between_names() -> None:
    forms = [f"{colour} {form}" for colour in ("orange", "light blue") for form in CHARACTERS]
    screen = Screen()
    show([key_line(Card.parse(",".join(forms)))], screen)
    lines = ANSI.sub("", screen.shown()).splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
    items = [item for line in lines for item in line.split("  ")]
    assert [*map(str.strip, items)] == sorted(
        f"{form} {CHARACTERS[form.split()[-1]]}" for form in forms
    )


def test_a_card_that_is_typed_in_keeps_its_letters_in_the_colours_of_print() -> None:
    _, line = coloured_grid(card_labels(Card.parse("ABF")))
    styles = {text: style for text, style in line if text.strip().isalpha()}
    assert styles == {letter: symbol_colour(letter) for letter in "ABF"}
