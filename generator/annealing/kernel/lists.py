"""The best packing of a roll with more placements than a word has bits, by lists of them.

A roll has a doubly linked list of its placements for each rank, in no particular order.
"""

from typing import NamedTuple

import numpy as np

from generator.annealing.kernel.arrays import Array, CardState, SearchTables, Word
from generator.annealing.kernel.move import NO_PLACEMENT
from solver.runtime.jit import borrowing_jit, jit, trailing_zeros

_0, _1, _5 = (np.uint64(n) for n in (0, 1, 5))
# The slot of a listed placement that is not in the example of its roll, which has slots 0 to 4.
NO_SLOT = np.uint64(63)


class ListSearch(NamedTuple):
    """Working memory of a search through lists; the rows are depths."""

    occupied: Array  # (6, W): the cells and shapes of what was chosen before
    shapes_left: Array  # (5,): the ranks still to be tried
    next_placement: Array  # (5,): the next one of the rank that is tried
    points: Array  # (5,): what that is worth
    scores: Array  # (5,): of what was chosen before
    chosen: Array  # (5,)
    found: Array  # (5,): the best packing,
    found_size: Array  # (1,): and how many placements it has


@jit
def new_list_search(tables: SearchTables) -> ListSearch:
    """Return working memory for searches on cards of *tables*."""
    return ListSearch(
        np.zeros((6, tables.placements.masks.shape[1]), np.uint64),
        np.empty(5, np.uint64),
        np.empty(5, np.uint64),
        np.empty(5, np.uint64),
        np.empty(5, np.uint64),
        np.empty(5, np.uint64),
        np.empty(5, np.uint64),
        np.zeros(1, np.uint64),
    )


@borrowing_jit
def append_placement(state: CardState, roll: Word, rank: Word, placement: Word) -> None:
    """Put *placement* at the head of its list."""
    head = state.heads[roll, rank]
    state.next_in_list[placement], state.previous_in_list[placement] = head, NO_PLACEMENT
    if head != NO_PLACEMENT:
        state.previous_in_list[head] = placement
    state.heads[roll, rank] = placement
    state.shapes[roll] |= _1 << rank
    state.slot_of[placement] = NO_SLOT


@borrowing_jit
def unlink_placement(state: CardState, roll: Word, rank: Word, placement: Word) -> None:
    """Take *placement* out of its list."""
    after, before = state.next_in_list[placement], state.previous_in_list[placement]
    if after != NO_PLACEMENT:
        state.previous_in_list[after] = before
    if before != NO_PLACEMENT:
        state.next_in_list[before] = after
    else:
        state.heads[roll, rank] = after
        if after == NO_PLACEMENT:
            state.shapes[roll] &= ~(_1 << rank)


@borrowing_jit
def occupy(search: ListSearch, masks: Array, placement: Word) -> None:
    """Let the next search keep off *placement*, or off nothing if there is none."""
    for word in range(np.uint64(masks.shape[1])):
        search.occupied[0, word] = masks[placement, word] if placement != NO_PLACEMENT else _0


@borrowing_jit
def record_example(state: CardState, roll: Word, placements: Array, size: Word) -> None:
    """Take the first *size* of *placements* as the example of *roll*."""
    for number in range(size):
        state.example_placements[roll, number] = placements[number]
        state.slot_of[placements[number]] = number
    state.example[roll] = (_1 << size) - _1


@borrowing_jit
def best_listed_packing(
    tables: SearchTables,
    state: CardState,
    search: ListSearch,
    roll: Word,
    shapes: Word,
    size: Word,
    lower_bound: Word,
    upper_bound: Word,
) -> Word:
    """Return the best score of *size* placements of *shapes*, or *lower_bound* if none beats it.

    They keep off what `occupy` was called with. The search ends when it reaches the *upper_bound*.
    The packing is left in `search.found`, of size 0 if none was found.
    """
    masks, heads, next_in_list = tables.placements.masks, state.heads, state.next_in_list
    rank_points, max_points, words = (
        tables.rank_points,
        tables.max_points,
        np.uint64(masks.shape[1]),
    )
    occupied, shapes_left, following = search.occupied, search.shapes_left, search.next_placement
    points, scores, chosen, found = search.points, search.scores, search.chosen, search.found
    best, depth, found_size = lower_bound, _0, _0
    shapes_left[0], following[0], scores[0] = shapes, NO_PLACEMENT, _0
    while True:
        if following[depth] == NO_PLACEMENT:  # on to the next shape
            left = shapes_left[depth]
            if scores[depth] + np.uint64(max_points[size - depth, left]) <= best:
                if depth == _0:
                    break
                depth -= _1
                continue
            rank = trailing_zeros(left)
            shapes_left[depth] = left & left - _1
            following[depth], points[depth] = heads[roll, rank], rank_points[rank]
        placement = following[depth]
        following[depth] = next_in_list[placement]
        overlap = _0
        for word in range(words):
            overlap |= masks[placement, word] & occupied[depth, word]
        if overlap:
            continue
        chosen[depth], score = placement, scores[depth] + points[depth]
        if score > best:
            best, found_size = score, depth + _1
            for number in range(found_size):
                found[number] = chosen[number]
            if best >= upper_bound:
                break
        left = shapes_left[depth]
        if depth + _1 < size and score + np.uint64(max_points[size - depth - _1, left]) > best:
            for word in range(words):
                occupied[depth + _1, word] = occupied[depth, word] | masks[placement, word]
            depth += _1
            shapes_left[depth], following[depth], scores[depth] = left, NO_PLACEMENT, score
    search.found_size[0] = found_size
    return best
