"""The command line as tests run it: as a process of its own, and its commands by name."""

import subprocess
import sys
from pathlib import Path

import click

import cli

ROOT = Path(__file__).parent.parent
PENTA = [sys.executable, "-c", "import cli; cli.main()"]


def penta(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, from the root of the project."""
    return subprocess.run([*PENTA, *args], cwd=ROOT, capture_output=True, text=True, check=False)


def commands() -> list[tuple[str, click.Command]]:
    """Return every command by what is typed for it, such as ``rush solve``."""
    return [item for name in cli.GAMES for item in cli.commands(name).items()]
