"""The terminal: what it may show (outlines, colour, progress), and how it is told.

Outlines, colour and progress are for people, so only for a terminal that can show them: none in a
pipe or under TERM=dumb, and under NO_COLOR (https://no-color.org) outlines alone. rich is
imported only where it is used.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from solver.draw import Line

if TYPE_CHECKING:
    from rich.progress import Progress

_PATIENCE_S = 0.5  # before a bar is shown: most counts take less


def shows_outlines(stream: TextIO) -> bool:
    """Return whether *stream* shows box-drawing characters to a person."""
    encoding = (stream.encoding or "").lower().replace("-", "")
    return stream.isatty() and os.environ.get("TERM") != "dumb" and encoding == "utf8"


def shows_colour(stream: TextIO) -> bool:
    """Return whether *stream* shows colours to a person."""
    return shows_outlines(stream) and not os.environ.get("NO_COLOR")


def show(lines: Iterable[Line], stream: TextIO | None = None) -> None:
    """Print *lines*, in their styles where *stream* (stdout) shows colours."""
    stream = stream or sys.stdout
    if not shows_colour(stream):
        for line in lines:
            stream.write("".join(text for text, _ in line).rstrip() + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*line))


def say(message: str) -> None:
    """Tell the person something on stderr, which is talk, not data."""
    sys.stderr.write(f"{message}\n")


@contextmanager
def unbroken() -> Iterator[None]:
    """Put Ctrl-C off until the block is done, so that what it writes is written whole, and once."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def progress(label: str, found: str) -> Iterator[Callable[[int, int, int], None]]:
    """Yield what a long search calls with steps done, steps in all, and how much it found.

    A bar is shown on stderr after half a second. Interrupted, how far it came is told, where it
    had found anything: *found* is the word for that.
    """
    start, last = time.monotonic(), (0, 0, 0)
    bar: Progress | None = None
    patient = not shows_colour(sys.stderr)

    def advance(done: int, total: int, count: int) -> None:
        nonlocal bar, last
        last = done, total, count
        if patient or time.monotonic() - start < _PATIENCE_S:
            return
        if bar is None:
            bar = _bar(label)
        bar.update(bar.task_ids[0], completed=done, total=total)

    try:
        yield advance
    except KeyboardInterrupt:
        done, total, count = last
        if count:
            say(f"interrupted in step {done} of {total}, with {count:,} {found} so far")
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
