"""Whatever names a card has, and whatever program wrote it: nothing is misread in silence.

Cards of many families of names are written in many dialects. Each is read as the same card, or it
is refused, or a note says what could have been meant as well. To count them: ``python -m
tests.solver.penta_rush.card_text.test_dialects 20000``.
"""

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unicodedata import normalize

import pytest

from solver.errors import PentaError
from solver.files.input_text import read_text
from solver.penta_rush.card import Card
from solver.penta_rush.symbol_name import graphemes, name_key, normalized_name

Rows = Sequence[Sequence[str]]
Dialect = Callable[[Rows], str | None]

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


def _table(separator: str, *, quotes_all: bool = False, end: str = "\n") -> Dialect:
    def write(rows: Rows) -> str | None:
        shown = "".join(name for row in rows for name in row)
        if len(rows[0]) == 1 and not quotes_all and any(each in shown for each in ",;"):
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
        others = ",;" if len(rows[0]) == 1 else ""
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


def _under(header: Callable[[int], str], dialect: Dialect) -> Dialect:
    """Return a *dialect* with a header row above."""

    def write(rows: Rows) -> str | None:
        if len(rows[0]) == 1:
            return None  # a single letter or number above letters or numbers is one of them
        return dialect([[header(col) for col in range(len(rows[0]))], *rows])

    return write


def _after(line: str, dialect: Dialect) -> Dialect:
    return lambda rows: line + text if (text := dialect(rows)) else None


def _numbered(dialect: Dialect) -> Dialect:
    def write(rows: Rows) -> str | None:
        numbered = [[str(at), *row] for at, row in enumerate(rows, start=1)]
        return dialect(numbered) if len(rows) > 1 else None

    return write


def _framed(rows: Rows) -> str | None:
    header = ["", *(str(at + 1) for at in range(len(rows[0])))]
    numbered = ([str(at), *row] for at, row in enumerate(rows, start=1))
    return _table(",")([header, *numbered])


DIALECTS: dict[str, Dialect] = {
    "commas": _table(","),
    "semicolons": _table(";"),
    "tabs": _table("\t"),
    "quotes": _table(",", quotes_all=True),
    "quotes and blanks": _table(" ", quotes_all=True),
    "CRLF": _table(";", end=";;\r\n"),
    "typed commas": _joined(", "),
    "typed semicolons": _joined("; "),
    "typed tabs": _joined("\t"),
    "single quotes": _single_quoted,
    "blanks": _joined(" "),
    "two blanks": _joined("  "),
    "no-break blanks": _joined(",", "\u00a0", "\u00a0"),
    "nothing between": _compact,
    "bars": _joined("|"),
    "Markdown": _markdown,
    "box": _boxed,
    "empty columns": _joined(",", ",,", ",,"),
    "comments": _joined(",", "", "  # a row"),
    "declared": _after("sep=;\n", _table(";")),
    "titled": _after("My own card\n", _table(",")),
    "numbers above": _under(lambda col: str(col + 1), _table(",")),
    "letters above": _under(lambda col: "ABCDEFGH"[col], _table(",")),
    "c1 above": _under(lambda col: f"c{col + 1}", _table("\t")),
    "row numbers": _numbered(_table(",")),
    "typed row numbers": _numbered(_joined(" ")),
    "frame": _framed,
    "numbers above blanks": _under(lambda col: str(col + 1), _joined(" ")),
}  # fmt: skip
# Notes that say what else the text could be; one on a spelling or a look-alike does not.
DECISION = re.compile(
    r"taken as |taken for |left out as |every (blank|line)|tabs and blanks|first cells|last cells"
)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")


def _written(count: int) -> Iterator[tuple[str, str, str, Rows, str]]:
    """Yield *count* cards: the names of family, dialect and encoding, the rows, and the text."""
    rng = Random(1)
    made = 0
    while made < count:
        family = rng.choice([*FAMILIES])
        names = rng.sample(FAMILIES[family], min(len(FAMILIES[family]), rng.randint(2, 6)))
        high, wide = rng.choice([(1, 4), (4, 1), (2, 3), (3, 2), (3, 4), (5, 3), (1, 2), (2, 1)])
        rows = [rng.choices(names, k=wide) for _ in range(high)]
        dialect = rng.choice([*DIALECTS])
        if text := DIALECTS[dialect](rows):
            made += 1
            yield family, dialect, rng.choice(ENCODINGS), rows, text


def _keys(rows: Rows) -> list[list[str]]:
    return [[name_key(normalize("NFC", normalized_name(name))) for name in row] for row in rows]


def outcome(rows: Rows, text: str, encoding: str, folder: Path) -> str:
    """Return what becomes of the card of *rows* that is written as *text*."""
    file = folder / "card.txt"
    file.write_bytes(text.encode(encoding))
    try:
        card = Card.parse(read_text(str(file), kind="card"))
    except PentaError:
        return "refused"
    shown = [[card.legend.name(letter) for letter in line] for line in card.lines]
    if _keys(shown) == _keys(rows):
        return "same"
    return "told" if any(map(DECISION.search, card.notes)) else "other"


def _counted(count: int, folder: Path) -> tuple[Counter[str], list[str]]:
    outcomes: Counter[str] = Counter()
    misread = []
    for family, dialect, encoding, rows, text in _written(count):
        found = outcome(rows, text, encoding, folder)
        outcomes[found] += 1
        if found == "other":
            misread.append(f"{family}, {dialect}: {text!r}")
    return outcomes, misread


@pytest.mark.parametrize(
    "count", [1500, pytest.param(20_000, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_no_card_is_taken_for_another_one_in_silence(count: int, tmp_path: Path) -> None:
    outcomes, misread = _counted(count, tmp_path)
    assert misread == []
    assert outcomes["same"] > count / 2
    assert outcomes["told"] < count / 16


def test_a_note_of_another_decision_does_not_tell_of_another_card(tmp_path: Path) -> None:
    text = "leaf,sun,leaf\nsun,leav,sun\n"
    assert outcome([["leaf", "sun"]], text, "utf-8", tmp_path) == "other"


if __name__ == "__main__":
    with TemporaryDirectory() as new:
        found, wrong = _counted(int(sys.argv[1]), Path(new))
    sys.stdout.write("".join(f"{line}\n" for line in [*wrong[:40], str(dict(found))]))
