"""Moves of a card that is not compact, evaluated exactly, and accepted or undone.

It is done as for compact cards, but the placements of a roll are gone through list by list.
"""

import numpy as np

from generator.annealing.kernel.arrays import (
    SLOTS,
    CardState,
    ConstraintFlags,
    EnergyWeights,
    SearchTables,
    Word,
)
from generator.annealing.kernel.changes import (
    clear_changes,
    collect_changes,
    commit_changes,
    leaves_dead_cell,
)
from generator.annealing.kernel.full_evaluation import roll_energy
from generator.annealing.kernel.images import image_of
from generator.annealing.kernel.lists import (
    NO_SLOT,
    ListSearch,
    append_placement,
    best_listed_packing,
    occupy,
    record_example,
    unlink_placement,
)
from generator.annealing.kernel.move import KEPT, NO_PLACEMENT, MoveBuffer, swap_symbols
from generator.annealing.kernel.richest import rate_lists
from solver.runtime.jit import borrowing_jit, ones

_0, _1, _4, _5 = (np.uint64(n) for n in (0, 1, 4, 5))
_ALL, _SLOTS = np.uint64(2**64 - 1), np.uint64(SLOTS)


@borrowing_jit
def try_listed_move(
    tables: SearchTables,
    weights: EnergyWeights,
    constraints: ConstraintFlags,
    state: CardState,
    move: MoveBuffer,
    count: Word,
    limit: np.int64,
    search: ListSearch,
) -> np.int64:
    """Make the move; return by how much it raises the energy, and undo it if more than *limit*."""
    moved, touched = collect_changes(tables, weights, state, move, count)
    _unlink_lost(tables, state, move, moved)
    increase, done = _find_optima(tables, weights, state, move, touched, limit, search)
    if increase <= limit and not (
        constraints.no_dead_cell and leaves_dead_cell(tables, state, move, moved)
    ):
        swap_symbols(tables, state, move, count)
        _commit_lists(tables, state, move, moved, touched)
        commit_changes(tables, state, move, moved)
    else:
        increase = max(increase, limit + np.int64(1))
        for position in range(done):
            _unlink_gained(tables, state, move, move.rolls[move.order[position]])
        _relink_lost(tables, state, move, moved, touched)
    clear_changes(move, moved, touched)
    return increase


@borrowing_jit
def _unlink_lost(tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word) -> None:
    for at in range(moved):
        first = move.moved_placements[at]
        roll = state.roll_of[first]
        if roll < tables.rolls.total:
            for turn in range(tables.to_first_counts[roll]):
                placement = image_of(tables, first, roll, turn)
                if placement != NO_PLACEMENT:
                    rank = tables.ranks[placement]
                    unlink_placement(state, tables.orbit_of[roll], rank, placement)


@borrowing_jit
def _relink_lost(
    tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word, touched: Word
) -> None:
    for at in range(moved):
        first = move.moved_placements[at]
        roll = state.roll_of[first]
        if roll < tables.rolls.total:
            for turn in range(tables.to_first_counts[roll]):
                placement = image_of(tables, first, roll, turn)
                if placement != NO_PLACEMENT:
                    rank = tables.ranks[placement]
                    append_placement(state, tables.orbit_of[roll], rank, placement)
    for number in range(touched):
        roll = move.rolls[number]
        if state.example[roll] & move.lost_slots[roll]:
            record_example(state, roll, state.example_placements[roll], ones(state.example[roll]))


@borrowing_jit
def _unlink_gained(tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word) -> None:
    """Take the placements that *roll* gained out of its lists again."""
    placement = move.first_gained[roll]
    while placement != NO_PLACEMENT:
        unlink_placement(state, roll, tables.ranks[placement], placement)
        placement = move.next_gained[placement]


@borrowing_jit
def _find_optima(
    tables: SearchTables,
    weights: EnergyWeights,
    state: CardState,
    move: MoveBuffer,
    touched: Word,
    limit: np.int64,
    search: ListSearch,
) -> tuple[np.int64, Word]:
    """Find the optima after the move, until it is sure to raise the energy by more than *limit*.

    Return by how much it raises it, and how many of the rolls were searched; their new placements
    are in the lists then.
    """
    max_saving = np.int64(0)  # how much the rolls still to be searched may save
    for number in range(touched):
        max_saving += move.max_gains[number]
    increase, done = np.int64(0), _0
    while done < touched and increase - max_saving <= limit:
        number = move.order[done]
        done += _1
        roll = move.rolls[number]
        max_saving -= move.max_gains[number]
        before = state.optimum[roll]
        best = _best_after(tables, state, move, roll, search)
        move.new_optimum[roll] = best
        increase += roll_energy(weights, roll, best) - roll_energy(weights, roll, before)
    return increase, done


@borrowing_jit
def _best_after(
    tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word, search: ListSearch
) -> Word:
    """Return the optimum of *roll* after the move, and put what it gained into the lists."""
    masks, points, max_points = tables.placements.masks, tables.rank_points, tables.max_points
    if tables.most_points:
        return _rating_after(tables, state, move, roll, search)
    before: Word = state.optimum[roll]
    best = before
    size = KEPT
    if state.example[roll] & move.lost_slots[roll]:
        occupy(search, masks, NO_PLACEMENT)
        shapes = state.shapes[roll]
        best = best_listed_packing(tables, state, search, roll, shapes, _5, before - _1, before)
        if best < before:
            best = best_listed_packing(tables, state, search, roll, shapes, _5, _0, before - _1)
        size = search.found_size[0]
        for number in range(size):
            move.new_example[roll, number] = search.found[number]
    placement = move.first_gained[roll]
    while placement != NO_PLACEMENT:
        rank = tables.ranks[placement]
        value, shapes = points[rank], state.shapes[roll] & ~(_1 << rank)
        if value + np.uint64(max_points[_4, shapes]) > best:
            occupy(search, masks, placement)
            lower_bound = best - value if best > value else _0
            others = best_listed_packing(tables, state, search, roll, shapes, _4, lower_bound, _ALL)
            if value + others > best:
                best, size = value + others, search.found_size[0]
                for number in range(size):
                    move.new_example[roll, number] = search.found[number]
                move.new_example[roll, size] = placement
                size += _1
        append_placement(state, roll, rank, placement)
        placement = move.next_gained[placement]
    move.new_example_size[roll] = size
    return best


@borrowing_jit
def _rating_after(
    tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word, search: ListSearch
) -> Word:
    """Do as `_best_after` where only the most possible counts."""
    placement = move.first_gained[roll]
    while placement != NO_PLACEMENT:
        append_placement(state, roll, tables.ranks[placement], placement)
        placement = move.next_gained[placement]
    move.new_example_size[roll] = KEPT
    if state.example[roll] and state.example[roll] & move.lost_slots[roll] == _0:
        return tables.most_points
    rating = rate_lists(tables, state, roll, search)
    move.new_example_size[roll] = search.found_size[0]
    for number in range(search.found_size[0]):
        move.new_example[roll, number] = search.found[number]
    return rating


@borrowing_jit
def _commit_lists(
    tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word, touched: Word
) -> None:
    """Update the optima, their examples and the lengths of the lists after an accepted move."""
    for number in range(touched):
        roll = move.rolls[number]
        state.optimum[roll] = move.new_optimum[roll]
        if move.new_example_size[roll] != KEPT:
            for place in range(ones(state.example[roll])):
                state.slot_of[state.example_placements[roll, place]] = NO_SLOT
    for number in range(touched):  # one may have got what another had
        roll = move.rolls[number]
        if move.new_example_size[roll] != KEPT:
            record_example(state, roll, move.new_example[roll], move.new_example_size[roll])
    for at in range(moved):
        first = move.moved_placements[at]
        _count_images(tables, state, first, state.roll_of[first], _ALL)
        _count_images(tables, state, first, move.new_roll_of[first], _1)


@borrowing_jit
def _count_images(
    tables: SearchTables, state: CardState, first: Word, roll: Word, sign: Word
) -> None:
    """Count the images of a placement among those of *roll*, or with *sign* -1 no longer."""
    if roll < tables.rolls.total:
        orbit = tables.orbit_of[roll]
        state.dense[0] -= np.uint64(state.list_lengths[orbit] > _SLOTS)
        for turn in range(tables.to_first_counts[roll]):
            if image_of(tables, first, roll, turn) != NO_PLACEMENT:
                state.list_lengths[orbit] += sign
        state.dense[0] += np.uint64(state.list_lengths[orbit] > _SLOTS)
