"""A page without a server gets the answers of one."""

import json
import subprocess
import sys
from http import HTTPStatus

import pytest

import cli
from solver.penta_rush.dice import Roll
from solver.web.export.local_job import answer_here, answer_named
from solver.web.job_answer import JobAnswer
from solver.web.pages import read_pages
from tests.solver.web.running import SMALL_CARD
from tests.support import ROOT, Patch, Run

JOBS = read_pages().jobs


def _answer(name: str, **values: str) -> JobAnswer:
    return answer_here(JOBS[name], values, cli.run)


def test_an_answer_is_what_the_command_prints(typed: Run) -> None:
    before = sys.stdin
    answer = _answer("cards")
    assert (answer.status, answer.exit, answer.type) == (HTTPStatus.OK, 0, "application/json")
    assert sys.stdin is before
    assert answer.content.decode() == typed("rush", "cards", "--json")[1]


def test_a_document_is_read_as_the_input() -> None:
    answer = _answer("best", card=SMALL_CARD, roll="AABCD")
    assert json.loads(answer.content)["card"] == SMALL_CARD


def test_lines_become_a_list() -> None:
    answer = _answer("packings", card=SMALL_CARD, roll="ABCDE", top="2")
    assert isinstance(json.loads(answer.content), list)


def test_javascript_gets_a_status_an_exit_code_a_type_and_bytes() -> None:
    values = json.dumps({"card": SMALL_CARD, "roll": "ABCDE"})
    status, code, kind, content = answer_named("best", values, cli.run)
    assert (status, code, kind) == (200, 0, "application/json")
    assert json.loads(content)["card"] == SMALL_CARD
    assert answer_named("best", "{}", cli.run)[:3] == (400, -1, "application/json")


def test_what_a_roll_takes_is_imported_after_warming_up() -> None:
    code = """import sys, cli
from solver.web.export.local_job import warm_up, answer_named
warm_up(cli.run)
imported = set(sys.modules)
values = '{"card": "2x5:AABCDDEAEF", "roll": "AABCD"}'
assert answer_named("best", values, cli.run)[:2] == (200, 0)
print(sorted(set(sys.modules) - imported))"""
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.stdout, ended.stderr) == ("[]\n", "")


def test_javascript_is_told_of_progress_while_a_search_runs() -> None:
    told: list[tuple[int, int]] = []
    values = json.dumps({"card": SMALL_CARD})
    status, *_ = answer_named("check_perfect", values, cli.run, lambda *each: told.append(each))
    assert status == HTTPStatus.OK
    assert told
    assert all(0 <= done <= total for done, total in told)
    before = len(told)
    answer_named("check_perfect", values, cli.run)  # its listener heard one job alone
    assert len(told) == before


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"card": SMALL_CARD, "roll": "x"}, "best, roll: expected a value like [A-Z]{5}, "),
        ({"card": "1x1:A", "roll": "AABCD"}, "roll 'AABCD': expected symbols of the card (A), "),
        ({"card": "\ud800", "roll": "AABCD"}, "best: expected text, found half a surrogate pair"),
    ],
)
def test_what_is_wrong_is_said_as_the_server_says_it(values: dict[str, str], message: str) -> None:
    answer = _answer("best", **values)
    assert answer.status == HTTPStatus.BAD_REQUEST
    assert json.loads(answer.content)["error"].startswith(message)


def test_what_needs_a_library_that_is_not_here_is_not_implemented(monkeypatch: Patch) -> None:
    def parse(_text: str, **_options: str) -> Roll:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr(Roll, "parse", parse)
    answer = _answer("best", card=SMALL_CARD, roll="AABCD")
    assert answer.status == HTTPStatus.NOT_IMPLEMENTED
    assert json.loads(answer.content) == {"error": "there is no numpy here"}
    assert _answer("read").status == HTTPStatus.NOT_IMPLEMENTED


def test_a_defect_ends_its_job_alone(
    monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    def parse(_text: str, **_options: str) -> Roll:
        raise RecursionError("too deep")

    monkeypatch.setattr(Roll, "parse", parse)
    answer = _answer("best", card=SMALL_CARD, roll="AABCD")
    assert answer.status == HTTPStatus.BAD_GATEWAY
    assert json.loads(answer.content) == {"error": "the command failed"}
    assert "RecursionError: too deep" in capsys.readouterr().err
    monkeypatch.undo()
    assert _answer("best", card=SMALL_CARD, roll="AABCD").status == HTTPStatus.OK
