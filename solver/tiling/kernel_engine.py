"""The compiled search for tilings: counts or lists them in tasks, on any number of threads.

The results of the tasks are put together in order. So the answer does not depend on the number of
threads, and the results of finished tasks are enough to go on after an interruption.
"""

from collections.abc import Iterator, MutableMapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from solver.geometry.polyomino import SHAPES
from solver.runtime.background import StoppedError, when_stopped
from solver.runtime.parallel import thread_map
from solver.search import Advance
from solver.tiling import kernel
from solver.tiling.engine import TilingCount, TilingEngine
from solver.tiling.kernel import OptionLists, SearchStack, TilingResults, TilingTables
from solver.tiling.kernel_tables import TilingTask, build_tables, packed_options, split_into_tasks
from solver.tiling.problem import TilingProblem
from solver.tiling.rules import Tiling, TilingPlacement

_TASKS_AHEAD = 2  # a thread: the tilings of a task may be many
_POOL_WORDS = 1 << 16
_LISTED_TILINGS = 1 << 8


class TaskResult(NamedTuple):
    """How many tilings a task has; *listed* are the tilings themselves if they were wanted.

    A tiling is a list of placements as the kernel has them.
    """

    tilings: int
    distinct: int
    listed: list[list[int]]


class KernelEngine(TilingEngine):
    """Searches by compiled code, with *jobs* threads.

    *kept* are the results of finished tasks, from before and from now on.

    >>> from solver.tiling.region import Region
    >>> KernelEngine(TilingProblem(Region.parse("4x5"))).count()
    TilingCount(tilings=200, distinct=50)
    """

    def __init__(
        self,
        problem: TilingProblem,
        *,
        jobs: int = 1,
        kept: MutableMapping[int, TaskResult] | None = None,
    ) -> None:
        super().__init__(problem)
        self._jobs = jobs
        self._kept = kept

    def tilings(self, *, progress: Advance | None = None) -> Iterator[Tiling]:
        """Yield the tilings, or the distinct ones, in the documented order."""
        placements: dict[int, TilingPlacement] = {}
        for result in self._results(listing=True, progress=progress):
            for words in result.listed:
                for word in words:
                    if word not in placements:
                        placements[word] = self._placement(word)
                yield tuple([placements[word] for word in words])

    def count(self, *, progress: Advance | None = None) -> TilingCount:
        """Return how many tilings there are."""
        tilings = distinct = 0
        for result in self._results(listing=False, progress=progress):
            tilings += result.tilings
            distinct += result.distinct
        return TilingCount(tilings, distinct)

    def _placement(self, word: int) -> TilingPlacement:
        positions = word & (1 << kernel.SHAPE_SHIFT) - 1
        return self.problem.placement(SHAPES[word >> kernel.SHAPE_SHIFT], positions)

    def _results(self, *, listing: bool, progress: Advance | None) -> Iterator[TaskResult]:
        """Yield the result of every task in order."""
        problem = self.problem if listing else replace(self.problem, distinct=True)
        words = packed_options(problem)
        tasks = [] if problem.infeasible_reason else split_into_tasks(problem, words)
        if not tasks:
            return
        tables = build_tables(problem, words)
        stop = np.zeros(1, np.uint64)
        idle: list[_Worker] = []

        def search(task: TilingTask) -> TaskResult:
            worker = idle.pop() if idle else _Worker(problem, tables, stop, listing=listing)
            result = worker.result(task)
            idle.append(worker)
            return result

        # numba compiles when it is first called, before the threads do so side by side.
        idle.append(_Worker(problem, tables, stop, listing=listing))
        stop[0] = 1
        idle[0].result(tasks[0])
        stop[0] = 0
        known = {} if self._kept is None else self._kept
        missing = [task for number, task in enumerate(tasks) if number not in known]
        searched = thread_map(
            search,
            missing,
            jobs=max(1, min(self._jobs, len(missing))),
            ahead=_TASKS_AHEAD,
            stop=lambda: stop.fill(1),
        )
        total = 0
        for number in range(len(tasks)):
            with when_stopped(lambda: stop.fill(1)):
                result = known[number] if number in known else next(searched)
            if stop[0]:  # the result is not complete
                raise StoppedError
            if self._kept is not None and number not in self._kept:
                self._kept[number] = result
            total += 0 if listing else result.tilings
            if progress:
                progress(number + 1, len(tasks), total)
            yield result


class _Worker:
    """The memory of a search, for one thread at a time."""

    def __init__(
        self, problem: TilingProblem, tables: TilingTables, stop: kernel.Array, *, listing: bool
    ) -> None:
        self.pieces_needed = problem.pieces_needed
        self.stop = stop
        self.tables = tables
        self.lists = OptionLists(
            starts=np.zeros((len(tables.open_beyond), 1 << kernel.WINDOW), np.uint64),
            pool=np.empty(_POOL_WORDS, np.uint64),
            size=np.ones(1, np.uint64),
        )
        depths, counters = np.zeros((5, kernel.MAX_DEPTH), np.uint64), np.zeros((2, 1), np.uint64)
        self.stack = SearchStack(*depths, *counters)
        self.results = TilingResults(
            tilings=np.zeros(1, np.uint64),
            distinct=np.zeros(1, np.uint64),
            listed=np.zeros((_LISTED_TILINGS if listing else 0, kernel.MAX_DEPTH), np.uint64),
            listed_count=np.zeros(1, np.uint64),
        )

    def result(self, task: TilingTask) -> TaskResult:
        """Return the result of *task*; an incomplete one if the search is stopped."""
        base = len(task.placed)
        for number, (word, position) in enumerate(task.placed):
            self.stack.word[number], self.stack.position[number] = word, position
        self.stack.depth[0] = self.stack.base[0] = base
        self.stack.covered[base], self.stack.used[base] = task.covered, task.used
        self.stack.next[base] = 0
        self.results.tilings[0] = self.results.distinct[0] = 0
        listed: list[list[int]] = []
        state = kernel.SEARCHING
        while state not in (kernel.DONE, kernel.STOPPED):
            state = kernel.advance(self.tables, self.lists, self.stack, self.results, self.stop)
            rows = int(self.results.listed_count[0])
            listed += self.results.listed[:rows, : self.pieces_needed].tolist()
            self.results.listed_count[0] = 0
            if state == kernel.POOL_FULL:
                pool = np.resize(self.lists.pool, 2 * self.lists.pool.size)
                self.lists = self.lists._replace(pool=pool)
        return TaskResult(int(self.results.tilings[0]), int(self.results.distinct[0]), listed)
