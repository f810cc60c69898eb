"""What stands above the rows and between them: titles such as ``Card 1`` or ``5x5``, and gaps."""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby

from solver.errors import CardError, shortened
from solver.penta_rush.card_text.letters_or_words import Noted, Rows
from solver.penta_rush.symbol_name import graphemes, name_key

_SIZE = re.compile(r"(\d{1,2})\s*(?:[xX\u00d7*]|\s)\s*(\d{1,2}):?")
_BLANKS = ",;|\t "


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
            hint = "'# ' before it makes it a comment"
            raise CardError(where, expected=f"{rows}x{cols} cells", found=found, hint=hint)
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
