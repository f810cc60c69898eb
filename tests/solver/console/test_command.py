"""The decorator of commands: output, files, exit codes, searches and their ends."""

import json
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from solver.answer import Answer, Outcome
from solver.console.command import Search, command
from solver.console.options import seconds_option
from solver.console.output import output_file_option
from solver.drawing.scene import Box, Scene
from solver.drawing.styled_text import StyledLine, plain_line
from solver.errors import PentaError, UndecidedError
from solver.search import Report
from tests.support import cases


@dataclass(frozen=True, slots=True, repr=False)
class Number(Answer):
    """A *number*; 0 is a no, and a negative one undecided."""

    number: int
    title: str = "a number"

    @property
    def outcome(self) -> Outcome:
        if self.number < 0:
            return Outcome.UNDECIDED
        return Outcome.YES if self.number else Outcome.NO

    @property
    def reason(self) -> str:
        return "it is negative"

    @property
    def notes(self) -> list[str]:
        return ["seven is lucky"] if self.number == 7 else []

    def lines(self, *, drawn: bool) -> Iterator[StyledLine]:
        yield plain_line(f"number {self.number}{' drawn' if drawn else ''}")

    def to_json(self) -> dict[str, int]:
        return {"number": self.number}

    def picture(self) -> Scene:
        return Scene(Box(0, 0, 10, 10), [])


def _text(answer: Number) -> bytes:
    if answer.number == 104:
        signal.raise_signal(signal.SIGINT)
    return f"{answer}\n".encode()


@command(examples=("ask 3",), pictures=True, files={"text": _text})
@click.argument("number", type=int)
@output_file_option("--text")
@seconds_option("Stop.")
def ask(number: int) -> Answer | Search[Number]:
    """Return the number; from 100 on by a search, from 200 on by one without an end."""
    if number < 100:
        return Number(number)

    def work(report: Report[Number]) -> Number:
        report(1, 2, 0, items=[number], answer=lambda: Number(-1 if number == 201 else 1))
        if number == 103:
            raise PentaError("disk", expected="room", found="none")
        if number >= 200:
            threading.Event().wait()
        return Number(number)

    line = (lambda item: f"item {item}\n") if number in {102, 202} else None
    return Search(work, label="counting", noun="numbers", line=line)


def _asked(*args: str) -> tuple[Any, str, str]:
    """Return the exit code or the error, stdout and stderr."""
    result = CliRunner().invoke(ask, args, standalone_mode=True)
    return result.exception or result.exit_code, result.stdout, result.stderr


@cases(
    "args code out err",
    ("3", 0, "number 3\n", ""),
    ("3 --json", 0, '{"number": 3}\n', ""),
    ("7", 0, "number 7\n", "seven is lucky\n"),
    ("101", 0, "number 101\n", ""),
    ("102", 0, "item 102\n", ""),
    ("200 --seconds 0.1", 0, "number 1\n", "stopped with 1 of 2 numbers\n"),
    ("202 --seconds 0.1", 0, "item 202\n", "stopped with 1 of 2 numbers\n"),
)
def test_an_answer_is_printed(args: str, code: int, out: str, err: str) -> None:
    assert _asked(*args.split()) == (code, out, err)


def test_the_outcome_is_the_exit_code_or_an_error() -> None:
    no, out, _ = _asked("0")
    assert (no.code, out) == (1, "number 0\n")
    for args, message in (
        ("-- -5", "it is negative"),
        ("201 --seconds 0.1", "stopped after 0.1 s: it is negative"),
    ):
        error, out, _ = _asked(*args.split())
        assert isinstance(error, UndecidedError)
        assert (str(error), out[:8]) == (message, "number -")


def test_an_error_in_a_search_leaves_the_best_answer_so_far() -> None:
    error, out, _ = _asked("103")
    assert (str(error), out) == ("disk: expected room, found none", "number 1\n")


def test_files_are_written_before_the_answer_is_printed(tmp_path: Path) -> None:
    picture, text = tmp_path / "3.svg", tmp_path / "3.txt"
    assert _asked("3", "--svg", str(picture), "--text", str(text))[0] == 0
    assert picture.read_bytes().startswith(b"<svg")
    assert text.read_text() == "number 3\n"
    error, out, _ = _asked("3", "--svg", str(tmp_path / "missing" / "3.svg"))
    assert isinstance(error, PentaError)
    assert out == ""


def test_a_ctrl_c_while_a_search_is_written_waits_for_the_file(tmp_path: Path) -> None:
    text = tmp_path / "104.txt"
    aborted, out, _ = _asked("104", "--text", str(text))
    assert (aborted.code, out, text.read_text()) == (1, "number 104\n", "number 104\n")


def test_an_answer_shows_and_saves_itself(tmp_path: Path) -> None:
    answer = Number(3)
    assert (str(answer), repr(answer)) == ("number 3", "<Number: number 3>")
    assert json.dumps(answer.to_json()) == '{"number": 3}'
    assert str(answer._repr_svg_()).startswith("<svg")
    for ending, start in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        answer.save(tmp_path / f"3{ending}")
        assert (tmp_path / f"3{ending}").read_bytes().startswith(start)
    with pytest.raises(PentaError, match="an ending"):
        replace(answer, number=4).save("4.txt")
