"""Typing a card: every line is answered, every mistake can be mended, everything taken back."""

from hypothesis import given
from hypothesis import strategies as st

from solver.penta_rush.entry.draft import CardDraft
from solver.penta_rush.entry.editor import CardEditor, End, Reply
from tests.support import cases


def _typed(*lines: str) -> CardEditor:
    """Return an editor after these lines, none of which ends the typing."""
    editor = CardEditor()
    for line in lines:
        assert editor.enter(line).end is None, line
    return editor


def test_rows_are_asked_for_by_their_number_and_counted() -> None:
    editor = CardEditor()
    assert (editor.prompt, editor.status()) == ("row 1> ", "no rows so far")
    assert editor.enter("abca") == Reply(shows_card=True)
    editor.enter("B C A B")
    assert editor.prompt == "row 3> "
    assert editor.status() == "2 rows of 4 symbols so far: A 3, B 3, C 2"
    assert _typed("red S", "S red").status() == "2 rows of 2 symbols so far: red (A) 2, S 2"
    assert editor.enter("") == Reply(end=End.DONE)
    assert editor.enter("done").end is End.DONE
    assert editor.enter("quit").end is End.QUIT


def test_a_wrong_row_is_to_be_mended_as_it_was_typed() -> None:
    editor = _typed("abca", "bcab")
    text, advice = editor.enter("abc").texts
    assert "Ctrl-U" in advice
    expected = "expected 4 symbols as in line 1, found 3 (a card is a rectangle)"
    assert text == f"  typed, line 3: {expected}"
    assert (editor.default, editor.prompt) == ("abc", "row 3> ")
    editor.enter("abcc")
    assert (editor.default, editor.prompt) == ("", "row 4> ")


def test_letters_between_separators_are_noted_or_refused_as_in_a_file() -> None:
    editor = CardEditor()
    text, _ = editor.enter("A B C, D E F").texts
    assert "line 1: expected one symbol in a cell, found 'A B C' (leave out the separators" in text
    note = "  typed, line 1: bars are taken for rulings between letters"
    hint = "(for words: --as words, or commas between them)"
    assert editor.enter("A B C | D E F") == Reply((f"{note} {hint}",), shows_card=True)
    (note,) = editor.enter("ABC | DEF").texts
    assert "bars are taken for rulings" in note
    assert editor.draft.card.lines == ("ABCDEF", "ABCDEF")
    assert editor.enter("ABCDEF").texts == ()
    (note,) = CardEditor().enter("red sun | sky oak").texts
    assert "'red sun' is taken for one symbol, as bars separate cells" in note


def test_the_second_row_may_show_that_the_first_one_is_wrong() -> None:
    editor = _typed("abc")
    *_, advice = editor.enter("abca").texts
    assert advice == "  (or is row 1 wrong? Then clear the row and type 'back')"
    editor.enter("back")
    assert (editor.prompt, editor.default) == ("row 1 again> ", "a b c")
    editor.enter("abcc")
    editor.enter("abca")
    assert editor.draft.card.lines == ("ABCC", "ABCA")


def test_any_row_can_be_typed_again() -> None:
    editor = _typed("abc", "bca", "cab", "row 2")
    assert (editor.prompt, editor.default) == ("row 2 again> ", "b c a")
    editor.enter("bc")
    assert (editor.prompt, editor.default) == ("row 2 again> ", "bc")
    assert editor.enter("") == Reply(("  row 2 stays as it is",))
    assert editor.prompt == "row 4> "
    editor.enter("row  2")
    editor.enter("aaa")
    assert editor.draft.card.lines == ("ABC", "AAA", "CAB")


def test_rows_are_inserted_and_deleted_and_every_change_taken_back() -> None:
    editor = _typed("abc", "bca", "insert 2")
    assert editor.prompt == "new row 2> "
    assert editor.enter("") == Reply(("  no row is inserted",))
    editor.enter("insert 2")
    editor.enter("ccc")
    assert editor.draft.card.lines == ("ABC", "CCC", "BCA")
    assert editor.enter("delete 1").shows_card
    editor.enter("A = sun")
    assert editor.draft.card.legend.name("A") == "sun"
    assert [*editor.draft.card.lines] == ["CCC", "BCA"]
    sizes = []
    while editor.enter("undo") == Reply(("  taken back",), shows_card=True):
        sizes.append(len(editor.draft.rows))
    assert sizes == [2, 3, 2, 1, 0]
    assert editor.enter("undo").texts == ("  there is nothing to take back",)


@cases(
    "line text",
    ("row 3", "  typed, row: expected a row from 1 to 2, found row 3"),
    ("insert 0", "  typed, insert: expected a row from 1 to 2, found row 0"),
    ("delete 999999999", "  typed, delete: expected a row from 1 to 2, found row 999999999"),
)
def test_a_row_that_is_not_there_is_explained(line: str, text: str) -> None:
    editor = _typed("abc", "bca")
    assert editor.enter(line).texts == (text,)
    assert (editor.default, editor.prompt) == ("", "row 3> ")


def test_a_card_without_rows_does_not_end() -> None:
    editor = CardEditor()
    for line in ("", "done", "# nothing"):
        assert editor.enter(line).end is None
    assert editor.enter("back").texts == ("  typed, row: expected a row, found none so far",)
    assert "done, or an empty line" in "\n".join(editor.enter("?").texts)


def test_a_row_that_reads_like_a_command_is_typed_in_capitals_or_with_blanks() -> None:
    assert _typed("BACK", "s h o w").draft.card.lines == ("BACK", "SHOW")


def test_the_symbols_of_the_line_being_typed_are_counted() -> None:
    editor = CardEditor()
    notes = [
        editor.note(text) for text in ("a", "a b c", "red sun s", "red,,", "A = x", "help", "")
    ]
    assert notes == ["1", "3", "3", "1", "", "", ""]
    editor.enter("abc")
    assert editor.note("ab") == "2 of 3"


def test_words_of_the_card_are_completed() -> None:
    assert "insert" in CardEditor().words
    assert {*_typed("red, dark sun, red").words} == {"red", "dark sun"}


def test_a_card_is_continued_with_new_symbols_or_with_its_legend() -> None:
    whole = _typed("red sun", "sun moon").draft
    editor = CardEditor(CardDraft.of(whole.card))
    editor.enter("star red")
    assert editor.draft.card.legend.to_json() == {"A": "moon", "B": "red", "C": "star", "D": "sun"}
    named = _typed("AB", "Z = sun", "sun A").draft
    editor = CardEditor(CardDraft.of(named.card))
    reply = editor.enter("moon B").texts[0]
    assert "expected a symbol of the legend (A, B, sun), found 'moon'" in reply
    assert editor.draft.card.legend.to_json() == {"A": "A", "B": "B", "Z": "sun"}


_LINES = [
    "abc",
    "bca",
    "red sun sea",
    "undo",
    "back",
    "row 2",
    "insert 1",
    "delete 1",
    "show",
    "B = sun",
    "c = sun",
    "?",
    "x",
    "done",
    "#",
    "2x3:ABCCBA",
]


@given(st.lists(st.sampled_from(_LINES) | st.text("aBc1 ,=#!", max_size=6), max_size=12))
def test_whatever_is_typed_the_draft_is_a_card_so_far(lines: list[str]) -> None:
    editor = CardEditor()
    for line in lines:
        editor.enter(line)
        assert editor.status()
        assert not editor.draft.rows or editor.draft.card.rows == len(editor.draft.rows)
