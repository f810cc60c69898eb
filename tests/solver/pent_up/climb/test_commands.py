"""`penta up climb`, run in this process through the boundary of cli.py."""

import json
import re
import time

from solver.pent_up.record import Record
from solver.pent_up.rules import judge
from tests.support import Run


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


def test_a_search_ends_when_its_time_does(typed: Run) -> None:
    start = time.monotonic()
    code, _, err = typed("up", "climb", "--search", "--seconds", "2")
    assert code == 3
    assert 2 < time.monotonic() - start < 3.5
    steps = re.search(r"interrupted with ([\d,]+) steps", err)
    assert steps
    assert int(steps[1].replace(",", "")) > 1000
