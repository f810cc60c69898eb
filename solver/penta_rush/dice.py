"""The dice: a throw is the five symbols as they fell, a roll a legal multiset of symbols.

With six symbols, the 126 rolls stand for 6120 of the 7776 throws; the rest are thrown again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Self

from solver.errors import RollError, quoted
from solver.penta_rush.symbol_name import without_comment
from solver.question import check_argument, drawn_seed

if TYPE_CHECKING:  # `solve` needs neither, and starts faster without them
    import random
    from fractions import Fraction

DICE = 5
MAX_EQUAL = 2
ROUNDS = 5  # of a game, with a roll each
FEWEST_SYMBOLS = 3  # of two symbols, one falls three times or more


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """A legal roll: five symbols A-Z, sorted, none more than twice. Its str is its text."""

    symbols: str

    def __post_init__(self) -> None:
        check_argument(self.symbols, str, "roll")
        where = f"roll {quoted(self.symbols)}"
        if not all("A" <= symbol <= "Z" for symbol in self.symbols):
            raise RollError(where, expected="letters A-Z", found=quoted(self.symbols))
        if list(self.symbols) != sorted(self.symbols):
            raise RollError(where, expected="sorted symbols", found=quoted(self.symbols))
        check_legal(self.symbols, where)

    def __str__(self) -> str:
        return self.symbols

    @classmethod
    def parse(cls, text: str, *, source: str = "roll") -> Self:
        """Return the roll in *text*: letters in any order and case, perhaps with commas and blanks.

        *source* names it in messages. Raises `RollError` unless they are five, at most two alike.
        """
        check_argument(text, str, source)
        where = f"{source} {quoted(text)}"
        for column, letter in enumerate(text, start=1):
            if not (letter in ", \t" or (letter.isascii() and letter.isalpha())):
                where = f"{where}, column {column}"
                raise RollError(where, expected="a letter A-Z", found=character_text(letter))
        if not all(map(str.strip, text.split(",")[1:-1])):
            raise RollError(where, expected="a letter before each comma", found="none")
        parts = text.replace(",", " ").split()
        symbols = "".join(sorted("".join(parts).upper()))
        if len(parts) == DICE != len(symbols):
            hint = "words are for a card whose symbols have names"
            found = f"{len(symbols)} in {DICE} words"
            raise RollError(where, expected=f"{DICE} letters", found=found, hint=hint)
        check_legal(symbols, where)
        return cls(symbols)


def character_text(character: str) -> str:
    """Return *character* in quotes, and its name if it may look like one of the Latin letters."""
    if character.isascii():
        return quoted(character)
    from unicodedata import name

    named = name(character, "")
    is_latin = not named or named.startswith("LATIN")
    return quoted(character) if is_latin else f"{quoted(character)}, {named}"


def parse_rolls(
    text: str, *, source: str = "rolls", parse: "Callable[..., Roll] | None" = None
) -> dict[int, Roll]:
    r"""Return the rolls in *text*, one per line, by line number, from 1.

    ``# `` starts a comment. *source* names the text in messages. *parse* reads one roll instead of
    `Roll.parse`: that of a legend does. Raises `RollError` at the first line that is not a roll.

    >>> {line: str(roll) for line, roll in parse_rolls("aabcd  # the first\n\nBCDEF\n").items()}
    {1: 'AABCD', 3: 'BCDEF'}
    """
    lines = [without_comment(line).strip() for line in text.splitlines()]
    return {
        number: (parse or Roll.parse)(line, source=f"{source}, line {number}, roll")
        for number, line in enumerate(lines, start=1)
        if line
    }


def rolls(symbols: str) -> Iterator[Roll]:
    """Yield every legal roll of dice with these *symbols*, in alphabetical order."""
    for throw in combinations_with_replacement(sorted(set(symbols)), DICE):
        if is_legal(throw):
            yield Roll("".join(throw))


def is_legal(throw: Iterable[str]) -> bool:
    """Return whether no symbol falls more than twice in *throw*."""
    return max(Counter(throw).values()) <= MAX_EQUAL


def ways(roll: Roll) -> int:
    """Return the number of throws that give *roll*."""
    return factorial(DICE) // prod(factorial(n) for n in Counter(roll.symbols).values())


def chance(roll: Roll, *, sides: int = 6) -> "Fraction":
    """Return the chance that one throw of dice with *sides* symbols gives *roll*."""
    from fractions import Fraction

    return Fraction(ways(roll), sides**DICE)


def seed_and_notes(seed: int | None) -> tuple[int, tuple[str, ...]]:
    """Return *seed*; for None a new one, and a note that says which."""
    if seed is not None:
        return seed, ()
    drawn = drawn_seed()
    return drawn, (f"seed {drawn}",)


def seeded_random(seed: int | None) -> "tuple[random.Random, tuple[str, ...]]":
    """Return a generator with this *seed*; for None with a new one, and a note that says which."""
    import random

    drawn, notes = seed_and_notes(seed)
    return random.Random(drawn), notes


def throws(symbols: str, rng: "random.Random") -> Iterator[tuple[str, ...]]:
    """Yield throws of these *symbols* up to a legal one; raise `RollError` if none can be."""
    faces = sorted(set(symbols))
    if len(faces) < FEWEST_SYMBOLS:
        expected = f"at least {FEWEST_SYMBOLS} symbols to throw"
        hint = "with fewer, three dice are always alike"
        raise RollError("dice", expected=expected, found=str(len(faces)), hint=hint)
    while True:
        throw = tuple(rng.choice(faces) for _ in range(DICE))
        yield throw
        if is_legal(throw):
            return


def roll_dice(symbols: str, rng: "random.Random") -> Roll:
    """Return the first legal roll of dice with these *symbols*; raises as `throws` does."""
    *_, legal_throw = throws(symbols, rng)
    return Roll("".join(sorted(legal_throw)))


def check_legal(symbols: str, where: str, *, name: "Callable[[str], str]" = str) -> None:
    """Raise `RollError` unless five dice may show *symbols*; *name* says what one is called."""
    if len(symbols) != DICE:
        raise RollError(where, expected=f"{DICE} symbols", found=str(len(symbols)))
    symbol, times = Counter(symbols).most_common(1)[0]
    if times > MAX_EQUAL:
        expected, found = f"at most {MAX_EQUAL} alike", f"{times} x {name(symbol)}"
        raise RollError(where, expected=expected, found=found, hint="roll again")
