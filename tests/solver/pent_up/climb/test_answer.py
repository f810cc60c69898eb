"""The answer of Climb, bundled and as `penta up climb` prints it."""

import json
import re
import time
from dataclasses import replace
from typing import Any

import pytest

from solver.errors import BrokenInvariantError
from solver.pent_up.climb.proof import ClimbAnswer, Refutation, bundled_answer
from solver.pent_up.record import TILE_COUNT, Record
from solver.pent_up.rules import judge
from tests.solver.pent_up.climb.oracle import HIGHEST
from tests.support import Run, cases


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


def test_only_the_given_level_is_reached(typed: Run) -> None:
    code, out, err = typed("up", "climb", "--level", "6", "--json")
    record = Record.parse(json.dumps(json.loads(out)["record"]))
    assert (code, err) == (0, "")
    assert [move.level for move in record.moves].index(6) == len(record.moves) - 1
    assert judge(record).violation is None


def test_a_search_out_of_time_is_undecided(typed: Run) -> None:
    code, out, err = typed("up", "climb", "--search", "--seconds", "0.01")
    assert (code, out) == (3, "")
    assert err.splitlines()[-1].startswith("penta: undecided: ")


@pytest.mark.slow
def test_a_search_ends_when_its_time_does(typed: Run) -> None:
    start = time.monotonic()
    code, _, err = typed("up", "climb", "--search", "--seconds", "2")
    assert code == 3
    assert 2 < time.monotonic() - start < 3.5
    steps = re.search(r"no answer within 2 s, but ([\d,]+) steps", err)
    assert steps
    assert int(steps[1].replace(",", "")) > 1000
