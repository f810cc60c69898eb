"""Moves of a card, evaluated exactly by what they touch, and accepted or undone.

A move touches only the placements through its cells. A roll keeps its optimum if it gained no
placement and its example, the packing that scores it, still lies there. A roll that lost its
example is first searched for a packing as good, and a placement gained only for packings that it
improves. How much energy the rolls not yet searched can save is known, so that nearly every move is
rejected after a few of them.

Where only the most that is possible counts, a roll that is worth less is rated by how many shapes
it lacks for that, without a search: so a search for a perfect card is drawn to placements of the
shapes that are rare. A roll that lacks none, but whose placements overlap, is rated a point below
the most.

dead cell  a cell through which there is no placement of a legal roll
"""

import numpy as np

from generator.annealing.kernel.arrays import (
    NO_PLACEMENT,
    SAME_ROLL,
    SLOTS,
    Array,
    CardState,
    Energies,
    Lists,
    MoveBuffer,
    SearchTables,
    Word,
)
from generator.annealing.kernel.move import NO_CELL, swap_symbols
from generator.annealing.kernel.packing import (
    improve,
    insert_placement,
    link_placement,
    ranks_of_slots,
    unlink_placement,
)
from solver.penta_rush.survey.kernel import lookup_roll
from solver.runtime.jit import borrowing_jit, inlined_jit, jit, trailing_zeros

SCALE = 100  # hundredths of a point
DUD_ERROR = 4  # points: the square of this is added to the squared error of a dud
_FAR_LIMIT = np.int64(3 * SCALE)  # an optimum farther off its target costs more than the square
_DUD_PENALTY = np.int64((SCALE * DUD_ERROR) ** 2)
_SCALE = np.int64(SCALE)
_0, _1, _2, _5, _63, _64 = (np.uint64(n) for n in (0, 1, 2, 5, 63, 64))
_ALL, _SLOTS = np.uint64(2**64 - 1), np.uint64(SLOTS)


@borrowing_jit
def roll_energy(tables: SearchTables, targets: Energies, roll: Word, optimum: Word) -> np.int64:
    """Return the energy of a *roll* of this *optimum*: its squared error, times the ways.

    The part of an error beyond a limit counts four times as much, squared once more. *targets*,
    (R,), are in hundredths.
    """
    error = abs(np.int64(optimum) * _SCALE - targets[roll])
    beyond = 4 * max(error - _FAR_LIMIT, 0)
    penalty = _DUD_PENALTY if optimum == _0 else 0
    energy: np.int64 = tables.ways[roll] * (error * error + beyond * beyond + penalty)
    return energy


# --- the state of a card


@jit
def build_state(tables: SearchTables, state: CardState, move: MoveBuffer) -> None:
    """Fill in all of *state* from its card."""
    rows, cols = tables.rows, np.uint64(len(state.card)) // tables.rows
    state.counts[:] = _0
    state.line_counts[:] = _0
    for cell in range(np.uint64(len(state.card))):
        symbol = state.card[cell]
        state.counts[symbol] += _1
        state.line_counts[cell // cols, symbol] += _1
        state.line_counts[rows + cell % cols, symbol] += _1
    state.lists.heads[:] = NO_PLACEMENT
    state.lists.ranks[:] = _0
    state.lists.lengths[:] = _0
    rolls = tables.rolls
    for first in tables.first_placements:
        signature = _signature(tables.placements.cells, state.card, first)
        roll = lookup_roll(rolls.keys, rolls.numbers, rolls.shift, rolls.total, signature)
        state.signatures[first], state.roll_of[first] = signature, roll
        _link_images(tables, state.lists, first, roll)
    state.is_compact[0] = np.uint64(not is_dense(state))
    for number in range(tables.orbit_count):
        roll = np.uint64(number)
        if state.is_compact[0]:
            _fill_slots(tables, state, roll)
        move.active[roll], move.example[roll] = state.slots.active[roll], _0
        if tables.most_points:
            move.optimum[roll] = _rating(tables, state, move, roll, _0)
        else:
            move.optimum[roll] = improve(tables, state, move, roll, NO_PLACEMENT, _0, _ALL)
        _commit_roll(state, move, roll)


@borrowing_jit
def is_dense(state: CardState) -> bool:
    """Return whether a roll has more placements than slots, by the lengths of the lists."""
    for length in state.lists.lengths:  # noqa: SIM110 - a kernel makes no generator
        if length > _SLOTS:
            return True
    return False


@borrowing_jit
def _fill_slots(tables: SearchTables, state: CardState, roll: Word) -> None:
    """Give the placements in the lists of *roll* slots."""
    slot, ranks = _0, state.lists.ranks[roll]
    while ranks:
        placement = state.lists.heads[roll, trailing_zeros(ranks)]
        ranks &= ranks - _1
        while placement != NO_PLACEMENT:
            state.slots.of_placement[placement] = slot
            insert_placement(tables, state.slots, roll, placement, slot)
            slot += _1
            placement = state.lists.after[placement]
    state.slots.active[roll] = _ALL >> _64 - slot if slot else _0


@borrowing_jit
def card_energy(tables: SearchTables, targets: Energies, state: CardState) -> np.int64:
    """Return the energy of the card of *state*."""
    energy = np.int64(0)
    for number in range(tables.orbit_count):
        roll = np.uint64(number)
        energy += roll_energy(tables, targets, roll, state.optimum[roll])
    return energy


@inlined_jit
def has_dead_cell(tables: SearchTables, state: CardState, new_roll_of: Array) -> bool:
    """Return whether a cell is dead when placements have changed to the rolls of *new_roll_of*.

    So is a cell if it and its images have no placement.
    """
    for cell in range(np.uint64(len(state.card))):
        is_dead = True
        at = tables.through_starts[cell]
        while is_dead and at < tables.through_starts[cell + _1]:
            placement = tables.placements_through[at]
            roll = new_roll_of[placement]
            if roll == SAME_ROLL:
                roll = state.roll_of[placement]
            is_dead = roll == tables.rolls.total
            at += _1
        if is_dead:
            return True
    return False


@borrowing_jit
def _signature(cells: Array, card: Array, placement: Word) -> Word:
    """Return the signature of the symbols that *card* shows on the cells of a placement."""
    signature = _0
    for number in range(_5):
        signature += _1 << _2 * card[cells[placement, number]]
    return signature


@borrowing_jit
def _image(tables: SearchTables, placement: Word, roll: Word, number: int) -> Word:
    """Return where the symmetry takes *placement*, which shows *roll*, for the first of its orbit.

    Of the elements that take *roll* there, it is the one of this *number*. A placement that is
    symmetric itself may be taken there by several: NO_PLACEMENT for all but the first.
    """
    image: Word = tables.placement_images[placement, tables.to_first[roll, number]]
    for earlier in range(number):
        if tables.placement_images[placement, tables.to_first[roll, earlier]] == image:
            return NO_PLACEMENT
    return image


@borrowing_jit
def _link_images(tables: SearchTables, lists: Lists, first: Word, roll: Word) -> None:
    """Put *first*, which shows *roll*, and its images into their lists."""
    if roll < tables.rolls.total:
        for number in range(tables.to_first_counts[roll]):
            placement = _image(tables, first, roll, number)
            if placement != NO_PLACEMENT:
                link_placement(lists, tables.orbit_of[roll], tables.ranks[placement], placement)


@borrowing_jit
def _unlink_images(tables: SearchTables, lists: Lists, first: Word, roll: Word) -> None:
    """Take *first*, which shows *roll*, and its images out of their lists."""
    if roll < tables.rolls.total:
        for number in range(tables.to_first_counts[roll]):
            placement = _image(tables, first, roll, number)
            if placement != NO_PLACEMENT:
                unlink_placement(lists, tables.orbit_of[roll], tables.ranks[placement], placement)


# --- a move


@inlined_jit
def try_move(
    tables: SearchTables,
    targets: Energies,
    state: CardState,
    move: MoveBuffer,
    count: Word,
    limit: np.int64,
) -> np.int64:
    """Make the move; return by how much it raises the energy, and undo it if more than *limit*."""
    moved, touched = _collect_changes(tables, state, move, count)
    if not state.is_compact[0]:
        for at in range(moved):
            first = move.moved[at]
            _unlink_images(tables, state.lists, first, state.roll_of[first])
    increase, done = _find_optima(tables, targets, state, move, touched, limit)
    if increase <= limit and not (
        tables.constraints.no_dead_cell and has_dead_cell(tables, state, move.new_roll_of)
    ):
        swap_symbols(tables, state, move, count)
        for number in range(touched):
            _commit_roll(state, move, move.rolls[number])
        for at in range(moved):
            first = move.moved[at]
            state.roll_of[first] = move.new_roll_of[first]
            state.signatures[first] = _signature(tables.placements.cells, state.card, first)
    else:
        increase = max(increase, limit + np.int64(1))
        if not state.is_compact[0]:
            for number in range(done):
                _unlink_gained(tables, state.lists, move, move.rolls[number])
            for at in range(moved):
                first = move.moved[at]
                _link_images(tables, state.lists, first, state.roll_of[first])
    for at in range(moved):
        move.new_roll_of[move.moved[at]] = SAME_ROLL
    for number in range(touched):
        roll = move.rolls[number]
        move.lost_slots[roll], move.first_gained[roll] = _0, NO_PLACEMENT
    return increase


@inlined_jit
def _collect_changes(
    tables: SearchTables, state: CardState, move: MoveBuffer, count: Word
) -> tuple[Word, Word]:
    """Find the placements that change their rolls, and these rolls; return how many of each.

    Both are numbers of orbits.
    """
    keys, numbers, shift = tables.rolls.keys, tables.rolls.numbers, tables.rolls.shift
    none, cells, through = tables.rolls.total, tables.placements.cells, tables.placements_through
    signatures, roll_of, changes = state.signatures, state.roll_of, move.changes
    new_roll_of, lost, first = move.new_roll_of, move.lost_slots, move.first_gained
    for number in range(count):
        cell = move.cells[number]
        changes[cell] = (_1 << _2 * move.symbols[number]) - (_1 << _2 * state.card[cell])
    moved, touched = _0, _0
    for cell in move.sources:
        if cell == NO_CELL:
            break
        for at in range(tables.through_starts[cell], tables.through_starts[cell + _1]):
            placement = through[at]
            if new_roll_of[placement] != SAME_ROLL:
                continue
            change = _0
            for number in range(_5):
                change += changes[cells[placement, number]]
            if change == _0:
                continue
            old = roll_of[placement]
            new = lookup_roll(keys, numbers, shift, none, signatures[placement] + change)
            new_roll_of[placement] = new
            move.moved[moved] = placement
            moved += _1
            if old < none:
                roll = tables.orbit_of[old]
                if lost[roll] == _0 and first[roll] == NO_PLACEMENT:
                    move.rolls[touched] = roll
                    touched += _1
                for number in range(tables.to_first_counts[old]):
                    image = tables.placement_images[placement, tables.to_first[old, number]]
                    lost[roll] |= _1 << _slot(state, roll, image)
            if new < none:
                roll = tables.orbit_of[new]
                if lost[roll] == _0 and first[roll] == NO_PLACEMENT:
                    move.rolls[touched] = roll
                    touched += _1
                for number in range(tables.to_first_counts[new]):
                    image = _image(tables, placement, new, number)
                    if image != NO_PLACEMENT:
                        move.next_gained[image] = first[roll]
                        first[roll] = image
    for number in range(count):
        changes[move.cells[number]] = _0
    return moved, touched


@borrowing_jit
def _slot(state: CardState, roll: Word, placement: Word) -> Word:
    """Return the slot of *placement*; of those in lists, only an example's have slots below 5."""
    if state.is_compact[0]:
        slot: Word = state.slots.of_placement[placement]
        return slot
    for number in range(_5):
        if state.lists.example[roll, number] == placement:
            return np.uint64(number)
    return _63


@inlined_jit
def _find_optima(
    tables: SearchTables,
    targets: Energies,
    state: CardState,
    move: MoveBuffer,
    touched: Word,
    limit: np.int64,
) -> tuple[np.int64, Word]:
    """Find the optima after the move, until it is sure to raise the energy by more than *limit*.

    Return by how much it raises it, and how many rolls were searched, whose gained placements are
    in their slots or lists now. A move for whose placements there are not slots enough is rejected.
    """
    max_saving = _order_rolls(tables, targets, state, move, touched)
    increase, done = np.int64(0), _0
    while done < touched and increase - max_saving <= limit:
        roll = move.rolls[done]
        done += _1
        max_saving -= move.max_gains[roll]
        if not _insert_gained(tables, state, move, roll):
            return limit + np.int64(1), done
        before, best = state.optimum[roll], _optimum_after(tables, state, move, roll)
        move.optimum[roll] = best
        increase += roll_energy(tables, targets, roll, best)
        increase -= roll_energy(tables, targets, roll, before)
    return increase, done


@inlined_jit
def _order_rolls(
    tables: SearchTables, targets: Energies, state: CardState, move: MoveBuffer, touched: Word
) -> np.int64:
    """Order the rolls: first those that will get worse, then those that cannot get better.

    Return the energy that the others may save at most: where each is worth the whole number that is
    nearest to its target.
    """
    total, rolls = np.int64(0), move.rolls
    first, at, last = _0, _0, touched  # a Dutch flag
    while at < last:
        roll = rolls[at]
        optimum, max_gain = state.optimum[roll], np.int64(0)
        loses_example = state.example[roll] & move.lost_slots[roll] != _0
        gains_none = move.first_gained[roll] == NO_PLACEMENT
        is_high = np.int64(optimum) * _SCALE > targets[roll]
        if (loses_example and is_high) or not (gains_none or is_high):
            beyond = targets[roll] % _SCALE
            least = tables.ways[roll] * min(beyond, _SCALE - beyond) ** 2
            max_gain = roll_energy(tables, targets, roll, optimum) - least
        move.max_gains[roll] = max_gain
        total += max_gain
        if max_gain:
            last -= _1
            rolls[at], rolls[last] = rolls[last], roll
        else:
            if loses_example and gains_none:
                rolls[at], rolls[first] = rolls[first], roll
                first += _1
            at += _1
    return total


@inlined_jit
def _insert_gained(tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word) -> bool:
    """Give the placements that *roll* gains slots or link them; return whether slots are enough.

    Those that it loses keep their slots till then. Where only the most counts, one slot stays free:
    a search would take another course without.
    """
    used, placement = state.slots.active[roll], move.first_gained[roll]
    while placement != NO_PLACEMENT:
        if not state.is_compact[0]:
            link_placement(state.lists, roll, tables.ranks[placement], placement)
        elif used == _ALL:
            return False
        else:
            slot = move.slot_of_gained[placement] = trailing_zeros(~used)
            used |= _1 << slot
            insert_placement(tables, state.slots, roll, placement, slot)
        placement = move.next_gained[placement]
    move.active[roll] = used & ~move.lost_slots[roll]
    return used != _ALL or not tables.most_points


@borrowing_jit
def _unlink_gained(tables: SearchTables, lists: Lists, move: MoveBuffer, roll: Word) -> None:
    """Take the placements that *roll* gained out of its lists again."""
    placement = move.first_gained[roll]
    while placement != NO_PLACEMENT:
        unlink_placement(lists, roll, tables.ranks[placement], placement)
        placement = move.next_gained[placement]


@inlined_jit
def _optimum_after(tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word) -> Word:
    """Return the optimum of *roll* after the move, and put its example into *move*."""
    before, example = state.optimum[roll], state.example[roll]
    loses_example = example & move.lost_slots[roll] != _0
    if loses_example:
        example = _0
    move.example[roll] = example
    if not state.is_compact[0]:
        for number in range(_5):
            move.listed_example[roll, number] = state.lists.example[roll, number]
    if tables.most_points:
        return _rating(tables, state, move, roll, example)
    best: Word = before
    if loses_example:
        best = improve(tables, state, move, roll, NO_PLACEMENT, before - _1, before)
        if best < before:
            best = improve(tables, state, move, roll, NO_PLACEMENT, _0, before - _1)
    placement = move.first_gained[roll]
    while placement != NO_PLACEMENT:
        best = improve(tables, state, move, roll, placement, best, _ALL)
        placement = move.next_gained[placement]
    return best


@inlined_jit
def _rating(
    tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word, example: Word
) -> Word:
    """Return what *roll* is rated where only the most counts; *example* still lies there."""
    if state.is_compact[0]:
        ranks = ranks_of_slots(state.slots.of_rank, roll, move.active[roll])
    else:
        ranks = state.lists.ranks[roll]
    shortage = tables.shortages[ranks]
    most: Word = tables.most_points
    if shortage:
        move.example[roll] = _0
        rating: Word = most - shortage
        return rating
    if example:
        return most
    best: Word = improve(tables, state, move, roll, NO_PLACEMENT, most - _1, most)
    return best


@inlined_jit
def _commit_roll(state: CardState, move: MoveBuffer, roll: Word) -> None:
    """Take over what a roll is after the move."""
    state.optimum[roll], state.example[roll] = move.optimum[roll], move.example[roll]
    if state.is_compact[0]:
        state.slots.active[roll] = move.active[roll]
        placement = move.first_gained[roll]
        while placement != NO_PLACEMENT:
            state.slots.of_placement[placement] = move.slot_of_gained[placement]
            placement = move.next_gained[placement]
    else:
        for number in range(_5):
            state.lists.example[roll, number] = move.listed_example[roll, number]
