"""Checkpoints: a long count or list of tilings that goes on where it was killed.

What is kept are the findings of finished tasks, and how much a file held before a list was first
written to it. That tells, when the file is appended to again, how much of the list it has.
"""

import os
import stat
from collections import UserDict
from typing import Any, TextIO

from solver.errors import CheckpointError, shown
from solver.journal import Journal
from solver.tiling.problem import Problem
from solver.tiling.search import Finding

FORMAT = "penta tilings 1"


class Checkpoint(UserDict[int, Finding]):
    """The findings of finished tasks, by their numbers; one that is set is in the file at once.

    The file is called *name*; *listing* tells a list from a count. Raises `CheckpointError` as
    `Journal` does.
    """

    def __init__(self, name: str, problem: Problem, *, listing: bool) -> None:
        super().__init__()
        question = {
            "checkpoint": FORMAT,
            "region": problem.region.picture,
            "pieces": problem.pieces,
            "distinct": problem.distinct,
            "list": listing,
        }
        self._journal = Journal(name, question)
        self._begun: list[int] | None = None  # the file a list is written to, and where it begins
        try:
            for record in self._journal.records:
                self._take(record, name)
        except CheckpointError:
            self.close()
            raise

    def __setitem__(self, task: int, finding: Finding) -> None:
        self._journal.append({"task": task, **finding._asdict()})
        self.data[task] = finding

    def close(self) -> None:
        """Let another run have the file."""
        self._journal.close()

    def already_in(self, stream: TextIO) -> int:
        """Return how many bytes of the list *stream* holds from an earlier run.

        They are 0 unless it is the file that the earlier run wrote to, and is appended to.
        """
        try:
            status = os.fstat(stream.fileno())
        except (OSError, ValueError):
            return 0
        if not stat.S_ISREG(status.st_mode):
            return 0
        file = [status.st_dev, status.st_ino]
        if self._begun and self._begun[:2] == file and self._begun[2] <= status.st_size:
            return status.st_size - self._begun[2]
        self._begun = [*file, status.st_size]
        self._journal.append({"begun": self._begun})
        return 0

    def _take(self, record: Any, name: str) -> None:
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
                raise CheckpointError(
                    f"checkpoint {name}", expected="findings", found=shown(record)
                )
