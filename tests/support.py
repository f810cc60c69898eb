"""The command line as tests run it: as a process of its own, and its commands by name."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

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


def started(*args: str, **env: str) -> subprocess.Popen[str]:
    """Start the command line in a process of its own, whose stdout and stderr are pipes."""
    return subprocess.Popen(
        [*PENTA, *args],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def loaded(*args: str) -> set[str]:
    """Return the modules that are loaded once a command has run, in a process of its own."""
    program = "import sys, cli; cli.run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    run, nothing = [sys.executable, "-c", program, *args], subprocess.DEVNULL
    done = subprocess.run(run, cwd=ROOT, stdin=nothing, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def answer(run: Run, *args: str, stdin: str = "") -> Any:
    """Return what *run* prints with ``--json``: an answer, also if it is no, without a message."""
    code, out, err = run(*args, "--json", stdin=stdin)
    assert (code in (0, 1), err) == (True, "")
    return json.loads(out)


def refusal(run: Run, *args: str, stdin: str = "") -> str:
    """Return the line with which *run* refuses what is typed."""
    code, out, err = run(*args, stdin=stdin)
    assert (code, out, err.count("\n"), err[-1:]) == (2, "", 1, "\n")
    assert err.startswith("penta: ")
    return err


def interrupt(*_: object, **__: object) -> NoReturn:
    """Press Ctrl-C, in place of what a test has do it."""
    raise KeyboardInterrupt


def error_text(kind: type[Exception], call: Callable[..., object], *args: Any, **rest: Any) -> str:
    """Return what the error of this *kind* says that a *call* raises."""
    with pytest.raises(kind) as caught:
        call(*args, **rest)
    return str(caught.value)


def slow(*values: Any) -> Any:
    """Return a row of `cases` for the slow tier alone."""
    return pytest.param(*values, marks=pytest.mark.slow)


def cases(names: str, *rows: Any, ids: Any = None) -> pytest.MarkDecorator:
    """Run a test once for each of *rows*: the values of its arguments *names*, or of the one."""
    return pytest.mark.parametrize(names.replace(" ", ","), rows, ids=ids)


def commands() -> list[tuple[str, click.Command]]:
    """Return every command by what is typed for it, such as ``rush solve``."""
    return list(cli.commands().items())
