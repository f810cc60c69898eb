"""Throws of the two dice, and the coordinates that they allow.

The die of digits shows 1 2 3 4 5 and a star for any digit, that of letters A B C D E and a plus for
any letter and one token more.
"""

import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

from solver.errors import RecordError, quoted
from solver.geocinco.board import DIGITS, HEXAGONS, LETTERS, Hexagon
from solver.question import question

STAR, PLUS = "*", "+"
DIGIT_FACES, LETTER_FACES = DIGITS + STAR, LETTERS + PLUS


class Throw(NamedTuple):
    """What the dice show: a *digit* or a star, and a *letter* or a plus.

    >>> throw = Throw.parse("4+")
    >>> str(throw), throw.has_plus, [str(hexagon) for hexagon in throw.hexagons]
    ('4+', True, ['A4', 'B4', 'C4', 'D4', 'E4'])
    """

    digit: str
    letter: str

    @classmethod
    @question
    def parse(cls, text: str, *, where: str = "throw") -> "Throw":
        """Return the throw in *text*, like ``3C``, ``*B``, ``4+``; raise `RecordError` if none."""
        typed = text.strip().upper()
        names = {digit + letter for digit in DIGIT_FACES for letter in LETTER_FACES}
        if typed not in names:
            expected = "1-5 or '*', then A-E or '+', as in 3C, *B, 4+, *+"
            faces = re.sub(r"[\s,;.:/-]", "", typed)
            meant = next((each for each in (faces, faces[::-1]) if each in names), "")
            hint = f"did you mean {meant!r}?" if meant else ""
            raise RecordError(where, expected=expected, found=quoted(text), hint=hint)
        return cls(*typed)

    @property
    def has_plus(self) -> bool:
        """Whether one token more is laid."""
        return self.letter == PLUS

    @property
    def is_anywhere(self) -> bool:
        """Whether it allows every coordinate."""
        return (self.digit, self.letter) == (STAR, PLUS)

    @property
    def hexagons(self) -> tuple[Hexagon, ...]:
        """The coordinates that it allows."""
        return tuple(
            hexagon
            for hexagon in HEXAGONS
            if self.digit in (STAR, hexagon.digit) and self.letter in (PLUS, hexagon.letter)
        )

    def __str__(self) -> str:
        return f"{self.digit}{self.letter}"


THROWS = tuple(Throw(*faces) for faces in product(DIGIT_FACES, LETTER_FACES))


def throws(rng: Random) -> Iterator[Throw]:
    """Yield throws of the dice without end."""
    while True:
        yield rng.choice(THROWS)
