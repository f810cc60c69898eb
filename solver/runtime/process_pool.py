"""A pool of processes for Python code, which outlives those that are killed.

What a process does is a call of a module-level function with one argument that depends on nothing
else. So a task that was lost because its process was killed can be done again, with the same
result.
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
from solver.runtime.interruption import blocked

_MAX_KILLS = 5  # in a row, before the pool gives up; the message says so
_TASKS_PER_PROCESS = 256  # handed out ahead, so that no process is idle while a task takes seconds

Task = TypeVar("Task")
Result = TypeVar("Result")


class ProcessPool:
    """A pool of processes that is built anew when one of them is killed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._other_children = active_children()
        self._executor = self._new_executor()

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of *function* for each of *tasks*, in their order.

        Tasks are taken from the iterable as they are needed. Raises `WorkerError` when processes
        are killed five times in a row without a result in between.
        """
        remaining = iter(tasks)
        pending: deque[Task] = deque()  # those submitted come first
        submitted: deque[Future[Result]] = deque()
        kills = 0
        while True:
            pending.extend(islice(remaining, _TASKS_PER_PROCESS * self._jobs - len(pending)))
            try:
                with blocked():  # the executor starts its processes when tasks are submitted
                    for task in islice(pending, len(submitted), None):
                        submitted.append(self._executor.submit(function, task))
                if not submitted:
                    return
                # Executor.map would cancel the tasks that a Ctrl-C leaves undone.
                result = submitted[0].result()
            except BrokenProcessPool as error:
                kills += 1
                self.close()
                self._executor = self._new_executor()
                submitted.clear()
                if kills == _MAX_KILLS:
                    raise WorkerError(
                        "workers",
                        expected="processes that keep running",
                        found="a worker process was killed five times",
                        hint="fewer --jobs take less memory",
                    ) from error
                continue
            kills = 0
            pending.popleft()
            submitted.popleft()
            yield result

    def close(self) -> None:
        """Let the processes end; tasks that have not begun are dropped."""
        self._executor.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:  # nobody waits for the results
            # First, so that the executor does not report the processes that end now.
            self._executor.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                if process not in self._other_children:
                    process.terminate()
        self.close()

    def _new_executor(self) -> ProcessPoolExecutor:
        # Spawned, not forked: a copy of this process would share its locks and its threads.
        return ProcessPoolExecutor(self._jobs, get_context("spawn"), _start_worker)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent process, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with, args=(parent_process(),), daemon=True).start()


def _exit_with(parent: BaseProcess) -> None:
    parent.join()  # a parent that is killed cannot tell anybody
    os._exit(1)
