"""The survey of many cards, compiled: the placements, packings and best score of every legal roll.

signature   five symbols as one number: how often each comes, in two bits each. More than three of
            a symbol carry over, and then the counts do not add up to five, as those of a roll do
matching    the placements of a roll, in the documented order: the highest value first
compatible  for a placement, the bit set of the later ones that it shares no cell and no shape with

One word holds the placements of nearly every roll; more take as many words as they need, so that
there is no cap. The placements are those of any card of one size; only the symbols differ.

A roll of one word takes milliseconds at most, one of several words perhaps minutes. So the search
looks at a stop flag, an array of one element that another thread sets, whenever it steps back: the
loops that take the time have no room for more.
"""

from typing import Any, NamedTuple

from solver.geometry.polyomino import PENTOMINO_SIZE
from solver.penta_rush.rules import MAX_PLACEMENTS
from solver.runtime.arrays import np
from solver.runtime.kernel import Array2, Array3, Words, compiled, kernel
from solver.runtime.word import ones, trailing_zeros

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]  # of every name below

COLUMNS = 5  # of a result: placements, packings, optimum, optimal, max size
UNCOUNTED = 2**64 - 1
MIXER = 0x9E3779B97F4A7C15  # 2**64 / golden ratio: multiplicative hashing, Knuth, TAOCP 6.4

_0, _1, _2, _3, _6, _63, _64 = (np.uint64(number) for number in (0, 1, 2, 3, 6, 63, 64))
_CELLS, _SLOTS = np.uint64(PENTOMINO_SIZE), np.uint64(MAX_PLACEMENTS)
_LAST = np.uint64(MAX_PLACEMENTS - 1)
_ALL = np.uint64(2**64 - 1)
_MIXER = np.uint64(MIXER)
_PLACEMENTS, _PACKINGS, OPTIMUM, _OPTIMAL, _MAX_SIZE = (
    np.uint64(column) for column in range(COLUMNS)
)


class PlacementTable(NamedTuple):
    """The P placements on any card of a size, in the documented order, with masks of W words."""

    cells: Array2[np.uint64]  # (P, 5): its cells, numbered row by row
    # (P, W), W > 1: its cells and shape as bits, disjoint for two compatible ones
    masks: Array2[np.uint64]
    shapes: Words  # (P,): its shape
    points: Words  # (P,): the points of its shape


class RollTable(NamedTuple):
    """The legal rolls by their signatures: a hash table, open addressing."""

    keys: Words  # (2**B,): signatures; 0 where there is none
    numbers: Words  # (2**B,): the roll of each
    shift: Word  # 64 - B
    total: Word  # the number of rolls


@kernel
def survey(
    cards: Array2[Word],
    table: PlacementTable,
    rolls: RollTable,
    max_counted: Word,
    results: Array3[Word],
    stop: Words,
) -> None:
    """Fill *results*, (cards, rolls, COLUMNS), for *cards*, (cards, cells): symbols by number.

    Of rolls with more than *max_counted* placements, only these and the optimum are found; the
    other columns are UNCOUNTED. It ends early when *stop*, of one element, is not 0: the results
    are whole if it is still 0 after the call.
    """
    placements = np.uint64(len(table.points))
    count = rolls.total
    digits = np.empty(cards.shape[1], np.uint64)
    roll_of = np.empty(placements, np.uint64)
    matching = np.empty(placements, np.uint64)
    starts = np.empty(count + _3, np.uint64)
    for card in range(np.uint64(len(cards))):
        for cell in range(np.uint64(len(digits))):
            digits[cell] = _1 << _2 * cards[card, cell]
        _match(digits, table.cells, rolls, roll_of, starts, matching)
        for roll in range(count):
            if stop[0]:
                return
            roll_placements = matching[starts[roll] : starts[roll + _1]]
            row = results[card, roll]
            is_counted = np.uint64(len(roll_placements) <= max_counted)
            row[:] = _0 if is_counted else _ALL
            row[_PLACEMENTS], row[OPTIMUM] = len(roll_placements), _0
            if len(roll_placements) == 0:
                continue
            points, masks = table.points[roll_placements], table.masks[roll_placements]
            bounds = _upper_bounds(table.shapes[roll_placements], points)
            if len(roll_placements) > _64:
                compatible_words = _compatible_words(masks)
                _find_best_words(compatible_words, points, bounds, is_counted, row, stop)
                if is_counted:
                    _count_words(compatible_words, row, stop)
            else:
                compatible = _compatible_one_word(masks.T.copy())
                _find_best_one_word(compatible, points, bounds, is_counted, row)
                if is_counted:
                    _count_one_word(compatible, row)


@compiled
def lookup_roll(keys: Words, numbers: Words, shift: Word, none: Word, signature: Word) -> Word:
    """Return the number of the roll with this signature, *none* if there is none."""
    last = np.uint64(len(keys) - 1)
    index = (signature * _MIXER & _ALL) >> shift
    while keys[index] != signature and keys[index]:
        index = index + _1 & last
    roll: Word = numbers[index] if keys[index] else none
    return roll


@compiled
def _match(
    digits: Array, cells: Array, rolls: RollTable, roll_of: Array, starts: Array, matching: Array
) -> None:
    """Sort the placements by their rolls: those of roll r are matching[starts[r]:starts[r + 1]]."""
    keys, numbers, shift, count = rolls.keys, rolls.numbers, rolls.shift, rolls.total
    placements = np.uint64(len(roll_of))
    starts[:] = _0
    for placement in range(placements):
        signature = _0
        for cell in range(_CELLS):
            signature += digits[cells[placement, cell]]
        roll_of[placement] = lookup_roll(keys, numbers, shift, count, signature)
        starts[roll_of[placement] + _2] += _1
    for roll in range(count):
        starts[roll + _2] += starts[roll + _1]
    # starts[r + 1] is where the next placement of roll r goes; in the end it is the next start.
    for placement in range(placements):
        roll = roll_of[placement]
        if roll < count:
            matching[starts[roll + _1]] = placement
            starts[roll + _1] += _1


@compiled
def _compatible_one_word(masks: Array) -> Array:
    """Return the later compatible ones of each of up to 64 placements; *masks*: (words, count)."""
    words, count = np.uint64(masks.shape[0]), np.uint64(masks.shape[1])
    compatible = np.empty(count, np.uint64)
    low, high = masks[0], masks[1]
    for first in range(count):
        disjoint = _0
        low_mask, high_mask = low[first], high[first]
        for second in range(first + _1, count):  # two words, and no branch: eight at a time
            disjoint |= (
                np.uint64((low_mask & low[second] | high_mask & high[second]) == _0) << second
            )
        for word in range(_2, words):
            for second in range(first + _1, count):
                disjoint &= ~(np.uint64(masks[word, first] & masks[word, second] != _0) << second)
        compatible[first] = disjoint
    return compatible


@compiled
def _upper_bounds(shapes: Array, points: Array) -> Array:
    """Return, (placements + 1, slots + 1), an upper bound of what may be gained from each one on.

    Placements are sorted by shape, the highest value first: so the bound is the points of as many
    shapes in a row as there are slots.
    """
    count = np.uint64(len(points))
    bounds = np.zeros((count + _1, MAX_PLACEMENTS + 1), np.uint64)
    next_shape = count  # the first placement of the next shape
    for step in range(count):
        number = count - _1 - step
        if number + _1 < count and shapes[number] != shapes[number + _1]:
            next_shape = number + _1
        for slots in range(_1, _SLOTS + _1):
            bounds[number, slots] = points[number] + bounds[next_shape, slots - _1]
    return bounds


@compiled
def _find_best_one_word(
    compatible: Array, points: Array, bounds: Array, ties: Word, row: Array
) -> None:
    """Find the optimum by branch and bound, and with *ties*, 1 or 0, how many packings have it."""
    best, optimal = _0, _0
    candidate_stack = np.empty(MAX_PLACEMENTS, np.uint64)
    score_stack = np.empty(MAX_PLACEMENTS, np.uint64)
    depth, candidates, score = _0, _ALL >> _64 - np.uint64(len(compatible)), _0
    while True:
        number = trailing_zeros(candidates) if candidates else _0
        if candidates == _0 or score + bounds[number, _SLOTS - depth] < best + _1 - ties:
            if depth == _0:
                break
            depth -= _1
            candidates, score = candidate_stack[depth], score_stack[depth]
            continue
        candidates &= candidates - _1
        new_score = score + points[number]
        later = compatible[number] if depth == _0 else compatible[number] & candidates
        if new_score > best:
            best, optimal = new_score, _0
        optimal += np.uint64(new_score == best)
        if later and depth < _LAST:
            candidate_stack[depth], score_stack[depth] = candidates, score
            depth += _1
            candidates, score = later, new_score
    row[OPTIMUM] = best
    if ties:
        row[_OPTIMAL] = optimal


@compiled
def _count_one_word(compatible: Array, row: Array) -> None:
    """Count the packings: walk through all but the last placement of each."""
    candidate_stack = np.empty(MAX_PLACEMENTS, np.uint64)
    by_size = np.zeros(MAX_PLACEMENTS, np.uint64)
    by_size[0] = len(compatible)
    depth, candidates = _0, _ALL >> _64 - np.uint64(len(compatible))
    while True:
        if candidates == _0:
            if depth == _0:
                break
            depth -= _1
            candidates = candidate_stack[depth]
            continue
        number = trailing_zeros(candidates)
        candidates &= candidates - _1
        later = compatible[number] & candidates
        if later:
            by_size[depth + _1] += ones(later)
            if depth + _2 < _SLOTS:
                candidate_stack[depth] = candidates
                depth += _1
                candidates = later
    _record_counts(by_size, row)


@compiled
def _record_counts(by_size: Array, row: Array) -> None:
    for size in range(_SLOTS):
        row[_PACKINGS] += by_size[size]
        if by_size[size]:
            row[_MAX_SIZE] = size + _1


@compiled
def _compatible_words(masks: Array) -> Array:
    """Return the later compatible ones of each of many placements; *masks*: (count, words)."""
    count, words = np.uint64(masks.shape[0]), np.uint64(masks.shape[1])
    compatible = np.zeros((count, (count + _63) >> _6), np.uint64)
    for first in range(count):
        for second in range(first + _1, count):
            shared = _0
            for word in range(words):
                shared |= masks[first, word] & masks[second, word]
            compatible[first, second >> _6] |= np.uint64(shared == _0) << (second & _63)
    return compatible


@compiled
def _fill(candidates: Array, count: Word) -> None:
    """Set the *count* lowest bits of *candidates*, which has no more words than they need."""
    candidates[:] = _ALL
    candidates[len(candidates) - 1] = _ALL >> (_64 - count & _63)


@compiled
def _first_nonzero_word(candidates: Array, first: Word) -> Word:
    """Return the index of the first word that is not 0, from *first* on; their number if none."""
    while first < np.uint64(len(candidates)) and candidates[first] == _0:
        first += _1
    return first


@compiled
def _find_best_words(
    compatible: Array, points: Array, bounds: Array, ties: Word, row: Array, stop: Array
) -> None:
    """Do what `_find_best_one_word` does, with several words, until *stop* is set."""
    best, optimal = _0, _0
    words = np.uint64(compatible.shape[1])
    candidate_stack = np.empty((MAX_PLACEMENTS, words), np.uint64)
    # The first word of the candidates that is not 0, or their number.
    first_stack = np.zeros(MAX_PLACEMENTS, np.uint64)
    score_stack = np.zeros(MAX_PLACEMENTS, np.uint64)
    _fill(candidate_stack[0], np.uint64(len(compatible)))
    depth = _0
    while True:
        first = first_stack[depth] = _first_nonzero_word(candidate_stack[depth], first_stack[depth])
        score = score_stack[depth]
        number = _0
        if first < words:
            number = (first << _6) + trailing_zeros(candidate_stack[depth, first])
        if first == words or score + bounds[number, _SLOTS - depth] < best + _1 - ties:
            if depth == _0 or stop[0]:
                break
            depth -= _1
            continue
        candidate_stack[depth, first] &= candidate_stack[depth, first] - _1
        new_score = score + points[number]
        if new_score > best:
            best, optimal = new_score, _0
        optimal += np.uint64(new_score == best)
        if depth < _LAST:
            depth += _1
            for word in range(first, words):
                candidate_stack[depth, word] = (
                    compatible[number, word] & candidate_stack[depth - _1, word]
                )
            first_stack[depth], score_stack[depth] = first, new_score
    row[OPTIMUM] = best
    if ties:
        row[_OPTIMAL] = optimal


@compiled
def _count_words(compatible: Array, row: Array, stop: Array) -> None:
    """Do what `_count_one_word` does, with several words, until *stop* is set."""
    words = np.uint64(compatible.shape[1])
    candidate_stack = np.empty((MAX_PLACEMENTS, words), np.uint64)
    first_stack = np.zeros(MAX_PLACEMENTS, np.uint64)
    by_size = np.zeros(MAX_PLACEMENTS, np.uint64)
    by_size[0] = len(compatible)
    _fill(candidate_stack[0], np.uint64(len(compatible)))
    depth = _0
    while True:
        first = first_stack[depth] = _first_nonzero_word(candidate_stack[depth], first_stack[depth])
        if first == words:
            if depth == _0 or stop[0]:
                break
            depth -= _1
            continue
        number = (first << _6) + trailing_zeros(candidate_stack[depth, first])
        candidate_stack[depth, first] &= candidate_stack[depth, first] - _1
        extensions = _0
        if depth + _2 < _SLOTS:
            for word in range(first, words):
                later = compatible[number, word] & candidate_stack[depth, word]
                candidate_stack[depth + _1, word] = later
                extensions += ones(later)
            if extensions:
                first_stack[depth + _1] = first
                by_size[depth + _1] += extensions
                depth += _1
        else:
            for word in range(first, words):
                extensions += ones(compatible[number, word] & candidate_stack[depth, word])
            by_size[depth + _1] += extensions
    _record_counts(by_size, row)
