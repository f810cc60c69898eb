"""Line states: what matters of the five cells of a line, as one number.

The order of the cells in a line never matters. So the state of a line that is not full is the
multiset of its numbers, each circled or not. That of a full line is the multiset of its numbers
that are not circled: its hand has been paid. Values are counted from 0, as the number less 2.

symbol  0 for an empty cell, 1 + value for a number, 12 + value for a circled one; in a full line 0
        for a circled number
rank    the position of a sorted multiset among all of its size (the combinatorial number system)

Taking every number v for 14 - v changes no chance and no hand. So states that are mirror images in
this sense share one number, their *feature*.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.runtime.jit import jit

VALUES = 11
LINE_LENGTH = 5
_OPEN_LENGTH = LINE_LENGTH - 1  # the numbers that a line may have while it is not full
_SYMBOLS = 1 + 2 * VALUES
_OPEN_STATES = 14950  # multisets of 4 of 23 symbols
_FULL_STATES = 4368  # multisets of 5 of 12 symbols
STATES = _OPEN_STATES + _FULL_STATES
ALL_CIRCLED = _OPEN_STATES  # the full line that earns its points
NONE = -1


class LineStates(NamedTuple):
    """The transitions between line states; -1 where there is none."""

    write: NDArray[np.int16]  # (STATES, VALUES): a number written in an empty cell
    circle: NDArray[np.int16]  # (STATES, VALUES): a number circled
    bonus: NDArray[np.int8]  # (STATES, VALUES): cells to circle when this number fills the line
    empty_count: NDArray[np.int8]  # (STATES,)
    feature: NDArray[np.int16]  # (STATES,): equal for mirror images
    feature_count: int


@jit
def line_states() -> LineStates:
    """Return the transitions between all line states."""
    write = np.full((STATES, VALUES), NONE, np.int16)
    circle = np.full((STATES, VALUES), NONE, np.int16)
    bonus = np.zeros((STATES, VALUES), np.int8)
    empty_count = np.zeros(STATES, np.int8)
    feature = np.full(STATES, NONE, np.int16)
    feature_count = 0
    symbols = np.zeros(LINE_LENGTH, np.int64)
    other = np.zeros(LINE_LENGTH, np.int64)
    for state in range(STATES):
        is_full = state >= _OPEN_STATES
        length = LINE_LENGTH if is_full else _OPEN_LENGTH
        if state == 0 or state == _OPEN_STATES:
            symbols[:] = 0
        else:
            _advance(symbols, length)
        if not is_full:
            empty_count[state] = 1 + np.sum(symbols[:length] == 0)
        for position in range(length):
            symbol = symbols[position]
            if 0 < symbol <= VALUES:
                other[:] = symbols
                other[position] = 0 if is_full else symbol + VALUES
                circle[state, symbol - 1] = _state(other, length)
        if not is_full:
            for value in range(VALUES):
                other[:] = symbols
                if symbols[0] == 0:
                    other[0] = 1 + value
                    write[state, value] = _state(other, _OPEN_LENGTH)
                else:
                    other[_OPEN_LENGTH] = 1 + value
                    bonus[state, value] = _bonus(other)
                    for position in range(LINE_LENGTH):
                        if other[position] > VALUES:
                            other[position] = 0
                    write[state, value] = _state(other, LINE_LENGTH)
        for position in range(length):
            other[position] = _mirrored(symbols[position])
        mirror_image = _state(other, length)
        if mirror_image < state:
            feature[state] = feature[mirror_image]
        else:
            feature[state] = feature_count
            feature_count += 1
    return LineStates(write, circle, bonus, empty_count, feature, feature_count)


@jit
def _advance(symbols: NDArray[np.int64], length: int) -> None:
    """Make of sorted *symbols* the next multiset in the order of the ranks."""
    position = 0
    while position + 1 < length and symbols[position] == symbols[position + 1]:
        position += 1
    symbols[position] += 1
    symbols[:position] = 0


@jit
def _state(symbols: NDArray[np.int64], length: int) -> int:
    """Return the state of the line of *symbols*, in any order."""
    ordered = np.sort(symbols[:length])
    rank = 0
    for position in range(length):
        top, binomial = ordered[position] + position, 1
        for factor in range(position + 1):  # top over (position + 1)
            binomial = binomial * (top - factor) // (factor + 1)
        rank += binomial
    return rank if length == _OPEN_LENGTH else _OPEN_STATES + rank


@jit
def _mirrored(symbol: int) -> int:
    if symbol == 0:
        return 0
    return VALUES + 1 - symbol if symbol <= VALUES else 3 * VALUES + 1 - symbol


@jit
def _bonus(symbols: NDArray[np.int64]) -> int:
    """Return how many cells the hand of a full line circles."""
    counts = np.zeros(VALUES, np.int64)
    for symbol in symbols:
        counts[(symbol - 1) % VALUES] += 1
    most = np.max(counts)
    pairs = np.sum(counts == 2)
    if most == 5:
        return 3
    if most == 4:
        return 2
    if most == 3:
        return 2 if pairs == 1 else 1
    if pairs == 2:
        return 1
    if pairs == 0:
        first = np.argmax(counts)
        if np.all(counts[first : first + LINE_LENGTH] == 1) and first + LINE_LENGTH <= VALUES:
            return 3
    return 0
