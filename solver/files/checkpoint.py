"""Checkpoints: what a long run has found, kept line by line in a file, so that it can go on.

The file has a header line, the JSON of what the run computes, and a line of JSON for each record,
all preceded by a checksum. Lines are only appended, each in one write. So a run that is killed at
any moment leaves whole lines and at most a torn last one, which is cut off when the file is opened
again.
"""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from solver.errors import CheckpointError, error_text, quoted
from solver.files.input_text import printable
from solver.files.json_reader import json_quoted

try:
    import fcntl
except ImportError:  # not on this system: two runs on one file are not kept apart
    fcntl = None  # type: ignore[assignment]


class Checkpoint:
    """The checkpoint in the file *name* of the run that *header* (JSON) describes.

    *records* are those that earlier runs have left, *where* is its name in messages. Raises
    `CheckpointError` when the file has another header or is not a checkpoint, cannot be written, or
    is in use by another run.
    """

    def __init__(self, name: str, header: dict[str, Any]) -> None:
        self.where = f"checkpoint {printable(name)}"
        if not name:
            raise self._error("a name", "an empty one")
        if name == "-":
            raise self._error("the name of a file", quoted(name))
        path = Path(name)
        try:
            self._file: BinaryIO = path.open("a+b", buffering=0)  # for the run
        except (OSError, ValueError) as error:
            if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
                found = f"no folder {printable(str(path.parent))}"
                raise self._error("a file that can be written", found) from None
            raise self._write_error(error) from None
        try:
            self.records: list[Any] = self._read_records(header)
        except CheckpointError:
            self.close()
            raise

    @staticmethod
    def read_header(name: str) -> dict[str, Any]:
        """Return the header of the checkpoint in the file *name*; an empty one if there is none."""
        try:
            with Path(name).open("rb") as file:
                header = _parse_line(file.readline())
        except (OSError, ValueError):
            return {}
        return header if isinstance(header, dict) else {}

    def append(self, record: Any) -> None:
        """Add *record* (JSON); it is in the file when this returns."""
        self._write(_format_line(record))

    def is_in(self, descriptor: int) -> bool:
        """Return whether what is written to *descriptor* goes into this file."""
        return os.path.sameopenfile(self._file.fileno(), descriptor)

    def close(self) -> None:
        """Close the file, so that another run can use it."""
        self._file.close()

    def _read_records(self, header: dict[str, Any]) -> list[Any]:
        """Return the records in the file, after writing the header of a new one."""
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            raise self._error("a file", "a device")
        try:
            if fcntl:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._file.seek(0)
            content = self._file.read()
        except BlockingIOError:
            raise self._error("a file of its own", "another run that uses it") from None
        except OSError as error:
            raise self._write_error(error) from None
        first_line = _format_line(header)
        if not content.startswith(first_line) and not first_line.startswith(content):
            raise self._mismatch_error(content, header)
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        if not whole:
            self._write(first_line)
        lines = whole.splitlines(keepends=True)[1:]
        return [self._parse_record(line, number) for number, line in enumerate(lines, start=2)]

    def _mismatch_error(self, content: bytes, header: dict[str, Any]) -> CheckpointError:
        """Return the error for a file of another run, or of another kind."""
        other = _parse_line(content[: content.find(b"\n") + 1])
        if not isinstance(other, dict):
            first_line = content[:100].decode(errors="replace").partition("\n")[0]
            return self._error("a checkpoint, or no file yet", quoted(first_line))
        hint = "name another file to begin anew"
        for key, value in header.items():
            if other.get(key) != value:
                expected = f"the checkpoint of this run, with {key} {json_quoted(value)}"
                return self._error(expected, json_quoted(other.get(key)), hint=hint)
        return self._error("the checkpoint of this run", "one with more in its header", hint=hint)

    def _parse_record(self, line: bytes, number: int) -> Any:
        record = _parse_line(line)
        if record is None:
            text = quoted(line.decode(errors="replace"))
            raise self._error("a record with its checksum", text, place=f", line {number}")
        return record

    def _write(self, line: bytes) -> None:
        """Append *line*; append nothing of it if it does not fit on the disk."""
        size = self._file.seek(0, os.SEEK_END)
        try:
            written = self._file.write(line)
        except OSError as error:
            raise self._write_error(error) from None
        if written < len(line):
            self._file.truncate(size)
            raise self._write_error(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))

    def _write_error(self, error: OSError | ValueError) -> CheckpointError:
        return self._error("a file that can be written", error_text(error))

    def _error(
        self, expected: str, found: str, *, hint: str = "", place: str = ""
    ) -> CheckpointError:
        return CheckpointError(self.where + place, expected=expected, found=found, hint=hint)


def _format_line(record: Any) -> bytes:
    text = json.dumps(record).encode()
    return b"%08x %s\n" % (crc32(text), text)


def _parse_line(line: bytes) -> Any:
    """Return the record of *line*; None if `_format_line` did not make it."""
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    if checksum != b"%08x" % crc32(text):
        return None
    try:
        return json.loads(text.decode())
    except (ValueError, RecursionError):  # somebody else wrote it, with a checksum of its own
        return None
