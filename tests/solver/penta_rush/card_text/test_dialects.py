"""Whatever names a card has, and whatever program wrote it: nothing is misread in silence.

Cards of many families of names are written in many dialects. Each is read as the same card, or it
is refused, or a note says what could have been meant as well. To count them: ``python -m
tests.solver.penta_rush.card_text.test_dialects 20000``.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unicodedata import normalize

from solver.errors import PentaError
from solver.files.input_text import read_text
from solver.penta_rush.card import Card
from solver.penta_rush.card_text.letters_or_table import BARS
from solver.penta_rush.symbol_name import SEPARATORS, name_key, normalized_name
from tests.solver.penta_rush.card_text.text_dialect import DIALECTS, FAMILIES, Rows
from tests.support import cases, slow

# Each kind of notes that say what else a text could be, and where that is the card that was meant:
# by the family, the dialect, and what there is of the rows. One on a spelling never says it.
DECISIONS = {
    r"taken as (letters|words): |every blank separates": "no separators",
    r"left out as a title: (?!My |Card )": "one column, no separators",
    r"every line is one cell": "Markdown.*one column",
    r"taken as one row of ": "one row",
    r"though it counts like a header": "above|frame|board",
    r"counts like .* the first cells|the first cells .* they count": "row numbers|frame|board",
    r"counts like .* the last cells|the last cells .* they count": "right",
    r"left out as a header|a ruling is below it": "Markdown",
    r"taken for one symbol, as bars|is taken for one symbol \(for letters": "a bar amid",
    r"taken as one card": "two cards",
    r"#.* is taken for (a comment|cells)|not for a comment": "^hashes",
}
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


def _kind(family: str, dialect: str, rows: Rows) -> str:
    """Return the words that `DECISIONS` tell apart."""
    sample = DIALECTS[dialect]([["red", "sun"], ["sun", "red"]]) or ""
    is_column, is_row = len(rows[0]) == 1, len(rows) == 1
    has_none = is_column or {*sample}.isdisjoint({*SEPARATORS, *BARS})
    parts = {"one row": is_row, "one column": is_column, "no separators": has_none}
    return ", ".join([family, dialect, *(part for part, is_so in parts.items() if is_so)])


def outcome(rows: Rows, text: str, encoding: str, folder: Path, kind: str) -> str:
    """Return what becomes of the card of *rows* that is written as *text*, of a `_kind`."""
    file = folder / "card.txt"
    file.write_bytes(text.encode(encoding))
    try:
        card = Card.parse(read_text(str(file), kind="card"))
    except PentaError:
        return "refused"
    shown = [[card.legend.name(letter) for letter in line] for line in card.lines]
    if _keys(shown) == _keys(rows):
        return "same"
    is_noted = any(
        re.search(decision, note) and re.search(where, kind)
        for note in card.notes
        for decision, where in DECISIONS.items()
    )
    return "noted" if is_noted else "other"


def _counted(count: int, folder: Path) -> tuple[Counter[str], list[str]]:
    outcomes: Counter[str] = Counter()
    misread = []
    for family, dialect, encoding, rows, text in _written(count):
        found = outcome(rows, text, encoding, folder, _kind(family, dialect, rows))
        are_two = found == "noted" and dialect.startswith("two cards")  # as always
        outcomes["two cards" if are_two else found] += 1
        if found == "other":
            misread.append(f"{family}, {dialect}: {text!r}")
    return outcomes, misread


@cases("count", 1500, slow(20_000), ids=["some", "many"])
def test_no_card_is_taken_for_another_one_in_silence(count: int, tmp_path: Path) -> None:
    outcomes, misread = _counted(count, tmp_path)
    assert misread == []
    assert outcomes["same"] > count / 2
    assert outcomes["noted"] < count / 16


def test_a_note_of_another_decision_does_not_tell_of_another_card(tmp_path: Path) -> None:
    text = "leaf,sun,leaf\nsun,leav,sun\n"
    assert outcome([["leaf", "sun"]], text, "utf-8", tmp_path, "words, commas") == "other"
    text, rows = "1,2\nred,sun\n", [["red", "red"]]
    assert outcome(rows, text, "utf-8", tmp_path, "words, commas") == "other"
    assert outcome(rows, text, "utf-8", tmp_path, "words, Markdown") == "noted"
