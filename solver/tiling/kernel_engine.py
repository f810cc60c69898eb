"""The search for tilings by the kernel: counted or listed, in tasks, by any number of threads.

task     the tilings that begin with certain options; the tasks are in the order of the tilings
finding  what a task gave: how many tilings, how many distinct ones, and if wanted which

The tasks of a problem are always the same, and what they give is put together in their order. So
the answer does not depend on the number of threads, and what is kept of finished tasks is enough
to go on after an interruption.
"""

from collections import deque
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import reduce
from itertools import accumulate, islice
from operator import or_
from typing import NamedTuple
from zlib import crc32

import numpy as np

from solver.geometry.polyomino import SHAPES
from solver.runtime.sigint import deferred
from solver.tiling import kernel
from solver.tiling.engine import Count, Engine, Progress
from solver.tiling.kernel import Lists, Stack, Tables, Tally
from solver.tiling.problem import Problem
from solver.tiling.rules import Placement, Tiling

_TASKS = 20  # or more: enough to share them out, and to lose little with one
_ROOM = 1 << 16  # words
_FOUND = 1 << 8  # tilings
_CELLS = (1 << kernel.ORIENTATION) - 1
_PIECES = (1 << 64) - (1 << kernel.PIECE)
_WORD = (1 << 64) - 1
_NOWHERE = 1 << 10


class Finding(NamedTuple):
    """What a task gave; *found* are the tilings if they were wanted, as the kernel has them."""

    tilings: int
    distinct: int
    found: list[list[int]]


class Kernel(Engine):
    """Searches by compiled code, with *jobs* threads.

    *kept* are the findings of finished tasks, from before and from now on.

    >>> from solver.tiling.region import parse_region
    >>> Kernel(Problem(parse_region("4x5"))).count()
    Count(tilings=200, distinct=50)
    """

    def __init__(
        self,
        problem: Problem,
        *,
        jobs: int = 1,
        kept: MutableMapping[int, Finding] | None = None,
    ) -> None:
        super().__init__(problem)
        self._jobs = jobs
        self._kept = kept

    def tilings(self, *, progress: Progress | None = None) -> Iterator[Tiling]:
        """Yield the tilings, or the distinct ones, in the documented order."""
        placements: dict[int, Placement] = {}
        for finding in self._findings(listing=True, progress=progress):
            for words in finding.found:
                for word in words:
                    if word not in placements:
                        placements[word] = self._placement(word)
                yield tuple([placements[word] for word in words])

    def count(self, *, progress: Progress | None = None) -> Count:
        """Return how many tilings there are."""
        tilings = distinct = 0
        for finding in self._findings(listing=False, progress=progress):
            tilings += finding.tilings
            distinct += finding.distinct
        return Count(tilings, distinct)

    def _placement(self, word: int) -> Placement:
        positions = word & (1 << kernel.SHAPE) - 1
        return self.problem.placement(SHAPES[word >> kernel.SHAPE], positions)

    def _findings(self, *, listing: bool, progress: Progress | None) -> Iterator[Finding]:
        """Yield the finding of every task in order; the jobs work a little ahead."""
        problem = self.problem if listing else replace(self.problem, distinct=True)
        words = _words(problem)
        tasks = [] if problem.why_not else _tasks(problem, words)
        if not tasks:
            return
        tables = _tables(problem, words)
        stop = np.zeros(1, np.uint64)
        idle: list[_Worker] = []

        def work(task: _Task) -> Finding:
            worker = idle.pop() if idle else _Worker(problem.needed, tables, stop, listing=listing)
            finding = worker.finding(task)
            idle.append(worker)
            return finding

        known = {} if self._kept is None else self._kept
        jobs = max(1, min(self._jobs, len(tasks) - len(known)))
        total = 0
        # numba imports and compiles when it is first called: not in a thread, and not half.
        with deferred():
            idle.append(_Worker(problem.needed, tables, stop, listing=listing))
            stop[0] = 1
            idle[0].finding(tasks[0])
            stop[0] = 0
        with ThreadPoolExecutor(jobs) as pool:
            try:
                waiting = (
                    (number, None if number in known else pool.submit(work, task))
                    for number, task in enumerate(tasks)
                )
                ahead = deque(islice(waiting, 2 * jobs))
                while ahead:
                    number, future = ahead.popleft()
                    finding = future.result() if future else known[number]
                    if future and self._kept is not None:
                        self._kept[number] = finding
                    ahead.extend(islice(waiting, 1))
                    total += 0 if listing else finding.tilings
                    if progress:
                        progress(number + 1, len(tasks), total)
                    yield finding
            finally:
                stop[0] = 1
                pool.shutdown(cancel_futures=True)


def fingerprint(problem: Problem) -> int:
    """Return a checksum of the tasks, and of what a finding is written in."""
    words = _words(problem)
    return crc32(repr((words, _tasks(problem, words))).encode())


class _Task(NamedTuple):
    """The first options of some tilings: words and their first positions, and what they take."""

    laid: tuple[tuple[int, int], ...]
    covered: int
    used: int


class _Worker:
    """Memory for the search, of one thread at a time."""

    def __init__(self, needed: int, tables: Tables, stop: kernel.Array, *, listing: bool) -> None:
        depth = kernel.DEEPEST
        self.needed = needed
        self.stop = stop
        self.tables = tables
        self.lists = Lists(
            begun=np.zeros((len(self.tables.beyond), 1 << kernel.WINDOW), np.uint64),
            pool=np.empty(_ROOM, np.uint64),
            top=np.ones(1, np.uint64),
        )
        self.stack = Stack(
            covered=np.zeros(depth, np.uint64),
            used=np.zeros(depth, np.uint64),
            next=np.zeros(depth, np.uint64),
            word=np.zeros(depth, np.uint64),
            at=np.zeros(depth, np.uint64),
            depth=np.zeros(1, np.uint64),
            base=np.zeros(1, np.uint64),
        )
        self.tally = Tally(
            tilings=np.zeros(1, np.uint64),
            distinct=np.zeros(1, np.uint64),
            found=np.zeros((_FOUND if listing else 0, depth), np.uint64),
            taken=np.zeros(1, np.uint64),
        )

    def finding(self, task: _Task) -> Finding:
        """Return what *task* gives. Stopped, it is not all that there is."""
        base = len(task.laid)
        for number, (word, at) in enumerate(task.laid):
            self.stack.word[number], self.stack.at[number] = word, at
        self.stack.depth[0] = self.stack.base[0] = base
        self.stack.covered[base], self.stack.used[base] = task.covered, task.used
        self.stack.next[base] = 0
        self.tally.tilings[0] = self.tally.distinct[0] = 0
        found: list[list[int]] = []
        reason = kernel.FULL
        while reason in (kernel.FULL, kernel.NO_ROOM):
            reason = kernel.advance(self.tables, self.lists, self.stack, self.tally, self.stop)
            found += self.tally.found[: int(self.tally.taken[0]), : self.needed].tolist()
            self.tally.taken[0] = 0
            if reason == kernel.NO_ROOM:
                pool = np.resize(self.lists.pool, 2 * self.lists.pool.size)
                self.lists = self.lists._replace(pool=pool)
        return Finding(int(self.tally.tilings[0]), int(self.tally.distinct[0]), found)


def _words(problem: Problem) -> list[list[int]]:
    """Return the words of the options by their first position, in the documented order."""
    words: list[list[int]] = [[] for _ in problem.sweep]
    piece = {shape: _piece(shape) for shape in problem.pieces}
    for first, orientation, shape, positions in problem.laid:
        words[first].append(positions >> first | orientation << kernel.ORIENTATION | piece[shape])
    return words


def _piece(shape: str) -> int:
    return 1 << kernel.PIECE + SHAPES.index(shape)


def _due(problem: Problem, words: list[list[int]]) -> list[int]:
    """Return for each position the pentominoes that are needed and do not come there or later."""
    if len(problem.pieces) > problem.needed:
        return [0] * len(words)
    due = [reduce(or_, map(_piece, problem.pieces))]
    for own in reversed(words):
        due.append(due[-1] & ~reduce(or_, own, 0))
    return due[:0:-1]


def _tasks(problem: Problem, words: list[list[int]]) -> list[_Task]:
    """Return the tasks in order: as many first options as make enough of them."""
    due = _due(problem, words)
    tasks = [_Task((), _WORD >> len(words) << len(words), 0)]
    for _ in range(1, problem.needed):
        if len(tasks) >= _TASKS:
            break
        tasks = [longer for task in tasks for longer in _longer(task, words, due)]
    return tasks


def _longer(task: _Task, words: list[list[int]], due: list[int]) -> Iterator[_Task]:
    """Yield *task* with one more option laid, at the first free position."""
    free = ~task.covered
    at = (free & -free).bit_length() - 1
    if due[at] & ~task.used:
        return
    taken = task.covered >> at & _CELLS | task.used
    for word in words[at]:
        if not word & taken:
            covered = task.covered | (word & _CELLS) << at
            yield _Task((*task.laid, (word, at)), covered, task.used | word & _PIECES)


def _tables(problem: Problem, words: list[list[int]]) -> Tables:
    kinds: dict[tuple[tuple[int, ...], _Surroundings], int] = {}
    kind_of = [
        kinds.setdefault((tuple(own), _surroundings(problem, at)), len(kinds))
        for at, own in enumerate(words)
    ]
    starts = [0, *accumulate(len(own) for own, _ in kinds)]
    images, turned = _images(problem) if problem.distinct else ([range(len(words))], [range(63)])
    return Tables(
        kinds=np.array(kind_of, np.uint64),
        starts=np.array(starts, np.uint64),
        words=np.array([word for own, _ in kinds for word in own], np.uint64),
        beside=np.array([around.beside for _, around in kinds], np.uint64),
        beyond=np.array([around.beyond for _, around in kinds], np.uint64),
        due=np.array(_due(problem, words), np.uint64),
        images=np.array(images, np.uint64),
        turned=np.array(turned, np.uint64),
        leader=np.array([_piece(problem.leader) if problem.distinct else 0], np.uint64),
    )


class _Surroundings(NamedTuple):
    """The window from a position on: who is beside whom, and who has a neighbour beyond."""

    beside: tuple[int, ...]
    beyond: int


def _surroundings(problem: Problem, at: int) -> _Surroundings:
    beside, beyond = [], 0
    for inside in range(kernel.WINDOW + 1):
        # Behind the last position nothing is known, so that nothing there is a pocket.
        around = problem.beside[at + inside] if at + inside < len(problem.sweep) else [_NOWHERE]
        beside.append(sum(1 << other - at for other in around if 0 <= other - at <= kernel.WINDOW))
        if max(around, default=0) - at > kernel.WINDOW:
            beyond |= 1 << inside
    return _Surroundings(tuple(beside), beyond)


def _images(problem: Problem) -> tuple[list[list[int]], list[list[int]]]:
    """Return where each symmetry has each position from, and the image of each orientation."""
    images = [sorted(range(len(moved)), key=moved.__getitem__) for moved in problem.symmetries]
    turned = [[0] * 63 for _ in images]
    for orientation, option in {one.orientation: one for one in problem.options}.items():
        for symmetry, row in enumerate(turned):
            row[orientation] = problem.image(option, symmetry).orientation
    return images, turned
