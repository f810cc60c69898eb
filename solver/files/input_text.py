"""Where a text comes from: a bundled sample, standard input, or a file.

A name of a sample wins over a file of that name; ``./name`` is then the file.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

import data
from solver.errors import SourceError, did_you_mean, quoted

STDIN = "-"
_LARGEST = 1_000_000  # bytes; the largest card takes 800, the largest game 100,000


def read_text(name: str, *, kind: str, samples: str | None = None, other: str = "") -> str:
    """Return the text that *name* stands for.

    *kind* is the word for it in messages, *samples* the bundled folder to look in first, *other*
    what else the caller would have taken.
    Raises `SourceError` when it does not exist, cannot be read or is not text.
    """
    where = f"{kind} {quoted(name)}"
    if not name:
        raise SourceError(where, expected="a name", found="an empty one")
    if name == STDIN:
        return _decoded(_stdin_bytes(where), where)
    known = data.samples(samples) if samples else {}
    path = known.get(name, Path(name))
    sample = f"a sample ({', '.join(known)})" if known else ""
    wanted = [one for one in ("a text file", "'-' for standard input", sample, other) if one]
    expected = f"{', '.join(wanted[:-1])} or {wanted[-1]}"
    return _decoded(_file_bytes(path, where, expected, known), where)


def _stdin_bytes(where: str) -> bytes:
    try:
        if sys.stdin is not None:
            return sys.stdin.buffer.read(_LARGEST + 1)
    except OSError as error:
        raise SourceError(where, expected="a text", found=f"an error ({error.strerror})") from None
    raise SourceError(where, expected="a text on standard input", found="it is closed")


def printable(name: str) -> str:
    """Return *name* for a message: as it is, unless it would break the line or the terminal."""
    return name if name.isprintable() else quoted(name)


def _file_bytes(path: Path, where: str, expected: str, known: Iterable[str]) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST + 1)
    except FileNotFoundError:
        raise SourceError(
            where, expected=expected, found="no such file", hint=did_you_mean(str(path), known)
        ) from None
    except IsADirectoryError:
        raise SourceError(where, expected=expected, found="a folder") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SourceError(where, expected=expected, found=f"an error ({reason})") from None


def _decoded(content: bytes, where: str) -> str:
    if len(content) > _LARGEST:
        raise SourceError(where, expected=f"at most {_LARGEST} bytes", found="more")
    if b"\0" in content:
        place = content.index(b"\0")
        raise SourceError(
            where, expected="text", found=f"a binary file (a zero byte at offset {place})"
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError(
            where,
            expected="UTF-8 text",
            found=f"a binary file (byte 0x{content[error.start]:02x} at offset {error.start})",
        ) from None
