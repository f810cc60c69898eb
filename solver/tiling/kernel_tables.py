"""A tiling problem as the kernel sees it: its options as words, its tasks, and its tables.

A task is the tilings that begin with certain options; tasks are in the order of the tilings. A
problem always has the same tasks.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import accumulate, chain
from operator import or_
from typing import NamedTuple
from zlib import crc32

import numpy as np

from solver.geometry.polyomino import SHAPES
from solver.tiling import kernel
from solver.tiling.kernel import TilingTables
from solver.tiling.problem import TilingProblem

_MIN_TASKS = 20  # enough to share them out, and to lose little with one
_CELL_MASK = (1 << kernel.ORIENTATION_SHIFT) - 1
_PIECE_MASK = (1 << 64) - (1 << kernel.PIECE_SHIFT)
_WORD_MASK = (1 << 64) - 1
_ORIENTATIONS = 63
_FAR_AWAY = 1 << 10  # a position behind every other


class TilingTask(NamedTuple):
    """The first options of some tilings: words and their first positions, and what they take."""

    placed: tuple[tuple[int, int], ...]
    covered: int
    used: int


def tasks_checksum(problem: TilingProblem) -> int:
    """Return a checksum of the tasks and of the words that results are written in."""
    words = packed_options(problem)
    text = repr((words, split_into_tasks(problem, words)))
    # Checkpoints of earlier versions know a task by another name.
    return crc32(text.replace("TilingTask(placed=", "_Task(laid=").encode())


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
        for symmetry, row in enumerate(turned):
            row[orientation] = problem.image(option, symmetry).orientation
    return origins, turned
