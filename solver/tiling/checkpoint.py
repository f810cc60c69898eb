"""Checkpoints, by which a long count or list of tilings goes on where it was interrupted.

They keep the results of finished tasks, and where in the output file the list begins.
"""

import os
import stat
from collections import UserDict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property, reduce
from operator import or_
from pathlib import Path
from typing import Any, TextIO
from zlib import crc32

from solver.errors import CheckpointError, quoted
from solver.files.checkpoint import Checkpoint
from solver.geometry.polyomino import SHAPES
from solver.tiling.kernel import SHAPE_SHIFT
from solver.tiling.kernel_engine import TaskResult, packed_options, split_into_tasks
from solver.tiling.problem import TilingProblem

_MAX_COUNT = 1 << 64  # what the kernel counts with


class TilingCheckpoint(UserDict[int, TaskResult]):
    """The results of finished tasks by number, in the file *name*; *listing*: of a list."""

    def __init__(self, name: str, problem: TilingProblem, *, listing: bool) -> None:
        super().__init__()
        searched = problem if listing else replace(problem, distinct=True)  # a count counts both
        words = packed_options(searched)
        tasks = split_into_tasks(searched, words)
        # Earlier versions knew a task by another name.
        text = repr((words, tasks)).replace("TilingTask(placed=", "_Task(laid=")
        self._checkpoint = Checkpoint(
            name,
            {
                "checkpoint": "penta tilings 1",
                "region": "/".join(problem.region.picture),
                "pieces": problem.pieces,
                "list": listing,
                "distinct": searched.distinct,
                "tasks": crc32(text.encode()),
            },
        )
        self._problem = problem
        self._tasks = len(tasks)
        # The device and inode of the file that the list is written to, and where the list begins.
        self._output: list[int] | None = None
        try:
            for record in self._checkpoint.records:
                self._load(record)
        except CheckpointError:
            self.close()
            raise

    def __setitem__(self, task: int, result: TaskResult) -> None:
        tilings, distinct, listed = result
        record = {"task": task, "tilings": tilings, "distinct": distinct, "found": listed}
        self._checkpoint.append(record)
        self.data[task] = result

    def close(self) -> None:
        """Let another run have the file."""
        self._checkpoint.close()

    def unwritten(self, lines: Iterable[str], stream: TextIO) -> Iterator[str]:
        """Yield *lines* without the part of them that *stream* holds, so that some are empty.

        Raises `CheckpointError` when it holds something else, cannot be read, or is the checkpoint.
        """
        written, start = self._written_part(stream).decode(errors="replace"), 0
        for line in lines:
            part = written[start : start + len(line)]
            if not line.startswith(part):
                break
            yield line[len(part) :]
            start += len(line)
        if start < len(written):
            where = f"output, at character {start} from where the list began"
            expected, hint = "the list as it was left", "a list begins anew in another file"
            found = quoted(written[start:])
            raise CheckpointError(where, expected=expected, found=found, hint=hint)

    def _written_part(self, stream: TextIO) -> bytes:
        """Return the part of the list that *stream* holds, if it appends to the same file."""
        try:
            descriptor = stream.fileno()
            status = os.fstat(descriptor)
        except (OSError, ValueError):
            return b""
        if not stat.S_ISREG(status.st_mode):
            return b""
        if self._checkpoint.is_in(descriptor):
            raise self._error("a file of its own", "the output")
        file, end = [status.st_dev, status.st_ino], status.st_size
        if not _is_appended_to(descriptor):
            end = os.lseek(descriptor, 0, os.SEEK_CUR)
        elif self._output and self._output[:2] == file and self._output[2] <= end:
            return _read_back(descriptor, self._output[2])
        self._output = [*file, end]
        self._checkpoint.append({"begun": self._output})
        return b""

    def _load(self, record: Any) -> None:
        match record:
            case {"begun": [int(), int(), int(begin)] as output} if begin >= 0:
                self._output = output
            case {
                "task": int(task),
                "tilings": int(tilings),
                "distinct": int(distinct),
                "found": list(listed),
            } if (
                0 <= task < self._tasks
                and 0 <= distinct <= tilings < _MAX_COUNT
                and all(map(self._is_tiling, listed))
            ):
                self.data[task] = TaskResult(tilings, distinct, listed)
            case _:
                raise self._error("a task result", quoted(record))

    def _error(self, expected: str, found: str) -> CheckpointError:
        return CheckpointError(self._checkpoint.where, expected=expected, found=found)

    def _is_tiling(self, words: Any) -> bool:
        """Return whether *words* are what the kernel makes of a tiling."""
        if not (isinstance(words, list) and all(type(word) is int for word in words)):
            return False
        if not self._words.issuperset(words):
            return False
        positions = [word & (1 << SHAPE_SHIFT) - 1 for word in words]
        pieces = {word >> SHAPE_SHIFT for word in words}
        cells = (1 << len(self._problem.cell_order)) - 1
        return len(pieces) == len(words) and reduce(or_, positions, 0) == cells == sum(positions)

    @cached_property
    def _words(self) -> set[int]:
        """Every placement of a tiling as the kernel has it."""
        return {
            SHAPES.index(shape) << SHAPE_SHIFT | positions
            for _, _, shape, positions in self._problem.options
        }


def _read_back(descriptor: int, start: int) -> bytes:
    """Return what the file of *descriptor* holds from *start* on."""
    try:
        with Path(f"/dev/fd/{descriptor}").open("rb") as written:
            written.seek(start)
            return written.read()
    except OSError as error:
        expected = "a file that can be read back"
        raise CheckpointError("output", expected=expected, found=str(error.strerror)) from None


def _is_appended_to(descriptor: int) -> bool:
    try:
        import fcntl
    except ImportError:  # not on this system: the list begins anew
        return False
    return bool(fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_APPEND)
