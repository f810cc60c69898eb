"""Ctrl-C: put off until a block is done, kept from processes that begin in it, or told.

A terminal tells every process of a Ctrl-C, those that were begun to help as well. What is broken
off halfway, as a file half written or a module half imported, may be worse than a moment's wait.
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
    """End the program at a Ctrl-C in the block, and tell it in a line."""
    try:
        yield
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("penta: interrupted\n")
        sys.exit(INTERRUPTED)


@contextmanager
def deferred() -> Iterator[None]:
    """Put a first Ctrl-C off until the block is done, so that it does all, and does it once.

    A second one breaks it, for where nobody reads what it writes. Only the main thread is told of
    a Ctrl-C; in others there is nothing to put off.
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
    """Put Ctrl-C off until the block is done; processes that begin in it are never told of one."""
    if not hasattr(signal, "pthread_sigmask"):  # not on this system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
