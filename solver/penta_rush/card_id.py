"""The size of a card, and its id: rows before cols, and the symbols row by row, ``2x3:ABCBCA``."""

import re
from collections.abc import Mapping, Sequence

from solver.errors import CardError, quoted
from solver.geometry.polyomino import PENTOMINO_SIZE

MAX_SIDE = 20

_ID = re.compile(r"(\d{1,9})\s*[xX]\s*(\d{1,9})\s*:(.*)", re.DOTALL)


def is_card_id(text: str) -> bool:
    """Return whether *text* has the form of a card id, right or wrong."""
    return _ID.fullmatch(text.strip()) is not None


def match_id(lines: Mapping[int, str]) -> re.Match[str] | None:
    """Return the match of a card id in *lines*, several of which it takes on a printed card."""
    return _ID.fullmatch(" ".join(lines.values()).strip())


def rows_of_id(match: re.Match[str], lines: Mapping[int, str], source: str) -> tuple[str, ...]:
    """Return the rows of the id that *match* is, in *lines*; raise `CardError` if it is wrong."""
    where = f"{source}, id {quoted(match.string)}"
    rows, cols = int(match[1]), int(match[2])
    size = f"{rows}x{cols}"
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise CardError(where, expected=f"1x1 to {MAX_SIDE}x{MAX_SIDE} cells", found=size)
    _check_rows(match, lines, source)
    for column, character in enumerate(match[3], start=match.start(3) + 1):
        if not (character.isspace() or (character.isascii() and character.isalpha())):
            where = f"{where}, column {column}"
            raise CardError(where, expected="a letter A-Z", found=quoted(character))
    symbols = "".join(match[3].split()).upper()
    if len(symbols) != rows * cols:
        expected = f"{rows * cols} symbols for {size}"
        raise CardError(where, expected=expected, found=str(len(symbols)))
    return tuple(symbols[start : start + cols] for start in range(0, rows * cols, cols))


def _check_rows(match: re.Match[str], lines: Mapping[int, str], source: str) -> None:
    """Raise `CardError` if the symbols of the id stand in rows of another length than it says.

    Cols may stand before rows. On printed cards, a long id takes lines without being in rows.
    """
    rows, cols = int(match[1]), int(match[2])
    first, *_ = lines.values()
    groups = match[3].split()
    widths = {*map(len, groups)}
    if len(widths) != 1 or len(groups) == 1 or widths <= {1, cols}:
        return
    (width,) = widths
    is_turned = (len(groups), width) == (cols, rows)
    if is_turned or (first.rstrip().endswith(":") and width % cols):
        expected = f"rows of {cols} symbols, as {rows}x{cols} says"
        hint = "the number of rows comes first; if it is right, write the id on one line"
        raise CardError(source, expected=expected, found=f"rows of {width}", hint=hint)


def check_room(rows: int, cols: int, where: str) -> None:
    """Raise `CardError` where a card of *rows* x *cols* has no room for any pentomino."""
    least, most = sorted((rows, cols))
    if (least, most) == (2, 2) or (least == 1 and most < PENTOMINO_SIZE):
        expected = "room for a pentomino, 1x5 or 2x3 cells"
        raise CardError(where, expected=expected, found=f"{rows}x{cols}")


def check_rectangle(
    rows: Mapping[int, Sequence[str]], source: str, *, has_comments: bool = False
) -> None:
    """Raise `CardError` unless *rows*, by their numbers in the text, have the size of a card."""
    numbers = list(rows)
    if not rows or not rows[numbers[0]]:
        raise CardError(source, expected="rows of symbols", found="none: the card is empty")
    if len(rows) > MAX_SIDE:
        where = f"{source}, line {numbers[MAX_SIDE]}"
        raise CardError(where, expected=f"at most {MAX_SIDE} rows", found=str(len(rows)))
    widths = [len(row) for row in rows.values()]
    width = max(widths, key=widths.count)  # the first of several
    usual = numbers[widths.index(width)]
    for number, row in rows.items():
        where = f"{source}, line {number}"
        if len(row) > MAX_SIDE:
            raise CardError(where, expected=f"at most {MAX_SIDE} symbols", found=str(len(row)))
        if len(row) != width:
            expected = f"{width} symbol{'s' if width > 1 else ''} as in line {usual}"
            hint = "a card is a rectangle"
            if has_comments and widths.count(width) > 1:
                hint += "; '# ' before what is no row makes it a comment"
            raise CardError(where, expected=expected, found=str(len(row)), hint=hint)
