"""Cards as people have them: every form is the same card, with the same names."""

from collections.abc import Callable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from solver.drawing.styled_text import display_width, plain_text
from solver.drawing.text_grid import lettered_grid, outlined_grid
from solver.errors import CardError, SheetError
from solver.penta_rush.card import Card
from solver.penta_rush.dice import Roll
from solver.penta_rush.legend import Legend
from solver.penta_rush.player_cards import with_shared_legend
from solver.penta_rush.symbol_label import card_labels, legend_text, symbol_labels
from solver.penta_rush.symbol_name import name_key
from tests.fuzz import attempt
from tests.support import cases, error_text

ROWS = (
    ("red", "sun", "star", "sun"),
    ("star", "star", "blue", "red"),
    ("sun", "red", "blue", "sun"),
)
CARD = Card(("BDCD", "CCAB", "DBAD"))
NAMES = {"A": "blue", "B": "red", "C": "star", "D": "sun"}


def _joined(separator: str, quote: str = "", end: str = "\n") -> str:
    return "".join(separator.join(f"{quote}{name}{quote}" for name in row) + end for row in ROWS)


@cases(
    "text",
    _joined(" "),
    _joined(","),
    _joined(";"),
    _joined("\t"),
    _joined(", "),
    _joined("  "),
    _joined(",", quote='"'),
    _joined(";", quote='"', end="\r\n"),
    "\ufeff" + _joined(";", end=";;\r\n") + ";;;;;\r\n",
    "\n".join(",,," + line for line in _joined(",").splitlines()),
    "# my card\n" + _joined(",", end="  # a row\n"),
    _joined(",")
    .upper()
    .replace("SUN", "sun", 1)
    .replace("RED", "red", 1)
    .replace("STAR", "star", 1)
    .replace("BLUE", "blue", 1),
    "A = blue\nB = red\nC = star\nD = sun\n\n" + _joined(","),
    "a=blue\nb = red\nc= star\nd =sun\nBDCD\nCCAB\nDBAD\n",
    '"A = blue",,,\n"B = red",,,\nC = star,,,\nD = sun,,,\nB,D,C,D\nC,C,A,B\nD,B,A,D\n',
    "A = blue\nB = red\nC = star\nD = sun\n3x4:BDCDCCABDBAD\n",
    "A: blue\nB: red\nC: star\nD: sun\n3x4:BDCD CCAB\nDBAD\n",  # as a sheet prints the id
    "A = blue\nB = red\nC = star\nD = sun\n" + _joined(" "),
    "A = blue\nB = red\nC = star\nD = sun\nB sun C sun\nC C A B\nsun B A sun\n",
)
def test_a_card_of_words_is_read_from_every_form_that_people_have(text: str) -> None:
    card = Card.parse(text)
    assert (card, card.legend.to_json()) == (CARD, NAMES)
    again = Card.parse(card.text)
    assert (again, again.legend) == (card, card.legend)


@cases(
    "text names",
    ("123\n321\n", "123"),
    ("1 2 3\n3 2 1\n", "123"),
    ("1,2,3\n3,2,1\n", "123"),
    ("sun\tsky\tred\nred\tsun\tsky\n", ["red", "sky", "sun"]),
    ("red star\tsun\tsky\nsky\tsun\tred star\n", ["red star", "sky", "sun"]),
    (
        "\u2b50\ufe0f\u2b50\U0001f31e\n\U0001f31e\u2b50\u2b50\ufe0e\n",
        ["\u2b50\ufe0f", "\U0001f31e"],
    ),
    ("🍎🍐🍊\n🍊🍐🍎\n", ["🍊", "🍎", "🍐"]),
    ("🍎 🍐 👨‍👩‍👧\n👨‍👩‍👧 🍐 🍎\n", ["🍎", "🍐", "👨‍👩‍👧"]),
    ("★◆●\n●◆★\n", "◆●★"),
    ("é,ß,ç\nç,ß,é\n", ["ß", "ç", "é"]),
)
def test_digits_emoji_and_other_characters_are_symbols(text: str, names: list[str]) -> None:
    card = Card.parse(text)
    assert (card.rows, card.cols) == (2, 3)
    assert set(card.legend.to_json().values()) == {*names}


@cases(
    "text lines",
    ("A,B,C\nC,B,A\n", ("ABC", "CBA")),
    ("a;b;c\nC;B;A\n", ("ABC", "CBA")),
    ("A B C\ncba\n", ("ABC", "CBA")),
    ("ABCDE FGHIJ\nABCDE FGHIJ", ("ABCDEFGHIJ", "ABCDEFGHIJ")),
    ("red sea\nsea red", ("REDSEA", "SEARED")),  # they would make a card as letters
    ("AB CDE F\nAB CDE F", ("ABCDEF", "ABCDEF")),
    ("ABCD\nAB CD\n", ("ABCD", "ABCD")),
    ("A B\tC D\nA B\tC D\nA B\tC D", ("ABCD", "ABCD", "ABCD")),
    ("2x5:ABCDE\nFABCD\n", ("ABCDE", "FABCD")),
)
def test_what_can_be_read_as_letters_is_a_card_of_letters(
    text: str, lines: tuple[str, ...]
) -> None:
    card = Card.parse(text)
    assert (card.lines, card.legend) == (lines, Legend())


@cases(
    "text message",
    ("red,sun\nsun,,red", "line 2, symbol 2: expected a symbol, found an empty cell"),
    ("red,sun\nsun", "line 2: expected 2 symbols as in line 1, found 1 (a card is"),
    ('red,sun\n"sun,red', "line 2: expected cells, in quotes or not, found '\"sun,red'"),
    ("red,?\n?,red", "symbol 2: expected a letter, a word, a digit or an emoji, found '?'"),
    ("red,sun\nA = red,sun", "expected a row of symbols, found 'A = red,sun' (the legend"),
    ("A = red\nA = sun\nA A", "line 2: expected one name of A, found 'sun', and 'red' before"),
    ("A = red\nB = sun\nred,son", "symbol 2: expected a symbol of the legend (red, sun)"),
    ("A = red\nB = sun\nred,son", "(did you mean 'sun'?)"),
    ("A = red;blue\nA", "line 1: expected a name without a comma, a semicolon"),
    ("red,\x1b[31m\nred,red", "expected a printable name, found"),
    (",".join(map(str, range(21))), "line 1: expected at most 20 symbols, found 21"),
    ("\n".join(f"{n},{n + 1}" for n in range(0, 42, 2)), "line 21: expected at most 20 rows"),
    ("\n".join(f"{n},{n + 1}" for n in range(0, 40, 2)), "at most 26 different symbols"),
    ("red," + "x" * 31, "expected a name of 1 to 30 characters"),
)
def test_a_bad_table_says_where_and_what_was_expected(text: str, message: str) -> None:
    found = error_text(CardError, Card.parse, text)
    assert message in found
    assert found.isprintable()


def test_a_symbol_beside_named_ones_is_called_by_its_letter() -> None:
    card = Card.parse("A = red\nA R C\nR C D\nD A E\n")
    roll = Roll("ACDER")
    assert card.legend.roll_text(roll) == "red,C,D,E,R"
    for typed in (card.legend.roll_text(roll), "r,re,C,D,E", "R,A,C,D,E"):
        assert card.legend.parse_roll(typed) == roll


def test_a_name_with_quotes_is_read_back() -> None:
    card = Card(("AB", "BA"), Legend.of({"A": 'the "red"', "B": '"'}))
    assert Card.parse(card.text).legend == card.legend


def test_cards_of_a_set_speak_of_one_symbol_by_one_letter() -> None:
    first, second = Card.parse("red,sun\nsun,star"), Card.parse("red,blue\nblue,star")
    one, other = with_shared_legend([first, second])
    assert one.legend == other.legend
    for card, before in ((one, first), (other, second)):
        names = [[card.legend.name(letter) for letter in line] for line in card.lines]
        assert names == [[before.legend.name(letter) for letter in line] for line in before.lines]


def test_cards_of_letters_stay_as_they_are_in_a_set() -> None:
    cards = [Card(("AB", "BC")), Card(("DE", "ED"))]
    assert [(card.lines, bool(card.legend)) for card in with_shared_legend(cards)] == [
        (("AB", "BC"), False),
        (("DE", "ED"), False),
    ]


@cases("draw", outlined_grid, lettered_grid)
@cases("cols", 1, 7, 10, 13)
def test_a_drawn_card_of_names_is_at_most_80_columns_wide_and_aligned(
    draw: Callable[..., list[list[tuple[str, str]]]], cols: int
) -> None:
    names = ["red circle", "sunflower", "🍎", "st", "blue", "triangle"]
    legend = Legend.of(dict(zip("ABCDEF", names, strict=True)))
    card = Card(("ABCDEFABCDEFABCDEF"[:cols], "FEDCBAFEDCBAFEDCBA"[:cols]), legend)
    _, *lines = draw(card_labels(card), [])  # the names of the cols end where they end
    widths = {display_width(plain_text(line)) for line in lines}
    assert len(widths) == 1
    assert max(widths) <= 80


def test_labels_that_would_be_alike_are_letters_and_are_explained() -> None:
    legend = Legend.of({"A": "red circle", "B": "red star", "C": "sun"})
    card = Card(("ABC",), legend)
    assert symbol_labels(card) == {"A": "A", "B": "B", "C": "C"}
    lines = [plain_text(line) for line in legend_text(card)]
    assert lines == ["", "A = red circle, B = red star, C = sun"]


_NAME = st.text(
    st.characters(
        codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters=",;=#"
    ),
    min_size=1,
    max_size=8,
)


@given(
    st.lists(_NAME, min_size=2, max_size=6, unique_by=name_key),
    st.integers(1, 4),
    st.integers(2, 6),
    st.randoms(use_true_random=False),
)
def test_a_card_of_any_names_is_read_back_from_what_is_written(
    names: list[str], rows: int, cols: int, rng: Random
) -> None:
    table = "".join(f"{','.join(rng.choices(names, k=cols))}\n" for _ in range(rows))
    card = attempt(Card.parse, table)
    if card is None:  # punctuation alone, or a quote, is no name
        return
    again = Card.parse(card.text)
    assert (again.lines, again.legend) == (card.lines, card.legend)
    again = Card.from_json(card.to_json(), "sheet", SheetError)
    assert (again.lines, again.legend) == (card.lines, card.legend)
