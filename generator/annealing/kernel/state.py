"""The state of a card: built from its cells, and what it says of the card.

Where only the most that is possible counts, a roll that is worth less is rated by how many shapes
it lacks for that, without a search: so a search for a perfect card is drawn to placements of the
shapes that are rare. A roll that lacks none, but whose placements overlap, is rated a point below
the most.

dead cell  a cell through which there is no placement of a legal roll
"""

from generator.annealing.kernel.arrays import (
    NO_PLACEMENT,
    SAME_ROLL,
    SCALE,
    SLOTS,
    CardState,
    Lists,
    MoveBuffer,
    SearchTables,
    Word,
)
from generator.annealing.kernel.move import equal_neighbours
from generator.annealing.kernel.packing import (
    improve,
    insert_placement,
    link_placement,
    ranks_of_slots,
    unlink_placement,
)
from generator.annealing.kernel.people import people_energy, people_points
from solver.penta_rush.survey.kernel import lookup_roll
from solver.runtime.arrays import np
from solver.runtime.kernel import Array2, Ints, Words, borrowing, inlined, kernel
from solver.runtime.word import trailing_zeros

DUD_ERROR = 4  # points: the square of this is added to the squared error of a dud
_FAR_LIMIT = np.int64(3 * SCALE)  # an optimum farther off its target costs more than the square
_DUD_PENALTY = np.int64((SCALE * DUD_ERROR) ** 2)
_SCALE = np.int64(SCALE)
_0, _1, _2, _5, _64 = (np.uint64(n) for n in (0, 1, 2, 5, 64))
_ALL, _SLOTS = np.uint64(2**64 - 1), np.uint64(SLOTS)


@borrowing
def roll_energy(tables: SearchTables, targets: Ints, roll: Word, optimum: Word) -> np.int64:
    """Return the energy of a *roll* of this *optimum*: its squared error, times the ways.

    The part of an error beyond a limit counts four times as much, squared once more. *targets*,
    (R,), are in hundredths.
    """
    error = abs(np.int64(optimum) * _SCALE - targets[roll])
    beyond = 4 * max(error - _FAR_LIMIT, 0)
    penalty = _DUD_PENALTY if optimum == _0 else 0
    energy: np.int64 = tables.ways[roll] * (error * error + beyond * beyond + penalty)
    return energy


@kernel
def build_state(tables: SearchTables, state: CardState, move: MoveBuffer) -> None:
    """Fill in all of *state* from its card."""
    rows, cols = tables.rows, np.uint64(len(state.card)) // tables.rows
    state.counts[:] = _0
    state.line_counts[:] = _0
    state.equal[0] = _0
    for number in range(len(state.card)):
        cell = np.uint64(number)
        symbol = state.card[cell]
        state.counts[symbol] += _1
        state.line_counts[cell // cols, symbol] += _1
        state.line_counts[rows + cell % cols, symbol] += _1
        state.equal[0] += equal_neighbours(state.card, cols, cell)
    state.equal[0] >>= _1
    state.lists.heads[:] = NO_PLACEMENT
    state.lists.ranks[:] = _0
    state.lists.lengths[:] = _0
    state.values[:] = 0
    move.gained_values[:] = 0
    rolls = tables.rolls
    for first in tables.first_placements:
        signature = signature_of(tables.placements.cells, state.card, first)
        roll = lookup_roll(rolls.keys, rolls.numbers, rolls.shift, rolls.total, signature)
        state.signatures[first], state.roll_of[first] = signature, roll
        link_images(tables, state.lists, first, roll)
        add_values(tables, state.values, first, roll, np.int64(1))
    state.is_compact[0] = np.uint64(not is_dense(state))
    for number in range(tables.orbit_count):
        roll = np.uint64(number)
        if state.is_compact[0]:
            _fill_slots(tables, state, roll)
        move.active[roll], move.example[roll] = state.slots.active[roll], _0
        if tables.most_points:
            move.optimum[roll] = rate_roll(tables, state, move, roll, _0)
        else:
            move.optimum[roll] = improve(tables, state, move, roll, NO_PLACEMENT, _0, _ALL)
        if tables.people.weight:
            move.people[roll] = people_points(tables, state, move, roll)
        commit_roll(state, move, roll)


@borrowing
def is_dense(state: CardState) -> bool:
    """Return whether a roll has more placements than slots, by the lengths of the lists."""
    for length in state.lists.lengths:  # noqa: SIM110 - a kernel makes no generator
        if length > _SLOTS:
            return True
    return False


@borrowing
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


@inlined
def rate_roll(
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


@inlined
def commit_roll(state: CardState, move: MoveBuffer, roll: Word) -> None:
    """Take over what a roll is after the move."""
    state.optimum[roll], state.example[roll] = move.optimum[roll], move.example[roll]
    state.people[roll] = move.people[roll]
    state.values[roll] += move.gained_values[roll]
    if state.is_compact[0]:
        state.slots.active[roll] = move.active[roll]
        placement = move.first_gained[roll]
        while placement != NO_PLACEMENT:
            state.slots.of_placement[placement] = move.slot_of_gained[placement]
            placement = move.next_gained[placement]
    else:
        for number in range(_5):
            state.lists.example[roll, number] = move.listed_example[roll, number]


@kernel
@borrowing
def card_energy(tables: SearchTables, targets: Ints, state: CardState) -> np.int64:
    """Return the energy of the card of *state*."""
    energy = np.int64(0)
    for number in range(tables.orbit_count):
        roll = np.uint64(number)
        energy += roll_energy(tables, targets, roll, state.optimum[roll])
        energy += people_energy(tables, roll, state.people[roll])
    return energy


@kernel
@inlined
def has_dead_cell(tables: SearchTables, state: CardState, new_roll_of: Words) -> bool:
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


@kernel
@inlined
def is_scattered(tables: SearchTables, state: CardState) -> bool:
    """Return whether few neighbours are equal, and few cells that a turn or flip exchanges."""
    constraints = tables.constraints
    if state.equal[0] > constraints.most_equal:
        return False
    for number in range(len(constraints.most_turned)):
        equal = _0
        for at in range(constraints.turned_starts[number], constraints.turned_starts[number + 1]):
            one, other = constraints.turned_pairs[at, 0], constraints.turned_pairs[at, 1]
            equal += np.uint64(state.card[one] == state.card[other])
        if equal > constraints.most_turned[number]:
            return False
    return True


@borrowing
def signature_of(cells: Array2[np.uint64], card: Words, placement: Word) -> Word:
    """Return the signature of the symbols that *card* shows on the cells of a placement."""
    signature = _0
    for number in range(_5):
        signature += _1 << _2 * card[cells[placement, number]]
    return signature


@borrowing
def image_of(tables: SearchTables, placement: Word, roll: Word, number: int) -> Word:
    """Return where the symmetry takes *placement*, which shows *roll*, for the first of its orbit.

    Of the elements that take *roll* there, it is the one of this *number*. A placement that is
    symmetric itself may be taken there by several: NO_PLACEMENT for all but the first.
    """
    image: Word = tables.placement_images[placement, tables.to_first[roll, number]]
    for earlier in range(number):
        if tables.placement_images[placement, tables.to_first[roll, earlier]] == image:
            return NO_PLACEMENT
    return image


@borrowing
def add_values(
    tables: SearchTables, values: Ints, first: Word, roll: Word, factor: np.int64
) -> None:
    """Add what *first*, which shows *roll*, and its images would earn, *factor* times, to *values*.

    *values*, (R,), are of the orbits of rolls.
    """
    if roll < tables.rolls.total:
        points = factor * np.int64(tables.rank_points[tables.ranks[first]])
        for number in range(tables.to_first_counts[roll]):
            if image_of(tables, first, roll, number) != NO_PLACEMENT:
                values[tables.orbit_of[roll]] += points


@borrowing
def link_images(tables: SearchTables, lists: Lists, first: Word, roll: Word) -> None:
    """Put *first*, which shows *roll*, and its images into their lists."""
    if roll < tables.rolls.total:
        for number in range(tables.to_first_counts[roll]):
            placement = image_of(tables, first, roll, number)
            if placement != NO_PLACEMENT:
                link_placement(lists, tables.orbit_of[roll], tables.ranks[placement], placement)


@borrowing
def unlink_images(tables: SearchTables, lists: Lists, first: Word, roll: Word) -> None:
    """Take *first*, which shows *roll*, and its images out of their lists."""
    if roll < tables.rolls.total:
        for number in range(tables.to_first_counts[roll]):
            placement = image_of(tables, first, roll, number)
            if placement != NO_PLACEMENT:
                unlink_placement(lists, tables.orbit_of[roll], tables.ranks[placement], placement)
