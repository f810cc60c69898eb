"""Threads: results in order, tasks taken as they are needed, and none begun once it is left."""

import time
from itertools import count, islice
from random import Random

import pytest

from solver.runtime.threads import in_threads


def _doubled(number: int) -> int:
    time.sleep(Random(number).random() / 100)
    return 2 * number


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(in_threads(_doubled, range(70), jobs=jobs)) == list(range(0, 140, 2))
    assert not list(in_threads(_doubled, [], jobs=jobs))


def test_tasks_may_have_no_end() -> None:
    assert list(islice(in_threads(_doubled, count(), jobs=2), 40)) == list(range(0, 80, 2))


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
        done.extend(in_threads(work, range(16), jobs=1))
    assert done == [0, 1]
    assert len(begun) <= 4


def test_what_a_task_raises_ends_it() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_threads(lambda number: 1 // number, [1, 0, 1], jobs=2))
