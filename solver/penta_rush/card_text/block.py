"""Blocks of rows: a text with a gap between rows may be two cards."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

_BLANKS = ",;|\t "


def block_notes(
    raw: Sequence[str], lines: Sequence[str], rows: Iterable[int], source: str
) -> Iterator[str]:
    """Yield a note if the *rows*, by their numbers, stand in several blocks with gaps between them.

    A gap is an empty one of the *raw* lines, or, where all blocks are as high, one of the *lines*
    without comments. Rows with a gap below each of them are one block.
    """
    numbers = sorted(rows)
    for are_gaps, needs_same in ((_empty(raw), False), (_empty(lines), True)):
        heights = _heights(numbers, are_gaps)
        if len(heights) > 1 and max(heights) > 1 and not (needs_same and len({*heights}) > 1):
            second = numbers[heights[0]]
            text = f"taken as one card, with the {len(heights)} blocks of rows below each other"
            hint = "a file holds one card"
            yield f"{source}, line {second}: {text} ({hint})"
            return


def _heights(numbers: Sequence[int], gaps: frozenset[int]) -> list[int]:
    """Return how many rows each block has, from the top."""
    block_of: dict[int, int] = {}
    block = 0
    for number, after in zip(numbers, [*numbers[1:], numbers[-1]], strict=True):
        block_of[number] = block
        block += any(between in gaps for between in range(number + 1, after))
    return [len([*group]) for _, group in groupby(block_of.values())]


def _empty(lines: Sequence[str]) -> frozenset[int]:
    return frozenset(at for at, line in enumerate(lines, start=1) if not line.strip(_BLANKS))
