"""The command line as tests run it: as a process of its own, and its commands by name."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import cli

Run = Callable[..., tuple[int, str, str]]  # its exit code, stdout and stderr
Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]

ROOT = Path(__file__).parent.parent
PENTA = [sys.executable, "-c", "import cli; cli.main()"]


def penta(*args: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, by default from the root of the project."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [*PENTA, *args],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def cases(names: str, *rows: Any, ids: Any = None) -> pytest.MarkDecorator:
    """Run a test once for each of *rows*: the values of its arguments *names*, or of the one."""
    return pytest.mark.parametrize(names.replace(" ", ","), rows, ids=ids)


def commands() -> list[tuple[str, click.Command]]:
    """Return every command by what is typed for it, such as ``rush solve``."""
    return list(cli.commands().items())
