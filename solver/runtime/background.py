"""Work in a thread of its own, so that Ctrl-C is heard while compiled code runs.

Python delivers a Ctrl-C to the main thread, between two of its own instructions: a call of compiled
code, which may take minutes, would put it off to its end. So the work is done in another thread,
and the main one waits for what comes from it. One that is told to stop ends when it next publishes
something or runs Python code, or when its `when_stopped` hooks end what it waits for;
`exit_process` ends the others with the program.

Where there are no threads, as in a browser, the work is done at once when its events are asked for.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import partial, wraps
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple, NoReturn, ParamSpec, TypeVar

from solver.runtime.parallel import HAS_THREADS

_AHEAD = 256  # events that are published before anybody takes them
_LAST_WORDS_S = 0.2  # the longest wait for a thread that is to stop

Event = TypeVar("Event")
Result = TypeVar("Result")
Parameters = ParamSpec("Parameters")
Publish = Callable[[Event], None]


class StoppedError(BaseException):
    """Raised in a thread that goes on after it was told to stop."""


class _Last(NamedTuple):
    event: Any
    is_whole: bool  # the call was not told to stop before it returned


class _Raised(NamedTuple):
    error: BaseException


class Worker(threading.Thread, Generic[Event]):
    """A thread that makes *call*, which publishes events by the function that it is handed.

    What the call returns is the last event.
    """

    def __init__(self, call: Callable[[Publish[Event]], Event]) -> None:
        super().__init__(daemon=True)
        self._call = call
        self._outbox: SimpleQueue[Event | _Last | _Raised] = SimpleQueue()
        # No semaphore: at a Ctrl-C its lock might stay taken.
        self._tickets: SimpleQueue[None] = SimpleQueue()
        for _ in range(_AHEAD):
            self._tickets.put(None)
        self.deadline: float | None = None  # a time of `time.monotonic`
        self.limit_s: float | None = None  # sets the deadline, from the first event on
        self.is_finished = False  # its last event was handed out
        self.is_whole = False  # it is finished, and was not told to stop before
        self.is_stopped = False
        self.hooks: list[Callable[[], None]] = []

    def run(self) -> None:
        """Make the call, in this thread."""
        with suppress(StoppedError):  # it may come late
            try:
                event = self._call(self._publish)
                self._outbox.put(_Last(event, not self.is_stopped))
            except BaseException as error:  # noqa: BLE001 - raised where the events are awaited
                self._outbox.put(_Raised(error))

    def _publish(self, event: Event) -> None:
        """Hand out *event*; wait while some hundred are still to be taken.

        Raises `StoppedError` once the thread was told to stop. Without threads nobody takes an
        event before the last one, and the deadline is looked at here.
        """
        if self.deadline is None and self.limit_s is not None:
            self.deadline = time.monotonic() + self.limit_s
        if not HAS_THREADS:
            self._outbox.put(event)
            if self.deadline is not None and time.monotonic() >= self.deadline:
                raise StoppedError
            return
        self._tickets.get()
        if self.is_stopped:
            self._tickets.put(None)
            raise StoppedError
        self._outbox.put(event)

    def events(self) -> Generator[Event, None, None]:
        """Start the thread, yield the events as they come, and raise what the call raises.

        Raises `TimeoutError` at the *deadline*, even if more events are there. However the iterator
        is left, the thread is told to stop.
        """
        if HAS_THREADS:
            self.start()
        else:
            self.run()
        try:
            while True:
                seconds = None if self.deadline is None else self.deadline - time.monotonic()
                if seconds is not None and seconds <= 0:
                    raise TimeoutError
                try:
                    wait_s = None if seconds is None else min(seconds, threading.TIMEOUT_MAX)
                    event = self._outbox.get(timeout=wait_s)
                except Empty:
                    raise TimeoutError from None
                self.is_finished = isinstance(event, _Last | _Raised)
                if isinstance(event, _Raised):
                    raise event.error
                if isinstance(event, _Last):
                    self.is_whole = True
                    yield event.event
                    return
                self._tickets.put(None)
                yield event
        finally:
            self.stop()

    def last_words(self) -> Iterator[Event]:
        """Yield the events that came before the thread was told to stop, or within a moment after.

        Raises what the call raises: an error that comes late is an error.
        """
        deadline = time.monotonic() + _LAST_WORDS_S
        while not self.is_finished:
            try:
                event = self._outbox.get(timeout=max(0, deadline - time.monotonic()))
            except Empty:
                return
            self.is_finished = isinstance(event, _Last | _Raised)
            if isinstance(event, _Raised):
                if isinstance(event.error, StoppedError):
                    return
                raise event.error
            if isinstance(event, _Last):
                self.is_whole = event.is_whole
                yield event.event
            else:
                yield event

    def stop(self) -> None:
        """Tell the thread to stop."""
        self.is_stopped = True
        self._tickets.put(None)  # it may be waiting for one
        for hook in list(self.hooks):
            hook()

    def abandon(self) -> None:
        """Have `StoppedError` raised in the thread, unless it is done, when it next runs Python.

        Left alone it would share Python with all that comes after it, as in a notebook.
        """
        if not self.is_finished and self.ident is not None and self.is_alive():
            from ctypes import c_ulong, py_object, pythonapi  # hardly any command gets here

            _hide_stops()
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(self.ident), py_object(StoppedError))


def _hide_stops() -> None:
    """Say nothing of a `StoppedError` that comes while Python closes what a thread leaves."""
    tell = sys.unraisablehook
    if isinstance(tell, partial) and tell.func is _tell_unless_stopped:
        return
    sys.unraisablehook = partial(_tell_unless_stopped, tell)


def _tell_unless_stopped(
    tell: "Callable[[sys.UnraisableHookArgs], object]", found: "sys.UnraisableHookArgs"
) -> None:
    if found.exc_type is not StoppedError:
        tell(found)


def interruptible(call: Callable[[], Result], *, limit_s: float | None = None) -> Result:
    """Return what *call* returns, or raise what it raises; a Ctrl-C ends the wait for it at once.

    After *limit_s* seconds `TimeoutError` is raised. A call that is left alone goes on, so it must
    not change what others read. In a `Worker`, which is left alone as a whole, and without threads
    a call without a limit is made as it is.

    >>> interruptible(lambda: sum(range(5)))
    10
    """
    if limit_s is None and (not HAS_THREADS or isinstance(threading.current_thread(), Worker)):
        return call()
    worker = Worker[Result](lambda _publish: call())
    if limit_s is not None:
        worker.deadline = time.monotonic() + limit_s
    try:
        return next(worker.events())
    finally:
        worker.abandon()


def in_background(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Make the calls of *function* `interruptible`."""

    @wraps(function)
    def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return interruptible(partial(function, *args, **kwargs))

    return call


@contextmanager
def when_stopped(hook: Callable[[], None]) -> Iterator[None]:
    """Call *hook* if the `Worker` that runs the block is told to stop meanwhile.

    Raises `StoppedError` if it was told so before.
    """
    worker = threading.current_thread()
    if not isinstance(worker, Worker):
        yield
        return
    worker.hooks.append(hook)
    try:
        if worker.is_stopped:
            raise StoppedError
        yield
    finally:
        worker.hooks.remove(hook)


def exit_process(code: int) -> NoReturn:
    """Exit with *code*, at once if a `Worker` was left alone."""
    if workers := [thread for thread in threading.enumerate() if isinstance(thread, Worker)]:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            with suppress(OSError, ValueError):
                stream.flush()
        if processes := sys.modules.get("multiprocessing.util"):
            # Or a warning would call their semaphores leaked; also those that are just made.
            for worker in workers:
                worker.join(_LAST_WORDS_S)
            processes._run_finalizers(0)  # noqa: SLF001 - there is no public name
        os._exit(code)  # Python would let the thread run into what is being taken down
    sys.exit(code)
