"""Compilation is announced once, cached where possible, and works where nothing can be cached."""

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from solver.runtime.jit import trailing_zeros
from tests.support import ROOT

ANNOUNCEMENT = "penta: compiling the search"
ZEROS = "import numpy, solver.runtime.jit as of; print(of.trailing_zeros(numpy.uint64(28)))"
# What runs a kernel, and what it prints: the least of all kernels, or a command.
RUNS = [
    pytest.param(["-c", ZEROS], "2\n", id="least"),
    pytest.param(
        ["-c", "import cli; cli.main()", "tile", "3x5", "--count"],
        "28\n",
        id="command",
        marks=pytest.mark.slow,
    ),
]


def test_trailing_zeros_are_those_of_the_lowest_bit() -> None:
    for bit in (0, 1, 31, 32, 62, 63):
        assert trailing_zeros(np.uint64(1 << bit)) == bit
    assert trailing_zeros(np.uint64(2**64 - 8)) == 3


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    """Return a fresh copy of the program, with nothing compiled."""
    for name in ("cli.py", "data", "solver"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


def _messages(run: list[str], printed: str, folder: Path, **environment: str) -> str:
    """Return the messages on stderr of a *run* that prints what it should."""
    done = subprocess.run(
        [sys.executable, *run],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == printed
    return done.stderr


@pytest.mark.parametrize(("run", "printed"), RUNS)
def test_the_first_compilation_is_announced_and_kept(
    installation: Path, run: list[str], printed: str
) -> None:
    assert _messages(run, printed, installation).count(ANNOUNCEMENT) == 1
    assert not _messages(run, printed, installation)


def test_what_another_version_has_left_is_compiled_again(installation: Path) -> None:
    run = ["-c", ZEROS]
    assert _messages(run, "2\n", installation).count(ANNOUNCEMENT) == 1
    indexes = list((installation / "solver" / "runtime" / "__pycache__").glob("*.nbi"))
    assert indexes
    for index in indexes:
        # An index begins with numba's version; then comes a class that is no longer there.
        index.write_bytes(pickle.dumps(numba.__version__) + b"csolver.runtime.jit\nGone\n.")
    assert _messages(run, "2\n", installation).count(ANNOUNCEMENT) == 1
    assert not _messages(run, "2\n", installation)


@pytest.mark.parametrize(("run", "printed"), RUNS)
def test_where_nothing_can_be_written_it_works_all_the_same(
    installation: Path, run: list[str], printed: str
) -> None:
    # A file stands where a folder would have to be: not even root writes there.
    (installation / "solver" / "__pycache__").touch()
    (installation / "solver" / "tiling" / "__pycache__").touch()
    (installation / "home").touch()
    nowhere = str(installation / "home" / "cache")
    messages = _messages(run, printed, installation, HOME=nowhere, XDG_CACHE_HOME=nowhere)
    assert messages.count(ANNOUNCEMENT) == len(messages.splitlines()) == 1
