"""Kernels: machine code does what their Python does, and is of the sources that stand beside it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from penta import sample_card
from solver.errors import PentaError
from solver.knaster.ending.tables import Tables
from solver.knaster.hindsight.plan_search import score_most
from solver.knaster.line import default_line_values
from solver.knaster.sheet import Sheet
from solver.penta_rush.points import default_points
from solver.penta_rush.survey.card_survey import survey_many
from solver.runtime import kernel as kernels
from solver.runtime.kernel import Kernel, kernel, load_library, source_fingerprint
from solver.runtime.word import ones, trailing_zeros
from solver.tiling.kernel import advance
from tests.solver.knaster.oracle import UNEQUAL
from tests.support import ROOT, Patch, Run, cases, error_text, loaded, slow


@pytest.fixture
def rooms(monkeypatch: Patch) -> set[str]:
    """Return the rooms of the kernels that are called."""
    called: set[str] = set()
    run = Kernel.__call__

    def note_call(self: Kernel[..., Any], *args: Any) -> Any:
        called.add(self.__module__.rpartition(".kernel")[0])
        return run(self, *args)

    monkeypatch.setattr(Kernel, "__call__", note_call)
    return called


@cases(
    "room command",
    slow("generator.annealing", "generate grey --rows 4 --cols 5 --steps 3 --seed 1"),
    slow("solver.geocinco.strategy", "geo simulate --games 1 --seed 1"),
    ("solver.knaster.strategy", "knaster simulate --games 1 --seed 1"),
    slow("solver.penta_rush.people", "rush solve AABBC --card pocket --skill 0.3"),
    ("solver.penta_rush.puzzle.strategy", "rush puzzle advise alone --playouts 2 --seed 1"),
    ("solver.penta_rush.puzzle.strategy", "rush puzzle simulate pocket --games 1 --seed 1"),
    ("solver.tiling", "tile 5x4 --distinct"),
)
def test_a_command_answers_the_same_in_plain_python(
    typed: Run, rooms: set[str], monkeypatch: Patch, room: str, command: str
) -> None:
    compiled = typed(*command.split())
    assert room in rooms
    monkeypatch.setenv("PENTA_PLAIN", "1")
    assert typed(*command.split()) == compiled


@cases(
    "room ask",
    slow(
        "solver.knaster.ending",
        lambda: (
            Tables(Sheet.parse(4 * "(7) (7) (3) 4 5\n" + "7 7 3 4 ."), UNEQUAL, None, None).mean
        ),
    ),
    (
        "solver.knaster.hindsight",
        lambda: score_most([7, 8, 9], default_line_values(), seed=1, steps=100),
    ),
    (
        "solver.penta_rush.survey",
        lambda: survey_many([sample_card("pocket")], default_points()).tolist(),
    ),
)
def test_a_search_finds_the_same_in_plain_python(
    rooms: set[str], monkeypatch: Patch, room: str, ask: Callable[[], object]
) -> None:
    compiled = ask()
    assert rooms == {room}
    monkeypatch.setenv("PENTA_PLAIN", "1")
    assert ask() == compiled


def test_no_command_imports_the_compiler() -> None:
    for command in ("tile 3x5 --count", "knaster simulate --games 1", "geo simulate --games 1"):
        assert not {"numba", "llvmlite", "ortools"} & loaded(*command.split())


def test_words_have_their_bits() -> None:
    for bit in (0, 1, 31, 32, 62, 63):
        assert trailing_zeros(np.uint64(1 << bit)) == bit
        assert ones(np.uint64((1 << bit) - 1)) == bit
    assert trailing_zeros(np.uint64(2**64 - 8)) == 3


def test_an_array_that_the_machine_code_would_misread_is_refused() -> None:
    numbers = np.zeros((4, 4), np.uint64)
    tables = [numbers] * 8
    with pytest.raises(TypeError, match="expected"):
        advance(*tables)  # type: ignore[arg-type]


def test_a_missing_library_is_an_error_of_one_line(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setattr(kernels, "LIBRARY", tmp_path / "kernels.so")
    message = error_text(PentaError, load_library.__wrapped__)
    assert message.startswith(f"kernels: expected {tmp_path}/kernels.so, found none (")


def test_a_library_of_other_sources_is_an_error_of_one_line(monkeypatch: Patch) -> None:
    monkeypatch.setattr(kernels, "source_fingerprint", lambda _: "another")
    message = error_text(PentaError, load_library.__wrapped__)
    assert message.startswith("kernels: expected a library of these sources, found one of others")


def test_a_kernel_that_the_library_does_not_have_is_an_error_of_one_line() -> None:
    @kernel
    def newer(number: int) -> int:
        return number

    message = error_text(PentaError, lambda: newer(1))
    found = f"one without {newer.symbol}"
    assert message.startswith(f"kernels: expected a library of these sources, found {found} (")


def test_the_fingerprint_changes_with_a_source(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setattr(kernels, "ROOT", tmp_path)
    (tmp_path / "one.py").write_text("1")
    first = source_fingerprint(["one.py"])
    (tmp_path / "one.py").write_text("2")
    assert source_fingerprint(["one.py"]) != first


def test_where_no_compiler_is_found_one_line_says_what_to_install(monkeypatch: Patch) -> None:
    library = pytest.importorskip("solver.runtime.compiler.library")
    monkeypatch.setattr(library, "find_spec", lambda _: None)
    monkeypatch.setenv("CC", str(ROOT / "there is none"))
    message = error_text(PentaError, library.compiler_of, None)
    hint = "install gcc or clang, or the package ziglang"
    assert message == f"C compiler: expected cc, or zig, found none ({hint})"


@pytest.mark.slow
def test_building_again_compiles_nothing() -> None:
    folder = ROOT / "build" / "kernels"
    before = {path: path.stat().st_mtime_ns for path in folder.glob("*.o")}
    assert before
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=ROOT, check=True)
    assert {path: path.stat().st_mtime_ns for path in folder.glob("*.o")} == before
