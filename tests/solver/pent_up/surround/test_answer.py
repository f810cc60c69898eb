"""The bundled answers of Surround: the known ones, without contradictions."""

from dataclasses import replace
from typing import Any

import pytest

from solver.errors import BrokenInvariantError
from solver.pent_up.surround.solution import SurroundAnswer, bundled_answers
from tests.solver.pent_up.surround.support import KNOWN, answer_counts
from tests.support import cases


def test_the_bundled_answers_are_the_known_ones() -> None:
    answers = bundled_answers()
    assert {shape: answer_counts(answer) for shape, answer in answers.items()} == KNOWN
    for answer in answers.values():
        assert answer.example.black is not None
        assert (len(answer.example.white), len(answer.example.black)) == (
            answer.white,
            answer.black,
        )
        assert SurroundAnswer.from_json(answer.to_json()) == answer


@cases(
    "changes",
    {"white": 4},
    {"black": 4},
    {"black": None},
    {"solutions": 5},
    {"distinct": 0},
    {"surroundable": 25},
    {"surroundable": 0},
)
def test_an_answer_that_contradicts_itself_cannot_be_built(changes: dict[str, Any]) -> None:
    with pytest.raises(BrokenInvariantError, match=r"^I: "):
        replace(bundled_answers()["I"], **changes)
