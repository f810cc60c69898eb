"""What a roll is worth where only the most that is possible counts.

A roll that is worth less is rated by how many shapes it lacks for that, without a search: so a
search for a perfect card is drawn to placements of the shapes that are rare. A roll that lacks
none, but whose placements overlap, is rated a point below the most.
"""

import numpy as np

from generator.annealing.kernel.arrays import Array, CardState, SearchTables, Word
from generator.annealing.kernel.lists import ListSearch, best_listed_packing, occupy
from generator.annealing.kernel.move import NO_PLACEMENT
from generator.annealing.kernel.packing import FOUND, best_packing, shape_mask
from solver.runtime.jit import borrowing_jit

_0, _1, _5 = (np.uint64(n) for n in (0, 1, 5))


@borrowing_jit
def rate_slots(
    tables: SearchTables, state: CardState, roll: Word, slots: Word, example: Word, stack: Array
) -> Word:
    """Return what *roll* is rated with these *slots*; its *example* is left in stack[0, FOUND]."""
    shortage = tables.shortages[shape_mask(state.slots_of_rank, roll, slots)]
    stack[0, FOUND] = _0
    if shortage:
        rating: Word = tables.most_points - shortage
        return rating
    if example and example & ~slots == _0:
        stack[0, FOUND] = example
        return tables.most_points
    best: Word = best_packing(
        state.compatible, state.slots_of_rank, tables.rank_points, tables.max_points,
        roll, slots, _5, tables.most_points - _1, tables.most_points, stack,
    )  # fmt: skip
    return best


@borrowing_jit
def rate_lists(tables: SearchTables, state: CardState, roll: Word, search: ListSearch) -> Word:
    """Return what *roll* is rated with its lists; its example is left in `search.found`."""
    shortage = tables.shortages[state.shapes[roll]]
    search.found_size[0] = _0
    if shortage:
        rating: Word = tables.most_points - shortage
        return rating
    occupy(search, tables.placements.masks, NO_PLACEMENT)
    most, shapes = tables.most_points, state.shapes[roll]
    return best_listed_packing(tables, state, search, roll, shapes, _5, most - _1, most)
