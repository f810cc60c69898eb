"""The cluster: results in order, tasks that are repeated, clusters that are not there."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from generator.ray_pool import cluster_map
from solver.errors import WorkerError
from solver.search import Report, Search
from tests.support import ROOT, Patch, cases


def double(number: int) -> int:
    return 2 * number


def test_a_cluster_needs_ray(monkeypatch: Patch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    message = "--cluster: expected Ray, found it is not installed"
    with pytest.raises(WorkerError, match=message), cluster_map("auto"):
        pass


# --- a stand-in for a cluster


class _RayError(Exception):
    """The base class of what Ray raises."""


class _RayTaskError(_RayError):
    """What Ray raises for an error of a task."""


class _Ray(ModuleType):
    """A stand-in for Ray: *calls* lists what was called."""

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

    def get(self, task: Callable[[], Any]) -> Any:
        self.calls.append("get")
        if self._lost:
            raise self._lost
        return task()

    def shutdown(self) -> None:
        self.calls.append("shutdown")


def _use_stand_in(monkeypatch: Patch, *, lost: Exception | None = None) -> _Ray:
    ray = _Ray(lost=lost)
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


def test_a_cluster_keeps_the_order_and_asks_ray_to_repeat_lost_tasks(monkeypatch: Patch) -> None:
    ray = _use_stand_in(monkeypatch)
    with cluster_map("auto") as map_tasks:
        assert list(map_tasks(double, iter(range(4)))) == [0, 2, 4, 6]
        assert not list(map_tasks(double, []))
    remote = "remote {'max_retries': -1}"
    assert ray.calls == ["init auto", remote, *["get"] * 4, remote, "shutdown"]


def test_a_cluster_that_cannot_be_reached_is_an_error_of_one_line(monkeypatch: Patch) -> None:
    _use_stand_in(monkeypatch)
    message = "cluster 'nowhere': expected a Ray cluster, found Could not find any running Ray inst"
    with pytest.raises(WorkerError, match=message) as error, cluster_map("nowhere"):
        pass
    assert "\n" not in str(error.value)


@cases(
    "lost found",
    (_RayError("\nThe head is gone.\nIts log: none."), "The head is gone."),
    (_RayError(), "_Ray"),
)
def test_a_cluster_that_is_lost_is_an_error_of_one_line(
    monkeypatch: Patch, lost: Exception, found: str
) -> None:
    ray = _use_stand_in(monkeypatch, lost=lost)
    message = f"cluster 'auto': expected a Ray cluster that keeps running, found {found}"
    with pytest.raises(WorkerError, match=message) as error, cluster_map("auto") as map_tasks:
        list(map_tasks(double, [1]))
    assert "\n" not in str(error.value)
    assert ray.calls[-1] == "shutdown"


@pytest.mark.parametrize("wrong", [_RayTaskError("7"), ArithmeticError("7")])
def test_an_error_in_a_task_on_a_cluster_is_raised_as_it_is(
    monkeypatch: Patch, wrong: Exception
) -> None:
    ray = _use_stand_in(monkeypatch, lost=wrong)
    with pytest.raises(type(wrong), match="7"), cluster_map("auto") as map_tasks:
        list(map_tasks(double, [1]))
    assert ray.calls[-1] == "shutdown"


def test_a_search_that_is_left_does_not_wait_for_the_cluster(monkeypatch: Patch) -> None:
    ray, may_end = _use_stand_in(monkeypatch), threading.Event()
    is_shut_down = threading.Event()

    def shut_down() -> None:
        may_end.wait(9)
        is_shut_down.set()

    def work(report: Report[int]) -> int:
        with cluster_map("auto") as map_tasks:
            for result in map_tasks(double, range(4)):
                report(1, 4, result, answer=lambda: 7)
        return 8

    monkeypatch.setattr(ray, "shutdown", shut_down)
    search = Search(work, label="doubling")
    with closing(search.steps()) as steps:
        next(steps)
    assert (search.answer, is_shut_down.is_set()) == (7, False)
    may_end.set()


# --- a real cluster on this machine


def _lost_once(file: str, function: Callable[[Any], Any], task: Any) -> Any:
    """Do the *task*, but the first time only kill the process that does it."""
    try:
        Path(file).touch(exist_ok=False)
    except FileExistsError:
        return function(task)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # those of Ray
def test_a_cluster_that_loses_a_worker_finds_the_same_card(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    from generator.annealing.population import search
    from generator.annealing.schedule import AnnealingSchedule
    from tests.generator.annealing.objectives import card_objective

    cluster_utils = pytest.importorskip("ray.cluster_utils")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    objective = card_objective(4, 5, "ABCD", 700)
    steps = 3 * objective.steps_per_round + 3_000
    schedule = AnnealingSchedule(objective, population=3, steps=steps, seed=5)
    once = str(tmp_path / "once")
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    try:
        with cluster_map(cluster.address) as map_tasks:

            def lossy(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterable[Any]:
                def lost(task: Any) -> Any:
                    return _lost_once(once, function, task)

                return map_tasks(lost, tasks)

            progress = list(search(schedule, lossy))
    finally:
        cluster.shutdown()
    assert Path(once).exists()
    assert progress == list(search(schedule, map))
