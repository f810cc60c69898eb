"""Who does the work of the islands: this process, processes beside it, or a cluster.

task  a call of a function of a module with one argument, that depends on nothing else
"""

from collections.abc import Iterator
from contextlib import contextmanager

from generator.annealing.population import Map
from solver.runtime.processes import Processes


@contextmanager
def workers(jobs: int, *, cluster: str = "") -> Iterator[Map]:
    """Yield a `map` that *jobs* processes do, or those of the Ray cluster at this address.

    Results come in the order of the tasks. Raises `WorkerError` when processes are killed again
    and again, or the cluster cannot be reached.
    """
    if cluster:
        from generator.ray_pool import cluster_map

        with cluster_map(cluster) as each:
            yield each
    elif jobs == 1:
        yield map
    else:
        with Processes(jobs) as processes:
            yield processes.map
