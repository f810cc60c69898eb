"""What a roll brings people, nearly and fast: the model of `solver.penta_rush.people`.

Whoever meets each placement with the same chance, at an exponentially distributed moment, outlines
one of those that are *free* next, each as likely as any other, and waits for it a time that depends
on their number alone. So the chance to come to a packing within the sand depends on how many were
free before each of its shapes: it is a divided difference of an exponential function at these
numbers. The first three shapes are exact. A fourth is counted as if all orders of the first three
left as many free as they do on average, and a fifth as if it found a share of what a fourth does.
Of a roll with more placements than slots, some stand for all.
"""

from generator.annealing.kernel.arrays import (
    NO_PLACEMENT,
    SCALE,
    SHAPE_COUNT,
    SLOTS,
    CardState,
    MoveBuffer,
    PeopleBuffer,
    SearchTables,
    Word,
)
from solver.runtime.arrays import np
from solver.runtime.kernel import Floats, Words, borrowing, inlined
from solver.runtime.word import ones, trailing_zeros

_0, _1, _3 = (np.uint64(n) for n in (0, 1, 3))
_SHAPE_COUNT, _SLOTS = np.uint64(SHAPE_COUNT), np.uint64(SLOTS)
_ALL = np.uint64(2**64 - 1)
_SCALE = np.float64(SCALE)
_MARGINAL = 0.5  # what one more placement is worth, of what all are worth on average
_MIXER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio, which mixes numbers well (Knuth)


@borrowing
def people_energy(tables: SearchTables, roll: Word, points: np.int64) -> np.int64:
    """Return the energy of a *roll* that brings people so many *points*, in hundredths."""
    error = points - tables.people.target
    energy: np.int64 = tables.people.weight * tables.ways[roll] * error * error
    return energy


@borrowing
def predicted_points(state: CardState, move: MoveBuffer, roll: Word) -> np.int64:
    """Return about how many points *roll* will bring, in hundredths.

    What it gains or loses is taken to be worth a share of what its placements bring now, by their
    values.
    """
    now: np.int64 = state.people[roll]
    total = state.values[roll]
    if total:
        gained = move.gained_values[roll]
        now += np.int64(_MARGINAL * np.float64(now * gained) / np.float64(total))
    return now


@inlined
def people_points(tables: SearchTables, state: CardState, move: MoveBuffer, roll: Word) -> np.int64:
    """Return the expected points of *roll* after the move, in hundredths."""
    buffer, active = move.people_buffer, move.active[roll]
    if state.is_compact[0]:
        compatible, of_rank = state.slots.compatible[roll], state.slots.of_rank[roll]
    else:
        active = _slots_of_lists(tables, state, buffer, roll)
        compatible, of_rank = buffer.compatible, buffer.of_rank
    if active == _0:
        return np.int64(0)
    _fill_buffer(tables.rank_points, compatible, of_rank, active, buffer)
    none = tables.people.none
    if not state.is_compact[0] and state.lists.lengths[roll] > _SLOTS:
        placements_of_slot = np.float64(state.lists.lengths[roll]) / np.float64(_SLOTS)
        for number in range(len(none)):
            buffer.none[number] = none[number] ** placements_of_slot
        none = buffer.none
    return np.int64(_SCALE * _expected_points(none, tables.people.inverse, active, buffer) + 0.5)


@borrowing
def _slots_of_lists(
    tables: SearchTables, state: CardState, buffer: PeopleBuffer, roll: Word
) -> Word:
    """Give placements in the lists of *roll* slots of *buffer*; return these slots.

    Where there are more placements than slots, each shape gets a share of the slots.
    """
    masks, length = tables.placements.masks, state.lists.lengths[roll]
    count, passed, slots = _0, _0, min(length, _SLOTS)
    for rank in range(_SHAPE_COUNT):
        buffer.of_rank[rank] = _0
        first = placement = state.lists.heads[roll, rank]
        while placement != NO_PLACEMENT:
            passed += _1
            placement = state.lists.after[placement]
        share = passed * slots // length - count if length else _0
        placement = first
        while placement != NO_PLACEMENT:
            if length <= _SLOTS or _place_in_list(state.lists.after, first, placement) < share:
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
def _place_in_list(after: Words, first: Word, placement: Word) -> Word:
    """Return how many others of the list from *first* on come before *placement*.

    They do so in an order as if by chance, which is the same for all cards, so that a move changes
    little of what comes first.
    """
    place, other = _0, first
    while other != NO_PLACEMENT:
        place += np.uint64(other * _MIXER < placement * _MIXER)
        other = after[other]
    return place


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
def _expected_points(none: Floats, inverse: Floats, active: Word, buffer: PeopleBuffer) -> float:
    """Return the expected points where the slots *active* may be found.

    The sum of a product, of the chance to come to a packing in a certain order and then find one
    more shape in time, and of the values of all that are free then, over all packings and orders.
    Numbers of slots are in thirds, so that the mean of three is a whole number.
    """
    free, planes = buffer.free, buffer.planes
    everything = _3 * ones(active)
    points = -3.0 * _value(planes, active) * _slope(none, inverse, everything, _0)
    firsts = active
    while firsts:
        first = trailing_zeros(firsts)
        firsts &= firsts - _1
        after_first = ones(free[first])
        if after_first == _0:
            continue
        value = 9.0 * _value(planes, free[first])
        points += value * _second_slope(none, inverse, everything, _3 * after_first, _0)
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
                points += value * _third_slope(
                    none, inverse, everything, _3 * after, _3 * after_both, _0
                )
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
                after_three = _3 * ones(all_three)
                points += value * _fourth_slope(
                    none, inverse, everything, after_one, after_two, after_three, _0
                )
                after_four = min(after_three * after_three // after_two, after_three - _3)
                if after_four:
                    points -= (
                        np.float64(after_four)
                        * value
                        * _fifth_slope(
                            none,
                            inverse,
                            everything,
                            after_one,
                            after_two,
                            after_three,
                            after_four,
                            _0,
                        )
                    )
    return points


# Divided differences of the chance to meet none of so many placements, in thirds: from the greatest
# number to the least, each less than the one before.


@inlined
def _slope(none: Floats, inverse: Floats, a: Word, b: Word) -> float:
    slope: float = (none[a] - none[b]) * inverse[a - b]
    return slope


@inlined
def _second_slope(none: Floats, inverse: Floats, a: Word, b: Word, c: Word) -> float:
    slope: float = (_slope(none, inverse, a, b) - _slope(none, inverse, b, c)) * inverse[a - c]
    return slope


@inlined
def _third_slope(none: Floats, inverse: Floats, a: Word, b: Word, c: Word, d: Word) -> float:
    slopes = _second_slope(none, inverse, a, b, c) - _second_slope(none, inverse, b, c, d)
    slope: float = slopes * inverse[a - d]
    return slope


@inlined
def _fourth_slope(
    none: Floats, inverse: Floats, a: Word, b: Word, c: Word, d: Word, e: Word
) -> float:
    slopes = _third_slope(none, inverse, a, b, c, d) - _third_slope(none, inverse, b, c, d, e)
    slope: float = slopes * inverse[a - e]
    return slope


@inlined
def _fifth_slope(
    none: Floats, inverse: Floats, a: Word, b: Word, c: Word, d: Word, e: Word, f: Word
) -> float:
    slopes = _fourth_slope(none, inverse, a, b, c, d, e) - _fourth_slope(
        none, inverse, b, c, d, e, f
    )
    slope: float = slopes * inverse[a - f]
    return slope
