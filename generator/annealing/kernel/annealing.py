"""The annealing of a card, compiled: moves, evaluated exactly by what they touch.

A move touches only the placements through its cells. A roll keeps its optimum if it gained no
placement and its example, the packing that scores it, still lies there. A roll that lost its
example is first searched for a packing as good, and a placement gained only for packings that it
improves. How much energy the rolls not yet searched can save is known, so that nearly every move is
rejected after a few of them.
"""

import numpy as np

from generator.annealing.kernel.arrays import (
    NO_PLACEMENT,
    SAME_ROLL,
    CardState,
    Lists,
    MoveBuffer,
    SearchTables,
    Word,
)
from generator.annealing.kernel.move import NO_CELL, propose_move, swap_symbols, uniform
from generator.annealing.kernel.packing import (
    improve,
    insert_placement,
    link_placement,
    unlink_placement,
)
from generator.annealing.kernel.people import people_energy, people_points, predicted_points
from generator.annealing.kernel.state import (
    SCALE,
    build_state,
    commit_roll,
    has_dead_cell,
    image_of,
    is_dense,
    is_scattered,
    link_images,
    rate_roll,
    roll_energy,
    signature_of,
    unlink_images,
)
from solver.penta_rush.survey.kernel import lookup_roll
from solver.runtime.kernel import Ints, Words, borrowing, inlined, kernel
from solver.runtime.word import trailing_zeros

_SCALE = np.int64(SCALE)
_0, _1, _2, _5, _63 = (np.uint64(n) for n in (0, 1, 2, 5, 63))
_ALL = np.uint64(2**64 - 1)
_PREDICTED_SHARE = 0.25  # of what is predicted, as is sure enough: see `_predicted_increase`


@kernel
def anneal(
    tables: SearchTables,
    targets: Ints,
    state: CardState,
    move: MoveBuffer,
    temperature: float,
    steps: Word,
    rng: Words,
    best: Words,
    energies: Ints,
) -> None:
    """Do *steps* steps at *temperature*, in units of energy.

    Metropolis: a move that raises the energy is accepted with the probability exp(-increase /
    temperature). *rng*, (1,), is the state of the random number generator. *best*, (cells,), is the
    best card so far, and *energies*, (2,), those of the card of *state* and of the best.
    """
    for _ in range(steps):
        count = propose_move(tables, state, rng, move)
        if count == _0:
            continue
        limit = np.int64(min(-temperature * np.log(uniform(rng)), 1e15))
        increase = try_move(tables, targets, state, move, count, limit)
        if increase <= limit:
            energies[0] += increase
            if energies[0] < energies[1] and is_scattered(tables, state):
                energies[1] = energies[0]
                # To set a slice would compile its error message too.
                for cell in range(np.uint64(len(best))):
                    best[cell] = state.card[cell]
            if not (state.is_compact[0] or is_dense(state)):
                build_state(tables, state, move)


@inlined
def try_move(
    tables: SearchTables,
    targets: Ints,
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
            unlink_images(tables, state.lists, first, state.roll_of[first])
    increase, done = _find_optima(tables, targets, state, move, touched, limit)
    if increase <= limit and not (
        tables.constraints.no_dead_cell and has_dead_cell(tables, state, move.new_roll_of)
    ):
        swap_symbols(tables, state, move, count)
        for number in range(touched):
            commit_roll(state, move, move.rolls[number])
        for at in range(moved):
            first = move.moved[at]
            state.roll_of[first] = move.new_roll_of[first]
            state.signatures[first] = signature_of(tables.placements.cells, state.card, first)
    else:
        increase = max(increase, limit + np.int64(1))
        if not state.is_compact[0]:
            for number in range(done):
                _unlink_gained(tables, state.lists, move, move.rolls[number])
            for at in range(moved):
                first = move.moved[at]
                link_images(tables, state.lists, first, state.roll_of[first])
    for at in range(moved):
        move.new_roll_of[move.moved[at]] = SAME_ROLL
    for number in range(touched):
        roll = move.rolls[number]
        move.lost_slots[roll], move.first_gained[roll] = _0, NO_PLACEMENT
    return increase


@inlined
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
                    image = image_of(tables, placement, new, number)
                    if image != NO_PLACEMENT:
                        move.next_gained[image] = first[roll]
                        first[roll] = image
    for number in range(count):
        changes[move.cells[number]] = _0
    return moved, touched


@borrowing
def _slot(state: CardState, roll: Word, placement: Word) -> Word:
    """Return the slot of *placement*; of those in lists, only an example's have slots below 5."""
    if state.is_compact[0]:
        slot: Word = state.slots.of_placement[placement]
        return slot
    for number in range(_5):
        if state.lists.example[roll, number] == placement:
            return np.uint64(number)
    return _63


@inlined
def _find_optima(
    tables: SearchTables,
    targets: Ints,
    state: CardState,
    move: MoveBuffer,
    touched: Word,
    limit: np.int64,
) -> tuple[np.int64, Word]:
    """Find the optima after the move, until it is sure to raise the energy by more than *limit*.

    Return by how much it raises it, and how many rolls were searched, whose gained placements are
    in their slots or lists now. A move for whose placements there are not slots enough is rejected.
    """
    increase, done = np.int64(0), _0
    if tables.people.weight and _predicted_increase(tables, state, move, touched) > limit:
        return limit + np.int64(1), done
    max_saving = _order_rolls(tables, targets, state, move, touched)
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
        if tables.people.weight:
            move.people[roll] = people_points(tables, state, move, roll)
            increase += people_energy(tables, roll, move.people[roll])
            increase -= people_energy(tables, roll, state.people[roll])
    return increase, done


@inlined
def _predicted_increase(
    tables: SearchTables, state: CardState, move: MoveBuffer, touched: Word
) -> np.int64:
    """Return a part of the energy that the move is likely to cost people.

    Of 100 moves of two cells of a flat card, 99 cost more than a third of what is predicted, and
    most of them ten times what may be accepted: so hardly a good move is lost, and ten times as
    many are made.
    """
    increase = np.int64(0)
    for number in range(touched):
        roll = move.rolls[number]
        increase += people_energy(tables, roll, predicted_points(tables, state, move, roll))
        increase -= people_energy(tables, roll, state.people[roll])
    return np.int64(_PREDICTED_SHARE * np.float64(increase))


@inlined
def _order_rolls(
    tables: SearchTables, targets: Ints, state: CardState, move: MoveBuffer, touched: Word
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
        move.max_gains[roll] = max_gain + people_energy(tables, roll, state.people[roll])
        total += move.max_gains[roll]
        if max_gain:
            last -= _1
            rolls[at], rolls[last] = rolls[last], roll
        else:
            if loses_example and gains_none:
                rolls[at], rolls[first] = rolls[first], roll
                first += _1
            at += _1
    return total


@inlined
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


@borrowing
def _unlink_gained(tables: SearchTables, lists: Lists, move: MoveBuffer, roll: Word) -> None:
    """Take the placements that *roll* gained out of its lists again."""
    placement = move.first_gained[roll]
    while placement != NO_PLACEMENT:
        unlink_placement(lists, roll, tables.ranks[placement], placement)
        placement = move.next_gained[placement]


@inlined
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
        return rate_roll(tables, state, move, roll, example)
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
