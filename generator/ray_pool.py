"""Workers on a Ray cluster: the same results, on many machines.

Ray does a task again that was lost with its worker, as often as it takes.
"""

import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from solver.errors import WorkerError, quoted

_PATIENCE_S = 10


@contextmanager
def cluster_map(address: str) -> Iterator[Callable[[Callable[[Any], Any], Iterable[Any]], Any]]:
    """Yield a `map` whose tasks are done by the Ray cluster at *address*; results come in order.

    Raises `WorkerError` when Ray is not installed, or the cluster cannot be reached or is lost. An
    error of a task is raised as it is.
    """
    try:
        import ray
    except ImportError:
        raise WorkerError(
            "--cluster",
            expected="Ray",
            found="none",
            hint="install it: pip install 'penta[cluster]'",
        ) from None
    _check_address(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _none(address, "a Ray cluster", error) from None

    def each(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Any:
        remote = ray.remote(max_retries=-1)(function)
        try:
            return ray.get([remote.remote(task) for task in tasks])
        except ray.exceptions.RayTaskError:
            raise
        except ray.exceptions.RayError as error:
            raise _none(address, "a Ray cluster that lives", error) from None

    try:
        yield each
    finally:
        ray.shutdown()


def _none(address: str, expected: str, error: Exception) -> WorkerError:
    """Return that there is no cluster, with the first line of what Ray tells of it."""
    told = str(error).strip().partition("\n")[0]
    return WorkerError(
        f"cluster {quoted(address)}", expected=expected, found=told or type(error).__name__
    )


def _check_address(address: str) -> None:
    """Raise `WorkerError` unless somebody listens at *address*; Ray would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return  # a word of Ray's, as auto and local are
    try:
        socket.create_connection((host, int(port)), timeout=_PATIENCE_S).close()
    except (OSError, OverflowError) as error:
        raise WorkerError(
            f"cluster {quoted(address)}", expected="a Ray cluster", found=f"none ({error})"
        ) from None
