"""Transcripts of every command: what a person types, and what he sees.

A transcript is a file in golden/: lines ``$ penta ...``, each followed by what the command prints
(stderr marked by ``! ``) and ``[code]`` where it is not 0. To write them anew:
``python -m tests.test_golden``.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support import PENTA, ROOT, Run, commands

pytestmark = pytest.mark.usefixtures("compiled")

GOLDEN = Path(__file__).parent / "golden"
TRANSCRIPTS = sorted(GOLDEN.glob("*.txt"))


def _typed(transcript: str) -> list[str]:
    return [line[2:] for line in transcript.splitlines() if line.startswith("$ ")]


def _played(typed: list[str], run: Run) -> str:
    """Return the transcript of what is *typed*, each command as *run* runs it."""
    lines = []
    for command in typed:
        _, *args = shlex.split(command)
        returned, out, err = run(*args)
        told = "".join(f"! {line}\n" for line in err.splitlines())
        code = f"[{returned}]\n" if returned else ""
        lines.append(f"$ {command}\n{out}{told}{code}")
    return "\n".join(lines)


def _apart(hash_seed: str, folder: Path) -> Run:
    """Return what runs a command as a process of its own in a *folder*, where it may write."""
    env = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}

    def run(*args: str) -> tuple[int, str, str]:
        found = subprocess.run(
            [*PENTA, *args],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **env},
        )
        return found.returncode, found.stdout, found.stderr

    return run


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_played_as_it_is_written(
    path: Path, tmp_path: Path, typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In this process, which has a hash seed of its own every time.
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    transcript = path.read_text(encoding="utf-8")
    assert _played(_typed(transcript), typed) == transcript


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "2"])
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_the_same_by_processes_of_either_hash_seed(
    path: Path, hash_seed: str, tmp_path: Path
) -> None:
    transcript = path.read_text(encoding="utf-8")
    assert _played(_typed(transcript), _apart(hash_seed, tmp_path)) == transcript


def test_every_command_has_its_transcript() -> None:
    typed = [line for path in TRANSCRIPTS for line in _typed(path.read_text(encoding="utf-8"))]
    for name, _ in commands():
        assert any(line.startswith(f"penta {name}") for line in typed), name


if __name__ == "__main__":
    for transcript in TRANSCRIPTS:
        typed = _typed(transcript.read_text(encoding="utf-8"))
        with TemporaryDirectory() as new:
            transcript.write_text(_played(typed, _apart("0", Path(new))), encoding="utf-8")
        sys.stdout.write(f"{transcript.name}: {len(typed)} commands\n")
