"""Rows and columns at the margins of a table that are unlike the others: they stay, with a note.

The labels of rows, remarks at their end and a column of totals are such, and so is a header that
does not count.
"""

from collections.abc import Iterator, Mapping, Sequence

from solver.errors import shortened
from solver.penta_rush.symbol_name import name_key

MEND = "'# ' before it makes it a comment"
_FEWEST_LINES = 3  # to say that one of them is unlike the others


def unlike_margins(
    rows: Mapping[int, Sequence[str]], source: str, *, cols: bool = True
) -> Iterator[str]:
    """Yield a note where the first or last of *rows*, or of their *cols*, is unlike the others."""
    if len({*map(len, rows.values())}) != 1:
        return
    numbers = list(rows)
    for at in _unlike(list(rows.values()), part=2):
        text = f"taken for a row, though unlike the others: {_listed(rows[numbers[at]])}"
        yield f"{source}, line {numbers[at]}: {text} ({MEND})"
    if not cols or len(rows) == 1:
        return
    columns = list(zip(*rows.values(), strict=True))
    for at in _unlike(columns, part=1):
        end = "last" if at else "first"
        text = f"the {end} cells of the rows are taken for symbols, though unlike the others"
        yield f"{source}: {text}: {_listed(columns[at])} (leave them out if they are none)"


def _unlike(lines: Sequence[Sequence[str]], *, part: int) -> Iterator[int]:
    """Yield the indices, 0 and -1, of *lines* unlike the others.

    At least one symbol in *part* of such a line is shown nowhere else, and the others come again,
    or it is a line of numbers beside words, or the other way round.
    """
    if len(lines) < _FEWEST_LINES:
        return
    for at in (0, -1):
        line = {*map(name_key, lines[at])}
        others = [name_key(each) for other in (lines[1:] if at == 0 else lines[:-1])
                  for each in other]  # fmt: skip
        own = line - {*others}
        is_other_kind = _are_numbers([*line]) != _are_numbers(others) and not any(
            _are_numbers([each]) == _are_numbers([*line]) for each in others
        )
        come_again = 2 * len({*others}) <= len(others)
        if (part * len(own) >= len(line) and come_again) or (
            is_other_kind and len(own) == len(line)
        ):
            yield at


def _are_numbers(cells: Sequence[str]) -> bool:
    return all(cell.isdecimal() for cell in cells)


def _listed(cells: Sequence[str]) -> str:
    return shortened(", ".join(filter(None, cells)))
