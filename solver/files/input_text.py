"""Texts that are read: from a bundled sample, from standard input, or from a file.

The name of a sample wins over a file of the same name; ``./name`` is then the file.
"""

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import data
from solver.errors import SourceError, did_you_mean, error_text, quoted

STDIN = "-"
Value = TypeVar("Value")
_MAX_BYTES = 1_000_000  # the largest card takes 800, the largest game 100,000


class Named(NamedTuple, Generic[Value]):
    """A value that was read, and the *title* by which messages and pictures name it."""

    title: str
    value: Value


def read_named(
    parser: Callable[..., Value],
    name: str,
    *,
    kind: str,
    samples: str | tuple[str, ...] = (),
    other: str = "",
) -> Named[Value]:
    """Return what *parser* makes of the text *name* stands for; arguments as in `read_text`."""
    title = f"{kind} {printable(name)}"
    text = read_text(name, kind=kind, samples=samples, other=other)
    return Named(title, parser(text, source=title))


def read_text(name: str, *, kind: str, samples: str | tuple[str, ...] = (), other: str = "") -> str:
    """Return the text that *name* stands for.

    *kind* is the word for it in messages, *samples* the bundled folders to look in first,
    *other* what else the caller accepts. Raises `SourceError` when there is no such file, or it
    cannot be read, or it is not text.
    """
    where = f"{kind} {quoted(name)}"
    if not name:
        raise SourceError(where, expected="a name", found="an empty one")
    if name == STDIN:
        return _decode(_stdin_bytes(where), where)
    known = data.samples(samples)
    sample = f"a sample ({', '.join(known)})" if known else ""
    *choices, last = filter(None, ("a text file", "'-' for standard input", sample, other))
    expected = f"{', '.join(choices)} or {last}"
    return _decode(_file_bytes(known.get(name, Path(name)), where, expected, known), where)


def _stdin_bytes(where: str) -> bytes:
    try:
        if sys.stdin is not None:
            return sys.stdin.buffer.read(_MAX_BYTES + 1)
    except OSError as error:
        raise SourceError(where, expected="a text", found=error_text(error)) from None
    raise SourceError(where, expected="a text on standard input", found="it is closed")


def printable(name: str) -> str:
    """Return *name* for a message, quoted if it would break the line or the terminal."""
    return name if name.isprintable() else quoted(name)


def _file_bytes(path: Path, where: str, expected: str, known: Iterable[str]) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise SourceError(
            where, expected=expected, found="no such file", hint=did_you_mean(str(path), known)
        ) from None
    except IsADirectoryError:
        raise SourceError(where, expected=expected, found="a folder") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise SourceError(where, expected=expected, found=error_text(error)) from None


def _decode(content: bytes, where: str) -> str:
    if len(content) > _MAX_BYTES:
        raise SourceError(where, expected=f"at most {_MAX_BYTES} bytes", found="more")
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # as spreadsheets save "Unicode text"
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            raise SourceError(where, expected="text", found="damaged UTF-16 text") from None
    if b"\0" in content:
        found = f"a binary file (a zero byte at offset {content.index(0)})"
        raise SourceError(where, expected="text", found=found)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"a binary file (byte 0x{content[error.start]:02x} at offset {error.start})"
        hint = "a spreadsheet saves it as CSV UTF-8"
        raise SourceError(where, expected="UTF-8 text", found=found, hint=hint) from None
