"""Work done in parallel: in processes, for Python code, or in threads, for compiled code."""

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from threading import get_ident
from typing import Any, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

HAS_THREADS = sys.platform not in {"emscripten", "wasi"}  # a browser runs Python in one


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def thread_map(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    jobs: int,
    ahead: int = 16,
    stop: Callable[[], None] | None = None,
) -> Generator[Result, None, None]:
    """Yield the result of *function* for each of *tasks*, in their order, from *jobs* threads.

    This is for compiled code, which runs without the GIL. Tasks are taken from the iterable as they
    are needed, at most *ahead* per thread before their turn. An iterator that is left early, as by
    a Ctrl-C, starts no more of them, calls *stop*, and waits for those that run.
    """
    if not HAS_THREADS:
        yield from map(function, tasks)
        return
    remaining, owner = iter(tasks), get_ident()
    executor = ThreadPoolExecutor(jobs)
    try:
        submitted = deque(
            executor.submit(function, task) for task in islice(remaining, ahead * jobs)
        )
        while submitted:
            yield submitted.popleft().result()
            submitted.extend(executor.submit(function, task) for task in islice(remaining, 1))
    finally:
        if stop:
            stop()
        # The garbage collector may do this in a thread of the pool, which cannot wait for itself.
        executor.shutdown(wait=get_ident() == owner, cancel_futures=True)


@contextmanager
def process_map(jobs: int) -> Iterator[Map]:
    """Yield a `map` that works in *jobs* processes, or in this one if *jobs* is 1.

    Results come in the order of the tasks. Raises `WorkerError` as `ProcessPool.map` does.
    """
    if jobs == 1:
        yield map
    else:
        from solver.runtime.process_pool import ProcessPool

        with ProcessPool(jobs) as pool:
            yield pool.map
