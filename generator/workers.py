"""Who does the work of the islands: this process, processes beside it, or a cluster.

task  a call of a function of a module with one argument, that depends on nothing else

A task that is lost, because its process was killed, is done again: the result is the same.
"""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TypeVar

from generator.archipelago import Map
from solver.errors import WorkerError

_TRIES = 5  # how often processes may be killed before it is told

Task = TypeVar("Task")
Done = TypeVar("Done")


@contextmanager
def workers(jobs: int, *, cluster: str = "") -> Iterator[Map]:
    """Yield a `map` that *jobs* processes do, or those of the Ray cluster at this address.

    Results come in the order of the tasks. Raises `WorkerError` when processes are killed again
    and again, or the cluster cannot be reached.
    """
    if cluster:
        from generator.cluster import cluster_map

        with cluster_map(cluster) as each:
            yield each
    elif jobs == 1:
        yield map
    else:
        processes = _Processes(jobs)
        try:
            yield processes.map
        except BaseException:
            for process in active_children():  # nobody waits for what they do
                process.terminate()
            raise
        finally:
            processes.close()


class _Processes:
    """A pool of processes that is built anew when one of them is killed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = self._new()

    def map(self, function: Callable[[Task], Done], tasks: Iterable[Task]) -> list[Done]:
        tasks = list(tasks)
        for _ in range(_TRIES):
            try:
                return list(self._pool.map(function, tasks))
            except BrokenProcessPool:
                self.close()
                self._pool = self._new()
        raise WorkerError(
            "workers",
            expected="processes that live",
            found="one that was killed, again and again",
            hint="fewer --jobs take less memory",
        )

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

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
