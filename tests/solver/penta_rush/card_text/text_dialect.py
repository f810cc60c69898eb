"""Dialects and families: how people and programs write a card as a text, and name its symbols.

A dialect is a function of the rows. It returns None for rows that nobody would write so, because
the text would be one of another dialect.
"""

import csv
import io
from collections.abc import Callable, Sequence

from solver.penta_rush.symbol_name import graphemes

# Families of names that people give their symbols, each with a trap for a reader of cards.
ENGLAND, SCOTLAND = (
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(each)) for each in region) + "\U000e007f"
    for region in ("gbeng", "gbsct")
)
FAMILIES = {
    "words": ["red", "sun", "star", "blue", "leaf", "drop"],
    "words of one length": ["red", "sun", "oak", "ice", "fir", "sky"],
    "words of the first letters": ["bad", "cab", "abc", "dab", "cad"],
    "capital words": ["RED", "ICE", "SUN", "OAK"],
    "two words": ["red circle", "blue star", "red star", "sun"],
    "letters": list("ABCDEF"),
    "small letters": list("abcdef"),
    "other letters": list("RGBYWK"),
    "digits": list("123456"),
    "numbers": ["10", "11", "12", "13", "14", "9"],
    "numbers like a header": ["1", "2", "3", "10", "20"],
    "cells like a header": ["c1", "c2", "c3", "c4"],
    "emoji": ["\U0001f34e", "\U0001f350", "\U0001f34a", "\u2b50\ufe0f"],
    "joined emoji": [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U0001f468\u200d\U0001f469\u200d\U0001f466",
        "\U0001f468",
    ],
    "skin tones": ["\U0001f44d", "\U0001f44d\U0001f3fd", "\U0001f44d\U0001f3ff"],
    "flags": ["\U0001f1e9\U0001f1ea", "\U0001f1e9\U0001f1f0", ENGLAND, SCOTLAND],
    "keycaps": ["#\ufe0f\u20e3", "*\ufe0f\u20e3", "1\ufe0f\u20e3"],
    "Hebrew": ["\u05e9\u05de\u05e9", "\u05d9\u05e8\u05d7", "\u05e2\u05dc\u05d4"],
    "Arabic": ["\u0634\u0645\u0633", "\u0642\u0645\u0631", "\u0646\u062c\u0645\u0629"],
    "Chinese": ["\u7ea2", "\u84dd", "\u7ea2\u8272", "\u84dd\u8272"],
    "combining marks": ["cafe\u0301", "e\u0301", "n\u0303o", "o\u0308l"],
    "beginnings": ["a", "ab", "abc", "aa", "b"],
    "commas": ["red, dark", "red, light", "sun"],
    "semicolons": ["a;b", "b", "c"],
    "hashes": ["C#", "F#", "#red", "team #1"],
    "quotes": ['5"', "o'clock", "'tis", "sun"],
    "bars": ["a|b", "|", "sun"],
    "two scripts": ["A", "\u0410", "B", "\u0412"],
    "one letter in two scripts": ["c", "\u0441", "red"],
    "spellings": ["stra\u00dfe", "strasse", "sun"],
    "letters and words": ["A", "sun", "R", "red"],
    "one and many": ["sun", "s", "un", "u", "n"],
    "ids": ["2x3:ABCABC", "sun", "red"],
}

Rows = Sequence[Sequence[str]]
Dialect = Callable[[Rows], str | None]
Label = Callable[[int, int], str]


def _table(separator: str, *, quotes_all: bool = False, end: str = "\n") -> Dialect:
    def write(rows: Rows) -> str | None:
        shown = "".join(name for row in rows for name in row)
        if len(rows[0]) == 1 and not quotes_all and any(each in shown for each in ",;|"):
            return None  # without its separator, the text is one of another dialect
        text = io.StringIO()
        writer = csv.writer(
            text,
            delimiter=separator,
            quoting=csv.QUOTE_ALL if quotes_all else csv.QUOTE_MINIMAL,
            lineterminator=end,
        )
        writer.writerows(rows)
        return text.getvalue()

    return write


def _joined(separator: str, before: str = "", after: str = "") -> Dialect:
    """Return the dialect of people: no name has what separates them, and there are no quotes."""

    mark = separator.strip(" ")

    def write(rows: Rows) -> str | None:
        shown = "".join(name for row in rows for name in row)
        others = ",;|" if len(rows[0]) == 1 else ""
        if any(each in shown for each in (mark + others if mark else " ,;|")):
            return None
        return "".join(before + separator.join(row) + after + "\n" for row in rows)

    return write


def _compact(rows: Rows) -> str | None:
    if any(len(graphemes(name)) > 1 for row in rows for name in row):
        return None
    return "".join("".join(row) + "\n" for row in rows)


def _single_quoted(rows: Rows) -> str | None:
    return "".join(",".join(f"'{name}'" for name in row) + "\n" for row in rows)


def _markdown(rows: Rows) -> str | None:
    text = _joined(" | ", "| ", " |")(rows)
    if text is None:
        return None
    first, *others = text.splitlines(keepends=True)
    return first + "|---" * len(rows[0]) + "|\n" + "".join(others)


def _boxed(rows: Rows) -> str | None:
    text = _joined(" \u2502 ", "\u2502 ", " \u2502")(rows)
    ruling = "\u251c" + "\u2500\u253c" * len(rows[0]) + "\n"
    return text and ruling + text.replace("\n", f"\n{ruling}")


def _halved(dialect: Dialect) -> Dialect:
    """Return a *dialect* with a bar down the middle of the card."""

    def write(rows: Rows) -> str | None:
        half = len(rows[0]) // 2
        left, right = (
            dialect([row[part] for row in rows]) for part in (slice(None, half), slice(half, None))
        )
        if half == 0 or left is None or right is None:
            return None
        halves = zip(left.splitlines(), right.splitlines(), strict=True)
        return "".join(f"{first} | {second}\n" for first, second in halves)

    return write


def _after(line: str, dialect: Dialect) -> Dialect:
    return lambda rows: line + text if (text := dialect(rows)) else None


def _marked(mark: Label, dialect: Dialect) -> Dialect:
    """Return a *dialect* with a mark before every line."""

    def write(rows: Rows) -> str | None:
        if (text := dialect(rows)) is None:
            return None
        lines = text.splitlines(keepends=True)
        return "".join(f"{mark(at, len(lines))} {line}" for at, line in enumerate(lines))

    return write


def _twice(dialect: Dialect) -> Dialect:
    """Return a *dialect* with the card and, below a gap, another one: the same."""

    def write(rows: Rows) -> str | None:
        # A row, a gap and a row are one card, as anybody would take them.
        text = dialect(rows) if len(rows) > 1 else None
        return text and f"{text}\n{text}"

    return write


def _number(at: int, _count: int) -> str:
    return str(at + 1)


def _down(at: int, count: int) -> str:
    """Return the number of a row as on a chess board, whose last row is the first."""
    return str(count - at)


def _letter(at: int, _count: int) -> str:
    return "ABCDEFGH"[at]


def _framed(
    dialect: Dialect,
    *,
    above: Label | None = None,
    below: Label | None = None,
    left: Label | None = None,
    right: Label | None = None,
) -> Dialect:
    """Return a *dialect* with labels of the columns or the rows at some sides of the card.

    The corners are empty.
    """

    def write(rows: Rows) -> str | None:
        high, wide = len(rows), len(rows[0])
        # A single letter or number beside letters or numbers is one of them.
        if (wide == 1 and not (left or right)) or (high == 1 and not (above or below)):
            return None
        headers = [[label(at, wide) for at in range(wide)] for label in (above, below) if label]
        table = [[*row] for row in rows]
        table = headers[: above is not None] + table + headers[above is not None :]
        numbered = range(above is not None, high + (above is not None))
        for at, row in enumerate(table):
            place = at - numbered.start
            if left:
                row.insert(0, left(place, high) if at in numbered else "")
            if right:
                row.append(right(place, high) if at in numbered else "")
        return dialect(table)

    return write


_COMMAS, _BLANKS = _table(","), _joined(" ")

DIALECTS: dict[str, Dialect] = {
    "commas": _COMMAS,
    "semicolons": _table(";"),
    "tabs": _table("\t"),
    "quotes": _table(",", quotes_all=True),
    "quotes and blanks": _table(" ", quotes_all=True),
    "CRLF": _table(";", end=";;\r\n"),
    "trailing commas": _joined(",", "", ","),
    "typed commas": _joined(", "),
    "typed semicolons": _joined("; "),
    "typed tabs": _joined("\t"),
    "Chinese commas": _joined("\uff0c"),
    "Arabic commas": _joined("\u060c "),
    "single quotes": _single_quoted,
    "blanks": _BLANKS,
    "two blanks": _joined("  "),
    "no-break blanks": _joined(",", "\u00a0", "\u00a0"),
    "nothing between": _compact,
    "bars": _joined("|"),
    "a bar amid blanks": _halved(_BLANKS),
    "a bar amid letters": _halved(_compact),
    "Markdown": _markdown,
    "box": _boxed,
    "empty columns": _joined(",", ",,", ",,"),
    "comments": _joined(",", "", "  # a row"),
    "declared": _after("sep=;\n", _table(";")),
    "title": _after("My own card\n", _COMMAS),
    "title with a colon": _after("My card:\n", _COMMAS),
    "title above blanks": _after("Card 1:\n", _BLANKS),
    "quoted mail": _marked(lambda _at, _count: ">", _COMMAS),
    "quoted blanks": _marked(lambda _at, _count: ">", _BLANKS),
    "hyphens": _marked(lambda _at, _count: "-", _BLANKS),
    "asterisks": _marked(lambda _at, _count: "*", _BLANKS),
    "bullets and commas": _marked(lambda _at, _count: "\u2022", _COMMAS),
    "numbered list": _marked(lambda at, _count: f"{at + 1}.", _BLANKS),
    "numbered commas": _marked(lambda at, _count: f"{at + 1})", _COMMAS),
    "two cards": _twice(_COMMAS),
    "two cards of blanks": _twice(_BLANKS),
    "numbers above": _framed(_COMMAS, above=_number),
    "numbers above blanks": _framed(_BLANKS, above=_number),
    "letters above": _framed(_COMMAS, above=_letter),
    "letters above blanks": _framed(_BLANKS, above=_letter),
    "letters above and below": _framed(_COMMAS, above=_letter, below=_letter),
    "c1 above": _framed(_table("\t"), above=lambda at, _count: f"c{at + 1}"),
    "row numbers": _framed(_COMMAS, left=_number),
    "typed row numbers": _framed(_BLANKS, left=_number),
    "row numbers with dots": _framed(_COMMAS, left=lambda at, _count: f"{at + 1}."),
    "row numbers in brackets": _framed(_COMMAS, left=lambda at, _count: f"({at + 1})"),
    "row numbers down": _framed(_COMMAS, left=_down),
    "typed row numbers down": _framed(_BLANKS, left=_down),
    "row numbers on the right": _framed(_COMMAS, right=_number),
    "typed row numbers on the right": _framed(_BLANKS, right=_number),
    "row numbers on both sides": _framed(_COMMAS, left=_number, right=_number),
    "typed row numbers on both sides": _framed(_BLANKS, left=_number, right=_number),
    "frame": _framed(_COMMAS, above=_number, left=_number),
    "typed frame": _framed(_BLANKS, above=_letter, left=_number),
    "frame of letters": _framed(_joined(", "), above=_letter, left=_number),
    "frame of two letters": _framed(_COMMAS, above=_letter, left=_letter),
    "frame on the right": _framed(_COMMAS, above=_letter, right=_number),
    "chess board": _framed(_COMMAS, above=_letter, below=_letter, left=_down, right=_down),
    "typed chess board": _framed(_BLANKS, above=_letter, below=_letter, left=_down, right=_down),
}  # fmt: skip
