"""The compiled search for tilings: counts or lists them in tasks, on any number of threads.

The results of the tasks are put together in order. So the answer does not depend on the number of
threads, and the results of finished tasks are enough to go on after an interruption.
"""

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate, chain
from operator import or_
from typing import NamedTuple

import numpy as np

from solver.geometry.polyomino import SHAPES
from solver.runtime.background import StoppedError, when_stopped
from solver.runtime.parallel import thread_map
from solver.search import Advance
from solver.tiling import kernel
from solver.tiling.kernel import OptionLists, SearchStack, TilingResults, TilingTables
from solver.tiling.problem import TilingCount, TilingProblem
from solver.tiling.rules import Tiling, TilingPlacement

_TASKS_AHEAD = 2  # a thread: the tilings of a task may be many
_POOL_WORDS = 1 << 16
_LISTED_TILINGS = 1 << 8
_MIN_TASKS = 20  # enough to share them out, and to lose little with one
_CELL_MASK = (1 << kernel.ORIENTATION_SHIFT) - 1
_PIECE_MASK = (1 << 64) - (1 << kernel.PIECE_SHIFT)
_WORD_MASK = (1 << 64) - 1
_ORIENTATIONS = 63
_FAR_AWAY = 1 << 10  # a position behind every other


class TilingTask(NamedTuple):
    """The first options of some tilings: words and their first positions, and what they take.

    Tasks are in the order of the tilings; a problem always has the same.
    """

    placed: tuple[tuple[int, int], ...]
    covered: int
    used: int


class TaskResult(NamedTuple):
    """How many tilings a task has, and if they were wanted, the words of each."""

    tilings: int
    distinct: int
    listed: list[list[int]]


@dataclass(frozen=True)
class KernelEngine:
    """Searches for the tilings of *problem* by compiled code, with *jobs* threads.

    *kept* are the results of finished tasks, from before and from now on.

    >>> from solver.tiling.region import Region
    >>> KernelEngine(TilingProblem(Region.parse("4x5"))).count()
    TilingCount(tilings=200, distinct=50)
    """

    problem: TilingProblem
    jobs: int = 1
    kept: MutableMapping[int, TaskResult] | None = None

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

        known = {} if self.kept is None else self.kept
        missing = [task for number, task in enumerate(tasks) if number not in known]
        searched = thread_map(
            search,
            missing,
            jobs=max(1, min(self.jobs, len(missing))),
            ahead=_TASKS_AHEAD,
            stop=lambda: stop.fill(1),
        )
        total = 0
        for number in range(len(tasks)):
            with when_stopped(lambda: stop.fill(1)):
                result = known[number] if number in known else next(searched)
            if stop[0]:  # the result is not complete
                raise StoppedError
            if self.kept is not None and number not in self.kept:
                self.kept[number] = result
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


def packed_options(problem: TilingProblem) -> list[list[int]]:
    """Return the options as words, by their first position, in the documented order."""
    words: list[list[int]] = [[] for _ in problem.cell_order]
    bits = {shape: _piece_bit(shape) for shape in problem.pieces}
    for first, orientation, shape, positions in problem.search_options:
        numbered = orientation << kernel.ORIENTATION_SHIFT
        words[first].append(positions >> first | numbered | bits[shape])
    return words


def _piece_bit(shape: str) -> int:
    return 1 << kernel.PIECE_SHIFT + SHAPES.index(shape)


def _must_be_placed(problem: TilingProblem, words: list[list[int]]) -> list[int]:
    """Return for each position the pieces that are needed and cannot come there or later."""
    if len(problem.pieces) > problem.pieces_needed:
        return [0] * len(words)
    pieces = [reduce(or_, map(_piece_bit, problem.pieces))]
    for options in reversed(words):
        pieces.append(pieces[-1] & ~reduce(or_, options, 0))
    return pieces[:0:-1]


def split_into_tasks(problem: TilingProblem, words: list[list[int]]) -> list[TilingTask]:
    """Return the tasks in order, with as few first options as make enough of them."""
    must_be_placed = _must_be_placed(problem, words)
    tasks = [TilingTask((), _WORD_MASK >> len(words) << len(words), 0)]
    for _ in range(1, problem.pieces_needed):
        if len(tasks) >= _MIN_TASKS:
            break
        tasks = [
            extended for task in tasks for extended in _extensions(task, words, must_be_placed)
        ]
    return tasks


def _extensions(
    task: TilingTask, words: list[list[int]], must_be_placed: list[int]
) -> Iterator[TilingTask]:
    """Yield *task* with one more option, at the first free position."""
    free = ~task.covered
    at = (free & -free).bit_length() - 1
    if must_be_placed[at] & ~task.used:
        return
    taken = task.covered >> at & _CELL_MASK | task.used
    for word in words[at]:
        if not word & taken:
            covered = task.covered | (word & _CELL_MASK) << at
            yield TilingTask((*task.placed, (word, at)), covered, task.used | word & _PIECE_MASK)


def build_tables(problem: TilingProblem, words: list[list[int]]) -> TilingTables:
    """Return the tables of *problem*, whose `packed_options` are *words*."""
    numbers: dict[tuple[tuple[int, ...], tuple[int, ...], int], int] = {}  # of the classes
    classes = [
        numbers.setdefault((tuple(options), *_surroundings(problem, at)), len(numbers))
        for at, options in enumerate(words)
    ]
    class_words, adjacent, open_beyond = zip(*numbers, strict=True)
    origins, turned, breaker = [[*range(len(words))]], [[*range(_ORIENTATIONS)]], 0
    if problem.distinct:
        origins, turned = _symmetry_tables(problem)
        breaker = _piece_bit(problem.symmetry_breaker)
    return TilingTables(
        classes=np.array(classes, np.uint64),
        class_starts=np.array([0, *accumulate(map(len, class_words))], np.uint64),
        words=np.array([*chain(*class_words)], np.uint64),
        adjacent=np.array(adjacent, np.uint64),
        open_beyond=np.array(open_beyond, np.uint64),
        must_be_placed=np.array(_must_be_placed(problem, words), np.uint64),
        origins=np.array(origins, np.uint64),
        turned=np.array(turned, np.uint64),
        symmetry_breaker=np.uint64(breaker),
    )


def _surroundings(problem: TilingProblem, at: int) -> tuple[tuple[int, ...], int]:
    """Return `adjacent` and `open_beyond` of `TilingTables` for the window from *at* on."""
    adjacent, open_beyond = [], 0
    for inside in range(kernel.WINDOW + 1):
        # Behind the last position nothing is known, so that nothing there is a pocket.
        is_known = at + inside < len(problem.cell_order)
        around = problem.adjacent[at + inside] if is_known else [_FAR_AWAY]
        in_window = [other - at for other in around if 0 <= other - at <= kernel.WINDOW]
        adjacent.append(sum(1 << other for other in in_window))
        if max(around, default=0) - at > kernel.WINDOW:
            open_beyond |= 1 << inside
    return tuple(adjacent), open_beyond


def _symmetry_tables(problem: TilingProblem) -> tuple[list[list[int]], list[list[int]]]:
    """Return where each symmetry has each position from, and the image of each orientation."""
    origins = [sorted(range(len(image)), key=image.__getitem__) for image in problem.symmetries]
    turned = [[0] * _ORIENTATIONS for _ in origins]
    for orientation, option in {option.orientation: option for option in problem.options}.items():
        for row, image in zip(turned, problem.images(option), strict=True):
            row[orientation] = image.orientation
    return origins, turned
