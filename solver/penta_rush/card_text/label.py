"""Titles above the rows, and labels beside them: those that count, or are unlike the others.

Labels count as in ``1 2 3``, ``A B C``, ``i ii iii`` or ``c1 c2 c3``; row numbers may also count
down to 1. Rows and columns at the margins that are unlike the others stay, with a note.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from solver.errors import CardError, shortened
from solver.penta_rush.card_text.letters_or_words import Noted, Rows
from solver.penta_rush.symbol_name import graphemes, is_letter, name_key

MEND = "'# ' before it makes it a comment"
_FEWEST_LINES = 3  # to say that one of them is unlike the others
_NUMBERED = re.compile(r"(.*?)(\d{1,4})([.):]{0,2})", re.DOTALL)
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x",
          "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx"]  # fmt: skip
_SIZE = re.compile(r"(\d{1,2})\s*(?:[xX\u00d7*]|\s)\s*(\d{1,2}):?")
_BLANKS = ",;|\t "


class Count(NamedTuple):
    """The *kind* of labels that count, and the *least*; the *step* is -1 where they count down."""

    kind: str
    least: int
    step: int = 1

    def covers(self, cell: str) -> bool:
        """Return whether *cell* is of this kind."""
        if self.kind == "roman":
            return cell.casefold() in _ROMAN
        return (kind := _kind(cell)) is not None and kind[0] == self.kind


def counted(labels: Sequence[str], known: set[str]) -> Count | None:
    """Return how *labels* count by one; None if they do not, or one of them is a *known* name."""
    if any(name_key(label) in known for label in labels):
        return None
    if len(labels) > 1 and [*map(str.casefold, labels)] == _ROMAN[: len(labels)]:
        return Count("roman", 1)
    kinds = [each for label in labels if (each := _kind(label))]
    if not kinds or len(kinds) < len(labels):
        return None
    (kind, start), (_, end) = kinds[0], kinds[-1]
    for step in (1, -1):
        if kinds == [(kind, start + step * index) for index in range(len(kinds))]:
            least = min(start, end)
            is_first = least == 0 if kind == "letter" else least <= 1 or end > start
            return Count(kind, least, step) if is_first and (step > 0 or kind != "letter") else None
    return None


def _kind(cell: str) -> tuple[str, int] | None:
    if is_letter(cell):
        return "letter", ord(cell.upper()) - ord("A")
    if match := _NUMBERED.fullmatch(cell):
        return f"number {match[1].strip().casefold()} {match[3]}", int(match[2])
    return None


def unlike_margins(
    rows: Mapping[int, Sequence[str]], source: str, *, cols: bool = True
) -> Iterator[str]:
    """Yield a note where the first or last of *rows*, or of their *cols*, is unlike the others."""
    if len({*map(len, rows.values())}) != 1:
        return
    numbers = list(rows)
    for at in _unlike(list(rows.values()), part=2):
        text = f"taken for a row, though unlike the others: {listed(rows[numbers[at]])}"
        yield f"{source}, line {numbers[at]}: {text} ({MEND})"
    if not cols or len(rows) == 1:
        return
    columns = list(zip(*rows.values(), strict=True))
    for at in _unlike(columns, part=1):
        end = "last" if at else "first"
        text = f"the {end} cells of the rows are taken for symbols, though unlike the others"
        yield f"{source}: {text}: {listed(columns[at])} (leave them out if they are none)"


def _unlike(lines: Sequence[Sequence[str]], *, part: int) -> Iterator[int]:
    if len(lines) < _FEWEST_LINES:
        return
    for at in (0, -1):
        line = {*map(name_key, lines[at])}
        others = [*map(name_key, chain.from_iterable(lines[1:] if at == 0 else lines[:-1]))]
        own = line - {*others}
        is_other_kind = _are_numbers([*line]) != _are_numbers(others) and not any(
            _are_numbers([each]) == _are_numbers([*line]) for each in others
        )
        come_again = 2 * len({*others}) <= len(others)
        is_strange = part * len(own) >= len(line) and come_again
        if is_strange or (is_other_kind and len(own) == len(line)):
            yield at


def _are_numbers(cells: Sequence[str]) -> bool:
    return all(cell.isdecimal() for cell in cells)


def listed(cells: Sequence[str]) -> str:
    """Return the *cells* that are not empty, for a note."""
    return shortened(", ".join(filter(None, cells)))


def without_title_words(words: Rows, take: Callable[[Rows], Noted], source: str) -> Noted:
    """Return *words*, which blanks separate, without a first line that is a title, and a note.

    A title has a word that never comes again, and another width than most rows or a colon behind
    it; or it is their size. Raises `CardError` where it is another size.
    """
    number, *numbers = words
    first, below = words[number], {each: words[each] for each in numbers}
    has_colon = first[-1].endswith(":") and "".join(chain(*words.values())).count(":") == 1
    if len(numbers) < (1 if has_colon else 2):  # one row has no width of its own
        return words, []
    usual = _most_common([len(row) for row in below.values()])
    rest = {number: row for number, row in below.items() if len(row) == usual}  # no second title
    inner, _ = take(rest)
    text = " ".join(first)
    width = _most_common([len(row) for row in inner.values()])
    if width < 2 and not has_colon:  # noqa: PLR2004
        return words, []
    widths = {len(first)} if inner == rest else {len(first), len(graphemes("".join(first)))}
    if match := _SIZE.fullmatch(text):
        if width in widths:
            return words, []
        rows, cols = int(match[1]), int(match[2])
        if (rows, cols) != (len(numbers), width):
            where, found = f"{source}, line {number}", f"{len(numbers)}x{width} cells below"
            raise CardError(where, expected=f"{rows}x{cols} cells", found=found, hint=MEND)
        return below, [f"{source}, line {number}: left out as the size of the card: {text}"]
    shown = {name_key(word) for row in rest.values() for word in row}
    is_named = any(len(word) > 1 and any(map(str.isalpha, word)) for word in first)
    is_title = is_named and shown.isdisjoint(map(name_key, first))
    if not is_title or (width in widths and not has_colon):
        return words, []
    return below, [f"{source}, line {number}: left out as a title: {shortened(text)}"]


def without_title_cells(rows: Rows, known: set[str], source: str) -> Noted:
    """Return *rows* without the first ones that have a single cell, unlike all the others."""
    notes = []
    while len(rows) > 1:
        number = next(iter(rows))
        title = [cell for cell in rows[number] if cell]
        others = [row for other, row in rows.items() if other != number]
        width = _most_common([len(row) for row in others])
        is_row = len(title) != 1 or width == 1 or len(rows[number]) in {*map(len, others)} - {1}
        is_row = is_row or any(sum(map(bool, row)) == 1 for row in others[1:] if len(row) > 1)
        cells = {name_key(cell) for row in others for cell in row}
        if is_row or name_key(title[0]) in known | cells:
            break
        notes.append(f"{source}, line {number}: left out as a title: {shortened(title[0])}")
        del rows[number]
        while not any(row[0] for row in rows.values()):  # it stood further to the left
            rows = {other: row[1:] for other, row in rows.items()}
    return rows, notes


def block_notes(
    raw: Sequence[str], lines: Sequence[str], rows: Iterable[int], source: str
) -> Iterator[str]:
    """Yield a note if the *rows*, by their numbers, stand in several blocks.

    A gap is an empty one of the *raw* lines, or, between blocks of one height, of the *lines*.
    """
    numbers = sorted(rows)
    for texts, needs_same in ((raw, False), (lines, True)):
        gaps = [at for at, line in enumerate(texts, start=1) if not line.strip(_BLANKS)]
        heights = [len([*block]) for _, block in groupby(bisect(gaps, each) for each in numbers)]
        if len(heights) > 1 and max(heights) > 1 and not (needs_same and len({*heights}) > 1):
            second = numbers[heights[0]]
            text = f"taken as one card, with the {len(heights)} blocks of rows below each other"
            yield f"{source}, line {second}: {text} (a file holds one card)"
            return


def _most_common(widths: Sequence[int]) -> int:
    return max(widths, key=widths.count)
