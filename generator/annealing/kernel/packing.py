"""The best packing of each roll on a card, from its placements as slots.

slot       a placement's place among those of its roll: a bit of a word
presence   the shapes that a set of placements shows, the dearest first: a bit each
fits       the slots that go together with one: a word
"""

from typing import Any

import numpy as np

from generator.annealing.kernel.arrays import SHAPES, Array, Ground, Standing, Word
from solver.penta_rush.survey.kernel import MIXER
from solver.runtime.jit import jit, trailing_zeros

_0, _1, _2, _5, _64 = (np.uint64(n) for n in (0, 1, 2, 5, 64))
_SHAPES = np.uint64(SHAPES)
_ALL = np.uint64(2**64 - 1)
_MIXER = np.uint64(MIXER)
# What a search keeps of each depth.
REST, PRESENCE, OPEN, SCORE, CHOSEN, WORTH, FOUND = range(7)


@jit
def build(ground: Ground, standing: Standing, stack: Array) -> bool:
    """Find out all about the card of *standing*; return whether its rolls have slots enough."""
    layout, rolls = ground.layout, ground.rolls
    rows, cells = ground.rows[0], np.uint64(len(standing.card))
    cols = cells // rows
    standing.counts[:] = _0
    standing.lines[:] = _0
    for cell in range(cells):
        symbol = standing.card[cell]
        standing.counts[symbol] += _1
        standing.lines[cell // cols, symbol] += _1
        standing.lines[rows + cell % cols, symbol] += _1
    standing.lively[:] = _0
    standing.marks[:] = _0
    standing.fits[:] = _0
    standing.alike[:] = _0
    standing.active[:] = _0
    marks, fits, alike = standing.marks, standing.fits, standing.alike
    enough = True
    for at in range(len(ground.ranks)):
        placement, signature = np.uint64(at), _0
        for number in range(_5):
            signature += _1 << _2 * standing.card[layout.cells[placement, number]]
        standing.signatures[placement] = signature
        roll = roll_number(rolls.keys, rolls.numbers, rolls.shift[0], rolls.total[0], signature)
        standing.roll_of[placement] = roll
        if roll == rolls.total[0]:
            continue
        for number in range(_5):
            standing.lively[layout.cells[placement, number]] += _1
        free = ~standing.active[roll]
        if free == _0:
            enough = False
        elif enough:
            slot = standing.slot_of[placement] = trailing_zeros(free)
            standing.active[roll] |= _1 << slot
            insert(layout.marks, ground.ranks, marks, fits, alike, roll, placement, slot)
    if enough:
        worths, bounds = ground.worths, ground.bounds
        for number in range(rolls.total[0]):
            roll = np.uint64(number)
            rest = standing.active[roll]
            standing.optimum[roll] = best_packing(
                fits, alike, worths, bounds, roll, rest, _5, _0, _ALL, stack
            )
            standing.witness[roll] = stack[0, FOUND]
    return enough


@jit
def roll_number(keys: Array, numbers: Array, shift: Word, none: Word, signature: Word) -> Word:
    """Return the number of the roll with this signature, *none* if there is none."""
    last = np.uint64(len(keys) - 1)
    at = signature * _MIXER >> shift
    while keys[at] != signature and keys[at]:
        at = at + _1 & last
    found: Word = numbers[at] if keys[at] else none
    return found


@jit
def insert(
    masks: Array,
    ranks: Array,
    marks: Array,
    fits: Array,
    alike: Array,
    roll: Word,
    placement: Word,
    slot: Word,
) -> None:
    """Give *placement* a *slot* of its *roll*."""
    own_low, own_high, bit = masks[placement, 0], masks[placement, 1], _1 << slot
    low, high, links = marks[roll, 0], marks[roll, 1], fits[roll]
    low[slot], high[slot] = own_low, own_high
    row = _0
    for other in range(_64):  # two words, and no branch: eight at a time
        fit = np.uint64((own_low & low[other] | own_high & high[other]) == _0)
        row |= fit << other
        links[other] = links[other] & ~bit | fit << slot
    links[slot] = row
    for word in range(_2, np.uint64(masks.shape[1])):
        own = marks[roll, word, slot] = masks[placement, word]
        for other in range(_64):
            clash = np.uint64(own & marks[roll, word, other] != _0)
            links[slot] &= ~(clash << other)
            links[other] &= ~(clash << slot)
    for rank in range(_SHAPES):
        alike[roll, rank] &= ~(_1 << slot)
    alike[roll, ranks[placement]] |= _1 << slot


@jit
def _presence(alike: Array, roll: Word, rest: Word) -> Word:
    found = _0
    for rank in range(_SHAPES):
        found |= np.uint64(rest & alike[roll, rank] != _0) << rank
    return found


@jit
def best_packing(
    fits: Array,
    alike: Array,
    worths: Array,
    bounds: Any,
    roll: Word,
    rest: Word,
    size: Word,
    floor: Word,
    enough: Word,
    stack: Array,
) -> Word:
    """Return the most that *size* placements of *rest* gain, if more than *floor*; else that.

    The search ends when it has *enough*. The slots of what it found stand in stack[0, FOUND], 0 if
    it found nothing; *stack*, (5, 8), is room for it.
    """
    best, depth = floor, _0
    stack[0, FOUND] = _0
    stack[0, REST], stack[0, PRESENCE], stack[0, OPEN] = rest, _presence(alike, roll, rest), _0
    stack[0, SCORE], stack[0, CHOSEN] = _0, _0
    while True:
        if stack[depth, OPEN] == _0:  # on to the next shape
            presence = stack[depth, PRESENCE]
            if stack[depth, SCORE] + np.uint64(bounds[size - depth, presence]) <= best:
                if depth == _0:
                    break
                depth -= _1
                continue
            rank = trailing_zeros(presence)
            stack[depth, PRESENCE] = presence & presence - _1
            stack[depth, OPEN] = stack[depth, REST] & alike[roll, rank]
            stack[depth, REST] &= ~alike[roll, rank]
            stack[depth, WORTH] = worths[rank]
        slot = trailing_zeros(stack[depth, OPEN])
        stack[depth, OPEN] &= stack[depth, OPEN] - _1
        gained = stack[depth, SCORE] + stack[depth, WORTH]
        taken = stack[depth, CHOSEN] | _1 << slot
        if gained > best:
            best, stack[0, FOUND] = gained, taken
            if best >= enough:
                break
        if depth + _1 < size:
            inner = stack[depth, REST] & fits[roll, slot]
            presence = _presence(alike, roll, inner)
            if gained + np.uint64(bounds[size - depth - _1, presence]) > best:
                depth += _1
                stack[depth, REST], stack[depth, PRESENCE] = inner, presence
                stack[depth, OPEN] = _0
                stack[depth, SCORE], stack[depth, CHOSEN] = gained, taken
    return best
