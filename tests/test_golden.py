"""Transcripts of every command: what a person types, and what he sees.

A transcript is a file in golden/: lines ``$ penta ...``, each followed by what is typed into the
command (lines ``< ...``, if any), what it prints (stderr marked by ``! ``) and ``[code]`` where it
is not 0. To write them anew: ``python -m tests.test_golden [NAME...]``.
"""

import os
import re
import shlex
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.support import PENTA, ROOT, Patch, Run, commands

GOLDEN = Path(__file__).parent / "golden"
TRANSCRIPTS = sorted(GOLDEN.glob("*.txt"))
# The slow tier alone runs these, of a second or more; the default tier has a quicker command of the
# kind in the same transcript.
LONG = {
    "penta generate box seasons --only cards -o cards.pdf --csv figures.csv",
    "penta generate box seasons -o box.pdf",
    "penta generate prove 3x5:ACABBCBBCBCBAAC --json",
    "penta generate sheet meadow --key all -o key.pdf",
    "penta generate sheet spring summer autumn winter --paper table -o deck.png",
    "penta generate white --cards 4 --like meadow --steps 1 --seed 1",
    "penta geo fewest middle --colour blue --svg fewest.svg",
    "penta geo simulate --games 40",
    "penta geo simulate --players 4 --games 20 --json",
    "penta geo simulate --program random --players 4 --games 2 --board strait",
    "penta geo simulate --program strong --program greedy --games 20",
    "penta knaster review alone --json",
    "penta knaster review family --plies 1",
    "penta rush fit playtest friends",
    "penta rush fit playtest friends --json",
    "penta up match --against greedy --games 4 --steps 20 --jobs 2 --lowest",
    "penta up match --games 4 --steps 20 --jobs 1",
    "penta up surround I --search",
}


class _Typed(NamedTuple):
    """A command, and the lines typed into it."""

    command: str
    stdin: list[str]


def _typed(transcript: str) -> list[_Typed]:
    lines = transcript.splitlines()
    starts = (at for at, line in enumerate(lines) if line.startswith("$ "))
    return [
        _Typed(lines[at][2:], [line[2:] for line in takewhile(_is_stdin, lines[at + 1 :])])
        for at in starts
    ]


def _without_long(transcript: str) -> str:
    """Return *transcript* without the commands that the slow tier alone runs."""
    parts = re.split(r"\n(?=\$ )", transcript)
    return "\n".join(part for part in parts if part.partition("\n")[0][2:] not in LONG)


def _is_stdin(line: str) -> bool:
    return line == "<" or line.startswith("< ")


def _played(typed: list[_Typed], run: Run) -> str:
    """Return the transcript of what is *typed*, each command as *run* runs it."""
    lines = []
    for command, into in typed:
        _, *args = shlex.split(command)
        code, out, err = run(*args, stdin="".join(f"{line}\n" for line in into))
        messages = "".join(f"! {line}\n" for line in err.splitlines())
        ending = f"[{code}]\n" if code else ""
        stdin = "".join(f"< {line}".rstrip() + "\n" for line in into)
        lines.append(f"$ {command}\n{stdin}{out}{messages}{ending}")
    return "\n".join(lines)


def in_processes(hash_seed: str, folder: Path) -> Run:
    """Return what runs each command in a process of its own, in a *folder* where it may write."""
    env = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}

    def run(*args: str, stdin: str = "") -> tuple[int, str, str]:
        done = subprocess.run(
            [*PENTA, *args],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            input=stdin,
            env={**os.environ, **env},
        )
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_played_as_it_is_written(
    path: Path, tmp_path: Path, typed: Run, monkeypatch: Patch
) -> None:
    # In this process, which has a hash seed of its own every time.
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    transcript = _without_long(path.read_text("utf-8"))
    assert _played(_typed(transcript), typed) == transcript


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "2"])
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_the_same_by_processes_of_either_hash_seed(
    path: Path, hash_seed: str, tmp_path: Path
) -> None:
    transcript = path.read_text("utf-8")
    assert _played(_typed(transcript), in_processes(hash_seed, tmp_path)) == transcript


def test_every_command_has_its_transcript() -> None:
    transcripts = [_typed(path.read_text("utf-8")) for path in TRANSCRIPTS]
    typed = [command for transcript in transcripts for command, _ in transcript]
    assert set(typed) >= LONG
    for name, _ in commands():
        quick = (command for command in typed if command not in LONG)
        assert any(command.startswith(f"penta {name}") for command in quick), name


if __name__ == "__main__":
    for transcript in TRANSCRIPTS:
        if sys.argv[1:] and transcript.stem not in sys.argv[1:]:
            continue
        typed = _typed(transcript.read_text("utf-8"))
        with TemporaryDirectory() as new:
            transcript.write_text(_played(typed, in_processes("0", Path(new))), encoding="utf-8")
        sys.stdout.write(f"{transcript.name}: {len(typed)} commands\n")
