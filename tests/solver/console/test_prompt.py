"""Lines asked for without a terminal: read plainly, and shown behind their prompts."""

import io
import time

import pytest

from solver.console.keyboard import Keyboard, Question
from solver.console.prompt import Prompt


def _prompt(typed: str) -> tuple[Prompt, io.StringIO]:
    stream = io.StringIO()
    return Prompt(Keyboard(io.TextIOWrapper(io.BytesIO(typed.encode()))), stream), stream


def test_a_piped_line_is_shown_behind_its_prompt() -> None:
    prompt, stream = _prompt("a1 a2\nlast")
    assert not prompt.is_editable
    question = Question("Ann> ", words=["help"], history="Ann", default="x", note=lambda _: "1")
    assert [prompt.ask(question), prompt.ask(question)] == ["a1 a2", "last"]
    with pytest.raises(EOFError):
        prompt.ask(question)
    assert stream.getvalue() == "Ann> a1 a2\nAnn> last\nAnn> \n"


def test_a_line_after_its_deadline_is_none() -> None:
    prompt, stream = _prompt("one\ntwo\n")
    assert prompt.ask(Question("> ", deadline=time.monotonic())) is None
    assert prompt.ask(Question("> ")) == "two"
    assert stream.getvalue() == "> \n> two\n"
