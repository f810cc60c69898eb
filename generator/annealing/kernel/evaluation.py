"""What a move does to each roll that it touches, and to the energy of the card.

A roll keeps its optimum if it gained no placement and its example, the packing that scores it,
still lies there. A roll that lost its example is first searched for a packing as good, and a
placement gained only for packings that it improves. How much energy the rolls not yet searched can
save is known, so that nearly every move is rejected after a few of them; and where people count,
most moves before that, by a prediction.
"""

from generator.annealing.kernel.arrays import (
    NO_PLACEMENT,
    SCALE,
    CardState,
    Lists,
    MoveBuffer,
    SearchTables,
    Word,
)
from generator.annealing.kernel.packing import (
    improve,
    insert_placement,
    link_placement,
    unlink_placement,
)
from generator.annealing.kernel.people import people_energy, people_points, predicted_points
from generator.annealing.kernel.state import add_values, rate_roll, roll_energy
from solver.runtime.arrays import np
from solver.runtime.kernel import Ints, borrowing, inlined
from solver.runtime.word import trailing_zeros

_SCALE = np.int64(SCALE)
_0, _1, _5 = (np.uint64(n) for n in (0, 1, 5))
_ALL = np.uint64(2**64 - 1)
_PREDICTED_SHARE = 0.25  # of what is predicted, as is sure enough: see `_predicted_increase`


@inlined
def find_increase(
    tables: SearchTables,
    targets: Ints,
    state: CardState,
    move: MoveBuffer,
    moved: Word,
    touched: Word,
    limit: np.int64,
) -> tuple[np.int64, Word]:
    """Find the optima after the move, until it is sure to raise the energy by more than *limit*.

    Return by how much it raises it, and how many rolls were searched, whose gained placements are
    in their slots or lists now. A move for whose placements there are not slots enough is rejected.
    """
    increase, done = np.int64(0), _0
    if tables.people.weight:
        _find_gained_values(tables, state, move, moved, touched)
        if _predicted_increase(tables, state, move, touched) > limit:
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
def _find_gained_values(
    tables: SearchTables, state: CardState, move: MoveBuffer, moved: Word, touched: Word
) -> None:
    """Put by how much the values of the rolls that the move touches change into *move*."""
    for number in range(touched):
        move.gained_values[move.rolls[number]] = 0
    for at in range(moved):
        first = move.moved[at]
        add_values(tables, move.gained_values, first, state.roll_of[first], np.int64(-1))
        add_values(tables, move.gained_values, first, move.new_roll_of[first], np.int64(1))


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
        increase += people_energy(tables, roll, predicted_points(state, move, roll))
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
def unlink_gained(tables: SearchTables, lists: Lists, move: MoveBuffer, roll: Word) -> None:
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
