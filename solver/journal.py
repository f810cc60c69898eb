"""Journals: what a long run found, kept line by line in a file, so that it can go on.

The file is JSON lines: the first says what was asked, each other is a record. Lines are only added,
each in one write, so that a run killed at any moment leaves whole lines and at most a torn last
one, which is cut off when the file is opened again. Nothing is ever written over.
"""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

from solver.errors import CheckpointError, shown
from solver.source import printable

try:
    import fcntl
except ImportError:  # not on this system: two runs on one file are not kept apart
    fcntl = None  # type: ignore[assignment]


class Journal:
    """The journal in the file *name*, of what *question* (JSON) asks; its *records* so far.

    Raises `CheckpointError` when the file is that of another question or of another kind, cannot
    be written, or is in use by another run.
    """

    def __init__(self, name: str, question: dict[str, Any]) -> None:
        self._where = f"checkpoint {printable(name)}"
        try:
            self._file: BinaryIO = Path(name).open("a+b", buffering=0)  # noqa: SIM115 - for the run
        except (OSError, ValueError) as error:
            raise self._unusable(error) from None
        try:
            self.records: list[Any] = self._read(question)
        except CheckpointError:
            self.close()
            raise

    def append(self, record: Any) -> None:
        """Keep *record* (JSON); it is in the file when this returns."""
        self._write(_line(record))
        self.records.append(record)

    def close(self) -> None:
        """Let another run have the file."""
        self._file.close()

    def _read(self, question: dict[str, Any]) -> list[Any]:
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            raise CheckpointError(self._where, expected="a file", found="a device")
        try:
            if fcntl:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._file.seek(0)
            content = self._file.read()
        except BlockingIOError:
            raise CheckpointError(
                self._where, expected="a file of its own", found="another run that uses it"
            ) from None
        except OSError as error:
            raise self._unusable(error) from None
        header = _line(question)
        if not content.startswith(header) and not header.startswith(content):
            raise CheckpointError(
                self._where,
                expected="the checkpoint of the same question, or no file yet",
                found=shown(content[: content.find(b"\n")].decode(errors="replace")),
            )
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        if not whole:
            self._write(header)
        return [
            self._record(line, number)
            for number, line in enumerate(whole.splitlines()[1:], start=2)
        ]

    def _record(self, line: bytes, number: int) -> Any:
        try:
            return json.loads(line)
        except ValueError:
            raise CheckpointError(
                f"{self._where}, line {number}",
                expected="a record",
                found=shown(line.decode(errors="replace")),
            ) from None

    def _write(self, line: bytes) -> None:
        """Add *line*, or nothing where it does not fit on the disk."""
        size = self._file.seek(0, os.SEEK_END)
        try:
            written = self._file.write(line)
        except OSError as error:
            raise self._unusable(error) from None
        if written < len(line):
            self._file.truncate(size)
            raise self._unusable(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

    def _unusable(self, error: OSError | ValueError) -> CheckpointError:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return CheckpointError(
            self._where, expected="a file that can be written", found=f"an error ({reason})"
        )


def _line(record: Any) -> bytes:
    return json.dumps(record).encode() + b"\n"
