"""Checkpoints: what a long run has found, kept line by line in a file, so that it can go on.

The file has a header line, the JSON of what the run computes, and a line of JSON for each record,
all preceded by a checksum. A `Checkpoint` only appends lines, each in one write. So a run that is
killed at any moment leaves whole lines and at most a torn last one, which is cut off when the file
is opened again. A snapshot has one record, which the next one replaces as a whole.
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
from solver.files.output_file import write_atomic

try:
    import fcntl
except ImportError:  # not on this system: two runs on one file are not kept apart
    fcntl = None  # type: ignore[assignment]

_MAX_SNAPSHOT = 200_000_000  # bytes; a training of Knaster has 30 to 70 millions


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
        records, size = _parse(content, header, self.where)
        self._file.truncate(size)
        if not size:
            self._write(_format_line(header))
        return records

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

    def _error(self, expected: str, found: str) -> CheckpointError:
        return CheckpointError(self.where, expected=expected, found=found)


def write_snapshot(name: str, header: dict[str, Any], record: Any) -> None:
    """Write *record* (JSON) of the run that *header* describes to the file *name*.

    Raises `SourceError` when it cannot be written.
    """
    write_atomic(name, _format_line(header) + _format_line(record), kind="checkpoint")


def read_snapshot(name: str, header: dict[str, Any]) -> Any:
    """Return the record in the file *name*; None if there is no such file, or an empty one.

    Raises `CheckpointError` when the file cannot be read, has another header or is damaged.
    """
    where = f"checkpoint {printable(name)}"
    try:
        with Path(name).open("rb") as file:
            content = file.read(_MAX_SNAPSHOT)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        found = error_text(error)
        raise CheckpointError(where, expected="a file that can be read", found=found) from None
    records, size = _parse(content, header, where)
    if content and not (size == len(content) and len(records) == 1):
        expected, found = "a whole checkpoint, or no file yet", f"{len(records)} records"
        raise CheckpointError(where, expected=expected, found=found)
    return records[0] if records else None


def _parse(content: bytes, header: dict[str, Any], where: str) -> tuple[list[Any], int]:
    """Return the records in *content*, and the size of all whole lines, the header's included."""
    first_line = _format_line(header)
    if not content.startswith(first_line) and not first_line.startswith(content):
        raise _mismatch_error(content, header, where)
    whole = content[: content.rfind(b"\n") + 1]
    records = []
    for number, line in enumerate(whole.splitlines(keepends=True)[1:], start=2):
        record = _parse_line(line)
        if record is None:
            found = quoted(line[:100].decode(errors="replace"))
            expected = "a record with its checksum"
            raise CheckpointError(f"{where}, line {number}", expected=expected, found=found)
        records.append(record)
    return records, len(whole)


def _mismatch_error(content: bytes, header: dict[str, Any], where: str) -> CheckpointError:
    """Return the error for a file of another run, or of another kind."""
    expected, found = "the checkpoint of this run", "one with more in its header"
    other = _parse_line(content[: content.find(b"\n") + 1])
    if not isinstance(other, dict):
        found = quoted(content[:100].decode(errors="replace").partition("\n")[0])
        return CheckpointError(where, expected="a checkpoint, or no file yet", found=found)
    for key, value in header.items():
        if other.get(key) != value:
            expected += f", with {key} {json_quoted(value)}"
            found = json_quoted(other.get(key))
            break
    else:
        more = next((key for key in other if key not in header), None)
        found = found if more is None else f"one with {more} {json_quoted(other[more])}"
    hint = "name another file to begin anew"
    return CheckpointError(where, expected=expected, found=found, hint=hint)


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
