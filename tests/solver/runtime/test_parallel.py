"""Processes give results in order, and those that are killed are replaced.

What a process does for these tests imports nothing that takes long.
"""

import os
import random
import signal
import time
from itertools import count, islice
from pathlib import Path
from random import Random
from threading import Event
from typing import NamedTuple

import pytest

from solver.errors import WorkerError
from solver.runtime.parallel import process_map, thread_map
from solver.runtime.process_pool import ProcessPool
from tests.support import slow


class Task(NamedTuple):
    number: int
    file: str


def double(number: int) -> int:
    time.sleep(random.Random(number).random() / 50)
    return 2 * number


def killed_once(task: Task) -> int:
    """Kill the process that does task 3 of those that share a file, the first time."""
    path = Path(task.file)
    if task.number == 3 and not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * task.number


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    raise ArithmeticError(str(number))


def process(_number: int) -> int:
    time.sleep(0.05)
    return os.getpid()


@pytest.mark.parametrize("jobs", [1, 3])
def test_processes_give_results_in_the_order_of_the_tasks(jobs: int) -> None:
    with process_map(jobs) as map_tasks:
        assert list(map_tasks(double, iter(range(20)))) == list(range(0, 40, 2))
        assert not list(map_tasks(double, []))


def test_one_job_runs_in_this_process_and_more_jobs_in_others() -> None:
    with process_map(1) as map_tasks:
        assert set(map_tasks(process, range(2))) == {os.getpid()}
    with process_map(2) as map_tasks:
        assert os.getpid() not in set(map_tasks(process, range(4)))


def test_the_tasks_of_a_killed_process_are_done_again(tmp_path: Path) -> None:
    tasks = [Task(number, str(tmp_path / "once")) for number in range(8)]
    with process_map(2) as map_tasks:
        assert list(map_tasks(killed_once, tasks)) == list(range(0, 16, 2))
        assert (tmp_path / "once").exists()
        assert list(map_tasks(double, [1, 2])) == [2, 4]


@pytest.mark.slow
def test_processes_that_are_killed_again_and_again_are_an_error() -> None:
    with (
        process_map(2) as map_tasks,
        pytest.raises(WorkerError, match="found a worker process was killed five times"),
    ):
        list(map_tasks(killed, [1]))


def test_an_error_in_a_task_is_raised_as_it_is() -> None:
    with process_map(2) as map_tasks, pytest.raises(ArithmeticError, match="7"):
        list(map_tasks(fails, [7]))


@pytest.mark.slow
def test_endless_tasks_are_taken_as_they_are_needed_and_results_come_in_order() -> None:
    with ProcessPool(2) as processes:
        assert list(islice(processes.map(double, count()), 40)) == list(range(0, 80, 2))
        assert not list(processes.map(double, []))


@pytest.mark.slow
@pytest.mark.parametrize("most", [8, slow(800)])
def test_the_tasks_of_a_killed_process_in_a_pool_are_done_again(most: int, tmp_path: Path) -> None:
    tasks = (Task(number, str(tmp_path / "once")) for number in range(most))
    with ProcessPool(2) as processes:
        assert list(processes.map(killed_once, tasks)) == list(range(0, 2 * most, 2))
        assert (tmp_path / "once").exists()
        assert list(processes.map(double, [1, 2])) == [2, 4]


@pytest.mark.slow
def test_results_come_one_by_one_after_a_process_was_killed(tmp_path: Path) -> None:
    endless = (Task(number, str(tmp_path / "once")) for number in count())
    with ProcessPool(2) as processes:
        assert list(islice(processes.map(killed_once, endless), 40)) == list(range(0, 80, 2))


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


def test_it_may_be_left_to_one_of_its_own_threads() -> None:
    """The garbage collector closes an iterator in whichever thread it happens to run."""
    left, closed = Event(), Event()

    def work(number: int) -> int:
        if number == 1 and left.wait(10):
            results.close()
            closed.set()
        return number

    results = thread_map(work, range(4), jobs=1)
    assert next(results) == 0
    left.set()
    assert closed.wait(10)
