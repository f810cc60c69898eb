"""Models of players who miss the optimum: under a sand timer a person finds two to four shapes.

Each takes the engine of a roll and returns the exact mean score of such a player.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb

from solver.geometry.bitset import bits
from solver.penta_rush.bitset_engine import BitsetEngine
from solver.penta_rush.rules import MAX_PLACEMENTS

_TWO, _THREE = 2, 3


def greedy(engine: BitsetEngine) -> Fraction:
    """Return the score of taking the highest-value placement that still fits, until none does.

    Of equal placements the documented first is taken.
    """
    return _score_in_order(engine, range(len(engine.placements)))


def row_scanner(engine: BitsetEngine) -> Fraction:
    """Return the score of taking each placement that fits, by their first cells, row by row.

    Of placements that begin at the same cell, the documented first is taken.
    """
    first_cells = [fixed.corner + fixed.offsets[0] for fixed in engine.placements.fixed]
    return _score_in_order(engine, sorted(range(len(first_cells)), key=first_cells.__getitem__))


def best_of_2(engine: BitsetEngine) -> Fraction:
    """Return the mean score of finding two random placements: both if they fit, else the better."""
    values, count = engine.values, len(engine.values)
    if count <= _TWO:
        return Fraction(engine.score(engine.unchecked_best))
    total = sum(value * (count - 1 - number) for number, value in enumerate(values))
    for number, value in enumerate(values):
        total += value * (engine.compatible[number] & _below(number)).bit_count()
    return Fraction(total, comb(count, _TWO))


def best_of_3(engine: BitsetEngine) -> Fraction:
    """Return the mean score of finding three random placements and packing them best.

    Take the three in descending order of value. The first always counts. The second counts if it
    fits the first; the third, if it fits the first and either fits the second or the second does
    not fit the first. Where only the second and the third fit, they count if they are worth more.
    """
    values, compatible, count = engine.values, engine.compatible, len(engine.values)
    below = [(1 << number) - 1 for number in range(count)]
    if count <= _THREE:
        return Fraction(engine.score(engine.unchecked_best))
    numbers_by_value: dict[int, int] = {}
    for number, value in enumerate(values):
        numbers_by_value[value] = numbers_by_value.get(value, 0) | 1 << number
    total = sum(value * comb(count - 1 - number, 2) for number, value in enumerate(values))
    for late, value in enumerate(values):
        fits_late, last = compatible[late], count - 1 - late
        for early in bits(fits_late & below[late]):
            fits_early, before = compatible[early], below[early]
            between = below[late] ^ before ^ 1 << early
            total += value * (
                last  # second of three, whatever the third
                + (fits_early & fits_late & before).bit_count()  # third of three
                + (between & ~fits_early).bit_count()  # third, where the second does not fit
            )
            if first := before & ~(fits_early | fits_late):
                least = values[early]
                for first_value in range(least, least + value):
                    if numbers := first & numbers_by_value.get(first_value, 0):
                        total += (least + value - first_value) * numbers.bit_count()
    return Fraction(total, comb(count, _THREE))


def _below(number: int) -> int:
    return (1 << number) - 1


# By the names under which reports show them.
PLAYERS: dict[str, Callable[[BitsetEngine], Fraction]] = {
    "greedy": greedy,
    "reader": row_scanner,
    "finder of 2": best_of_2,
    "finder of 3": best_of_3,
}


def _score_in_order(engine: BitsetEngine, order: Iterable[int]) -> Fraction:
    """Return the score of taking placements in *order*, each that fits those before."""
    score, taken, fitting = 0, 0, -1
    for number in order:
        if taken < MAX_PLACEMENTS and fitting >> number & 1:
            score += engine.values[number]
            taken += 1
            fitting &= engine.compatible[number]
    return Fraction(score)
