"""Moves evaluated exactly by what they touch, and accepted or undone.

A move touches only the placements through its cells. A roll keeps its optimum if it gained no
placement and its witness, the packing that scores it, still lies there. A roll that lost its
witness is first searched for a packing as good, and a placement gained only for packings that it
improves. How much energy the rolls not yet searched can save is known, so that nearly every move is
rejected after a few of them.
"""

import numpy as np

from generator.annealing.kernel.arrays import (
    Array,
    CardState,
    ConstraintFlags,
    EnergyWeights,
    SearchTables,
    Word,
)
from generator.annealing.kernel.full_evaluation import any_dead_cell, roll_energy
from generator.annealing.kernel.move import NO_PLACEMENT, MoveBuffer, swap_symbols
from generator.annealing.kernel.packing import (
    FOUND,
    best_packing,
    insert_placement,
    placement_signature,
)
from solver.penta_rush.survey.kernel import lookup_roll
from solver.runtime.jit import jit, trailing_zeros

_0, _1, _2, _4, _5, _6, _63 = (np.uint64(n) for n in (0, 1, 2, 4, 5, 6, 63))
_ALL = np.uint64(2**64 - 1)


@jit
def try_move(
    tables: SearchTables,
    weights: EnergyWeights,
    constraints: ConstraintFlags,
    state: CardState,
    move: MoveBuffer,
    count: Word,
    limit: np.int64,
    stack: Array,
) -> np.int64:
    """Make the move; return by how much it raises the energy, and undo it if more than *limit*."""
    moved, touched = _collect_changes(tables, weights, state, move, count)
    increase, done = _update_optima(tables, weights, state, move, touched, limit, stack)
    if increase <= limit and not (
        constraints.no_dead_cell and _leaves_dead_cell(tables, state, move, moved)
    ):
        swap_symbols(tables, state, move, count)
        _commit_move(tables, state, move, moved)
    else:
        increase = max(increase, limit + np.int64(1))
        for position in range(done):
            roll = move.rolls[move.order[position]]
            state.optimum[roll] = move.old_optimum[roll]
            state.witness[roll] = move.old_witness[roll]
            state.active[roll] = move.old_active[roll]
    for number in range(touched):
        roll = move.rolls[number]
        move.priority[roll], move.lost_slots[roll], move.first_gained[roll] = _0, _0, NO_PLACEMENT
    return increase


@jit
def _collect_changes(
    tables: SearchTables, weights: EnergyWeights, state: CardState, move: MoveBuffer, count: Word
) -> tuple[Word, Word]:
    """Find the placements that change their rolls, and these rolls; return how many of each."""
    keys, numbers, shift = tables.rolls.keys, tables.rolls.numbers, tables.rolls.shift
    none, masks, through = tables.rolls.total, tables.placements.masks, tables.placements_through
    signatures, roll_of, slot_of = state.signatures, state.roll_of, state.slot_of
    rolls, priority, lost, first = move.rolls, move.priority, move.lost_slots, move.first_gained
    next_gained, moved_placements = move.next_gained, move.moved_placements
    moved, touched = _0, _0
    for number in range(count):
        cell = move.cells[number]
        for at in range(tables.through_starts[cell], tables.through_starts[cell + _1]):
            placement = through[at]
            change, is_first_cell = _0, True
            for other in range(count):
                there = move.cells[other]
                if masks[placement, there >> _6] >> (there & _63) & _1:
                    is_first_cell = is_first_cell and other >= number
                    change += _1 << _2 * move.symbols[other]
                    change -= _1 << _2 * state.card[there]
            if change == _0 or not is_first_cell:
                continue
            old = roll_of[placement]
            new = lookup_roll(keys, numbers, shift, none, signatures[placement] + change)
            move.new_roll_of[placement] = new
            moved_placements[moved] = placement
            moved += _1
            if old < none:
                lost[old] |= _1 << slot_of[placement]
                if not priority[old]:
                    priority[old] = _1
                    rolls[touched] = old
                    touched += _1
            if new < none:
                next_gained[placement] = first[new]
                first[new] = placement
                if not priority[new]:
                    priority[new] = _1
                    rolls[touched] = new
                    touched += _1
    _order_rolls(weights, state, move, touched)
    return moved, touched


@jit
def _order_rolls(weights: EnergyWeights, state: CardState, move: MoveBuffer, touched: Word) -> None:
    """Order the rolls: first those that will get worse, then those that cannot get better."""
    next_at = np.zeros(4, np.uint64)
    for number in range(touched):
        roll = move.rolls[number]
        optimum, max_gain = state.optimum[roll], np.int64(0)
        loses_witness = state.witness[roll] & move.lost_slots[roll] != _0
        gains_none = move.first_gained[roll] == NO_PLACEMENT
        is_high = np.int64(optimum) * weights.scale > weights.targets[roll]
        if (loses_witness and is_high) or not (gains_none or is_high):
            max_gain = roll_energy(weights, roll, optimum) - weights.min_energy[roll]
        move.max_gains[number] = max_gain
        group = _2 if max_gain else _1 - np.uint64(loses_witness and gains_none)
        move.priority[roll] = group + _1
        next_at[group + _1] += _1
    next_at[2] += next_at[1]
    for number in range(touched):
        group = move.priority[move.rolls[number]] - _1
        move.order[next_at[group]] = number
        next_at[group] += _1


@jit
def _update_optima(
    tables: SearchTables,
    weights: EnergyWeights,
    state: CardState,
    move: MoveBuffer,
    touched: Word,
    limit: np.int64,
    stack: Array,
) -> tuple[np.int64, Word]:
    """Find the optima after the move, until it is sure to raise the energy by more than *limit*.

    Return by how much it raises it, and how many of the rolls were searched.
    """
    compatible, slots_of_rank, masks = state.compatible, state.slots_of_rank, state.masks
    points, max_points, ranks = tables.rank_points, tables.max_points, tables.ranks
    masks_of = tables.placements.masks
    max_saving = np.int64(0)  # how much the rolls still to be searched may save
    for number in range(touched):
        max_saving += move.max_gains[number]
    increase, done = np.int64(0), _0
    while done < touched and increase - max_saving <= limit:
        number = move.order[done]
        done += _1
        roll = move.rolls[number]
        max_saving -= move.max_gains[number]
        before, used, witness = state.optimum[roll], state.active[roll], state.witness[roll]
        move.old_optimum[roll], move.old_witness[roll] = before, witness
        move.old_active[roll] = used
        best, slots = before, used & ~move.lost_slots[roll]
        if witness & move.lost_slots[roll]:
            best = best_packing(
                compatible, slots_of_rank, points, max_points,
                roll, slots, _5, before - _1, before, stack,
            )  # fmt: skip
            if best < before:
                best = best_packing(
                    compatible, slots_of_rank, points, max_points,
                    roll, slots, _5, _0, before - _1, stack,
                )  # fmt: skip
            witness = stack[0, FOUND]
        placement = move.first_gained[roll]
        while placement != NO_PLACEMENT:
            if used == _ALL:  # no slot is left: the move is rejected
                return limit + np.int64(1), done
            slot = move.new_slot_of[placement] = trailing_zeros(~used)
            used |= _1 << slot
            insert_placement(
                masks_of, ranks, masks, compatible, slots_of_rank, roll, placement, slot
            )
            value = points[ranks[placement]]
            lower_bound = best - value if best > value else _0
            rest = slots & compatible[roll, slot]
            others = best_packing(
                compatible, slots_of_rank, points, max_points,
                roll, rest, _4, lower_bound, _ALL, stack,
            )  # fmt: skip
            if value + others > best:
                best, witness = value + others, stack[0, FOUND] | _1 << slot
            slots |= _1 << slot
            placement = move.next_gained[placement]
        state.optimum[roll], state.witness[roll], state.active[roll] = best, witness, slots
        increase += roll_energy(weights, roll, best) - roll_energy(weights, roll, before)
    return increase, done


@jit
def _leaves_dead_cell(
    tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word
) -> bool:
    """Return whether the move leaves a cell without a placement of a legal roll."""
    _update_coverage(tables, state, move, moved, _1)
    is_dead = any_dead_cell(tables, state.placements_per_cell)
    _update_coverage(tables, state, move, moved, _ALL)
    return is_dead


@jit
def _update_coverage(
    tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word, sign: Word
) -> None:
    """Update the number of placements through each cell; *sign* -1 takes the update back."""
    none = tables.rolls.total
    for at in range(moved):
        placement = move.moved_placements[at]
        change = np.uint64(move.new_roll_of[placement] < none) * sign
        change -= np.uint64(state.roll_of[placement] < none) * sign
        if change:
            for number in range(_5):
                state.placements_per_cell[tables.placements.cells[placement, number]] += change


@jit
def _commit_move(tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word) -> None:
    """Update the placements after an accepted move, whose symbols are on the card already."""
    _update_coverage(tables, state, move, moved, _1)
    cells = tables.placements.cells
    for at in range(moved):
        placement = move.moved_placements[at]
        state.roll_of[placement] = move.new_roll_of[placement]
        state.slot_of[placement] = move.new_slot_of[placement]
        state.signatures[placement] = placement_signature(cells, state.card, placement)
