"""Interruption by Ctrl-C (SIGINT): deferred, blocked, turned into an exit code.

A terminal sends SIGINT to every process of the program, worker processes included. A file half
written or a module half imported is worse than a moment's delay; so it is at a SIGTERM, which the
command line takes for a Ctrl-C.
"""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

INTERRUPTED = 130  # the exit code


@contextmanager
def exit_on_sigint() -> Iterator[None]:
    """Exit with code 130 and a one-line message if Ctrl-C is pressed in the block."""
    try:
        yield
    except KeyboardInterrupt:
        with suppress(OSError):  # nobody may read it
            if sys.stderr is not None:
                sys.stderr.write("penta: interrupted\n")
        sys.exit(INTERRUPTED)


@contextmanager
def deferred() -> Iterator[None]:
    """Defer a first Ctrl-C or SIGTERM until the block is done, so that it runs once and as a whole.

    A second one interrupts it, in case nobody reads what it writes. One that is deferred in an
    inner block is deferred by the outer one as well. Python delivers signals to the main thread
    alone; in other threads there is nothing to defer.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    first: int | None = None

    def defer(number: int, frame: FrameType | None) -> None:
        nonlocal first
        if first is not None:
            signal.default_int_handler(number, frame)
        first = number

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, defer)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if first is not None:
        signal.raise_signal(first)


@contextmanager
def blocked() -> Iterator[None]:
    """Block SIGINT in the block; child processes that start in it inherit that and never see it."""
    if not hasattr(signal, "pthread_sigmask"):  # not on this system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
