"""Journals: what a long run found, kept line by line in a file, so that it can go on.

The file has a line of JSON for what was asked, and one for each record, all with a checksum before
them. Lines are only added, each in one write, so that a run killed at any moment leaves whole lines
and at most a torn last one, which is cut off when the file is opened again. Nothing is ever written
over.
"""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from solver.errors import CheckpointError, quoted
from solver.files.input_text import printable

try:
    import fcntl
except ImportError:  # not on this system: two runs on one file are not kept apart
    fcntl = None  # type: ignore[assignment]


class Checkpoint:
    """The journal in the file *name*, of what *question* (JSON) asks; its *records* so far.

    Raises `CheckpointError` when the file is that of another question or of another kind, cannot
    be written, or is in use by another run.
    """

    def __init__(self, name: str, question: dict[str, Any]) -> None:
        self._where = f"checkpoint {printable(name)}"
        if not name:
            raise CheckpointError(self._where, expected="a name", found="an empty one")
        try:
            self._file: BinaryIO = Path(name).open("a+b", buffering=0)  # noqa: SIM115 - for the run
        except (OSError, ValueError) as error:
            raise self._unusable(error) from None
        try:
            self.records: list[Any] = self._read(question)
        except CheckpointError:
            self.close()
            raise

    @staticmethod
    def asked(name: str) -> dict[str, Any]:
        """Return the question of the journal in the file *name*; nothing if there is none yet."""
        try:
            with Path(name).open("rb") as file:
                found = _value(file.readline())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def append(self, record: Any) -> None:
        """Keep *record* (JSON); it is in the file when this returns."""
        self._write(_line(record))

    def is_in(self, descriptor: int) -> bool:
        """Return whether what is written to *descriptor* goes into this file."""
        return os.path.sameopenfile(self._file.fileno(), descriptor)

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
            raise self._other(content, question)
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        if not whole:
            self._write(header)
        lines = whole.splitlines(keepends=True)[1:]
        return [self._record(line, number) for number, line in enumerate(lines, start=2)]

    def _other(self, content: bytes, question: dict[str, Any]) -> CheckpointError:
        """Return the error for the file of another question, or of another kind."""
        found = _value(content[: content.find(b"\n") + 1])
        if not isinstance(found, dict):
            told = quoted(content[:100].decode(errors="replace").partition("\n")[0])
            return CheckpointError(self._where, expected="a checkpoint, or no file yet", found=told)
        key = next(key for key in question if found.get(key) != question[key])
        return CheckpointError(
            self._where,
            expected=f"the checkpoint of this question, {key} {quoted(question[key])}",
            found=quoted(found.get(key)),
            hint="another file, or none yet, begins anew",
        )

    def _record(self, line: bytes, number: int) -> Any:
        record = _value(line)
        if record is None:
            raise CheckpointError(
                f"{self._where}, line {number}",
                expected="a record as it was written",
                found=quoted(line.decode(errors="replace")),
            )
        return record

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
    text = json.dumps(record).encode()
    return b"%08x %s\n" % (crc32(text), text)


def _value(line: bytes) -> Any:
    """Return the record of *line*; None where it is not as `_line` made it."""
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    return json.loads(text) if checksum == b"%08x" % crc32(text) else None
