"""What stands beside the cells of a table and is none: a title, a header row, row numbers.

They are left out on evidence, and told: a title stands alone on its line above wider ones; a header
or a column of numbers counts, ``1 2 3``, ``A B C``, ``i ii iii`` or ``c1 c2 c3``, and no cell is of
that kind; of a header and a first column together, one counts, and neither shows a cell. Where a
row or column only looks as if it were none of the card (`unlike`), it stays, and that is told too.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solver.errors import CardError, quoted, shortened
from solver.penta_rush.card_text.title import without_title_cells
from solver.penta_rush.card_text.unlike import MEND, unlike_margins
from solver.penta_rush.symbol_name import is_letter, name_key

Rows = Mapping[int, Sequence[str]]

_COUNTED = re.compile(r"(.*?)(\d{1,4})[.):]?", re.DOTALL)
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x",
          "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx"]  # fmt: skip
_MOST = 9999  # of a number that counts


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
        if self.kind == "roman":
            return cell.casefold() in _ROMAN
        return (kind := _kind(cell)) is not None and kind[0] == self.kind


def without_margins(
    rows: Rows,
    names: Mapping[str, str],
    source: str,
    *,
    ruled: int | None = None,
    is_compact: bool = False,
) -> Inner:
    """Return *rows* without what is no cell; *ruled* is the line of a header with a ruling below.

    *names*, the names of the symbols if they are known before, are never left out. Where the rows
    *are compact*, with nothing between the cells, nobody would write a header or row numbers so,
    and only a whole row may be one of something else. Raises `CardError` where a ruling is below a
    first line that is neither a header nor a row.
    """
    known = {name_key(name) for name in names.values()}
    kept, notes = without_title_cells(dict(rows), known, source)
    header, inner, told = _split_header(kept, known, source)
    are_named = bool(names) and all(is_letter(cell) for row in kept.values() for cell in row)
    if inner != kept or not (is_compact or are_named):
        notes += told
    kept = inner
    if ruled is not None and next(iter(kept), None) == ruled and not header:
        kept, told = _without_ruled(kept, ruled, source)
        notes += told
    if not header:
        notes += unlike_margins(kept, source, cols=not is_compact)
    return Inner(kept, notes)


def notes_on_letters(rows: Rows, names: Mapping[str, str], source: str) -> list[str]:
    """Return notes where the first of *rows* of letters may be a header, A B C D, or a title."""
    symbols = {number: list("".join(row)) for number, row in rows.items()}
    is_compact = any(len(group) > 1 for row in rows.values() for group in row)
    return without_margins(symbols, names, source, is_compact=is_compact).notes


def _counting_note(row: Sequence[str], number: int, source: str) -> str:
    told = "taken for a row, though it counts like a header"
    return f"{source}, line {number}: {told}: {_listed(row)} ({MEND})"


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
    if len(first) > 1 and widths == {len(first)} and _is_frame(first, below, known):
        line = f"{source}, line {number}: left out as a header: {_listed(first)}"
        column = f"{source}: left out as row numbers: {_listed(labels)}"
        return True, {each: rows[each][1:] for each in numbers}, [line, column]
    if below and _counts(first, [cell for row in below for cell in row], known):
        others = {each: rows[each] for each in numbers}
        _, inner, told = _without_numbers(others, known, source)
        line = f"{source}, line {number}: left out as a header: {_listed(first)}"
        return True, inner, [line, *told]
    has_numbers, inner, numbered = _without_numbers(rows, known, source)
    count = _count(first, known)
    is_counting = below and count and count.start <= 1
    if is_counting and count and len(first) == 1:
        is_counting = not any(count.covers(row[0]) for row in below)
    if is_counting and not has_numbers:
        return False, inner, [_counting_note(first, number, source)]
    return False, inner, numbered


def _is_frame(first: Sequence[str], below: Sequence[Sequence[str]], known: set[str]) -> bool:
    """Return whether *first* is a header, and the first cells of the rows *below* are labels.

    An empty corner proves it if each of the two counts or shows no cell. Else one of them counts,
    no cell is of its kind, and the other shows no cell.
    """
    corner, header = first[0], first[1:]
    labels = [row[0] for row in below]
    cells = [cell for row in below for cell in row[1:]]
    if not corner:
        return all(
            _is_apart(beside, cells, known) or (len(beside) > 1 and _count(beside, known))
            for beside in (header, labels)
        )
    by_header, by_labels = (
        _counts(beside, [corner, *cells], known, at_most=1) for beside in (header, labels)
    )
    return (
        (by_header or by_labels)
        and (by_header or _is_apart(header, [corner, *labels, *cells], known))
        and (by_labels or _is_apart(labels, [corner, *header, *cells], known))
        and _is_apart([corner], [*header, *labels, *cells], known)
    )


def _counts(
    beside: Sequence[str], cells: Sequence[str], known: set[str], *, at_most: int = _MOST
) -> bool:
    """Return whether the texts *beside* the *cells* count up, and no cell is of their kind.

    They start *at most* there.
    """
    count = _count(beside, known)
    is_count = count is not None and len(beside) > 1 and count.start <= at_most
    return is_count and count is not None and not any(map(count.covers, cells))


def _is_apart(beside: Sequence[str], cells: Sequence[str], known: set[str]) -> bool:
    """Return whether the texts *beside* the *cells* all differ, and none of them is a cell."""
    keys = {*map(name_key, beside)}
    return len(keys) == len(beside) and keys.isdisjoint({"", *map(name_key, cells)} | known)


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
        fewest = 3 if count.kind == "letter" else 2  # for which to count up is no accident
        if count.start > 1 or len(rows) < fewest:
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
        note = f"{source}, line {number}: taken for a row, though a ruling is below it ({MEND})"
        return rows, [note]
    if first & below:
        expected = "a header, or a row of symbols that come again below the ruling"
        found, hint = quoted(" ".join(rows[number])), "leave out the ruling, or the header"
        raise CardError(f"{source}, line {number}", expected=expected, found=found, hint=hint)
    note = f"{source}, line {number}: left out as a header: {_listed(rows[number])}"
    return {other: row for other, row in rows.items() if other != number}, [note]


def _count(cells: Sequence[str], known: set[str]) -> _Count | None:
    """Return how *cells* count up by one, if they do and none is a known name."""
    if len(cells) > 1 and [*map(str.casefold, cells)] == _ROMAN[: len(cells)]:
        return None if {*map(name_key, cells)} & known else _Count("roman", 1)
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
