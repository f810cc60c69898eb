"""Dice: what falls, and what counts of it.

throw    the five symbols as they fell, in order
roll     a throw as a multiset: sorted, and legal, so no symbol more than twice
ways     how many throws give a roll
chance   how likely a throw is to give a roll

With six symbols 126 rolls stand for 6120 of the 7776 throws; the rest are thrown again.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from solver.errors import RollError, quoted

DICE = 5
MAX_EQUAL = 2
_FEWEST_SYMBOLS = 3  # of two symbols, one falls three times or more


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """A legal roll: five symbols A-Z, sorted, none more than twice. Its str is its text."""

    symbols: str

    def __post_init__(self) -> None:
        where = f"roll {quoted(self.symbols)}"
        if not all("A" <= symbol <= "Z" for symbol in self.symbols):
            raise RollError(where, expected="letters A-Z", found=quoted(self.symbols))
        if list(self.symbols) != sorted(self.symbols):
            raise RollError(where, expected="sorted symbols", found=quoted(self.symbols))
        _check_legal(self.symbols, where)

    def __str__(self) -> str:
        return self.symbols


def parse_roll(text: str, *, source: str = "roll") -> Roll:
    """Return the roll in *text*: letters in any order and case, commas and blanks between.

    *source* names it in messages. Raises `RollError` when they are not five, or three are alike.

    >>> parse_roll("d, a, b, a, c")
    Roll(symbols='AABCD')
    """
    where = f"{source} {quoted(text)}"
    for place, letter in enumerate(text, start=1):
        if not (letter in ", \t" or (letter.isascii() and letter.isalpha())):
            raise RollError(
                f"{where}, column {place}", expected="a letter A-Z", found=quoted(letter)
            )
    symbols = "".join(sorted("".join(text.replace(",", " ").split()).upper()))
    _check_legal(symbols, where)
    return Roll(symbols)


def parse_rolls(text: str, *, source: str = "rolls") -> dict[int, Roll]:
    r"""Return the rolls in *text*, one a line, by the number of the line, from 1.

    ``#`` starts a comment. *source* names it. Raises `RollError` with the first line that is none.

    >>> {line: str(roll) for line, roll in parse_rolls("aabcd  # the first\n\nBCDEF\n").items()}
    {1: 'AABCD', 3: 'BCDEF'}
    """
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    return {
        number: parse_roll(line, source=f"{source}, line {number}, roll")
        for number, line in enumerate(lines, start=1)
        if line
    }


def format_rolls(given: Iterable[Roll]) -> str:
    """Return the text of rolls, which `parse_rolls` reads back."""
    return "".join(f"{roll}\n" for roll in given)


def format_roll(roll: Roll) -> str:
    """Return the text of *roll*, which `parse_roll` reads back."""
    return roll.symbols


def rolls(symbols: str) -> Iterator[Roll]:
    """Yield every legal roll of dice that bear *symbols*, in alphabetical order.

    >>> sum(1 for _ in rolls("ABCDEF"))  # 6 without a pair, 60 with one, 60 with two
    126
    """
    for throw in combinations_with_replacement(sorted(set(symbols)), DICE):
        if is_legal(throw):
            yield Roll("".join(throw))


def is_legal(throw: tuple[str, ...]) -> bool:
    """Return whether no symbol of *throw* falls more than twice."""
    return max(Counter(throw).values()) <= MAX_EQUAL


def ways(roll: Roll) -> int:
    """Return the number of throws that give *roll*.

    >>> ways(parse_roll("AABCD"))
    60
    """
    return factorial(DICE) // prod(factorial(n) for n in Counter(roll.symbols).values())


def chance(roll: Roll, *, sides: int = 6) -> Fraction:
    """Return the chance that one throw of dice with *sides* symbols gives *roll*.

    >>> sum(chance(roll) for roll in rolls("ABCDEF")) == Fraction(6120, 7776)
    True
    """
    return Fraction(ways(roll), sides**DICE)


def throws(symbols: str, rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Yield throws of dice that bear *symbols*, until one is legal: that one is the last.

    Raises `RollError` when no throw could be legal.
    """
    faces = sorted(set(symbols))
    if len(faces) < _FEWEST_SYMBOLS:
        raise RollError(
            "dice",
            expected=f"at least {_FEWEST_SYMBOLS} symbols to throw",
            found=str(len(faces)),
            hint="with fewer, three dice are always alike",
        )
    while True:
        throw = tuple(rng.choice(faces) for _ in range(DICE))
        yield throw
        if is_legal(throw):
            return


def roll_dice(symbols: str, rng: random.Random) -> Roll:
    """Return the roll that dice which bear *symbols* give, thrown again until it is legal.

    Raises `RollError` when no throw could be legal.
    """
    *_, last = throws(symbols, rng)
    return Roll("".join(sorted(last)))


def _check_legal(symbols: str, where: str) -> None:
    if len(symbols) != DICE:
        raise RollError(where, expected=f"{DICE} symbols", found=str(len(symbols)))
    symbol, alike = Counter(symbols).most_common(1)[0]
    if alike > MAX_EQUAL:
        raise RollError(
            where,
            expected=f"at most {MAX_EQUAL} alike",
            found=f"{alike} x {symbol}",
            hint="roll again",
        )
