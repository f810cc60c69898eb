import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CardError, RollError, quoted
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.legend import Legend
from solver.penta_rush.symbol_name import Reading, letters_for
from tests.fuzz import attempt
from tests.support import cases, error_text

NAMES = {"A": "blue", "B": "red", "C": "star", "D": "sun", "E": "red circle"}
WORDS = Legend.of(NAMES, shows_letters=False)
LETTERED = Legend.of(NAMES)
EMOJI = Legend.of({"A": "🍎", "B": "🍐", "C": "👨‍👩‍👧", "D": "3️⃣"})


@cases(
    "text",
    "red,red,sun,star,blue",
    "star sun red red blue",
    "RED; Sun;red ;BLUE;star",
    "b,red,red,st,su",
    "\tblue\tred\tred\tstar\tsun",
)
def test_a_roll_is_read_in_names_and_beginnings_of_names(text: str) -> None:
    assert WORDS.parse_roll(text) == Roll("ABBCD")
    assert WORDS.parse_roll(text, reading=Reading.WORDS) == Roll("ABBCD")


def test_a_letter_is_read_where_the_card_shows_letters() -> None:
    assert LETTERED.parse_roll("a,a,c,d,e") == Roll("AACDE")
    assert LETTERED.parse_roll("AAcDe") == Roll("AACDE")
    with pytest.raises(RollError, match=r"symbol 1: expected a symbol of the card .*, found 'a'"):
        WORDS.parse_roll("a,a,c,d,e")
    for text in ("AABCD", "a b a c d"):
        assert WORDS.parse_roll(text, reading=Reading.LETTERS) == Roll("AABCD")


FRUITS = dict(zip("ABCDE", ["apple", "cherry", "date", "fig", "kiwi"], strict=True))
CITRUS = dict(zip("ABCD", ["apple", "cherry", "citron", "date"], strict=True))
INSECTS = {"A": "bee", "B": "ant", "C": "fly", "D": "moth"}


@cases(
    "text letters",
    ("a,a,c,c,d", "AABBC"),
    ("aaccd", "AABBC"),
    ("A A C C D", "AABBC"),
    ("a,a,ch,f,k", "AABDE"),
)
def test_each_die_is_read_by_itself(text: str, letters: str) -> None:
    assert Legend.of(FRUITS, shows_letters=False).parse_roll(text) == Roll(letters)


@cases(
    "names text message",
    (FRUITS, "a,a,c,c,d", "symbol 3: expected cherry or date, found 'c' (C is the letter of"),
    (FRUITS, "AACCD", "symbol 3: expected cherry or date, found 'C' (C is the letter of date)"),
    (CITRUS, "a,a,c,c,d", "symbol 3: expected cherry or citron, found 'c' (C is the letter"),
    (INSECTS, "a,a,b,f,m", "symbol 1: expected bee or ant, found 'a' (A is the letter of bee)"),
    (INSECTS, "aabcd", "roll 'aabcd', symbol 1: expected bee or ant, found 'a'"),
)
def test_what_fits_two_symbols_is_refused_with_both_named(
    names: dict[str, str], text: str, message: str
) -> None:
    found = error_text(RollError, Legend.of(names).parse_roll, text)
    assert message in found
    assert quoted(text) in found


def test_a_word_that_is_no_symbol_changes_no_other_one() -> None:
    legend = Legend.of(FRUITS, shows_letters=False)
    with pytest.raises(RollError, match=r"symbol 5: expected a symbol of the card .*, found 'e'"):
        legend.parse_roll("a,a,c,c,e")


def test_five_capitals_of_json_are_letters_where_they_are_shown_or_cannot_be_names() -> None:
    assert Legend.of(INSECTS).parse_json_roll("AABCD", source="sheet") == Roll("AABCD")
    hidden = Legend.of(INSECTS, shows_letters=False)  # A is the ant, and C begins no name
    assert hidden.parse_json_roll("AABFM", source="sheet") == Roll("ABBCD")
    assert hidden.parse_json_roll("AABCD", source="sheet") == Roll("AABCD")


def test_five_capitals_of_json_that_may_be_letters_or_names_are_refused_with_both() -> None:
    legend = Legend.of({"A": "bee", "B": "ant", "C": "cat"}, shows_letters=False)
    assert error_text(RollError, legend.parse_json_roll, "AABBC", source="sheet, roll") == (
        "sheet, roll 'AABBC': expected a roll, found the letters of bee,bee,ant,ant,cat, or "
        "beginnings of ant,ant,bee,bee,cat (put names in full, with commas between them)"
    )
    same = Legend.of({"A": "ant", "B": "bee", "C": "cat"}, shows_letters=False)
    assert same.parse_json_roll("AABBC", source="sheet") == Roll("AABBC")


def test_a_name_in_letters_that_look_like_others_is_read_as_it_looks() -> None:
    legend = Legend.of({"A": "\u0410", "B": "\u0411", "C": "\u0412"})
    with pytest.raises(RollError, match="expected \u0411 or \u0412, found 'B'"):
        legend.parse_roll("\u0410,\u0410,B,B,C")


def test_a_name_wins_over_a_longer_one_that_begins_with_it() -> None:
    assert WORDS.parse_roll("red, red circle, blue, star, sun") == Roll("ABCDE")


@cases("text", "🍎🍎🍐👨‍👩‍👧3️⃣", "🍎 🍐 👨‍👩‍👧 3️⃣ 🍎", "AABCD", "🍎,🍎,🍐,C,3")
def test_names_of_one_character_need_no_separator(text: str) -> None:
    attempted = attempt(EMOJI.parse_roll, text)
    assert attempted == Roll("AABCD")


@cases(
    "text message",
    ("s,s,red,blue,blue", "symbol 1: expected star or sun, found 's'"),
    ("red,rde,sun,star,blue", "symbol 2: expected a symbol of the card (blue, red, star, sun, "),
    ("red,rde,sun,star,blue", "(did you mean 'red'?)"),
    ("red,sun,star", "expected 5 symbols, found 3 (as in blue,red,star,sun,red circle)"),
    ("red,red,red,sun,star", "expected at most 2 alike, found 3 x red (roll again)"),
    ("", "expected 5 symbols, found 0"),
    ("red", "expected 5 symbols, found 1"),
)
def test_a_bad_roll_says_which_symbol_and_what_was_expected(text: str, message: str) -> None:
    assert message in error_text(RollError, WORDS.parse_roll, text)


@given(st.sampled_from(list(rolls("ABCDEF"))))
def test_a_roll_is_read_back_from_its_text(roll: Roll) -> None:
    for names in (
        "red blue green sun star moon",
        "1 2 3 4 5 6",
        "🍎 🍐 🍊 🍋 🍌 🍉",
        "A B C D E F",
    ):
        legend = Legend.of(dict(zip("ABCDEF", names.split(), strict=True)))
        assert legend.parse_roll(legend.roll_text(roll)) == roll
        assert Legend.from_json(legend.to_json(), "legend") == legend


@given(st.text(max_size=40))
def test_any_text_is_a_roll_or_our_error(text: str) -> None:
    attempt(WORDS.parse_roll, text)
    attempt(EMOJI.parse_roll, text)


def test_a_legend_of_letters_that_name_themselves_is_none() -> None:
    assert not Legend.of({"A": "A", "B": "b"})
    assert Legend().roll_text(Roll("AABCD")) == "AABCD"


@cases(
    "names",
    {"A": "b"},
    {"A": ""},
    {"A": "red", "B": "RED"},
    {"A": "x" * 31},
    {"A": "red,blue"},
    {"A": "red\x1b[31m"},
    {"A": "\u202ered"},
    {"A": "a=b"},
    {"a": "red"},
    {"AB": "red"},
)
def test_a_legend_that_would_be_ambiguous_or_harm_a_terminal_cannot_be_built(
    names: dict[str, str],
) -> None:
    with pytest.raises(CardError):
        Legend.of(names)


@cases(
    "value message",
    (None, "an object of names by letters"),
    ([], "an object of names by letters"),
    ({"A": 1}, "an object of names by letters"),
    ({"1": "red"}, "an object of names by letters"),
    ({"A": ["red"]}, "an object of names by letters"),
    ({"a": "red", "A": "sun"}, "each letter once, found A again"),
)
def test_a_json_value_that_is_no_legend_is_refused(value: object, message: str) -> None:
    assert f"expected {message}" in error_text(CardError, Legend.from_json, value, "sheet, legend")


def test_letters_are_given_in_the_order_of_the_alphabet_and_a_letter_keeps_itself() -> None:
    assert letters_for(["sun", "B", "blue", "star"]) == {
        "B": "B",
        "blue": "A",
        "star": "C",
        "sun": "D",
    }


@cases(
    "text hint",
    ("sun/sun/red/star/drop", "put commas between the symbols, as in "),
    ("sun-sun-red-star-drop", "put commas between the symbols, as in "),
    ("2 sun, red, star, drop", "write a symbol once per die: sun,sun"),
    ("2 sun, red, star, drop, red", "write a symbol once per die: sun,sun"),
)
def test_a_roll_in_another_form_is_refused_with_the_mend(text: str, hint: str) -> None:
    legend = Legend.of({"A": "drop", "B": "red", "C": "star", "D": "sun"})
    with pytest.raises(RollError) as error:
        legend.parse_roll(text)
    assert error.value.hint.startswith(hint)


def test_a_letter_of_another_script_is_named() -> None:
    with pytest.raises(RollError) as error:
        Roll.parse("\u0410ABCD")
    assert error.value.found.endswith("CYRILLIC CAPITAL LETTER A")


@cases("parse", "parse_roll", "parse_json_roll")
def test_five_capitals_that_are_our_letters_or_beginnings_of_names_are_refused(parse: str) -> None:
    names = dict(zip("ABCDE", ("bear", "cat", "dog", "elk", "fox"), strict=True))
    legend = Legend.of(names, shows_letters=False)
    message = "the letters of cat,cat,dog,fox,fox, or beginnings of bear,bear,cat,elk,elk"
    with pytest.raises(RollError, match=message):
        getattr(legend, parse)("BBCEE", source="roll")
    assert legend.parse_roll("bbcee") == legend.parse_roll("b,b,c,e,e") == Roll("AABDD")
    assert legend.parse_roll("BBCEE", reading=Reading.WORDS) == Roll("AABDD")
    assert legend.parse_roll("BBCEE", reading=Reading.LETTERS) == Roll("BBCEE")
    alike = Legend.of({"A": "ant", "B": "bee", "C": "cat"}, shows_letters=False)
    assert alike.parse_roll("AABBC") == Roll("AABBC")


def test_a_die_that_is_missing_between_commas_is_not_passed_over() -> None:
    with pytest.raises(RollError, match="expected a symbol before each separator, found none"):
        WORDS.parse_roll("red,,sun,blue,star,red circle")
    with pytest.raises(RollError, match="expected a letter before each comma, found none"):
        Roll.parse("A,,A,B,C,C")
    assert Roll.parse("A,A,B,C,C,") == Roll("AABCC")
