"""The annealing of a card, compiled: moves, evaluated exactly by the placements that they touch."""

from generator.annealing.kernel.arrays import (
    NO_PLACEMENT,
    SAME_ROLL,
    CardState,
    MoveBuffer,
    SearchTables,
    Word,
)
from generator.annealing.kernel.evaluation import find_increase, unlink_gained
from generator.annealing.kernel.move import NO_CELL, propose_move, swap_symbols, uniform
from generator.annealing.kernel.state import (
    build_state,
    commit_roll,
    has_dead_cell,
    image_of,
    is_dense,
    is_scattered,
    link_images,
    signature_of,
    unlink_images,
)
from solver.penta_rush.survey.kernel import lookup_roll
from solver.runtime.arrays import np
from solver.runtime.kernel import Ints, Words, borrowing, inlined, kernel

_0, _1, _2, _5, _63 = (np.uint64(n) for n in (0, 1, 2, 5, 63))
_ALL = np.uint64(2**64 - 1)


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
    increase, done = find_increase(tables, targets, state, move, moved, touched, limit)
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
                unlink_gained(tables, state.lists, move, move.rolls[number])
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
        change = (_1 << _2 * move.symbols[number]) - (_1 << _2 * state.card[cell])
        changes[cell] = change & _ALL
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
            if change & _ALL == _0:
                continue
            old = roll_of[placement]
            new = lookup_roll(keys, numbers, shift, none, signatures[placement] + change & _ALL)
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
