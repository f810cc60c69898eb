"""The library, and the program among folders that have the names of ours."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import data
import penta
from solver.penta_rush import rules
from tests.support import ROOT, cases, slow

PROGRAM = Path(sys.executable).parent / "penta"  # as pip installs it
CARD = "4x5:ABCDEBCDEACDEABDEABC"


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Return a folder with modules of the names of ours, which fail when they are imported."""
    failing = "raise SystemExit('a foreign module was imported')\n"
    (tmp_path / "cli.py").write_text(failing, "utf-8")
    for name in ("data", "solver", "generator"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(failing, "utf-8")
    return tmp_path


@cases("program", [str(PROGRAM)], [sys.executable, "-m", "penta"], ids=["script", "module"])
@cases(
    "command",
    "rush cards --json",
    # A pool of processes, each of which imports the program by itself.
    slow(
        "generate grey --rows 3 --cols 5 --symbols 3 --target 7 --steps 9 --seed 1 --jobs 2 --json"
    ),
    ids=["alone", "with processes"],
)
def test_foreign_modules_of_our_names_do_not_break_the_program(
    foreign: Path, program: list[str], command: str
) -> None:
    path = os.pathsep.join([str(foreign), str(ROOT)])
    done = subprocess.run(
        [*program, *command.split()],
        cwd=foreign,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


def test_a_foreign_module_that_was_imported_before_is_an_error(foreign: Path) -> None:
    (foreign / "data" / "__init__.py").write_text("", "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "import data, penta"],
        cwd=foreign,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "ImportError: penta: expected its own module 'data', found" in done.stderr


def test_every_name_of_the_library_is_there_and_documented() -> None:
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    assert sorted(penta.__all__) == penta.__all__
    for name in penta.__all__:
        assert getattr(penta, name).__doc__, name
        assert name in dir(penta)
        # As code: many are everyday words, which any page has.
        assert re.search(rf"`{name}[`(.]|\bpenta\.{name}\b", page), name
    with pytest.raises(AttributeError, match="no attribute 'solver_of_everything'"):
        _ = penta.solver_of_everything


def test_importing_the_library_loads_no_more_than_its_packages() -> None:
    program = "import sys, penta; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    ours = {module for module in modules if module.partition(".")[0] in ("solver", "generator")}
    assert ours == {"solver", "generator"}
    assert not {"click", "numpy", "numba", "ortools"} & set(modules)


def test_the_best_packing_is_the_best_of_all_and_passes_the_referee() -> None:
    card = penta.Card.parse(CARD)
    for roll in ("ABCDE", "AABCD", penta.Roll.parse("AABBC")):
        best = penta.solve(card, roll)
        packings = list(penta.packings(card, roll))
        assert best.score == max((packing.score for packing in packings), default=0)
        assert best in packings or not best
        assert penta.count_packings(card, roll).total == len(packings)
        outlines = tuple(placement.cells for placement in best)
        sheet = penta.Sheet(card, penta.Roll.parse(str(roll)), outlines)
        verdict = penta.judge(sheet)
        assert verdict.points == best.score
        assert {outline.ruling for outline in verdict.outlines} <= {rules.Ruling.COUNTED}


def test_other_points_are_taken() -> None:
    card = penta.Card.parse(CARD)
    points = penta.Points.parse("".join(f"{shape} = 7\n" for shape in "FILNPTUVWXYZ"))
    assert penta.solve(card, "ABCDE", points=points).score % 7 == 0


def test_a_roll_without_a_packing_is_worth_nothing() -> None:
    best = penta.solve(penta.Card.parse("ABC\nDEF"), "AABBC")
    assert (best, best.score) == ((), 0)


def test_samples_are_known_by_name() -> None:
    for name in data.samples("cards"):
        assert penta.Card.parse(str(penta.sample_card(name))) == penta.sample_card(name)
    with pytest.raises(penta.PentaError, match=r"card 'medow'.*did you mean 'meadow'"):
        penta.sample_card("medow")


def test_tilings_are_listed_and_counted() -> None:
    region = penta.Region.parse("3x5")
    assert len(list(penta.tilings(region))) == penta.count_tilings(region).tilings == 28
    assert len(list(penta.tilings(region, distinct=True))) == penta.count_tilings(region).distinct
    assert not list(penta.tilings(region, pieces="FIL"))
    with pytest.raises(penta.PentaError, match="'Q'"):
        next(penta.tilings(region, pieces="FQ"))


def test_the_packages_are_typed() -> None:
    for package in ("data", "solver", "generator"):
        assert (ROOT / package / "py.typed").is_file()
