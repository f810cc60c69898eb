"""Rolls that are known in advance: read from a file, or from the record of a game."""

from solver.errors import RollError, quoted
from solver.knaster.record import Record
from solver.knaster.sheet import MAX_NUMBER, MIN_NUMBER

MAX_ROLLS = 1000  # more than any game has
KnownRolls = tuple[int, ...]
_COMMENT = "#"


def parse_known_rolls(text: str, *, source: str = "rolls") -> KnownRolls:
    """Return the rolls in *text*: numbers with blanks or commas between, or a record's rolls.

    What follows a ``#`` on a line is left out. Raises `RollError`, which names the line after
    *source*, when a word is not the sum of two dice, or there are no rolls, or more than 1000.
    Raises `RecordError` where a record is none.

    >>> parse_known_rolls("7 11, 5  # three at once")
    (7, 11, 5)
    """
    if text.lstrip().startswith("{"):
        rolls = tuple(Record.parse(text, source=source).rolls)
    else:
        rolls = tuple(
            _parse_roll(word, f"{source}, line {number}")
            for number, line in enumerate(text.splitlines(), start=1)
            for word in line.partition(_COMMENT)[0].replace(",", " ").split()
        )
    if not 1 <= len(rolls) <= MAX_ROLLS:
        raise RollError(source, expected=f"1 to {MAX_ROLLS} rolls", found=str(len(rolls) or "none"))
    return rolls


def _parse_roll(word: str, where: str) -> int:
    is_number = word.isascii() and word.isdigit() and len(word) <= len(str(MAX_NUMBER))
    if not (is_number and MIN_NUMBER <= int(word) <= MAX_NUMBER):
        expected = f"the sum of two dice, {MIN_NUMBER} to {MAX_NUMBER}"
        raise RollError(where, expected=expected, found=quoted(word))
    return int(word)
