"""What every reader promises for any text or file: a value, or our error on one line, and soon.

Damaged files are made of good ones by a number, the same files in every run: bytes changed, lines
swapped, numbers and texts replaced by strange ones, JSON of other types, other encodings.
"""

import json
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from solver.errors import PentaError

_MAX_BYTES = 1_100_000  # more than a text may have
_MAX_MESSAGE = 600  # characters; the names of temporary files are long

_Value = TypeVar("_Value")
_Damage = Callable[[bytes, Random], bytes]

_STRANGE_TEXTS = (
    *("", " ", "\0", "a\nb", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x9b2J", "\u202e\u2066"),
    *("\u2028", "\ud800", "é", "🟥", "\uff21\uff11", "ß", "'\"\\", "../..", "%s{0}", "-1", "NaN"),
    *("1e9999999", "1/0", "9" * 5000, "A" * 100_000),
)
_STRANGE_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, -0.0, 2**31, 2**63, 2**64, 10**30, -(10**30), 10**4000),
    *(float("nan"), float("inf"), float("-inf"), 1e308),
    *([], {}, [[]], [None], {"": None}, [[[[[[]]]]]], [0] * 1000, {"cells": [[0, 0]]}),
    *_STRANGE_TEXTS,
)
_STRANGE_TOKENS = (
    *(b"1e9999999", b"-1e9999999", b"1e-9999999", b"1.5e400", b"9" * 5000, b"9" * 100_000),
    *(b"NaN", b"Infinity", b"-Infinity", b"-0", b"0x10", b"1_000", b"null", b"true", b"[]", b"{}"),
    *(b"[" * 100_000, b'{"a":' * 20_000, b"[[" * 50_000 + b"]]" * 50_000, b'"', b"'''", b"#"),
    *(text.encode(errors="surrogatepass") for text in _STRANGE_TEXTS),
    *(b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\x80", b"\x7f"),
    *(b"\r", b"\x0b", b"\x0c", b"\xc2\x85"),
    *(b'"\\ud800"', b'"\\u001b[2J"', b'"\\u0000"', b"1979-05-27", b"1979-05-27T07:32:00Z"),
)
_ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "cp1252", "cp037", "utf-7")
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[0-9.]+|[A-Za-z]+|[^\sA-Za-z0-9]')


class Reader(NamedTuple):
    """What *read* makes of a file of this name, and *samples* of good files.

    *repair* makes damaged files pass a first test, such as a checksum; half of them are repaired.
    A file may take *limit_s* seconds of CPU time. One in *step* is read, where each is a process.
    """

    read: Callable[[str], object]
    samples: Sequence[bytes]
    repair: Callable[[bytes], bytes] | None = None
    limit_s: float = 2.0
    step: int = 1


def attempt(parse: Callable[[str], _Value], text: str) -> _Value | None:
    """Return what *parse* makes of *text*; None for our error, and only ours escapes it."""
    try:
        return parse(text)
    except PentaError as error:
        message = str(error)
    check_message(message)
    return None


def check_message(message: str) -> None:
    """Raise `AssertionError` unless *message* says on one line what was expected and found."""
    # The joiner of emoji is not printable by itself.
    assert message.replace("\u200d", "").isprintable(), repr(message)
    assert len(message) <= _MAX_MESSAGE, message[:_MAX_MESSAGE]
    assert "expected" in message
    assert "found" in message


def check_reader(reader: Reader, path: Path, *, count: int) -> None:
    """Have *reader* read *count* damaged files, each under the name *path*.

    Raises `AssertionError`, with the number of the file and its beginning, unless each gives a
    value, or our error on one line, within the time of *reader*.
    """
    for number in range(0, count, reader.step):
        content = damaged_file(reader, number)
        path.write_bytes(content)
        try:
            with time_limit(reader.limit_s):
                attempt(reader.read, str(path))
        except Exception as error:
            text = f"damaged file {number}, {content[:300]!r}: {type(error).__name__}: {error}"
            raise AssertionError(text[:2000]) from error


def damaged_file(reader: Reader, number: int) -> bytes:
    """Return the damaged file of this *number*, one of the samples of *reader* with some damage."""
    rng = Random(number)
    content = rng.choice(reader.samples)
    for _ in range(rng.choice((1, 1, 2, 3))):
        content = rng.choice(_DAMAGES)(content, rng)
    return reader.repair(content) if reader.repair and rng.random() < 1 / 2 else content


@contextmanager
def time_limit(limit_s: float) -> Iterator[None]:
    """Raise `TimeoutError` when the block takes this process longer than *limit_s*."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, limit_s)  # of CPU time: other tests run beside this one
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _flip_bytes(content: bytes, rng: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 8, 100)) if content else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _flip_bit(content: bytes, rng: Random) -> bytes:
    changed = bytearray(content)
    if content:
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _truncate(content: bytes, rng: Random) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _cut_out(content: bytes, rng: Random) -> bytes:
    start, end = _slice(content, rng)
    return content[:start] + content[end:]


def _duplicate(content: bytes, rng: Random) -> bytes:
    start, end = _slice(content, rng)
    return content[:start] + content[start:end] * rng.choice((2, 2, 3, 50)) + content[end:]


def _repeat(content: bytes, rng: Random) -> bytes:
    times = (0, 2, 2, 2, 3, 3, 100, 1 + _MAX_BYTES // (len(content) + 1))
    return (content * rng.choice(times))[:_MAX_BYTES]


def _rearrange_lines(content: bytes, rng: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    if lines:
        first, second = (rng.randrange(len(lines)) for _ in range(2))
        lines[first], lines[second] = lines[second], lines[first]
        if rng.random() < 1 / 3:
            lines[rng.randrange(len(lines))] = rng.choice((b"", b"\n", lines[first] * 2))
    return b"".join(lines)


def _change_line_ends(content: bytes, rng: Random) -> bytes:
    return content.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\x0b", b"\0", b"")))


def _replace_token(content: bytes, rng: Random) -> bytes:
    start, end = _token(content, rng)
    return content[:start] + rng.choice(_STRANGE_TOKENS) + content[end:]


def _swap_tokens(content: bytes, rng: Random) -> bytes:
    (start, end), (other_start, other_end) = sorted(_token(content, rng) for _ in range(2))
    if end > other_start:
        return content
    first, second = content[start:end], content[other_start:other_end]
    return content[:start] + second + content[end:other_start] + first + content[other_end:]


def _insert_token(content: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(content) + 1)
    return content[:place] + rng.choice(_STRANGE_TOKENS) + content[place:]


def _encode_otherwise(content: bytes, rng: Random) -> bytes:
    text = content.decode(errors="replace")
    return text.encode(rng.choice(_ENCODINGS), errors="replace")


def _damage_json(content: bytes, rng: Random) -> bytes:
    """Change one value of a JSON file; of a checkpoint, one of a line that ends in JSON."""
    if not content.startswith((b"{", b"[")) and b"\n" in content:
        line = rng.choice(content.splitlines() or [b""])
        start = line.find(b" ") + 1
        return content.replace(line, line[:start] + _damage_json(line[start:], rng), 1)
    try:
        return json.dumps(_with_strange_value(json.loads(content), rng)).encode()
    except (ValueError, RecursionError):  # it is no JSON, or no longer
        return _replace_token(content, rng)


def _with_strange_value(value: Any, rng: Random) -> Any:
    """Return JSON *value* with one value in it changed, at any depth."""
    if not (value and isinstance(value, dict | list)) or rng.random() < 1 / 10:
        return rng.choice(_STRANGE_VALUES)
    if isinstance(value, list):
        place, entries = rng.randrange(len(value)), list(value)
        match rng.randrange(8):
            case 0:
                del entries[place]
            case 1:
                entries.insert(place, rng.choice([*entries, *_STRANGE_VALUES]))
            case _:
                entries[place] = _with_strange_value(entries[place], rng)
        return entries
    key = rng.choice(list(value))
    fields = dict(value)
    match rng.randrange(8):
        case 0:
            del fields[key]
        case 1:
            fields[rng.choice([*fields, *_STRANGE_TEXTS])] = fields.pop(key)
        case 2:
            fields[key] = fields[rng.choice(list(fields))]
        case _:
            fields[key] = _with_strange_value(fields[key], rng)
    return fields


def _token(content: bytes, rng: Random) -> tuple[int, int]:
    """Return where a number, a word, a string or a mark begins and ends."""
    token = _TOKEN.search(content, rng.randrange(len(content) + 1)) or _TOKEN.search(content)
    return token.span() if token else (0, 0)


def _slice(content: bytes, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(content) + 1)
    return start, min(start + rng.choice((1, 5, 50, 500)), len(content))


_DAMAGES: tuple[_Damage, ...] = (
    *(_flip_bytes, _flip_bit, _truncate, _cut_out, _duplicate, _repeat),
    *(_rearrange_lines, _change_line_ends, _encode_otherwise),
    *(_replace_token,) * 3,
    *(_insert_token,) * 2,
    _swap_tokens,
    *(_damage_json,) * 6,
)
