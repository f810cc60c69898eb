"""Labels that count, ``1 2 3``, ``A B C``, ``i ii iii`` or ``c1 c2 c3``, as beside a table.

Row numbers may also count down to 1, as on a chess board.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from solver.penta_rush.symbol_name import is_letter, name_key

_NUMBERED = re.compile(r"(.*?)(\d{1,4})([.):]{0,2})", re.DOTALL)
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x",
          "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx"]  # fmt: skip


class Count(NamedTuple):
    """What labels have in common that count: the *kind* of their texts, and the least of them.

    The *step* is -1 where they count down.
    """

    kind: str
    least: int
    step: int = 1

    def covers(self, cell: str) -> bool:
        """Return whether *cell* is of this kind."""
        if self.kind == "roman":
            return cell.casefold() in _ROMAN
        return (kind := _kind(cell)) is not None and kind[0] == self.kind


def counted(labels: Sequence[str], known: set[str]) -> Count | None:
    """Return how *labels* count by one, if they do and none of them is a *known* name.

    Only numbers down to 1 count down, and a single label is the first.
    """
    if any(name_key(label) in known for label in labels):
        return None
    if len(labels) > 1 and [*map(str.casefold, labels)] == _ROMAN[: len(labels)]:
        return Count("roman", 1)
    kinds = [_kind(label) for label in labels]
    if not kinds or kinds[0] is None or kinds[-1] is None:
        return None
    (kind, start), (_, end) = kinds[0], kinds[-1]
    for step in (1, -1):
        if kinds == [(kind, start + step * place) for place in range(len(kinds))]:
            least = min(start, end)
            is_first = least == 0 if kind == "letter" else least <= 1 or end > start
            return Count(kind, least, step) if is_first and (step > 0 or kind != "letter") else None
    return None


def _kind(cell: str) -> tuple[str, int] | None:
    """Return the kind of a text that may count something, and its number."""
    if is_letter(cell):
        return "letter", ord(cell.upper()) - ord("A")
    if match := _NUMBERED.fullmatch(cell):
        return f"number {match[1].strip().casefold()} {match[3]}", int(match[2])
    return None
