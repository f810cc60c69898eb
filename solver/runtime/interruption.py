"""Interruption by Ctrl-C (SIGINT) or a time limit: deferred, blocked, turned into an exit code.

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

from solver.runtime.background import exit_process as exit_process  # noqa: PLC0414
from solver.runtime.background import interruptible as interruptible  # noqa: PLC0414
from solver.runtime.background import interruptible_items as interruptible_items  # noqa: PLC0414

INTERRUPTED = 130  # the exit code
_AGAIN_S = 1.0
_SOON_S = 0.001


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
def ended_after(limit_s: float | None) -> Iterator[None]:
    """End the block after *limit_s* seconds, as a Ctrl-C would; None never ends it.

    So it leaves what an interruption leaves. Raises `UndecidedError` then. For the main thread, on
    systems that have alarms; elsewhere there is no limit.
    """
    if limit_s is None or not hasattr(signal, "setitimer"):
        yield
        return
    is_over = False

    def end(_number: int, _frame: FrameType | None) -> None:
        nonlocal is_over
        is_over = True
        if not callable(signal.getsignal(signal.SIGINT)):  # ignored, as in the background
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)

    def ring_if_lost(lost: "sys.UnraisableHookArgs") -> None:
        if is_over and issubclass(lost.exc_type, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, _SOON_S, _AGAIN_S)
        else:
            show_unraisable(lost)

    before = signal.signal(signal.SIGALRM, end)
    # Nothing can be raised where an object ends or garbage is collected: Python would tell of it
    # and go on.
    show_unraisable = sys.unraisablehook
    sys.unraisablehook = ring_if_lost
    # Again and again, like an impatient Ctrl-C, for who catches one.
    signal.setitimer(signal.ITIMER_REAL, limit_s, _AGAIN_S)
    try:
        yield
    except KeyboardInterrupt:
        if is_over:
            from solver.errors import UndecidedError  # this module comes before all others

            raise UndecidedError(f"there was no answer within {limit_s:g} s") from None
        raise
    finally:
        sys.unraisablehook = show_unraisable  # first, as it may set the timer
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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
