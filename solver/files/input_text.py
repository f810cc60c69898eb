"""Texts that are read: from a bundled sample, from standard input, or from a file.

The name of a sample wins over a file of the same name; ``./name`` is then the file.
"""

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import data
from solver.errors import SourceError, did_you_mean, error_text, quoted

STDIN = "-"
Value = TypeVar("Value")
_MAX_BYTES = 1_000_000  # the largest card takes 800, the largest game 100,000
_PICTURE = "a picture"
_PICTURE_HINTS = {"card": "'penta rush read' reads a card from a photo"}  # by kind
_AS_CSV = "save the table as CSV, and give that"
# What files of other kinds begin with, and how such a card, say, is handed in.
_SIGNATURES = (
    (b"PK\x03\x04", "a spreadsheet or another packed file", _AS_CSV),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet or document", _AS_CSV),
    (b"%PDF", "a PDF file", "copy its text into a text file"),
    (b"\x1f\x8b", "a packed file", "unpack it first"),
    *(
        (start, _PICTURE, "")
        for start in (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
    ),
)


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
        return _decode(_stdin_bytes(where), where, kind)
    known = data.samples(samples)
    sample = f"a sample ({', '.join(known)})" if known else ""
    *choices, last = filter(None, ("a text file", "'-' for standard input", sample, other))
    expected = f"{', '.join(choices)} or {last}"
    content = file_bytes(name, where, expected, known, most=_MAX_BYTES)
    return _decode(content, where, kind)


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


def file_bytes(
    name: str, where: str, expected: str, known: Mapping[str, Path], *, most: int
) -> bytes:
    """Return what the file *name*, perhaps a *known* sample, holds: *most* bytes and one at most.

    Raises `SourceError`, which says *where* and what was *expected*, when it cannot be read.
    """
    try:
        with known.get(name, Path(name)).open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        hint = did_you_mean(name, known)
        raise SourceError(where, expected=expected, found="no such file", hint=hint) from None
    except IsADirectoryError:
        raise SourceError(where, expected=expected, found="a folder") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise SourceError(where, expected=expected, found=error_text(error)) from None


def _refuse_other_kind(content: bytes, where: str, kind: str) -> None:
    """Raise `SourceError` if *content* begins like a file that is no text.

    It says how such a file is made one of this *kind*, if that is known.
    """
    is_picture = content[4:8] == b"ftyp" or (content[:4] == b"RIFF" and content[8:12] == b"WEBP")
    known = ((found, hint) for start, found, hint in _SIGNATURES if content.startswith(start))
    found, hint = next(known, (_PICTURE if is_picture else "", ""))
    if found:
        hint = hint or _PICTURE_HINTS.get(kind, "")
        raise SourceError(where, expected="text", found=found, hint=hint)


def _decode(content: bytes, where: str, kind: str) -> str:
    _refuse_other_kind(content, where, kind)
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
