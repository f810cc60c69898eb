"""Moves of a compact card, evaluated exactly by what they touch, and accepted or undone.

A move touches only the placements through its cells. A roll keeps its optimum if it gained no
placement and its example, the packing that scores it, still lies there. A roll that lost its
example is first searched for a packing as good, and a placement gained only for packings that it
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
from generator.annealing.kernel.changes import (
    clear_changes,
    collect_changes,
    commit_changes,
    leaves_dead_cell,
)
from generator.annealing.kernel.full_evaluation import roll_energy
from generator.annealing.kernel.move import NO_PLACEMENT, MoveBuffer, swap_symbols
from generator.annealing.kernel.packing import FOUND, best_packing, insert_placement
from generator.annealing.kernel.richest import rate_slots
from solver.runtime.jit import borrowing_jit, trailing_zeros

_0, _1, _4, _5 = (np.uint64(n) for n in (0, 1, 4, 5))
_ALL = np.uint64(2**64 - 1)


@borrowing_jit
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
    moved, touched = collect_changes(tables, weights, state, move, count)
    increase, done = _update_optima(tables, weights, state, move, touched, limit, stack)
    if increase <= limit and not (
        constraints.no_dead_cell and leaves_dead_cell(tables, state, move, moved)
    ):
        swap_symbols(tables, state, move, count)
        commit_changes(tables, state, move, moved)
        for position in range(touched):
            placement = move.first_gained[move.rolls[position]]
            while placement != NO_PLACEMENT:
                state.slot_of[placement] = move.new_slot_of[placement]
                placement = move.next_gained[placement]
    else:
        increase = max(increase, limit + np.int64(1))
        for position in range(done):
            roll = move.rolls[move.order[position]]
            state.optimum[roll] = move.old_optimum[roll]
            state.example[roll] = move.old_example[roll]
            state.active[roll] = move.old_active[roll]
    clear_changes(move, moved, touched)
    return increase


@borrowing_jit
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

    Return by how much it raises it, and how many of the rolls were searched. A move for whose
    placements there are not slots enough is rejected.
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
        before, used, example = state.optimum[roll], state.active[roll], state.example[roll]
        move.old_optimum[roll], move.old_example[roll] = before, example
        move.old_active[roll] = used
        if tables.most_points:
            used = _insert_gained(tables, state, move, roll)
            if used == _ALL:
                return limit + np.int64(1), done
            slots = used & ~move.lost_slots[roll]
            best = rate_slots(tables, state, roll, slots, example, stack)
            state.optimum[roll], state.example[roll] = best, stack[0, FOUND]
            state.active[roll] = slots
            increase += roll_energy(weights, roll, best) - roll_energy(weights, roll, before)
            continue
        best, slots = before, used & ~move.lost_slots[roll]
        if example & move.lost_slots[roll]:
            best = best_packing(
                compatible, slots_of_rank, points, max_points,
                roll, slots, _5, before - _1, before, stack,
            )  # fmt: skip
            if best < before:
                best = best_packing(
                    compatible, slots_of_rank, points, max_points,
                    roll, slots, _5, _0, before - _1, stack,
                )  # fmt: skip
            example = stack[0, FOUND]
        placement = move.first_gained[roll]
        while placement != NO_PLACEMENT:
            if used == _ALL:
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
                best, example = value + others, stack[0, FOUND] | _1 << slot
            slots |= _1 << slot
            placement = move.next_gained[placement]
        state.optimum[roll], state.example[roll], state.active[roll] = best, example, slots
        increase += roll_energy(weights, roll, best) - roll_energy(weights, roll, before)
    return increase, done


@borrowing_jit
def _insert_gained(tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word) -> Word:
    """Give the placements that *roll* gains slots; return those in use, all if they are not enough.

    Those that it loses are still among them.
    """
    used: Word = state.active[roll]
    placement = move.first_gained[roll]
    while placement != NO_PLACEMENT:
        if used == _ALL:
            return _ALL
        slot = move.new_slot_of[placement] = trailing_zeros(~used)
        used |= _1 << slot
        insert_placement(
            tables.placements.masks, tables.ranks, state.masks, state.compatible,
            state.slots_of_rank, roll, placement, slot,
        )  # fmt: skip
        placement = move.next_gained[placement]
    return used
