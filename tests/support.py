"""The command line as tests run it: as a process of its own, and its commands by name."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click

import cli

Run = Callable[..., tuple[int, str, str]]  # its exit code, stdout and stderr

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


def commands() -> list[tuple[str, click.Command]]:
    """Return every command by what is typed for it, such as ``rush solve``."""
    return list(cli.commands().items())
