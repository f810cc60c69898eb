"""Output to a terminal or a pipe: text with outlines and colours, JSON, messages, streams.

Outlines, colours and progress bars are for people: a pipe and TERM=dumb get none of them, and with
NO_COLOR set (https://no-color.org) a terminal gets outlines alone. Where there are colours, symbols
are shown by their forms, unless PENTA_LETTERS is set. A control character in a text, which may come
from a file, never reaches the terminal: it is shown by its escape.
"""

import json
import math
import os
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from solver.drawing.glyph import Glyph
from solver.drawing.styled_text import StyledLine, display_width, plain_text
from solver.runtime.interruption import deferred

# Those that change the direction of what follows: UAX 9, 2.
_BIDI_CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_CHUNK = 256  # lines: a pipe takes 64 KiB at once
_PAUSE_S = 0.1


def is_screen(stream: TextIO) -> bool:
    """Return whether *stream* is a terminal that can be cleared."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def shows_outlines(stream: TextIO) -> bool:
    """Return whether *stream* is for box-drawing characters: a terminal, or forced to be."""
    is_forced = bool(os.environ.get("FORCE_COLOR"))
    return (is_forced or is_screen(stream)) and (stream.encoding or "").lower().replace(
        "-", ""
    ) == "utf8"


def shows_colour(stream: TextIO) -> bool:
    """Return whether *stream* is for colours."""
    return shows_outlines(stream) and not os.environ.get("NO_COLOR")


def show(lines: Iterable[StyledLine], stream: TextIO | None = None) -> None:
    """Print *lines* to *stream* (by default stdout), styled if it shows colours."""
    stream = stream or sys.stdout
    if not shows_colour(stream):
        for line in lines:
            stream.write(escaped(plain_text(line)).rstrip() + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False, soft_wrap=True, force_terminal=True)
    for line in lines:
        shown = (part for text, style in line for part in _shown(text, style))
        console.print(Text.assemble(*shown))


def _shown(text: str, style: str) -> list[tuple[str, str]]:
    """Return what a terminal with colours shows for *text*: a form is centred in its space."""
    look = text.look() if isinstance(text, Glyph) and not os.environ.get("PENTA_LETTERS") else ()
    if not look:
        return [(escaped(text), style)]
    space = max(0, display_width(text) - sum(display_width(part) for part, _ in look))
    return [(" " * (space // 2), ""), *look, (" " * (space - space // 2), "")]


def fits(lines: Sequence[StyledLine], stream: TextIO, *, others: int) -> bool:
    """Return whether *lines* fit on the screen with *others* more; yes, if it has no size."""
    rows, cols = screen_size(stream)
    width = max((display_width(plain_text(line)) for line in lines), default=0)
    return len(lines) + others <= (rows or math.inf) and width <= (cols or math.inf)


def screen_size(stream: TextIO) -> tuple[int, int]:
    """Return the rows and cols of the terminal that *stream* is; 0 where they are not known."""
    try:
        cols, rows = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):  # no terminal, or no file at all
        return 0, 0
    return rows, cols


def escaped(text: str) -> str:
    r"""Return *text* with escapes for the characters that move the cursor or turn the direction.

    >>> print(escaped("\x1b[2Jmeadow"))
    \x1b[2Jmeadow
    """
    if text.isprintable():
        return text
    from unicodedata import category  # most texts need none

    return "".join(
        repr(character)[1:-1]
        if category(character) in {"Cc", "Cs", "Zl", "Zp"} or character in _BIDI_CONTROLS
        else character
        for character in text
    )


def show_json(value: Any) -> None:
    """Print *value* as JSON, on one line."""
    sys.stdout.write(json.dumps(value) + "\n")


def print_error(message: str) -> None:
    """Print a message for the user to stderr; results go to stdout.

    A message that cannot be written is dropped: the answer and its exit code matter more.
    """
    if sys.stderr is None:
        return
    lines = map(escaped, message.split("\n"))
    try:
        sys.stderr.write("".join(f"{line}\n" for line in lines))
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Send what *stream* still holds, and all that will be written to it, to nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def stream_lines(lines: Iterable[str]) -> None:
    """Write *lines* to stdout as they come, the first at once, the others in chunks.

    A chunk is written when it is full, or when a line comes after a pause. When the iterator is
    interrupted, the lines that it gave are still written, whole.
    """
    chunk: list[str] = []
    last_write_s = float("-inf")

    def write() -> None:
        with deferred():
            sys.stdout.write("".join(chunk))
            sys.stdout.flush()
            chunk.clear()

    try:
        for line in lines:
            chunk.append(line)
            if len(chunk) == _CHUNK or time.monotonic() - last_write_s > _PAUSE_S:
                write()
                last_write_s = time.monotonic()
    finally:
        write()
