"""Threads give results in order, take tasks as they are needed, and start none once left."""

import time
from itertools import count, islice
from random import Random
from threading import Event

import pytest

from solver.runtime.parallel import thread_map


def _doubled(number: int) -> int:
    time.sleep(Random(number).random() / 100)
    return 2 * number


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(thread_map(_doubled, range(70), jobs=jobs)) == list(range(0, 140, 2))
    assert not list(thread_map(_doubled, [], jobs=jobs))


def test_tasks_may_have_no_end() -> None:
    assert list(islice(thread_map(_doubled, count(), jobs=2), 40)) == list(range(0, 80, 2))


def test_what_is_not_begun_when_it_is_left_is_not_done() -> None:
    begun = []

    def work(number: int) -> int:
        begun.append(number)
        time.sleep(0.02 if number <= 2 else 0.5)
        if number == 2:
            raise KeyboardInterrupt
        return number

    done: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        done.extend(thread_map(work, range(16), jobs=1))
    assert done == [0, 1]
    assert len(begun) <= 4


def test_what_a_task_raises_ends_it() -> None:
    with pytest.raises(ZeroDivisionError):
        list(thread_map(lambda number: 1 // number, [1, 0, 1], jobs=2))


def test_tasks_that_run_are_told_to_stop_when_the_results_are_left() -> None:
    stopped = Event()

    def work(number: int) -> int:
        assert number == 0 or stopped.wait(timeout=60)
        return number

    results = thread_map(work, range(16), jobs=2, stop=stopped.set)
    assert next(results) == 0
    results.close()
    assert stopped.is_set()
