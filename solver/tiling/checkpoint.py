"""Checkpoints: a long count or list of tilings that goes on where it was killed.

What is kept are the findings of finished tasks, and how much a file held before a list was first
written to it. That tells, when the file is appended to again, how much of the list it has.
"""

import os
import stat
from collections import UserDict
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from solver.errors import CheckpointError, quoted
from solver.files.checkpoint import Checkpoint
from solver.files.input_text import printable
from solver.tiling.kernel_engine import Finding, fingerprint
from solver.tiling.problem import Problem

FORMAT = "penta tilings 1"


class TilingCheckpoint(UserDict[int, Finding]):
    """The findings of finished tasks, by their numbers; one that is set is in the file at once.

    The file is called *name*; *listing* tells a list from a count. Raises `CheckpointError` as
    `Checkpoint` does.
    """

    def __init__(self, name: str, problem: Problem, *, listing: bool) -> None:
        super().__init__()
        asked = problem if listing else replace(problem, distinct=True)  # a count counts both
        self._journal = Checkpoint(
            name,
            {
                "checkpoint": FORMAT,
                "region": "/".join(problem.region.picture),
                "pieces": problem.pieces,
                "list": listing,
                "distinct": asked.distinct,
                "tasks": fingerprint(asked),
            },
        )
        self._where = f"checkpoint {printable(name)}"
        self._begun: list[int] | None = None  # the file a list is written to, and where it begins
        try:
            for record in self._journal.records:
                self._take(record)
        except CheckpointError:
            self.close()
            raise

    def __setitem__(self, task: int, finding: Finding) -> None:
        self._journal.append({"task": task, **finding._asdict()})
        self.data[task] = finding

    def close(self) -> None:
        """Let another run have the file."""
        self._journal.close()

    def already_in(self, stream: TextIO) -> bytes:
        """Return what *stream* holds of the list from an earlier run, as far as that came.

        It is empty unless *stream* is the file that the earlier run wrote to, and is appended to.
        Raises `CheckpointError` when that cannot be read, or is the file of the checkpoint.
        """
        try:
            descriptor = stream.fileno()
            status = os.fstat(descriptor)
        except (OSError, ValueError):
            return b""
        if not stat.S_ISREG(status.st_mode):
            return b""
        if self._journal.is_in(descriptor):
            raise CheckpointError(self._where, expected="a file of its own", found="the output")
        file, begun = [status.st_dev, status.st_ino], self._begun
        if not _is_appended_to(descriptor):
            self._begin([*file, os.lseek(descriptor, 0, os.SEEK_CUR)])
        elif begun is None or begun[:2] != file or begun[2] > status.st_size:
            self._begin([*file, status.st_size])
        else:
            return self._read_back(descriptor, begun[2])
        return b""

    def _begin(self, begun: list[int]) -> None:
        self._begun = begun
        self._journal.append({"begun": begun})

    def _read_back(self, descriptor: int, begun: int) -> bytes:
        try:
            with Path(f"/dev/fd/{descriptor}").open("rb") as written:
                written.seek(begun)
                return written.read()
        except OSError as error:
            raise CheckpointError(
                "output", expected="a file that can be read back", found=f"{error.strerror}"
            ) from None

    def _take(self, record: Any) -> None:
        match record:
            case {"begun": [int(), int(), int()] as begun}:
                self._begun = begun
            case {
                "task": int(task),
                "tilings": int(tilings),
                "distinct": int(distinct),
                "found": list(found),
            }:
                self.data[task] = Finding(tilings, distinct, found)
            case _:
                raise CheckpointError(self._where, expected="findings", found=quoted(record))


def _is_appended_to(descriptor: int) -> bool:
    try:
        import fcntl
    except ImportError:  # not on this system: a list begins anew
        return False
    return bool(fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_APPEND)
