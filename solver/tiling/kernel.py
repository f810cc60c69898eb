"""The search for tilings, compiled: position by position, at each the options that fit.

word     an option from its first position on: cells in the low 46 bits, then the number of its
         orientation (6 bits), then a bit for its pentomino (12 bits)
pattern  which of the next WINDOW positions are covered
list     the words that fit a pattern and leave no pocket, made when the pattern is first met
pocket   free cells cut off within the window; five must divide their number
class    positions that have the same options and the same neighbours have the same lists

One AND of a word with what is covered and used tells whether it fits. The method is that of the
fastest programs for the 6x10 box: options listed by neighbourhood (G. Putter, Gerard's universal
polyomino solver; M. Busche, solving polyomino puzzles, 2009), made for any region.
"""

from typing import Any, NamedTuple

import numpy as np

from solver.runtime.jit import jit, trailing_zeros

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]  # of every name below

WINDOW = 12
ORIENTATION = 46
PIECE = 52
DEEPEST = 12
SHAPE = 60  # in a tiling that was found: the positions below, the number of the pentomino above

DONE, STOPPED, NO_ROOM, FULL = range(4)
LONGEST = 64  # words in a list, with the 0 that ends it

_0, _1, _5 = np.uint64(0), np.uint64(1), np.uint64(5)
_ALL = np.uint64(2**64 - 1)
_CELLS = np.uint64((1 << ORIENTATION) - 1)
_ORIENTATION, _ORIENTATIONS = np.uint64(ORIENTATION), np.uint64(63)
_NONE = np.uint64(64)  # no orientation
_PIECE, _SHAPE = np.uint64(PIECE), np.uint64(SHAPE)
_PATTERN = np.uint64((1 << WINDOW) - 1)
_KNOWN = np.uint64((2 << WINDOW) - 1)
_STEPS = np.uint64(0xFFF)  # nodes, but one, between two looks at the stop flag


class Tables(NamedTuple):
    """What a problem is to the search; P positions, C classes, S symmetries."""

    kinds: Array  # (P,): the class of each position
    starts: Array  # (C + 1,): where the words of each class start
    words: Array  # (options,): by class, in the documented order
    beside: Array  # (C, WINDOW + 1): which positions of the window share an edge with each
    beyond: Array  # (C,): which have a neighbour behind the window
    due: Array  # (P,): the pentominoes that cannot come at this position or later, but must
    images: Array  # (S, P): where each symmetry has each position from
    turned: Array  # (S, 63): the image of each orientation
    leader: Array  # (1,): the bit of the leader; 0 when all tilings are wanted


class Lists(NamedTuple):
    """The lists made so far."""

    begun: Array  # (C, 2**WINDOW): where the list of a pattern starts; 0 if it is not made yet
    pool: Array  # (room,): the lists; the first word is none of theirs
    top: Array  # (1,): how much of the pool is taken


class Stack(NamedTuple):
    """Where the search stands: arrays of DEEPEST, by the number of options laid before."""

    covered: Array  # what is covered before this option is laid; bits behind P are set
    used: Array  # the pentominoes used before
    next: Array  # where in the pool to go on; 0 where the list is still to be found
    word: Array  # what is laid
    at: Array  # its first position
    depth: Array  # (1,): how many are laid
    base: Array  # (1,): how many of them are to stay


class Tally(NamedTuple):
    """What was found."""

    tilings: Array  # (1,)
    distinct: Array  # (1,)
    found: Array  # (room, DEEPEST): tilings, as positions with a pentomino's number on top
    taken: Array  # (1,): the rows of *found* in use


@jit
def advance(tables: Tables, lists: Lists, stack: Stack, tally: Tally, stop: Array) -> int:
    """Search on until all tilings with the first options of the stack are found: DONE.

    Or until *stop*, of one element, is not 0: STOPPED. Or until the pool has NO_ROOM or *found* is
    FULL, and the caller is to make room. To call it again goes on where it was.
    """
    begun, pool, room = lists.begun, lists.pool, np.uint64(lists.pool.size - LONGEST)
    kinds, due, rows = tables.kinds, tables.due, np.uint64(len(tally.found))
    nodes, base, depth = _0, stack.base[0], stack.depth[0]
    covered, used, next_ = stack.covered[depth], stack.used[depth], stack.next[depth]
    at = trailing_zeros(~covered)
    reason = DONE
    searching = True
    while searching:
        window = covered >> at
        key = (window & _CELLS) | used
        if next_ == _0:
            kind, pattern = kinds[at], (window >> _1) & _PATTERN
            next_ = begun[kind, pattern]
            if next_ == _0:
                if lists.top[0] > room:
                    reason = NO_ROOM
                    break
                next_ = _list(tables, lists, kind, pattern)
        while True:
            word = pool[next_]
            next_ += _1
            if word & key:
                continue
            if word == _0:
                if depth == base:
                    searching = False
                    break
                depth -= _1
                covered, used, next_ = stack.covered[depth], stack.used[depth], stack.next[depth]
                at = trailing_zeros(~covered)
                key = ((covered >> at) & _CELLS) | used
                continue
            after = covered | (word & _CELLS) << at
            if after == _ALL:
                if rows and tally.taken[0] == rows:
                    next_ -= _1
                    reason = FULL
                    searching = False
                    break
                stack.word[depth], stack.at[depth] = word, at
                _note(tables, stack, tally, depth + _1)
                continue
            used_after = used | word >> _PIECE << _PIECE
            at_after = trailing_zeros(~after)
            if due[at_after] & ~used_after:
                continue
            stack.covered[depth], stack.used[depth], stack.next[depth] = covered, used, next_
            stack.word[depth], stack.at[depth] = word, at
            depth += _1
            covered, used, next_, at = after, used_after, _0, at_after
            nodes += _1
            if nodes & _STEPS == _0 and stop[0]:
                reason = STOPPED
                searching = False
            break
    stack.covered[depth], stack.used[depth], stack.next[depth] = covered, used, next_
    stack.depth[0] = depth
    return reason


@jit
def _list(tables: Tables, lists: Lists, kind: Word, pattern: Word) -> Word:
    """Make the list of a class and a pattern, and return where in the pool it starts."""
    start: Word = lists.top[0]
    end = start
    covered = pattern << _1
    for number in range(tables.starts[kind], tables.starts[kind + _1]):
        word = tables.words[number]
        cells = word & _CELLS
        if not cells & covered and not has_pocket(
            covered | cells, tables.beside[kind], tables.beyond[kind]
        ):
            lists.pool[end] = word
            end += _1
    lists.pool[end] = _0
    lists.top[0] = end + _1
    lists.begun[kind, pattern] = start
    return start


@jit
def has_pocket(covered: Word, beside: Array, beyond: Word) -> bool:
    """Return whether free cells of the window are cut off, and five does not divide them.

    *beside*, (WINDOW + 1,), and *beyond* are those of a class in `Tables`.
    """
    free = ~covered & _KNOWN
    while free:
        pocket = edge = free & (~free + _1)
        size = _0
        closed = True
        while edge:
            cell = trailing_zeros(edge)
            edge &= edge - _1
            size += _1
            if (beyond >> cell) & _1:
                closed = False
            joined = beside[cell] & free & ~pocket
            pocket |= joined
            edge |= joined
        if closed and size % _5:
            return True
        free &= ~pocket
    return False


@jit
def _note(tables: Tables, stack: Stack, tally: Tally, count: Word) -> None:
    """Count the tiling that the stack holds, and list it if it is the one of its class.

    Symmetries that move the leader take the tiling to others of its class that the search leaves
    out; those that keep it where it is, to others that it finds.
    """
    images, turned, leader = tables.images, tables.turned, tables.leader[0]
    symmetries, positions = images.shape
    orientations = np.zeros(positions, np.uint64)
    leading = _NONE
    if leader:
        for laid in range(count):
            word = stack.word[laid]
            orientation = word >> _ORIENTATION & _ORIENTATIONS
            if word & leader:
                leading = orientation
            cells = (word & _CELLS) << stack.at[laid]
            while cells:
                orientations[trailing_zeros(cells)] = orientation
                cells &= cells - _1
    keeping = _0
    is_first = True
    for symmetry in range(symmetries):
        keeps, same, earlier = True, True, False
        for position in range(positions):
            mine, origin = orientations[position], orientations[images[symmetry, position]]
            if mine == leading and origin != leading:
                keeps = False
                break
            if same and turned[symmetry, origin] != mine:
                same = False
                earlier = turned[symmetry, origin] < mine
        if keeps:
            keeping += _1
            is_first &= not earlier
    tally.tilings[0] += _1 if leading == _NONE else np.uint64(symmetries) // keeping
    if is_first:
        tally.distinct[0] += _1
        if len(tally.found):
            for laid in range(count):
                word = stack.word[laid]
                piece = trailing_zeros(word >> _PIECE)
                tally.found[tally.taken[0], laid] = (word & _CELLS) << stack.at[
                    laid
                ] | piece << _SHAPE
            tally.taken[0] += _1
