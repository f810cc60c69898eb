"""Without compiled code, as in a browser, the jobs of the page answer the same or say what lacks.

Kernels run in plain Python there, on arrays in plain Python.
"""

import json
import re
from itertools import chain
from typing import Any

import numpy as np
import pytest

from solver.knaster.strategy.kernel.line_state import line_states
from solver.knaster.strategy.plain_states import plain_line_states
from solver.runtime import plain_arrays as plain
from solver.web.pages import read_pages
from tests.plain_python import COMPILED, ask
from tests.solver.web.test_limits import SLOW_VALUES, VALUES
from tests.support import ROOT, cases, slow

# The jobs that need compiled code, and why.
COMPILED_JOBS = {
    "check": "how people do is counted by a kernel, with Fourier transforms of numpy",
    "grey": "for people, as check",
    "knaster_game": "what the rolls allowed is searched for by a kernel, 100 times slower without",
    "knaster_review": "the same",
    "print": "reportlab writes PDF",
    "print_set": "reportlab writes PDF",
    "read": "OpenCV reads photos",
    "white": "how fair a set is is measured with numpy",
}
UNSEEDED = {"card"}  # throws other dice each time
ADVICE = SLOW_VALUES["puzzle_advise"] | {"seconds": "15"}  # the machine may be busy
ALL_VALUES = VALUES | SLOW_VALUES | {"puzzle_advise": ADVICE}
HINT = {"game": "data/geocinco/games/evening.json", "step": "hint"}
QUICK = {"best", "knaster_advise", "print", "puzzle_advise"}


def _asked(name: str, values: dict[str, str], *, plain: bool) -> Any:
    job = read_pages().jobs[name]
    values = job.checked(values)
    document = values.get(job.input or "", "")
    if document.startswith("data/"):
        document = (ROOT / document).read_text("utf-8")
    if job.photo:
        values[job.photo] = str(ROOT / "data/photos/meadow.jpg")
    return ask(*job.arguments(values), stdin=document, plain=plain)


@cases("name", *(name if name in QUICK else slow(name) for name in ALL_VALUES))
def test_a_job_answers_the_same_or_names_what_it_needs(name: str) -> None:
    found = _asked(name, ALL_VALUES[name], plain=True)
    if name in COMPILED_JOBS:
        *_, last = found.stderr.decode().splitlines()
        missing = re.fullmatch(r"ModuleNotFoundError: No module named '(\w+)[\w.]*'", last)
        assert missing, found.stderr.decode()
        assert missing[1] in COMPILED
        return
    expected = _asked(name, ALL_VALUES[name], plain=False)
    assert found.returncode == expected.returncode, found.stderr.decode()
    if name in UNSEEDED:
        assert json.loads(found.stdout).keys() == json.loads(expected.stdout).keys()
    else:
        assert found.stdout == expected.stdout


@cases(
    "name values",
    ("geo_step", HINT),
    slow("knaster_advise", SLOW_VALUES["knaster_advise"] | {"plies": "2"}),
    slow("knaster_advise", SLOW_VALUES["knaster_advise"] | {"turns": "9"}),
    slow("puzzle_advise", ADVICE | {"only_crosses": "yes"}),
    slow("puzzle_advise", ADVICE | {"playouts": "0"}),
)
def test_more_of_what_kernels_answer_is_the_same(name: str, values: dict[str, str]) -> None:
    found, expected = (_asked(name, values, plain=plain) for plain in (True, False))
    assert (found.returncode, found.stdout) == (0, expected.stdout), found.stderr.decode()


@cases(
    "options",
    "--rows 5 --cols 5 --symbols 3 --richness 1 --steps 40",
    slow("--rows 10 --cols 10 --target 12 --steps 300"),
    slow("--rows 10 --cols 10 --target 12 --steps 300 --no-scatter"),
    slow("--rows 6 --cols 6 --symbols 4 --target 10 --steps 900 --no-scatter --no-dead-cell"),
    slow("--rows 7 --cols 9 --symbols 5 --target 9 --steps 300 --symmetry half-turn --uneven"),
)
def test_a_search_for_a_card_finds_the_same(options: str) -> None:
    line = f"generate grey --seed 35 --json {options}"
    found, expected = (ask(*line.split(), plain=plain) for plain in (True, False))
    assert (found.returncode, found.stdout) == (0, expected.stdout), found.stderr.decode()


@cases(
    "options",
    "--rows 8 --cols 8 --symbols 3 --target 18 --steps 5",
    slow("--rows 10 --cols 10 --symbols 4 --target 18 --steps 50"),
    slow("--rows 14 --cols 14 --symbols 6 --target 16 --steps 50"),
    slow("--rows 15 --cols 15 --symbols 5 --target 18 --steps 50 --no-scatter"),
)
def test_rolls_of_a_large_card_are_not_all_counted(options: str) -> None:
    line = f"generate grey --seed 35 --json {options}"
    found, expected = (
        json.loads(ask(*line.split(), plain=plain).stdout) for plain in (True, False)
    )
    pairs = zip(found["rolls"], expected["rolls"], strict=True)
    uncounted = [pair for pair in pairs if pair[0]["packings"] is None]
    assert uncounted
    for roll in chain(*uncounted):
        roll["packings"] = roll["optimal"] = None
    assert found == {**expected, "exact": found["exact"]}


@cases("program", slow("greedy"), slow("first"), slow("mobile"), slow("value"))
def test_a_program_of_the_puzzle_plays_the_same(program: str) -> None:
    line = f"rush puzzle simulate pocket --games 2 --seed 1 --program {program} --json"
    found, expected = (ask(*line.split(), plain=plain) for plain in (True, False))
    assert (found.returncode, found.stdout) == (0, expected.stdout), found.stderr.decode()


@cases(
    "game count",
    ("knaster", 3),
    slow("knaster", 2000),
    slow("puzzle", 60),
    ("geocinco", 1),
    slow("geocinco", 40),
)
def test_random_questions_have_the_same_answers(game: str, count: int) -> None:
    program = "from tests.solver.runtime.plain_questions import main; main()"
    found, expected = (
        ask(game, str(count), plain=plain, program=program) for plain in (True, False)
    )
    assert found.stdout.count(b"\n") == count, found.stderr.decode()
    assert found.stdout == expected.stdout


def test_line_states_are_the_same_in_plain_python() -> None:
    found: Any
    expected: Any
    for found, expected in zip(plain_line_states(), line_states(), strict=True):
        assert np.array_equal(found, expected)


def test_plain_arrays_do_what_those_of_numpy_do() -> None:
    for module in (np, plain):
        array = module.zeros((2, 3, 4), module.int16)
        array[1, 2, 3] = 5
        array[0, 1] = 7
        array[1, :, 0] = 2
        row = array[1, 2]
        row[1] = 6  # a row is no copy
        assert array.tolist() == [
            [[0, 0, 0, 0], [7, 7, 7, 7], [0, 0, 0, 0]],
            [[2, 0, 0, 0], [2, 0, 0, 0], [2, 6, 0, 5]],
        ]
        assert array[1:][0, 2].tolist() == [2, 6, 0, 5]
        assert array[[1, 0]].shape == array.shape == (2, 3, 4)
        assert array.copy().ravel().tolist() == array.ravel().tolist()
        assert module.array([[1, 2], [3, 4]])[:, 1].tolist() == [2, 4]
        assert (module.cumsum(module.array([1, 2, 3])) // 2).tolist() == [0, 1, 3]
        assert float(module.float32(0.1)) != 0.1
        array.fill(1)
        assert module.count_nonzero(array.ravel()) == 24


def test_a_number_that_does_not_fit_in_a_plain_array_is_refused() -> None:
    words = plain.zeros(1, plain.uint64)
    for number in (-1, 2**64):
        with pytest.raises(OverflowError):
            words[0] = number
    with pytest.raises(TypeError):
        words[0] = 0.5
