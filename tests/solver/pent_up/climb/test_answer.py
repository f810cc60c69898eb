"""The answer of Climb: it is legal, its figures agree, and its JSON shows the proof."""

from dataclasses import replace
from typing import Any

import pytest

from solver.errors import BrokenInvariantError
from solver.pent_up.climb.proof import ClimbAnswer, Refutation, bundled_answer
from solver.pent_up.record import TILE_COUNT
from solver.pent_up.rules import judge
from tests.solver.pent_up.climb.oracle import HIGHEST
from tests.support import cases


def test_the_bundled_game_is_legal_and_reaches_the_highest_level() -> None:
    answer = bundled_answer()
    verdict = judge(answer.record)
    assert verdict.violation is None
    assert verdict.pile.height == answer.level == HIGHEST
    assert answer.record.moves[-1].level == HIGHEST


def _refutation(**changes: Any) -> Refutation:
    return replace(bundled_answer().refutation, **changes)


@cases(
    "changes message",
    ({"towers": 491}, "491 towers, and cases of 492"),
    ({"positions": 400}, "some were not tried"),
    ({"cases": {"1 3 2": 1}, "towers": 0}, "1 3 2: no upper levels"),
    ({"cases": {"1 3": 1}, "towers": 0}, "1 3: no upper levels of 11"),
)
def test_figures_that_contradict_each_other_make_no_refutation(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(BrokenInvariantError, match=message):
        _refutation(**changes)


def test_a_refutation_that_is_no_proof_makes_no_answer() -> None:
    record = bundled_answer().record
    for changes in ({"games": 1}, {"tiles": TILE_COUNT - 1}):
        assert not _refutation(**changes).is_proof
        with pytest.raises(BrokenInvariantError, match="level 11 is not refuted"):
            ClimbAnswer(record, _refutation(**changes))
    with pytest.raises(BrokenInvariantError, match="a game to level 9, and a proof for 10"):
        ClimbAnswer(record.upto(len(record.moves) - 1), _refutation())
    assert ClimbAnswer(record, _refutation()) == bundled_answer()
