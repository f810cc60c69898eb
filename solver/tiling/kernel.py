"""The search for tilings, compiled: position by position, at each the options that fit.

word     an option packed into 64 bits: its cells from its first position on (46 bits), the number
         of its orientation (6 bits), a bit for its pentomino (12 bits)
pattern  which of the next WINDOW positions are covered
list     the words that fit a pattern and leave no pocket, made when the pattern is first met
pocket   free cells enclosed within the window whose number five does not divide
class    positions with the same options and the same neighbours, which share their lists

A single AND of a word with what is covered and used tells whether it fits. The method is that of
the fastest programs for the 6x10 box, which list options by neighbourhood (G. Putter, Gerard's
universal polyomino solver; M. Busche, solving polyomino puzzles, 2009), here for any region.
"""

from typing import Any, NamedTuple

import numpy as np

from solver.runtime.kernel import Array2, Words, compiled, kernel
from solver.runtime.word import trailing_zeros

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]

WINDOW = 12
ORIENTATION_SHIFT = 46
PIECE_SHIFT = 52
SHAPE_SHIFT = 60  # of a placement in a result: positions below, the number of its pentomino above
MAX_DEPTH = 12

SEARCHING, DONE, STOPPED, POOL_FULL, RESULTS_FULL = range(5)
MAX_LIST = 64  # words in a list, with the 0 that ends it

_0, _1, _5 = np.uint64(0), np.uint64(1), np.uint64(5)
_ALL_COVERED = np.uint64(2**64 - 1)
_CELL_MASK = np.uint64((1 << ORIENTATION_SHIFT) - 1)
_ORIENTATION_SHIFT, _ORIENTATION_MASK = np.uint64(ORIENTATION_SHIFT), np.uint64(63)
_NO_ORIENTATION = np.uint64(64)
_PIECE_SHIFT, _SHAPE_SHIFT = np.uint64(PIECE_SHIFT), np.uint64(SHAPE_SHIFT)
_PATTERN_MASK = np.uint64((1 << WINDOW) - 1)
_WINDOW_MASK = np.uint64((2 << WINDOW) - 1)
_STOP_CHECK_MASK = np.uint64(0xFFF)  # the stop flag is looked at every 4096 nodes


class TilingTables(NamedTuple):
    """A problem as the search sees it; P positions, C classes, S symmetries."""

    classes: Words  # (P,): the class of each position
    class_starts: Words  # (C + 1,): where the words of each class start
    words: Words  # (options,): by class, in the documented order
    # (C, WINDOW + 1): the positions of the window that share an edge with each
    adjacent: Array2[np.uint64]
    # (C,): the positions of the window that have a neighbour behind it
    open_beyond: Words
    # (P,): the pieces that are needed, but cannot come here or later
    must_be_placed: Words
    origins: Array2[np.uint64]  # (S, P): the position that each symmetry takes to this one
    turned: Array2[np.uint64]  # (S, 63): the image of each orientation
    symmetry_breaker: Word  # the bit of its piece; 0 when all tilings are wanted


class OptionLists(NamedTuple):
    """The lists made so far."""

    # (C, 2**WINDOW): where the list of a pattern starts; 0 if it is not made yet
    starts: Array2[np.uint64]
    pool: Words  # (words,): the lists; the first word is unused
    size: Words  # (1,): how much of the pool is used


class SearchStack(NamedTuple):
    """Where the search stands: arrays of MAX_DEPTH, by the number of options placed before."""

    covered: Words  # what is covered before this option; the bits from P on are set
    used: Words  # the pieces used before
    next: Words  # where in the pool to go on; 0 if the list is not looked up yet
    word: Words  # the option that is placed
    position: Words  # its first position
    depth: Words  # (1,): how many are placed
    base: Words  # (1,): how many of these are to stay


class TilingResults(NamedTuple):
    """The tilings found so far: how many, and those that are to be listed."""

    tilings: Words  # (1,)
    distinct: Words  # (1,)
    # (rows, MAX_DEPTH): a tiling's placements, each its positions and SHAPE_SHIFT
    listed: Array2[np.uint64]
    listed_count: Words  # (1,): the rows of *listed* in use


@kernel
def advance(
    tables: TilingTables,
    lists: OptionLists,
    stack: SearchStack,
    results: TilingResults,
    stop: Words,
) -> int:
    """Search on until all tilings with the first options of the stack are found: DONE.

    Or until *stop*, of one element, is not 0: STOPPED. Or until the pool or *listed* is full, and
    the caller is to change that: POOL_FULL, RESULTS_FULL. Called again, it goes on where it was.
    """
    starts, pool, limit = lists.starts, lists.pool, np.uint64(lists.pool.size - MAX_LIST)
    classes, must_be_placed = tables.classes, tables.must_be_placed
    rows = np.uint64(len(results.listed))
    nodes, base, depth = _0, stack.base[0], stack.depth[0]
    covered, used, next_ = stack.covered[depth], stack.used[depth], stack.next[depth]
    at = trailing_zeros(~covered)
    state = SEARCHING
    while state == SEARCHING:
        window = covered >> at
        taken = (window & _CELL_MASK) | used
        if next_ == _0:
            class_, pattern = classes[at], (window >> _1) & _PATTERN_MASK
            next_ = starts[class_, pattern]
            if next_ == _0:
                if lists.size[0] > limit:
                    state = POOL_FULL
                    break
                next_ = _make_list(tables, lists, class_, pattern)
        while True:
            word = pool[next_]
            next_ += _1
            if word & taken:
                continue
            if word == _0:
                if depth == base:
                    state = DONE
                    break
                depth -= _1
                covered, used, next_ = stack.covered[depth], stack.used[depth], stack.next[depth]
                at = trailing_zeros(~covered)
                taken = ((covered >> at) & _CELL_MASK) | used
                continue
            after = covered | (word & _CELL_MASK) << at
            if after == _ALL_COVERED:
                if rows and results.listed_count[0] == rows:
                    next_ -= _1
                    state = RESULTS_FULL
                    break
                stack.word[depth], stack.position[depth] = word, at
                _record_tiling(tables, stack, results, depth + _1)
                continue
            used_after = used | word >> _PIECE_SHIFT << _PIECE_SHIFT
            at_after = trailing_zeros(~after)
            if must_be_placed[at_after] & ~used_after:
                continue
            stack.covered[depth], stack.used[depth], stack.next[depth] = covered, used, next_
            stack.word[depth], stack.position[depth] = word, at
            depth += _1
            covered, used, next_, at = after, used_after, _0, at_after
            nodes += _1
            if nodes & _STOP_CHECK_MASK == _0 and stop[0]:
                state = STOPPED
            break
    stack.covered[depth], stack.used[depth], stack.next[depth] = covered, used, next_
    stack.depth[0] = depth
    return state


@compiled
def _make_list(tables: TilingTables, lists: OptionLists, class_: Word, pattern: Word) -> Word:
    """Make the list of a class and a pattern, and return where in the pool it starts."""
    start: Word = lists.size[0]
    end = start
    covered = pattern << _1
    for number in range(tables.class_starts[class_], tables.class_starts[class_ + _1]):
        word = tables.words[number]
        cells = word & _CELL_MASK
        if not cells & covered and not has_pocket(
            covered | cells, tables.adjacent[class_], tables.open_beyond[class_]
        ):
            lists.pool[end] = word
            end += _1
    lists.pool[end] = _0
    lists.size[0] = end + _1
    lists.starts[class_, pattern] = start
    return start


@compiled
def has_pocket(covered: Word, adjacent: Array, open_beyond: Word) -> bool:
    """Return whether free cells enclosed within the window are not a multiple of five.

    *adjacent*, (WINDOW + 1,), and *open_beyond* are those of a class in `TilingTables`.
    """
    free = ~covered & _WINDOW_MASK
    while free:
        pocket = edge = free & (~free + _1)
        size = _0
        enclosed = True
        while edge:
            cell = trailing_zeros(edge)
            edge &= edge - _1
            size += _1
            if (open_beyond >> cell) & _1:
                enclosed = False
            joined = adjacent[cell] & free & ~pocket
            pocket |= joined
            edge |= joined
        if enclosed and size % _5:
            return True
        free &= ~pocket
    return False


@compiled
def _record_tiling(
    tables: TilingTables, stack: SearchStack, results: TilingResults, count: Word
) -> None:
    """Count the tiling on the stack, and list it if it is the one to list of its class.

    Symmetries that move the symmetry breaker take the tiling to others of its class that the
    search leaves out; those that keep it in place, to others that the search finds.
    """
    origins, turned, breaker = tables.origins, tables.turned, tables.symmetry_breaker
    symmetries, positions = origins.shape
    orientations = np.zeros(positions, np.uint64)
    breaker_orientation = _NO_ORIENTATION
    if breaker:
        for placed in range(count):
            word = stack.word[placed]
            orientation = word >> _ORIENTATION_SHIFT & _ORIENTATION_MASK
            if word & breaker:
                breaker_orientation = orientation
            cells = (word & _CELL_MASK) << stack.position[placed]
            while cells:
                orientations[trailing_zeros(cells)] = orientation
                cells &= cells - _1
    keeping = _0
    is_first = True
    for symmetry in range(symmetries):
        keeps, same, earlier = True, True, False
        for position in range(positions):
            here, origin = orientations[position], orientations[origins[symmetry, position]]
            if here == breaker_orientation and origin != breaker_orientation:
                keeps = False
                break
            if same and turned[symmetry, origin] != here:
                same = False
                earlier = turned[symmetry, origin] < here
        if keeps:
            keeping += _1
            is_first &= not earlier
    class_size = np.uint64(symmetries) // keeping
    results.tilings[0] += _1 if breaker_orientation == _NO_ORIENTATION else class_size
    if is_first:
        results.distinct[0] += _1
        if len(results.listed):
            for placed in range(count):
                word = stack.word[placed]
                cells = (word & _CELL_MASK) << stack.position[placed]
                shape = trailing_zeros(word >> _PIECE_SHIFT) << _SHAPE_SHIFT
                results.listed[results.listed_count[0], placed] = cells | shape
            results.listed_count[0] += _1
