"""Interruption by Ctrl-C (SIGINT) or a time limit: heard beside compiled code, deferred, blocked.

A terminal sends SIGINT to every process of the program, worker processes included. A file half
written or a module half imported is worse than a moment's delay; so it is at a SIGTERM, which the
command line takes for a Ctrl-C. But Python hears nothing while the main thread is in compiled code,
which may take minutes: such a call is made in another thread.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TypeVar

if TYPE_CHECKING:
    from queue import SimpleQueue

INTERRUPTED = 130  # the exit code
_AGAIN_S = 1.0
_SOON_S = 0.001
_ITEMS_AHEAD = 256  # made before they are wanted

Result = TypeVar("Result")
Item = TypeVar("Item")


class _Abandonable(threading.Thread):
    """A thread that the end of the program does not wait for."""


def interruptible(call: Callable[[], Result], *, limit_s: float | None = None) -> Result:
    """Return what *call* returns, or raise what it raises; a Ctrl-C ends the wait for it at once.

    The call is made in a thread of its own, which nothing can stop. After a Ctrl-C, or after
    *limit_s* seconds, when `TimeoutError` is raised, it is left alone until `exit_process` ends it;
    so it must not change what others read. In threads but the main one no Ctrl-C arrives.

    >>> interruptible(lambda: sum(range(5)))
    10
    """
    from concurrent.futures import Future  # most commands need none

    result: Future[Result] = Future()

    def run() -> None:
        try:
            result.set_result(call())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is awaited
            result.set_exception(error)

    _Abandonable(target=run, daemon=True).start()
    return result.result(limit_s)


def interruptible_items(
    items: Iterable[Item], *, limit_s: float | None = None
) -> Generator[Item, None, None]:
    """Yield *items*, which are made in a thread of their own, as they come, some hundred ahead.

    A Ctrl-C ends the wait for the next one at once, and `TimeoutError` is raised after *limit_s*
    seconds in all. The item that is being made then is left alone, as by `interruptible`; no other
    is begun.

    >>> list(interruptible_items(range(5)))
    [0, 1, 2, 3, 4]
    """
    from queue import Empty, SimpleQueue

    made: SimpleQueue[tuple[Item] | BaseException] = SimpleQueue()
    room = _tokens(_ITEMS_AHEAD)  # no semaphore: at a Ctrl-C its lock might stay taken
    is_left = threading.Event()
    deadline = None if limit_s is None else time.monotonic() + limit_s

    def make() -> None:
        try:
            for item in items:
                made.put((item,))
                room.get()
                if is_left.is_set():
                    break
            made.put(StopIteration())
        except BaseException as error:  # noqa: BLE001 - it is raised where the items are awaited
            made.put(error)

    _Abandonable(target=make, daemon=True).start()
    try:
        while True:
            seconds = None if deadline is None else deadline - time.monotonic()
            if seconds is not None and seconds <= 0:  # even if more of them are ready
                raise TimeoutError
            try:
                result = made.get(timeout=seconds)
            except Empty:
                raise TimeoutError from None
            if isinstance(result, StopIteration):
                return
            if isinstance(result, BaseException):
                raise result
            room.put(None)
            yield result[0]
    finally:
        is_left.set()
        room.put(None)  # the thread may be waiting for it


def _tokens(count: int) -> "SimpleQueue[None]":
    """Return a queue that *count* tokens can be taken from."""
    from queue import SimpleQueue

    tokens: SimpleQueue[None] = SimpleQueue()
    for _ in range(count):
        tokens.put(None)
    return tokens


def exit_process(code: int) -> NoReturn:
    """Exit with *code*, at once if `interruptible` has left a call alone."""
    if any(isinstance(thread, _Abandonable) for thread in threading.enumerate()):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            with suppress(OSError, ValueError):
                stream.flush()
        if processes := sys.modules.get("multiprocessing.util"):
            # Or a warning would call their semaphores leaked.
            processes._run_finalizers(0)  # noqa: SLF001 - there is no public name
        os._exit(code)  # Python would let the thread run into what is being taken down
    sys.exit(code)


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
