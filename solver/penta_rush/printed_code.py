"""The digits that the code on a printed card holds: its id, packed, with a check.

The number is, in mixed radix from its lowest digit on, the CRC-32 of the id, the numbers of cols
and rows, a set of the letters A to Z, and the cells, the last one first. Ten times ten cells of six
symbols take 98 digits, of which a code is the smallest that a camera reads.
"""

from string import ascii_uppercase
from zlib import crc32

from solver.penta_rush.card import Card
from solver.penta_rush.card_id import MAX_SIDE

QUIET = 2  # modules: the light margin around the code, and the gap between it and the grid

_CHECKS = 2**32
_MOST_DIGITS = 700  # that a card may take: 400 cells of 26 symbols take 586


def format_code(card: Card) -> str:
    """Return the digits of *card*; its legend is not among them.

    >>> format_code(Card(("ABCD", "BCDA", "CDAB")))
    '207214236146563182675117584'
    """
    number = 0
    for symbol in "".join(card.lines):
        number = number * len(card.symbols) + card.symbols.index(symbol)
    letters = sum(1 << ascii_uppercase.index(symbol) for symbol in card.symbols)
    number = number << len(ascii_uppercase) | letters
    number = (number * MAX_SIDE + card.rows - 1) * MAX_SIDE + card.cols - 1
    return str(number * _CHECKS + crc32(str(card).encode()))


def parse_code(text: str) -> Card | None:
    """Return the card whose digits *text* is; None if it is none of them, or not as it was."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        return None
    number = int(text) // _CHECKS
    number, cols = divmod(number, MAX_SIDE)
    number, rows = divmod(number, MAX_SIDE)
    number, letters = divmod(number, 1 << len(ascii_uppercase))
    symbols = [letter for index, letter in enumerate(ascii_uppercase) if letters >> index & 1]
    if not symbols:
        return None
    cells = ""
    for _ in range((rows + 1) * (cols + 1)):
        number, index = divmod(number, len(symbols))
        cells = symbols[index] + cells
    starts = range(0, len(cells), cols + 1)
    card = Card(tuple(cells[start : start + cols + 1] for start in starts))
    return card if format_code(card) == text else None
