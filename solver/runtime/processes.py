"""Processes beside this one that do its work, and how many there may be.

task  a call of a function of a module with one argument, that depends on nothing else

A task that is lost, because its process was killed, is done again: the result is the same.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Self, TypeVar

from solver.errors import WorkerError
from solver.runtime.sigint import blocked

_TRIES = 5  # how often processes may be killed before it is told
_AHEAD = 256  # tasks a process, so that none is idle while one of them takes seconds

Task = TypeVar("Task")
Done = TypeVar("Done")


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


class Processes:
    """A pool of processes that is built anew when one of them is killed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._others = active_children()
        self._pool = self._new()

    def map(self, function: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """Yield what *function* makes of each of *tasks*, in their order.

        They are taken as they are needed. Raises `WorkerError` when processes are killed again and
        again, with no result in between.
        """
        left = iter(tasks)
        waiting: deque[Task] = deque()  # those begun come first
        begun: deque[Future[Done]] = deque()
        killed = 0
        while True:
            waiting.extend(islice(left, _AHEAD * self._jobs - len(waiting)))
            try:
                with blocked():  # they begin as they get their tasks
                    for task in islice(waiting, len(begun), None):
                        begun.append(self._pool.submit(function, task))
                if not begun:
                    return
                # Not by the pool's map, which cancels what a Ctrl-C leaves undone behind its back.
                done = begun[0].result()
            except BrokenProcessPool as error:
                killed += 1
                self.close()
                self._pool = self._new()
                begun.clear()
                if killed == _TRIES:
                    raise WorkerError(
                        "workers",
                        expected="processes that live",
                        found="one that was killed, again and again",
                        hint="fewer --jobs take less memory",
                    ) from error
                continue
            killed = 0
            waiting.popleft()
            begun.popleft()
            yield done

    def close(self) -> None:
        """Let the processes end; what is not begun is not done."""
        self._pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:  # nobody waits for what they do
            # First, so that the pool does not miss them: it would tell those who were not to wait.
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                if process not in self._others:
                    process.terminate()
        self.close()

    def _new(self) -> ProcessPoolExecutor:
        # A fresh interpreter a process: a copy of this one would share its locks and its threads.
        return ProcessPoolExecutor(self._jobs, get_context("spawn"), _follow)


def _follow() -> None:
    """Leave Ctrl-C to the process that waits for the results, and end when that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()  # killed, it could tell nobody
    os._exit(1)
