"""The progress of a long search, shown on stderr while it runs and when it is interrupted."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from solver.console.terminal import is_screen, print_error, shows_colour
from solver.runtime.progress import Progress

if TYPE_CHECKING:
    import rich.progress

_DELAY_S = 0.5  # before a bar is shown: most searches take less


@contextmanager
def progress_bar(label: str, noun: str) -> Iterator[Progress]:
    """Yield what a long search calls to report its progress.

    On a terminal, a bar appears on stderr after half a second. When the search is interrupted after
    it has found something, a line says how much; *noun* is the plural of what it finds.
    """
    start, latest = time.monotonic(), (0, 0, 0)
    bar: rich.progress.Progress | None = None
    has_bar = is_screen(sys.stderr) and shows_colour(sys.stderr)

    def advance(done: int, total: int, count: int, note: str = "") -> None:
        nonlocal bar, latest
        latest = done, total, count
        if not has_bar or time.monotonic() - start < _DELAY_S:
            return
        if bar is None:
            bar = _start_bar(label)
        description = f"{label} {note}".rstrip()
        bar.update(bar.task_ids[0], completed=done, total=total, description=description)

    try:
        yield advance
    except KeyboardInterrupt:
        done, total, count = latest
        if count:
            part = f" in part {done} of {total}," if total else ""
            print_error(f"interrupted{part} with {count:,} {noun} so far")
        raise
    finally:
        if bar is not None:
            bar.stop()


def _start_bar(label: str) -> "rich.progress.Progress":
    import rich.console
    import rich.progress

    bar = rich.progress.Progress(console=rich.console.Console(stderr=True), transient=True)
    bar.add_task(label)
    bar.start()
    return bar
