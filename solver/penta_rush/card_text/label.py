"""Labels beside the cells of a table: those that count, and rows and columns unlike the others.

Labels count as in ``1 2 3``, ``A B C``, ``i ii iii`` or ``c1 c2 c3``; row numbers may also count
down to 1. Rows and columns at the margins that are unlike the others stay, with a note.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from solver.errors import shortened
from solver.penta_rush.symbol_name import is_letter, name_key

MEND = "'# ' before it makes it a comment"
_FEWEST_LINES = 3  # to say that one of them is unlike the others
_NUMBERED = re.compile(r"(.*?)(\d{1,4})([.):]{0,2})", re.DOTALL)
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x",
          "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx"]  # fmt: skip


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
