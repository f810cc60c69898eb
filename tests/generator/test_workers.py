"""Workers: results in order, killed processes, clusters that are not there.

What a process does for these tests imports nothing that takes long.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterable
from itertools import count, islice
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

from generator.workers import workers
from solver.errors import WorkerError
from solver.runtime.processes import Processes
from tests.support import ROOT


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
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    with workers(jobs) as each:
        assert list(each(double, iter(range(20)))) == list(range(0, 40, 2))
        assert not list(each(double, []))


def test_one_job_is_done_by_this_process_and_more_by_others() -> None:
    with workers(1) as each:
        assert set(each(process, range(2))) == {os.getpid()}
    with workers(2) as each:
        assert os.getpid() not in set(each(process, range(4)))


def test_what_a_killed_process_did_is_done_again(tmp_path: Path) -> None:
    tasks = [Task(number, str(tmp_path / "once")) for number in range(8)]
    with workers(2) as each:
        assert list(each(killed_once, tasks)) == list(range(0, 16, 2))
        assert (tmp_path / "once").exists()
        assert list(each(double, [1, 2])) == [2, 4]


def test_processes_that_are_killed_again_and_again_are_told() -> None:
    with (
        workers(2) as each,
        pytest.raises(WorkerError, match="expected processes that live, found one that was kill"),
    ):
        list(each(killed, [1]))


def test_an_error_of_a_task_is_told_as_it_is() -> None:
    with workers(2) as each, pytest.raises(ArithmeticError, match="7"):
        list(each(fails, [7]))


def test_each_task_is_taken_as_it_is_needed_and_its_result_comes_in_order() -> None:
    with Processes(2) as processes:
        assert list(islice(processes.map(double, count()), 40)) == list(range(0, 80, 2))
        assert not list(processes.map(double, []))


@pytest.mark.parametrize("most", [8, 800])
def test_each_task_of_a_killed_process_is_done_again(most: int, tmp_path: Path) -> None:
    tasks = (Task(number, str(tmp_path / "once")) for number in range(most))
    with Processes(2) as processes:
        assert list(processes.map(killed_once, tasks)) == list(range(0, 2 * most, 2))
        assert (tmp_path / "once").exists()
        assert list(processes.map(double, [1, 2])) == [2, 4]


def test_results_come_one_by_one_after_a_process_was_killed(tmp_path: Path) -> None:
    endless = (Task(number, str(tmp_path / "once")) for number in count())
    with Processes(2) as processes:
        assert list(islice(processes.map(killed_once, endless), 40)) == list(range(0, 80, 2))


def test_a_cluster_needs_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    told = "--cluster: expected Ray, found none"
    with pytest.raises(WorkerError, match=told), workers(2, cluster="auto"):
        pass


# --- a cluster that is played


class _RayError(Exception):
    """What Ray raises of its own."""


class _RayTaskError(_RayError):
    """What Ray raises for an error of a task."""


class _Ray(ModuleType):
    """Ray as far as it is used: *calls* tells what of it was; tasks are done last first."""

    def __init__(self, *, lost: Exception | None = None) -> None:
        super().__init__("ray")
        self.calls: list[str] = []
        self.exceptions = SimpleNamespace(RayError=_RayError, RayTaskError=_RayTaskError)
        self._lost = lost

    def init(self, *, address: str, **_quiet: Any) -> None:
        self.calls.append(f"init {address}")
        if address == "nowhere":
            raise ConnectionError("Could not find any running Ray instance.\nAnd more of it.")

    def remote(self, **options: Any) -> Callable[[Callable[[Any], Any]], SimpleNamespace]:
        self.calls.append(f"remote {options}")
        return lambda function: SimpleNamespace(remote=lambda task: lambda: function(task))

    def get(self, tasks: list[Callable[[], Any]]) -> list[Any]:
        self.calls.append(f"get {len(tasks)}")
        if self._lost:
            raise self._lost
        return [task() for task in reversed(tasks)][::-1]

    def shutdown(self) -> None:
        self.calls.append("shutdown")


def _played(monkeypatch: pytest.MonkeyPatch, *, lost: Exception | None = None) -> _Ray:
    ray = _Ray(lost=lost)
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


def test_a_cluster_keeps_the_order_and_does_lost_tasks_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ray = _played(monkeypatch)
    with workers(1, cluster="auto") as each:
        assert list(each(double, iter(range(4)))) == [0, 2, 4, 6]
        assert not list(each(double, []))
    remote = "remote {'max_retries': -1}"
    assert ray.calls == ["init auto", remote, "get 4", remote, "get 0", "shutdown"]


def test_a_cluster_that_cannot_be_reached_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _played(monkeypatch)
    told = "cluster 'nowhere': expected a Ray cluster, found Could not find any running Ray inst"
    with pytest.raises(WorkerError, match=told) as error, workers(1, cluster="nowhere"):
        pass
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("lost", "found"),
    [
        (_RayError("\nThe head is gone.\nIts log: none."), "The head is gone."),
        (_RayError(), "_Ray"),
    ],
)
def test_a_cluster_that_is_lost_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, lost: Exception, found: str
) -> None:
    ray = _played(monkeypatch, lost=lost)
    told = f"cluster 'auto': expected a Ray cluster that lives, found {found}"
    with pytest.raises(WorkerError, match=told) as error, workers(1, cluster="auto") as each:
        each(double, [1])
    assert "\n" not in str(error.value)
    assert ray.calls[-1] == "shutdown"


@pytest.mark.parametrize("wrong", [_RayTaskError("7"), ArithmeticError("7")])
def test_an_error_of_a_task_on_a_cluster_is_told_as_it_is(
    monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    ray = _played(monkeypatch, lost=wrong)
    with pytest.raises(type(wrong), match="7"), workers(1, cluster="auto") as each:
        each(double, [1])
    assert ray.calls[-1] == "shutdown"


# --- a cluster of this machine


def _lost_once(file: str, function: Callable[[Any], Any], task: Any) -> Any:
    """Do the *task*, but the first time only kill the process that does it."""
    try:
        Path(file).touch(exist_ok=False)
    except FileExistsError:
        return function(task)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
@pytest.mark.filterwarnings("ignore")  # those of Ray
def test_a_cluster_that_loses_a_worker_finds_the_same_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator.annealing.objective import Quest
    from generator.annealing.population import Plan, search
    from generator.constraints import Wishes
    from solver.penta_rush.points import default_points

    cluster_utils = pytest.importorskip("ray.cluster_utils")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    quest = Quest(4, 5, "ABCD", default_points(), Wishes(), (700,) * 16)
    plan = Plan(quest, islands=3, steps=3 * quest.leg + 3_000, seed=5)
    once = str(tmp_path / "once")
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    try:
        with workers(1, cluster=cluster.address) as each:

            def lossy(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterable[Any]:
                def lost(task: Any) -> Any:
                    return _lost_once(once, function, task)

                return each(lost, tasks)

            found = list(search(plan, lossy))
    finally:
        cluster.shutdown()
    assert Path(once).exists()
    assert found == list(search(plan, map))
