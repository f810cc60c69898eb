"""A `map` on a Ray cluster: the same results as in processes, from many machines.

Ray repeats a task that was lost with its worker, as often as it takes.
"""

import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from solver.errors import WorkerError, quoted
from solver.runtime.parallel import Map

_CONNECT_TIMEOUT_S = 10


@contextmanager
def cluster_map(address: str) -> Iterator[Map]:
    """Yield a `map` whose tasks the Ray cluster at *address* does; results come in their order.

    Raises `WorkerError` when Ray is not installed, or the cluster cannot be reached or is lost. An
    error in a task is raised as it is.
    """
    try:
        import ray
    except ImportError:
        raise WorkerError(
            "--cluster",
            expected="Ray",
            found="it is not installed",
            hint="in a clone: pip install '.[cluster]'",
        ) from None
    _check_address(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _cluster_error(address, "a Ray cluster", error) from None

    def map_tasks(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        def call(task: Any) -> Any:  # Ray does not take a partial call of a function as it is
            return function(task)

        remote = ray.remote(max_retries=-1)(call)
        try:
            for reference in [remote.remote(task) for task in tasks]:
                yield ray.get(reference)
        except ray.exceptions.RayTaskError:
            raise
        except ray.exceptions.RayError as error:
            raise _cluster_error(address, "a Ray cluster that keeps running", error) from None

    try:
        yield map_tasks
    finally:
        ray.shutdown()


def _cluster_error(address: str, expected: str, error: Exception) -> WorkerError:
    """Return the error for a cluster that is not there, with the first line of Ray's message."""
    found = str(error).strip().partition("\n")[0] or type(error).__name__
    return WorkerError(f"cluster {quoted(address)}", expected=expected, found=found)


def _check_address(address: str) -> None:
    """Raise `WorkerError` unless something listens at *address*; Ray would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return  # a name that Ray resolves, such as auto
    try:
        socket.create_connection((host, int(port)), timeout=_CONNECT_TIMEOUT_S).close()
    except (OSError, OverflowError) as error:
        raise WorkerError(
            f"cluster {quoted(address)}", expected="a Ray cluster", found=f"none ({error})"
        ) from None
