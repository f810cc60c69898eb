"""`penta up climb`, run in this process through the boundary of cli.py."""

import json
import re
import time

import pytest

from solver.pent_up.record import Record
from solver.pent_up.rules import judge
from tests.solver.pent_up.climb.oracle import HIGHEST
from tests.support import Run


def test_only_the_given_level_is_reached(typed: Run) -> None:
    code, out, err = typed("up", "climb", "--level", "6", "--json")
    record = Record.parse(json.dumps(json.loads(out)["record"]))
    assert (code, err) == (0, "")
    assert [move.level for move in record.moves].index(6) == len(record.moves) - 1
    assert judge(record).violation is None


@pytest.mark.parametrize("level", [11, 99])
def test_for_a_level_that_cannot_be_reached_the_reason_is_printed(typed: Run, level: int) -> None:
    code, out, _ = typed("up", "climb", "--level", str(level))
    assert code == 1
    assert out.startswith("Level 10 is the highest, proved:")


def test_a_level_that_cannot_be_reached_has_no_record(typed: Run) -> None:
    code, out, _ = typed("up", "climb", "--level", "11", "--json")
    answer = json.loads(out)
    assert code == 1
    assert (answer["level"], answer["reached"], answer["record"]) == (11, False, None)
    assert answer["highest"] == HIGHEST


def test_a_search_out_of_time_is_undecided(typed: Run) -> None:
    code, out, err = typed("up", "climb", "--search", "--seconds", "0.01")
    assert (code, out) == (3, "")
    assert err.splitlines()[-1].startswith("penta: undecided: ")


def test_a_search_ends_when_its_time_does(typed: Run) -> None:
    start = time.monotonic()
    code, _, err = typed("up", "climb", "--search", "--seconds", "2")
    assert code == 3
    assert 2 < time.monotonic() - start < 3.5
    steps = re.search(r"interrupted with ([\d,]+) steps", err)
    assert steps
    assert int(steps[1].replace(",", "")) > 1000


def test_seconds_go_with_a_search(typed: Run) -> None:
    code, _, err = typed("up", "climb", "--seconds", "3")
    assert code == 2
    assert "--seconds goes with --search" in err
