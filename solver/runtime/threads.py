"""Threads of this process that do its work: for compiled code, which runs without the GIL.

task  a call of a function with one argument, that depends on nothing else
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

_AHEAD = 16  # tasks a thread, so that none is idle while another is late

Task = TypeVar("Task")
Done = TypeVar("Done")


def in_threads(work: Callable[[Task], Done], tasks: Iterable[Task], *, jobs: int) -> Iterator[Done]:
    """Yield what *work* makes of each of *tasks*, in their order, as *jobs* threads do them.

    They are taken as they are needed. Left before the end, as by a Ctrl-C, it waits for what is
    begun, and begins nothing more. What *work* raises is raised, in its turn.
    """
    left = iter(tasks)
    with ThreadPoolExecutor(jobs) as pool:
        try:
            taken = deque(pool.submit(work, task) for task in islice(left, _AHEAD * jobs))
            while taken:
                yield taken.popleft().result()
                taken.extend(pool.submit(work, task) for task in islice(left, 1))
        finally:
            pool.shutdown(cancel_futures=True)
