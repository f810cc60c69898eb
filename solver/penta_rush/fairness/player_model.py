"""Players who do not reach the optimum: under a sand timer a person finds two to four shapes.

greedy       takes the dearest placement that fits what he has, until none does
reader       reads the card row by row, and takes what he meets if it fits what he has
finder of t  sees t placements, each set of t as likely as another, and packs them best

A score is the mean of a roll. All are exact.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb

from solver.geometry.bitset import bits
from solver.penta_rush.bitset_engine import Plain
from solver.penta_rush.rules import MOST

_TWO, _THREE = 2, 3


def greedy(engine: Plain) -> Fraction:
    """Return the score of who takes the dearest that fits; of equal ones, the documented first."""
    return _taking(engine, range(len(engine.placements)))


def reader(engine: Plain) -> Fraction:
    """Return the score of who takes what fits in the order of the first cells, row by row.

    Of placements that begin at the same cell, the documented first comes first.
    """
    first_cell = [placement.cells[0] for placement in engine.placements]
    return _taking(engine, sorted(range(len(first_cell)), key=first_cell.__getitem__))


def finder_of_2(engine: Plain) -> Fraction:
    """Return the mean score of who sees two placements: both if they fit, else the dearer."""
    values, count = engine.values, len(engine.values)
    if count <= _TWO:
        return Fraction(engine.score(engine.search()))
    total = sum(value * (count - 1 - number) for number, value in enumerate(values))
    for number, value in enumerate(values):
        total += value * (engine.fits[number] & _below(number)).bit_count()
    return Fraction(total, comb(count, _TWO))


def finder_of_3(engine: Plain) -> Fraction:
    """Return the mean score of who sees three placements, and packs them best.

    Of three, the dearest first: the first counts always. The second counts besides if it fits the
    first; the third, if it fits the first and either fits the second or the second does not fit
    the first. Where only the second and the third fit, they count if they are worth more.
    """
    values, fits, count = engine.values, engine.fits, len(engine.values)
    if count <= _THREE:
        return Fraction(engine.score(engine.search()))
    members: dict[int, int] = {}
    for number, value in enumerate(values):
        members[value] = members.get(value, 0) | 1 << number
    total = sum(value * comb(count - 1 - number, 2) for number, value in enumerate(values))
    for late, value in enumerate(values):
        for early in bits(fits[late] & _below(late)):
            before = _below(early)
            between = _below(late) & ~before & ~(1 << early)
            total += value * (
                count
                - 1
                - late  # second of three, whatever the third
                + (fits[early] & fits[late] & before).bit_count()  # third of three that all fit
                + (between & ~fits[early]).bit_count()  # third, the second not fitting the first
            )
            if neither := before & ~fits[early] & ~fits[late]:
                pair = value + values[early]
                for dearer, of in members.items():
                    if pair > dearer:
                        total += (pair - dearer) * (neither & of).bit_count()
    return Fraction(total, comb(count, _THREE))


def _below(number: int) -> int:
    return (1 << number) - 1


PLAYERS: dict[str, Callable[[Plain], Fraction]] = {
    "greedy": greedy,
    "reader": reader,
    "finder of 2": finder_of_2,
    "finder of 3": finder_of_3,
}


def _taking(engine: Plain, order: Iterable[int]) -> Fraction:
    """Return the score of taking placements in *order*, each that fits those before."""
    taken: list[int] = []
    fitting = -1
    for number in order:
        if len(taken) < MOST and fitting >> number & 1:
            taken.append(number)
            fitting &= engine.fits[number]
    return Fraction(sum(engine.values[number] for number in taken))
