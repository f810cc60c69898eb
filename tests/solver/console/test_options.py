"""Options that take a number: exact, and bounded by their length before work begins."""

import re
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import click
import pytest

from solver.console.number_types import ExactNumber, WholeNumber
from solver.question import SEED_LIMIT
from tests.support import Patch, Run, cases, commands, refusal

HUGE = [
    "1e9999999",
    "1e-9999999",
    "1E+9_999_999",
    "1e٩٩٩٩٩٩٩",
    "9" * 5000,
    "9" * 100_000,
    "1/" + "7" * 5000,
    "0." + "0" * 100_000 + "1",
    "inf",
    "nan",
]


def test_a_number_is_exact() -> None:
    number = ExactNumber(above=0, most=10**6)
    for text, value in (
        ("0.1", Fraction(1, 10)),
        ("1/3", Fraction(1, 3)),
        (" 2e5 ", Fraction(2e5)),
    ):
        assert number.convert(text, None, None) == value


@pytest.mark.parametrize("text", [*HUGE, "", "x", "0", "-1", "1000001", "1/0", "1e7"])
def test_what_is_no_number_in_the_range_is_an_error(text: str) -> None:
    with pytest.raises(click.UsageError, match="expected a number above 0 to 1000000, found '"):
        ExactNumber(above=0, most=10**6).convert(text, None, None)


@pytest.mark.parametrize(("name", "command"), commands())
def test_every_option_reads_or_refuses_a_huge_number_at_once(
    name: str, command: click.Command
) -> None:
    context = click.Context(command, info_name=name)
    for option in command.params:
        if not isinstance(option, click.Option) or option.is_flag or option.callback:
            continue
        for text in HUGE:
            start = time.monotonic()
            with suppress(click.UsageError):
                option.type.convert(text, option, context)
            assert time.monotonic() - start < 1, (option.name, text[:20])


@cases(
    "number text expected",
    (WholeNumber(2, 12), "seven", "a whole number from 2 to 12, found 'seven'"),
    (WholeNumber(2, 12), "13", "a whole number from 2 to 12, found '13'"),
    (WholeNumber(2, 12), "7.0", "a whole number from 2 to 12, found '7.0'"),
    (WholeNumber(1), "0", "a whole number from 1 on, found '0'"),
)
def test_a_whole_number_in_bounds_is_expected(
    number: WholeNumber, text: str, expected: str
) -> None:
    with pytest.raises(click.BadParameter, match=f"^expected {re.escape(expected)}"):
        number.convert(text, None, None)


# Python's generator makes the same of -1 and 1.
@pytest.mark.parametrize("text", ["one", "1.5", "", "9" * 5000, "-1", str(SEED_LIMIT)])
@pytest.mark.parametrize("command", [["rush", "throw"], ["generate", "grey"], ["up", "play"]])
def test_a_seed_is_a_whole_number_of_the_same_range_everywhere(
    command: list[str], text: str, typed: Run
) -> None:
    assert "'--seed': expected a whole number from 0 to 4294967295, found '" in refusal(
        typed, *command, "--seed", text
    )


def test_the_largest_seed_is_taken(typed: Run) -> None:
    throws = [typed("rush", "throw", "--seed", text) for text in (str(SEED_LIMIT - 1), " 5 ", "5")]
    assert throws[1] == throws[2] != throws[0]
    assert {code for code, _, _ in throws} == {0}


@cases(
    "names found",
    (["Ann,Ben"], "'Ann,Ben' (each player has an option: --player Ann --player Ben)"),
    (["Al; Bo B"], "'Al; Bo B' (each player has an option: --player Al --player 'Bo B')"),
    (["Ann", "Ben", "ann"], "'Ann' and 'ann'"),
    (["Ann", " Ann"], "'Ann' and ' Ann'"),
)
@pytest.mark.parametrize("game", ["rush", "knaster"])
def test_names_of_players_are_one_each_and_differ_in_letters(
    game: str, names: list[str], found: str, typed: Run
) -> None:
    options = [word for name in names for word in ("--player", name)]
    assert f"found {found}" in refusal(typed, game, "play", *options)


def test_choices_are_read_in_letters_of_either_case(typed: Run) -> None:
    solved = [
        typed("rush", "solve", "AABCD", "--engine", engine)
        for engine in ("plain", "PLAIN", "Plain")
    ]
    assert solved[0][0] == 0
    assert solved[0] == solved[1] == solved[2]


def test_a_whole_number_may_be_either_bound() -> None:
    number = WholeNumber(2, 12)
    assert [number.convert(text, None, None) for text in ("2", "12")] == [2, 12]


@cases(
    "line message",
    ("generate grey --target 7,5", "found '7,5' (write 7.5)."),
    ("generate white --method search --within 10%", "found '10%' (10% is 0.1)."),
    ("generate sheet meadow -o x.pdf --size 1,2cm", "found '1,2cm' (write 12)."),
    ("generate sheet meadow -o x.pdf --paper 10x15cm", "(in mm: 100x150mm)"),
    ("generate records --size 0x6", "--size: expected 1x1 to 20x20, found 0x6."),
    ("generate records --size 30x30", "--size: expected 1x1 to 20x20, found 30x30."),
    ("rush check 2x6:AABBCCDDEEFA --symbols ABC", "penta: a 2x6 card: expected"),
)
def test_a_number_or_a_size_written_in_another_way_is_told_with_what_to_write(
    line: str, message: str, typed: Run
) -> None:
    assert message in refusal(typed, *line.split())


def test_a_variable_is_named_only_where_the_value_came_from_there(
    typed: Run, monkeypatch: Patch
) -> None:
    twice = ("rush", "solve", "AABCD", "--card", "meadow", "--card", "orchard")
    assert "PENTA_CARD" not in typed(*twice)[2]
    monkeypatch.setenv("PENTA_CARD", "nope")
    assert "PENTA_CARD" in typed("rush", "solve", "AABCD")[2]


def test_a_file_that_is_no_saved_game_is_not_said_to_be_one(typed: Run, tmp_path: Path) -> None:
    (tmp_path / "flat.txt").write_text("ABC\n")
    (tmp_path / "game.json").write_text('{"game": "standard"}')
    for name, hint in (("flat.txt", "it is no saved game"), ("game.json", "--resume continues")):
        err = typed("rush", "play", "--save", str(tmp_path / name))[2]
        assert f"({hint}" in err
