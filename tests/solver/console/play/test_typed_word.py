"""The words that players type: each is read back, and every other line is explained."""

import pytest

from solver.console.play.console import is_quit, parse_word
from solver.errors import MoveError
from tests.support import cases, error_text

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
