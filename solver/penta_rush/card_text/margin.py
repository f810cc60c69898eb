"""What stands beside the cells of a table and is none: a title, a header row, row numbers.

They are left out on evidence, and told: a title stands alone on its line above wider ones; a header
or a column of numbers counts, ``1 2 3``, ``A B C`` or ``c1 c2 c3``, and no cell is of that kind.
Where a row only looks as if it were none of the card, it stays, and that is told as well.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solver.errors import CardError, quoted, shortened
from solver.penta_rush.legend import is_letter, name_key

Rows = Mapping[int, Sequence[str]]

_COUNTED = re.compile(r"(.*?)(\d{1,4})[.):]?", re.DOTALL)
_MEND = "'# ' before it makes it a comment"
_FEWEST_LINES = 3  # to say that one of them is unlike the others
_FEWEST_COLS = 4  # of letters that count up by no accident


class Inner(NamedTuple):
    """The *rows* of cells alone, by their line numbers, and *notes* on what is left out of them."""

    rows: dict[int, Sequence[str]]
    notes: list[str]


class _Count(NamedTuple):
    """What cells have in common that count up: the *kind* of their texts, and where they begin."""

    kind: str
    start: int

    def covers(self, cell: str) -> bool:
        """Return whether *cell* is of this kind."""
        return (kind := _kind(cell)) is not None and kind[0] == self.kind


def without_margins(
    rows: Rows,
    names: Mapping[str, str],
    source: str,
    *,
    ruled: int | None = None,
    typed: bool = False,
) -> Inner:
    """Return *rows* without what is no cell; *ruled* is the line of a header with a ruling below.

    In letters that are *typed* with blanks, a row that counts up is one whose cells come again.

    *names*, the names of the symbols if they are known before, are never left out. Raises
    `CardError` where a ruling is below a first line that is neither a header nor a row.
    """
    known = {name_key(name) for name in names.values()}
    kept, notes = _without_titles(dict(rows), known, source)
    header, inner, told = _split_header(kept, known, source)
    are_letters = all(is_letter(cell) for row in kept.values() for cell in row)
    if inner != kept or not (typed and are_letters) or _has_own(kept):
        notes += told
    kept = inner
    if ruled is not None and next(iter(kept), None) == ruled and not header:
        kept, told = _without_ruled(kept, ruled, source)
        notes += told
    return Inner(kept, [*notes, *unlike_rows(kept, source)] if not header else notes)


def without_title_words(rows: Rows, source: str) -> Inner:
    """Return *rows* of words without a first line that is a title: the others are of another width.

    It has a word of several letters, and none of its words comes again.
    """
    numbers = list(rows)
    if len(numbers) < _FEWEST_LINES:
        return Inner(dict(rows), [])
    first, *others = (rows[number] for number in numbers)
    widths = {*map(len, others)}
    below = {name_key(word) for row in others for word in row}
    is_title = (
        len(widths) == 1
        and 1 < max(widths) != len(first)
        and any(len(word) > 1 and word[:1].isalpha() for word in first)
        and below.isdisjoint(map(name_key, first))
    )
    if not is_title:
        return Inner(dict(rows), [])
    note = f"{source}, line {numbers[0]}: left out as a title: {shortened(' '.join(first))}"
    return Inner({number: rows[number] for number in numbers[1:]}, [note])


def unlike_rows(rows: Rows, source: str) -> Iterator[str]:
    """Yield a note where the first or last of *rows* looks like a title or a header."""
    numbers = list(rows)
    if len(numbers) < _FEWEST_LINES or len({*map(len, rows.values())}) != 1:
        return
    for number in (numbers[0], numbers[-1]):
        row = {name_key(symbol) for symbol in rows[number]}
        others = [name_key(each) for other in numbers if other != number for each in rows[other]]
        own = row - {*others}
        if 2 * len(own) >= len(row) and 2 * len({*others}) <= len(others):
            told = f"taken for a row, though unlike the others: {_listed(rows[number])}"
            yield f"{source}, line {number}: {told} ({_MEND})"


def notes_on_letters(rows: Rows, source: str) -> Iterator[str]:
    """Yield a note where the first of *rows* of letters may be a header, A B C D, or a title."""
    number, *others = rows
    first = "".join(rows[number]).upper()
    own = {*first} - {each for other in others for each in rows[other]}
    counts = len(first) >= _FEWEST_COLS and _count(first, set()) is not None
    if len(others) >= _FEWEST_COLS - 1 and own and counts:
        yield _counting_note(first, number, source)
    else:
        yield from unlike_rows(rows, source)


def _has_own(rows: Rows) -> bool:
    """Return whether the first of *rows* has a cell that no other row has."""
    first, *others = ({*map(name_key, row)} for row in rows.values())
    return not first <= set().union(*others)


def _counting_note(row: Sequence[str], number: int, source: str) -> str:
    told = "taken for a row, though it counts like a header"
    return f"{source}, line {number}: {told}: {_listed(row)} ({_MEND})"


def _without_titles(
    rows: dict[int, Sequence[str]], known: set[str], source: str
) -> tuple[dict[int, Sequence[str]], list[str]]:
    """Return *rows* without the first ones that have a single cell, unlike all the others."""
    notes = []
    while len(rows) > 1:
        number = next(iter(rows))
        title = [cell for cell in rows[number] if cell]
        others = [row for other, row in rows.items() if other != number]
        widths = {*map(len, others)}
        if len(title) != 1 or len(rows[number]) in widths or max(widths) == 1:
            break
        if any(sum(map(bool, row)) == 1 for row in others[1:]):
            break
        if name_key(title[0]) in known | {name_key(cell) for row in others for cell in row}:
            break
        notes.append(f"{source}, line {number}: left out as a title: {shortened(title[0])}")
        del rows[number]
        while not any(row[0] for row in rows.values()):  # it stood further to the left
            rows = {other: row[1:] for other, row in rows.items()}
    return rows, notes


def _split_header(
    rows: dict[int, Sequence[str]], known: set[str], source: str
) -> tuple[bool, dict[int, Sequence[str]], list[str]]:
    """Return whether the first of *rows* was a header, the rows of cells alone, and notes."""
    if not rows:
        return False, rows, []
    number, *numbers = rows
    first, below = rows[number], [rows[each] for each in numbers]
    labels = [row[0] for row in below]
    widths = {*map(len, below)}
    are_counts = _count(first, known) and _count(labels, known) and min(len(first), len(labels)) > 1
    if widths == {len(first) + 1} and are_counts:
        first = ["", *first]  # in a text of blanks nothing stands in the corner
    has_corner = (
        len(first) > 1
        and bool(below)
        and widths == {len(first)}
        and (header := _label(first[1:], below, known, skipped=1, is_sure=not first[0])) is not None
        and _label(labels, [row[1:] for row in below], known, is_sure=not first[0]) is not None
    )
    if has_corner and header:
        line = f"{source}, line {number}: left out as a header: {_listed(first)}"
        column = f"{source}: left out as row numbers: {_listed(labels)}"
        return True, {each: rows[each][1:] for each in numbers}, [line, column]
    if below and _count(first, known) and _label(first, below, known) is not None:
        others = {each: rows[each] for each in numbers}
        _, inner, told = _without_numbers(others, known, source)
        line = f"{source}, line {number}: left out as a header: {_listed(first)}"
        return True, inner, [line, *told]
    count = _count(first, known)
    is_counting = below and count and count.start <= 1
    if is_counting and count and len(first) == 1:
        is_counting = not any(count.covers(row[0]) for row in below)
    told = [_counting_note(first, number, source)] if is_counting else []
    has_numbers, inner, numbered = _without_numbers(rows, known, source)
    return False, inner, [*(() if has_numbers else told), *numbered]


def _without_numbers(
    rows: dict[int, Sequence[str]], known: set[str], source: str
) -> tuple[bool, dict[int, Sequence[str]], list[str]]:
    """Return whether *rows* began with numbers, the rows without them, and notes."""
    labels = [row[0] for row in rows.values()]
    inner = {number: row[1:] for number, row in rows.items()}
    count = _count(labels, known)
    if count is None or not all(inner.values()):
        return False, rows, []
    if any(count.covers(cell) for row in inner.values() for cell in row):
        if count.start > 1 or len(rows) == 1:
            return False, rows, []
        hint = "a table without them is read as it is"
        note = f"{source}: the first cells of the rows are taken for symbols, though they count up"
        return False, rows, [f"{note}: {_listed(labels)} ({hint})"]
    if len(labels) == 1:
        return (
            False,
            rows,
            [f"{source}: {quoted(labels[0])} is taken for a symbol, not a row number"],
        )
    return True, inner, [f"{source}: left out as row numbers: {_listed(labels)}"]


def _without_ruled(
    rows: dict[int, Sequence[str]], number: int, source: str
) -> tuple[dict[int, Sequence[str]], list[str]]:
    """Return *rows* without the header on line *number*, above a ruling, if it is one."""
    first = {name_key(cell) for cell in rows[number]}
    below = {name_key(cell) for other, row in rows.items() if other != number for cell in row}
    if first <= below:
        note = f"{source}, line {number}: taken for a row, though a ruling is below it ({_MEND})"
        return rows, [note]
    if first & below:
        expected = "a header, or a row of symbols that come again below the ruling"
        found, hint = quoted(" ".join(rows[number])), "leave out the ruling, or the header"
        raise CardError(f"{source}, line {number}", expected=expected, found=found, hint=hint)
    note = f"{source}, line {number}: left out as a header: {_listed(rows[number])}"
    return {other: row for other, row in rows.items() if other != number}, [note]


def _label(
    labels: Sequence[str],
    cells: Sequence[Sequence[str]],
    known: set[str],
    *,
    skipped: int = 0,
    is_sure: bool = False,
) -> Sequence[str] | None:
    """Return *labels* if they are no cells, beside these *cells*, whose first are *skipped*.

    They count and no cell is of their kind; or if that *is_sure* from an empty corner, none of them
    is a cell.
    """
    inner = [cell for row in cells for cell in row[skipped:]]
    if is_sure:
        keys = {*map(name_key, labels)}
        is_apart = (
            "" not in keys and keys.isdisjoint(map(name_key, inner)) and keys.isdisjoint(known)
        )
        return labels if is_apart else None
    count = _count(labels, known)
    if count is None or len(labels) < 2 or any(map(count.covers, inner)):  # noqa: PLR2004
        return None
    return labels


def _count(cells: Sequence[str], known: set[str]) -> _Count | None:
    """Return how *cells* count up by one, if they do and none is a known name."""
    kinds = [_kind(cell) for cell in cells]
    if not kinds or kinds[0] is None or any(name_key(cell) in known for cell in cells):
        return None
    kind, start = kinds[0]
    is_counting = all(each == (kind, start + place) for place, each in enumerate(kinds))
    is_letter_kind = kind == "letter"
    if not is_counting or (is_letter_kind and start > 0):
        return None
    return None if len(kinds) == 1 and start > 1 else _Count(kind, start)


def _kind(cell: str) -> tuple[str, int] | None:
    """Return the kind of a text that may count something, and its number."""
    if is_letter(cell):
        return "letter", ord(cell.upper()) - ord("A")
    if match := _COUNTED.fullmatch(cell):
        return f"number {match[1].strip().casefold()}", int(match[2])
    return None


def _listed(cells: Sequence[str]) -> str:
    return shortened(", ".join(filter(None, cells)))
