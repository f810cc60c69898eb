"""What a roll brings people, in a moment: the model of `solver.penta_rush.people`, cut short.

Whoever meets each placement with the same chance, at an exponentially distributed moment, outlines
one of those that are *free* next, each as likely as any other, and waits for it a time that depends
on their number alone. So the chance to come to a packing within the sand depends on how many were
free before each of its shapes: it is a divided difference of an exponential function at these
numbers. The points of a fourth shape are taken as if all orders of the first three left as many
free as they do on average, and a fifth shape is left out.
"""

import numpy as np

from generator.annealing.kernel.arrays import (
    NO_PLACEMENT,
    SHAPE_COUNT,
    SLOTS,
    CardState,
    MoveBuffer,
    PeopleBuffer,
    PeopleTables,
    SearchTables,
    Word,
)
from solver.runtime.kernel import Words, borrowing, inlined
from solver.runtime.word import ones, trailing_zeros

_0, _1, _3 = (np.uint64(n) for n in (0, 1, 3))
_SHAPE_COUNT, _SLOTS = np.uint64(SHAPE_COUNT), np.uint64(SLOTS)
_ALL = np.uint64(2**64 - 1)
_SCALE = 100.0  # hundredths of a point, as targets are
_MARGINAL = 0.5  # what one more placement is worth, of what all are worth on average
_DENSE_POINTS = 5.0  # hundredths, for each placement of a roll beyond its slots


@borrowing
def people_energy(tables: SearchTables, roll: Word, points: np.int64) -> np.int64:
    """Return the energy of a *roll* that brings people so many *points*, in hundredths."""
    error = points - tables.people.target
    energy: np.int64 = tables.people.weight * tables.ways[roll] * error * error
    return energy


@borrowing
def predicted_points(
    tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word
) -> np.int64:
    """Return about how many points *roll* will bring, in hundredths.

    What it gains or loses is taken to be worth a share of what its placements bring now, by their
    values. That goes by slots: of a card that has lists, the points of now are returned.
    """
    now: np.int64 = state.people[roll]
    if not state.is_compact[0]:
        return now
    total, gained = np.int64(0), np.int64(0)
    for rank in range(_SHAPE_COUNT):
        group = state.slots.of_rank[roll, rank] & state.slots.active[roll]
        points = np.int64(tables.rank_points[rank])
        total += points * np.int64(ones(group))
        gained -= points * np.int64(ones(group & move.lost_slots[roll]))
    placement = move.first_gained[roll]
    while placement != NO_PLACEMENT:
        gained += np.int64(tables.rank_points[tables.ranks[placement]])
        placement = move.next_gained[placement]
    if total == 0:
        return now
    now += np.int64(_MARGINAL * np.float64(now * gained) / np.float64(total))
    return now


@inlined
def people_points(tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word) -> np.int64:
    """Return the expected points of *roll* after the move, in hundredths."""
    buffer, active = move.people_buffer, move.active[roll]
    if state.is_compact[0]:
        compatible, of_rank = state.slots.compatible[roll], state.slots.of_rank[roll]
    elif state.lists.lengths[roll] > _SLOTS:
        return _dense_points(tables, state, roll)
    else:
        active = _slots_of_lists(tables, state, buffer, roll)
        compatible, of_rank = buffer.compatible, buffer.of_rank
    if active == _0:
        return np.int64(0)
    _fill_buffer(tables.rank_points, compatible, of_rank, active, buffer)
    return np.int64(_SCALE * _expected_points(tables.people, active, buffer) + 0.5)


@borrowing
def _dense_points(tables: SearchTables, state: CardState, roll: Word) -> np.int64:
    """Return what a roll with more placements than slots is taken to bring, in hundredths.

    As if people outlined as many shapes as with all slots in use, of a mean value, and a little
    more for each further placement. That is a guess, which draws a search to cards of fewer.
    """
    value, count = _0, state.lists.lengths[roll]
    for rank in range(_SHAPE_COUNT):
        placement = state.lists.heads[roll, rank]
        while placement != NO_PLACEMENT:
            value += tables.rank_points[rank]
            placement = state.lists.after[placement]
    points = np.float64(value) / np.float64(count) * tables.people.dense_shapes
    return np.int64(_SCALE * points + _DENSE_POINTS * np.float64(count - _SLOTS))


@borrowing
def _slots_of_lists(
    tables: SearchTables, state: CardState, buffer: PeopleBuffer, roll: Word
) -> Word:
    """Give the placements in the lists of *roll* slots of *buffer*; return these slots."""
    masks, count = tables.placements.masks, _0
    for rank in range(_SHAPE_COUNT):
        buffer.of_rank[rank] = _0
        placement = state.lists.heads[roll, rank]
        while placement != NO_PLACEMENT:
            buffer.of_rank[rank] |= _1 << count
            buffer.compatible[count] = _0
            for other in range(count):
                is_free = True
                for word in range(np.uint64(masks.shape[1])):
                    overlap = masks[placement, word] & masks[buffer.placements[other], word]
                    is_free = is_free and overlap == _0
                buffer.compatible[count] |= np.uint64(is_free) << other
                buffer.compatible[other] |= np.uint64(is_free) << count
            buffer.placements[count] = placement
            count += _1
            placement = state.lists.after[placement]
    return _ALL >> (_SLOTS - count) if count else _0


@borrowing
def _value(planes: Words, slots: Word) -> float:
    """Return what the shapes of *slots* earn together; *planes* are the bits of their values."""
    value, factor = 0.0, 1.0
    for bit in range(len(planes)):
        value += factor * np.float64(ones(slots & planes[bit]))
        factor *= 2.0
    return value


@borrowing
def _fill_buffer(
    rank_points: Words,
    compatible: Words,  # (SLOTS,)
    of_rank: Words,  # (12,)
    active: Word,
    buffer: PeopleBuffer,
) -> None:
    """Fill in the slots that are free beside each, and those whose values have each bit."""
    for bit in range(len(buffer.planes)):
        buffer.planes[bit] = _0
    for rank in range(_SHAPE_COUNT):
        group = of_rank[rank] & active
        for bit in range(len(buffer.planes)):
            if rank_points[rank] >> np.uint64(bit) & _1:
                buffer.planes[bit] |= group
        rest = group
        while rest:
            slot = trailing_zeros(rest)
            rest &= rest - _1
            buffer.free[slot] = active & compatible[slot] & ~group


@borrowing
def _expected_points(people: PeopleTables, active: Word, buffer: PeopleBuffer) -> float:
    """Return the expected points where the slots *active* may be found.

    The sum of a product, of the chance to come to a packing in a certain order and then find one
    more shape in time, and of the values of all that are free then, over all packings and orders.
    Numbers of slots are in thirds, so that the mean of three is a whole number.
    """
    free, planes = buffer.free, buffer.planes
    everything = _3 * ones(active)
    points = -3.0 * _value(planes, active) * _slope(people, everything, _0)
    firsts = active
    while firsts:
        first = trailing_zeros(firsts)
        firsts &= firsts - _1
        after_first = ones(free[first])
        if after_first == _0:
            continue
        value = 9.0 * _value(planes, free[first])
        points += value * _second_slope(people, everything, _3 * after_first, _0)
        seconds = free[first] & firsts
        while seconds:
            second = trailing_zeros(seconds)
            seconds &= seconds - _1
            both = free[first] & free[second]
            if both == _0:
                continue
            after_second, after_both = ones(free[second]), ones(both)
            value = -27.0 * _value(planes, both)
            for after in (after_first, after_second):
                points += value * _third_slope(people, everything, _3 * after, _3 * after_both, _0)
            thirds = both & seconds
            while thirds:
                third = trailing_zeros(thirds)
                thirds &= thirds - _1
                all_three = both & free[third]
                if all_three == _0:
                    continue
                after_one = after_first + after_second + ones(free[third])
                after_two = after_both + ones(free[first] & free[third])
                after_two += ones(free[second] & free[third])
                value = 6 * 81.0 * _value(planes, all_three)
                points += value * _fourth_slope(
                    people, everything, after_one, after_two, _3 * ones(all_three), _0
                )
    return points


# Divided differences of the chance to meet none of so many placements, in thirds: from the greatest
# number to the least, each less than the one before.


@inlined
def _slope(people: PeopleTables, a: Word, b: Word) -> float:
    slope: float = (people.none[a] - people.none[b]) * people.inverse[a - b]
    return slope


@inlined
def _second_slope(people: PeopleTables, a: Word, b: Word, c: Word) -> float:
    slope: float = (_slope(people, a, b) - _slope(people, b, c)) * people.inverse[a - c]
    return slope


@inlined
def _third_slope(people: PeopleTables, a: Word, b: Word, c: Word, d: Word) -> float:
    slopes = _second_slope(people, a, b, c) - _second_slope(people, b, c, d)
    slope: float = slopes * people.inverse[a - d]
    return slope


@inlined
def _fourth_slope(people: PeopleTables, a: Word, b: Word, c: Word, d: Word, e: Word) -> float:
    slopes = _third_slope(people, a, b, c, d) - _third_slope(people, b, c, d, e)
    slope: float = slopes * people.inverse[a - e]
    return slope
