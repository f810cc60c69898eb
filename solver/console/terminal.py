"""The terminal: what it may show (outlines, colour, progress), and how it is told.

Outlines, colour and progress are for people, so only for a terminal that can show them: none in a
pipe or under TERM=dumb, and under NO_COLOR (https://no-color.org) outlines alone. rich is
imported only where it is used.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from solver.drawing.text_grid import Line, text_of
from solver.runtime.sigint import deferred

if TYPE_CHECKING:
    from rich.progress import Progress

_PATIENCE_S = 0.5  # before a bar is shown: most counts take less
_CHUNK = 256  # lines: a pipe takes 64 KiB at once
_PAUSE_S = 0.1


def is_screen(stream: TextIO) -> bool:
    """Return whether *stream* is shown to a person, and can be cleared."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def shows_outlines(stream: TextIO) -> bool:
    """Return whether *stream* shows box-drawing characters to a person."""
    return is_screen(stream) and (stream.encoding or "").lower().replace("-", "") == "utf8"


def shows_colour(stream: TextIO) -> bool:
    """Return whether *stream* shows colours to a person."""
    return shows_outlines(stream) and not os.environ.get("NO_COLOR")


def show(lines: Iterable[Line], stream: TextIO | None = None) -> None:
    """Print *lines*, in their styles where *stream* (stdout) shows colours."""
    stream = stream or sys.stdout
    if not shows_colour(stream):
        for line in lines:
            stream.write(text_of(line).rstrip() + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*line))


def show_json(value: Any) -> None:
    """Print *value* as JSON, on one line."""
    sys.stdout.write(json.dumps(value) + "\n")


def print_error(message: str) -> None:
    """Tell the person something on stderr, which is talk, not data."""
    if sys.stderr is not None:
        sys.stderr.write(f"{message}\n")


def stream(lines: Iterable[str]) -> None:
    """Write *lines* to stdout as they come, the first at once, the others in chunks.

    A chunk is written when it is full, or when a line comes after a pause. Interrupted, what was
    found is written all the same, in whole lines.
    """
    chunk: list[str] = []
    written = float("-inf")

    def write() -> None:
        with deferred():
            sys.stdout.write("".join(chunk))
            sys.stdout.flush()
            chunk.clear()

    try:
        for line in lines:
            chunk.append(line)
            if len(chunk) == _CHUNK or time.monotonic() - written > _PAUSE_S:
                write()
                written = time.monotonic()
    finally:
        write()


class Advance(Protocol):
    """Called with the steps done, the steps in all, how much was found, and a note."""

    def __call__(self, done: int, total: int, count: int, note: str = "") -> None:
        """Show it."""


@contextmanager
def progress(label: str, found: str) -> Iterator[Advance]:
    """Yield what a long search calls with steps done, steps in all, and how much it found.

    A bar is shown on stderr after half a second, with a note if there is one. Interrupted, how far
    it came is told, where it had found anything: *found* is the word for that.
    """
    start, last = time.monotonic(), (0, 0, 0)
    bar: Progress | None = None
    patient = not shows_colour(sys.stderr)

    def advance(done: int, total: int, count: int, note: str = "") -> None:
        nonlocal bar, last
        last = done, total, count
        if patient or time.monotonic() - start < _PATIENCE_S:
            return
        if bar is None:
            bar = _bar(label)
        told = f"{label} {note}".rstrip()
        bar.update(bar.task_ids[0], completed=done, total=total, description=told)

    try:
        yield advance
    except KeyboardInterrupt:
        done, total, count = last
        if count:
            part = f" in part {done} of {total}," if total else ""
            print_error(f"interrupted{part} with {count:,} {found} so far")
        raise
    finally:
        if bar is not None:
            bar.stop()


def _bar(label: str) -> "Progress":
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    bar.add_task(label)
    bar.start()
    return bar
