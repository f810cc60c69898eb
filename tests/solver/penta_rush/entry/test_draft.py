"""The draft of a card: what is typed row by row is the card that the whole text is."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solver.errors import CardError
from solver.penta_rush.card import Card
from solver.penta_rush.entry.draft import CardDraft, row_text
from solver.penta_rush.symbol_name import Reading
from tests.fuzz import attempt
from tests.support import cases, error_text

WORDS = ("red circle", "sun", "Star", "blue", "7", "\N{WHITE MEDIUM STAR}", "Q")


def _draft(*rows: str) -> CardDraft:
    draft = CardDraft()
    for number, row in enumerate(rows, start=1):
        draft = draft.inserted(number, row)
    return draft


@cases("row", "ABCA", "a b c a", "A;B;C;A", "A\tB\tC\tA", '"A",b,C,a')
def test_letters_are_read_with_whatever_stands_between_them(row: str) -> None:
    assert _draft(row, "bcab").card == Card(("ABCA", "BCAB"))
    assert not _draft(row, "bcab").card.legend


def test_words_need_commas_only_where_they_have_blanks() -> None:
    card = _draft("red sun star", "sun, star, dark red", "red;red;sun").card
    assert [card.legend.name(symbol) for symbol in card.lines[1]] == ["sun", "star", "dark red"]
    assert (card.rows, card.cols) == (3, 3)


def test_words_are_words_from_the_first_row_on() -> None:
    # As a whole text these are two rows of nine letters.
    assert _draft("red sun sea", "sun sea red").card.legend.to_json() == {
        "A": "red",
        "B": "sea",
        "C": "sun",
    }


def test_a_single_col_of_words_is_no_row_of_letters() -> None:
    assert _draft("red,", "sun,", "red").card.lines == ("A", "B", "A")


@cases(
    "row letters words",
    ("red sun", 6, 2),
    ("red", 3, 1),
    ("A B, C D", 4, 2),
    ("ABC|DEF", 6, 2),
    ("A B", 2, 2),
)
def test_what_could_be_letters_or_words_is_read_as_it_is_said(
    row: str, letters: int, words: int
) -> None:
    for reading, cols in ((Reading.LETTERS, letters), (Reading.WORDS, words)):
        draft = CardDraft(reading=reading).inserted(1, row).inserted(2, row)
        assert (draft.card.rows, draft.card.cols, draft.notes) == (2, cols, ())
        assert CardDraft.of(draft.card, reading=reading).reading is reading


def test_a_bar_is_a_symbol_only_in_quotes() -> None:
    draft = _draft('"|", A', 'A, "|"')
    assert draft.rows == (("|", "A"), ("A", "|"))
    assert row_text(draft.rows[0]) == '"|", "A"'
    assert draft.split(row_text(draft.rows[0]), 1) == draft.rows[0]


def test_emoji_need_nothing_between_them() -> None:
    star, sun = "\N{WHITE MEDIUM STAR}", "\N{BLACK SUN WITH RAYS}\ufe0f"
    card = _draft(f"{star}{sun}{star}", f"{sun} {sun} {star}").card
    assert (card.rows, card.cols) == (2, 3)


def test_a_row_is_inserted_replaced_and_deleted() -> None:
    draft = _draft("ABC", "CAB", "BCA")
    assert draft.inserted(2, "AAA").card.lines == ("ABC", "AAA", "CAB", "BCA")
    assert draft.replaced(2, "AAA").card.lines == ("ABC", "AAA", "BCA")
    assert draft.deleted(2).card.lines == ("ABC", "BCA")
    assert _draft("ABC").deleted(1).rows == ()


def test_a_name_is_shown_in_the_rows_and_keeps_its_letter() -> None:
    draft = _draft("ABC", "CAB").named("B = sun")
    assert draft.card == Card(("ABC", "CAB"))
    assert draft.card.legend.to_json() == {"A": "A", "B": "sun", "C": "C"}
    assert row_text(draft.rows[0]) == "A, sun, C"
    assert draft.named("b = red moon").card.legend.name("B") == "red moon"
    words = _draft("red sun sea").named("C = dark sun")
    assert words.card.legend.to_json() == {"A": "red", "B": "sea", "C": "dark sun"}
    assert words.inserted(2, "sea, dark sun, red").card.lines == ("ACB", "BCA")


def test_the_id_of_a_card_is_all_its_rows() -> None:
    draft = _draft("2x3:ABCCAB")
    assert draft.card.lines == ("ABC", "CAB")
    assert draft.inserted(3, "BBB").card.lines == ("ABC", "CAB", "BBB")


@cases(
    "rows message",
    (["ABC", "ABCD"], "typed, line 2: expected 3 symbols as in line 1, found 4"),
    (["red,sun", "sun,,red"], "typed, line 2, symbol 2: expected a symbol, found an empty"),
    (["A!B"], "typed, line 1, symbol 2: expected a letter, a word, a digit or an emoji"),
    (["ABC"] * 21, "typed, line 21: expected at most 20 rows, found 21"),
    (["A" * 21], "typed, line 1: expected at most 20 symbols, found 21"),
    (["2x3:ABC"], "expected 6 symbols for 2x3, found 3"),
)
def test_a_wrong_row_is_explained_by_its_number(rows: list[str], message: str) -> None:
    assert message in error_text(CardError, _draft, *rows)


@cases("line", "AB = sun", "A =", "= sun", "A = a,b")
def test_a_wrong_name_is_explained(line: str) -> None:
    with pytest.raises(CardError, match="expected a"):
        _draft("ABC").named(line)


_cards = st.integers(1, 4).flatmap(
    lambda cols: st.lists(
        st.lists(st.sampled_from(WORDS), min_size=cols, max_size=cols), min_size=1, max_size=5
    )
)


@given(_cards)
def test_rows_typed_are_the_rows_of_the_card_and_are_read_back(rows: list[list[str]]) -> None:
    card = _draft(*(", ".join(row) + "," for row in rows)).card
    shown = [[card.legend.name(symbol).casefold() for symbol in line] for line in card.lines]
    assert shown == [[symbol.casefold() for symbol in row] for row in rows]
    draft = CardDraft.of(Card.parse(card.text))
    assert (draft.card, draft.card.legend) == (card, card.legend)
    texts = [row_text(row) for row in draft.rows]
    assert [draft.split(text, 1) for text in texts] == list(draft.rows)


@example(['"\t"1'])
@given(st.lists(st.text("AbZ1 ,;|\t=#\"'!xX:", max_size=9), max_size=5))
def test_whatever_is_typed_is_a_row_or_a_named_error(rows: list[str]) -> None:
    for row in rows:
        attempt(lambda text: _draft(text, text), row)
        attempt(lambda text: _draft("ABC").named(text), row)
