import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import CardError, RollError
from solver.penta_rush.dice import Roll, rolls
from solver.penta_rush.legend import Legend, letters_for
from tests.fuzz import attempt

WORDS = Legend.of({"A": "blue", "B": "red", "C": "star", "D": "sun", "E": "red circle"})
EMOJI = Legend.of({"A": "🍎", "B": "🍐", "C": "👨‍👩‍👧", "D": "3️⃣"})


@pytest.mark.parametrize(
    "text",
    [
        "red,red,sun,star,blue",
        "star sun red red blue",
        "RED; Sun;red ;BLUE;star",
        "b,red,red,st,su",
        "AABCD",
        "a b b c d",
        "\tblue\tred\tred\tstar\tsun",
    ],
)
def test_a_roll_is_read_in_names_beginnings_of_names_and_letters(text: str) -> None:
    expected = "AABCD" if text == "AABCD" else "ABBCD"
    assert WORDS.parse_roll(text) == Roll(expected)


def test_a_name_wins_over_a_longer_one_that_begins_with_it() -> None:
    assert WORDS.parse_roll("red, red circle, blue, star, sun") == Roll("ABCDE")


@pytest.mark.parametrize("text", ["🍎🍎🍐👨‍👩‍👧3️⃣", "🍎 🍐 👨‍👩‍👧 3️⃣ 🍎", "AABCD", "🍎,🍎,🍐,C,3"])
def test_names_of_one_character_need_no_separator(text: str) -> None:
    attempted = attempt(EMOJI.parse_roll, text)
    assert attempted == (None if "C" in text.split(",") else Roll("AABCD"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s,s,red,blue,blue", "symbol 1: expected star or sun, found 's'"),
        (
            "red,rde,sun,star,blue",
            "symbol 2: expected a symbol of the card (blue, red, star, sun, ",
        ),
        ("red,rde,sun,star,blue", "(did you mean 'red'?)"),
        ("red,sun,star", "expected 5 symbols, found 3 (as in blue,red,star,sun,red circle)"),
        ("red,red,red,sun,star", "expected at most 2 alike, found 3 x red (roll again)"),
        ("", "expected 5 symbols, found 0"),
        ("red", "expected 5 symbols, found 1"),
    ],
)
def test_a_bad_roll_says_which_symbol_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(RollError) as error:
        WORDS.parse_roll(text)
    assert message in str(error.value)


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


@pytest.mark.parametrize(
    "names",
    [
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
    ],
)
def test_a_legend_that_would_be_ambiguous_or_harm_a_terminal_cannot_be_built(
    names: dict[str, str],
) -> None:
    with pytest.raises(CardError):
        Legend.of(names)


@pytest.mark.parametrize("value", [None, [], {"A": 1}, {"1": "red"}, {"A": ["red"]}])
def test_a_json_value_that_is_no_legend_is_told(value: object) -> None:
    with pytest.raises(CardError, match="expected an object of names by letters"):
        Legend.from_json(value, "sheet, legend")


def test_a_letter_that_a_json_value_names_twice_is_told() -> None:
    with pytest.raises(CardError, match="expected each letter once, found A again"):
        Legend.from_json({"a": "red", "A": "sun"}, "sheet, legend")


def test_letters_are_given_in_the_order_of_the_alphabet_and_a_letter_keeps_itself() -> None:
    assert letters_for(["sun", "B", "blue", "star"]) == {
        "B": "B",
        "blue": "A",
        "star": "C",
        "sun": "D",
    }
