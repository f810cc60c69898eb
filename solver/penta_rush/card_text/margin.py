"""What stands beside the cells of a table and is none: a title, a header row, row numbers.

They are left out on evidence, and a note says so: a header or a column of row numbers counts
(`label`), and no cell is of that kind; of the two together, one counts, and neither shows a cell.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from solver.errors import CardError, quoted
from solver.penta_rush.card_text.label import (
    MEND,
    counted,
    listed,
    unlike_margins,
    without_title_cells,
)
from solver.penta_rush.card_text.letters_or_words import Noted, Rows
from solver.penta_rush.symbol_name import is_letter, name_key

_SIDES = (0, -1)  # the index of a row or a cell that may be a label: the first, or the last
_FEWEST_LETTERS = 3  # for which to count up is no accident


class _Margins(NamedTuple):
    """What is left out of rows: the *headers* by their line numbers, and *labels* of the rows."""

    inner: Rows
    headers: Rows
    labels: Sequence[str] = ()

    def notes(self, source: str) -> Iterator[str]:
        """Yield a line for each header, and one for the labels, if there are any."""
        for number, header in self.headers.items():
            yield f"{source}, line {number}: left out as a header: {listed(header)}"
        if self.labels:
            yield f"{source}: left out as row numbers: {listed(self.labels)}"


def without_margins(
    rows: Rows,
    names: Mapping[str, str],
    source: str,
    *,
    ruled: int | None = None,
    is_compact: bool = False,
) -> Noted:
    """Return *rows* without what is no cell; *ruled* is the line of a header with a ruling below.

    *names* are never left out. Where the rows *are compact*, nobody would write row numbers so.
    Raises `CardError` where a ruling is below a first line that is neither a header nor a row.
    """
    known = {name_key(name) for name in names.values()}
    kept, notes = without_title_cells(dict(rows), known, source)
    margins = _margins(kept, known)
    kept = margins.inner
    notes += margins.notes(source)
    are_named = bool(names) and all(is_letter(cell) for row in kept.values() for cell in row)
    if not (is_compact or are_named):
        notes += _counting_notes(margins, known, source)
    if ruled is not None and next(iter(kept), None) == ruled and not margins.headers:
        kept, more = _without_ruled(kept, ruled, source)
        notes += more
    if not margins.headers:
        notes += unlike_margins(kept, source, cols=not is_compact)
    return kept, notes


def notes_on_letters(
    rows: Mapping[int, Sequence[str]], names: Mapping[str, str], source: str
) -> list[str]:
    """Return notes where the first of *rows* of letters may be a header, A B C D, or a title."""
    symbols: Rows = {number: list("".join(row)) for number, row in rows.items()}
    is_compact = any(len(group) > 1 for row in rows.values() for group in row)
    return without_margins(symbols, names, source, is_compact=is_compact)[1]


def _margins(rows: Rows, known: set[str]) -> _Margins:
    """Return what is left out of *rows*: a header and labels together, or else each by itself."""
    squared = _with_corners(rows, known)
    widths = {*map(len, squared.values())}
    if len(squared) > 1 and len(widths) == 1 and widths != {1}:
        for head, side in product(_SIDES, _SIDES):
            if framed := _without_frame(squared, head, side, known):
                return framed
    kept, headers = rows, {}
    if len({*map(len, rows.values())}) == 1:
        inner, ends = _without_header(rows, 0, known)
        cells = [cell for row in inner.values() for cell in row]
        if cells and _counts(rows[min(ends)], cells, known):
            kept, headers = inner, ends
    for at_most, side in product((1, None), _SIDES if kept else ()):
        inner, labels = _without_labels(kept, side, known)
        cells = [cell for row in inner.values() for cell in row]
        if all(inner.values()) and _counts(labels, cells, known, at_most=at_most):
            return _Margins(inner, headers, labels)
    return _Margins(kept, headers)


def _with_corners(rows: Rows, known: set[str]) -> Rows:
    """Return *rows* with the empty corners, which blanks do not show, beside a header at an end."""
    numbers = list(rows)
    inner = [rows[number] for number in numbers[1:-1] or numbers[1:]]
    if not inner or len({*map(len, inner)}) > 1:
        return rows
    width = len(inner[0])
    full = [row for at, row in enumerate(rows.values()) if at and len(row) == width]
    first, last = (_evidence(full, side, known) for side in _SIDES)
    squared = dict(rows)
    for number in {numbers[0], numbers[-1]}:
        header = [*rows[number]]
        missing = width - len(header)
        if missing not in (1, 2) or not counted([cell for cell in header if cell], known):
            continue
        if header[0] and (missing > 1 or (first and first >= last)):
            header.insert(0, "")
        squared[number] = [*header, *[""] * (width - len(header))]
    return squared


def _evidence(rows: Sequence[Sequence[str]], side: int, known: set[str]) -> int:
    """Return how clearly the cells of *rows* at *side* are their numbers: 0 if they are none."""
    count = counted([row[side] for row in rows], known)
    if count is None:
        return 0
    others = [cell for row in rows for cell in (row[1:] if side == 0 else row[:-1])]
    is_apart = not any(map(count.covers, others))
    if len(rows) == 1 and (count.kind == "letter" or not is_apart):
        return 0
    return 1 + (count.least <= 1) + 2 * is_apart


def _without_frame(rows: Rows, head: int, side: int, known: set[str]) -> _Margins | None:
    """Return *rows* without the header at *head* and the labels at *side*, None if they are cells.

    An empty corner proves it if each of the two counts or shows no cell. Else one of them counts,
    no cell is of its kind, and the other shows no cell; this counts only above and on the left.
    """
    below, headers = _without_header(rows, head, known)
    inner, labels = _without_labels(below, side, known)
    header = [*next(iter(headers.values()))]
    corner = header.pop(side)
    if len(header) > len(next(iter(inner.values()), ())) and header.pop(-1 - side) != corner:
        return None
    cells = [cell for row in inner.values() for cell in row]
    is_usual = (head, side) == (0, 0)
    if not cells:
        return None
    if not corner:
        is_frame = all(
            (is_usual and _is_apart(beside, cells, known))
            or (counted(beside, known) and (len(beside) > 1 or _is_apart(beside, cells, known)))
            for beside in (header, labels)
        )
    else:
        by_header, by_labels = (
            _counts(beside, [corner, *cells], known, at_most=1) for beside in (header, labels)
        )
        is_frame = (
            is_usual
            and (by_header or by_labels)
            and (by_header or _is_apart(header, [corner, *labels, *cells], known))
            and (by_labels or _is_apart(labels, [corner, *header, *cells], known))
            and _is_apart([corner], [*header, *labels, *cells], known)
        )
    return _Margins(inner, headers, labels) if is_frame else None


def _without_header(rows: Rows, head: int, known: set[str]) -> tuple[Rows, Rows]:
    """Return *rows* without the one at *head*, and that one; both ends if they count alike."""
    numbers = list(rows)
    header = rows[numbers[head]]
    others = numbers[1:-1] if len(numbers) > 2 else ()  # noqa: PLR2004 - a row between two headers
    are_equal = others and [*rows[numbers[0]]] == [*rows[numbers[-1]]]
    are_two = are_equal and counted([cell for cell in header if cell], known)
    left_out = {numbers[0], numbers[-1]} if are_two else {numbers[head]}
    inner = {number: row for number, row in rows.items() if number not in left_out}
    return inner, {number: header for number in numbers if number in left_out}


def _without_labels(rows: Rows, side: int, known: set[str]) -> tuple[Rows, list[str]]:
    """Return *rows* without their cells at *side*, and those; at both if they count alike."""
    labels = [row[side] for row in rows.values()]
    others = [row[-1 - side] for row in rows.values()]
    are_two = len(labels) > 1 and labels == others and counted(labels, known)
    first = 1 if are_two or side == 0 else 0
    last = -1 if are_two or side == -1 else None
    return {number: row[first:last] for number, row in rows.items()}, labels


def _counts(
    beside: Sequence[str], cells: Sequence[str], known: set[str], *, at_most: int | None = None
) -> bool:
    """Return whether the texts *beside* the *cells* count, and no cell is of their kind."""
    count = counted(beside, known) if len(beside) > 1 else None
    if count is None or (at_most is not None and count.least > at_most):
        return False
    return not any(map(count.covers, cells))


def _is_apart(beside: Sequence[str], cells: Sequence[str], known: set[str]) -> bool:
    keys = {*map(name_key, beside)}
    return len(keys) == len(beside) and keys.isdisjoint({"", *map(name_key, cells)} | known)


def _counting_notes(margins: _Margins, known: set[str], source: str) -> Iterator[str]:
    """Yield a note where the first row of those kept, or their first or last cells, count."""
    rows = margins.inner
    if not rows or margins.labels:
        return
    number, first = next(iter(rows.items()))
    below = [cell for other, row in rows.items() if other != number for cell in row]
    count = None if margins.headers else counted(first, known)
    is_alone = count and len(first) == 1 and any(map(count.covers, below))
    end, labels = _counting_cells(rows, known)
    if below and count and count.step > 0 and count.least <= 1 and not is_alone:
        text = "taken for a row, though it counts like a header"
        also = f", and the {end} cells of the rows count like row numbers" if labels else ""
        yield f"{source}, line {number}: {text}: {listed(first)}{also} ({MEND})"
    elif len(labels) > 1:
        text = f"the {end} cells of the rows are taken for symbols, though they count"
        yield f"{source}: {text}: {listed(labels)} (a table without them is read as it is)"
    elif labels:
        yield f"{source}: {quoted(labels[0])} is taken for a symbol, not a row number"


def _counting_cells(rows: Rows, known: set[str]) -> tuple[str, list[str]]:
    """Return which cells of *rows* may be their numbers, "first" or "last", and these, if any."""
    for side, end in zip(_SIDES, ("first", "last"), strict=True):
        labels = [row[side] for row in rows.values()]
        count = counted(labels, known)
        if not count or count.least > 1 or not all(len(row) > 1 for row in rows.values()):
            continue
        if len(labels) == 1:
            if side == 0 and not any(map(count.covers, next(iter(rows.values()))[1:])):
                return end, labels
        elif count.kind != "letter" or (side == 0 and len(labels) >= _FEWEST_LETTERS):
            return end, labels
    return "", []


def _without_ruled(rows: Rows, number: int, source: str) -> Noted:
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
    note = f"{source}, line {number}: left out as a header: {listed(rows[number])}"
    return {other: row for other, row in rows.items() if other != number}, [note]
