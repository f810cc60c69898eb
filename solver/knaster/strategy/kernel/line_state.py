"""Line states: what matters of the five cells of a line, as one number for the kernels.

The order of the cells in a line never matters. So the state of a line that is not full is the
multiset of its numbers, each circled or not. That of a full line is the multiset of its numbers
that are not circled: its hand has been paid. Values are counted from 0, as the number less 2.

A *symbol* is 0 for an empty cell, 1 + value for a number, 12 + value for a circled one; in a full
line 0 for a circled number. A *rank* is the position of a sorted multiset among all of its size
(the combinatorial number system). Taking every number v for 14 - v changes no chance and no hand.
So states that are mirror images in this sense share one number, their *feature*.
"""

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

from solver.runtime.arrays import NDArray, np
from solver.runtime.kernel import Array1, Array2

VALUES = 11
LINE_LENGTH = 5
OPEN_LENGTH = LINE_LENGTH - 1  # the numbers that a line may have while it is not full
OPEN_SYMBOLS = 1 + 2 * VALUES
FULL_SYMBOLS = 1 + VALUES
OPEN_STATES = comb(OPEN_SYMBOLS + OPEN_LENGTH - 1, OPEN_LENGTH)
FULL_STATES = comb(FULL_SYMBOLS + LINE_LENGTH - 1, LINE_LENGTH)
STATES = OPEN_STATES + FULL_STATES
ALL_CIRCLED = OPEN_STATES  # the full line that earns its points
NONE = -1
# How many cells a hand circles, by the pairs of equal numbers in it: two pairs have 2 of them,
# three of a kind 3, a full house 4, four of a kind 6, five of a kind 10.
BONUS_BY_EQUAL_PAIRS = np.array([0, 0, 1, 1, 2, 0, 2, 0, 0, 0, 3], np.int8)
STRAIGHT_BONUS = 3

Integers = NDArray[np.int64]


class LineStates(NamedTuple):
    """The transitions between line states; -1 where there is none."""

    write: Array2[np.int16]  # (STATES, VALUES): a number written in an empty cell
    circle: Array2[np.int16]  # (STATES, VALUES): a number circled
    bonus: Array2[np.int8]  # (STATES, VALUES): cells to circle when this number fills the line
    feature: Array1[np.int16]  # (STATES,): equal for mirror images
    feature_count: int


def line_states() -> LineStates:
    """Return the transitions between all line states."""
    open_lines = _multisets(OPEN_SYMBOLS, OPEN_LENGTH)
    full_lines = _multisets(FULL_SYMBOLS, LINE_LENGTH)
    write = np.full((STATES, VALUES), NONE, np.int16)
    bonus = np.zeros((STATES, VALUES), np.int8)
    has_room = open_lines[:, 0] == 0
    for value in range(VALUES):
        longer = np.column_stack([open_lines, np.full(OPEN_STATES, 1 + value)])
        filled = np.where(longer > VALUES, 0, longer)
        write[:OPEN_STATES, value] = np.where(
            has_room, _rank(longer[:, 1:]), OPEN_STATES + _rank(filled)
        )
        numbers = (longer - 1) % VALUES  # of full lines: the rest of them have an empty cell
        bonus[:OPEN_STATES, value] = np.where(has_room, 0, _bonuses(numbers))
    circle = np.full((STATES, VALUES), NONE, np.int16)
    _fill_circles(circle[:OPEN_STATES], open_lines, circled_by=VALUES, first_state=0)
    _fill_circles(circle[OPEN_STATES:], full_lines, circled_by=None, first_state=OPEN_STATES)
    mirrored = np.concatenate(
        [_rank(_mirrored(open_lines)), OPEN_STATES + _rank(_mirrored(full_lines))]
    )
    lesser, feature = np.unique(np.minimum(mirrored, np.arange(STATES)), return_inverse=True)
    return LineStates(write, circle, bonus, feature.astype(np.int16), len(lesser))


def _multisets(symbols: int, length: int) -> Integers:
    """Return the sorted multisets of *symbols* symbols, in the order of their ranks."""
    chosen = np.array(list(combinations_with_replacement(range(symbols), length)))
    return chosen[np.argsort(_rank(chosen))]


def _rank(lines: Integers) -> Integers:
    """Return the rank of each multiset, a row in any order, among those of its length."""
    length = lines.shape[1]
    binomials = np.array(
        [[comb(top, size) for size in range(length + 1)] for top in range(OPEN_SYMBOLS + length)]
    )
    positions = np.arange(length)
    ranks: Integers = binomials[np.sort(lines) + positions, positions + 1].sum(axis=1)
    return ranks


def _fill_circles(
    circle: NDArray[np.int16], lines: Integers, *, circled_by: int | None, first_state: int
) -> None:
    """Fill in what becomes of *lines* when a number is circled: its symbol is higher by so much.

    Or it becomes 0, if that is None.
    """
    for value in range(VALUES):
        is_it = lines == 1 + value
        first = is_it & (np.cumsum(is_it, axis=1) == 1)
        after = np.where(first, 0 if circled_by is None else lines + circled_by, lines)
        circle[:, value] = np.where(is_it.any(axis=1), first_state + _rank(after), NONE)


def _mirrored(lines: Integers) -> Integers:
    """Return *lines* with every number v taken for 14 - v."""
    numbers = np.where(lines > VALUES, lines - VALUES, lines)
    return np.where(lines == 0, 0, lines + VALUES + 1 - 2 * numbers)


def _bonuses(numbers: Integers) -> NDArray[np.int8]:
    """Return how many cells the hands of full lines circle; their *numbers* are values."""
    equal_pairs = sum(
        (numbers[:, first] == numbers[:, second]).astype(np.int8)
        for first, second in combinations(range(LINE_LENGTH), 2)
    )
    bonus: NDArray[np.int8] = BONUS_BY_EQUAL_PAIRS[equal_pairs]
    bonus[(equal_pairs == 0) & (np.ptp(numbers, axis=1) == LINE_LENGTH - 1)] = STRAIGHT_BONUS
    return bonus
