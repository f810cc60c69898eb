"""Rolls read from text, and `penta knaster best`."""

import json
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import data
from solver.errors import RecordError, RollError
from solver.knaster.hindsight import plan_search
from solver.knaster.hindsight.answer import MAX_ROLLS, parse_known_rolls
from solver.knaster.hindsight.plan_search import score_most
from tests.solver.knaster.oracle import thrown
from tests.support import Patch, Run, answer, cases, error_text, interrupt

pytestmark = pytest.mark.usefixtures("short_searches")


@cases(
    "text rolls",
    ("7\n11\n2\n", (7, 11, 2)),
    ("7 11,2\r\n\n12 # the last\n# none here\n", (7, 11, 2, 12)),
    ("3+4\n2 + 6, 7 8\n", (7, 8, 7, 8)),
    ("7 8\n3 4\n", (7, 8, 3, 4)),
    ("3 4 5 6", (3, 4, 5, 6)),
    ('{"turns": [{"roll": 9, "write": "c3"}, {"roll": 4, "write": "a1"}]}', (9, 4)),
    ('{"players": {"Ann": {"turns": [{"roll": 9}]}, "Ben": {"turns": [{"roll": 9}]}}}', (9,)),
)
def test_rolls_are_numbers_in_lines_or_of_a_record(text: str, rolls: tuple[int, ...]) -> None:
    assert parse_known_rolls(text) == rolls


@cases(
    "text line found",
    *(("7\n13\n", 2, "13"), ("7\n\n5 1 8\n", 3, "1"), ("3+4\n4+7\n", 2, "4+7")),
    *((text, 1, text) for text in ("seven", "-7", "7.0", "\N{ARABIC-INDIC DIGIT SEVEN}")),
    ("9" * 9999, 1, 35 * "9" + "..."),
)
def test_a_word_that_is_no_roll_is_refused_with_its_line(text: str, line: int, found: str) -> None:
    message = f"rolls x, line {line}: expected the sum of two dice, 2 to 12, found '{found}'"
    assert error_text(RollError, parse_known_rolls, text, source="rolls x") == message


@pytest.mark.parametrize("text", ["3 4\n2 3\n6 2\n", "3,4\n", "7\n3 4  # two\n8\n", "3 4\n5 1\n"])
def test_two_numbers_on_a_line_that_may_be_two_dice_are_refused(text: str) -> None:
    with pytest.raises(RollError) as caught:
        parse_known_rolls(text)
    assert caught.value.found == "3 4, which may be two dice"
    assert caught.value.hint == "two dice are written 3+4; two rolls, on a line each"


@pytest.mark.parametrize("text", ["2,7\n3,5\n4,8\n", "2 3 4\n3 2 2\n4 6 5\n", "2 13\n3 4\n"])
def test_lines_that_may_begin_with_the_numbers_of_turns_are_refused(text: str) -> None:
    with pytest.raises(RollError) as caught:
        parse_known_rolls(text)
    assert caught.value.found == "2, 3, ... at the beginning of the lines"


@cases("text found", ("", "none"), ("# nothing\n", "none"), ("7 " * 1001, "1001"))
def test_there_are_1_to_1000_rolls(text: str, found: str) -> None:
    assert len(parse_known_rolls("7 " * MAX_ROLLS)) == MAX_ROLLS
    message = f"rolls: expected 1 to 1000 rolls, found {found}"
    assert error_text(RollError, parse_known_rolls, text) == message


def test_a_damaged_record_is_refused_as_a_record() -> None:
    with pytest.raises(RecordError, match=r"rolls, turn 1, roll: expected the sum of two dice"):
        parse_known_rolls('{"turns": [{"roll": 13}]}')


def test_every_sample_is_read() -> None:
    samples = data.samples("knaster/rolls")
    assert list(samples) == ["evening", "few"]
    for path in samples.values():
        assert parse_known_rolls(path.read_text("utf-8"))


@pytest.fixture
def best(typed: Run) -> Run:
    return partial(typed, "knaster", "best")


def _lines(count: int, seed: int) -> str:
    return "".join(f"{roll}\n" for roll in thrown(count, seed))


def test_the_rolls_of_a_record_are_planned_for(best: Run) -> None:
    record = '{"turns": [{"roll": 9, "write": "c3"}, {"roll": 9, "circle": "c3"}]}'
    assert "rolls -: 1 point with 2 rolls, proven best\n" in best("-", stdin=record)[1]


def test_a_plan_that_is_not_proven_best_says_so(best: Run) -> None:
    code, out, _ = best("-", stdin=_lines(16, 3))
    assert code == 0
    assert "with 16 rolls, best known; no plan has" in out
    plan = answer(best, "-", stdin=_lines(16, 3))
    assert (plan["proven"], plan["score"] < plan["bound"]) == (False, True)


def test_an_interrupted_search_prints_the_best_plan_so_far(best: Run, monkeypatch: Patch) -> None:
    _stop_at_the_second(monkeypatch, interrupt)
    code, out, err = best("-", "--json", stdin=_lines(20, 1))
    assert (code, json.loads(out)["rolls"], err) == (130, 20, "penta: interrupted\n")
    assert best("-", stdin=_lines(20, 1)) == (130, "", "penta: interrupted\n")


def test_at_the_time_limit_the_best_plan_so_far_is_undecided(best: Run, monkeypatch: Patch) -> None:
    end = threading.Event()
    _stop_at_the_second(monkeypatch, lambda *_, **__: end.wait())
    code, out, err = best("-", "--seconds", "0.5", stdin=_lines(20, 1))
    assert (code, err[:38]) == (3, "penta: undecided: stopped after 0.5 s:")
    assert "best known" in out
    code, out, err = best("-", "--seconds", "0.1", stdin=_lines(20, 1))
    assert (code, out, err) == (3, "", "penta: undecided: there was no answer within 0.1 s\n")
    end.set()


def _stop_at_the_second(monkeypatch: Patch, stop: Callable[..., object]) -> None:
    """Let the first search for points be made, and others *stop*."""

    def first(*args: Any, **options: Any) -> object:
        monkeypatch.setattr(plan_search, "score_most", stop)
        return score_most(*args, **options)

    monkeypatch.setattr(plan_search, "score_most", first)
