"""The values of an ending for all sets of cells that are not circled, as compiled code.

A *state* is the set of the cells that are not circled, free ones among them, as a bit set. Values
are exact: a roll divides by 36, so they are written in base 36. A value is a row of *limbs*, the
first of them in units of 36**-8, each further one with 11 digits more. All are below 36**11, as
scores are below 36**3; so an int64 can hold their sum weighted by the throws of each roll.
"""

from typing import NamedTuple

import numpy as np

from solver.knaster.line import CELLS
from solver.runtime.kernel import Array1, Array2, Array3, Ints, compiled, kernel
from solver.runtime.word import ones

ROLLS = 11
THROWS = 36
FIRST_DIGITS, FURTHER_DIGITS = 8, 11  # of a limb, behind the point
POINT = THROWS**FIRST_DIGITS
_PER_THROW = POINT // THROWS
LIMB = THROWS**FURTHER_DIGITS
_CARRY = LIMB // THROWS
_CELL_COUNT = len(CELLS)

Scores = Array1[np.int32]  # (states,)
Values = Array2[np.int64]  # (states, limbs)
RollValues = Array3[np.int64]  # (ROLLS, states, limbs)


class Rolls(NamedTuple):
    """The rolls from 2 to 12, and the bits of the numbers that each of them may circle."""

    chances: Ints  # (ROLLS,): throws of 36
    bits: Ints  # by their numbers
    starts: Ints  # (ROLLS + 1,): where in *bits* each roll begins


class Sweep(NamedTuple):
    """How to go through the states."""

    least: int  # bits of a state
    most: int
    is_last: bool  # in the last roll nothing needs to be done
    is_upwards: bool  # a state reads those of fewer bits: as they have become, or as they were


@kernel
def fill_scores(masks: Ints, points: Ints, scores: Scores) -> None:
    """Fill in the score of each state; *masks* are the lines that earn *points*."""
    for state in range(len(scores)):
        score = _CELL_COUNT - np.int64(ones(np.uint64(state)))
        for line in range(len(masks)):
            if state & masks[line] == 0:
                score += points[line]
        scores[state] = score


@kernel
def fill_values(scores: Scores, free: int, values: Values) -> None:
    """Fill in the values when no roll is left: the scores, with these *free* cells."""
    for state in range(len(values)):
        values[state, 0] = np.int64(scores[state | free]) * POINT


@kernel
def fill_expected(scores: Scores, rolls: Rolls, expected: Scores) -> None:
    """Fill in 36 times the score expected after one roll that may circle a number, or nothing."""
    for state in range(len(scores)):
        total = THROWS * np.int64(scores[state])
        for roll in range(ROLLS):
            total += rolls.chances[roll] * _most_earned(scores, rolls, state, roll)
        expected[state] = total


@compiled
def _most_earned(scores: Scores, rolls: Rolls, state: int, roll: int) -> int:
    """Return the most points that the circle for a roll earns, 0 if it circles nothing."""
    most = 0
    for number in range(rolls.starts[roll], rolls.starts[roll + 1]):
        bit = rolls.bits[number]
        if state & bit:
            most = max(most, scores[state ^ bit] - scores[state])
    return most


@kernel
def write_last(
    scores: Scores,
    expected: Scores,
    rolls: Rolls,
    roll: int,
    masks: Ints,
    circles: Ints,
    work: Values,
    written: Values,
) -> None:
    """Fill in *written* (states, 1), the values when *roll* is written in the last free cell.

    The cell is the highest bit of *scores*; *expected* is what `fill_expected` says of the others.
    The lines with these *masks* make hands that circle *circles* numbers. One order of them is
    enough: with more circles a full sheet expects no fewer points. Where no roll follows, its
    chances are 0.
    """
    cell = len(scores) // 2
    for state in range(0 if len(masks) else cell, len(scores)):
        total = np.int64(expected[state])
        if state & cell:
            earned = scores[state ^ cell] - scores[state]
            more = earned - _most_earned(scores, rolls, state, roll)
            total += rolls.chances[roll] * max(0, more)
        work[state, 0] = total * _PER_THROW
    for line in range(len(masks)):
        circle_best(work, masks[line], circles[line])
    for state in range(cell):
        written[state, 0] = work[state | cell, 0]


@kernel
def circle_best(values: Values, mask: int, circles: int) -> None:
    """Make the best *circles* circles in the cells of *mask* in each state."""
    for _ in range(circles):
        for state in range(len(values) - 1, 0, -1):  # so those of fewer bits are as they were
            rest = state & mask
            if rest:
                bit = rest & -rest
                best = state ^ bit
                rest ^= bit
                while rest:
                    bit = rest & -rest
                    if _is_more(values[state ^ bit], values[best]):
                        best = state ^ bit
                    rest ^= bit
                _copy(values[best], values[state])


@kernel
def keep_best(best: Values, values: Values, written: int, bits: int) -> None:
    """Keep in *best* the greater of itself and of *values*, with the bit that was *written*.

    Only for the states with *bits* bits set, unless that is -1.
    """
    for state in range(len(best)):
        is_wanted = bits in (-1, np.int64(ones(np.uint64(state))))
        if is_wanted and _is_more(values[state | written], best[state]):
            _copy(values[state | written], best[state])


@compiled
def _copy(value: Ints, target: Ints) -> None:
    for limb in range(len(value)):
        target[limb] = value[limb]


@compiled
def _is_more(value: Ints, other: Ints) -> bool:
    for limb in range(len(value)):
        if value[limb] != other[limb]:
            is_more: bool = value[limb] > other[limb]
            return is_more
    return False


@kernel
def before_roll(values: Values, written: RollValues, rolls: Rolls, sweep: Sweep) -> int:
    """Replace the *values* after a roll by those before it, in the states of *sweep*.

    *written* (ROLLS, states, limbs) are the best values when a roll is written; limbs that it lacks
    are 0. Returns how many values were not exact.
    """
    states, limbs = values.shape
    inexact = 0
    total = np.zeros(limbs, np.int64)
    best = np.zeros(limbs, np.int64)
    for step in range(states):
        state = step if sweep.is_upwards else states - 1 - step
        if not sweep.least <= np.int64(ones(np.uint64(state))) <= sweep.most:
            continue
        total[:] = 0
        for roll in range(ROLLS):
            best[:] = 0
            for limb in range(written.shape[2]):
                best[limb] = written[roll, state, limb]
            if sweep.is_last and _is_more(values[state], best):
                _copy(values[state], best)
            for number in range(rolls.starts[roll], rolls.starts[roll + 1]):
                bit = rolls.bits[number]
                if state & bit and _is_more(values[state ^ bit], best):
                    _copy(values[state ^ bit], best)
            for limb in range(limbs):
                total[limb] += rolls.chances[roll] * best[limb]
        inexact += _divide(total)
        _copy(total, values[state])
    return inexact


@compiled
def _divide(total: Ints) -> bool:
    """Divide a row of limbs by 36, and return whether something was left over."""
    rest = 0
    for limb in range(len(total)):
        quotient = total[limb] // THROWS
        following = total[limb] - quotient * THROWS
        total[limb] = quotient + rest * _CARRY
        rest = following
    for limb in range(len(total) - 1, 0, -1):
        if total[limb] >= LIMB:
            total[limb] -= LIMB
            total[limb - 1] += 1
    return rest != 0
