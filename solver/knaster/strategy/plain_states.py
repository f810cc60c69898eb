"""The transitions between line states, as `line_states` has them, in plain Python: line by line."""

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement

from solver.knaster.strategy.kernel.line_state import (
    BONUS_BY_EQUAL_PAIRS,
    FULL_SYMBOLS,
    LINE_LENGTH,
    NONE,
    OPEN_LENGTH,
    OPEN_STATES,
    OPEN_SYMBOLS,
    STATES,
    STRAIGHT_BONUS,
    VALUES,
    LineStates,
)
from solver.runtime.arrays import np

_Line = tuple[int, ...]


def plain_line_states() -> LineStates:
    """Return the transitions between all line states."""
    open_states = _states(OPEN_SYMBOLS, OPEN_LENGTH, first=0)
    full_states = _states(FULL_SYMBOLS, LINE_LENGTH, first=OPEN_STATES)
    write = np.full((STATES, VALUES), NONE, np.int16)
    circle = np.full((STATES, VALUES), NONE, np.int16)
    bonus = np.zeros((STATES, VALUES), np.int8)
    feature = np.zeros(STATES, np.int16)
    features: dict[int, int] = {}
    for states, circled_by in ((open_states, VALUES), (full_states, None)):
        for line, state in states.items():
            mirror = states[_sorted(_mirrored(symbol) for symbol in line)]
            feature[state] = features.setdefault(min(mirror, state), len(features))
            for value, symbol in enumerate(range(1, VALUES + 1)):
                if symbol in line:
                    rest = list(line)
                    rest[rest.index(symbol)] = symbol + circled_by if circled_by else 0
                    circle[state, value] = states[_sorted(rest)]
    for line, state in open_states.items():
        for value in range(VALUES):
            if line[0] == 0:
                write[state, value] = open_states[_sorted((*line[1:], 1 + value))]
            else:
                filled = (*(0 if symbol > VALUES else symbol for symbol in line), 1 + value)
                write[state, value] = full_states[_sorted(filled)]
                bonus[state, value] = _bonus([*((s - 1) % VALUES for s in line), value])
    return LineStates(write, circle, bonus, feature, len(features))


def _states(symbols: int, length: int, *, first: int) -> dict[_Line, int]:
    """Return the number of each sorted multiset of *symbols* symbols, by its rank."""
    lines = combinations_with_replacement(range(symbols), length)
    by_rank = sorted(lines, key=lambda line: line[::-1])
    return {line: first + rank for rank, line in enumerate(by_rank)}


def _sorted(symbols: Iterable[int]) -> _Line:
    return tuple(sorted(symbols))


def _mirrored(symbol: int) -> int:
    """Return the *symbol* of the number 14 - v, where that of v is given."""
    if symbol == 0:
        return 0
    return 1 + VALUES - symbol if symbol <= VALUES else 1 + 3 * VALUES - symbol


def _bonus(numbers: Sequence[int]) -> int:
    """Return how many cells the hand of a full line circles; its *numbers* are values."""
    equal_pairs = sum(one == other for one, other in combinations(numbers, 2))
    if equal_pairs == 0 and max(numbers) - min(numbers) == LINE_LENGTH - 1:
        return STRAIGHT_BONUS
    return int(BONUS_BY_EQUAL_PAIRS[equal_pairs])
