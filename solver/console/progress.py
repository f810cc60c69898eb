"""The progress of a long search, shown on stderr while it runs and when it is interrupted."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from solver.console.terminal import is_screen, print_error, shows_colour
from solver.search import Advance, AnswerT, Search

if TYPE_CHECKING:
    import rich.progress

_DELAY_S = 0.5  # before a bar is shown: most searches take less


@contextmanager
def progress_bar(label: str, noun: str = "") -> Iterator[Advance]:
    """Yield what a long search calls to report its progress.

    On a terminal, a bar appears on stderr after half a second, whether progress is reported by then
    or not. When the search is interrupted after it has found something, a line says how much;
    *noun* is the plural of what it finds.
    """
    latest, text = (0, 0, 0), label
    bar: rich.progress.Progress | None = None
    lock = threading.RLock()  # the bar appears in a thread of its own

    def appear() -> None:
        nonlocal bar
        new = _new_bar(label)
        with lock:
            if not timer.finished.is_set():
                bar = new
                bar.start()
                update()

    def update() -> None:
        if bar is not None:
            done, total, _ = latest
            bar.update(bar.task_ids[0], completed=done, total=total or None, description=text)

    def advance(done: int, total: int, count: int, note: str = "") -> None:
        nonlocal latest, text
        with lock:
            latest, text = (done, total, count), f"{label} {note}".rstrip()
            update()

    timer = threading.Timer(_DELAY_S, appear)
    timer.daemon = True
    if is_screen(sys.stderr) and shows_colour(sys.stderr):
        timer.start()
    try:
        yield advance
    except KeyboardInterrupt:
        if noun:
            print_found(*latest, noun)
        raise
    finally:
        with lock:
            timer.cancel()
            if bar is not None:
                bar.stop()


def watched(search: Search[AnswerT], *, limit_s: float | None = None) -> AnswerT | None:
    """Return the answer of *search*, run under a progress bar for *limit_s* seconds at most."""
    with progress_bar(search.label, search.noun) as advance:
        for done, total, found, note, _ in search.steps(limit_s=limit_s):
            advance(done, total, found, note)
    return search.answer


def print_found(done: int, total: int, count: int, noun: str) -> None:
    """Print how far an interrupted search came, if it has found anything."""
    if count:
        # Where the parts are what is found, one number says both.
        part = f" in part {done} of {total}," if total and done != count else ""
        print_error(f"interrupted{part} with {count:,} {noun} so far")


def _new_bar(label: str) -> "rich.progress.Progress":
    import rich.console
    import rich.progress

    bar = rich.progress.Progress(
        console=rich.console.Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # to stderr, above the bar: no results in a file
    )
    bar.add_task(label, total=None)
    return bar
