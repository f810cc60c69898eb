"""What a move changes: the placements through its cells, and the rolls that they are of."""

import numpy as np

from generator.annealing.kernel.arrays import CardState, EnergyWeights, SearchTables, Word
from generator.annealing.kernel.full_evaluation import (
    any_dead_cell,
    placement_signature,
    roll_energy,
)
from generator.annealing.kernel.images import image_of
from generator.annealing.kernel.move import NO_PLACEMENT, MoveBuffer
from solver.penta_rush.survey.kernel import lookup_roll
from solver.runtime.jit import borrowing_jit

_0, _1, _2, _5 = (np.uint64(n) for n in (0, 1, 2, 5))
_ALL = np.uint64(2**64 - 1)


@borrowing_jit
def collect_changes(
    tables: SearchTables, weights: EnergyWeights, state: CardState, move: MoveBuffer, count: Word
) -> tuple[Word, Word]:
    """Find the placements that change their rolls, and these rolls; return how many of each.

    Both are numbers of orbits. The rolls are ordered for `move.order`.
    """
    keys, numbers, shift = tables.rolls.keys, tables.rolls.numbers, tables.rolls.shift
    none, cells, through = tables.rolls.total, tables.placements.cells, tables.placements_through
    orbit_of, to_first, images = tables.orbit_of, tables.to_first, tables.placement_images
    signatures, roll_of, slot_of = state.signatures, state.roll_of, state.slot_of
    rolls, priority, lost, first = move.rolls, move.priority, move.lost_slots, move.first_gained
    next_gained, moved_placements, is_moved = move.next_gained, move.moved_placements, move.is_moved
    changes = move.changes
    for number in range(count):
        cell = move.cells[number]
        changes[cell] = (_1 << _2 * move.symbols[number]) - (_1 << _2 * state.card[cell])
    moved, touched = _0, _0
    for number in range(move.source_count[0]):
        cell = move.sources[number]
        for at in range(tables.through_starts[cell], tables.through_starts[cell + _1]):
            placement = through[at]
            if is_moved[placement]:
                continue
            change = _0
            for place in range(_5):
                change += changes[cells[placement, place]]
            if change == _0:
                continue
            is_moved[placement] = _1
            old = roll_of[placement]
            new = lookup_roll(keys, numbers, shift, none, signatures[placement] + change)
            move.new_roll_of[placement] = new
            moved_placements[moved] = placement
            moved += _1
            if old < none:
                roll = orbit_of[old]
                for turn in range(tables.to_first_counts[old]):
                    lost[roll] |= _1 << slot_of[images[placement, to_first[old, turn]]]
                if not priority[roll]:
                    priority[roll] = _1
                    rolls[touched] = roll
                    touched += _1
            if new < none:
                roll = orbit_of[new]
                for turn in range(tables.to_first_counts[new]):
                    image = image_of(tables, placement, new, turn)
                    if image != NO_PLACEMENT:
                        next_gained[image] = first[roll]
                        first[roll] = image
                if not priority[roll]:
                    priority[roll] = _1
                    rolls[touched] = roll
                    touched += _1
    for number in range(count):
        changes[move.cells[number]] = _0
    _order_rolls(weights, state, move, touched)
    return moved, touched


@borrowing_jit
def _order_rolls(weights: EnergyWeights, state: CardState, move: MoveBuffer, touched: Word) -> None:
    """Order the rolls: first those that will get worse, then those that cannot get better."""
    next_at = move.next_at
    next_at[0] = next_at[1] = next_at[2] = next_at[3] = _0
    for number in range(touched):
        roll = move.rolls[number]
        optimum, max_gain = state.optimum[roll], np.int64(0)
        loses_example = state.example[roll] & move.lost_slots[roll] != _0
        gains_none = move.first_gained[roll] == NO_PLACEMENT
        is_high = np.int64(optimum) * weights.scale > weights.targets[roll]
        if (loses_example and is_high) or not (gains_none or is_high):
            max_gain = roll_energy(weights, roll, optimum) - weights.min_energy[roll]
        move.max_gains[number] = max_gain
        group = _2 if max_gain else _1 - np.uint64(loses_example and gains_none)
        move.priority[roll] = group + _1
        next_at[group + _1] += _1
    next_at[2] += next_at[1]
    for number in range(touched):
        group = move.priority[move.rolls[number]] - _1
        move.order[next_at[group]] = number
        next_at[group] += _1


@borrowing_jit
def leaves_dead_cell(tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word) -> bool:
    """Return whether the move leaves a cell without a placement of a legal roll."""
    _update_coverage(tables, state, move, moved, _1)
    is_dead = any_dead_cell(tables, state.placements_per_cell)
    _update_coverage(tables, state, move, moved, _ALL)
    return is_dead


@borrowing_jit
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


@borrowing_jit
def commit_changes(tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word) -> None:
    """Update the placements after an accepted move, whose symbols are on the card already."""
    _update_coverage(tables, state, move, moved, _1)
    cells = tables.placements.cells
    for at in range(moved):
        placement = move.moved_placements[at]
        state.roll_of[placement] = move.new_roll_of[placement]
        state.signatures[placement] = placement_signature(cells, state.card, placement)


@borrowing_jit
def clear_changes(move: MoveBuffer, moved: Word, touched: Word) -> None:
    """Make *move* ready for the next one."""
    for at in range(moved):
        move.is_moved[move.moved_placements[at]] = _0
    for number in range(touched):
        roll = move.rolls[number]
        move.priority[roll], move.lost_slots[roll], move.first_gained[roll] = _0, _0, NO_PLACEMENT
