"""The dice: two ordinary ones, whose sum is the roll."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # the referee needs none
    from random import Random

SIDES = 6


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


def throws(rng: "Random") -> Iterator[Throw]:
    """Yield the throws of a game, without end.

    >>> from itertools import islice
    >>> from random import Random
    >>> [throw.roll for throw in islice(throws(Random(1)), 5)]
    """
    while True:
        yield Throw(rng.randrange(SIDES) + 1, rng.randrange(SIDES) + 1)
