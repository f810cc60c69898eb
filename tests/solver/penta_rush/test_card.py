import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.errors import CardError
from solver.geometry.cell import Cell
from solver.penta_rush.card import Card
from solver.penta_rush.card_id import is_card_id
from tests.fuzz import attempt
from tests.strategies import cards
from tests.support import cases, error_text


@given(cards())
def test_a_card_is_read_back_from_its_picture_and_its_id(card: Card) -> None:
    assert Card.parse(card.text) == card
    assert Card.parse(str(card)) == card
    assert is_card_id(str(card))


@cases("rows cols", (1, 1), (1, 20), (20, 1), (20, 20))
def test_cards_go_from_1x1_to_20x20(rows: int, cols: int) -> None:
    card = Card(("A" * cols,) * rows)
    assert (card.rows, card.cols, len(card.cells)) == (rows, cols, rows * cols)


def test_a_card_shows_up_to_26_symbols() -> None:
    card = Card.parse("ABCDEFGHIJKLM\nNOPQRSTUVWXYZ")
    assert card.symbols == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def test_blanks_case_comments_empty_lines_and_line_ends_do_not_matter() -> None:
    text = "# a card\r\n\r\n  A b\tC # its first row\r\n\r\ndef\r\n# end"
    assert Card.parse(text) == Card(("ABC", "DEF"))
    assert Card.parse("# an id\n 2x3 : abc def \n") == Card(("ABC", "DEF"))


def test_rows_count_down_and_cols_right() -> None:
    card = Card.parse("ABC\nDEF")
    assert card[Cell(1, 0)] == "D"
    assert card[Cell(0, 2)] == "C"
    assert card.cells == {Cell(row, col) for row in range(2) for col in range(3)}


@cases(
    "text message",
    ("", "card: expected rows of symbols, found none: the card is empty"),
    ("# nothing\n\n", "card: expected rows of symbols, found none: the card is empty"),
    ("ABC\n\nAB", "card, line 3: expected 3 symbols as in line 1, found 2 (a card is a rectangle)"),
    (
        "ABC\nA?C",
        "card, line 2, symbol 2: expected a letter, a word, a digit or an emoji, found '?'",
    ),
    ("A" * 21, "card, line 1: expected at most 20 symbols, found 21"),
    ("AB\n" * 21, "card, line 21: expected at most 20 rows, found 21"),
    ("2x3:ABCDE", "card, id '2x3:ABCDE': expected 6 symbols for 2x3, found 5"),
    ("2x3:ABCDEFG", "card, id '2x3:ABCDEFG': expected 6 symbols for 2x3, found 7"),
    ("3x0:\nAB\nCD", "card, id '3x0: AB CD': expected 1x1 to 20x20 cells, found 3x0"),
    ("0x3:", "card, id '0x3:': expected 1x1 to 20x20 cells, found 0x3"),
    ("21x1:A", "card, id '21x1:A': expected 1x1 to 20x20 cells, found 21x1"),
    ("1x3:A-C", "card, id '1x3:A-C', column 6: expected a letter A-Z, found '-'"),
)
def test_a_bad_card_says_where_and_what_was_expected_and_found(text: str, message: str) -> None:
    assert error_text(CardError, Card.parse, text) == message


@cases(
    "text",
    "5x3:\nABCDE\nBCDEA\nCDEAB",
    "5x3:ABCDE\nBCDEA\nCDEAB",
    "2x6:\nABCD\nBCDA\nCDAB",
    "5x3: ABCDE BCDEA CDEAB",
)
def test_an_id_whose_rows_are_of_another_length_is_refused(text: str) -> None:
    message = (
        r"expected rows of [36] symbols, as \dx\d says, found rows of [54] \(the number of rows"
    )
    with pytest.raises(CardError, match=message):
        Card.parse(text)


@cases("text", "3x5:\nABCDE\nBCDEA\nCDEAB", "3x5: ABCDEBCD\nEACDEAB", "3x5: ABCDE BCDEA CDEAB")
def test_an_id_stands_on_several_lines(text: str) -> None:
    assert str(Card.parse(text)) == "3x5:ABCDEBCDEACDEAB"


@cases("size", (8, 8), (6, 6), (6, 9), (4, 9), (10, 10), (12, 3), (20, 20))
def test_an_id_that_a_sheet_prints_on_several_lines_is_read_back(size: tuple[int, int]) -> None:
    rows, cols = size
    text = f"{rows}x{cols}:{('ABCDEF' * 80)[: rows * cols]}"
    for lines in range(2, 9):
        width = -(-len(text) // lines)
        for cut in (text, text.replace(":", ": ")):
            wrapped = "\n".join(cut[at : at + width] for at in range(0, len(cut), width))
            assert str(Card.parse(wrapped)) == text
        cells = text.partition(":")[2]
        width = -(-len(cells) // lines)
        printed = f"{rows}x{cols}:" + "\n".join(
            cells[at : at + width] for at in range(0, len(cells), width)
        )
        if (lines, width) == (cols, rows) != (rows, cols):  # as the rows of a turned card
            with pytest.raises(CardError, match="write the id on one line"):
                Card.parse(printed)
        else:
            assert str(Card.parse(printed)) == text


@given(st.text(max_size=60) | st.text("AB12x: #\n?", max_size=60))
def test_any_text_is_a_card_or_our_error_on_one_line(text: str) -> None:
    card = attempt(Card.parse, text)
    assert card is None or Card.parse(card.text) == card


@cases("lines", (), ("",), ("AB", "A"), ("ab",), ("A?",), ("A",) * 21)
def test_a_card_that_is_not_one_cannot_be_built(lines: tuple[str, ...]) -> None:
    with pytest.raises(CardError):
        Card(lines)


def test_the_sample_cards_are_10x10_of_six_symbols_most_16_or_17_times_each() -> None:
    samples = data.samples("cards")
    names = "autumn harbour heath meadow orchard pocket prairie spring steppe summer winter"
    assert " ".join(samples) == names
    for path in (path for name, path in samples.items() if name != "pocket"):
        text = path.read_text(encoding="utf-8")
        card = Card.parse(text)
        assert (card.rows, card.cols, card.symbols) == (10, 10, "ABCDEF")
        shown = "".join(card.lines)
        if path.stem != "steppe":
            assert {shown.count(symbol) for symbol in card.symbols} == {16, 17}
        assert "a sample card of ours" in text
