"""The best packing of a roll, by branch and bound over its placements: in slots, or in lists.

slot        the number of a placement among those of its roll: one bit of a word
compatible  a word for each slot: the slots that do not overlap with it
candidates  a bit each: slots, or else the ranks of the lists that are not empty
"""

from generator.annealing.kernel.arrays import (
    NO_PLACEMENT,
    SHAPE_COUNT,
    CardState,
    Lists,
    MoveBuffer,
    SearchTables,
    Slots,
    Word,
)
from solver.runtime.arrays import np
from solver.runtime.kernel import Array2, Words, borrowing
from solver.runtime.word import ones, trailing_zeros

_0, _1, _2, _4, _5, _64 = (np.uint64(n) for n in (0, 1, 2, 4, 5, 64))
_SHAPE_COUNT = np.uint64(SHAPE_COUNT)
_ALL = np.uint64(2**64 - 1)
# The cols of the stack, whose rows are depths: what is left to choose from, the ranks to try, the
# slots of the rank being tried, or its next placement, and its points; the score so far; what was
# chosen: slots so far, or a placement; the placements of the best packing, whose slots are in the
# row _BEST; and what the placements chosen before occupy.
_REST, _RANKS_LEFT, _NEXT, _POINTS, _SCORE, _CHOSEN, _FOUND, _OCCUPIED = (
    np.uint64(n) for n in range(8)
)
_BEST = _5


@borrowing
def insert_placement(
    tables: SearchTables, slots: Slots, roll: Word, placement: Word, slot: Word
) -> None:
    """Give *placement* a *slot* of its *roll*."""
    masks_of, masks, links = tables.placements.masks, slots.masks[roll], slots.compatible[roll]
    low_mask, high_mask, bit = masks_of[placement, 0], masks_of[placement, 1], _1 << slot
    low, high = masks[0], masks[1]
    low[slot], high[slot] = low_mask, high_mask
    row = _0
    for other in range(_64):  # two words, and no branch: eight at a time
        disjoint = np.uint64((low_mask & low[other] | high_mask & high[other]) == _0)
        row |= disjoint << other
        links[other] = links[other] & ~bit | disjoint << slot
    links[slot] = row
    for word in range(_2, np.uint64(masks_of.shape[1])):
        mask = masks[word, slot] = masks_of[placement, word]
        for other in range(_64):
            overlap = np.uint64(mask & masks[word, other] != _0)
            links[slot] &= ~(overlap << other)
            links[other] &= ~(overlap << slot)
    for rank in range(_SHAPE_COUNT):
        slots.of_rank[roll, rank] &= ~bit
    slots.of_rank[roll, tables.ranks[placement]] |= bit


@borrowing
def link_placement(lists: Lists, roll: Word, rank: Word, placement: Word) -> None:
    """Put *placement* at the head of its list."""
    head = lists.heads[roll, rank]
    lists.after[placement], lists.before[placement] = head, NO_PLACEMENT
    if head != NO_PLACEMENT:
        lists.before[head] = placement
    lists.heads[roll, rank] = placement
    lists.ranks[roll] |= _1 << rank
    lists.lengths[roll] += _1


@borrowing
def unlink_placement(lists: Lists, roll: Word, rank: Word, placement: Word) -> None:
    """Take *placement* out of its list."""
    after, before = lists.after[placement], lists.before[placement]
    if after != NO_PLACEMENT:
        lists.before[after] = before
    if before != NO_PLACEMENT:
        lists.after[before] = after
    else:
        lists.heads[roll, rank] = after
        if after == NO_PLACEMENT:
            lists.ranks[roll] &= ~(_1 << rank)
    lists.lengths[roll] -= _1


@borrowing
def ranks_of_slots(slots_of_rank: Array2[np.uint64], roll: Word, slots: Word) -> Word:
    """Return the ranks of these *slots*, a bit each."""
    ranks = _0
    for rank in range(_SHAPE_COUNT):
        ranks |= np.uint64(slots & slots_of_rank[roll, rank] != _0) << rank
    return ranks


@borrowing
def improve(
    tables: SearchTables,
    state: CardState,
    move: MoveBuffer,
    roll: Word,
    placement: Word,
    lower_bound: Word,
    upper_bound: Word,
) -> Word:
    """Return the best score of five placements of *roll*, or *lower_bound* if none beats it.

    The packing is then its example in *move*. Unless it is NO_PLACEMENT, *placement* is one of
    them. The search ends when it reaches the *upper_bound*.
    """
    stack, slots = move.stack, state.slots
    size, value, slot, bound = _5, _0, _0, lower_bound
    if placement != NO_PLACEMENT:
        size, value = _4, tables.rank_points[tables.ranks[placement]]
        bound = lower_bound - value if lower_bound > value else _0
    if state.is_compact[0]:
        candidates = move.active[roll]
        if placement != NO_PLACEMENT:
            slot = move.slot_of_gained[placement]
            candidates &= slots.compatible[roll, slot]
        score = value + _best_in_slots(
            slots.compatible, slots.of_rank, tables.rank_points, tables.max_points,
            tables.unit_bits, roll, candidates, size, bound, upper_bound, stack,
        )  # fmt: skip
    else:
        candidates, masks = state.lists.ranks[roll], tables.placements.masks
        for word in range(np.uint64(masks.shape[1])):
            stack[0, _OCCUPIED + word] = _0
        if placement != NO_PLACEMENT:
            candidates &= ~(_1 << tables.ranks[placement])
            for word in range(np.uint64(masks.shape[1])):
                stack[0, _OCCUPIED + word] = masks[placement, word]
        score = value + _best_in_lists(
            masks, state.lists.heads, state.lists.after, tables.rank_points, tables.max_points,
            tables.unit_bits, roll, candidates, size, bound, upper_bound, stack,
        )  # fmt: skip
    if score <= lower_bound:
        return lower_bound
    move.example[roll] = stack[_BEST, _FOUND]
    if placement != NO_PLACEMENT:
        if not state.is_compact[0]:
            slot = ones(stack[_BEST, _FOUND])
            stack[slot, _FOUND] = placement
        move.example[roll] |= _1 << slot
    if not state.is_compact[0]:
        for number in range(_5):
            move.listed_example[roll, number] = stack[number, _FOUND]
    return score


@borrowing
def _best_in_slots(
    compatible: Array2[np.uint64],
    slots_of_rank: Array2[np.uint64],
    rank_points: Words,
    max_points: Array2[np.uint8],
    unit_bits: Word,
    roll: Word,
    candidates: Word,
    size: Word,
    lower_bound: Word,
    upper_bound: Word,
    stack: Array2[np.uint64],
) -> Word:
    """Return the best score of *size* slots of *candidates*, or *lower_bound* if none beats it."""
    best, depth = lower_bound, _0
    stack[_BEST, _FOUND] = _0
    stack[0, _REST], stack[0, _NEXT] = candidates, _0
    stack[0, _RANKS_LEFT] = ranks_of_slots(slots_of_rank, roll, candidates)
    stack[0, _SCORE], stack[0, _CHOSEN] = _0, _0
    while True:
        if stack[depth, _NEXT] == _0:  # on to the next rank
            ranks = stack[depth, _RANKS_LEFT]
            most = np.uint64(max_points[size - depth, ranks]) << unit_bits
            if stack[depth, _SCORE] + most <= best:
                if depth == _0:
                    break
                depth -= _1
                continue
            rank = trailing_zeros(ranks)
            stack[depth, _RANKS_LEFT] = ranks & ranks - _1
            stack[depth, _NEXT] = stack[depth, _REST] & slots_of_rank[roll, rank]
            stack[depth, _REST] &= ~slots_of_rank[roll, rank]
            stack[depth, _POINTS] = rank_points[rank]
        slot = trailing_zeros(stack[depth, _NEXT])
        stack[depth, _NEXT] &= stack[depth, _NEXT] - _1
        score = stack[depth, _SCORE] + stack[depth, _POINTS]
        chosen = stack[depth, _CHOSEN] | _1 << slot
        if score > best:
            best, stack[_BEST, _FOUND] = score, chosen
            if best >= upper_bound:
                break
        if depth + _1 < size:
            rest = stack[depth, _REST] & compatible[roll, slot]
            ranks = ranks_of_slots(slots_of_rank, roll, rest)
            most = np.uint64(max_points[size - depth - _1, ranks]) << unit_bits
            if score + most > best:
                depth += _1
                stack[depth, _REST], stack[depth, _RANKS_LEFT] = rest, ranks
                stack[depth, _NEXT] = _0
                stack[depth, _SCORE], stack[depth, _CHOSEN] = score, chosen
    return best


@borrowing
def _best_in_lists(
    masks: Array2[np.uint64],
    heads: Array2[np.uint64],
    after: Words,
    rank_points: Words,
    max_points: Array2[np.uint8],
    unit_bits: Word,
    roll: Word,
    candidates: Word,
    size: Word,
    lower_bound: Word,
    upper_bound: Word,
    stack: Array2[np.uint64],
) -> Word:
    """Do what `_best_in_slots` does with lists, clear of what the stack has as occupied."""
    words, best, depth = np.uint64(masks.shape[1]), lower_bound, _0
    stack[_BEST, _FOUND] = _0
    stack[0, _RANKS_LEFT], stack[0, _NEXT], stack[0, _SCORE] = candidates, NO_PLACEMENT, _0
    while True:
        if stack[depth, _NEXT] == NO_PLACEMENT:  # on to the next rank
            ranks = stack[depth, _RANKS_LEFT]
            most = np.uint64(max_points[size - depth, ranks]) << unit_bits
            if stack[depth, _SCORE] + most <= best:
                if depth == _0:
                    break
                depth -= _1
                continue
            rank = trailing_zeros(ranks)
            stack[depth, _RANKS_LEFT] = ranks & ranks - _1
            stack[depth, _NEXT], stack[depth, _POINTS] = heads[roll, rank], rank_points[rank]
        placement = stack[depth, _NEXT]
        stack[depth, _NEXT] = after[placement]
        overlap = _0
        for word in range(words):
            overlap |= masks[placement, word] & stack[depth, _OCCUPIED + word]
        if overlap:
            continue
        stack[depth, _CHOSEN], score = placement, stack[depth, _SCORE] + stack[depth, _POINTS]
        if score > best:
            best, stack[_BEST, _FOUND] = score, (_2 << depth) - _1
            for number in range(depth + _1):
                stack[number, _FOUND] = stack[number, _CHOSEN]
            if best >= upper_bound:
                break
        if depth + _1 == size:
            continue
        ranks = stack[depth, _RANKS_LEFT]
        if score + (np.uint64(max_points[size - depth - _1, ranks]) << unit_bits) > best:
            for word in range(words):
                stack[depth + _1, _OCCUPIED + word] = (
                    stack[depth, _OCCUPIED + word] | masks[placement, word]
                )
            depth += _1
            stack[depth, _RANKS_LEFT], stack[depth, _NEXT] = ranks, NO_PLACEMENT
            stack[depth, _SCORE] = score
    return best
