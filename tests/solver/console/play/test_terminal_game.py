"""A game in the terminal, whatever is played: what is typed, undone, asked for and refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.console.play.console import is_quit, parse_word
from solver.errors import MoveError
from tests.solver.console.play.support import (
    Case,
    lines_of_persons,
    play_lines,
    played,
    unwrapped,
    whole_game,
)
from tests.support import cases, error_text, slow

SLIPS = ("", "  ", "unod", "nonsense" * 9, "hint it", "undo", "?", "help")


@pytest.mark.parametrize("case", ["knaster", "up", slow("geo")], indirect=True)
def test_a_whole_game_is_typed_against_a_program_and_saved_after_every_step(case: Case) -> None:
    whole = whole_game(case.name)
    lines = lines_of_persons(case, *whole[:-1])
    saved, printed = play_lines(case.game, case.begun, *SLIPS, *case.slips, *lines)
    assert list(map(str, saved)) == list(map(str, whole))
    # Two drawings of a wide pile stand side by side.
    assert max(map(len, printed.splitlines())) <= 80 or case.name == "up"
    for player in {one.player for one in whole[:-1]}:
        is_program = player in case.begun.settings.programs
        assert (f"\n{player}> " in printed) != is_program
    assert printed.splitlines()[-1] != ""


def test_mistakes_and_empty_lines_change_nothing(case: Case) -> None:
    saved, printed = play_lines(case.game, case.begun, *SLIPS, *case.slips)
    assert saved == [case.begun]
    assert max(map(len, printed.splitlines())) <= 80
    assert "(did you mean 'undo'?)" in unwrapped(printed)
    assert "expected 'hint' alone, found 'hint it'" in unwrapped(printed)
    assert printed.count("  quit") == printed.count("leave the game; q and exit do the same\n") == 2
    game: Any = case.game
    for line in getattr(game, "func", game).help:
        assert f"\n  {line}  " in printed


@pytest.mark.parametrize("word", ["quit", "q", " EXIT "])
def test_a_game_is_left_by_any_quit_word(case: Case, word: str) -> None:
    first = lines_of_persons(case, case.begun)
    saved, _ = play_lines(case.game, case.begun, word, *first)
    assert saved == [case.begun]


def test_undo_takes_back_what_was_typed_last_and_what_programs_did_after_it(case: Case) -> None:
    session = next(one for one in whole_game(case.name)[9:] if not one.is_program)
    before = session.without_last()
    saved, printed = play_lines(case.game, session, "undo", *lines_of_persons(case, before))
    after = [one for one in whole_game(case.name) if str(one) == str(before)]
    assert list(map(str, saved[1:2])) == list(map(str, after))
    assert str(saved[2]) == str(played(case, 1, before))  # the same again
    assert "\ntaken back" in printed


def test_any_line_is_a_choice_or_an_answer_or_refused(case: Case) -> None:
    alphabet = "abcderyg12345 ,fiWC-contesbridguqmv?" + "é²\0İ"

    @given(st.text(alphabet))
    def check(text: str) -> None:
        line = text.replace("\n", " ").replace("\r", " ")
        if line.split()[:1] != ["hint"]:
            _, printed = play_lines(case.game, case.begun, line)
            assert printed

    check()


WORDS = ("write", "help", "quit")


def _parse(text: str) -> tuple[str, str]:
    return parse_word(text, WORDS, expected="a word", with_more=["write"])


@cases(
    "text parsed",
    ("write", ("write", "")),
    (" WRITE\t C3  b2 ", ("write", "C3  b2")),
    ("help", ("help", "")),
    ("?", ("help", "")),
    ("q", ("quit", "")),
    (" Exit ", ("quit", "")),
)
def test_a_line_begins_with_a_word_in_any_case(text: str, parsed: tuple[str, str]) -> None:
    assert _parse(text) == parsed


@cases(
    "text message",
    ("", "typed: expected a word, found ''"),
    ("draw it", "typed: expected a word, found 'draw it'"),
    ("wriet c3", "typed: expected a word, found 'wriet c3' (did you mean 'write'?)"),
    ("quit now", "typed: expected 'quit' alone, found 'quit now'"),
    ("q now", "typed: expected 'q' alone, found 'q now'"),
    ("? what", "typed: expected '?' alone, found '? what'"),
)
def test_another_line_is_refused_with_what_was_expected(text: str, message: str) -> None:
    assert error_text(MoveError, _parse, text) == message


def test_a_word_that_is_not_among_those_asked_for_is_refused_by_its_other_names_too() -> None:
    with pytest.raises(MoveError, match="expected done, found 'q'"):
        parse_word("q", ["done"], expected="done", with_more=[])


def test_only_a_quit_word_alone_leaves_a_game() -> None:
    assert is_quit(" EXIT ")
    assert not is_quit("q a1")
