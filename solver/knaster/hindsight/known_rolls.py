"""Rolls that are known in advance: read from a file, or from the record of a game."""

import re
from collections.abc import Sequence

from solver.errors import RollError, quoted
from solver.knaster.dice import parse_throw
from solver.knaster.record import Record
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER

MAX_ROLLS = 1000  # more than any game has
KnownRolls = tuple[int, ...]
_COMMENT = "#"
_PAIR, _NUMBERED_PAIR = 2, 3  # numbers on a line that may be more than rolls


def parse_known_rolls(text: str, *, source: str = "rolls") -> KnownRolls:
    """Return the rolls in *text*: numbers with blanks or commas between, or a record's rolls.

    Two dice with a plus between them, ``3+4``, are a roll too. What follows a ``#`` on a line is
    left out.

    Raises `RollError`, which names the line after *source*, when a word is not the sum of two dice,
    or there are no rolls, or more than 1000; and when the lines may be pairs of dice, or begin with
    the number of the turn. Raises `RecordError` where a record is none.

    >>> parse_known_rolls("7 11, 3+2  # three at once")
    (7, 11, 5)
    """
    if text.lstrip().startswith("{"):
        rolls = tuple(Record.parse(text, source=source).rolls)
    else:
        lines = _lines_of_words(text)
        _refuse_turn_numbers(lines, source)
        _refuse_dice(lines, source)
        rolls = tuple(
            _parse_roll(word, f"{source}, line {number}")
            for number, words in lines.items()
            for word in words
        )
    return check_rolls(rolls, source)


def check_rolls(rolls: Sequence[int], title: str) -> KnownRolls:
    """Return *rolls*; raise `RollError` where one is no sum of two dice, or they are too many."""
    for number, roll in enumerate(rolls, start=1):
        if type(roll) is not int or not MIN_NUMBER <= roll <= MAX_NUMBER:
            expected = f"the sum of two dice, {MIN_NUMBER} to {MAX_NUMBER}"
            raise RollError(f"{title}, roll {number}", expected=expected, found=quoted(roll))
    if not 1 <= len(rolls) <= MAX_ROLLS:
        raise RollError(title, expected=f"1 to {MAX_ROLLS} rolls", found=str(len(rolls) or "none"))
    return tuple(rolls)


def _lines_of_words(text: str) -> dict[int, list[str]]:
    """Return the words of each line that has some, by its number; two dice are one word."""
    lines = (line.partition(_COMMENT)[0] for line in text.splitlines())
    joined = (re.sub(r"\s*\+\s*", "+", line).replace(",", " ") for line in lines)
    numbered = enumerate(joined, start=1)
    return {number: words for number, line in numbered if (words := line.split())}


def _refuse_turn_numbers(lines: dict[int, list[str]], source: str) -> None:
    """Raise `RollError` where each of several lines seems to begin with the number of its turn."""
    rows = list(lines.values())
    if len(rows) < _PAIR or {len(row) for row in rows} not in ({_PAIR}, {_NUMBERED_PAIR}):
        return
    firsts = [row[0] for row in rows]
    begin = int(firsts[0]) if _is_number(firsts[0]) else 0
    if firsts == [str(begin + turn) for turn in range(len(rows))]:
        found = f"{firsts[0]}, {firsts[1]}, ... at the beginning of the lines"
        hint = "without the numbers of the turns; if these are rolls, put all rolls on one line"
        raise RollError(source, expected="rolls alone", found=found, hint=hint)


def _refuse_dice(lines: dict[int, list[str]], source: str) -> None:
    """Raise `RollError` where lines of two numbers may be either two dice or two rolls."""
    pairs = [(number, words) for number, words in lines.items() if len(words) == _PAIR]
    has_longer = any(len(words) > _PAIR for words in lines.values())
    if pairs and not has_longer and all(parse_throw(" ".join(words)) for _, words in pairs):
        number, (first, second) = pairs[0]
        found = f"{first} {second}, which may be two dice"
        hint = f"two dice are written {first}+{second}; two rolls, on a line each"
        raise RollError(f"{source}, line {number}", expected="a roll", found=found, hint=hint)


def _parse_roll(word: str, where: str) -> int:
    if throw := "+" in word and parse_throw(word):
        return throw.roll
    if not (_is_number(word) and MIN_NUMBER <= int(word) <= MAX_NUMBER):
        expected = f"the sum of two dice, {MIN_NUMBER} to {MAX_NUMBER}"
        raise RollError(where, expected=expected, found=quoted(word))
    return int(word)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= len(str(MAX_ROLLS))
