"""Groups of letters between separators, as in ``A B C | D E F``: cells, or a ruling down the card.

Bars between such groups are rulings; other separators there are refused. A group without blanks, as
in ``ABC,DEF``, may be a name, and a note says which way it was taken.
"""

from collections.abc import Iterator, Mapping, Sequence

from solver.errors import CardError, quoted, shortened
from solver.penta_rush.card_text.dialect import CellText, is_ruled
from solver.penta_rush.card_text.letters_or_words import begins_alphabet, come_again
from solver.penta_rush.symbol_name import Reading, graphemes, is_letter, name_key, other_way

Table = Mapping[int, Sequence[CellText]]
Grouped = tuple[dict[int, str] | None, list[str]]  # lines of letters, None for cells; and notes


def without_separators(
    table: Table,
    separator: str,
    names: Mapping[str, str],
    source: str,
    reading: Reading | None = None,
) -> Grouped:
    """Return the lines of *table*, whose cells a *separator* separates, if it is only a ruling.

    Raises `CardError` where a cell is several symbols and bars are not between.
    """
    cells = [
        (number, cell) for number, row in table.items() if len(row) > 1 for cell in row if cell.text
    ]
    known, texts = {*map(name_key, names.values())}, [cell.text for _, cell in cells]
    are_cells = not (separator and cells) or reading is Reading.WORDS
    are_cells = are_cells or any(cell.is_quoted for _, cell in cells)
    are_cells = are_cells or all(name_key(text) in known for text in texts)
    if are_cells or not _may_be_groups(table, separator):
        return None, []
    spaced = [(number, cell.text) for number, cell in cells if _is_spaced(cell.text)]
    number, shown = (spaced or [(cells[0][0], texts[0])])[0]
    where = f"{source}, line {number}"
    hint = other_way(Reading.LETTERS)
    as_names = None, [f"{where}: {quoted(shown)} is taken for one symbol ({hint})"]
    is_spaced = 2 * len(spaced) >= len(cells)
    if reading is None and not is_ruled(separator) and _are_halves(table):
        return as_names
    shown_letters = "".join("".join(texts).split())
    are_capitals = shown_letters.isascii() and shown_letters.isalpha() and shown_letters.isupper()
    if not is_spaced and not (are_capitals and any(len(text) > 1 for text in texts)):
        return None, []
    are_letters = all(is_letter(word) for text in texts for word in text.split())
    begins = not is_spaced and begins_alphabet(texts)
    if reading is Reading.LETTERS or (is_ruled(separator) and (are_letters or begins)):
        lines, notes = _without_title(table, source)
        if reading is None:
            hint = other_way(Reading.WORDS)
            notes.append(f"{where}: bars are taken for rulings between letters ({hint})")
        return lines, notes
    if is_spaced:
        hint = "leave out the separators, or put quotes around each cell"
        raise CardError(where, expected="one symbol in a cell", found=quoted(shown), hint=hint)
    if not begins and (come_again(texts) or not come_again([*"".join(texts).replace(" ", "")])):
        return None, []
    return as_names


def _are_halves(table: Table) -> bool:
    """Return whether all rows are two groups of as many letters or digits: of which few differ."""
    texts = [cell.text for row in table.values() for cell in row]
    lengths = {*map(len, texts)}
    are_two = len(table) > 1 and all(len(row) == 2 for row in table.values())  # noqa: PLR2004
    are_groups = len(lengths) == 1 and lengths != {1} and all(map(str.isalnum, texts))
    return are_two and are_groups and len({*"".join(texts)}) <= 2 * len({*texts})


def _may_be_groups(table: Table, separator: str) -> bool:
    """Return whether cells hold several letters: two on a line, or the same cell of every line."""
    if any(sum(len(cell.text) > 1 for cell in row) > 1 for row in table.values()):
        return True
    rows = [[cell.text.split() for cell in row] for row in table.values()]
    sizes = {tuple(sum(map(len, words)) for words in row) for row in rows}
    are_letters = "".join(word for row in rows for words in row for word in words).isalpha()
    return is_ruled(separator) and are_letters and len(sizes) == 1 and max(next(iter(sizes))) > 1


def bar_note(rows: Mapping[int, Sequence[str]], table: Table, source: str) -> Iterator[str]:
    """Yield a note if a bar in *table* may be a ruling, at the same point of all *rows*."""
    wide = {number: row for number, row in rows.items() if len(row) > 1}
    texts = [text for row in wide.values() for text in row]
    ends = [cell for number in wide for cell in (table[number][0], table[number][-1])]
    if not wide or not all(cell.text and not cell.is_quoted for cell in ends):
        return
    characters = [each for text in texts for each in graphemes(text)]
    is_glued = (
        begins_alphabet(texts)
        or (come_again(characters) and not come_again(texts))
        or ("".join(texts).isupper() and not come_again(texts))
        or all(len(each) > 1 or not each.isalnum() for each in characters)  # emoji and signs
        or {*characters} <= {*texts}
        or len(characters) <= 2 * len(texts)  # hardly names, then
    )
    for split in (str.split, graphemes) if is_glued else (str.split,):
        sizes = [tuple(len(split(text)) for text in row) for row in wide.values()]
        if len({*sizes}) == 1 and max(sizes[0]) > 1:
            number, row = next(iter(wide.items()))
            group = row[sizes[0].index(max(sizes[0]))]
            text = f"{quoted(group)} is taken for one symbol, as bars separate cells"
            yield f"{source}, line {number}: {text} (put commas between them otherwise)"
            return


def _is_spaced(text: str) -> bool:
    """Return whether *text* is several characters of one kind, with blanks between them."""
    words = text.split()
    is_short = len(words) > 1 and all(len(graphemes(word)) == 1 for word in words)
    return is_short and (
        all(map(is_letter, words))
        or all(map(str.isdecimal, words))
        or not any(map(str.isalnum, words))
    )


def _without_title(table: Table, source: str) -> tuple[dict[int, str], list[str]]:
    lines = {
        number: " ".join(cell.text for cell in row if cell.text) for number, row in table.items()
    }
    number, first = next(iter(lines.items()))
    others = {*"".join(lines[other] for other in lines if other != number)}
    if len(table[number]) > 1 or _is_spaced(first) or {*first} <= others | {" "}:
        return lines, []
    del lines[number]
    return lines, [f"{source}, line {number}: left out as a title: {shortened(first)}"]
