"""The survey of many cards, compiled: what every legal roll is worth on each of them.

signature  a multiset of symbols, two bits a symbol. A roll has five symbols, none more than twice;
           what has more of one carries over, and then five bits' worth are no longer there
matching   the placements of a roll, in the documented order: the dearest first
fits       for a placement, the bit set of the later ones that share neither a cell nor its shape
reach      the most points that so many shapes can gain from a placement on, taken apart

One word holds the placements of nearly every roll; more take as many words as they need, so that
there is no cap. The placements are those of any card of one size; only the symbols differ.
"""

from typing import Any, NamedTuple

import numpy as np

from solver.runtime.jit import jit, ones, trailing_zeros

Word = np.uint64
Array = np.ndarray[Any, np.dtype[Word]]  # of every name below

MAX_PLACEMENTS = 5
FIGURES = 5
UNCOUNTED = 2**64 - 1
MIXER = 0x9E3779B97F4A7C15  # 2**64 / golden ratio: multiplicative hashing, Knuth, TAOCP 6.4

_0, _1, _2, _3, _6, _63, _64 = (np.uint64(number) for number in (0, 1, 2, 3, 6, 63, 64))
_SLOTS, _LAST = np.uint64(MAX_PLACEMENTS), np.uint64(MAX_PLACEMENTS - 1)
_ALL = np.uint64(2**64 - 1)
_MIXER = np.uint64(MIXER)
_PLACEMENTS, _PACKINGS, _OPTIMUM, _OPTIMAL, _MOST = (np.uint64(column) for column in range(5))


class PlacementTable(NamedTuple):
    """The placements on any card of a size, in the documented order; P of them, W words a mark."""

    cells: Array  # (P, 5): the cells, numbered row by row
    marks: Array  # (P, W), W > 1: cells and shape as bits: two fit if their marks are disjoint
    shapes: Array  # (P,): the shape
    points: Array  # (P,): what it is worth


class RollTable(NamedTuple):
    """The legal rolls by their signatures: a hash table, open addressing."""

    keys: Array  # (2**B,): signatures; 0 where there is none
    numbers: Array  # (2**B,): the roll of each
    shift: Array  # (1,): 64 - B
    total: Array  # (1,): the number of rolls


@jit
def survey(
    cards: Array, layout: PlacementTable, rolls: RollTable, max_counted: Word, figures: Array
) -> None:
    """Fill *figures*, (cards, rolls, FIGURES), for *cards*, (cards, cells): symbols by number.

    Packings are counted of rolls with at most *max_counted* placements; else they are UNCOUNTED, and
    the best ones and the most shapes with them.
    """
    placements = np.uint64(len(layout.points))
    count = rolls.total[0]
    digits = np.empty(cards.shape[1], np.uint64)
    roll_of = np.empty(placements, np.uint64)
    matching = np.empty(placements, np.uint64)
    starts = np.empty(count + _3, np.uint64)
    for card in range(np.uint64(len(cards))):
        for cell in range(np.uint64(len(digits))):
            digits[cell] = _1 << _2 * cards[card, cell]
        _match(digits, layout.cells, rolls, roll_of, starts, matching)
        for roll in range(count):
            own = matching[starts[roll] : starts[roll + _1]]
            row = figures[card, roll]
            counting = np.uint64(len(own) <= max_counted)
            row[:] = _0 if counting else _ALL
            row[_PLACEMENTS], row[_OPTIMUM] = len(own), _0
            if len(own) > _64:
                _survey_many(own, layout, counting, row)
            elif len(own):
                _survey_few(own, layout, counting, row)


@jit
def _match(
    digits: Array, cells: Array, rolls: RollTable, roll_of: Array, starts: Array, matching: Array
) -> None:
    """Sort the placements by their rolls: those of roll r are matching[starts[r]:starts[r + 1]]."""
    keys, numbers, shift, count = rolls.keys, rolls.numbers, rolls.shift[0], rolls.total[0]
    placements, last = np.uint64(len(roll_of)), np.uint64(len(keys) - 1)
    starts[:] = _0
    for placement in range(placements):
        signature = _0
        for cell in range(_SLOTS):
            signature += digits[cells[placement, cell]]
        at = signature * _MIXER >> shift
        while keys[at] != signature and keys[at]:
            at = at + _1 & last
        roll = numbers[at] if keys[at] else count
        roll_of[placement] = roll
        starts[roll + _2] += _1
    for roll in range(count):
        starts[roll + _2] += starts[roll + _1]
    # Where the next placement of roll r goes stands one to the right; filled, it is the next start.
    for placement in range(placements):
        roll = roll_of[placement]
        if roll < count:
            matching[starts[roll + _1]] = placement
            starts[roll + _1] += _1


@jit
def _survey_few(own: Array, layout: PlacementTable, counting: Word, row: Array) -> None:
    """Fill the *row* of a roll whose placements, *own*, fit in one word."""
    count = np.uint64(len(own))
    words = np.uint64(layout.marks.shape[1])
    marks = np.empty((words, count), np.uint64)
    points = np.empty(count, np.uint64)
    for number in range(count):
        points[number] = layout.points[own[number]]
        for word in range(words):
            marks[word, number] = layout.marks[own[number], word]
    fits = np.empty(count, np.uint64)
    low, high = marks[0], marks[1]
    for one in range(count):
        joined = _0
        own_low, own_high = low[one], high[one]
        for other in range(one + _1, count):  # two words, and no branch: eight at a time
            joined |= np.uint64((own_low & low[other] | own_high & high[other]) == _0) << other
        for word in range(_2, words):
            for other in range(one + _1, count):
                joined &= ~(np.uint64(marks[word, one] & marks[word, other] != _0) << other)
        fits[one] = joined
    reach = _reach(own, layout.shapes, points)
    _best_of_few(fits, points, reach, counting, row)
    if counting:
        _count_few(fits, row)


@jit
def _reach(own: Array, shapes: Array, points: Array) -> Array:
    """Return, (placements + 1, SLOTS + 1), what can be gained from each placement on at most.

    Placements of one shape stand together, and the dearest shapes first: so it is what so many
    shapes in a row are worth.
    """
    count = np.uint64(len(own))
    reach = np.zeros((count + _1, MAX_PLACEMENTS + 1), np.uint64)
    behind = count  # the first placement of the next shape
    for step in range(count):
        number = count - _1 - step
        if number + _1 < count and shapes[own[number]] != shapes[own[number + _1]]:
            behind = number + _1
        for slots in range(_1, _SLOTS + _1):
            reach[number, slots] = points[number] + reach[behind, slots - _1]
    return reach


@jit
def _best_of_few(fits: Array, points: Array, reach: Array, ties: Word, row: Array) -> None:
    """Find the optimum by branch and bound, and with *ties*, 1 or 0, how many packings have it."""
    best, optimal = _0, _0
    rests = np.empty(MAX_PLACEMENTS, np.uint64)
    scores = np.empty(MAX_PLACEMENTS, np.uint64)
    depth, rest, score = _0, _ALL >> _64 - np.uint64(len(fits)), _0
    while True:
        number = trailing_zeros(rest) if rest else _0
        if rest == _0 or score + reach[number, _SLOTS - depth] < best + _1 - ties:
            if depth == _0:
                break
            depth -= _1
            rest, score = rests[depth], scores[depth]
            continue
        rest &= rest - _1
        gained = score + points[number]
        inner = fits[number] if depth == _0 else fits[number] & rest
        if gained > best:
            best, optimal = gained, _0
        optimal += np.uint64(gained == best)
        if inner and depth < _LAST:
            rests[depth], scores[depth] = rest, score
            depth += _1
            rest, score = inner, gained
    row[_OPTIMUM] = best
    if ties:
        row[_OPTIMAL] = optimal


@jit
def _count_few(fits: Array, row: Array) -> None:
    """Count the packings: all but the last placement of each are walked through."""
    rests = np.empty(MAX_PLACEMENTS, np.uint64)
    sizes = np.zeros(MAX_PLACEMENTS, np.uint64)
    sizes[0] = len(fits)
    depth, rest = _0, _ALL >> _64 - np.uint64(len(fits))
    while True:
        if rest == _0:
            if depth == _0:
                break
            depth -= _1
            rest = rests[depth]
            continue
        number = trailing_zeros(rest)
        rest &= rest - _1
        inner = fits[number] & rest
        if inner:
            sizes[depth + _1] += ones(inner)
            if depth + _2 < _SLOTS:
                rests[depth] = rest
                depth += _1
                rest = inner
    _note(sizes, row)


@jit
def _note(sizes: Array, row: Array) -> None:
    for size in range(_SLOTS):
        row[_PACKINGS] += sizes[size]
        if sizes[size]:
            row[_MOST] = size + _1


@jit
def _survey_many(own: Array, layout: PlacementTable, counting: Word, row: Array) -> None:
    """Fill the *row* of a roll whose placements, *own*, take several words."""
    count = np.uint64(len(own))
    words = np.uint64(layout.marks.shape[1])
    size = (count + _63) >> _6
    points = np.empty(count, np.uint64)
    for number in range(count):
        points[number] = layout.points[own[number]]
    fits = np.zeros((count, size), np.uint64)
    for one in range(count):
        for other in range(one + _1, count):
            shared = _0
            for word in range(words):
                shared |= layout.marks[own[one], word] & layout.marks[own[other], word]
            fits[one, other >> _6] |= np.uint64(shared == _0) << (other & _63)
    reach = _reach(own, layout.shapes, points)
    _best_of_many(fits, points, reach, counting, row)
    if counting:
        _count_many(fits, row)


@jit
def _fill(rest: Array, count: Word) -> None:
    """Set the *count* lowest bits of *rest*, all its words but a part of the last."""
    rest[:] = _ALL
    rest[len(rest) - 1] = _ALL >> (_64 - count & _63)


@jit
def _first_word(rest: Array, first: Word) -> Word:
    """Return the first word of *rest*, from *first* on, that is not 0; their number if none."""
    while first < np.uint64(len(rest)) and rest[first] == _0:
        first += _1
    return first


@jit
def _best_of_many(fits: Array, points: Array, reach: Array, ties: Word, row: Array) -> None:
    """Do what `_best_of_few` does, with several words."""
    best, optimal = _0, _0
    words = np.uint64(fits.shape[1])
    rests = np.empty((MAX_PLACEMENTS, words), np.uint64)
    firsts = np.zeros(MAX_PLACEMENTS, np.uint64)  # the first word that is not 0, or behind the last
    scores = np.zeros(MAX_PLACEMENTS, np.uint64)
    _fill(rests[0], np.uint64(len(fits)))
    depth = _0
    while True:
        first = firsts[depth] = _first_word(rests[depth], firsts[depth])
        score = scores[depth]
        number = (first << _6) + trailing_zeros(rests[depth, first]) if first < words else _0
        if first == words or score + reach[number, _SLOTS - depth] < best + _1 - ties:
            if depth == _0:
                break
            depth -= _1
            continue
        rests[depth, first] &= rests[depth, first] - _1
        gained = score + points[number]
        if gained > best:
            best, optimal = gained, _0
        optimal += np.uint64(gained == best)
        if depth < _LAST:
            depth += _1
            for word in range(first, words):
                rests[depth, word] = fits[number, word] & rests[depth - _1, word]
            firsts[depth], scores[depth] = first, gained
    row[_OPTIMUM] = best
    if ties:
        row[_OPTIMAL] = optimal


@jit
def _count_many(fits: Array, row: Array) -> None:
    """Do what `_count_few` does, with several words."""
    words = np.uint64(fits.shape[1])
    rests = np.empty((MAX_PLACEMENTS, words), np.uint64)
    firsts = np.zeros(MAX_PLACEMENTS, np.uint64)
    sizes = np.zeros(MAX_PLACEMENTS, np.uint64)
    sizes[0] = len(fits)
    _fill(rests[0], np.uint64(len(fits)))
    depth = _0
    while True:
        first = firsts[depth] = _first_word(rests[depth], firsts[depth])
        if first == words:
            if depth == _0:
                break
            depth -= _1
            continue
        number = (first << _6) + trailing_zeros(rests[depth, first])
        rests[depth, first] &= rests[depth, first] - _1
        joined = _0
        if depth + _2 < _SLOTS:
            for word in range(first, words):
                inner = fits[number, word] & rests[depth, word]
                rests[depth + _1, word] = inner
                joined += ones(inner)
            if joined:
                firsts[depth + _1] = first
                sizes[depth + _1] += joined
                depth += _1
        else:
            for word in range(first, words):
                joined += ones(fits[number, word] & rests[depth, word])
            sizes[depth + _1] += joined
    _note(sizes, row)
