"""The best packing of each roll on a card, by branch and bound over its slots.

slot        the place of a placement among those of its roll: one bit of a word
compatible  a word for each slot: the slots that do not overlap with it
shape mask  the ranks of the shapes that a set of slots shows: a bit each
"""

from typing import Any

import numpy as np

from generator.annealing.kernel.arrays import SHAPE_COUNT, Array, Word
from solver.runtime.jit import borrowing_jit, trailing_zeros

_0, _1, _2, _64 = (np.uint64(n) for n in (0, 1, 2, 64))
_SHAPE_COUNT = np.uint64(SHAPE_COUNT)
_ALL = np.uint64(2**64 - 1)
# The cols of the stack, whose rows are depths: what is left to choose from, the shapes to try, the
# slots of the shape being tried, its points, the score and the slots so far; and of depth 0, the
# slots of the best packing.
REST, SHAPES_LEFT, SLOTS_LEFT, POINTS, SCORE, CHOSEN, FOUND = range(7)


@borrowing_jit
def insert_placement(
    masks_of: Array,
    ranks: Array,
    masks: Array,
    compatible: Array,
    slots_of_rank: Array,
    roll: Word,
    placement: Word,
    slot: Word,
) -> None:
    """Give *placement*, whose mask is in *masks_of*, a *slot* of its *roll*."""
    low_mask, high_mask, bit = masks_of[placement, 0], masks_of[placement, 1], _1 << slot
    low, high, links = masks[roll, 0], masks[roll, 1], compatible[roll]
    low[slot], high[slot] = low_mask, high_mask
    row = _0
    for other in range(_64):  # two words, and no branch: eight at a time
        disjoint = np.uint64((low_mask & low[other] | high_mask & high[other]) == _0)
        row |= disjoint << other
        links[other] = links[other] & ~bit | disjoint << slot
    links[slot] = row
    for word in range(_2, np.uint64(masks_of.shape[1])):
        mask = masks[roll, word, slot] = masks_of[placement, word]
        for other in range(_64):
            overlap = np.uint64(mask & masks[roll, word, other] != _0)
            links[slot] &= ~(overlap << other)
            links[other] &= ~(overlap << slot)
    for rank in range(_SHAPE_COUNT):
        slots_of_rank[roll, rank] &= ~(_1 << slot)
    slots_of_rank[roll, ranks[placement]] |= _1 << slot


@borrowing_jit
def shape_mask(slots_of_rank: Array, roll: Word, slots: Word) -> Word:
    """Return the ranks of the shapes of *slots*, a bit each."""
    mask = _0
    for rank in range(_SHAPE_COUNT):
        mask |= np.uint64(slots & slots_of_rank[roll, rank] != _0) << rank
    return mask


@borrowing_jit
def best_packing(
    compatible: Array,
    slots_of_rank: Array,
    rank_points: Array,
    max_points: Any,
    roll: Word,
    slots: Word,
    size: Word,
    lower_bound: Word,
    upper_bound: Word,
    stack: Array,
) -> Word:
    """Return the best score of *size* placements among *slots*, or *lower_bound* if none beats it.

    The search ends when it reaches the *upper_bound*. The slots of the packing are left in
    stack[0, FOUND], 0 if none was found; *stack*, (5, 8), is working memory.
    """
    best, depth = lower_bound, _0
    stack[0, FOUND] = _0
    stack[0, REST], stack[0, SHAPES_LEFT] = slots, shape_mask(slots_of_rank, roll, slots)
    stack[0, SLOTS_LEFT], stack[0, SCORE], stack[0, CHOSEN] = _0, _0, _0
    while True:
        if stack[depth, SLOTS_LEFT] == _0:  # on to the next shape
            shapes = stack[depth, SHAPES_LEFT]
            if stack[depth, SCORE] + np.uint64(max_points[size - depth, shapes]) <= best:
                if depth == _0:
                    break
                depth -= _1
                continue
            rank = trailing_zeros(shapes)
            stack[depth, SHAPES_LEFT] = shapes & shapes - _1
            stack[depth, SLOTS_LEFT] = stack[depth, REST] & slots_of_rank[roll, rank]
            stack[depth, REST] &= ~slots_of_rank[roll, rank]
            stack[depth, POINTS] = rank_points[rank]
        slot = trailing_zeros(stack[depth, SLOTS_LEFT])
        stack[depth, SLOTS_LEFT] &= stack[depth, SLOTS_LEFT] - _1
        score = stack[depth, SCORE] + stack[depth, POINTS]
        chosen = stack[depth, CHOSEN] | _1 << slot
        if score > best:
            best, stack[0, FOUND] = score, chosen
            if best >= upper_bound:
                break
        if depth + _1 < size:
            rest = stack[depth, REST] & compatible[roll, slot]
            shapes = shape_mask(slots_of_rank, roll, rest)
            if score + np.uint64(max_points[size - depth - _1, shapes]) > best:
                depth += _1
                stack[depth, REST], stack[depth, SHAPES_LEFT] = rest, shapes
                stack[depth, SLOTS_LEFT] = _0
                stack[depth, SCORE], stack[depth, CHOSEN] = score, chosen
    return best
