"""Ctrl-C (SIGINT): deferred for a block, blocked for child processes, or turned into an exit.

A terminal sends SIGINT to every process of the program, worker processes included. A file half
written or a module half imported is worse than a moment's delay.
"""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # the exit code


@contextmanager
def exit_on_sigint() -> Iterator[None]:
    """Exit with code 130 and a one-line message if Ctrl-C is pressed in the block."""
    try:
        yield
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("penta: interrupted\n")
        sys.exit(INTERRUPTED)


@contextmanager
def deferred() -> Iterator[None]:
    """Defer a first Ctrl-C until the block is done, so that the block runs once and as a whole.

    A second Ctrl-C interrupts it, in case nobody reads what it writes. Python delivers signals to
    the main thread alone; in other threads there is nothing to defer.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            signal.default_int_handler(number, frame)
        pressed = True

    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


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
