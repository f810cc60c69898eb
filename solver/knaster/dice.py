"""The dice: two ordinary ones, whose sum is the roll."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from solver.question import question

if TYPE_CHECKING:  # the referee needs none
    from fractions import Fraction
    from random import Random

SIDES = 6
ROLLS = range(2, 2 * SIDES + 1)


class Throw(NamedTuple):
    """Two dice as they fell."""

    first: int
    second: int

    @property
    def roll(self) -> int:
        """The number that is called."""
        return self.first + self.second

    def __str__(self) -> str:
        return f"{self.first} + {self.second}"


def chance(roll: int) -> "Fraction":
    """Return the chance of *roll*.

    >>> print(chance(7), chance(12))
    1/6 1/36
    """
    from fractions import Fraction  # most commands need none

    return Fraction(SIDES - abs(SIDES + 1 - roll), SIDES * SIDES)


@question
def parse_throw(text: str) -> Throw | None:
    """Return the throw in *text*, two numbers of dice with a plus, a comma or blanks between.

    >>> parse_throw("4+3")
    Throw(first=4, second=3)
    """
    match = re.fullmatch(rf"\s*([1-{SIDES}])(?:\s*[+,]\s*|\s+)([1-{SIDES}])\s*", text)
    return match and Throw(int(match[1]), int(match[2]))


def throws(rng: "Random") -> Iterator[Throw]:
    """Yield the throws of a game, without end.

    >>> from itertools import islice
    >>> from random import Random
    >>> [throw.roll for throw in islice(throws(Random(1)), 5)]
    [7, 4, 5, 8, 10]
    """
    while True:
        yield Throw(rng.randrange(SIDES) + 1, rng.randrange(SIDES) + 1)
