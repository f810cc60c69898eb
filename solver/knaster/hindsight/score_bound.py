"""A bound for the score of any plan for known rolls, by counting.

If *w* rolls are written, of the rolls of one number at most half circle, and of all at most n - w.
A hand circles at most as many cells as the best hand that these rolls contain, and w cells can fill
a limited number of lines. So there is a limit c for the numbers circled, and w is another one. The
bound is c and the points of the best set of lines with c cells, for the best w.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from solver.knaster.line import CELLS, LINES, SIZE, LineValues
from solver.knaster.rules import Hand
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER


def score_bound(rolls: Sequence[int], values: LineValues) -> int:
    """Return a score that no plan for *rolls* exceeds, by the argument above.

    >>> from solver.knaster.line import default_line_values
    >>> score_bound([6, 7, 8, 9, 10, 6, 7], default_line_values())  # a diagonal
    15
    """
    counts = Counter(rolls)
    circling = sum(count // 2 for count in counts.values())
    hand = best_hand(counts)
    full = _most_full_lines()
    points = _most_points(values)
    bounds = []
    for written in range(min(len(rolls), len(CELLS)) + 1):
        circled = min(written, circling, len(rolls) - written)
        circled = min(written, circled + hand * full[written])
        bounds.append(circled + points[circled])
    return max(bounds)


def best_hand(counts: Counter[int]) -> int:
    """Return how many cells the best hand circles that can be made of numbers of these *counts*."""
    numbers = range(MIN_NUMBER, MAX_NUMBER + 1)
    runs = (numbers[start : start + SIZE] for start in range(len(numbers) - SIZE + 1))
    most = sorted(counts.values(), reverse=True)
    kinds = {
        Hand.STRAIGHT: any(all(counts[number] for number in run) for run in runs),
        Hand.FIVE: most[:1] >= [5],
        Hand.FOUR: most[:1] >= [4],
        Hand.FULL_HOUSE: most[:1] >= [3] and most[1:2] >= [2],
        Hand.THREE: most[:1] >= [3],
        Hand.TWO_PAIRS: most[1:2] >= [2],
    }
    return max((hand.bonus for hand, is_there in kinds.items() if is_there), default=0)


@cache
def _line_sets() -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return each set of lines, as numbers in `LINES`, and of how many cells it is."""
    cells = [sum(1 << CELLS.index(cell) for cell in line.cells) for line in LINES]
    sets = []
    for chosen in range(1 << len(LINES)):
        lines = tuple(line for line in range(len(LINES)) if chosen >> line & 1)
        union = 0
        for line in lines:
            union |= cells[line]
        sets.append((union.bit_count(), lines))
    return tuple(sets)


@cache
def _most_full_lines() -> list[int]:
    """Return how many lines can be full at most, by the number of cells filled, 0 to 25.

    >>> _most_full_lines()[:15]
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4]
    """
    sets = _line_sets()
    return [
        max(len(lines) for cells, lines in sets if cells <= count)
        for count in range(len(CELLS) + 1)
    ]


@cache
def _most_points(values: LineValues) -> list[int]:
    """Return the points of the best set of lines, by the most cells they have together."""
    best = [0] * (len(CELLS) + 1)
    for cells, lines in _line_sets():
        best[cells] = max(best[cells], sum(values.points[line] for line in lines))
    return [max(best[: count + 1]) for count in range(len(CELLS) + 1)]
